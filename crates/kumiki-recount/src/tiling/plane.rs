//! Exact arithmetic of the plane: points as pairs of real numbers, real numbers as polynomials
//! in one cosine.
//!
//! # The idea
//! Let n be the order of the root of unity ζ, and c = ζ + 1/ζ = 2 cos(360°/n), a real number. Then
//! ζ² = cζ - 1, so every point is u + vζ for two real numbers u and v, which are integer
//! polynomials in c. We take u and v for oblique coordinates. Turning by ζ maps (u, v) to (-v, u +
//! cv); mirroring in the real axis maps it to (u + cv, -v); and the cross product of two vectors is
//! u v' - u' v times the sine of the ring's angle, which is positive.
//!
//! # Zero
//! Reduced by the minimal polynomial of c, which a table has, a number is zero if and only if it
//! has no coefficients.
//!
//! # Signs
//! Let s₀ = 0, s₁ = 1 and sₖ₊₁ = c sₖ - sₖ₋₁; then sₖ = sin kφ / sin φ if c = 2 cos φ. A number x
//! is at least c if and only if none of s₁, …, s₍ₙ/₂₎ is negative at x, for x from 0 to
//! 2: otherwise some multiple of its angle lies beyond 180°. So bisection finds c to any number of
//! bits with integers alone. A number other than zero is evaluated between lower and upper bounds
//! that are made narrower until both have the same sign.

use kumiki_model::Polygon;
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::ops::{Add, Sub};

/// The most coefficients: half the most coordinates that a point of the model has.
const MAX_DEGREE: usize = 5;

/// The minimal polynomial of 2 cos(360°/n) for every order n of the model, constant term first.
const MINIMAL: [(usize, &[i128]); 12] = [
    (4, &[0, 1]),
    (6, &[-1, 1]),
    (8, &[-2, 0, 1]),
    (10, &[-1, -1, 1]),
    (12, &[-3, 0, 1]),
    (14, &[1, -2, -1, 1]),
    (16, &[2, 0, -4, 0, 1]),
    (18, &[-1, -3, 0, 1]),
    (20, &[5, 0, -5, 0, 1]),
    (22, &[-1, 3, 3, -4, -1, 1]),
    (24, &[1, 0, -4, 0, 1]),
    (30, &[1, -4, -4, 1, 1]),
];

/// The fractional bits of the first attempt at a sign.
const FIRST_BITS: u32 = 60;

/// A real number: its coefficients as a polynomial in c. The derived order is one of coefficients,
/// for tables; [`Plane::sign`] compares sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Real([i128; MAX_DEGREE]);

impl Real {
    /// An integer.
    pub fn integer(number: i128) -> Self {
        Self([number, 0, 0, 0, 0])
    }

    /// The number so many times.
    pub fn times(self, factor: i128) -> Self {
        Self(self.0.map(|coefficient| coefficient * factor))
    }
}

impl Add for Real {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }
}

impl Sub for Real {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] - other.0[at]))
    }
}

/// A point, u + vζ, or the way from one point to another. The derived order is for tables; a shift
/// does not change it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Spot {
    /// The part along the real axis.
    pub u: Real,
    /// The part along ζ.
    pub v: Real,
}

impl Add for Spot {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { u: self.u + other.u, v: self.v + other.v }
    }
}

impl Sub for Spot {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { u: self.u - other.u, v: self.v - other.v }
    }
}

/// A rigid motion: mirrored in the real axis or not, then turned, then shifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motion {
    /// Whether it is mirrored first.
    pub is_flipped: bool,
    /// How often it is turned by the ring's angle, to the left.
    pub turns: usize,
    /// How far it is shifted in the end.
    pub shift: Spot,
}

/// The plane of one ring.
///
/// * **E1** `minimal` is the minimal polynomial of c, constant term first; its leading coefficient
///   is 1.
/// * **E2** `powers[k]` is ζ to the power of k, for k below the order.
/// * **E3** c to the power of k is between the two numbers of `bounds[k]`, in units of 2^-60.
/// * **E4** Points have coordinates of 32 bits in the model, so coefficients of points stay below
///   2^48 and those of products of two below 2^110.
#[derive(Clone, Debug)]
pub struct Plane {
    minimal: &'static [i128],
    powers: Vec<Spot>,
    bounds: [[i128; 2]; MAX_DEGREE],
}

