//! Points packed into single integers.

use kumiki_ring::{MAX_DEGREE, Point, Ring};

/// A point packed by [`Lanes`]: the sum of coordinate k times 2^(k times the bits of a lane), so
/// that adding points is adding integers. Equal points have equal sums, since no coordinate reaches
/// half of the next one's unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Spot(u128);

/// How points of a ring are packed: each coordinate has a lane, and all lanes have so many bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lanes {
    /// Up to eight coordinates.
    Sixteen,
    /// Up to ten.
    Twelve,
}

impl Lanes {
    /// The widest lanes for the coordinates of a ring.
    pub(crate) fn of(ring: &Ring) -> Self {
        if ring.degree() <= 8 { Self::Sixteen } else { Self::Twelve }
    }

    /// Coordinates of differences of two points must be below this.
    pub(crate) fn limit(self) -> u64 {
        match self {
            Self::Sixteen => 1 << 14,
            Self::Twelve => 1 << 10,
        }
    }

    pub(crate) fn pack(self, point: Point) -> Spot {
        match self {
            Self::Sixteen => pack::<16>(point),
            Self::Twelve => pack::<12>(point),
        }
    }

    pub(crate) fn unpack(self, spot: Spot) -> Point {
        match self {
            Self::Sixteen => unpack::<16>(spot),
            Self::Twelve => unpack::<12>(spot),
        }
    }
}

fn pack<const BITS: usize>(point: Point) -> Spot {
    let coordinates = point.coordinates()[..128 / BITS].iter().rev();
    Spot(coordinates.fold(0, |sum: u128, coordinate| {
        (sum << BITS).wrapping_add_signed(i128::from(*coordinate))
    }))
}

fn unpack<const BITS: usize>(spot: Spot) -> Point {
    let mut rest = spot.0.cast_signed();
    let mut coordinates = [0; MAX_DEGREE];
    for coordinate in &mut coordinates[..128 / BITS] {
        let value = rest << (128 - BITS) >> (128 - BITS);
        *coordinate = i32::try_from(value).expect("a lane has less than 32 bits");
        rest = rest.wrapping_sub(value) >> BITS;
    }
    Point::new(&coordinates)
}

impl Spot {
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
        for (order, lanes) in [(20, Lanes::Sixteen), (30, Lanes::Sixteen), (22, Lanes::Twelve)] {
            let ring = Ring::new(order).expect("a ring");
            assert_eq!(Lanes::of(&ring), lanes);
            let most = i32::try_from(lanes.limit()).expect("14 bits") - 1;
            let values = [-most, -300, -1, 0, 1, 2, most];
            let points: Vec<Point> = (0..7usize.pow(2))
                .map(|seed| {
                    let coordinate = |k: usize| values[(seed / (k + 1) + k * seed) % 7] / 2;
                    Point::new(&(0..ring.degree()).map(coordinate).collect::<Vec<i32>>())
                })
                .collect();
            for a in &points {
                let spot = lanes.pack(*a);
                assert_eq!(lanes.unpack(spot), *a);
                assert_eq!(lanes.unpack(spot.times(-1)), -*a);
                assert_eq!(spot.times(2), lanes.pack(*a + *a));
                for b in &points {
                    let other = lanes.pack(*b);
                    assert_eq!(spot.plus(other), lanes.pack(*a + *b));
                    assert_eq!(lanes.unpack(spot.minus(other)), *a - *b);
                }
            }
        }
    }
}
