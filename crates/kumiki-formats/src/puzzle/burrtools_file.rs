//! The files of BurrTools as they are: shapes and problems.
//!
//! # The format
//! ```xml
//! <puzzle version="2">
//!   <gridType type="0"/>
//!   <shapes>
//!     <voxel x="2" y="2" z="1" type="0" name="corner">###_</voxel>
//!     <voxel x="3" y="2" z="1" type="0">######</voxel>
//!   </shapes>
//!   <problems>
//!     <problem name="rectangle" state="0">
//!       <shapes><shape id="0" count="2"/></shapes>
//!       <result id="1"/>
//!       <bitmap/>
//!     </problem>
//!   </problems>
//! </puzzle>
//! ```
//! A voxel lists its cells, `x` fastest, then `y`, then `z`: `_` is empty, `#` filled, `+`
//! variable; digits after a cell are its colour. A problem names its pieces and its result by their
//! position in the list of shapes. A shape without a name is called `S1`, `S2` and so on, as
//! BurrTools shows it.
//!
//! # Sources
//! The documentation "The xmpuzzle format" and the source of BurrTools by A. Röver, files
//! `puzzle.cpp`, `problem.cpp` and `voxel.cpp`.

use super::xml::{Tag, Xml};
use crate::{FormatError, quoted};
use kumiki_model::Place;
use std::collections::BTreeSet;

/// The grids of BurrTools, by their numbers.
const GRIDS: [&str; 5] =
    ["bricks", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"];

/// The most colours that BurrTools has.
const MAX_COLOURS: usize = 63;

/// What a cell of a voxel is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Empty,
    Filled,
    Variable,
}

/// A shape of the file.
///
/// * **V1** `cells` has the product of `sides` entries, column fastest, then row, then layer.
pub(super) struct Voxel {
    /// The byte of the text where it starts.
    pub(super) offset: usize,
    /// What it is called; never empty in a file that has been read.
    pub(super) name: String,
    /// Layers, rows and columns.
    pub(super) sides: [usize; 3],
    /// What its cells are, and their colours; 0 is none.
    pub(super) cells: Vec<(State, u8)>,
}

impl Voxel {
    /// Its cells that are in a state.
    pub(super) fn places(&self, state: State) -> impl Iterator<Item = Place> {
        let [_, rows, columns] = self.sides;
        let place = move |at: usize| [at / (rows * columns), at / columns % rows, at % columns];
        self.cells
            .iter()
            .enumerate()
            .filter(move |(_, cell)| cell.0 == state)
            .map(move |(at, _)| place(at))
    }

    /// The colours of its cells.
    pub(super) fn colours(&self) -> BTreeSet<u8> {
        let coloured =
            self.cells.iter().filter(|(state, colour)| *state != State::Empty && *colour > 0);
        coloured.map(|(_, colour)| *colour).collect()
    }
}

/// A piece of a problem: how often which shape is used.
pub(super) struct Part {
    /// The byte of the text where it starts.
    pub(super) offset: usize,
    /// The position of the shape in the file.
    pub(super) shape: usize,
    pub(super) least: usize,
    pub(super) most: usize,
}

/// A problem of the file.
#[derive(Default)]
pub(super) struct Problem {
    /// The byte of the text where it starts.
    pub(super) offset: usize,
    /// What it is called, if anything.
    pub(super) name: String,
    /// How many variable cells may stay empty.
    pub(super) max_holes: Option<usize>,
    pub(super) parts: Vec<Part>,
    /// The shape to be made, and where it is named.
    pub(super) result: Option<(usize, usize)>,
    /// Which colour of a piece may lie on which colour of the result; both counted from 1.
    pub(super) allowed: BTreeSet<(usize, usize)>,
    /// Whether pieces belong to groups.
    pub(super) has_groups: bool,
}

/// A file.
#[derive(Default)]
pub(super) struct File {
    pub(super) voxels: Vec<Voxel>,
    pub(super) problems: Vec<Problem>,
}

impl File {
    /// Reads a whole file.
    pub(super) fn read(xml: &mut Xml<'_>) -> Result<Self, FormatError> {
        let puzzle = xml.root()?;
        if puzzle.name() != "puzzle" {
            let reason =
                format!("the file is an element {}, expected <puzzle>", quoted(&puzzle.name()));
            return Err(xml.error(puzzle.offset, reason));
        }
        if let Some(version) =
            xml.number(&puzzle, "version")?.filter(|version| !(1..=2).contains(version))
        {
            return Err(
                xml.error(puzzle.offset, format!("version {version} of <puzzle>, expected 1 or 2"))
            );
        }
        let mut file = Self::default();
        while let Some(part) = xml.child(&puzzle)? {
            match part.name().as_ref() {
                "gridType" => {
                    check_grid(xml, &part)?;
                    xml.skip(&part)?;
                }
                "shapes" => read_all(xml, &part, "voxel", |xml, tag| {
                    file.voxels.push(read_voxel(xml, tag)?);
                    Ok(())
                })?,
                "problems" => read_all(xml, &part, "problem", |xml, tag| {
                    file.problems.push(read_problem(xml, tag)?);
                    Ok(())
                })?,
                _ => xml.skip(&part)?,
            }
        }
        for (at, voxel) in
            file.voxels.iter_mut().enumerate().filter(|(_, voxel)| voxel.name.is_empty())
        {
            voxel.name = format!("S{}", at + 1);
        }
        Ok(file)
    }
}

