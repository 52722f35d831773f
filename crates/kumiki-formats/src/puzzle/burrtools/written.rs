//! Puzzles written as files of BurrTools.
//!
//! Pieces come first in the list of shapes and the box last, so that BurrTools counts the pieces
//! from `S1`. Of a piece without an upper limit as many are allowed as fit by volume. All cells of
//! a piece have its colour, if it states one; the box has none, so that nothing is forbidden.

use super::super::draft::volume;
use super::super::drawing::box_mark;
use super::{MAX_COLOURS, place_in, volumes};
use crate::{FormatError, quoted};
use flate2::Compression;
use flate2::write::GzEncoder;
use kumiki_model::{Hold, PackQuestion, Piece, Place, Rgb, Turns};
use quick_xml::escape::escape;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::Write as _;

/// The most copies of a piece that BurrTools counts.
const MAX_COUNT: usize = 65535;

/// A puzzle as BurrTools reads it, packed by gzip or plain. The box is pushed into the corner of
/// the grid.
///
/// # Errors
/// If BurrTools has no words for it: pieces that are held, that may not be rotated or that may be
/// reflected, leftover cells beside optional ones, or a limit on leftover cells that BurrTools
/// would not apply.
///
/// # Panics
/// Never: writing to memory does not fail.
pub fn to_xmpuzzle(question: &PackQuestion, gzip: bool) -> Result<Vec<u8>, FormatError> {
    let ranges = checked_ranges(question)?;
    let mut xml = String::new();
    write(&mut xml, question, &ranges).expect("writing to memory does not fail");
    if !gzip {
        return Ok(xml.into_bytes());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(xml.as_bytes()).expect("writing to memory does not fail");
    Ok(encoder.finish().expect("writing to memory does not fail"))
}

/// Why a question cannot be written.
fn refused<T>(what: &str) -> Result<T, FormatError> {
    Err(FormatError::of_file(format!("BurrTools files cannot say this: {what}")))
}

/// How often each piece is used, at least and at most, if BurrTools has words for the question.
fn checked_ranges(question: &PackQuestion) -> Result<Vec<[usize; 2]>, FormatError> {
    let pieces = question.pieces();
    if question.hold != Hold::Free {
        return refused("pieces that are held in place");
    }
    let mut names = pieces.iter().map(|piece| piece.name.as_str()).chain([question.title()]);
    if let Some(name) = names.find(|name| name.contains(char::is_control)) {
        return refused(&format!("control characters in the name {}", quoted(name)));
    }
    if let Some(piece) = pieces.iter().find(|piece| piece.turns != Turns::Rotations) {
        let name = quoted(&piece.name);
        return refused(&format!("other turns than rotations in space, for piece {name}"));
    }
    if stated_colours(question).len() > MAX_COLOURS {
        return refused(&format!("more than {MAX_COLOURS} colours"));
    }
    let room = question.must().len() + question.may().len();
    let ranges: Vec<[usize; 2]> =
        pieces.iter().map(|piece| range(piece, room)).collect::<Result<_, _>>()?;
    if question.leftover == 0 {
        return Ok(ranges);
    }
    if !question.may().is_empty() {
        return refused("leftover cells beside optional cells");
    }
    let sizes = pieces.iter().map(|piece| piece.shape.cells().len());
    let [least, most] = volumes(sizes.zip(ranges.iter().copied()));
    let (allowed, holes) = (question.leftover as usize, room.saturating_sub(least));
    if allowed >= room {
        return refused("as many leftover cells as there are cells; make them optional");
    }
    // BurrTools would not apply the limit.
    if least == most && holes > allowed {
        let pieces = format!("with pieces that always leave {holes}");
        return refused(&format!("at most {allowed} leftover cells, {pieces}"));
    }
    Ok(ranges)
}

/// The colours of the pieces that state one, each once.
fn stated_colours(question: &PackQuestion) -> Vec<Rgb> {
    let stated: BTreeSet<Rgb> = question.pieces().iter().filter_map(|piece| piece.colour).collect();
    stated.into_iter().collect()
}

/// How often a piece is used, in a box with room for so many cells.
fn range(piece: &Piece, room: usize) -> Result<[usize; 2], FormatError> {
    let fitting = room / piece.shape.cells().len();
    let least = piece.least as usize;
    let most = piece.most.map_or(fitting.max(least), |most| most as usize);
    match most <= MAX_COUNT {
        true => Ok([least, most]),
        false => {
            let name = quoted(&piece.name);
            refused(&format!("{most} times piece {name}, more than {MAX_COUNT}"))
        }
    }
}

fn write(xml: &mut String, question: &PackQuestion, ranges: &[[usize; 2]]) -> std::fmt::Result {
    let colours = stated_colours(question);
    writeln!(xml, "<puzzle version=\"2\">\n <gridType type=\"0\"/>")?;
    match colours.is_empty() {
        true => writeln!(xml, " <colors/>")?,
        false => writeln!(xml, " <colors>")?,
    }
    for colour in &colours {
        let [red, green, blue] = colour.parts();
        writeln!(xml, "  <color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>")?;
    }
    xml.push_str(if colours.is_empty() { " <shapes>\n" } else { " </colors>\n <shapes>\n" });
    for piece in question.pieces() {
        let cells = piece.shape.cells();
        let colour = piece.colour.and_then(|colour| colours.binary_search(&colour).ok());
        let filled = colour.map_or("#".to_owned(), |at| format!("#{}", at + 1));
        let mark = |place| if cells.binary_search(&place).is_ok() { &filled } else { "_" };
        write_voxel(xml, &piece.name, piece.shape.sides(), mark)?;
    }
    // The box, counted from its corner. If any cells may stay empty after all, all are variable.
    let (low, filled) = (question.low(), if question.leftover > 0 { "+" } else { "#" });
    write_voxel(xml, "box", question.sides(), |at| {
        let place = [0, 1, 2].map(|axis| low[axis] + at[axis]);
        box_mark(question, place, [filled, "+", "_"])
    })?;
    write!(xml, " </shapes>\n <problems>\n  <problem")?;
    if !question.title().is_empty() {
        write!(xml, " name=\"{}\"", escape(question.title()))?;
    }
    write!(xml, " state=\"0\"")?;
    if question.leftover > 0 {
        write!(xml, " maxHoles=\"{}\"", question.leftover)?;
    }
    writeln!(xml, ">\n   <shapes>")?;
    for (id, [least, most]) in ranges.iter().enumerate() {
        match least == most {
            true => writeln!(xml, "    <shape id=\"{id}\" count=\"{most}\"/>")?,
            false => writeln!(xml, "    <shape id=\"{id}\" min=\"{least}\" max=\"{most}\"/>")?,
        }
    }
    writeln!(xml, "   </shapes>\n   <result id=\"{}\"/>\n   <bitmap/>", ranges.len())?;
    writeln!(xml, "  </problem>\n </problems>\n</puzzle>")
}

/// A shape: its cells in a run, column fastest.
fn write_voxel<'m>(
    xml: &mut String,
    name: &str,
    sides: [usize; 3],
    mark: impl Fn(Place) -> &'m str,
) -> std::fmt::Result {
    let cells = (0..volume(sides)).map(|at| mark(place_in(sides, at)));
    let ([z, y, x], name) = (sides, escape(name));
    write!(xml, "  <voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" type=\"0\" name=\"{name}\">")?;
    xml.extend(cells);
    writeln!(xml, "</voxel>")
}
