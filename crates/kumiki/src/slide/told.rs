//! The search for a shortest solution told push by push.

use crate::Halt;
use crate::draft::Draft;
use crate::trace::{Names, tell_until};
use kumiki_model::{Direction, SlidingPosition, SlidingQuestion, TraceEvent, TraceOutcome};
use kumiki_search::Prefix;
use kumiki_slide::{Guide, Paths};

/// Tells rounds with ever more moves, until the first solution.
pub(super) fn trace<G: Guide>(
    question: &SlidingQuestion,
    paths: &Paths<'_, G>,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    let after = |prefix: &Prefix| {
        let mut position = question.start().clone();
        for choice in prefix.choices() {
            position.step(Direction::ALL[*choice as usize]).expect("a way on the board");
        }
        position
    };
    let is_solution = |event: &TraceEvent| {
        matches!(event, TraceEvent::Try { outcome: TraceOutcome::Solution, .. })
    };
    let mut limit = paths.bound();
    loop {
        let round = TraceEvent::Round { limit: format!("solutions of {limit} moves") };
        if draft.tell(0, round).is_break() {
            return Ok(());
        }
        let names = Names {
            item: &|prefix, _| blank(&after(prefix)),
            why: "",
            choice: &|prefix, choice| {
                let position = after(prefix);
                let tile = position.clone().step(Direction::ALL[choice as usize]);
                format!("push {}", position.name(tile.expect("a way on the board")))
            },
            reason: &|prefix, _| {
                let (made, least) = (prefix.len(), paths.bound_after(prefix));
                format!("{made} made, at least {least} to go, {limit} allowed")
            },
        };
        if tell_until(&paths.with_limit(limit), &names, draft, is_solution)? {
            return Ok(());
        }
        limit += 2;
    }
}

/// Where the blank is.
fn blank(position: &SlidingPosition) -> String {
    let columns = position.board().columns();
    let (row, column) = (position.blank() / columns + 1, position.blank() % columns + 1);
    format!("the blank in row {row}, column {column}")
}