impl Plane {
    /// The plane of the root of unity of an even order that the model has a ring for.
    #[must_use]
    pub fn new(order: usize) -> Self {
        let known = MINIMAL.iter().find(|(known, _)| *known == order);
        let (_, minimal) = *known.expect("an order of the model");
        let mut plane =
            Self { minimal, powers: Vec::with_capacity(order), bounds: Default::default() };
        let mut power = Spot { u: Real::integer(1), v: Real::default() };
        for _ in 0..order {
            plane.powers.push(power);
            power =
                Spot { u: power.v.times(-1), v: power.u + plane.product(plane.cosine(), power.v) };
        }
        plane.bounds = plane
            .enclosures(FIRST_BITS)
            .map(|bounds| bounds.map(|bound| i128::try_from(bound).expect("c is at most 2")));
        plane
    }

    /// How many turns by the ring's angle make a full one.
    #[must_use]
    pub fn order(&self) -> usize {
        self.powers.len()
    }

    /// How many coordinates the model gives a point.
    pub fn coordinate_count(&self) -> usize {
        2 * (self.minimal.len() - 1)
    }

    /// The point whose coordinates the model states.
    pub fn spot(&self, coordinates: &[i32]) -> Spot {
        let terms = coordinates.iter().zip(&self.powers);
        terms.fold(Spot::default(), |sum, (coordinate, power)| {
            let [u, v] = [power.u, power.v].map(|real| real.times((*coordinate).into()));
            sum + Spot { u, v }
        })
    }

    /// The corners of a polygon of the model, to the left.
    pub fn corners(&self, polygon: &Polygon) -> Vec<Spot> {
        polygon.corners().iter().map(|corner| self.spot(corner.coordinates())).collect()
    }

    /// The corners of a polygon after a motion: to the left if they were.
    pub fn moved(&self, corners: &[Spot], motion: Motion) -> Vec<Spot> {
        let Motion { is_flipped, turns, shift } = motion;
        let flipped = |spot: Spot| if is_flipped { self.mirrored(spot) } else { spot };
        let image = |spot: &Spot| self.turned(flipped(*spot), turns) + shift;
        let mut moved: Vec<Spot> = corners.iter().map(image).collect();
        if is_flipped {
            moved.reverse();
        }
        moved
    }

    /// The point turned around the origin, to the left.
    pub fn turned(&self, spot: Spot, turns: usize) -> Spot {
        // (u + vζ)(p + qζ) = up - vq + (uq + vp + cvq)ζ.
        let Spot { u: p, v: q } = self.powers[turns % self.order()];
        let last = self.product(spot.v, q);
        Spot {
            u: self.product(spot.u, p) - last,
            v: self.product(spot.u, q)
                + self.product(spot.v, p)
                + self.product(self.cosine(), last),
        }
    }

    /// The point mirrored in the real axis.
    pub fn mirrored(&self, spot: Spot) -> Spot {
        Spot { u: spot.u + self.product(self.cosine(), spot.v), v: spot.v.times(-1) }
    }

    /// The cross product of two ways, in units of the sine of the ring's angle.
    pub fn cross(&self, first: Spot, second: Spot) -> Real {
        self.product(first.u, second.v) - self.product(second.u, first.v)
    }

