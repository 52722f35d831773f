//! Our own format, read and written, as [`PuzzleFormat::Toml`](super::PuzzleFormat::Toml) says.
//!
//! What is written reads back as the same question. Boxes and pieces are drawn where a drawing is
//! not much larger than a list of the cells; a cell or two far apart are listed.

use super::draft::{Draft, StatedPiece, brick, by, volume};
use super::drawing::{self, Legend, box_mark, draw};
use super::{MAX_CELLS, MAX_COPIES};
use crate::span::Span;
use crate::toml_keys::{self, Keys, Value, literal, word_for};
use crate::{FormatError, quoted};
use kumiki_model::{COLOUR_NAMES, Hold, PackQuestion, Piece, Place, Rgb, Turns};
use std::collections::BTreeSet;

/// What `hold` may be.
const HOLDS: [(&str, Hold); 3] =
    [("free", Hold::Free), ("piece", Hold::Piece), ("group", Hold::Group)];

/// What `turns` may be.
const TURNS: [(&str, Turns); 4] = [
    ("fixed", Turns::Fixed),
    ("in-plane", Turns::InPlane),
    ("rotations", Turns::Rotations),
    ("all", Turns::All),
];

const FILE_KEYS: [&str; 4] = ["kumiki", "title", "box", "piece"];
const BOX_KEYS: [&str; 7] = ["size", "layers", "cells", "remove", "optional", "leftover", "hold"];
const PIECE_KEYS: [&str; 9] =
    ["name", "layers", "cells", "brick", "count", "min", "max", "turns", "colour"];

/// The question that a file asks.
pub(super) fn read(text: &str) -> Result<PackQuestion, FormatError> {
    let table = toml_keys::parse(text)?;
    let file = Value::of_file(text, &table)?.only(&FILE_KEYS)?;
    let title = file.get("title").map_or(Ok(""), |title| title.string("a string"))?;
    let container = file.require("box", "a table [box]")?.table("[box]")?.only(&BOX_KEYS)?;
    let (must, may) = box_cells(&container)?;
    let leftover =
        container.get("leftover").map_or(Ok(0), |value| value.integer(0..=u32::MAX, ""))?;
    let hold = container.get("hold").map_or(Ok(Hold::Free), |value| value.word(&HOLDS))?;
    let mut draft = Draft::new(must, may, container.span)?;
    if let Some(pieces) = file.get("piece") {
        for piece in pieces.list("[[piece]], with two brackets, for each piece")? {
            let piece = piece.table("[[piece]]")?.only(&PIECE_KEYS)?;
            draft.add(stated_piece(&piece)?)?;
        }
    }
    draft.finish(title.to_owned(), leftover, hold)
}

/// The cells of the box that must and that may be filled.
fn box_cells(container: &Value<'_>) -> Result<(BTreeSet<Place>, BTreeSet<Place>), FormatError> {
    let form = container.one_of(&["size", "layers", "cells"])?;
    let (mut must, mut may) = (BTreeSet::new(), BTreeSet::new());
    match form.name {
        "size" => must.extend(brick(form.sides()?)),
        "cells" => {
            for (place, span) in form.places()? {
                span.check(must.insert(place), || format!("cell {place:?} is given twice"))?;
            }
        }
        _ => {
            for (place, character) in form.drawn(&drawing::BOX)? {
                if character == '+' { &mut may } else { &mut must }.insert(place);
            }
        }
    }
    if let Some(removed) = container.get("remove") {
        for (place, span) in removed.places()? {
            span.check(must.remove(&place) || may.remove(&place), || {
                format!("cell {place:?} is not in the box, or removed twice")
            })?;
        }
    }
    match container.get("optional") {
        Some(value) if value.is_string() => {
            value.word(&[("all", ())])?;
            may.append(&mut must);
        }
        Some(optional) => {
            for (place, span) in optional.places()? {
                span.check(must.remove(&place), || {
                    format!("cell {place:?} is not in the box, or optional twice")
                })?;
                may.insert(place);
            }
        }
        None => {}
    }
    Ok((must, may))
}

/// A piece of the file.
fn stated_piece<'t>(piece: &Value<'t>) -> Result<StatedPiece<'t>, FormatError> {
    let name = piece.require("name", "a name for each piece")?.nonempty()?;
    let form = piece.one_of(&["layers", "cells", "brick"])?;
    let cells = match form.name {
        "brick" => brick(form.sides()?).map(signed).collect(),
        "cells" => form.cells()?.into_iter().map(|(cell, _)| cell).collect(),
        _ => form.drawn(&drawing::PIECE)?.into_iter().map(|(place, _)| signed(place)).collect(),
    };
    let (least, most) = counts(piece)?;
    let turns = piece.get("turns").map_or(Ok(Turns::default()), |value| value.word(&TURNS))?;
    let colour = piece.get("colour").map(|colour| colour.colour()).transpose()?;
    Ok(StatedPiece { name, cells, least, most, turns, colour, span: form.span })
}

