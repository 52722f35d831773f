//! Many starts with one goal: each on a core of its own.

use super::bound::Bound;
use super::search::{Solved, Wishes, solve};
use crate::Halt;
use kumiki_drive::Run;
use kumiki_model::{SlidingQuestion, StoppedBy};
use std::ops::ControlFlow;

/// Solves all questions, and gives what was found in their order.
pub(super) fn solve_all(
    questions: &[SlidingQuestion],
    bound: &Bound,
    wishes: Wishes,
    run: &Run<'_>,
) -> Result<(Vec<Solved>, Option<StoppedBy>), Halt> {
    let alone = run.within_a_part();
    let mut all = Vec::new();
    let mut error = None;
    let done = run.parts(
        "solving",
        questions.len(),
        |number, pulse| {
            let solved = solve(&questions[number], bound, wishes, &alone);
            // What is there is kept, also if it is time to stop.
            let _ = pulse.go_on(solved.as_ref().map_or(0, |solved| solved.nodes));
            Ok(solved)
        },
        |solved| match solved {
            Ok(solved) => {
                all.push(solved);
                ControlFlow::Continue(())
            }
            Err(fault) => {
                error = Some(fault);
                ControlFlow::Break(())
            }
        },
    );
    let unfinished = all.iter().find_map(|solved: &Solved| solved.stopped_by);
    match error {
        Some(error) => Err(error),
        None => Ok((all, unfinished.or(done.err()))),
    }
}
