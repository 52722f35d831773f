//! The plane in which tiles lie: exact points, turns and sides.
//!
//! A point is a sum of whole multiples of 1, ζ, ζ², …, as the book says. Whether three points make
//! a left turn does not change under linear maps that keep left and right, so each ring's plane is
//! squeezed until both coordinates of all its points are whole or of the form a + b√d.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// A point, or the way from one point to another: multiples of 1, ζ, ζ², ζ³.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Spot(pub(super) [i64; 4]);

impl Add for Spot {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }
}

impl Neg for Spot {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1
    }
}

impl Sub for Spot {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul<i64> for Spot {
    type Output = Self;

    fn mul(self, factor: i64) -> Self {
        Self(self.0.map(|number| number * factor))
    }
}

/// a + b√d, where d is the plane's.
type Number = (i64, i64);

/// The plane of a ring.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    order: usize,
    degree: usize,
    /// d.
    root: i64,
    /// The squeezed coordinates of 1, ζ, ζ², ζ³.
    squeezed: [(Number, Number); 4],
    /// 1, ζ, ζ², … all around.
    units: Vec<Spot>,
}

/// The rings that are known here.
pub(super) const RINGS: [usize; 5] = [4, 6, 8, 10, 12];

impl Plane {
    /// The plane of one of [`RINGS`].
    pub(super) fn new(order: usize) -> Self {
        const O: Number = (0, 0);
        // ζ to the power of the degree, as a sum of lower powers; then d and the coordinates.
        let (degree, top, root, squeezed) = match order {
            4 => (2, [-1, 0, 0, 0], 0, [((1, 0), O), (O, (1, 0)), (O, O), (O, O)]),
            6 => (2, [-1, 1, 0, 0], 0, [((1, 0), O), (O, (1, 0)), (O, O), (O, O)]),
            // Twice as large.
            8 => (
                4,
                [-1, 0, 0, 0],
                2,
                [((2, 0), O), ((0, 1), (0, 1)), (O, (2, 0)), ((0, -1), (0, 1))],
            ),
            // Four times as wide, 2 / sin 36° times as high.
            10 => (
                4,
                [-1, 1, -1, 1],
                5,
                [((4, 0), O), ((1, 1), (2, 0)), ((-1, 1), (1, 1)), ((1, -1), (1, 1))],
            ),
            // Twice as large.
            12 => (
                4,
                [-1, 0, 1, 0],
                3,
                [((2, 0), O), ((0, 1), (1, 0)), ((1, 0), (0, 1)), (O, (2, 0))],
            ),
            _ => unreachable!("ring {order} is not one of {RINGS:?}"),
        };
        let mut units = vec![Spot([1, 0, 0, 0])];
        for _ in 1..order {
            let last = units[units.len() - 1];
            let mut next = Spot(top) * last.0[degree - 1];
            for at in 1..degree {
                next.0[at] += last.0[at - 1];
            }
            units.push(next);
        }
        Self { order, degree, root, squeezed, units }
    }

    /// How many turns make a full one.
    pub(super) fn order(&self) -> usize {
        self.order
    }

    /// How many coordinates a point has.
    pub(super) fn degree(&self) -> usize {
        self.degree
    }

    /// One step in a direction.
    pub(super) fn unit(&self, direction: usize) -> Spot {
        self.units[direction % self.order]
    }

    /// The point mirrored in the real axis or not, then turned.
    pub(super) fn turned(&self, spot: Spot, is_flipped: bool, turns: usize) -> Spot {
        let powers = spot.0.iter().take(self.degree).enumerate();
        let moved = powers.map(|(power, factor)| {
            let power = if is_flipped { self.order - power } else { power };
            self.unit(power + turns) * *factor
        });
        moved.fold(Spot::default(), Add::add)
    }

    fn coordinates(&self, spot: Spot) -> (Number, Number) {
        let (mut x, mut y) = ((0, 0), (0, 0));
        for (factor, (across, up)) in spot.0.iter().zip(self.squeezed) {
            x = (x.0 + factor * across.0, x.1 + factor * across.1);
            y = (y.0 + factor * up.0, y.1 + factor * up.1);
        }
        (x, y)
    }

    fn sign(&self, (whole, root): Number) -> Ordering {
        if root == 0 || whole.signum() == root.signum() {
            return whole.cmp(&0);
        }
        let root_is_larger = self.root * root * root > whole * whole;
        if root_is_larger { root.cmp(&0) } else { whole.cmp(&0) }
    }

    /// Twice the area of the triangle that two ways span; positive if the second points to the
    /// left.
    fn spanned(&self, one: Spot, other: Spot) -> Number {
        let ((x, y), (u, v)) = (self.coordinates(one), self.coordinates(other));
        let times =
            |a: Number, b: Number| (a.0 * b.0 + self.root * a.1 * b.1, a.0 * b.1 + a.1 * b.0);
        let (plus, minus) = (times(x, v), times(y, u));
        (plus.0 - minus.0, plus.1 - minus.1)
    }

    /// On which side of the first way the second points: greater is left.
    pub(super) fn side(&self, one: Spot, other: Spot) -> Ordering {
        self.sign(self.spanned(one, other))
    }

    /// Whether the corners go around their polygon to the left; equal if it has no area.
    pub(super) fn sense(&self, corners: &[Spot]) -> Ordering {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let total = sides.map(|(from, to)| self.spanned(*from, *to));
        self.sign(total.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1)))
    }

    /// Which point is lower or, on the same height, further left.
    pub(super) fn lowest_first(&self, one: Spot, other: Spot) -> Ordering {
        let (x, y) = self.coordinates(one - other);
        self.sign(y).then(self.sign(x))
    }

    /// Directions in the order in which a hand of a clock that goes backwards meets them, from
    /// three o'clock on.
    pub(super) fn backwards(&self, one: Spot, other: Spot) -> Ordering {
        let is_below = |way: Spot| self.lowest_first(way, Spot::default()) == Ordering::Less;
        is_below(one).cmp(&is_below(other)).then_with(|| self.side(other, one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_met_in_their_order() {
        for order in RINGS {
            let plane = Plane::new(order);
            assert_eq!(plane.turned(plane.unit(order - 1), false, 1), plane.unit(0));
            assert_eq!(plane.turned(plane.unit(1), true, 0), plane.unit(order - 1));
            assert_eq!(plane.unit(1) + plane.unit(1 + order / 2), Spot::default());
            for direction in 1..order {
                let (last, next) = (plane.unit(direction - 1), plane.unit(direction));
                assert_eq!(plane.side(last, next), Ordering::Greater, "{order}");
                // Half-way back comes what lies below.
                assert_eq!(plane.backwards(last, next), Ordering::Less, "{order} {direction}");
            }
        }
    }
}