/// How often a piece is used, at least and at most.
fn counts(piece: &Value<'_>) -> Result<(u32, Option<u32>), FormatError> {
    let number_or_any = |value: Value<'_>| match value.is_string() && value.string("")? == "any" {
        true => Ok(None),
        false => value.integer(1..=MAX_COPIES, " or \"any\"").map(Some),
    };
    match (piece.get("count"), piece.get("min"), piece.get("max")) {
        (None, None, None) => Ok((1, Some(1))),
        (Some(count), None, None) => {
            let count = number_or_any(count)?;
            Ok((count.unwrap_or(0), count))
        }
        (Some(_), Some(other), _) | (Some(_), None, Some(other)) => {
            let name = other.name;
            let reason = format!("'count' is there too, expected either count or {name}");
            other.span.refuse(reason)
        }
        (None, min, max) => {
            let least = min.map_or(Ok(0), |min| min.integer(0..=MAX_COPIES, ""))?;
            let Some(max) = max else { return Ok((least, None)) };
            let most = number_or_any(max)?;
            if let Some(most) = most.filter(|most| *most < least) {
                let reason = format!("max is {most} and min is {least}, expected at least as many");
                return max.span.refuse(reason);
            }
            Ok((least, most))
        }
    }
}

impl<'t> Value<'t> {
    /// It as sides such as `3x4x5`; two sides have one layer.
    fn sides(&self) -> Result<[usize; 3], FormatError> {
        const EXPECTED: &str = "layers x rows x columns such as \"3x4x5\", or rows x columns";
        let given = self.string(EXPECTED)?;
        let refused = |expected: &str| {
            let (name, given) = (self.name, quoted(given));
            self.span.refuse(format!("{name} is {given}, expected {expected}"))
        };
        let side = |side: &str| {
            side.trim().parse().ok().filter(|side: &usize| (1..=MAX_CELLS).contains(side))
        };
        let sides: Option<Vec<usize>> = given.split('x').map(side).collect();
        let sides = match sides.as_deref() {
            Some([rows, columns]) => [1, *rows, *columns],
            Some([layers, rows, columns]) => [*layers, *rows, *columns],
            _ => return refused(EXPECTED),
        };
        match volume(sides) <= MAX_CELLS {
            true => Ok(sides),
            false => refused(&format!("at most {MAX_CELLS} cells")),
        }
    }

    /// It as a colour.
    fn colour(&self) -> Result<Rgb, FormatError> {
        let names: Vec<&str> = COLOUR_NAMES.iter().map(|(name, _)| *name).collect();
        let expected = format!("\"#rrggbb\" or one of {}", names.join(", "));
        let given = self.string(&expected)?;
        Rgb::read(given).ok_or_else(|| {
            let (name, given) = (self.name, quoted(given));
            self.span.error(format!("{name} is {given}, expected {expected}"))
        })
    }

    /// It as a list of cells, each with its place in the file.
    fn cells(&self) -> Result<Vec<([i64; 3], Span<'t>)>, FormatError> {
        const LIST: &str = "a list of cells such as [[0, 0, 0], [0, 0, 1]]";
        const CELL: &str = "layer, row and column, or row and column";
        let bound = i64::from(MAX_COPIES);
        let cell = |cell: Value<'t>| match cell.integers(-bound..=bound, LIST)?[..] {
            [row, column] => Ok(([0, row, column], cell.span)),
            [layer, row, column] => Ok(([layer, row, column], cell.span)),
            ref other => {
                let count = other.len();
                cell.span.refuse(format!("a cell with {count} numbers, expected {CELL}"))
            }
        };
        self.list(LIST)?.map(cell).collect()
    }

    /// It as a list of places, which are cells without negative numbers.
    fn places(&self) -> Result<Vec<(Place, Span<'t>)>, FormatError> {
        let place =
            |(cell, span): ([i64; 3], Span<'t>)| match cell.map(|at| usize::try_from(at).ok()) {
                [Some(layer), Some(row), Some(column)] => Ok(([layer, row, column], span)),
                _ => span.refuse(format!("cell {cell:?} is negative, expected numbers from 0")),
            };
        self.cells()?.into_iter().map(place).collect()
    }

    /// It as a drawing: a string with blank lines between layers, or a list of layers, each a list
    /// of rows.
    fn drawn(&self, legend: &Legend) -> Result<Vec<(Place, char)>, FormatError> {
        const EXPECTED: &str = "a drawing: a string, or a list of layers, each a list of rows";
        let layers = if self.is_string() {
            drawing::layers(self.rows())
        } else {
            let layers = self.list(EXPECTED)?;
            layers
                .map(|layer| layer.list(EXPECTED)?.map(|row| row.single_row(EXPECTED)).collect())
                .collect::<Result<_, FormatError>>()?
        };
        match layers.is_empty() {
            true => self.span.refuse(format!("{} is empty, expected a drawing", self.name)),
            false => drawing::cells(&layers, legend),
        }
    }

    /// It as one row of a drawing.
    fn single_row(&self, expected: &str) -> Result<Span<'t>, FormatError> {
        self.string(expected)?;
        let mut rows = self.rows();
        match (rows.next(), rows.next()) {
            (row, None) => Ok(row.unwrap_or(self.span.part(""))),
            _ => {
                let name = self.name;
                self.span.refuse(format!("a row of {name} has a line break, expected none"))
            }
        }
    }
}