    /// Twice the area of a polygon that goes around to the left, in the same units.
    pub fn area(&self, corners: &[Spot]) -> Real {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).fold(Real::default(), |sum, (a, b)| sum + self.cross(*a, *b))
    }

    /// Whether the third point is to the left (`Greater`) of the line from the first to the second,
    /// to its right, or on it.
    pub fn side(&self, from: Spot, to: Spot, third: Spot) -> Ordering {
        self.sign(self.cross(to - from, third - from))
    }

    /// The sign of a number.
    pub fn sign(&self, real: Real) -> Ordering {
        if real == Real::default() {
            return Ordering::Equal;
        }
        if real.0.iter().all(|coefficient| coefficient.unsigned_abs() < 1 << FIRST_BITS) {
            let sum = |side: usize| -> i128 {
                let terms = real.0.iter().zip(&self.bounds);
                terms.map(|(a, bounds)| a * bounds[if *a < 0 { 1 - side } else { side }]).sum()
            };
            let [low, high] = [sum(0), sum(1)];
            if low > 0 || high < 0 {
                return low.cmp(&0);
            }
        }
        self.patient_sign(real)
    }

    /// The sign of a number other than zero, by as many bits as it takes.
    fn patient_sign(&self, real: Real) -> Ordering {
        let mut bits = 2 * FIRST_BITS;
        loop {
            let enclosures = self.enclosures(bits);
            let sum = |side: usize| -> BigInt {
                let terms = real.0.iter().zip(&enclosures);
                terms.map(|(a, bounds)| &bounds[if *a < 0 { 1 - side } else { side }] * *a).sum()
            };
            if sum(0).sign() == Sign::Plus {
                return Ordering::Greater;
            }
            if sum(1).sign() == Sign::Minus {
                return Ordering::Less;
            }
            bits *= 2;
        }
    }

    /// c itself. If it is an integer, the minimal polynomial says which.
    fn cosine(&self) -> Real {
        match *self.minimal {
            [constant, 1] => Real::integer(-constant),
            _ => Real([0, 1, 0, 0, 0]),
        }
    }

    /// The product of two numbers, reduced by the minimal polynomial.
    fn product(&self, first: Real, second: Real) -> Real {
        let mut product = [0; 2 * MAX_DEGREE - 1];
        let degree = self.minimal.len() - 1;
        for (at, a) in first.0[..degree].iter().enumerate() {
            for (offset, b) in second.0[..degree].iter().enumerate() {
                product[at + offset] += a * b;
            }
        }
        for top in (degree..2 * degree - 1).rev() {
            let leading = product[top];
            for (at, coefficient) in self.minimal.iter().enumerate() {
                product[top - degree + at] -= leading * coefficient;
            }
        }
        Real(std::array::from_fn(|at| product[at]))
    }

    /// Lower and upper bounds of the powers of c, in units of 2^-`bits`.
    fn enclosures(&self, bits: u32) -> [[BigInt; 2]; MAX_DEGREE] {
        let half = self.order() / 2;
        let [mut below, mut above] = [BigInt::from(-1), BigInt::from(2) << bits];
        while &above - &below > BigInt::from(1) {
            let middle: BigInt = (&above + &below) >> 1;
            if is_at_least_cosine(&middle, bits, half) {
                above = middle;
            } else {
                below = middle;
            }
        }
        let below = below.max(BigInt::ZERO);
        std::array::from_fn(|exponent| {
            let exponent = u32::try_from(exponent).expect("a small exponent");
            let down = |number: BigInt| {
                if exponent == 0 { number << bits } else { number >> (bits * (exponent - 1)) }
            };
            // Shifts round down, so the upper bound is the negative of a lower one.
            [down(below.pow(exponent)), -down(-above.pow(exponent))]
        })
    }
}

