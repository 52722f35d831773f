//! The counts, confirmed by a second method.
//!
//! The judge lays tiles with its own geometry, and cuts nothing. Where that takes too long, plain
//! problems are counted again by cutting tiles off elsewhere; of coloured ones, all tilings without
//! colours are visited, and the judge paints each in all ways.

use super::coloured::names;
use super::{Pool, VISITED_UNASKED, plain};
use crate::Halt;
use crate::report::NOT_VERIFIED;
use kumiki_drive::{Ledger, Pulse, Run};
use kumiki_model::{Colours, Count, PlacedTile, StoppedBy, TilingQuestion};
use kumiki_recount::{TilingCounts, TilingPainter, TilingRecount};
use kumiki_tile::{Atlas, Corner, TilingSearch, Tilings, without_colours};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// More tiles are not tried: these take about a minute. If there are colours, every tiling is
/// visited, and we know sooner that there are too many.
const MAX_TILES: u64 = 1 << 21;
const MAX_PAINTED_TILES: u64 = 1 << 16;

/// So many tiles are tried between two looks at the limits.
const SIP: u64 = 64;

/// Counts again, and gives a line that says so.
///
/// # Errors
/// If the second count is another one, or is stopped.
pub(super) fn verify(
    question: &TilingQuestion,
    first: &TilingCounts,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let most = if question.colours().is_some() { MAX_PAINTED_TILES } else { MAX_TILES };
    match (recount(question, most, run)?, question.colours()) {
        (Some((second, steps)), _) => {
            agree(first, &second)?;
            Ok(format!(
                "verified: the judge, which lays tiles, cuts nothing and shares no code with the \
                 search, counts {} too (tiles tried: {steps})",
                in_words(&second)
            ))
        }
        (None, None) => cut_elsewhere(question, first, run),
        (None, Some(colours)) => paint(question, colours, first, run),
    }
}

/// What the judge counts, and how many tiles it tries; nothing if that would be more than `most`,
/// or if there are too many directions.
fn recount(
    question: &TilingQuestion,
    most: u64,
    run: &Run<'_>,
) -> Result<Option<(TilingCounts, u64)>, StoppedBy> {
    let count = |_: usize, pulse: &Pulse<'_, '_>| {
        let Some(mut recount) = TilingRecount::new(question, true) else { return Ok(None) };
        loop {
            let before = recount.steps();
            // One more, to know that it is too many.
            let is_done = recount.advance(SIP.min(most + 1 - before));
            let steps = recount.steps();
            pulse.go_on(steps - before)?;
            match is_done {
                _ if steps > most => return Ok(None),
                true => return Ok(Some((recount.count(), steps))),
                false => {}
            }
        }
    };
    let mut counted = None;
    run.parts_anew("counting again", 1, count, |found| {
        counted = found;
        ControlFlow::Continue(())
    })?;
    Ok(counted)
}

fn agree(first: &TilingCounts, second: &TilingCounts) -> Result<(), Halt> {
    if first == second {
        return Ok(());
    }
    Err(Halt::disagreement(in_words(first), in_words(second)))
}

fn in_words(TilingCounts { tilings, colourings, labelled }: &TilingCounts) -> String {
    if *colourings == 0_u32.into() {
        return format!("{tilings} tilings");
    }
    format!("{colourings} colourings, {labelled} with names, on {tilings} tilings")
}

/// Cuts tiles off elsewhere. Both counts cut alike.
fn cut_elsewhere(
    question: &TilingQuestion,
    first: &TilingCounts,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let (_, done) = plain::count(question, Corner::Lowest, run)?;
    let second = BigUint::from(done?);
    if first.tilings != second {
        return Err(Halt::disagreement(
            format!("{} tilings", first.tilings),
            format!("{second} by cutting off tiles at the lowest corner"),
        ));
    }
    Ok(format!(
        "verified in part: cutting off tiles at the lowest corner instead counts {second} too; both \
         counts cut alike and measure what is left, and a count without cutting is out of reach here"
    ))
}

/// Counts the colourings again by painting.
fn paint(
    question: &TilingQuestion,
    colours: &Colours,
    first: &TilingCounts,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let bare = without_colours(question)?;
    let (memo, total) = plain::keep_all(&bare, run)?;
    if total > u128::from(VISITED_UNASKED) {
        return Ok(format!(
            "{NOT_VERIFIED}there are {total} tilings without colours, too many to paint"
        ));
    }
    let tilings = Tilings::new(&memo, Atlas::new(&bare));
    // Painters remember which places clash.
    let pool = Pool::new(|| TilingPainter::new(question));
    let walked = run.tree(
        "painting",
        &tilings,
        Painted::default,
        |painted: &mut Painted, search: &TilingSearch<'_>| {
            let tiling = search.solution().expect("the search holds still at a tiling");
            let tile = |place: u32| (place, tilings.atlas().tile(place));
            let tiles: Vec<(u32, PlacedTile)> = tiling.places().map(tile).collect();
            let before = painted.colourings;
            pool.lend(|painter| {
                painter.paint(&tiles, |chosen| {
                    let used = chosen.iter().max().map_or(0, |last| last + 1);
                    painted.colourings += 1;
                    painted.labelled.0 += names(colours, used);
                });
            });
            painted.tilings += u64::from(painted.colourings > before);
            ControlFlow::Continue(())
        },
        |_| ControlFlow::Continue(()),
    );
    walked.stopped_by.map_or(Ok(()), Err)?;
    let Painted { tilings, colourings, labelled: Count(labelled) } = walked.ledger;
    let line = format!(
        "verified in part: painting each of the {total} tilings without colours gives \
         {colourings} colourings, {labelled} with names, on {tilings} tilings too; both counts \
         cut alike, and a count without cutting is out of reach here"
    );
    let second = TilingCounts { tilings: tilings.into(), colourings: colourings.into(), labelled };
    agree(first, &second)?;
    Ok(line)
}

/// What came of painting some tilings.
#[derive(Default, Serialize, Deserialize)]
struct Painted {
    /// How many can be painted by the rules.
    tilings: u64,
    /// In how many ways, up to the names of colours, and with names.
    colourings: u64,
    labelled: Count,
}

impl Ledger for Painted {
    fn absorb(&mut self, later: Self) {
        self.tilings += later.tilings;
        self.colourings += later.colourings;
        self.labelled.0 += later.labelled.0;
    }

    fn is_ordered(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_drive::Unhosted;
    use kumiki_oracle::universe::{dominoes, random_coloured_tiling_questions, random_dissections};

    #[test]
    fn recounts_are_those_of_the_judge_or_given_up() {
        let questions = [dominoes(2, 3), dominoes(3, 3), dominoes(4, 4)];
        let others = random_dissections(21, 12).chain(random_coloured_tiling_questions(22, 12));
        let (mut counted, mut too_long) = (0, 0);
        for (at, question) in questions.into_iter().chain(others).enumerate() {
            let mut whole = TilingRecount::new(&question, true).expect("few directions");
            assert!(whole.advance(u64::MAX), "{at}");
            for most in [20, 500] {
                let found = recount(&question, most, &Run::new(&Unhosted)).expect("no limits");
                let expected = (whole.steps() <= most).then(|| (whole.count(), whole.steps()));
                assert_eq!(found, expected, "{at}");
                counted += usize::from(found.is_some());
                too_long += usize::from(found.is_none());
            }
        }
        assert!(counted > 20 && too_long > 5, "{counted} and {too_long}");
    }
}
