//! The second method: the judge lays tiles with its own geometry, and cuts nothing.

use super::Solved;
use crate::Halt;
use kumiki_drive::Run;
use kumiki_judge::{TilingCounts, TilingRecount};
use kumiki_model::TilingQuestion;

/// So many tiles are tried between two looks at the clock.
const SIP: u64 = 1 << 8;

/// More tiles are not tried: these take about a minute. If there are colours, every tiling is
/// visited, and we know sooner that there are too many.
const MAX_TILES: u64 = 1 << 21;
const MAX_PAINTED_TILES: u64 = 1 << 16;

/// How a recount ended.
pub(super) enum Recount {
    /// It confirms the first count; in words.
    Agreed(String),
    /// It would take too long, so another method is needed.
    TooLong,
}

/// Counts again.
///
/// # Errors
/// If it counts otherwise, or is stopped.
pub(super) fn recount(
    question: &TilingQuestion,
    solved: &Solved,
    run: &Run<'_>,
) -> Result<Recount, Halt> {
    let most = if question.colours().is_some() { MAX_PAINTED_TILES } else { MAX_TILES };
    let Some(mut recount) = TilingRecount::new(question, true) else { return Ok(Recount::TooLong) };
    run.alone("counting again", |pulse| {
        while !recount.advance(SIP) && recount.steps() <= most {
            pulse.go_on(SIP)?;
        }
        Ok(())
    })?;
    if recount.steps() > most {
        return Ok(Recount::TooLong);
    }
    let told = |count: &Option<_>| count.clone().unwrap_or_default();
    let first = TilingCounts {
        tilings: told(&solved.tilings),
        colourings: told(&solved.colourings),
        labelled: told(&solved.labelled),
    };
    let (second, steps) = (recount.count(), recount.steps());
    if first != second {
        return Err(Halt::Disagreement { first: in_words(&first), second: in_words(&second) });
    }
    let words = in_words(&second);
    Ok(Recount::Agreed(format!(
        "verified: the judge, which lays tiles, cuts nothing and shares no code with the search, \
         counts {words} too (tiles tried: {steps})"
    )))
}

fn in_words(TilingCounts { tilings, colourings, labelled }: &TilingCounts) -> String {
    if *colourings == 0_u32.into() {
        return format!("{tilings} tilings");
    }
    format!("{colourings} colourings, {labelled} with names, on {tilings} tilings")
}
