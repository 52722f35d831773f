//! Lengths made of ones and golden parts, compared without rounding.

use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;
use std::ops::{Add, Neg, Sub};

/// The real number `ones` + `parts` · 0.618…, where 0.618… is one less than the golden ratio: every
/// length of a golden triangle in the ring of order 10 is one.
///
/// * **N1** Equal numbers have equal fields, because 0.618… is irrational.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Golden {
    pub(crate) ones: i32,
    pub(crate) parts: i32,
}

impl Golden {
    pub(crate) const ZERO: Self = Self { ones: 0, parts: 0 };

    /// The length of a point on the positive real axis; `None` if it lies elsewhere.
    pub(crate) fn from_real(point: Point) -> Option<Self> {
        let [ones, first, parts, last, ..] = *point.coordinates();
        let length = Self { ones, parts };
        // One part is ζ² - ζ³.
        (first == 0 && last == -parts && length > Self::ZERO).then_some(length)
    }

    /// The imaginary part of a point of the ring of order 10, in units of the sine of 36 degrees.
    pub(crate) fn imaginary(point: Point) -> Self {
        // The sines of 72 and 108 degrees are 1.618… units each.
        let [_, first, second, third, ..] = *point.coordinates();
        Self { ones: first + second + third, parts: second + third }
    }

    /// The vector of this length in a direction of the ring of order 10.
    pub(crate) fn towards(self, ring: &Ring, heading: usize) -> Point {
        ring.turn(Point::new(&[self.ones, 0, self.parts, -self.parts]), heading)
    }

    /// Negative, zero or positive.
    pub(crate) fn sign(self) -> Ordering {
        // Twice the number is u + v times the root of 5.
        let (u, v) = (2 * i64::from(self.ones) - i64::from(self.parts), i64::from(self.parts));
        match (u.cmp(&0), v.cmp(&0)) {
            (Ordering::Equal, sign) | (sign, Ordering::Equal) => sign,
            (one, other) if one == other => one,
            (sign, other) => {
                if u * u > 5 * v * v {
                    sign
                } else {
                    other
                }
            }
        }
    }
}

impl Add for Golden {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { ones: self.ones + other.ones, parts: self.parts + other.parts }
    }
}

impl Sub for Golden {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Golden {
    type Output = Self;
    fn neg(self) -> Self {
        Self { ones: -self.ones, parts: -self.parts }
    }
}

impl Ord for Golden {
    fn cmp(&self, other: &Self) -> Ordering {
        (*self - *other).sign()
    }
}

impl PartialOrd for Golden {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_imaginary_parts_are_those_of_the_ring() {
        let ring = Ring::new(10).expect("a ring");
        let range = -5..=5;
        for [a, b] in range.clone().flat_map(|a| range.clone().map(move |b| [a, b])) {
            let real = Golden { ones: a, parts: b };
            assert_eq!(real.sign(), ring.sign_of_real(real.towards(&ring, 0)), "{real:?}");
            assert_eq!(
                Golden::from_real(real.towards(&ring, 0)).is_some(),
                real > Golden::ZERO,
                "{real:?}"
            );
            for [c, d] in range.clone().flat_map(|c| range.clone().map(move |d| [c, d])) {
                let point = Point::new(&[a, b, c, d]);
                assert_eq!(
                    Golden::imaginary(point).sign(),
                    ring.sign_of_imaginary(point),
                    "{point:?}"
                );
            }
        }
    }

    #[test]
    fn neighbours_among_fibonacci_numbers_are_told_apart() {
        // 0.618… lies between the ratios of Fibonacci numbers, and comes as close to them as to any
        // fractions of that size.
        let (mut less, mut more) = (1, 1);
        for turn in 0..40 {
            let difference = Golden { ones: less, parts: -more };
            let expected = if turn % 2 == 0 { Ordering::Greater } else { Ordering::Less };
            assert_eq!(difference.sign(), expected, "{less} / {more}");
            (less, more) = (more, less + more);
        }
    }
}
