//! The ring of a root of unity.

use crate::point::{MAX_DEGREE, Point};
use crate::sines::{BITS, sines};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// The integers with a root of unity ζ of even order.
///
/// * **R1** `powers[k]` is the k-th power of ζ, for k below the order; the first `degree` of them
///   are the basis.
/// * **R2** `sines[k]` is 2^512 times the sine of k quarters of the ring's angle, rounded to the
///   nearest.
/// * **R3** `embeddings` are the numbers below half the order that have no factor with it in
///   common: ζ can be mistaken for each of these powers of it, or its conjugate. The first is 1.
#[derive(Clone, Debug)]
pub struct Ring {
    order: usize,
    degree: usize,
    powers: Vec<Point>,
    sines: Vec<BigInt>,
    embeddings: Vec<usize>,
}

/// Why there is no such ring here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RingError {
    /// The order asked for.
    pub order: usize,
}

impl std::fmt::Display for RingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ring of order {}, expected an even order from 4 to 24, or 30", self.order)
    }
}

impl std::error::Error for RingError {}

/// An element whose coordinates may be large.
type Wide = [i64; MAX_DEGREE];

impl Ring {
    /// The ring of the root of unity of an even order, at least 4, whose degree is at most
    /// [`MAX_DEGREE`].
    ///
    /// # Errors
    /// If there is no such ring.
    pub fn new(order: usize) -> Result<Self, RingError> {
        let embeddings: Vec<usize> =
            (1..order.max(2) / 2).filter(|k| greatest_common_divisor(*k, order) == 1).collect();
        let degree = 2 * embeddings.len();
        if order < 4 || order % 2 == 1 || degree > MAX_DEGREE {
            return Err(RingError { order });
        }
        let polynomial = cyclotomic(order);
        let mut powers = vec![Point::new(&[1])];
        for k in 1..order {
            let mut next = [0; MAX_DEGREE];
            let last = powers[k - 1].coordinates();
            next[1..degree].copy_from_slice(&last[..degree - 1]);
            for (coordinate, coefficient) in next.iter_mut().zip(&polynomial[..degree]) {
                *coordinate -= last[degree - 1] * coefficient;
            }
            powers.push(Point::new(&next));
        }
        Ok(Self { order, degree, powers, sines: sines(4 * order), embeddings })
    }

    /// The order of ζ: so many turns by the ring's angle make a full one.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// How many coordinates points have.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// ζ to the power of k.
    #[must_use]
    pub fn unit(&self, k: usize) -> Point {
        self.powers[k % self.order]
    }

    /// The point turned around the origin, k times by the ring's angle and to the left.
    #[must_use]
    pub fn turn(&self, point: Point, k: usize) -> Point {
        narrow(&self.combine(point, |at| at + k))
    }

    /// The point mirrored in the real axis: its complex conjugate.
    #[must_use]
    pub fn mirror(&self, point: Point) -> Point {
        narrow(&self.combine(point, |at| self.order - at))
    }

    /// The sum of coordinate `at` times the power of ζ that `exponent` gives it.
    fn combine(&self, point: Point, exponent: impl Fn(usize) -> usize) -> Wide {
        let mut sum = [0; MAX_DEGREE];
        for (at, coordinate) in point.coordinates()[..self.degree].iter().enumerate() {
            let power = self.unit(exponent(at));
            for (sum, unit) in sum.iter_mut().zip(power.coordinates()) {
                *sum += i64::from(*coordinate) * i64::from(*unit);
            }
        }
        sum
    }

    /// The product of two points as complex numbers.
    ///
    /// # Panics
    /// If a coordinate leaves 32 bits.
    #[must_use]
    pub fn product(&self, a: Point, b: Point) -> Point {
        narrow(&self.wide_product(a, b))
    }

    fn wide_product(&self, a: Point, b: Point) -> Wide {
        let mut sum = [0; MAX_DEGREE];
        for (k, coordinate) in
            a.coordinates()[..self.degree].iter().enumerate().filter(|(_, a)| **a != 0)
        {
            for (sum, turned) in sum.iter_mut().zip(self.combine(b, |at| at + k)) {
                *sum += i64::from(*coordinate) * turned;
            }
        }
        sum
    }

    /// The sign of the imaginary part.
    #[must_use]
    pub fn sign_of_imaginary(&self, z: Point) -> Ordering {
        self.sign(&widened(z), 0)
    }

    /// The sign of the real part.
    #[must_use]
    pub fn sign_of_real(&self, z: Point) -> Ordering {
        self.sign(&widened(z), self.order)
    }

    /// Whether one turns left (`Greater`), right (`Less`) or not at all, from the direction of u to
    /// that of v: the sign of the cross product.
    #[must_use]
    pub fn cross_sign(&self, u: Point, v: Point) -> Ordering {
        self.sign(&self.wide_product(self.mirror(u), v), 0)
    }

    /// The sign of the scalar product.
    #[must_use]
    pub fn dot_sign(&self, u: Point, v: Point) -> Ordering {
        self.sign(&self.wide_product(self.mirror(u), v), self.order)
    }

    /// The sign of the sum of coordinates times sines that are ahead by so many quarters of the
    /// ring's angle: 0 for the imaginary part, the order (a right angle) for the real part.
    fn sign(&self, z: &Wide, ahead: usize) -> Ordering {
        let sum: BigInt =
            (0..self.degree).map(|k| &self.sines[(4 * k + ahead) % (4 * self.order)] * z[k]).sum();
        // An error of half a unit for each coordinate, and the bound of section 3 of the crate's
        // page: no sum of absolute coordinates exceeds 2^67, so what is not zero is at least
        // 2^-(67 * 4).
        if sum.bits() < BITS - 320 { Ordering::Equal } else { sum.cmp(&BigInt::ZERO) }
    }

