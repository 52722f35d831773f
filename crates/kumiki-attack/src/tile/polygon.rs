//! Polygons: which of them overlap, lie in one another or touch.
//!
//! # The idea
//! Where two polygons have an area in common, or one has an area outside the other, that area has a
//! corner. If no two sides cross, it is a corner of one of the polygons. So it is enough to look
//! around all corners: the sides that pass there cut a small disc into sectors, and each polygon
//! has each sector whole or not at all.

use super::plane::{Plane, Spot};
use std::cmp::Ordering;

/// A polygon that does not touch itself. Its corners go around it to the left; none of them is
/// straight, and the lowest, on equal heights the one further left, comes first: equal polygons are
/// written alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Polygon(Vec<Spot>);

impl Polygon {
    /// The polygon with given corners, if there is one.
    pub(super) fn new(plane: &Plane, corners: &[Spot]) -> Option<Self> {
        let mut corners = corners.to_vec();
        match plane.sense(&corners) {
            Ordering::Less => corners.reverse(),
            Ordering::Equal => return None,
            Ordering::Greater => {}
        }
        if !is_simple(plane, &corners) {
            return None;
        }
        let count = corners.len();
        let is_bent = |at: usize| {
            let [last, this, next] = [at + count - 1, at, at + 1].map(|at| corners[at % count]);
            plane.side(this - last, next - this) != Ordering::Equal
        };
        let bent: Vec<Spot> = (0..count).filter(|at| is_bent(*at)).map(|at| corners[at]).collect();
        Some(Self(from_lowest(plane, bent)))
    }

    /// The corners.
    pub(super) fn corners(&self) -> &[Spot] {
        &self.0
    }

    /// The lowest corner.
    pub(super) fn lowest(&self) -> Spot {
        self.0[0]
    }

    /// The way along the side that leaves the lowest corner to the left.
    pub(super) fn first_way(&self) -> Spot {
        self.0[1] - self.0[0]
    }

    /// The polygon flipped or not, turned, and shifted.
    pub(super) fn moved(&self, plane: &Plane, is_flipped: bool, turns: usize, shift: Spot) -> Self {
        let moved = self.0.iter().map(|corner| plane.turned(*corner, is_flipped, turns) + shift);
        let mut corners: Vec<Spot> = moved.collect();
        if is_flipped {
            corners.reverse();
        }
        Self(from_lowest(plane, corners))
    }

    /// The polygon shifted so that its lowest corner lies at a point.
    pub(super) fn with_lowest(&self, spot: Spot) -> Self {
        let shift = spot - self.lowest();
        Self(self.0.iter().map(|corner| *corner + shift).collect())
    }

    /// Its sides, from corner to corner.
    pub(super) fn sides(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        self.0.iter().copied().zip(self.0.iter().copied().cycle().skip(1))
    }

    /// The directions of sides that pass a point.
    fn ways_from(&self, plane: &Plane, spot: Spot) -> Vec<Spot> {
        let mut ways = Vec::new();
        for (from, to) in self.sides().filter(|(from, to)| is_on(plane, spot, *from, *to)) {
            ways.extend([from - spot, to - spot].into_iter().filter(|way| *way != Spot::default()));
        }
        ways
    }

    /// Whether it has what lies next to a point in a direction that none of its sides has there.
    fn has_next_to(&self, plane: &Plane, spot: Spot, way: Spot) -> bool {
        let left = |one: Spot, other: Spot| plane.side(one, other) == Ordering::Greater;
        let count = self.0.len();
        if let Some(at) = self.0.iter().position(|corner| *corner == spot) {
            let (out, back) =
                (self.0[(at + 1) % count] - spot, self.0[(at + count - 1) % count] - spot);
            return match plane.side(out, back) {
                Ordering::Greater => left(out, way) && left(way, back),
                Ordering::Less => left(out, way) || left(way, back),
                Ordering::Equal => left(out, way),
            };
        }
        if let Some((from, to)) = self.sides().find(|(from, to)| is_on(plane, spot, *from, *to)) {
            return left(to - from, way);
        }
        // A level line to the right: an odd number of sides lies there.
        let is_above = |corner: Spot| plane.side(plane.unit(0), corner - spot) == Ordering::Greater;
        let sides = self.sides().filter(|(from, to)| {
            let (low, high) = if is_above(*from) { (*to, *from) } else { (*from, *to) };
            is_above(*from) != is_above(*to) && left(high - low, spot - low)
        });
        sides.count() % 2 == 1
    }
}

