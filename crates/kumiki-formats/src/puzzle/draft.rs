//! A puzzle in the making: what readers have found so far, checked piece by piece.
//!
//! # The idea
//! [`PackQuestion::new`] checks a whole puzzle but does not know where in a file anything stands. A
//! draft checks each piece as it comes, with its place in the text, so that what remains for the
//! model to find is nothing.

use super::MAX_CELLS;
use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_model::{Hold, ModelError, PackQuestion, Piece, Place, Rgb, Shape, Turns};
use std::collections::BTreeSet;

/// A piece as a file states it.
pub(super) struct StatedPiece<'t> {
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
    /// Its colour, if it has one of its own.
    pub(super) colour: Option<Rgb>,
    /// Where it stands in the file.
    pub(super) span: Span<'t>,
}

/// A puzzle in the making.
///
/// * **D1** `must` and `may` are disjoint and not both empty; their coordinates are below
///   [`MAX_CELLS`].
/// * **D2** `sides` are those of the smallest brick around the box, which has at most [`MAX_CELLS`]
///   cells.
/// * **D3** The pieces are connected, have different names, and could lie in the box as far as
///   sides and volume go.
/// * **D4** `piece_cells` is the number of cells of the pieces, at most [`MAX_CELLS`].
pub(super) struct Draft {
    must: BTreeSet<Place>,
    may: BTreeSet<Place>,
    sides: [usize; 3],
    pieces: Vec<Piece>,
    names: BTreeSet<String>,
    piece_cells: usize,
}

impl Draft {
    /// A box with cells that must and cells that may be filled, stated somewhere in the file.
    pub(super) fn new(
        must: BTreeSet<Place>,
        may: BTreeSet<Place>,
        span: Span<'_>,
    ) -> Result<Self, FormatError> {
        let mut sides = [0; 3];
        for (axis, side) in sides.iter_mut().enumerate() {
            let positions = || must.iter().chain(&may).map(|place| place[axis]);
            let (Some(low), Some(high)) = (positions().min(), positions().max()) else {
                return span.refuse("the box has no cells, expected at least one");
            };
            span.check(high < MAX_CELLS, || {
                format!("the box is too long, expected sides of at most {MAX_CELLS}")
            })?;
            *side = high - low + 1;
        }
        span.check(volume(sides) <= MAX_CELLS, || {
            let spanned = by(sides);
            format!("the box spans {spanned} cells, expected at most {MAX_CELLS}")
        })?;
        let (pieces, names) = (Vec::new(), BTreeSet::new());
        Ok(Self { must, may, sides, pieces, names, piece_cells: 0 })
    }

    /// Adds a piece.
    pub(super) fn add(&mut self, stated: StatedPiece<'_>) -> Result<(), FormatError> {
        let StatedPiece { name, cells, least, most, turns, colour, span } = stated;
        let shown = quoted(&name);
        span.check(!self.names.contains(&name), || {
            format!("two pieces are called {shown}, expected different names")
        })?;
        let (size, room) = (cells.len(), self.must.len() + self.may.len());
        span.check(size <= room, || {
            format!("piece {shown} has {size} cells, the box only {room}")
        })?;
        self.piece_cells += size;
        span.check(self.piece_cells <= MAX_CELLS, || {
            let expected = format!("expected at most {MAX_CELLS} cells in all");
            format!("the pieces are too large, {expected}")
        })?;
        let shape = shape_of(&name, cells, span)?;
        span.check(shape.is_connected(), || {
            let expected = "expected cells that share faces";
            format!("piece {shown} is not connected, {expected}")
        })?;
        span.check(fits(shape.sides(), self.sides, turns), || {
            let (piece, room) = (by(shape.sides()), by(self.sides));
            let reason = format!("which fits the box of {room} in no direction");
            format!("piece {shown} is {piece}, {reason}")
        })?;
        if let Some(most) = most.filter(|most| *most == 0 || *most < least) {
            return span.refuse(format!("piece {shown} is to be used {least} to {most} times"));
        }
        self.names.insert(name.clone());
        self.pieces.push(Piece { name, shape, least, most, turns, colour });
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

/// The shape of a piece; the model's complaints get its name and its place in the file.
pub(super) fn shape_of(
    name: &str,
    cells: impl IntoIterator<Item = [i64; 3]>,
    span: Span<'_>,
) -> Result<Shape, FormatError> {
    Shape::new(cells).map_err(|cause| {
        let reason = match cause {
            ModelError::Puzzle { reason } => reason,
            other => other.to_string(),
        };
        span.error(format!("piece {}: {reason}", quoted(name)))
    })
}

/// All cells of a brick.
pub(super) fn brick(sides: [usize; 3]) -> impl Iterator<Item = Place> {
    let [layers, rows, columns] = sides;
    (0..layers).flat_map(move |layer| {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| [layer, row, column]))
    })
}

/// How many cells a brick has, as far as machine words go.
pub(super) fn volume(sides: [usize; 3]) -> usize {
    sides.into_iter().fold(1, usize::saturating_mul)
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
