//! Tilings as rows of numbers.
//!
//! A tile takes one number for its kind, side, turn and colour, and then its coordinates. Numbers
//! of small size are short in a row, so that negative coordinates take the odd ones.

use super::Tilings;
use crate::rows::{ReadRows, meaning_of};
use crate::sink::{Row, Shown};
use kumiki_judge::{Fault, judge_tiling};
use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::Point;

/// Puts tiles into a row.
pub(super) fn put_tiles(question: &TilingQuestion, tiles: &[PlacedTile], row: &mut Row) {
    let turns = question.ring().order();
    let colours = question.colours().map_or(1, |colours| colours.names.len() + 1);
    for tile in tiles {
        let colour = tile.colour.map_or(0, |colour| colour + 1);
        let side = usize::from(tile.is_flipped);
        let number = ((tile.tile * 2 + side) * turns + tile.turns) * colours + colour;
        row.elements.push(kumiki_id::narrow(number));
        let coordinates = &tile.shift.coordinates()[..question.ring().degree()];
        row.elements.extend(coordinates.iter().map(|at| (at << 1 ^ at >> 31).cast_unsigned()));
    }
}

/// The tiles of a row, if it has some.
fn tiles_of(question: &TilingQuestion, row: &Row) -> Option<Vec<PlacedTile>> {
    let (turns, degree) = (question.ring().order(), question.ring().degree());
    let colours = question.colours().map_or(1, |colours| colours.names.len() + 1);
    let (tiles, rest) = (row.elements.chunks_exact(degree + 1), row.elements.len() % (degree + 1));
    let placed = |numbers: &[u32]| {
        let (number, coordinates) = numbers.split_first()?;
        let (number, colour) = (*number as usize / colours, *number as usize % colours);
        let (number, turns) = (number / turns, number % turns);
        let at = |number: &u32| (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
        let coordinates: Vec<i32> = coordinates.iter().map(at).collect();
        Some(PlacedTile {
            tile: Some(number / 2).filter(|tile| *tile < question.tiles().len())?,
            is_flipped: number % 2 == 1,
            turns,
            shift: Point::new(&coordinates),
            colour: colour.checked_sub(1),
        })
    };
    if rest > 0 { None } else { tiles.map(placed).collect() }
}

impl ReadRows for &Tilings {
    fn meaning(&self) -> Option<String> {
        // The question says all: its file is written in one way.
        Some(meaning_of([self.question.ring().order(), self.question.tiles().len()].iter()))
    }

    fn shown(&self, row: &Row) -> Option<Shown> {
        Some(Tilings::shown(self, &tiles_of(&self.question, row)?, row.symmetries))
    }

    fn sorted(&self, row: &Row) -> Vec<u32> {
        let size = self.question.ring().degree() + 1;
        let mut tiles: Vec<&[u32]> = row.elements.chunks(size).collect();
        tiles.sort_unstable();
        tiles.concat()
    }

    fn judge(&self, _: &Shown, row: Option<&Row>) -> Result<(), Fault> {
        let tiles = row.and_then(|row| tiles_of(&self.question, row)).unwrap_or_default();
        judge_tiling(&self.question, &tiles)
    }
}
