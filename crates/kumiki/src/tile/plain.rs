//! Problems without colours: counted by remembering, then visited if more than the count is wanted.

use super::books::{Books, Standing};
use super::{Tiling, Tilings, VISITED_UNASKED, note_counts, numbers_vary};
use crate::Halt;
use crate::draft::Draft;
use crate::pick::{Pick, Picked, mix};
use kumiki_drive::{Ledger, Run};
use kumiki_model::{StoppedBy, Symmetry, TilingQuestion};
use kumiki_tile::{Atlas, Corner, Memo, TilingSearch, Visit};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Answers a question without colours.
pub(super) fn solve(asked: &Tilings, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let Tilings { question, symmetry, .. } = asked;
    let (how, run) = (draft.how.clone(), draft.run);
    let only_counts = !how.shows() && *symmetry == Some(Symmetry::None);
    let (memo, done) = count(question, Corner::Fewest, !only_counts, &run)?;
    draft.profile.level(0).nodes = memo.node_count();
    let (states, tiles) = (memo.state_count(), memo.node_count());
    if done.is_err() {
        draft.answer.evidence.push(format!(
            "method: tiles were cut off and polygons counted until the search was stopped \
             (polygons: {states}, cuts: {tiles})"
        ));
    }
    done?;
    let total = total(&memo)?;
    draft.answer.evidence.push(format!(
        "method: tiles were cut off, and each polygon that is left was counted once (polygons: \
         {states}, cuts: {tiles})"
    ));
    let counted = BigUint::from(total);
    note_counts(draft, Some(counted.clone()), None);
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
            let drawn = draw(&tilings, size, how.seed);
            let _ = asked.show(drawn, draft);
            draft.check_shown()
        }
        _ => visit(asked, &tilings, &counted, visits_all, draft),
    }
}

/// Counts all tilings, and says whether it came to its end.
pub(super) fn count(
    question: &TilingQuestion,
    corner: Corner,
    keeps_starts: bool,
    run: &Run<'_>,
) -> Result<(Memo, Result<(), StoppedBy>), Halt> {
    let mut memo = Memo::new(question, corner, keeps_starts)?;
    match run.stages("counting", &mut memo) {
        Ok(false) => Err(Halt::TooManyTilings),
        Ok(true) => Ok((memo, Ok(()))),
        Err(stopped_by) => Ok((memo, Err(stopped_by))),
    }
}

/// The number of all tilings.
pub(super) fn total(memo: &Memo) -> Result<u128, Halt> {
    memo.count().ok_or(Halt::TooManyTilings)
}

/// What symmetries make of the places of tiles.
struct Images {
    /// For each symmetry: the image of each place.
    places: Vec<Vec<u32>>,
    reflections: Vec<usize>,
}

impl Images {
    fn new(tilings: &kumiki_tile::Tilings<'_>) -> Self {
        let mut atlas = tilings.atlas().clone();
        let place_count = kumiki_id::narrow(atlas.place_count());
        let order = atlas.symmetries().len();
        let reflections = (0..order).filter(|g| atlas.symmetries()[*g].is_mirrored).collect();
        let places = (0..order)
            .map(|g| (0..place_count).map(|place| atlas.image(place, g)).collect())
            .collect();
        Self { places, reflections }
    }

    fn order(&self) -> usize {
        self.places.len()
    }

    /// The image of a tiling, sorted.
    fn image(&self, tiling: impl Iterator<Item = u32>, symmetry: usize) -> Vec<u32> {
        let mut image: Vec<u32> =
            tiling.map(|place| self.places[symmetry][place as usize]).collect();
        image.sort_unstable();
        image
    }

    /// Whether a reflection leaves a tiling with so many symmetries unchanged.
    fn is_mirrored(&self, tiling: &Visit<'_>, symmetries: usize) -> bool {
        // The identity is no reflection.
        if symmetries == 1 || self.reflections.is_empty() {
            return false;
        }
        let own = self.image(tiling.places(), 0);
        self.reflections.iter().any(|reflection| self.image(tiling.places(), *reflection) == own)
    }
}

/// What all parts of the walk know.
struct Watch<'t> {
    question: &'t TilingQuestion,
    images: Images,
    /// The kind of tile in each place, if the numbers of kinds vary.
    kinds: Option<Vec<usize>>,
    told_apart_by: Symmetry,
    pick: Pick,
    /// Whether the first tilings are picked, all of them, so that no other part need pick any.
    is_picked: AtomicBool,
}

impl Watch<'_> {
    fn visited(&self) -> Visited {
        Visited {
            books: Books::new(self.images.order(), !self.images.reflections.is_empty()),
            picked: Picked::new(self.pick),
        }
    }
}

/// What a part of the walk has visited.
#[derive(Serialize, Deserialize)]
struct Visited {
    books: Books,
    picked: Picked<u32>,
}

