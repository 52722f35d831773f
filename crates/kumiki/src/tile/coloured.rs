//! Problems with colours: searched one by one, up to the names of colours.
//!
//! Coloured tilings are written in one way, so that equal ones are written alike (`Forms`).

use super::books::{Books, Standing};
use super::{Tiling, Tilings, note_counts, numbers_vary};
use crate::Halt;
use crate::draft::Draft;
use crate::pick::{Pick, Picked};
use kumiki_drive::{Ledger, pairs};
use kumiki_model::{Colours, Count, PlacedTile, StoppedBy, Symmetry, TilingQuestion};
use kumiki_ring::Point;
use kumiki_tile::{ColouringSearch, Colourings, Frame, symmetries};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Answers a question with colours.
pub(super) fn solve(asked: &Tilings, colours: &Colours, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let question = &asked.question;
    let space = Colourings::new(question)?;
    let symmetries = symmetries(question);
    let watch = Watch {
        question,
        symmetries: &symmetries,
        colour_count: colours.names.len(),
        told_apart_by: asked.told_apart_by(&draft.how),
        pick: Pick::of(&draft.how, draft.how.is_list_enough()),
        forms: Mutex::default(),
    };
    let tiling = |(tiles, symmetries): (Vec<PlacedTile>, usize)| Tiling { tiles, symmetries };
    let run = draft.run;
    let walked = run.tree(
        "searching",
        &space,
        || watch.ledger(),
        |ledger: &mut ColouringLedger, search: &ColouringSearch<'_>| {
            ledger.see(&watch, search.solution().expect("the search holds still at a solution"));
            if ledger.picked.is_enough() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
        |ledger| match ledger.picked.take_first() {
            first if first.is_empty() => ControlFlow::Continue(()),
            first => asked.show(first.into_iter().map(tiling).collect(), draft),
        },
    );
    draft.profile = walked.profile;
    draft.answer.stopped_by = walked.stopped_by;
    let ColouringLedger { books, labelled, underlying, picked } = walked.ledger;
    let colourings = BigUint::from(books.tilings());
    let is_complete = walked.stopped_by.is_none();
    let method = if is_complete { "" } else { ", until the search was stopped" };
    draft.answer.evidence.push(format!(
        "method: tiles were laid one by one and painted in all ways, up to the names of \
         colours{method}"
    ));
    let tilings = is_complete.then(|| underlying.values().map(|size| BigUint::from(*size)).sum());
    // How many were found before the list was full is a matter of luck.
    let is_told = walked.stopped_by != Some(StoppedBy::Enough);
    note_counts(draft, tilings, is_told.then(|| (colourings.clone(), labelled.0)));
    if is_complete {
        books.close(&colourings, "colourings", &mut draft.answer)?;
    }
    let drawn = picked.into_list().into_iter().map(tiling).collect();
    let _ = asked.show(drawn, draft);
    draft.check_shown()
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
    fn ledger(&self) -> ColouringLedger {
        let has_reflections = self.symmetries.iter().any(|symmetry| symmetry.is_mirrored);
        ColouringLedger {
            books: Books::new(self.symmetries.len(), has_reflections),
            labelled: Count(BigUint::ZERO),
            underlying: BTreeMap::new(),
            picked: Picked::new(self.pick),
        }
    }
}

/// What a part of the search has found.
#[derive(Serialize, Deserialize)]
struct ColouringLedger {
    books: Books,
    labelled: Count,
    /// The tilings without their colours, one of each class, with the sizes of these classes.
    #[serde(with = "pairs")]
    underlying: BTreeMap<Vec<PlacedTile>, usize>,
    picked: Picked<PlacedTile>,
}

impl ColouringLedger {
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

impl Ledger for ColouringLedger {
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

/// What a tiling becomes under the symmetries of its region.
///
/// * **H1** A tile that looks the same after several motions is written with the least of them.
/// * **H2** Tiles are sorted, and colours numbered in the order in which they then come.
struct Forms<'q> {
    question: &'q TilingQuestion,
    symmetries: &'q [Frame],
    /// H1, for tiles met before; their colour is left out.
    usual: HashMap<PlacedTile, PlacedTile>,
}

impl<'q> Forms<'q> {
    fn new(question: &'q TilingQuestion, symmetries: &'q [Frame]) -> Self {
        Self { question, symmetries, usual: HashMap::new() }
    }

    /// A tiling moved by a symmetry, written as H1 and H2 say.
    fn image(&mut self, tiling: &[PlacedTile], symmetry: usize) -> Vec<PlacedTile> {
        let mut image: Vec<PlacedTile> =
            tiling.iter().map(|tile| self.moved(*tile, symmetry)).collect();
        image.sort_unstable();
        let mut names = Vec::new();
        for tile in &mut image {
            if let Some(colour) = &mut tile.colour {
                let known = names.iter().position(|name| name == colour);
                *colour = known.unwrap_or_else(|| {
                    names.push(*colour);
                    names.len() - 1
                });
            }
        }
        image
    }

    /// All images, one for each symmetry. The first is the tiling itself.
    fn images(&mut self, tiling: &[PlacedTile]) -> Vec<Vec<PlacedTile>> {
        (0..self.symmetries.len()).map(|symmetry| self.image(tiling, symmetry)).collect()
    }

    fn moved(&mut self, tile: PlacedTile, symmetry: usize) -> PlacedTile {
        let frame = Frame { is_mirrored: tile.is_flipped, turns: tile.turns, shift: tile.shift };
        let Frame { is_mirrored, turns, shift } =
            self.symmetries[symmetry].after(self.question.ring(), &frame);
        let moved =
            PlacedTile { tile: tile.tile, is_flipped: is_mirrored, turns, shift, colour: None };
        let question = self.question;
        let usual = *self.usual.entry(moved).or_insert_with(|| least(question, moved));
        PlacedTile { colour: tile.colour, ..usual }
    }
}

/// H1, found by trying all ways to lay a tile.
fn least(question: &TilingQuestion, tile: PlacedTile) -> PlacedTile {
    let own = tile.outline(question);
    let kind = &question.tiles()[tile.tile];
    let turn_count = if kind.turns { question.ring().order() } else { 1 };
    let hands: &[bool] = if kind.flips { &[false, true] } else { &[false] };
    let ways =
        hands.iter().flat_map(|is_flipped| (0..turn_count).map(|turns| (*is_flipped, turns)));
    let alike = ways.filter_map(|(is_flipped, turns)| {
        let still = PlacedTile { is_flipped, turns, shift: Point::ZERO, ..tile };
        let placed = PlacedTile { shift: own[0] - still.outline(question)[0], ..still };
        (placed.outline(question) == own).then_some(placed)
    });
    alike.min().expect("a symmetry maps ways to lay a tile to ways to lay it")
}
