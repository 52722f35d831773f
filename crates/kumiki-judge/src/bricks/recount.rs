//! Packings of bricks counted by laying bricks in every way and judging what comes out.
//!
//! There are 4797 ways to lay 2x2x1 bricks into 3x3x3, 132 thousand in 3x3x4 and 3.1 million in
//! 3x3x5, at about 2 microseconds each.

use super::rules::{PackingJudge, board_of, brick_of, prescribed};
use crate::envelope::{by_symmetry, how_often};
use crate::pieces::board::Board;
use kumiki_model::{
    AntislideQuestion, ByBricks, BySymmetry, Classes, Count, Objective, Packing, PlacedBrick,
    Symmetry,
};

/// Calls `see` on every way to lay at most `max_bricks` bricks of the allowed kinds into the box
/// without overlap, rigid or not, the empty one first. The bricks come in order of their first
/// cells. Given up if there are more than so many; then some have been seen.
pub fn brick_arrangements(
    question: &AntislideQuestion,
    limit: u64,
    see: &mut dyn FnMut(&[PlacedBrick]),
) -> Option<()> {
    let board = board_of(question);
    let bricks: Vec<PlacedBrick> = board.placements.iter().map(brick_of).collect();
    numbered_arrangements(question, &board, limit, &mut |numbers| {
        see(&numbers.iter().map(|number| bricks[*number]).collect::<Vec<_>>());
    })
}

/// The same, for the numbers of the placements.
fn numbered_arrangements(
    question: &AntislideQuestion,
    board: &Board,
    limit: u64,
    see: &mut dyn FnMut(&[usize]),
) -> Option<()> {
    let most = question.max_bricks.unwrap_or(usize::MAX);
    let mut left = limit;
    board.arrangements(0, most, u64::MAX, &mut |numbers| {
        left = left.checked_sub(1)?;
        see(numbers);
        Some(())
    })
}

/// All packings that the question asks for, its `objective` respected, its `symmetry` not: every
/// packing is listed, whatever it looks like from the other side. Given up if there are more than
/// so many ways to lay bricks at all, rigid or not.
#[must_use]
pub fn packings(question: &AntislideQuestion, limit: u64) -> Option<Vec<Packing>> {
    let board = board_of(question);
    let packing = |numbers: Vec<usize>| {
        let bricks = numbers.into_iter().map(|number| brick_of(&board.placements[number]));
        Packing::new(question.container(), bricks.collect())
    };
    let found = numbered_packings(question, &board, limit)?;
    Some(found.into_iter().map(packing).collect())
}

/// The same, as the numbers of the placements.
fn numbered_packings(
    question: &AntislideQuestion,
    board: &Board,
    limit: u64,
) -> Option<Vec<Vec<usize>>> {
    let judge = PackingJudge::new(question);
    let mut found: Vec<Vec<usize>> = Vec::new();
    numbered_arrangements(question, board, limit, &mut |numbers| {
        if judge.judge_pieces(&board.placed(numbers)).is_ok() {
            found.push(numbers.to_vec());
        }
    })?;
    let lengths = found.iter().map(Vec::len);
    let wanted = match question.objective {
        Objective::Any => return Some(found),
        Objective::Fewest => lengths.filter(|length| *length > 0).min(),
        Objective::Most => lengths.max(),
    };
    found.retain(|packing| Some(packing.len()) == wanted);
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
    let board = board_of(question);
    let packings = numbered_packings(question, &board, limit)?;
    let (of_box, kept) = (board.motions(None), board.motions(prescribed(question, &board)));
    let all = kept.up_to(Symmetry::All).classes(&packings);
    let rotations = kept.up_to(Symmetry::Rotations).classes(&packings);
    let [by_number, by_number_all, by_number_turned] = [
        how_often(packings.iter().map(Vec::len)),
        how_often(all.keys().map(Vec::len)),
        how_often(rotations.keys().map(Vec::len)),
    ];
    let count = |number: usize| Count(number.into());
    let row = |(bricks, packings): (&usize, &usize)| ByBricks {
        bricks: *bricks,
        packings: count(*packings),
        classes: Classes {
            all: count(by_number_all[bricks]),
            rotations: count(by_number_turned[bricks]),
        },
    };
    let fixing = |class: &Vec<usize>| of_box.up_to(Symmetry::All).fixing(class);
    Some(AntislideTally {
        packings: count(packings.len()),
        classes: Classes { all: count(all.len()), rotations: count(rotations.len()) },
        by_bricks: by_number.iter().map(row).collect(),
        by_symmetry: by_symmetry(all.keys().map(fixing)),
    })
}