/// A place as a cell of a shape.
fn signed(place: Place) -> [i64; 3] {
    place.map(|at| i64::try_from(at).expect("places of a file are far below 2^63"))
}

/// A puzzle in our own format.
#[must_use]
pub fn to_toml(question: &PackQuestion) -> String {
    let mut keys = Keys::new(question.title());
    keys.heading("[box]");
    write_box(&mut keys, question);
    keys.add("leftover", Some(question.leftover).filter(|cells| *cells > 0));
    keys.add("hold", (question.hold != Hold::Free).then(|| word_for(&HOLDS, &question.hold)));
    question.pieces().iter().for_each(|piece| write_piece(&mut keys, piece));
    keys.text()
}

fn write_box(keys: &mut Keys, question: &PackQuestion) {
    let (must, may) = (question.must(), question.may());
    let cells = || must.iter().chain(may);
    let sides = [0, 1, 2].map(|axis| cells().map(|place| place[axis] + 1).max().unwrap_or(0));
    let is_brick = volume(sides) == must.len() + may.len();
    if is_brick && (must.is_empty() || may.is_empty()) {
        keys.add("size", Some(literal(&by(sides))));
        keys.add("optional", must.is_empty().then_some("\"all\""));
    } else if worth_drawing(sides, must.len() + may.len()) {
        let character = |place| box_mark(question, place, ['#', '+', '.']);
        keys.add("layers", Some(drawing(sides, character)));
    } else {
        keys.add("cells", Some(list(cells())));
        keys.add("optional", (!may.is_empty()).then(|| list(may.iter())));
    }
}

fn write_piece(keys: &mut Keys, piece: &Piece) {
    keys.heading("[[piece]]");
    keys.add("name", Some(literal(&piece.name)));
    let (cells, sides) = (piece.shape.cells(), piece.shape.sides());
    if volume(sides) == cells.len() {
        keys.add("brick", Some(literal(&by(sides))));
    } else if worth_drawing(sides, cells.len()) {
        let character = |place| if cells.binary_search(&place).is_ok() { '#' } else { '.' };
        keys.add("layers", Some(drawing(sides, character)));
    } else {
        keys.add("cells", Some(list(cells.iter())));
    }
    match (piece.least, piece.most) {
        (1, Some(1)) => {}
        (0, None) => keys.add("count", Some("\"any\"")),
        (least, Some(most)) if least == most => keys.add("count", Some(most)),
        (least, most) => {
            keys.add("min", Some(least));
            keys.add("max", most);
        }
    }
    let has_turns = piece.turns != Turns::default();
    keys.add("turns", has_turns.then(|| word_for(&TURNS, &piece.turns)));
    keys.add("colour", piece.colour.map(|colour| literal(&colour.to_string())));
}

/// A drawing as a string.
fn drawing(sides: [usize; 3], character: impl Fn(Place) -> char) -> String {
    format!("\"\"\"\n{}\"\"\"", draw(sides, character))
}

/// Cells as a list.
fn list<'a>(cells: impl Iterator<Item = &'a Place>) -> String {
    format!("{:?}", cells.collect::<Vec<_>>())
}

/// Whether a drawing of a brick is not much longer than a list of so many of its cells, 11
/// characters each.
fn worth_drawing(sides: [usize; 3], cell_count: usize) -> bool {
    volume(sides) <= 11 * cell_count + 1000
}
