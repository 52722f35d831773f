//! Directions, the sectors between them, and where the sides of a polygon leave its corners.

use super::plane::{Plane, Spot};
use super::shape::sides;
use std::cmp::Ordering;

/// The most directions.
pub(super) const MAX_DIRECTIONS: usize = 64 * WORDS;
const WORDS: usize = 8;

/// A set of sectors around a point; sector k lies between direction k and the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Sectors([u64; WORDS]);

impl Sectors {
    /// From one direction to another, to the left; all around if they are the same.
    pub(super) fn between(from: usize, to: usize, count: usize) -> Self {
        let mut sectors = Self::default();
        let mut at = from;
        loop {
            sectors.0[at / 64] |= 1 << (at % 64);
            at = (at + 1) % count;
            if at == to {
                return sectors;
            }
        }
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    fn has(self, sector: usize) -> bool {
        self.0[sector / 64] >> (sector % 64) & 1 == 1
    }

    /// Its parts that hang together, each from one direction to another; none if it is everything.
    pub(super) fn parts(self, count: usize) -> impl Iterator<Item = [usize; 2]> {
        let begins = move |at: &usize| self.has(*at) && !self.has((*at + count - 1) % count);
        (0..count).filter(begins).map(move |from| {
            let ends = (1..count).map(|length| (from + length) % count).find(|at| !self.has(*at));
            [from, ends.expect("it begins somewhere, so it is not everything")]
        })
    }
}

/// A polygon in the words of the recount: its corners, and for each of them where its sides leave
/// and come from.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) corners: Vec<Spot>,
    /// The direction of the side that leaves each corner.
    pub(super) out: Vec<usize>,
    /// The direction back along the side that comes into it.
    pub(super) back: Vec<usize>,
}

impl Outline {
    pub(super) fn new(plane: &Plane, directions: &[Spot], corners: Vec<Spot>) -> Self {
        let count = corners.len();
        let direction = |from: usize, to: usize| {
            let along = corners[to] - corners[from];
            let found = directions.binary_search_by(|other| compare(plane, *other, along));
            found.expect("the directions of all sides are known")
        };
        Self {
            out: (0..count).map(|at| direction(at, (at + 1) % count)).collect(),
            back: (0..count).map(|at| direction(at, (at + count - 1) % count)).collect(),
            corners,
        }
    }

    /// The sectors of the polygon at a point that is a corner or on a side; none if it is neither.
    pub(super) fn sectors_at(&self, plane: &Plane, spot: Spot, count: usize) -> Sectors {
        if let Some(at) = self.corners.iter().position(|corner| *corner == spot) {
            return Sectors::between(self.out[at], self.back[at], count);
        }
        // Seen from both ends of its side, a point lies in the direction of the other end.
        let is_on = |[from, to]: [Spot; 2]| {
            let lies_along = |end, along| compare(plane, spot - end, along) == Ordering::Equal;
            lies_along(from, to - from) && lies_along(to, from - to)
        };
        sides(&self.corners).position(is_on).map_or_else(Sectors::default, |at| {
            Sectors::between(self.out[at], (self.out[at] + count / 2) % count, count)
        })
    }
}

/// The order of two directions by their angles from the real axis.
fn compare(plane: &Plane, one: Spot, other: Spot) -> Ordering {
    let is_below = |spot: Spot| match plane.sign(spot.v) {
        Ordering::Greater => false,
        Ordering::Less => true,
        Ordering::Equal => plane.sign(spot.u) == Ordering::Less,
    };
    is_below(one).cmp(&is_below(other)).then_with(|| plane.sign(plane.cross(other, one)))
}

/// The directions of all sides, and their opposites, by their angles.
pub(super) fn directions<'a>(
    plane: &Plane,
    polygons: impl Iterator<Item = &'a [Spot]>,
) -> Vec<Spot> {
    let mut directions: Vec<Spot> = Vec::new();
    for [from, to] in polygons.flat_map(sides) {
        directions.extend([to - from, from - to]);
    }
    directions.sort_by(|one, other| compare(plane, *one, *other));
    directions.dedup_by(|one, other| compare(plane, *one, *other) == Ordering::Equal);
    directions
}
