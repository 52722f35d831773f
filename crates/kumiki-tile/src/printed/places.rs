//! Places of triangles in the star: which lie in it, and which get in each other's way.

use super::golden::Golden;
use kumiki_id::{narrow, widen};
use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// How two triangles lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    /// They have no point in common.
    Apart,
    /// They have points of their boundaries in common.
    Touching,
    /// They have points inside in common.
    Overlapping,
}

/// The places met so far.
///
/// * **H1** `numbers` numbers the places, which `corners` lists with their corners to the left. Those that do not lie in the star have no number.
/// * **H2** `relations` has pairs whose first number is less than the second.
#[derive(Clone, Debug)]
pub(super) struct Places {
    question: TilingQuestion,
    /// The points of the star that stick out, and the triangles between these, to the left.
    tips: Vec<Point>,
    notches: Vec<[Point; 3]>,
    numbers: FxHashMap<PlacedTile, Option<u32>>,
    corners: Vec<[Point; 3]>,
    relations: FxHashMap<(u32, u32), Relation>,
}

impl Places {
    /// No places yet. The star's corners come in turns, a tip first.
    pub(super) fn new(question: &TilingQuestion, star: &[Point]) -> Self {
        let following = star.iter().cycle().skip(1).zip(star.iter().cycle().skip(2));
        let notch = |(tip, (hollow, next)): (&Point, (&Point, &Point))| [*tip, *next, *hollow];
        Self {
            question: question.clone(),
            tips: star.iter().step_by(2).copied().collect(),
            notches: star.iter().zip(following).step_by(2).map(notch).collect(),
            numbers: FxHashMap::default(),
            corners: Vec::new(),
            relations: FxHashMap::default(),
        }
    }

    /// The number of a tile's place, if it lies in the star.
    pub(super) fn number(&mut self, tile: PlacedTile) -> Option<u32> {
        if let Some(number) = self.numbers.get(&tile) {
            return *number;
        }
        let corners: [Point; 3] = tile.corners(&self.question).try_into().expect("a triangle");
        let number = self.is_in_star(&corners).then(|| narrow(self.corners.len()));
        self.corners.extend(number.map(|_| corners));
        self.numbers.insert(tile, number);
        number
    }

    /// Whether a triangle of a colour can be laid in a place beside others, each given by its place and its colour.
    pub(super) fn is_clear(
        &mut self,
        place: u32,
        colour: usize,
        mut others: impl Iterator<Item = (u32, usize)>,
    ) -> bool {
        others.all(|(other, its_colour)| match self.relation(place, other) {
            Relation::Apart => true,
            Relation::Touching => colour != its_colour,
            Relation::Overlapping => false,
        })
    }

    /// How the triangles in two places lie to each other.
    fn relation(&mut self, one: u32, other: u32) -> Relation {
        let (ring, corners) = (self.question.ring(), &self.corners);
        let find = || relation(ring, &corners[widen(one)], &corners[widen(other)]);
        *self.relations.entry((one.min(other), one.max(other))).or_insert_with(find)
    }

    /// Whether it lies between the tips and overlaps no notch.
    fn is_in_star(&self, corners: &[Point; 3]) -> bool {
        let ring = self.question.ring();
        let beyond = |(from, to): (&Point, &Point)| {
            corners.iter().any(|corner| turn(ring, *from, *to, *corner) == Ordering::Less)
        };
        !self.tips.iter().zip(self.tips.iter().cycle().skip(1)).any(beyond)
            && self.notches.iter().all(|notch| relation(ring, notch, corners) != Relation::Overlapping)
    }
}

/// How two triangles lie to each other, their corners given to the left.
///
/// Of two convex polygons without a common point, one has a side with all of the other strictly beyond; if only points of the boundaries are in common, then
/// beyond or on its line.
fn relation(ring: &Ring, one: &[Point; 3], other: &[Point; 3]) -> Relation {
    let mut found = Relation::Overlapping;
    for (sides, corners) in [(one, other), (other, one)] {
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let nearest = corners.iter().map(|corner| turn(ring, sides[from], sides[to], *corner)).max();
            match nearest.expect("three corners") {
                Ordering::Less => return Relation::Apart,
                Ordering::Equal => found = Relation::Touching,
                Ordering::Greater => {}
            }
        }
    }
    found
}

/// Whether a point is to the left of the line from one point to another (`Greater`), on it or to the right.
fn turn(ring: &Ring, from: Point, to: Point, point: Point) -> Ordering {
    Golden::imaginary(ring.product(ring.mirror(to - from), point - from)).sign()
}
