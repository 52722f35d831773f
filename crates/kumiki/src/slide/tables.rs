//! All positions of a board, by their distances from a goal.

use crate::SolveError;
use kumiki_distances::Distances;
use kumiki_model::{Metric, SlidingPosition};
use kumiki_run::{Ended, Runner};
use kumiki_search::{Fuel, Step};
use kumiki_slide::HappyPositions;

/// A unit of fuel pays for 1024 words of a bitmap; so much is worked on between two looks at the
/// clock.
const SIP: u64 = 1 << 8;

/// Makes the table of a board, unless something stops it.
pub(super) fn make(
    goal: &SlidingPosition,
    metric: Metric,
    runner: &Runner,
) -> Result<(Distances, Ended), SolveError> {
    let needed = Distances::bytes(goal.board())? as u64;
    if let Some(limit) = runner.limits.memory_bytes.filter(|limit| needed > *limit) {
        return Err(SolveError::TableMemory { needed, limit });
    }
    let mut table = Distances::new(goal, metric)?;
    let all = table.position_count();
    let ended = runner.alone("searching", |reporter| {
        while table.advance(&mut Fuel(SIP)) != Step::Exhausted {
            let share = |part: u64| u32::try_from(part).map_or(f64::MAX, f64::from);
            let reached = table.layers().iter().sum();
            if !reporter.go_on(share(reached) / share(all), 0) {
                return false;
            }
        }
        true
    });
    Ok((table, ended))
}

/// So many positions are looked at between two looks at the clock.
const HAPPY_SIP: u64 = 1 << 16;

/// How many positions are solved by happy moves alone, at each distance, unless something stops it.
pub(super) fn make_happy(
    goal: &SlidingPosition,
    runner: &Runner,
) -> Result<(Vec<u64>, Ended), SolveError> {
    let board = goal.board();
    let mut happy =
        HappyPositions::new(goal).ok_or(SolveError::TooManyCells { board, limit: 16 })?;
    let ended = runner.alone("searching", |reporter| {
        while happy.advance(&mut Fuel(HAPPY_SIP)) != Step::Exhausted {
            if !reporter.go_on(0.0, HAPPY_SIP) {
                return false;
            }
        }
        true
    });
    Ok((happy.layers().to_vec(), ended))
}