impl Visited {
    fn see(&mut self, watch: &Watch<'_>, tiling: &Visit<'_>) {
        let images = &watch.images;
        let is_first = tiling.is_first();
        let kinds = watch.kinds.as_ref();
        let composition = kinds.map(|kinds| composition(watch.question, kinds, tiling.places()));
        let standing = is_first.then(|| {
            let symmetries = tiling.symmetry();
            Standing { symmetries, is_mirrored: images.is_mirrored(tiling, symmetries) }
        });
        self.books.enter(composition, standing);
        if watch.is_picked.load(Ordering::Relaxed) {
            return;
        }
        if watch.told_apart_by == Symmetry::None || is_first {
            self.picked.see(tiling.places(), || tiling.symmetry());
        }
        if watch.told_apart_by == Symmetry::Rotations
            && let Some(Standing { symmetries, is_mirrored: false }) = standing
            && let Some(reflection) = images.reflections.first()
        {
            self.picked.see(images.image(tiling.places(), *reflection).into_iter(), || symmetries);
        }
    }
}

impl Ledger for Visited {
    fn absorb(&mut self, later: Self) {
        self.books.merge(&later.books);
        self.picked.merge(later.picked);
    }

    fn held(&self) -> usize {
        self.picked.held()
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
    let kinds = || {
        let places = 0..kumiki_id::narrow(tilings.atlas().place_count());
        places.map(|place| tilings.atlas().tile(place).tile).collect()
    };
    let watch = Watch {
        question: &asked.question,
        images: Images::new(tilings),
        kinds: numbers_vary(&asked.question).then(kinds),
        told_apart_by: asked.told_apart_by(&draft.how),
        pick: Pick::of(&draft.how, draft.how.is_list_enough() || !visits_all),
        is_picked: AtomicBool::new(false),
    };
    let tiling = |(places, symmetries): (Vec<u32>, usize)| Tiling {
        tiles: places.iter().map(|place| tilings.atlas().tile(*place)).collect(),
        symmetries,
    };
    let is_list = draft.how.list.is_some();
    let run = draft.run;
    let walked = run.tree(
        "visiting",
        tilings,
        || watch.visited(),
        |visited: &mut Visited, search: &TilingSearch<'_>| {
            visited.see(&watch, &search.solution().expect("the search holds still at a tiling"));
            if visited.picked.is_enough() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
        |visited| {
            let first = visited.picked.take_first();
            if first.is_empty() {
                return ControlFlow::Continue(());
            }
            asked.show(first.into_iter().map(tiling).collect(), draft)?;
            let is_full = is_list && draft.room() == 0;
            watch.is_picked.store(is_full, Ordering::Relaxed);
            if is_full && !visits_all {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        },
    );
    let Visited { books, picked } = walked.ledger;
    match walked.stopped_by {
        None => {
            books.close(total, "tilings", &mut draft.answer)?;
            let drawn = picked.into_list().into_iter().map(tiling).collect();
            let _ = asked.show(drawn, draft);
        }
        // What was asked for is shown, and the count is complete.
        Some(StoppedBy::Enough) => {
            if visits_all {
                draft.answer.evidence.push(
                    "the classes were not counted, since only a list was asked for; `count` \
                     counts them"
                        .to_owned(),
                );
            }
        }
        Some(stopped_by) => {
            let found = picked.into_list().into_iter().map(tiling).collect();
            let _ = asked.show(found, draft);
            draft.answer.stopped_by = Some(stopped_by);
        }
    }
    draft.check_shown()
}

/// How many tiles of each kind.
fn composition(
    question: &TilingQuestion,
    kinds: &[usize],
    places: impl Iterator<Item = u32>,
) -> Vec<usize> {
    let mut numbers = vec![0; question.tiles().len()];
    places.for_each(|place| numbers[kinds[place as usize]] += 1);
    numbers
}

/// Draws so many classes, each set of that size being equally likely. There must be many more.
fn draw(tilings: &kumiki_tile::Tilings<'_>, size: usize, seed: u64) -> Vec<Tiling> {
    let images = Images::new(tilings);
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
    let order = images.order();
    let mut seen = BTreeSet::new();
    let mut drawn = Vec::new();
    while drawn.len() < size {
        let Some(places) = tilings.sample(&mut below) else { break };
        let image = |symmetry: usize| images.image(places.iter().copied(), symmetry);
        let all: Vec<Vec<u32>> = (0..order).map(image).collect();
        let symmetries = all.iter().filter(|image| **image == all[0]).count();
        // A class with many symmetries has few members; so each of these counts more often.
        let is_taken = below(order as u128) < symmetries as u128;
        if is_taken && seen.insert(all.into_iter().min()) {
            let tiles = places.iter().map(|place| tilings.atlas().tile(*place)).collect();
            drawn.push(Tiling { tiles, symmetries });
        }
    }
    drawn
}
