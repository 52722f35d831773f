//! Many starts with one goal: each on a core of its own.

use super::bound::Bound;
use super::search::{Solved, Wishes, solve};
use crate::SolveError;
use kumiki_model::SlidingQuestion;
use kumiki_run::{Ended, Runner, ShowProgress};
use std::ops::ControlFlow;

/// Solves all questions, and gives what was found in their order.
pub(super) fn solve_all(
    questions: &[SlidingQuestion],
    bound: &Bound,
    wishes: Wishes,
    runner: &Runner,
) -> Result<(Vec<Solved>, Ended), SolveError> {
    let alone = Runner { threads: 1, progress: ShowProgress::Never, ..*runner };
    let mut all = Vec::new();
    let mut error = None;
    let ended = runner.units(
        questions.len(),
        "solving",
        |number, reporter| {
            let solved = solve(&questions[number], bound, wishes, &alone);
            reporter.go_on(1.0, solved.as_ref().map_or(0, |solved| solved.nodes));
            Some(solved)
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
    let unfinished = all.iter().map(|solved| solved.ended).find(|ended| *ended != Ended::Complete);
    match error {
        Some(error) => Err(error),
        None => Ok((all, unfinished.unwrap_or(ended))),
    }
}
