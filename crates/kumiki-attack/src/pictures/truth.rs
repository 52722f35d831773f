//! What is true of a drawn packing: every brick is pushed, and all motions are tried.

use super::typed::Picture;
use crate::grid::{
    Cell, Cells, DIRECTIONS, Motion, can_move, corner, cuboid, motions_of_box, sides,
};
use crate::workshop::agree;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A brick by its corners: the least coordinates, and the greatest.
type Brick = [Cell; 2];

/// What is true.
pub(super) struct Truth {
    sides: [i32; 3],
    bricks: BTreeSet<Brick>,
    /// The bricks that slide, with the names of the ways they do.
    pub(super) sliding: BTreeMap<char, BTreeSet<&'static str>>,
}

/// What the ways are called, as [`DIRECTIONS`] has them.
const WAYS: [&str; 6] =
    ["to the layer after", "to the layer before", "down", "up", "right", "left"];

/// The axis across a flat box, if it is one and has no other.
fn thin(sides: [i32; 3]) -> Option<usize> {
    let axes: Vec<usize> = (0..3).filter(|axis| sides[*axis] == 1).collect();
    if let [axis] = axes[..] { Some(axis) } else { None }
}

/// The sides of a box and what lies in it after a motion, by corners.
pub(super) fn moved(held: [i32; 3], bricks: &[Brick], motion: &Motion) -> ([i32; 3], Vec<Brick>) {
    let image = |[one, other]: Brick| {
        let (one, other) = (motion.apply(one), motion.apply(other));
        let by = |pick: fn(i32, i32) -> i32| [0, 1, 2].map(|axis| pick(one[axis], other[axis]));
        [by(i32::min), by(i32::max)]
    };
    let [from, to] = image([[0; 3], held.map(|side| side - 1)]);
    let less = |cell: Cell| [0, 1, 2].map(|axis| cell[axis] - from[axis]);
    let sides = less(to).map(|last| last + 1);
    (sides, bricks.iter().map(|brick| image(*brick).map(less)).collect())
}

/// The corners of a brick.
pub(super) fn corners(brick: &Cells) -> Brick {
    let (from, sides) = (corner(brick), sides(brick));
    [from, [0, 1, 2].map(|axis| from[axis] + sides[axis] - 1)]
}

impl Truth {
    /// Judges a picture; none if a label does not mark a box.
    pub(super) fn new(picture: &Picture) -> Option<Self> {
        let bricks = picture.bricks();
        let is_box = |brick: &Cells| cuboid(corner(brick), sides(brick)) == *brick;
        if !bricks.iter().all(is_box) {
            return None;
        }
        let room = cuboid([0; 3], picture.sides);
        let mut sliding: BTreeMap<char, BTreeSet<&'static str>> = BTreeMap::new();
        for label in picture.labels() {
            let brick = picture.cells_of(label);
            for (direction, way) in DIRECTIONS.into_iter().zip(WAYS) {
                if can_move(&[&brick], &bricks, &room, direction) {
                    sliding.entry(label).or_default().insert(way);
                }
            }
        }
        let bricks = bricks.iter().map(corners).collect();
        Some(Self { sides: picture.sides, bricks, sliding })
    }

    /// Whether a motion makes another packing of it.
    fn becomes(&self, other: &Self, motion: &Motion) -> bool {
        let bricks: Vec<Brick> = self.bricks.iter().copied().collect();
        let (sides, images) = moved(self.sides, &bricks, motion);
        sides == other.sides && images.into_iter().collect::<BTreeSet<_>>() == other.bricks
    }

    /// How many symmetries of the box leave it unchanged.
    pub(super) fn symmetries(&self) -> usize {
        motions_of_box(self.sides).iter().filter(|motion| self.becomes(self, motion)).count()
    }

    /// How it becomes another packing: all that may be said; nothing if it does not.
    fn ways_to(&self, other: &Self) -> BTreeSet<&'static str> {
        if self.sides == other.sides && self.bricks == other.bricks {
            return ["unchanged"].into();
        }
        let motions = Motion::all().into_iter().filter(|motion| self.becomes(other, motion));
        let mut found: Vec<Motion> = motions.collect();
        match [self.sides, other.sides].map(thin) {
            [None, None] => {}
            // In its plane, a flat box has a front.
            [Some(axis), Some(same)] if axis == same => found.retain(|motion| motion.keeps(axis)),
            // From which side it is seen, nobody says.
            _ if found.is_empty() => {}
            _ => return ["turned", "mirrored"].into(),
        }
        let is_turned = found.iter().any(Motion::is_rotation);
        let how = if is_turned { "turned" } else { "mirrored" };
        if found.is_empty() { BTreeSet::new() } else { [how].into() }
    }

    /// Compares what is said about it; the truth about earlier pictures is given.
    pub(super) fn compare(&self, said: &Value, earlier: &[Self]) -> Result<(), String> {
        agree("box", &said["box"], &self.sides.map(|side| side.to_string()).join("x").into())?;
        agree("bricks", &said["bricks"], &self.bricks.len().into())?;
        let kind = |[from, to]: &Brick| {
            let mut kind = [0, 1, 2].map(|axis| to[axis] - from[axis] + 1);
            kind.sort_unstable();
            kind.map(|side| side.to_string()).join("x")
        };
        let kinds: BTreeSet<String> = self.bricks.iter().map(kind).collect();
        agree("kinds", &words(&said["kinds"]), &kinds)?;
        let mut sliding: BTreeMap<char, BTreeSet<String>> = BTreeMap::new();
        for brick in said["sliding"].as_array().into_iter().flatten() {
            let label = brick["brick"].as_str().and_then(|label| label.chars().next());
            sliding.insert(label.unwrap_or('?'), words(&brick["to"]));
        }
        let truth = self.sliding.iter().map(|(label, ways)| {
            (*label, ways.iter().map(|way| (*way).to_owned()).collect::<BTreeSet<String>>())
        });
        agree("sliding", &sliding, &truth.collect())?;
        agree("rigid", &said["rigid"], &self.sliding.is_empty().into())?;
        agree("symmetries", &said["symmetries"], &self.symmetries().into())?;
        let same = earlier.iter().zip(1..).find_map(|(other, number)| {
            let ways = other.ways_to(self);
            (!ways.is_empty()).then_some((number, ways))
        });
        let how = said["same_as"]["how"].as_str().unwrap_or("");
        match same {
            None => agree("same_as", &said["same_as"], &Value::Null),
            Some((number, ways)) => {
                agree("same_as", &said["same_as"]["picture"], &Value::from(number))?;
                let is_right = ways.contains(how);
                agree("how it is the same", &how, &if is_right { how } else { "another way" })
            }
        }
    }
}

/// The words of a list.
fn words(list: &Value) -> BTreeSet<String> {
    let words = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    words.map(str::to_owned).collect()
}
