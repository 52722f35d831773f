//! Packings of bricks that cannot slide, by deciding about one cell after the other.

use super::question::{Question, Start};
use crate::grid::{
    Cell, Cells, Motion, carried, cuboid, each_is_held, motions_of_box, no_group_moves,
};
use std::collections::BTreeSet;

/// Beyond so many sets of bricks a question is not asked.
const MOST_SETS: usize = 40_000;

/// Beyond so many bricks the groups that might move are too many to try.
const MOST_GROUPED: usize = 9;

/// A packing: the cells of its bricks.
pub(crate) type Packing = BTreeSet<Cells>;

/// All packings of the question, of any number of bricks; nothing if they are too many to find.
pub(crate) fn packings(question: &Question) -> Option<BTreeSet<Packing>> {
    let room = cuboid([0; 3], question.held());
    let mut search = Search {
        room: room.iter().copied().collect(),
        bricks: bricks(question, &room),
        sets: Vec::new(),
    };
    search.decide(0, 0, &mut Vec::new());
    if search.sets.len() >= MOST_SETS {
        return None;
    }
    let first = first_brick(question);
    let corners = corners(question.held());
    let mut found = BTreeSet::new();
    for set in &search.sets {
        let packing: Vec<Cells> = set.iter().map(|at| search.bricks[*at].cells.clone()).collect();
        let begins = match question.start {
            Start::Anywhere => true,
            Start::Corner => first.as_ref().is_some_and(|first| packing.contains(first)),
            Start::NoCorner => packing.iter().all(|brick| brick.is_disjoint(&corners)),
        };
        if !begins || !search.is_held(set) {
            continue;
        }
        if question.is_group_rule && packing.len() > MOST_GROUPED {
            return None;
        }
        // Quick to say no; what is said yes to is looked at once more, and slowly.
        let is_held = match question.is_group_rule {
            true => no_group_moves(&packing, &room),
            false => each_is_held(&packing, &room),
        };
        if is_held {
            found.insert(packing.into_iter().collect());
        }
    }
    Some(found)
}

/// A way to lay a brick.
struct Brick {
    cells: Cells,
    /// The same as bits of the number of the cell.
    bits: u64,
    /// What it touches in each direction; nothing if that is the wall.
    touched: Vec<Option<u64>>,
}

struct Search {
    room: Vec<Cell>,
    bricks: Vec<Brick>,
    /// Sets of bricks that do not overlap.
    sets: Vec<Vec<usize>>,
}

impl Search {
    /// Puts a brick with its first cell at cell `at`, or none, then goes on.
    fn decide(&mut self, at: usize, filled: u64, placed: &mut Vec<usize>) {
        if self.sets.len() >= MOST_SETS {
            return;
        }
        if at == self.room.len() {
            self.sets.push(placed.clone());
            return;
        }
        self.decide(at + 1, filled, placed);
        for brick in 0..self.bricks.len() {
            let bits = self.bricks[brick].bits;
            if bits.trailing_zeros() as usize == at && bits & filled == 0 {
                placed.push(brick);
                self.decide(at + 1, filled | bits, placed);
                placed.pop();
            }
        }
    }

    /// Whether every face of every brick touches something.
    fn is_held(&self, set: &[usize]) -> bool {
        let filled = set.iter().fold(0, |filled, brick| filled | self.bricks[*brick].bits);
        let mut touched = set.iter().flat_map(|brick| &self.bricks[*brick].touched).flatten();
        touched.all(|touched| touched & filled != 0)
    }
}

/// All ways to lay bricks.
fn bricks(question: &Question, room: &Cells) -> Vec<Brick> {
    let number = |cell: &Cell| room.iter().position(|other| other == cell);
    let bits = |cells: &Cells| cells.iter().filter_map(number).fold(0, |bits, at| bits | 1 << at);
    let mut ways: BTreeSet<Cells> = BTreeSet::new();
    for extent in question.bricks.iter().flat_map(|brick| extents(*brick)) {
        ways.extend(
            room.iter().map(|from| cuboid(*from, extent)).filter(|cells| cells.is_subset(room)),
        );
    }
    let brick = |cells: Cells| {
        let touched = crate::grid::DIRECTIONS.map(|direction| {
            let next: Cells =
                cells.iter().map(|cell| crate::grid::next_to(*cell, direction)).collect();
            let beyond: Cells = next.difference(&cells).copied().collect();
            beyond.is_subset(room).then(|| bits(&beyond))
        });
        Brick { bits: bits(&cells), touched: touched.to_vec(), cells }
    };
    ways.into_iter().map(brick).collect()
}