/// Whether x / 2^bits, a number from 0 to 2, is at least 2 cos(180°/half).
fn is_at_least_cosine(x: &BigInt, bits: u32, half: usize) -> bool {
    let [mut last, mut this] = [BigInt::ZERO, BigInt::from(1)];
    for _ in 1..half {
        // The k-th term is scaled by 2^(bits (k - 1)).
        let next = x * &this - (last << (2 * bits));
        if next.sign() == Sign::Minus {
            return false;
        }
        last = std::mem::replace(&mut this, next);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_ring::{Point, Ring};

    const ORDERS: [usize; 12] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 30];

    /// All points whose coordinates are -1, 0 or 1, at most 3 of them other than 0.
    fn small_points(ring: &Ring) -> Vec<Point> {
        let mut points = vec![Point::ZERO];
        for k in 0..ring.degree() {
            for at in 0..points.len() {
                let weight = points[at].coordinates().iter().filter(|part| **part != 0).count();
                if weight < 3 {
                    points.push(points[at] + ring.unit(k));
                    points.push(points[at] - ring.unit(k));
                }
            }
        }
        points
    }

    /// The minimal polynomial of 2 cos(360°/n), constant term first, for n at least 3. The roots of
    /// s₍ₙ/₂₎ as a polynomial are 2 cos(360° j/n), and those with j prime to n are the roots of the
    /// minimal polynomial. The others belong to divisors of n.
    fn minimal_polynomial(n: usize) -> Vec<i128> {
        // The roots of `all` are 2 cos(360° j/n) for all j up to n/2, without 2 and -2.
        let sines = sine_polynomials(n / 2 + 1);
        let mut all = sines[n / 2].clone();
        if n % 2 == 1 {
            let next = &sines[n / 2 + 1];
            all = next.iter().enumerate().map(|(at, a)| a + all.get(at).unwrap_or(&0)).collect();
        }
        (3..n)
            .filter(|divisor| n.is_multiple_of(*divisor))
            .fold(all, |rest, divisor| quotient(rest, &minimal_polynomial(divisor)))
    }

    /// The polynomials s₀ to s with the given index, constant terms first.
    fn sine_polynomials(last: usize) -> Vec<Vec<i128>> {
        let mut list: Vec<Vec<i128>> = vec![vec![], vec![1]];
        while list.len() <= last {
            let [before, this] = [&list[list.len() - 2], &list[list.len() - 1]];
            let mut next: Vec<i128> = std::iter::once(0).chain(this.iter().copied()).collect();
            for (coefficient, lower) in next.iter_mut().zip(before) {
                *coefficient -= lower;
            }
            list.push(next);
        }
        list
    }

    /// A polynomial divided by one that divides it and has the leading coefficient 1.
    fn quotient(mut rest: Vec<i128>, by: &[i128]) -> Vec<i128> {
        let mut quotient = vec![0; rest.len() - by.len() + 1];
        for at in (0..quotient.len()).rev() {
            quotient[at] = rest[at + by.len() - 1];
            for (offset, coefficient) in by.iter().enumerate() {
                rest[at + offset] -= quotient[at] * coefficient;
            }
        }
        assert!(rest.iter().all(|coefficient| *coefficient == 0), "the divisor divides");
        quotient
    }

    #[test]
    fn the_table_has_the_minimal_polynomials() {
        assert_eq!(MINIMAL.map(|(order, _)| order), ORDERS);
        for (order, polynomial) in MINIMAL {
            assert_eq!(minimal_polynomial(order), polynomial, "{order}");
        }
    }

    #[test]
    fn the_judge_and_the_ring_agree_on_turns_mirrors_and_signs() {
        for order in ORDERS {
            let (ring, plane) = (Ring::new(order).expect("a ring"), Plane::new(order));
            assert_eq!((plane.order(), plane.coordinate_count()), (order, ring.degree()));
            let spot = |point: Point| plane.spot(point.coordinates());
            let points = small_points(&ring);
            for point in &points {
                assert_eq!(plane.mirrored(spot(*point)), spot(ring.mirror(*point)), "{point:?}");
                for k in 0..order {
                    assert_eq!(
                        plane.turned(spot(*point), k),
                        spot(ring.turn(*point, k)),
                        "{point:?} {k}"
                    );
                }
            }
            for (at, u) in points.iter().enumerate() {
                for v in points[..at].iter().step_by(1 + points.len() / 60) {
                    let cross = plane.cross(spot(*u), spot(*v));
                    assert_eq!(plane.sign(cross), ring.cross_sign(*u, *v), "{u:?} {v:?}");
                }
            }
        }
    }

    #[test]
    fn tiny_numbers_have_the_right_sign() {
        // Powers of the golden ratio in the plane of order 10, where c is the golden ratio:
        // Fibonacci numbers F(k) c - F(k + 1) come close to zero from both sides in turn.
        let plane = Plane::new(10);
        let [mut this, mut next] = [1_i128, 1];
        let mut expected = Ordering::Greater;
        for _ in 0..130 {
            assert_eq!(plane.sign(Real([-next, this, 0, 0, 0])), expected, "{this}");
            assert_eq!(
                plane.patient_sign(Real([next, -this, 0, 0, 0])),
                expected.reverse(),
                "{this}"
            );
            (this, next) = (next, this + next);
            expected = expected.reverse();
        }
    }

    #[test]
    fn the_largest_coordinates_stay_in_range() {
        for order in ORDERS {
            let plane = Plane::new(order);
            let count = plane.coordinate_count();
            for signs in 0..1_u32 << count {
                let far: Vec<i32> = (0..count)
                    .map(|at| if signs >> at & 1 == 1 { i32::MAX } else { i32::MIN })
                    .collect();
                let spot = plane.spot(&far);
                let turned = plane.turned(plane.mirrored(spot), 1);
                let opposite = Spot::default() - turned;
                // E4.
                for real in [turned.u, turned.v] {
                    assert!(real.0.iter().all(|part| part.unsigned_abs() < 1 << 48), "{real:?}");
                }
                let area = plane.area(&[spot, turned, opposite]);
                assert!(area.0.iter().all(|part| part.unsigned_abs() < 1 << 110), "{area:?}");
                assert_eq!(plane.sign(area), plane.sign(area.times(-1)).reverse());
            }
        }
    }

    #[test]
    fn the_area_of_a_unit_square_and_of_a_unit_triangle_is_that_of_their_sines() {
        let corners = |plane: &Plane, list: &[[i32; 2]]| -> Vec<Spot> {
            list.iter().map(|at| plane.spot(at)).collect()
        };
        let square = Plane::new(4);
        assert_eq!(
            square.area(&corners(&square, &[[0, 0], [1, 0], [1, 1], [0, 1]])),
            Real::integer(2)
        );
        let triangle = Plane::new(6);
        assert_eq!(triangle.area(&corners(&triangle, &[[0, 0], [1, 0], [0, 1]])), Real::integer(1));
    }
}
