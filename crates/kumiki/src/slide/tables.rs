//! All positions of a board, by their distances from a goal.

use crate::Halt;
use kumiki_distances::Distances;
use kumiki_drive::Run;
use kumiki_model::{Metric, SlidingPosition, StoppedBy};
use kumiki_slide::HappyPositions;

/// Makes the table of a board, unless something stops it.
pub(super) fn make(
    goal: &SlidingPosition,
    metric: Metric,
    run: &Run<'_>,
) -> Result<(Distances, Option<StoppedBy>), Halt> {
    let needed = Distances::bytes(goal.board())? as u64;
    if let Some(limit) = run.memory_limit().filter(|limit| needed > *limit) {
        return Err(Halt::TableMemory { needed, limit });
    }
    let mut table = Distances::new(goal, metric)?;
    let done = run.stages("searching", &mut table);
    Ok((table, done.err()))
}

/// How many positions are solved by happy moves alone, at each distance, unless something stops it.
pub(super) fn make_happy(
    goal: &SlidingPosition,
    run: &Run<'_>,
) -> Result<(Vec<u64>, Option<StoppedBy>), Halt> {
    let board = goal.board();
    let mut happy = HappyPositions::new(goal).ok_or(Halt::TooManyCells { board, limit: 16 })?;
    let done = run.stages("searching", &mut happy);
    Ok((happy.layers().to_vec(), done.err()))
}