/// The ways to hold a brick along the axes, in order.
fn extents([a, b, c]: [i32; 3]) -> BTreeSet<[i32; 3]> {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].into()
}

/// ANTISLIDE's first move: a brick of the first kind in the first cell, across as few layers and
/// then as few rows as it can.
pub(crate) fn first_brick(question: &Question) -> Option<Cells> {
    let room = question.held();
    let fits = |extent: &[i32; 3]| (0..3).all(|axis| extent[axis] <= room[axis]);
    let extent = extents(*question.bricks.first()?).into_iter().find(fits)?;
    Some(cuboid([0; 3], extent))
}

/// The corner cells of a box.
fn corners(sides: [i32; 3]) -> Cells {
    let is_corner =
        |cell: &Cell| (0..3).all(|axis| cell[axis] == 0 || cell[axis] == sides[axis] - 1);
    cuboid([0; 3], sides).into_iter().filter(is_corner).collect()
}

/// The symmetries of the box; and those among them that keep the first brick, if it is prescribed.
pub(crate) fn symmetries(question: &Question) -> (Vec<Motion>, Vec<Motion>) {
    let room = cuboid([0; 3], question.held());
    let of_box: Vec<Motion> = motions_of_box(question.held())
        .into_iter()
        .filter(|motion| carried(&room, motion, &room) == room)
        .collect();
    let first = first_brick(question).filter(|_| question.start == Start::Corner);
    let keeps = |motion: &&Motion| {
        first.as_ref().is_none_or(|first| carried(first, motion, &room) == *first)
    };
    let kept = of_box.iter().filter(keeps).copied().collect();
    (of_box, kept)
}

/// What a motion makes of a packing.
pub(crate) fn image(packing: &Packing, motion: &Motion, room: &Cells) -> Packing {
    packing.iter().map(|brick| carried(brick, motion, room)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::compare::classes;
    use super::*;

    fn figures(held: [i32; 3], brick: [i32; 3], start: Start) -> Vec<(usize, usize, usize)> {
        let question =
            Question { held, bricks: vec![brick], is_group_rule: false, start, most: None };
        let found = packings(&question).expect("few");
        let room = cuboid([0; 3], question.held());
        let (_, group) = symmetries(&question);
        let numbers: BTreeSet<usize> = found.iter().map(BTreeSet::len).collect();
        let of = |bricks: usize| {
            let some: BTreeSet<Packing> =
                found.iter().filter(|one| one.len() == bricks).cloned().collect();
            let class_of = classes(&some, &group, &room);
            (bricks, some.len(), class_of.values().collect::<BTreeSet<_>>().len())
        };
        numbers.into_iter().map(of).collect()
    }

    #[test]
    fn the_smallest_boxes_can_be_counted_by_hand() {
        // Nothing, or the one brick; two layers have two bricks in three directions, and no packing
        // of one.
        assert_eq!(figures([1, 2, 2], [2, 2, 1], Start::Anywhere), [(0, 1, 1), (1, 1, 1)]);
        assert_eq!(figures([2, 2, 2], [2, 2, 1], Start::Anywhere), [(0, 1, 1), (2, 3, 1)]);
        assert_eq!(figures([2, 2, 2], [2, 2, 1], Start::Corner), [(2, 1, 1)]);
        assert_eq!(figures([2, 2, 2], [2, 2, 1], Start::NoCorner), [(0, 1, 1)]);
    }

    #[test]
    fn three_by_three_by_three_is_known() {
        // Nine packings in two classes: none, and six bricks around an empty diagonal.
        let figures = figures([3, 3, 3], [2, 2, 1], Start::Anywhere);
        assert_eq!(figures.iter().map(|row| row.1).sum::<usize>(), 9, "{figures:?}");
        assert_eq!(figures.iter().map(|row| row.2).sum::<usize>(), 2, "{figures:?}");
    }
}
