//! The tree of moves below a start: why a search without memory does little twice.

use crate::Halt;
use crate::draft::Draft;
use kumiki_model::{Part, PathLevel, SlideTreePart, SlidingPosition};
use kumiki_slide::{MoveTree, Paved};
use num_bigint::BigUint;

/// Counts the paths below a start that never go straight back, and the positions at their ends.
pub(super) fn count_paths(
    start: &SlidingPosition,
    depth: usize,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    let too_many = Halt::TooManyCells { board: start.board(), limit: 16 };
    let mut tree = MoveTree::new(start, depth).ok_or(too_many)?;
    let stopped_by = draft.run.within_the_machine().stages_anew("searching", &mut tree).err();
    draft.note(
        "method: paths counted by the cell of the blank and the last move; positions met level by \
         level",
    );
    let row = |(level, paved): (usize, &Paved)| PathLevel {
        level,
        paths: BigUint::from(paved.paths).into(),
        positions: paved.positions.into(),
        new: paved.new.into(),
    };
    let count: u64 = tree.levels().iter().map(|level| level.new).sum();
    draft.profile.level(0).nodes = tree.levels().iter().map(|level| level.positions).sum();
    draft.answer.count = Some(count.into());
    let levels = tree.levels().iter().enumerate().map(row).collect();
    draft.answer.part = Part::SlideTree(SlideTreePart { start: start.to_string(), levels });
    draft.answer.stopped_by = stopped_by;
    Ok(())
}
