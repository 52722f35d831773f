//! Problems without colours: counted by remembering, then visited if more than the count is wanted.

use super::walk::Walk;
use super::{Tiling, Tilings, VISITED_UNASKED, note_counts};
use crate::Halt;
use crate::draft::Draft;
use kumiki_drive::Run;
use kumiki_model::{StoppedBy, Symmetry, TilingQuestion};
use kumiki_search::{BadSnapshot, Fuel, Profile, Progress, Record, Snapshot, Stages, Turn};
use kumiki_tile::{Atlas, Corner, Memo, Team, TilingSearch};
use num_bigint::BigUint;

/// A count that is not asked to keep its tilings keeps them for so many tiles that are cut off:
/// some seconds. Then it is begun anew, by all threads and in less memory.
const KEPT_UNASKED: u64 = 1 << 18;

/// Answers a question without colours.
pub(super) fn solve(asked: &Tilings, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let Tilings { question, symmetry, .. } = asked;
    let (how, run) = (draft.how.clone(), draft.run);
    let only_counts = !how.shows() && *symmetry == Some(Symmetry::None);
    let is_asked = symmetry.is_some_and(|symmetry| symmetry != Symmetry::None);
    let most = if how.shows() || is_asked { u64::MAX } else { KEPT_UNASKED };
    let kept = if only_counts { None } else { keep(question, most, &run)? };
    let (total, kept) = match kept {
        Some((memo, done)) => {
            draft.profile = memo.profile();
            let method = match done {
                Ok(_) => "tiles were cut off, and each polygon that is left was counted once",
                Err(_) => "tiles were cut off and polygons counted until the search was stopped",
            };
            let (states, tiles) = (memo.state_count(), memo.node_count());
            draft.note(format!("method: {method} (polygons: {states}, cuts: {tiles})"));
            (done?, Some(memo))
        }
        None => {
            let (profile, done) = count(question, Corner::Fewest, &run)?;
            draft.profile = profile;
            draft.note(match done {
                Ok(_) => {
                    "method: tiles were cut off, and what each polygon that is left comes to was \
                     remembered"
                }
                Err(_) => "method: tiles were cut off until the search was stopped",
            });
            (done?, None)
        }
    };
    note_counts(draft, Some(total.into()), None);
    if only_counts {
        return Ok(());
    }
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
    let memo = match kept {
        Some(memo) => memo,
        // There are few, although it took long to count them.
        None => keep_all(question, &run)?.0,
    };
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

/// What came of a count: the number of tilings, if it came to its end.
type Counted<W> = (W, Result<u128, StoppedBy>);

/// Counts all tilings, and keeps how they begin. Nothing, if more tiles than that are cut off.
fn keep(
    question: &TilingQuestion,
    most: u64,
    run: &Run<'_>,
) -> Result<Option<Counted<Memo>>, Halt> {
    let mut keeping = Keeping { memo: Memo::new(question, Corner::Fewest, true)?, most };
    let done = match run.stages("counting", &mut keeping) {
        Ok(Kept::TooMuch) => return Ok(None),
        Ok(Kept::TooMany) => return Err(Halt::TooManyTilings),
        Ok(Kept::Done) => Ok(keeping.memo.count().ok_or(Halt::TooManyTilings)?),
        Err(stopped_by) => Err(stopped_by),
    };
    Ok(Some((keeping.memo, done)))
}

/// The same, however many tiles are cut off. Gives the number of tilings, too.
pub(super) fn keep_all(question: &TilingQuestion, run: &Run<'_>) -> Result<(Memo, u128), Halt> {
    let (memo, done) = keep(question, u64::MAX, run)?.expect("nothing is too much");
    Ok((memo, done?))
}

/// Counts all tilings on all threads.
pub(super) fn count(
    question: &TilingQuestion,
    corner: Corner,
    run: &Run<'_>,
) -> Result<Counted<Profile>, Halt> {
    let mut team = Team::new(question, corner, run.threads())?;
    let done = match run.stages("counting", &mut team) {
        Ok(false) => return Err(Halt::TooManyTilings),
        Ok(true) => Ok(team.count().ok_or(Halt::TooManyTilings)?),
        Err(stopped_by) => Err(stopped_by),
    };
    Ok((team.profile(), done))
}

/// How a count ends that keeps how tilings begin.
enum Kept {
    Done,
    /// More tiles were cut off than there should be.
    TooMuch,
    /// A number outgrew 128 bits.
    TooMany,
}

/// A count that keeps how tilings begin, unless that takes too much.
struct Keeping {
    memo: Memo,
    /// The most tiles that are cut off, about.
    most: u64,
}

impl Stages for Keeping {
    type Answer = Kept;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Kept> {
        let left = self.most.saturating_sub(self.memo.node_count());
        if left == 0 {
            return Turn::Done(Kept::TooMuch);
        }
        match Stages::advance(&mut self.memo, &mut Fuel(fuel.0.min(left))) {
            Turn::Going => Turn::Going,
            Turn::Done(true) => Turn::Done(Kept::Done),
            Turn::Done(false) => Turn::Done(Kept::TooMany),
        }
    }

    fn progress(&self) -> Progress {
        self.memo.progress()
    }
}

impl Snapshot for Keeping {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.memo.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.memo.load(records)
    }
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
