//! Problems with colours: searched one by one, up to the names of colours.

use super::forms::Forms;
use super::ledger::{Ledger, Standing};
use super::{Request, Show, Solved, Tiling, numbers_vary};
use crate::SolveError;
use crate::pick::{Pick, Picked};
use kumiki_model::{Colours, PlacedTile, Symmetry, TilingQuestion};
use kumiki_run::{Ended, Runner};
use kumiki_tile::{ColouringSearch, Colourings, Frame, symmetries};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Answers a question with colours.
pub(super) fn solve(
    request: &Request<'_>,
    colours: &Colours,
    runner: &Runner,
) -> Result<Solved, SolveError> {
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
    };
    let mut all = watch.tally();
    let run = runner.space(
        &space,
        "searching",
        || watch.tally(),
        |tally: &mut Tally<'_>, search: &ColouringSearch<'_>| {
            tally.see(&watch, search.solution().expect("the search holds still at a solution"));
            if tally.picked.is_enough() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
        |tally| {
            all.merge(tally);
            if all.picked.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    let mut solved = Solved::nothing(symmetries.len(), run.ended);
    solved.profile = run.profile;
    let Tally { ledger, labelled, underlying, picked, .. } = all;
    let colourings = BigUint::from(ledger.tilings());
    let method = if run.ended == Ended::Complete { "" } else { ", until the search was stopped" };
    solved.evidence.push(format!(
        "method: tiles were laid one by one and painted in all ways, up to the names of \
         colours{method}"
    ));
    if run.ended == Ended::Complete {
        ledger.close(&colourings, "colourings", &mut solved)?;
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
}

impl<'q> Watch<'q> {
    fn tally(&self) -> Tally<'q> {
        let has_reflections = self.symmetries.iter().any(|symmetry| symmetry.is_mirrored);
        Tally {
            forms: Forms::new(self.question, self.symmetries),
            ledger: Ledger::new(self.symmetries.len(), has_reflections),
            labelled: BigUint::ZERO,
            underlying: BTreeMap::new(),
            picked: Picked::new(self.pick),
        }
    }
}

/// What a part of the search has found.
struct Tally<'q> {
    forms: Forms<'q>,
    ledger: Ledger,
    labelled: BigUint,
    /// The tilings without their colours, one of each class, with the sizes of these classes.
    underlying: BTreeMap<Vec<PlacedTile>, usize>,
    picked: Picked<PlacedTile>,
}

impl Tally<'_> {
    fn see(&mut self, watch: &Watch<'_>, tiling: &[PlacedTile]) {
        let images = self.forms.images(tiling);
        let own = &images[0];
        self.labelled += names(watch.colour_count, own);
        let is_first = images.iter().all(|image| own <= image);
        let fixing = || (0..images.len()).filter(|symmetry| images[*symmetry] == *own);
        let symmetries = fixing().count();
        let is_mirrored = fixing().any(|symmetry| watch.symmetries[symmetry].is_mirrored);
        let composition = numbers_vary(watch.question).then(|| composition(watch.question, own));
        self.ledger.enter(composition, is_first.then_some(Standing { symmetries, is_mirrored }));
        if is_first {
            let (plain, size) = self.plain_class(own);
            self.underlying.insert(plain, size);
        }
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

    /// The least image of a tiling without its colours, and the number of different images.
    fn plain_class(&mut self, tiling: &[PlacedTile]) -> (Vec<PlacedTile>, usize) {
        let plain: Vec<PlacedTile> =
            tiling.iter().map(|tile| PlacedTile { colour: None, ..*tile }).collect();
        let images: BTreeSet<Vec<PlacedTile>> = self.forms.images(&plain).into_iter().collect();
        let size = images.len();
        (images.into_iter().next().expect("the tiling itself is an image"), size)
    }

    fn merge(&mut self, other: Self) {
        self.ledger.merge(&other.ledger);
        self.labelled += other.labelled;
        self.underlying.extend(other.underlying);
        self.picked.merge(other.picked);
    }
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
