//! Areas modulo a prime: what is cut off a polygon and what is left must have its area together.
//!
//! # The idea
//! Modulo a prime p that is 1 more than a multiple of the ring's order, there is a number r that
//! behaves like the ring's root of unity, and its reciprocal behaves like the conjugate. So every
//! point has two residues, its own and that of its conjugate, and what is true of sums and products
//! of points is true of their residues. Four times the area of a polygon times the square root of
//! -1 is the sum, over its sides from a to b, of the conjugate of a times b, less the conjugate of
//! that: two multiplications a side, and no ring.
//!
//! A wrong remainder has the right area modulo p by chance in one of 2^55 cases.

use kumiki_ring::{MAX_DEGREE, Point, Ring};

/// The prime: 2^55 - 534367, which is 1 more than a multiple of 55440, which is a multiple of the
/// order of every ring.
const PRIME: u64 = (1 << BITS) - SHORT;
const BITS: u32 = 55;
const SHORT: u64 = 534_367;

/// A number whose powers repeat after 55440 steps, and not earlier.
const ROOT: u64 = 27_914_749_501_620_412;
const ROOT_ORDER: u64 = 55_440;

/// A point modulo the prime, and its conjugate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Residue {
    /// The residue of the point, below `PRIME`.
    pub(crate) own: u64,
    /// The residue of its conjugate, below `PRIME`.
    pub(crate) conjugate: u64,
}

impl Residue {
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { own: sum(self.own, other.own), conjugate: sum(self.conjugate, other.conjugate) }
    }
}

/// The residues of the basis of a ring.
#[derive(Clone, Debug)]
pub(crate) struct Residues {
    /// Element k: the residue of the root of unity to the power of k.
    basis: [Residue; MAX_DEGREE],
}

impl Residues {
    pub(crate) fn new(ring: &Ring) -> Self {
        let order = ring.order() as u64;
        let unit = power(ROOT, ROOT_ORDER / order);
        let residue = |k: usize| {
            let k = k as u64;
            Residue { own: power(unit, k), conjugate: power(unit, order - k % order) }
        };
        Self { basis: std::array::from_fn(residue) }
    }

    pub(crate) fn of_point(&self, point: Point) -> Residue {
        let terms = point.coordinates().iter().zip(&self.basis);
        terms.fold(Residue::default(), |total, (coordinate, basis)| {
            let factor = u64::try_from(i64::from(*coordinate).rem_euclid(PRIME.cast_signed()));
            let factor = factor.expect("remainders are not negative");
            let scaled = |residue: u64| product(residue, factor);
            total.plus(Residue { own: scaled(basis.own), conjugate: scaled(basis.conjugate) })
        })
    }
}

/// The area of a polygon that is given by the residues of its corners.
#[inline(always)]
pub(crate) fn area(corners: &[Residue]) -> u64 {
    let Some(mut before) = corners.last() else { return 0 };
    // Each product is below 2^110, so 2^16 corners are not too many.
    let [mut plus, mut minus] = [0_u128; 2];
    for corner in corners {
        plus += wide(before.conjugate, corner.own);
        minus += wide(before.own, corner.conjugate);
        before = corner;
    }
    sum(reduced(plus), PRIME - reduced(minus))
}

/// The remainder modulo the prime of a number below 2^126. Since 2^55 is `SHORT` more than it, the
/// upper bits count so many times as much as they would further down: once brings it below 2^91,
/// and twice below twice the prime.
#[inline(always)]
fn reduced(number: u128) -> u64 {
    let fold = |number: u128| (number & ((1 << BITS) - 1)) + (number >> BITS) * u128::from(SHORT);
    let number = u64::try_from(fold(fold(number))).expect("below 2^56");
    if number >= PRIME { number - PRIME } else { number }
}

#[inline(always)]
pub(crate) fn sum(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

#[inline(always)]
fn wide(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

fn product(a: u64, b: u64) -> u64 {
    reduced(wide(a, b))
}

fn power(base: u64, exponent: u64) -> u64 {
    (0..exponent).fold(1, |power, _| product(power, base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prime_is_prime_and_the_root_has_its_order() {
        // Fermat and Miller, with bases that tell all primes below 2^64 from other numbers.
        let steps = (PRIME - 1).trailing_zeros();
        for base in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
            let mut squares = vec![(0..64).rev().fold(1, |power, bit| {
                let square = product(power, power);
                if ((PRIME - 1) >> steps) >> bit & 1 == 1 { product(square, base) } else { square }
            })];
            for _ in 1..steps {
                squares.push(product(squares[squares.len() - 1], squares[squares.len() - 1]));
            }
            assert!(squares[0] == 1 || squares.contains(&(PRIME - 1)), "{base}");
        }
        assert_eq!(power(ROOT, ROOT_ORDER), 1);
        for divisor in [2, 3, 5, 7, 11] {
            assert_ne!(power(ROOT, ROOT_ORDER / divisor), 1);
        }
    }

    #[test]
    fn remainders_are_those_of_division() {
        let largest = (u128::from(PRIME - 1) * u128::from(PRIME - 1)) << 16;
        for near in
            [0, u128::from(PRIME), 1 << BITS, 1 << 110, u128::from(PRIME) << 60, largest - 200]
        {
            for number in near.saturating_sub(200)..near + 200 {
                assert_eq!(u128::from(reduced(number)), number % u128::from(PRIME), "{number}");
            }
        }
        assert_eq!(PRIME % ROOT_ORDER, 1);
    }

    #[test]
    fn residues_of_areas_are_those_of_the_areas_of_the_ring() {
        for order in [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 30] {
            let ring = Ring::new(order).expect("a ring");
            let residues = Residues::new(&ring);
            let point = |seed: usize| {
                let coordinate =
                    |k: usize| i32::try_from((seed * 37 + k * 101) % 41).expect("small") - 20;
                let coordinates: Vec<i32> = (0..ring.degree()).map(coordinate).collect();
                Point::new(&coordinates)
            };
            for first in 0..30 {
                let corners = [0, 1, 2, 3, 4].map(|k| point(first + 7 * k));
                let measured = area(&corners.map(|corner| residues.of_point(corner)));
                assert_eq!(
                    measured,
                    residues.of_point(ring.area(&corners)).own,
                    "{order} {corners:?}"
                );
            }
        }
    }
}
