//! Our own format, written.
//!
//! What is written reads back as the same question. Boxes and pieces are drawn where a drawing is
//! not much larger than a list of the cells; a cell or two far apart are listed.

use super::draft::by;
use super::drawing::draw;
use super::toml_reader::{HOLDS, TURNS};
use crate::toml_keys::{VERSION, literal};
use kumiki_model::{Hold, PackQuestion, Piece, Place, Turns};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A puzzle in our own format.
///
/// # Panics
/// Never: writing to a string does not fail.
#[must_use]
pub fn to_toml(question: &PackQuestion) -> String {
    let mut text = format!("kumiki = {VERSION}\n");
    write_question(&mut text, question).expect("writing to a string does not fail");
    text
}

fn write_question(text: &mut String, question: &PackQuestion) -> std::fmt::Result {
    if !question.title().is_empty() {
        writeln!(text, "title = {}", literal(question.title()))?;
    }
    writeln!(text, "\n[box]")?;
    write_box(text, question)?;
    if question.leftover > 0 {
        writeln!(text, "leftover = {}", question.leftover)?;
    }
    if question.hold != Hold::Free {
        let hold =
            HOLDS.iter().find(|(_, hold)| *hold == question.hold).map_or("", |(word, _)| word);
        writeln!(text, "hold = \"{hold}\"")?;
    }
    question.pieces().iter().try_for_each(|piece| write_piece(text, piece))
}

fn write_box(text: &mut String, question: &PackQuestion) -> std::fmt::Result {
    let (must, may) = (question.must(), question.may());
    let cells = || must.iter().chain(may);
    let sides = [0, 1, 2].map(|axis| cells().map(|place| place[axis] + 1).max().unwrap_or(0));
    let is_brick = volume(sides) == Some(must.len() + may.len());
    if is_brick && (must.is_empty() || may.is_empty()) {
        writeln!(text, "size = \"{}\"", by(sides))?;
        if must.is_empty() {
            writeln!(text, "optional = \"all\"")?;
        }
    } else if worth_drawing(sides, must.len() + may.len()) {
        let (must, may): (BTreeSet<Place>, BTreeSet<Place>) =
            (must.iter().copied().collect(), may.iter().copied().collect());
        let character = |place| match (must.contains(&place), may.contains(&place)) {
            (true, _) => '#',
            (_, true) => '+',
            _ => '.',
        };
        writeln!(text, "layers = \"\"\"\n{}\"\"\"", draw(sides, character))?;
    } else {
        writeln!(text, "cells = [{}]", list(cells()))?;
        if !may.is_empty() {
            writeln!(text, "optional = [{}]", list(may.iter()))?;
        }
    }
    Ok(())
}

fn write_piece(text: &mut String, piece: &Piece) -> std::fmt::Result {
    writeln!(text, "\n[[piece]]\nname = {}", literal(&piece.name))?;
    let (cells, sides) = (piece.shape.cells(), piece.shape.sides());
    if volume(sides) == Some(cells.len()) {
        writeln!(text, "brick = \"{}\"", by(sides))?;
    } else if worth_drawing(sides, cells.len()) {
        let character = |place| if cells.binary_search(&place).is_ok() { '#' } else { '.' };
        writeln!(text, "layers = \"\"\"\n{}\"\"\"", draw(sides, character))?;
    } else {
        writeln!(text, "cells = [{}]", list(cells.iter()))?;
    }
    match (piece.least, piece.most) {
        (1, Some(1)) => {}
        (0, None) => writeln!(text, "count = \"any\"")?,
        (least, Some(most)) if least == most => writeln!(text, "count = {most}")?,
        (least, Some(most)) => writeln!(text, "min = {least}\nmax = {most}")?,
        (least, None) => writeln!(text, "min = {least}")?,
    }
    if piece.turns != Turns::default() {
        let turns =
            TURNS.iter().find(|(_, turns)| *turns == piece.turns).map_or("", |(word, _)| word);
        writeln!(text, "turns = \"{turns}\"")?;
    }
    Ok(())
}

/// Cells as the inside of a list.
fn list<'a>(cells: impl Iterator<Item = &'a Place>) -> String {
    cells.map(|place| format!("{place:?}")).collect::<Vec<_>>().join(", ")
}

/// How many cells a brick has, if that is a number.
fn volume(sides: [usize; 3]) -> Option<usize> {
    sides.iter().try_fold(1_usize, |product, side| product.checked_mul(*side))
}

/// Whether a drawing of a brick is not much longer than a list of so many of its cells, 11
/// characters each.
fn worth_drawing(sides: [usize; 3], cell_count: usize) -> bool {
    volume(sides).is_some_and(|characters| characters <= 11 * cell_count + 1000)
}
