//! All positions of a board, by their distances from a goal.

use crate::Halt;
use kumiki_distances::Distances;
use kumiki_drive::Run;
use kumiki_model::{Metric, SlidingPosition, StoppedBy};
use kumiki_search::{Fuel, Step};
use kumiki_slide::HappyPositions;

/// A unit of fuel pays for 1024 words of a bitmap; so much is worked on between two looks at the
/// clock.
const SIP: u64 = 1 << 8;

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
    let all = table.position_count();
    let done = run.alone("searching", |pulse| {
        while table.advance(&mut Fuel(SIP)) != Step::Exhausted {
            pulse.set_progress(table.layers().iter().sum(), all);
            pulse.go_on(0)?;
        }
        Ok(())
    });
    Ok((table, done.err()))
}

/// So many positions are looked at between two looks at the clock.
const HAPPY_SIP: u64 = 1 << 16;

/// How many positions are solved by happy moves alone, at each distance, unless something stops it.
pub(super) fn make_happy(
    goal: &SlidingPosition,
    run: &Run<'_>,
) -> Result<(Vec<u64>, Option<StoppedBy>), Halt> {
    let board = goal.board();
    let mut happy = HappyPositions::new(goal).ok_or(Halt::TooManyCells { board, limit: 16 })?;
    let done = run.alone("searching", |pulse| {
        while happy.advance(&mut Fuel(HAPPY_SIP)) != Step::Exhausted {
            pulse.go_on(HAPPY_SIP)?;
        }
        Ok(())
    });
    Ok((happy.layers().to_vec(), done.err()))
}
