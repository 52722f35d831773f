//! The files of BurrTools, written.
//!
//! Pieces come first in the list of shapes and the box last, so that BurrTools counts the pieces
//! from `S1`. Of a piece without an upper limit as many are allowed as fit by volume.

use crate::{FormatError, quoted};
use flate2::Compression;
use flate2::write::GzEncoder;
use kumiki_model::{Hold, PackQuestion, Piece, Place, Turns};
use quick_xml::Writer;
use quick_xml::events::BytesText;
use std::collections::BTreeSet;
use std::io::{Result as IoResult, Write};

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
    let problem = Problem::of(question)?;
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
    problem.write(&mut writer).expect("writing to memory does not fail");
    let mut xml = writer.into_inner();
    xml.push(b'\n');
    if !gzip {
        return Ok(xml);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&xml).expect("writing to memory does not fail");
    Ok(encoder.finish().expect("writing to memory does not fail"))
}

/// Why a question cannot be written.
fn refused(what: &str) -> FormatError {
    FormatError::of_file(format!("BurrTools files cannot say this: {what}"))
}

/// A question that BurrTools has words for.
///
/// * **P1** No name contains a control character, which XML could not say.
/// * **P2** `ranges` has least and most for each piece; the most is at least 1 and at most
///   [`MAX_COUNT`].
struct Problem<'q> {
    question: &'q PackQuestion,
    ranges: Vec<(usize, usize)>,
}

