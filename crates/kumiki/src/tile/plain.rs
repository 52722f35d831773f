//! Problems without colours: counted by remembering, then visited if more than the count is wanted.

use super::walk::{Sight, Walk};
use super::{Tiling, Tilings, VISITED_UNASKED, note_counts};
use crate::Halt;
use crate::draft::Draft;
use crate::pick::mix;
use kumiki_drive::Run;
use kumiki_model::{PlacedTile, StoppedBy, Symmetry, TilingQuestion};
use kumiki_tile::{Atlas, Corner, Memo, TilingSearch, Visit};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// Answers a question without colours.
pub(super) fn solve(asked: &Tilings, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let Tilings { question, symmetry, .. } = asked;
    let (how, run) = (draft.how.clone(), draft.run);
    let only_counts = !how.shows() && *symmetry == Some(Symmetry::None);
    let (memo, done) = count(question, Corner::Fewest, !only_counts, &run)?;
    draft.profile.level(0).nodes = memo.node_count();
    let method = match done {
        Ok(_) => "tiles were cut off, and each polygon that is left was counted once",
        Err(_) => "tiles were cut off and polygons counted until the search was stopped",
    };
    let (states, tiles) = (memo.state_count(), memo.node_count());
    draft.answer.evidence.push(format!("method: {method} (polygons: {states}, cuts: {tiles})"));
    let total = done?;
    note_counts(draft, Some(total.into()), None);
    if only_counts {
        return Ok(());
    }
    let is_asked = symmetry.is_some_and(|symmetry| symmetry != Symmetry::None);
    let visits_all = is_asked || total <= u128::from(VISITED_UNASKED);
    if !visits_all {
        draft.answer.evidence.push(format!(
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
            let _ = asked.show(draw(&tilings, size, how.seed), draft);
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

/// A tiling by the places of its tiles.
struct Seen<'w> {
    tilings: &'w kumiki_tile::Tilings<'w>,
    /// The kind of tile in each place.
    kinds: &'w [usize],
    visit: Visit<'w>,
}

impl Sight for Seen<'_> {
    type Element = u32;

    fn tiles(&self) -> impl Iterator<Item = u32> {
        self.visit.places()
    }

    fn kind(&self, place: u32) -> usize {
        self.kinds[place as usize]
    }

    fn is_first(&self) -> bool {
        self.visit.is_first()
    }

    fn symmetries(&self) -> usize {
        self.visit.symmetry()
    }

    fn is_fixed_by(&self, symmetry: usize) -> bool {
        self.visit.is_fixed_by(symmetry)
    }

    fn image(&self, symmetry: usize) -> Vec<u32> {
        self.tilings.image(self.visit.places(), symmetry)
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
    let places = 0..kumiki_id::narrow(atlas.place_count());
    let kinds: Vec<usize> = places.map(|place| atlas.tile(place).tile).collect();
    let walk = Walk::new(asked, atlas.symmetries(), visits_all, draft);
    let walked = walk.through(
        "visiting",
        tilings,
        |books, search: &TilingSearch<'_>| {
            let visit = search.solution().expect("the search holds still at a tiling");
            books.enter(&walk, &Seen { tilings, kinds: &kinds, visit });
        },
        |place| atlas.tile(place),
        draft,
    );
    match walked.stopped_by {
        None => walked.ledger.close(&walk, total, "tilings", &mut draft.answer)?,
        // What was asked for is shown, and the count is complete.
        Some(StoppedBy::Enough) if !visits_all => {}
        Some(StoppedBy::Enough) => draft.answer.evidence.push(
            "the classes were not counted, since only a list was asked for; `count` counts them"
                .to_owned(),
        ),
        stopped_by => draft.answer.stopped_by = stopped_by,
    }
    Ok(())
}

/// Draws so many classes, each set of that size being equally likely. There must be many more.
fn draw(tilings: &kumiki_tile::Tilings<'_>, size: usize, seed: u64) -> Vec<Tiling> {
    let mut state = mix(seed);
    let mut next = || {
        state = mix(state);
        state
    };
    let mut below = |limit: u128| {
        // What is left over at the end would favour small numbers.
        let fair = u128::MAX - u128::MAX % limit;
        loop {
            let number = u128::from(next()) << 64 | u128::from(next());
            if number < fair {
                return number % limit;
            }
        }
    };
    let order = tilings.atlas().symmetries().len();
    let mut seen = BTreeSet::new();
    let mut drawn = Vec::new();
    while drawn.len() < size {
        let Some(places) = tilings.sample(&mut below) else { break };
        let image = |symmetry: usize| tilings.image(places.iter().copied(), symmetry);
        let all: Vec<Vec<u32>> = (0..order).map(image).collect();
        let symmetries = all.iter().filter(|image| **image == all[0]).count();
        // A class with many symmetries has few members; so each of these counts more often.
        let is_taken = below(order as u128) < symmetries as u128;
        if is_taken && seen.insert(all.into_iter().min()) {
            let tiles: Vec<PlacedTile> =
                places.iter().map(|place| tilings.atlas().tile(*place)).collect();
            drawn.push(Tiling { tiles, symmetries });
        }
    }
    drawn
}
