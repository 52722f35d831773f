//! The text of the solver `polycube`, written.
//!
//! Pieces are written by coordinates, one directive per copy. Walls are drawn on a map as one
//! stationary piece.

use super::turned::least_image;
use crate::{FormatError, quoted};
use kumiki_model::{Hold, PackQuestion, Piece, Place, Turns};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A puzzle as the solver `polycube` reads it.
///
/// The title becomes a comment, on one line, and the box is pushed into the corner of the grid.
///
/// # Errors
/// If Polycube has no words for it: cells that may stay empty, ranges of pieces, pieces that are
/// held, other turns than it knows, pieces that do not fill the box exactly, two pieces of the same
/// shape with different names, and names with characters that mean something else there.
///
/// # Panics
/// Never: writing to a string does not fail.
pub fn to_polycube(question: &PackQuestion) -> Result<String, FormatError> {
    let statement = Statement::of(question)?;
    let mut text = String::new();
    statement.write(&mut text).expect("writing to a string does not fail");
    Ok(text)
}

/// Why a question cannot be written.
fn refused(what: &str) -> FormatError {
    FormatError::of_file(format!("Polycube files cannot say this: {what}"))
}

/// A question that Polycube has words for.
struct Statement<'q> {
    question: &'q PackQuestion,
    is_one_sided: bool,
    /// How many there are of each piece.
    counts: Vec<u32>,
}

impl<'q> Statement<'q> {
    fn of(question: &'q PackQuestion) -> Result<Self, FormatError> {
        if !question.may().is_empty() || question.leftover > 0 {
            return Err(refused("cells that may stay empty"));
        }
        if question.hold != Hold::Free {
            return Err(refused("pieces that are held in place"));
        }
        let is_one_sided = one_sided(question)?;
        let counts: Vec<u32> =
            question.pieces().iter().map(checked_count).collect::<Result<_, _>>()?;
        let volumes = question.pieces().iter().zip(&counts).map(|(piece, count)| {
            piece.shape.cells().len().saturating_mul(usize::try_from(*count).unwrap_or(usize::MAX))
        });
        let (volume, room) = (volumes.fold(0, usize::saturating_add), question.must().len());
        if volume != room {
            return Err(refused(&format!(
                "pieces of {volume} cells for a box with room for {room}"
            )));
        }
        check_shapes_differ(question)?;
        Ok(Self { question, is_one_sided, counts })
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let title: Vec<&str> = self.question.title().split(char::is_control).collect();
        let title = title.join(" ");
        if !title.trim().is_empty() {
            writeln!(text, "# {}", title.trim())?;
        }
        let [layers, rows, columns] = self.question.sides();
        let side = if self.is_one_sided { ":oneSide" } else { "" };
        writeln!(text, "D:xDim={columns}:yDim={rows}:zDim={layers}{side}")?;
        let mut names: BTreeSet<String> =
            self.question.pieces().iter().map(|piece| piece.name.clone()).collect();
        for (piece, count) in self.question.pieces().iter().zip(&self.counts) {
            let rows = piece.shape.sides()[1];
            let cell =
                |[layer, row, column]: &Place| format!("{column} {} {layer}", rows - 1 - row);
            let cells = piece.shape.cells().iter().map(cell).collect::<Vec<_>>().join(", ");
            for copy in 1..=*count {
                let name = if copy == 1 {
                    piece.name.clone()
                } else {
                    fresh(&mut names, &format!("{}.{copy}", piece.name))
                };
                writeln!(text, "C:name={name}:type=M:layout={cells}")?;
            }
        }
        self.write_walls(text, &fresh(&mut names, "*"))?;
        writeln!(text, "~D")
    }

    /// The cells of the brick around the box that are not in the box, as one stationary piece.
    fn write_walls(&self, text: &mut String, wall: &str) -> std::fmt::Result {
        let [layers, rows, columns] = self.question.sides();
        if self.question.must().len() == layers * rows * columns {
            return Ok(());
        }
        let low = self.question.low();
        let place = |at: Place| [0, 1, 2].map(|axis| low[axis] + at[axis]);
        writeln!(text, "L:stationary={wall}")?;
        for row in 0..rows {
            let layer = |layer: usize| {
                let cell = |column: usize| match self
                    .question
                    .must()
                    .binary_search(&place([layer, row, column]))
                {
                    Ok(_) => ".",
                    Err(_) => wall,
                };
                (0..columns).map(cell).collect::<Vec<_>>().join(" ")
            };
            writeln!(text, "{}", (0..layers).map(layer).collect::<Vec<_>>().join(", "))?;
        }
        writeln!(text, "~L")
    }
}

/// Whether pieces may be turned in their plane only; it is an error if that depends on the piece.
fn one_sided(question: &PackQuestion) -> Result<bool, FormatError> {
    let all = |turns: Turns| question.pieces().iter().all(|piece| piece.turns == turns);
    match (all(Turns::Rotations), all(Turns::InPlane)) {
        (true, _) => Ok(false),
        (_, true) if question.sides()[0] == 1 => Ok(true),
        (_, true) => Err(refused("turns in a plane only, in a box with several layers")),
        _ => Err(refused("other turns than rotations of all pieces, in space or all in the plane")),
    }
}

/// How many there are of a piece, if its name can be written.
fn checked_count(piece: &Piece) -> Result<u32, FormatError> {
    let shown = quoted(&piece.name);
    let is_odd = |character: char| character.is_control() || [':', '=', '#'].contains(&character);
    if piece.name.is_empty() || piece.name.trim() != piece.name || piece.name.contains(is_odd) {
        return Err(refused(&format!(
            "the name {shown}, with spaces at an end or with ':', '=' or '#'"
        )));
    }
    match piece.most {
        Some(most) if most == piece.least => Ok(most),
        _ => Err(refused(&format!("a range of how often piece {shown} is used"))),
    }
}

/// Refuses two kinds of piece that Polycube would take for copies of one.
fn check_shapes_differ(question: &PackQuestion) -> Result<(), FormatError> {
    let mut seen = BTreeMap::new();
    for piece in question.pieces() {
        if let Some(other) = seen.insert(least_image(&piece.shape, piece.turns), &piece.name) {
            let (first, second) = (quoted(other), quoted(&piece.name));
            return Err(refused(&format!("pieces {first} and {second} have the same shape")));
        }
    }
    Ok(())
}

/// A name that is not taken yet, and is now: the wanted one, with as many stars as it takes.
fn fresh(names: &mut BTreeSet<String>, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    while !names.insert(name.clone()) {
        name.push('*');
    }
    name
}
