//! Points packed into single integers.

use kumiki_ring::{MAX_DEGREE, Point};

/// Bits per coordinate.
const LANE: u32 = 16;

/// A point whose coordinates are below 2^14: the sum of coordinate k times 2^(16 k), so that adding
/// points is adding integers. Equal points have equal sums, since no coordinate reaches half of the
/// next one's unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Spot(u128);

impl Spot {
    /// The largest coordinate that a difference of two points may have.
    pub(crate) const LIMIT: u64 = 1 << 14;

    pub(crate) fn pack(point: Point) -> Self {
        let coordinates = point.coordinates().iter().rev();
        Self(coordinates.fold(0, |sum: u128, coordinate| {
            (sum << LANE).wrapping_add_signed(i128::from(*coordinate))
        }))
    }

    pub(crate) fn unpack(self) -> Point {
        let mut rest = self.0;
        let mut coordinates = [0; MAX_DEGREE];
        for coordinate in &mut coordinates {
            let [low, high, ..] = rest.to_le_bytes();
            let value = i16::from_le_bytes([low, high]);
            *coordinate = i32::from(value);
            rest = rest.wrapping_add_signed(-i128::from(value)) >> LANE;
        }
        Point::new(&coordinates)
    }

    /// The point as one number.
    pub(crate) fn number(self) -> u128 {
        self.0
    }

    /// The point that a number is.
    pub(crate) fn from_number(number: u128) -> Self {
        Self(number)
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// So many times as far from the origin.
    pub(crate) fn times(self, count: i64) -> Self {
        Self(self.0.wrapping_mul(i128::from(count).cast_unsigned()))
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing_and_adds_as_points_do() {
        let values = [-16383, -300, -1, 0, 1, 2, 16383];
        let points: Vec<Point> = (0..7usize.pow(2))
            .map(|seed| {
                Point::new(&std::array::from_fn::<i32, 8, _>(|k| {
                    values[(seed / (k + 1) + k * seed) % 7] / 2
                }))
            })
            .collect();
        for a in &points {
            assert_eq!(Spot::pack(*a).unpack(), *a);
            assert_eq!(Spot::pack(*a).times(-1).unpack(), -*a);
            assert_eq!(Spot::pack(*a).times(2), Spot::pack(*a + *a));
            for b in &points {
                assert_eq!(Spot::pack(*a).plus(Spot::pack(*b)), Spot::pack(*a + *b));
                assert_eq!(Spot::pack(*a).minus(Spot::pack(*b)).unpack(), *a - *b);
            }
        }
    }
}
