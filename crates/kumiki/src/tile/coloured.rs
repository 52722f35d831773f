//! Problems with colours: searched one by one, up to the names of colours.
//!
//! Coloured tilings are written in one way, so that equal ones are written alike (`Forms`).

use super::walk::{Sight, Walk};
use super::{Pool, Tilings, note_counts};
use crate::Halt;
use crate::draft::Draft;
use kumiki_model::{Colours, PlacedTile, StoppedBy, TilingQuestion};
use kumiki_ring::Point;
use kumiki_tile::{ColouringSearch, Colourings, Frame, symmetries};
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};

/// Answers a question with colours.
pub(super) fn solve(asked: &Tilings, colours: &Colours, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let question = &asked.question;
    let space = Colourings::new(question)?;
    let symmetries = symmetries(question);
    let pool = Pool::new(|| Forms { question, symmetries: &symmetries, usual: HashMap::new() });
    let walk = Walk::new(asked, &symmetries, true, draft);
    let walked = walk.through(
        "searching",
        &space,
        |books, search: &ColouringSearch<'_>| {
            let tiling = search.solution().expect("the search holds still at a solution");
            pool.lend(|forms| {
                let seen = Seen { images: forms.images(tiling) };
                books.labelled.0 += names(colours, seen.colours_used());
                if seen.is_first() {
                    let plain = seen.tiles().map(|tile| PlacedTile { colour: None, ..tile });
                    let images = forms.images(&plain.collect::<Vec<_>>());
                    let mut images: BTreeSet<Vec<PlacedTile>> = images.into_iter().collect();
                    let size = images.len();
                    let least = images.pop_first().expect("the tiling itself is an image");
                    books.underlying.insert(least, size);
                }
                books.enter(&walk, &seen);
            });
        },
        |tile| tile,
        draft,
    );
    draft.profile = walked.profile;
    draft.answer.stopped_by = walked.stopped_by;
    let books = walked.ledger;
    let colourings = BigUint::from(books.tilings());
    let is_complete = walked.stopped_by.is_none();
    let method = if is_complete { "" } else { ", until the search was stopped" };
    draft.answer.evidence.push(format!(
        "method: tiles were laid one by one and painted in all ways, up to the names of \
         colours{method}"
    ));
    let tilings =
        is_complete.then(|| books.underlying.values().map(|size| BigUint::from(*size)).sum());
    // How many were found before the list was full is a matter of luck.
    let is_told = walked.stopped_by != Some(StoppedBy::Enough);
    note_counts(draft, tilings, is_told.then(|| (colourings.clone(), books.labelled.0.clone())));
    if is_complete {
        books.close(&walk, &colourings, "colourings", &mut draft.answer)?;
    }
    draft.check_shown()
}

/// In how many ways so many of the colours get names.
pub(super) fn names(colours: &Colours, used: usize) -> BigUint {
    (0..used).map(|taken| BigUint::from(colours.names.len() - taken)).product()
}

/// A tiling by its images under the symmetries, of which the first is its own.
struct Seen {
    images: Vec<Vec<PlacedTile>>,
}

impl Seen {
    fn colours_used(&self) -> usize {
        self.tiles().filter_map(|tile| tile.colour).max().map_or(0, |last| last + 1)
    }
}

impl Sight for Seen {
    type Element = PlacedTile;

    fn tiles(&self) -> impl Iterator<Item = PlacedTile> {
        self.images[0].iter().copied()
    }

    fn kind(&self, tile: PlacedTile) -> usize {
        tile.tile
    }

    fn is_first(&self) -> bool {
        self.images.iter().all(|image| self.images[0] <= *image)
    }

    fn symmetries(&self) -> usize {
        (0..self.images.len()).filter(|symmetry| self.is_fixed_by(*symmetry)).count()
    }

    fn is_fixed_by(&self, symmetry: usize) -> bool {
        self.images[symmetry] == self.images[0]
    }

    fn image(&self, symmetry: usize) -> Vec<PlacedTile> {
        self.images[symmetry].clone()
    }
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

impl Forms<'_> {
    /// All images of a tiling, one for each symmetry, written as H1 and H2 say.
    fn images(&mut self, tiling: &[PlacedTile]) -> Vec<Vec<PlacedTile>> {
        self.symmetries.iter().map(|symmetry| self.image(tiling, symmetry)).collect()
    }

    fn image(&mut self, tiling: &[PlacedTile], symmetry: &Frame) -> Vec<PlacedTile> {
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

    fn moved(&mut self, tile: PlacedTile, symmetry: &Frame) -> PlacedTile {
        let question = self.question;
        let frame = Frame { is_mirrored: tile.is_flipped, turns: tile.turns, shift: tile.shift };
        let Frame { is_mirrored, turns, shift } = symmetry.after(question.ring(), &frame);
        let moved =
            PlacedTile { tile: tile.tile, is_flipped: is_mirrored, turns, shift, colour: None };
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
    let mut alike = ways.filter_map(|(is_flipped, turns)| {
        let still = PlacedTile { is_flipped, turns, shift: Point::ZERO, ..tile };
        let placed = PlacedTile { shift: own[0] - still.outline(question)[0], ..still };
        (placed.outline(question) == own).then_some(placed)
    });
    // The first is the least: hands and turns come before shifts.
    alike.next().expect("a symmetry maps ways to lay a tile to ways to lay it")
}