    /// Four times the signed area of a polygon times the square root of -1, as an element of the
    /// ring: positive areas are those of polygons that turn left. Areas add up, and are equal if
    /// and only if these are.
    #[must_use]
    pub fn area(&self, corners: &[Point]) -> Point {
        let next = corners.iter().cycle().skip(1);
        let sum: Point =
            corners.iter().zip(next).map(|(a, b)| self.product(self.mirror(*a), *b)).sum();
        sum - self.mirror(sum)
    }

    /// The imaginary part in units of 2^-`bits`, rounded down.
    ///
    /// # Panics
    /// If it does not fit.
    #[must_use]
    pub fn imaginary_part(&self, z: Point, bits: u32) -> i64 {
        let terms = z.coordinates()[..self.degree].iter().enumerate();
        let sum: BigInt = terms.map(|(k, coordinate)| &self.sines[4 * k] * *coordinate).sum();
        i64::try_from(sum >> (BITS - u64::from(bits))).expect("small numbers")
    }

    /// The order of two directions, other than the origin, by the angle from the positive real
    /// axis, from 0 to 360 degrees.
    #[must_use]
    pub fn compare_directions(&self, u: Point, v: Point) -> Ordering {
        let is_below = |z: Point| match self.sign_of_imaginary(z) {
            Ordering::Greater => false,
            Ordering::Less => true,
            Ordering::Equal => self.sign_of_real(z) == Ordering::Less,
        };
        is_below(u).cmp(&is_below(v)).then_with(|| self.cross_sign(v, u))
    }

    /// How many pairs of conjugate embeddings the ring has: in each of them a point has a size of
    /// its own. The first is the plane we see.
    #[must_use]
    pub fn embedding_count(&self) -> usize {
        self.embeddings.len()
    }

    /// A bound on the absolute value of a point in an embedding, in units of 2^-16: the sum of its
    /// absolute real and imaginary parts, rounded up.
    #[must_use]
    pub fn size(&self, point: Point, embedding: usize) -> u64 {
        let part = |ahead: usize| -> BigInt {
            let terms = point.coordinates()[..self.degree].iter().enumerate();
            let step = 4 * self.embeddings[embedding];
            terms.map(|(k, a)| &self.sines[(step * k + ahead) % (4 * self.order)] * *a).sum()
        };
        let sum = [part(0), part(self.order)]
            .map(|part| part.magnitude().clone())
            .into_iter()
            .sum::<num_bigint::BigUint>();
        u64::try_from((sum >> (BITS - 16)) + 1u32).expect("coordinates of 32 bits")
    }

    /// How far the lines through two points in a direction are apart at least, unless they are the
    /// same: the direction's length times this distance is a whole number of units of 2^-`bits`,
    /// rounded down. `sizes` bounds the difference of the points in every embedding.
    #[must_use]
    pub fn gap(&self, direction: Point, sizes: &[u64], bits: u32) -> u64 {
        // |w| >= 1 / Π |w'|, where w = 2i times the cross product and w' its value in another embedding.
        let mut product = BigInt::from(2);
        for (embedding, size) in sizes.iter().enumerate().skip(1) {
            product = ((product * 2 * self.size(direction, embedding) * *size) >> 32) + 1;
        }
        u64::try_from((BigInt::from(1) << bits) / product).expect("at most 64 bits")
    }

    /// The cross product with a direction as a sum over coordinates: each coordinate is multiplied
    /// by a number of this list, which has the unit 2^-`bits` and is rounded to the nearest.
    ///
    /// # Panics
    /// If the numbers do not fit.
    #[must_use]
    pub fn functional(&self, direction: Point, bits: u32) -> [i64; MAX_DEGREE] {
        let mut functional = [0; MAX_DEGREE];
        for (k, number) in functional.iter_mut().enumerate().take(self.degree) {
            let z = self.wide_product(self.mirror(direction), self.unit(k));
            let sum: BigInt = (0..self.degree).map(|at| &self.sines[4 * at] * z[at]).sum();
            let half = BigInt::from(1) << (BITS - u64::from(bits) - 1);
            *number =
                i64::try_from((sum + half) >> (BITS - u64::from(bits))).expect("small directions");
        }
        functional
    }

    /// Cartesian coordinates, for pictures only.
    #[must_use]
    pub fn approximate(&self, point: Point) -> [f64; 2] {
        let angle = std::f64::consts::TAU / self.order as f64;
        let terms = point.coordinates()[..self.degree].iter().enumerate();
        terms.fold([0.0, 0.0], |[x, y], (k, coordinate)| {
            let (sine, cosine) = (k as f64 * angle).sin_cos();
            [x + f64::from(*coordinate) * cosine, y + f64::from(*coordinate) * sine]
        })
    }
}

fn widened(point: Point) -> Wide {
    point.coordinates().map(i64::from)
}

fn narrow(wide: &Wide) -> Point {
    Point::new(&wide.map(|coordinate| i32::try_from(coordinate).expect("coordinates of 32 bits")))
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The minimal polynomial of a root of unity, constant term first: x^n - 1 divided by those of the
/// proper divisors of n.
fn cyclotomic(n: usize) -> Vec<i32> {
    let mut rest = vec![0; n + 1];
    (rest[0], rest[n]) = (-1, 1);
    for divisor in (1..n).filter(|divisor| n.is_multiple_of(*divisor)) {
        let by = cyclotomic(divisor);
        let mut quotient = vec![0; rest.len() - by.len() + 1];
        for at in (0..quotient.len()).rev() {
            quotient[at] = rest[at + by.len() - 1];
            for (offset, coefficient) in by.iter().enumerate() {
                rest[at + offset] -= quotient[at] * coefficient;
            }
        }
        rest = quotient;
    }
    rest
}