/// Whether some sector around a point passes a test, which may ask which polygons have it.
pub(super) fn has_sector(
    plane: &Plane,
    spot: Spot,
    polygons: &[&Polygon],
    test: impl Fn(&dyn Fn(&Polygon) -> bool) -> bool,
) -> bool {
    // Some units see to it that no sector is as wide as half a disc.
    let step = if plane.order() == 4 { 1 } else { plane.order().div_ceil(3) };
    let mut ways: Vec<Spot> =
        (0..plane.order()).step_by(step).map(|direction| plane.unit(direction)).collect();
    ways.extend(polygons.iter().flat_map(|polygon| polygon.ways_from(plane, spot)));
    ways.sort_unstable_by(|one, other| plane.backwards(*one, *other));
    ways.dedup_by(|one, other| plane.backwards(*one, *other) == Ordering::Equal);
    let nexts = ways.iter().cycle().skip(1);
    ways.iter()
        .zip(nexts)
        .any(|(way, next)| test(&|polygon| polygon.has_next_to(plane, spot, *way + *next)))
}

/// Whether two polygons have an area in common.
pub(super) fn overlap(plane: &Plane, one: &Polygon, other: &Polygon) -> bool {
    sides_cross(plane, one, other)
        || one
            .0
            .iter()
            .chain(&other.0)
            .any(|spot| has_sector(plane, *spot, &[one, other], |has| has(one) && has(other)))
}

/// Whether a polygon lies in a region.
pub(super) fn lies_in(plane: &Plane, polygon: &Polygon, region: &Polygon) -> bool {
    !sides_cross(plane, polygon, region)
        && !polygon.0.iter().chain(&region.0).any(|spot| {
            has_sector(plane, *spot, &[polygon, region], |has| has(polygon) && !has(region))
        })
}

/// Whether polygons that do not overlap have a point in common.
pub(super) fn touch(plane: &Plane, one: &Polygon, other: &Polygon) -> bool {
    let meets = |one: &Polygon, other: &Polygon| {
        one.0.iter().any(|spot| other.sides().any(|(from, to)| is_on(plane, *spot, from, to)))
    };
    meets(one, other) || meets(other, one)
}

/// Whether polygons that do not overlap have more than a point of their sides in common.
pub(super) fn share_a_side(plane: &Plane, one: &Polygon, other: &Polygon) -> bool {
    one.sides().any(|(from, to)| {
        other.sides().any(|(start, end)| {
            let ends_on = [start, end].into_iter().filter(|spot| is_on(plane, *spot, from, to));
            let on = [from, to]
                .into_iter()
                .filter(|spot| is_on(plane, *spot, start, end))
                .chain(ends_on);
            let on: Vec<Spot> = on.collect();
            plane.side(to - from, end - start) == Ordering::Equal
                && on.iter().any(|spot| *spot != on[0])
        })
    })
}

fn sides_cross(plane: &Plane, one: &Polygon, other: &Polygon) -> bool {
    one.sides().any(|side| other.sides().any(|across| cross(plane, side, across)))
}

/// Whether two sides cross in a point that is an end of neither.
fn cross(plane: &Plane, one: (Spot, Spot), other: (Spot, Spot)) -> bool {
    let parts = |(from, to): (Spot, Spot), (start, end): (Spot, Spot)| {
        let [first, second] = [start, end].map(|spot| plane.side(to - from, spot - from));
        first != Ordering::Equal && first == second.reverse()
    };
    parts(one, other) && parts(other, one)
}

/// Whether a point lies on a side, ends included.
fn is_on(plane: &Plane, spot: Spot, from: Spot, to: Spot) -> bool {
    plane.side(to - from, spot - from) == Ordering::Equal
        && plane.lowest_first(spot, from) != plane.lowest_first(spot, to)
}

/// Whether sides meet at their common corners only.
fn is_simple(plane: &Plane, corners: &[Spot]) -> bool {
    let sides: Vec<(Spot, Spot)> =
        corners.iter().copied().zip(corners.iter().copied().cycle().skip(1)).collect();
    let differ = (1..corners.len()).all(|at| !corners[..at].contains(&corners[at]));
    differ
        && sides.iter().all(|(from, to)| {
            let mut others = corners.iter().filter(|spot| *spot != from && *spot != to);
            others.all(|spot| !is_on(plane, *spot, *from, *to))
                && !sides.iter().any(|other| cross(plane, (*from, *to), *other))
        })
}

fn from_lowest(plane: &Plane, mut corners: Vec<Spot>) -> Vec<Spot> {
    let lowest =
        (0..corners.len()).min_by(|one, other| plane.lowest_first(corners[*one], corners[*other]));
    corners.rotate_left(lowest.unwrap_or(0));
    corners
}
