//! Coloured tilings written in one way, so that equal ones are written alike.

use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use kumiki_tile::Frame;
use std::collections::HashMap;

/// What a tiling becomes under the symmetries of its region.
///
/// * **H1** A tile that looks the same after several motions is written with the least of them.
/// * **H2** Tiles are sorted, and colours numbered in the order in which they then come.
pub(super) struct Forms<'q> {
    question: &'q TilingQuestion,
    symmetries: &'q [Frame],
    /// H1, for tiles met before; their colour is left out.
    usual: HashMap<PlacedTile, PlacedTile>,
}

impl<'q> Forms<'q> {
    pub(super) fn new(question: &'q TilingQuestion, symmetries: &'q [Frame]) -> Self {
        Self { question, symmetries, usual: HashMap::new() }
    }

    /// A tiling moved by a symmetry, written as H1 and H2 say.
    pub(super) fn image(&mut self, tiling: &[PlacedTile], symmetry: usize) -> Vec<PlacedTile> {
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
    pub(super) fn images(&mut self, tiling: &[PlacedTile]) -> Vec<Vec<PlacedTile>> {
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