impl<'q> Problem<'q> {
    fn of(question: &'q PackQuestion) -> Result<Self, FormatError> {
        if question.hold != Hold::Free {
            return Err(refused("pieces that are held in place"));
        }
        let names = question.pieces().iter().map(|piece| piece.name.as_str());
        if let Some(name) =
            names.chain([question.title()]).find(|name| name.contains(char::is_control))
        {
            return Err(refused(&format!("control characters in the name {}", quoted(name))));
        }
        if let Some(piece) = question.pieces().iter().find(|piece| piece.turns != Turns::Rotations)
        {
            let name = quoted(&piece.name);
            return Err(refused(&format!("other turns than rotations in space, for piece {name}")));
        }
        let room = question.must().len() + question.may().len();
        let ranges: Vec<(usize, usize)> =
            question.pieces().iter().map(|piece| range(piece, room)).collect::<Result<_, _>>()?;
        if question.leftover > 0 {
            check_leftover(question, &ranges)?;
        }
        Ok(Self { question, ranges })
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> IoResult<()> {
        let question = self.question;
        let box_id = question.pieces().len().to_string();
        let leftover = question.leftover.to_string();
        writer.create_element("puzzle").with_attribute(("version", "2")).write_inner_content(
            |writer| {
                writer.create_element("gridType").with_attribute(("type", "0")).write_empty()?;
                writer.create_element("colors").write_empty()?;
                writer.create_element("shapes").write_inner_content(|writer| {
                    for piece in question.pieces() {
                        let cells = piece.shape.cells();
                        let character =
                            |place| if cells.binary_search(&place).is_ok() { '#' } else { '_' };
                        write_voxel(writer, &piece.name, piece.shape.sides(), character)?;
                    }
                    write_voxel(writer, "box", question.sides(), self.box_characters())
                })?;
                writer.create_element("problems").write_inner_content(|writer| {
                    let mut problem = writer.create_element("problem");
                    if !question.title().is_empty() {
                        problem = problem.with_attribute(("name", question.title()));
                    }
                    problem = problem.with_attribute(("state", "0"));
                    if question.leftover > 0 {
                        problem = problem.with_attribute(("maxHoles", leftover.as_str()));
                    }
                    problem.write_inner_content(|writer| {
                        writer
                            .create_element("shapes")
                            .write_inner_content(|writer| self.write_parts(writer))?;
                        writer
                            .create_element("result")
                            .with_attribute(("id", box_id.as_str()))
                            .write_empty()?;
                        writer.create_element("bitmap").write_empty()?;
                        Ok(())
                    })?;
                    Ok(())
                })?;
                Ok(())
            },
        )?;
        Ok(())
    }

    fn write_parts(&self, writer: &mut Writer<Vec<u8>>) -> IoResult<()> {
        for (id, (least, most)) in self.ranges.iter().enumerate() {
            let [id, least, most] = [id, *least, *most].map(|number| number.to_string());
            let shape = writer.create_element("shape").with_attribute(("id", id.as_str()));
            let shape = match least == most {
                true => shape.with_attribute(("count", most.as_str())),
                false => shape.with_attributes([("min", least.as_str()), ("max", most.as_str())]),
            };
            shape.write_empty()?;
        }
        Ok(())
    }

    /// What the cells of the box are, counted from its corner. If any may stay empty after all, all
    /// are variable.
    fn box_characters(&self) -> impl Fn(Place) -> char {
        let must: BTreeSet<Place> = self.question.must().iter().copied().collect();
        let may: BTreeSet<Place> = self.question.may().iter().copied().collect();
        let filled = if self.question.leftover > 0 { '+' } else { '#' };
        let low = self.question.low();
        move |at| {
            let place = [0, 1, 2].map(|axis| low[axis] + at[axis]);
            match (must.contains(&place), may.contains(&place)) {
                (true, _) => filled,
                (_, true) => '+',
                _ => '_',
            }
        }
    }
}

/// How often a piece is used, in a box with room for so many cells.
fn range(piece: &Piece, room: usize) -> Result<(usize, usize), FormatError> {
    let fitting = room / piece.shape.cells().len();
    let least = usize::try_from(piece.least).unwrap_or(usize::MAX);
    let most = match piece.most {
        Some(most) => usize::try_from(most).unwrap_or(usize::MAX),
        None => fitting.max(least),
    };
    match most <= MAX_COUNT {
        true => Ok((least, most)),
        false => Err(refused(&format!(
            "{most} times piece {}, more than {MAX_COUNT}",
            quoted(&piece.name)
        ))),
    }
}

/// Refuses a limit on leftover cells that BurrTools could not state, or would not apply.
fn check_leftover(question: &PackQuestion, ranges: &[(usize, usize)]) -> Result<(), FormatError> {
    if !question.may().is_empty() {
        return Err(refused("leftover cells beside optional cells"));
    }
    let volume = |count: fn(&(usize, usize)) -> usize| -> usize {
        let sizes = question.pieces().iter().map(|piece| piece.shape.cells().len());
        sizes
            .zip(ranges)
            .fold(0, |sum, (size, range)| sum.saturating_add(size.saturating_mul(count(range))))
    };
    let (least, most) = (volume(|range| range.0), volume(|range| range.1));
    let allowed = usize::try_from(question.leftover).unwrap_or(usize::MAX);
    let holes = question.must().len().saturating_sub(least);
    if allowed >= question.must().len() {
        return Err(refused("as many leftover cells as there are cells; make them optional"));
    }
    if least == most && holes > allowed {
        let reason =
            format!("at most {allowed} leftover cells, with pieces that always leave {holes}");
        return Err(refused(&reason));
    }
    Ok(())
}

/// A shape: its cells in a run, column fastest.
fn write_voxel(
    writer: &mut Writer<Vec<u8>>,
    name: &str,
    sides: [usize; 3],
    character: impl Fn(Place) -> char,
) -> IoResult<()> {
    let [layers, rows, columns] = sides;
    let place = |at: usize| [at / (rows * columns), at / columns % rows, at % columns];
    let cells: String = (0..layers * rows * columns).map(|at| character(place(at))).collect();
    let [z, y, x] = sides.map(|side| side.to_string());
    let attributes = [("x", x.as_str()), ("y", &y), ("z", &z), ("type", "0"), ("name", name)];
    writer
        .create_element("voxel")
        .with_attributes(attributes)
        .write_text_content(BytesText::new(&cells))?;
    Ok(())
}
