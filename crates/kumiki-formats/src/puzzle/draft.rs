//! A puzzle in the making: what readers have found so far, checked piece by piece.
//!
//! # The idea
//! [`PackQuestion::new`] checks a whole puzzle but does not know where in a file anything stands. A
//! draft checks each piece as it comes, with its place in the text, so that what remains for the
//! model to find is nothing.

use super::MAX_CELLS;
use crate::{FormatError, quoted};
use kumiki_model::{Hold, ModelError, PackQuestion, Piece, Place, Shape, Turns};
use std::collections::BTreeSet;

/// The most cells of all kinds of piece together.
const MAX_PIECE_CELLS: usize = MAX_CELLS;

/// A piece as a file states it.
pub(super) struct StatedPiece {
    /// What it is called.
    pub(super) name: String,
    /// Its cells, wherever they lie.
    pub(super) cells: Vec<[i64; 3]>,
    /// At least so many.
    pub(super) least: u32,
    /// At most so many; as many as there is room for if absent.
    pub(super) most: Option<u32>,
    /// How it may be turned.
    pub(super) turns: Turns,
    /// The byte of the text where it stands.
    pub(super) offset: usize,
}

/// A puzzle in the making.
///
/// * **D1** `must` and `may` are disjoint and not both empty; their coordinates are below
///   [`MAX_CELLS`].
/// * **D2** `sides` are those of the smallest brick around the box, which has at most [`MAX_CELLS`]
///   cells.
/// * **D3** The pieces are connected, have different names, and could lie in the box as far as
///   sides and volume go.
/// * **D4** `piece_cells` is the number of cells of the pieces, at most [`MAX_PIECE_CELLS`].
pub(super) struct Draft<'t> {
    text: &'t str,
    must: BTreeSet<Place>,
    may: BTreeSet<Place>,
    sides: [usize; 3],
    pieces: Vec<Piece>,
    names: BTreeSet<String>,
    piece_cells: usize,
}

impl<'t> Draft<'t> {
    /// A box with cells that must and cells that may be filled, stated at a byte of the text.
    pub(super) fn new(
        text: &'t str,
        must: BTreeSet<Place>,
        may: BTreeSet<Place>,
        offset: usize,
    ) -> Result<Self, FormatError> {
        let error = |reason: String| FormatError::at_offset(text.as_bytes(), offset, reason);
        let cells = || must.iter().chain(&may);
        let mut sides = [0; 3];
        for (axis, side) in sides.iter_mut().enumerate() {
            let positions = || cells().map(|place| place[axis]);
            *side = match (positions().min(), positions().max()) {
                (Some(low), Some(high)) if high < MAX_CELLS => high - low + 1,
                (None, _) | (_, None) => {
                    return Err(error("the box has no cells, expected at least one".to_owned()));
                }
                _ => {
                    return Err(error(format!(
                        "the box is too long, expected sides of at most {MAX_CELLS}"
                    )));
                }
            };
        }
        // Each side is at most 2^20, so that three of them multiply without overflow on 64 bits.
        if sides.iter().fold(1_usize, |volume, side| volume.saturating_mul(*side)) > MAX_CELLS {
            let spanned = by(sides);
            return Err(error(format!(
                "the box spans {spanned} cells, expected at most {MAX_CELLS}"
            )));
        }
        Ok(Self {
            text,
            must,
            may,
            sides,
            pieces: Vec::new(),
            names: BTreeSet::new(),
            piece_cells: 0,
        })
    }

    /// Adds a piece.
    pub(super) fn add(&mut self, stated: StatedPiece) -> Result<(), FormatError> {
        let StatedPiece { name, cells, least, most, turns, offset } = stated;
        let error = |reason: String| FormatError::at_offset(self.text.as_bytes(), offset, reason);
        let shown = quoted(&name);
        if self.names.contains(&name) {
            return Err(error(format!("two pieces are called {shown}, expected different names")));
        }
        let (size, room) = (cells.len(), self.must.len() + self.may.len());
        if size > room {
            return Err(error(format!("piece {shown} has {size} cells, the box only {room}")));
        }
        self.piece_cells += size;
        if self.piece_cells > MAX_PIECE_CELLS {
            return Err(error(format!(
                "the pieces are too large, expected at most {MAX_PIECE_CELLS} cells in all"
            )));
        }
        let shape = Shape::new(cells)
            .map_err(|cause| error(format!("piece {shown}: {}", reason_of(&cause))))?;
        if !shape.is_connected() {
            return Err(error(format!(
                "piece {shown} is not connected, expected cells that share faces"
            )));
        }
        if !fits(shape.sides(), self.sides, turns) {
            let (piece, room) = (by(shape.sides()), by(self.sides));
            return Err(error(format!(
                "piece {shown} is {piece}, which fits the box of {room} in no direction"
            )));
        }
        if most.is_some_and(|most| most == 0 || most < least) {
            let most = most.unwrap_or(0);
            return Err(error(format!("piece {shown} is to be used {least} to {most} times")));
        }
        self.names.insert(name.clone());
        self.pieces.push(Piece { name, shape, least, most, turns });
        Ok(())
    }

    /// The puzzle, with so many cells that may stay empty after all, and pieces held in place like
    /// that.
    pub(super) fn finish(
        self,
        title: String,
        leftover: u32,
        hold: Hold,
    ) -> Result<PackQuestion, FormatError> {
        if self.pieces.is_empty() {
            return Err(FormatError::of_file("there are no pieces, expected at least one"));
        }
        let mut question = PackQuestion::new(title, self.must, self.may, self.pieces)
            .map_err(|error| FormatError::of_file(error.to_string()))?;
        question.leftover = leftover;
        question.hold = hold;
        Ok(question)
    }
}

/// Whether a piece with these sides goes into a brick with those, turned as allowed.
fn fits(mut piece: [usize; 3], mut room: [usize; 3], turns: Turns) -> bool {
    match turns {
        Turns::Fixed => {}
        Turns::InPlane => {
            piece[1..].sort_unstable();
            room[1..].sort_unstable();
        }
        Turns::Rotations | Turns::All => {
            piece.sort_unstable();
            room.sort_unstable();
        }
    }
    piece.iter().zip(room).all(|(side, space)| *side <= space)
}

/// What the model complains about, without saying again that it is about a puzzle.
pub(super) fn reason_of(cause: &ModelError) -> String {
    match cause {
        ModelError::Puzzle { reason } => reason.clone(),
        other => other.to_string(),
    }
}

/// Sides as one writes them: `1x2x3`.
pub(super) fn by(sides: [usize; 3]) -> String {
    sides.map(|side| side.to_string()).join("x")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_fits_if_some_turn_of_its_sides_does() {
        let cases = [
            (Turns::Fixed, [1, 2, 3], [1, 2, 3], true),
            (Turns::Fixed, [1, 3, 2], [1, 2, 3], false),
            (Turns::InPlane, [1, 3, 2], [1, 2, 3], true),
            (Turns::InPlane, [2, 1, 3], [1, 2, 3], false),
            (Turns::Rotations, [2, 1, 3], [1, 2, 3], true),
            (Turns::All, [3, 2, 1], [1, 2, 3], true),
            (Turns::All, [2, 2, 2], [1, 4, 4], false),
        ];
        for (turns, piece, room, expected) in cases {
            assert_eq!(fits(piece, room, turns), expected, "{turns:?} {piece:?} in {room:?}");
        }
    }
}