/// Reads all elements of one kind inside an open one, and skips others.
fn read_all<'t>(
    xml: &mut Xml<'t>,
    open: &Tag<'_>,
    name: &str,
    mut read: impl FnMut(&mut Xml<'t>, &Tag<'t>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    while let Some(tag) = xml.child(open)? {
        if tag.name() == name { read(xml, &tag)? } else { xml.skip(&tag)? }
    }
    Ok(())
}

fn check_grid(xml: &Xml<'_>, tag: &Tag<'_>) -> Result<(), FormatError> {
    match xml.number(tag, "type")?.unwrap_or(0) {
        0 => Ok(()),
        other => {
            let name = GRIDS.get(other).map_or(String::new(), |name| format!(" ({name})"));
            Err(xml.error(
                tag.offset,
                format!("unsupported grid type {other}{name}, expected 0 ({})", GRIDS[0]),
            ))
        }
    }
}

fn read_voxel(xml: &mut Xml<'_>, tag: &Tag<'_>) -> Result<Voxel, FormatError> {
    let sides = [xml.required(tag, "z")?, xml.required(tag, "y")?, xml.required(tag, "x")?];
    let name = xml.attribute(tag, "name")?.unwrap_or_default();
    if let Some(kind) = xml.number(tag, "type")?.filter(|kind| *kind != 0) {
        return Err(
            xml.error(tag.offset, format!("unsupported type {kind} of <voxel>, expected 0"))
        );
    }
    let mut cells: Vec<(State, u8)> = Vec::new();
    for (start, text) in xml.content(tag)? {
        for (at, character) in
            text.char_indices().filter(|(_, character)| !character.is_whitespace())
        {
            let state = match character {
                '_' => State::Empty,
                '#' => State::Filled,
                '+' => State::Variable,
                _ => {
                    let digit = character.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                    let colour = cells.last_mut().zip(digit).and_then(|((_, colour), digit)| {
                        *colour = colour.checked_mul(10)?.checked_add(digit)?;
                        Some(usize::from(*colour))
                    });
                    if colour.is_some_and(|colour| colour <= MAX_COLOURS) {
                        continue;
                    }
                    let reason = format!(
                        "unknown character {character:?} in a voxel, expected '_', '#' or '+'"
                    );
                    let expected = format!("{reason}, perhaps with a colour up to {MAX_COLOURS}");
                    return Err(xml.error(start + at, expected));
                }
            };
            cells.push((state, 0));
        }
    }
    let volume = sides.iter().try_fold(1_usize, |product, side| product.checked_mul(*side));
    if volume != Some(cells.len()) {
        let [z, y, x] = sides;
        let (expected, found) =
            (volume.map_or("too many".to_owned(), |volume| volume.to_string()), cells.len());
        let reason = format!("a voxel of {x}x{y}x{z} with {found} cells, expected {expected}");
        return Err(xml.error(tag.offset, reason));
    }
    Ok(Voxel { offset: tag.offset, name, sides, cells })
}

fn read_problem(xml: &mut Xml<'_>, tag: &Tag<'_>) -> Result<Problem, FormatError> {
    let mut problem = Problem {
        offset: tag.offset,
        name: xml.attribute(tag, "name")?.unwrap_or_default(),
        max_holes: xml.number(tag, "maxHoles")?,
        ..Problem::default()
    };
    while let Some(child) = xml.child(tag)? {
        match child.name().as_ref() {
            "shapes" => {
                read_all(xml, &child, "shape", |xml, shape| read_part(xml, shape, &mut problem))?;
            }
            "result" => {
                problem.result = Some((xml.required(&child, "id")?, child.offset));
                xml.skip(&child)?;
            }
            "bitmap" => read_all(xml, &child, "pair", |xml, pair| {
                let colours = [xml.required(pair, "piece")?, xml.required(pair, "result")?];
                if colours.iter().any(|colour| *colour >= MAX_COLOURS) {
                    let reason = format!(
                        "colours {colours:?} of a <pair>, expected numbers below {MAX_COLOURS}"
                    );
                    return Err(xml.error(pair.offset, reason));
                }
                // Here colours are counted from 0; at the cells they are counted from 1.
                problem.allowed.insert((colours[0] + 1, colours[1] + 1));
                xml.skip(pair)
            })?,
            _ => xml.skip(&child)?,
        }
    }
    Ok(problem)
}

fn read_part(xml: &mut Xml<'_>, tag: &Tag<'_>, problem: &mut Problem) -> Result<(), FormatError> {
    let shape = xml.required(tag, "id")?;
    let (least, most) =
        match (xml.number(tag, "count")?, xml.number(tag, "min")?, xml.number(tag, "max")?) {
            (Some(count), ..) => (count, count),
            (None, Some(least), Some(most)) => (least, most),
            _ => (1, 1),
        };
    if least > most {
        return Err(xml.error(
            tag.offset,
            format!("min is {least} and max is {most}, expected at least as many"),
        ));
    }
    problem.has_groups |= xml.number(tag, "group")?.is_some_and(|group| group > 0);
    problem.parts.push(Part { offset: tag.offset, shape, least, most });
    read_all(xml, tag, "group", |xml, group| {
        problem.has_groups = true;
        xml.skip(group)
    })
}
