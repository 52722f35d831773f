//! Packings of bricks counted by laying bricks in every way and judging what comes out.
//!
//! There are 4797 ways to lay 2x2x1 bricks into 3x3x3, 132 thousand in 3x3x4 and 3.1 million in
//! 3x3x5, at about 2 microseconds each.

use super::symmetry::AXIS_ORDERS;
use crate::{Symmetries, judge_packing};
use kumiki_model::{
    AntislideQuestion, ByBricks, BySymmetry, Classes, Count, Cuboid, Objective, Packing,
    PlacedBrick, Symmetry,
};
use std::collections::{BTreeMap, BTreeSet};

/// Calls `see` on every way to lay at most `max_bricks` bricks of the allowed kinds into the box
/// without overlap, rigid or not, the empty one first. The bricks come in order of their first
/// cells. Given up if there are more than so many; then some have been seen.
pub fn brick_arrangements(
    question: &AntislideQuestion,
    limit: u64,
    see: &mut dyn FnMut(&[PlacedBrick]),
) -> Option<()> {
    let mut extents: Vec<[usize; 3]> = question.bricks().iter().flat_map(ways_to_hold).collect();
    extents.sort_unstable();
    let container = question.container();
    let mut board = Board {
        container,
        extents,
        brick_limit: question.max_bricks.unwrap_or(container.cell_count()),
        taken: vec![false; container.cell_count()],
        bricks: Vec::new(),
        left: limit,
    };
    board.decide(0, see)
}

/// The different ways to hold a brick along the axes.
fn ways_to_hold(kind: &Cuboid) -> Vec<[usize; 3]> {
    let mut extents = AXIS_ORDERS.map(|order| order.map(|axis| kind.sides()[axis])).to_vec();
    extents.sort_unstable();
    extents.dedup();
    extents
}

/// A box half decided.
struct Board {
    container: Cuboid,
    /// All ways to hold a brick of any kind.
    extents: Vec<[usize; 3]>,
    brick_limit: usize,
    /// Which cells are covered.
    taken: Vec<bool>,
    /// The bricks laid so far, in order of their first cells.
    bricks: Vec<PlacedBrick>,
    /// So many arrangements may still be seen.
    left: u64,
}

impl Board {
    /// Decides what happens at a cell, all earlier ones being decided: nothing, or a brick begins
    /// there.
    fn decide(&mut self, cell: usize, see: &mut dyn FnMut(&[PlacedBrick])) -> Option<()> {
        if cell == self.taken.len() {
            self.left = self.left.checked_sub(1)?;
            see(&self.bricks);
            return Some(());
        }
        self.decide(cell + 1, see)?;
        if self.taken[cell] || self.bricks.len() == self.brick_limit {
            return Some(());
        }
        for way in 0..self.extents.len() {
            let brick =
                PlacedBrick { origin: self.container.place(cell), extent: self.extents[way] };
            if self.has_room_for(&brick) {
                self.place(brick);
                self.decide(cell + 1, see)?;
                self.lift();
            }
        }
        Some(())
    }

    fn has_room_for(&self, brick: &PlacedBrick) -> bool {
        let sides = self.container.sides();
        (0..3).all(|axis| brick.origin[axis] + brick.extent[axis] <= sides[axis])
            && brick.places().all(|place| !self.taken[self.container.cell(place)])
    }

    fn place(&mut self, brick: PlacedBrick) {
        self.bricks.push(brick);
        for place in brick.places() {
            self.taken[self.container.cell(place)] = true;
        }
    }

    fn lift(&mut self) {
        let brick = self.bricks.pop().expect("the last brick is still there");
        for place in brick.places() {
            self.taken[self.container.cell(place)] = false;
        }
    }
}

/// All packings that the question asks for, its `objective` respected, its `symmetry` not: every
/// packing is listed, whatever it looks like from the other side. Given up if there are more than
/// so many ways to lay bricks at all, rigid or not.
#[must_use]
pub fn packings(question: &AntislideQuestion, limit: u64) -> Option<Vec<Packing>> {
    let mut found: Vec<Packing> = Vec::new();
    brick_arrangements(question, limit, &mut |bricks| {
        let packing = Packing::new(question.container(), bricks.to_vec());
        if judge_packing(question, &packing).is_ok() {
            found.push(packing);
        }
    })?;
    let numbers = found.iter().map(|packing| packing.bricks().len());
    let wanted = match question.objective {
        Objective::Any => return Some(found),
        Objective::Fewest => numbers.filter(|number| *number > 0).min(),
        Objective::Most => numbers.max(),
    };
    found.retain(|packing| Some(packing.bricks().len()) == wanted);
    Some(found)
}

/// What a list of packings adds up to, in the words of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AntislideTally {
    /// How many packings.
    pub packings: Count,
    /// How many classes.
    pub classes: Classes,
    /// The same for each number of bricks that occurs, in increasing order.
    pub by_bricks: Vec<ByBricks>,
    /// The classes up to rotations and reflections for each number of symmetries that occurs, in
    /// increasing order.
    pub by_symmetry: Vec<BySymmetry>,
}

/// Counts the packings of the question and their classes, whatever its `symmetry` is. Given up as
/// [`packings`] is.
#[must_use]
pub fn packing_tally(question: &AntislideQuestion, limit: u64) -> Option<AntislideTally> {
    let packings = packings(question, limit)?;
    let all = Symmetries::of_question(question, Symmetry::All);
    let rotations = Symmetries::of_question(question, Symmetry::Rotations);
    let of_box = Symmetries::of_box(question.container(), Symmetry::All);
    let order_of: BTreeMap<Vec<PlacedBrick>, usize> =
        packings.iter().map(|packing| (all.canonical(packing), of_box.fixing(packing))).collect();
    let turned: BTreeSet<Vec<PlacedBrick>> =
        packings.iter().map(|packing| rotations.canonical(packing)).collect();
    let numbers: BTreeSet<usize> = packings.iter().map(|packing| packing.bricks().len()).collect();
    let orders: BTreeSet<usize> = order_of.values().copied().collect();
    Some(AntislideTally {
        packings: count(packings.iter()),
        classes: Classes { all: count(order_of.keys()), rotations: count(turned.iter()) },
        by_bricks: numbers
            .into_iter()
            .map(|bricks| ByBricks {
                bricks,
                packings: count(packings.iter().filter(|packing| packing.bricks().len() == bricks)),
                classes: Classes {
                    all: count(order_of.keys().filter(|class| class.len() == bricks)),
                    rotations: count(turned.iter().filter(|class| class.len() == bricks)),
                },
            })
            .collect(),
        by_symmetry: orders
            .into_iter()
            .map(|order| BySymmetry {
                order,
                classes: count(order_of.values().filter(|o| **o == order)),
            })
            .collect(),
    })
}

fn count<T>(things: impl Iterator<Item = T>) -> Count {
    u64::try_from(things.count()).expect("what is in memory can be counted").into()
}
