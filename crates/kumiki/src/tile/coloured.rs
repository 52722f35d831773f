//! Problems with colours: searched one by one, up to the names of colours.

use super::forms::Forms;
use super::ledger::{Books, Standing};
use super::{Request, Show, Solved, Tiling, numbers_vary};
use crate::Halt;
use crate::pick::{Pick, Picked};
use kumiki_drive::{Ledger, Run, pairs};
use kumiki_model::{Colours, Count, PlacedTile, Symmetry, TilingQuestion};
use kumiki_tile::{ColouringSearch, Colourings, Frame, symmetries};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Answers a question with colours.
pub(super) fn solve(
    request: &Request<'_>,
    colours: &Colours,
    run: &Run<'_>,
) -> Result<Solved, Halt> {
    let question = request.question;
    let space = Colourings::new(question)?;
    let symmetries = symmetries(question);
    // A sample is drawn from the classes up to all symmetries.
    let is_sample = matches!(request.show, Show::Sample { .. });
    let watch = Watch {
        question,
        symmetries: &symmetries,
        colour_count: colours.names.len(),
        told_apart_by: if is_sample { Symmetry::All } else { request.told_apart_by() },
        pick: request.show.pick(),
        forms: Mutex::default(),
    };
    let walked = run.tree(
        "searching",
        &space,
        || watch.tally(),
        |tally: &mut Tally, search: &ColouringSearch<'_>| {
            tally.see(&watch, search.solution().expect("the search holds still at a solution"));
            if tally.picked.is_enough() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
        |tally| {
            if tally.picked.is_enough() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    let mut solved = Solved::nothing(symmetries.len(), walked.stopped_by);
    solved.profile = walked.profile;
    let Tally { books, labelled: Count(labelled), underlying, picked } = walked.ledger;
    let colourings = BigUint::from(books.tilings());
    let is_complete = walked.stopped_by.is_none();
    let method = if is_complete { "" } else { ", until the search was stopped" };
    solved.evidence.push(format!(
        "method: tiles were laid one by one and painted in all ways, up to the names of \
         colours{method}"
    ));
    if is_complete {
        books.close(&colourings, "colourings", &mut solved)?;
        solved.tilings = Some(underlying.values().map(|size| BigUint::from(*size)).sum());
    }
    solved.labelled = Some(labelled);
    solved.colourings = Some(colourings);
    let shown = |(tiles, symmetries): (Vec<PlacedTile>, usize)| Tiling { tiles, symmetries };
    solved.shown = picked.into_list().into_iter().map(shown).collect();
    Ok(solved)
}

/// What all parts of the search know.
struct Watch<'q> {
    question: &'q TilingQuestion,
    symmetries: &'q [Frame],
    colour_count: usize,
    told_apart_by: Symmetry,
    pick: Pick,
    /// Forms that no thread uses at the moment: they remember what they have met.
    forms: Mutex<Vec<Forms<'q>>>,
}

impl Watch<'_> {
    fn tally(&self) -> Tally {
        let has_reflections = self.symmetries.iter().any(|symmetry| symmetry.is_mirrored);
        Tally {
            books: Books::new(self.symmetries.len(), has_reflections),
            labelled: Count(BigUint::ZERO),
            underlying: BTreeMap::new(),
            picked: Picked::new(self.pick),
        }
    }
}

/// What a part of the search has found.
#[derive(Serialize, Deserialize)]
struct Tally {
    books: Books,
    labelled: Count,
    /// The tilings without their colours, one of each class, with the sizes of these classes.
    #[serde(with = "pairs")]
    underlying: BTreeMap<Vec<PlacedTile>, usize>,
    picked: Picked<PlacedTile>,
}

impl Tally {
    fn see(&mut self, watch: &Watch<'_>, tiling: &[PlacedTile]) {
        let free = || watch.forms.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let mut forms = kept.unwrap_or_else(|| Forms::new(watch.question, watch.symmetries));
        let images = forms.images(tiling);
        let own = &images[0];
        self.labelled.0 += names(watch.colour_count, own);
        let is_first = images.iter().all(|image| own <= image);
        let fixing = || (0..images.len()).filter(|symmetry| images[*symmetry] == *own);
        let symmetries = fixing().count();
        let is_mirrored = fixing().any(|symmetry| watch.symmetries[symmetry].is_mirrored);
        let composition = numbers_vary(watch.question).then(|| composition(watch.question, own));
        self.books.enter(composition, is_first.then_some(Standing { symmetries, is_mirrored }));
        if is_first {
            let (plain, size) = plain_class(&mut forms, own);
            self.underlying.insert(plain, size);
        }
        free().push(forms);
        if watch.told_apart_by == Symmetry::None || is_first {
            self.picked.see(own.iter().copied(), || symmetries);
        }
        let reflection = watch.symmetries.iter().position(|symmetry| symmetry.is_mirrored);
        if let Some(reflection) = reflection
            && watch.told_apart_by == Symmetry::Rotations
            && is_first
            && !is_mirrored
        {
            self.picked.see(images[reflection].iter().copied(), || symmetries);
        }
    }
}

impl Ledger for Tally {
    fn absorb(&mut self, later: Self) {
        self.books.merge(&later.books);
        self.labelled.0 += later.labelled.0;
        self.underlying.extend(later.underlying);
        self.picked.merge(later.picked);
    }

    fn held(&self) -> usize {
        self.picked.held()
    }
}

/// The least image of a tiling without its colours, and the number of different images.
fn plain_class(forms: &mut Forms<'_>, tiling: &[PlacedTile]) -> (Vec<PlacedTile>, usize) {
    let plain: Vec<PlacedTile> =
        tiling.iter().map(|tile| PlacedTile { colour: None, ..*tile }).collect();
    let images: BTreeSet<Vec<PlacedTile>> = forms.images(&plain).into_iter().collect();
    let size = images.len();
    (images.into_iter().next().expect("the tiling itself is an image"), size)
}

/// In how many ways the colours of a tiling get names.
fn names(colour_count: usize, tiling: &[PlacedTile]) -> BigUint {
    let used = tiling.iter().filter_map(|tile| tile.colour).max().map_or(0, |last| last + 1);
    (0..used).map(|taken| BigUint::from(colour_count - taken)).product()
}

/// How many tiles of each kind.
fn composition(question: &TilingQuestion, tiling: &[PlacedTile]) -> Vec<usize> {
    let of_kind = |kind: usize| tiling.iter().filter(|tile| tile.tile == kind).count();
    (0..question.tiles().len()).map(of_kind).collect()
}
