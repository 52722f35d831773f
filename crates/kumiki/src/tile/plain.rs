//! Problems without colours: counted by remembering, then visited if more than the count is wanted.

use super::walk::Walk;
use super::{Tiling, Tilings, VISITED_UNASKED, note_counts};
use crate::Halt;
use crate::draft::Draft;
use kumiki_drive::Run;
use kumiki_model::{StoppedBy, Symmetry, TilingQuestion};
use kumiki_tile::{Atlas, Corner, Memo, TilingSearch};
use num_bigint::BigUint;

/// Answers a question without colours.
pub(super) fn solve(asked: &Tilings, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let Tilings { question, symmetry, .. } = asked;
    let (how, run) = (draft.how.clone(), draft.run);
    let only_counts = asked.is_counted_only(&how);
    let (memo, done) = count(question, Corner::Fewest, !only_counts, &run)?;
    draft.profile = memo.profile();
    let method = match done {
        Ok(_) => "tiles were cut off, and each polygon that is left was counted once",
        Err(_) => "tiles were cut off and polygons counted until the search was stopped",
    };
    let (states, tiles) = (memo.state_count(), memo.node_count());
    draft.note(format!("method: {method} (polygons: {states}, cuts: {tiles})"));
    let total = done?;
    note_counts(draft, Some(total.into()), None);
    if only_counts {
        return Ok(());
    }
    let is_asked = symmetry.is_some_and(|symmetry| symmetry != Symmetry::None);
    let visits_all = is_asked || total <= u128::from(VISITED_UNASKED);
    if !visits_all {
        draft.note(format!(
            "the classes were not counted, since there are more than {VISITED_UNASKED} tilings; \
             `symmetry` all counts them"
        ));
        if !how.shows() {
            return Ok(());
        }
    }
    let tilings = kumiki_tile::Tilings::new(&memo, Atlas::new(question));
    drop(memo);
    match how.sample {
        Some(size) if !visits_all => {
            let tile = |place: u32| tilings.atlas().tile(place);
            let drawn = tilings.draw(size, how.seed).into_iter().map(|(places, symmetries)| {
                Tiling { tiles: places.into_iter().map(tile).collect(), symmetries }
            });
            let _ = asked.show(drawn.collect(), draft);
        }
        _ => visit(asked, &tilings, &total.into(), visits_all, draft)?,
    }
    draft.check_shown()
}

/// Counts all tilings. Gives what it remembers, and their number if it came to its end.
pub(super) fn count(
    question: &TilingQuestion,
    corner: Corner,
    keeps_starts: bool,
    run: &Run<'_>,
) -> Result<(Memo, Result<u128, StoppedBy>), Halt> {
    let mut memo = Memo::new(question, corner, keeps_starts)?;
    let done = match run.stages("counting", &mut memo) {
        Ok(false) => return Err(Halt::TooManyTilings),
        Ok(true) => Ok(memo.count().ok_or(Halt::TooManyTilings)?),
        Err(stopped_by) => Err(stopped_by),
    };
    Ok((memo, done))
}

/// Visits the tilings: all of them, or as many as are shown.
fn visit(
    asked: &Tilings,
    tilings: &kumiki_tile::Tilings<'_>,
    total: &BigUint,
    visits_all: bool,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    let atlas = tilings.atlas();
    let walk = Walk::new(asked, atlas.symmetries(), visits_all, draft);
    let walked = walk.through(
        "visiting",
        tilings,
        |books, search: &TilingSearch<'_>| {
            let visit = search.solution().expect("the search holds still at a tiling");
            books.enter(&walk, &visit);
        },
        |place| atlas.tile(place),
        draft,
    );
    match walked.stopped_by {
        None => walked.ledger.close(&walk, total, "tilings", &mut draft.answer)?,
        // What was asked for is shown, and the count is complete.
        Some(StoppedBy::Enough) if !visits_all => {}
        Some(StoppedBy::Enough) => draft.note(
            "the classes were not counted, since only a list was asked for; `count` counts them",
        ),
        stopped_by => draft.answer.stopped_by = stopped_by,
    }
    Ok(())
}
