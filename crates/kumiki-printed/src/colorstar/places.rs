//! Places of triangles: which lie in the star, and which get in each other's way.

use super::golden::Golden;
use super::star::Star;
use kumiki_id::narrow;
use kumiki_ring::{Point, Ring};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// How two triangles lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// They have no point in common.
    Apart,
    /// They have points in common, but no area.
    Touching,
    /// They have area in common.
    Overlapping,
}

/// The places met so far.
///
/// * **H1** `numbers` has the number of each place that lies in the star, and `None` for the
///   others. A place is said by its corners to the left, the least first.
/// * **H2** `corners` are those of the places by their numbers.
/// * **H3** `relations[a][b]` is how place `a` lies to a place `b` with a lower number, if anyone
///   has asked.
#[derive(Clone, Debug)]
pub(crate) struct Places<'s> {
    ring: &'s Ring,
    /// The points of the star that stick out, and the triangles between them that do not belong to
    /// it.
    tips: Vec<Point>,
    notches: Vec<[Point; 3]>,
    numbers: FxHashMap<[Point; 3], Option<u32>>,
    corners: Vec<[Point; 3]>,
    relations: Vec<Vec<Option<Relation>>>,
}

impl<'s> Places<'s> {
    pub(crate) fn new(star: &'s Star) -> Self {
        let tips: Vec<Point> = star.points.iter().step_by(2).copied().collect();
        let hollows = star.points.iter().skip(1).step_by(2);
        let next_tips = tips.iter().cycle().skip(1);
        let notches = tips
            .iter()
            .zip(hollows)
            .zip(next_tips)
            .map(|((tip, hollow), next)| [*tip, *next, *hollow]);
        Self {
            ring: star.ring(),
            notches: notches.collect(),
            tips,
            numbers: FxHashMap::default(),
            corners: Vec::new(),
            relations: Vec::new(),
        }
    }

    /// The number of a place, if it lies in the star. The corners are given to the left.
    pub(crate) fn number(&mut self, [a, b, c]: [Point; 3]) -> Option<u32> {
        let corners = [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().expect("three corners");
        if let Some(number) = self.numbers.get(&corners) {
            return *number;
        }
        let number = self.is_in_star(&corners).then(|| narrow(self.corners.len()));
        if number.is_some() {
            self.relations.push(vec![None; self.corners.len()]);
            self.corners.push(corners);
        }
        self.numbers.insert(corners, number);
        number
    }

    /// How the triangles in two different places lie to each other.
    pub(crate) fn relation(&mut self, one: u32, other: u32) -> Relation {
        let (low, high) = (one.min(other) as usize, one.max(other) as usize);
        let (ring, corners) = (self.ring, &self.corners);
        *self.relations[high][low]
            .get_or_insert_with(|| relation(ring, &corners[high], &corners[low]))
    }

    /// Whether a triangle lies between the tips and overlaps no notch.
    fn is_in_star(&self, corners: &[Point; 3]) -> bool {
        let beyond = |(from, to): (&Point, &Point)| {
            corners.iter().any(|corner| side_of(self.ring, *from, *to, *corner) == Ordering::Less)
        };
        !self.tips.iter().zip(self.tips.iter().cycle().skip(1)).any(beyond)
            && self
                .notches
                .iter()
                .all(|notch| relation(self.ring, notch, corners) != Relation::Overlapping)
    }
}

/// How two triangles lie to each other, whose corners are given to the left.
///
/// If convex polygons have no point in common, one of them has a side that all of the other lies
/// strictly beyond; if they have points in common but no area, one has a side that all of the other
/// lies beyond or along.
fn relation(ring: &Ring, one: &[Point; 3], other: &[Point; 3]) -> Relation {
    let mut found = Relation::Overlapping;
    for (triangle, corners) in [(one, other), (other, one)] {
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let sides = corners.map(|corner| side_of(ring, triangle[from], triangle[to], corner));
            if sides.iter().all(|side| *side == Ordering::Less) {
                return Relation::Apart;
            }
            if !sides.contains(&Ordering::Greater) {
                found = Relation::Touching;
            }
        }
    }
    found
}

/// Whether a point is to the left of the line from one point to another (`Greater`), on it, or to
/// the right.
fn side_of(ring: &Ring, from: Point, to: Point, point: Point) -> Ordering {
    Golden::imaginary(ring.product(ring.mirror(to - from), point - from)).sign()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_touch_overlap_and_keep_apart() {
        let ring = Ring::new(10).expect("a ring");
        let [zero, one] = [Point::ZERO, ring.unit(0)];
        // An angle of 36 degrees at the origin, and two more of them beside it.
        let wedge = |turns: usize| [zero, ring.turn(one, turns), ring.turn(one, turns + 1)];
        assert_eq!(relation(&ring, &wedge(0), &wedge(0)), Relation::Overlapping);
        assert_eq!(relation(&ring, &wedge(0), &wedge(1)), Relation::Touching);
        for turns in 1..10 {
            assert_eq!(relation(&ring, &wedge(0), &wedge(turns)), Relation::Touching, "{turns}");
            let shifted = wedge(turns).map(|corner| corner + one + one);
            assert_eq!(
                relation(&ring, &wedge(0), &shifted) == Relation::Apart,
                turns != 4 && turns != 5,
                "{turns}"
            );
        }
        let deeper = wedge(0).map(|corner| corner + ring.product(one, Point::new(&[0, 0, 1, -1])));
        assert_eq!(relation(&ring, &wedge(0), &deeper), Relation::Overlapping);
    }
}
