//! Coloured tilings written in one way, so that equal ones are written alike.

use crate::frame::Frame;
use crate::sight::Sight;
use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use std::collections::{BTreeSet, HashMap};

/// A tiling by its images under the symmetries, of which the first is its own.
#[derive(Clone, Debug)]
pub struct Images {
    /// One for each symmetry, written as H1 and H2 say.
    images: Vec<Vec<PlacedTile>>,
}

impl Images {
    /// How many colours it has.
    #[must_use]
    pub fn colours_used(&self) -> usize {
        self.tiles().filter_map(|tile| tile.colour).max().map_or(0, |last| last + 1)
    }
}

impl Sight for Images {
    type Tile = PlacedTile;

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
#[derive(Clone, Debug)]
pub struct Forms<'q> {
    /// The question whose tiles are laid.
    question: &'q TilingQuestion,
    /// The symmetries of its region, the identity first.
    symmetries: &'q [Frame],
    /// H1, for tiles met before; their colour is left out.
    usual: HashMap<PlacedTile, PlacedTile>,
}

impl<'q> Forms<'q> {
    /// No tile has been met yet.
    #[must_use]
    pub fn new(question: &'q TilingQuestion, symmetries: &'q [Frame]) -> Self {
        Self { question, symmetries, usual: HashMap::new() }
    }

    /// What a tiling becomes under each symmetry.
    pub fn images(&mut self, tiling: &[PlacedTile]) -> Images {
        let symmetries = self.symmetries.iter();
        Images { images: symmetries.map(|symmetry| self.image(tiling, symmetry)).collect() }
    }

    /// What a tiling is without its colours: the first of its images, and how many different ones
    /// there are.
    pub fn underlying(&mut self, images: &Images) -> (Vec<PlacedTile>, usize) {
        let plain = images.tiles().map(|tile| PlacedTile { colour: None, ..tile });
        let images = self.images(&plain.collect::<Vec<_>>()).images;
        let mut images: BTreeSet<Vec<PlacedTile>> = images.into_iter().collect();
        let size = images.len();
        (images.pop_first().expect("the tiling itself is an image"), size)
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
