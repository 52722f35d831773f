//! Our own format, read. [`PuzzleFormat::Toml`](super::PuzzleFormat::Toml) describes it.

use super::MAX_CELLS;
use super::draft::{Draft, StatedPiece};
use super::drawing;
use crate::FormatError;
use crate::toml_keys::{self, Keys, Value};
use kumiki_model::{Hold, PackQuestion, Place, Turns};
use std::collections::BTreeSet;

/// What `hold` may be.
pub(super) const HOLDS: [(&str, Hold); 3] =
    [("free", Hold::Free), ("piece", Hold::Piece), ("group", Hold::Group)];

/// What `turns` may be.
pub(super) const TURNS: [(&str, Turns); 4] = [
    ("fixed", Turns::Fixed),
    ("in-plane", Turns::InPlane),
    ("rotations", Turns::Rotations),
    ("all", Turns::All),
];

const FILE_KEYS: [&str; 4] = ["kumiki", "title", "box", "piece"];
const BOX_KEYS: [&str; 7] = ["size", "layers", "cells", "remove", "optional", "leftover", "hold"];
const PIECE_KEYS: [&str; 8] = ["name", "layers", "cells", "brick", "count", "min", "max", "turns"];

/// The question that a file asks.
pub(super) fn read(text: &str) -> Result<PackQuestion, FormatError> {
    let table = toml_keys::parse(text)?;
    let file = Keys::of_file(text, table.get_ref())?.only(&FILE_KEYS)?;
    let title = file.get("title").map_or(Ok(""), |title| title.string("a string"))?;
    let container = file.require("box", "a table [box]")?.table("[box]")?.only(&BOX_KEYS)?;
    let (must, may) = box_cells(&container)?;
    let leftover = match container.get("leftover") {
        Some(value) => unsigned(value.integer(0..=i64::from(u32::MAX), "")?),
        None => 0,
    };
    let hold = container.get("hold").map_or(Ok(Hold::Free), |value| value.word(&HOLDS))?;
    let mut draft = Draft::new(text, must, may, container.offset)?;
    if let Some(pieces) = file.get("piece") {
        for piece in pieces.list("[[piece]], with two brackets, for each piece")? {
            draft.add(stated_piece(&piece.table("[[piece]]")?.only(&PIECE_KEYS)?)?)?;
        }
    }
    draft.finish(title.to_owned(), leftover, hold)
}

/// The cells of the box that must and that may be filled.
fn box_cells(container: &Keys<'_>) -> Result<(BTreeSet<Place>, BTreeSet<Place>), FormatError> {
    let form = container.one_of(&["size", "layers", "cells"])?;
    let (mut must, mut may) = (BTreeSet::new(), BTreeSet::new());
    match form.name {
        "size" => must.extend(brick(form.sides()?)),
        "cells" => {
            for (place, value) in form.places()? {
                if !must.insert(place) {
                    return Err(value.error(format!("cell {place:?} is given twice")));
                }
            }
        }
        _ => {
            for (place, character) in drawn(container, &form, &drawing::BOX)? {
                if character == '+' {
                    may.insert(place)
                } else {
                    must.insert(place)
                };
            }
        }
    }
    if let Some(removed) = container.get("remove") {
        for (place, value) in removed.places()? {
            if !must.remove(&place) && !may.remove(&place) {
                return Err(
                    value.error(format!("cell {place:?} is not in the box, or removed twice"))
                );
            }
        }
    }
    match container.get("optional") {
        Some(value) if value.is_string() => {
            value.word(&[("all", ())])?;
            may.append(&mut must);
        }
        Some(optional) => {
            for (place, value) in optional.places()? {
                if !must.remove(&place) {
                    let reason = format!("cell {place:?} is not in the box, or optional twice");
                    return Err(value.error(reason));
                }
                may.insert(place);
            }
        }
        None => {}
    }
    Ok((must, may))
}

/// A piece of the file.
fn stated_piece(piece: &Keys<'_>) -> Result<StatedPiece, FormatError> {
    let name = piece.require("name", "a name for each piece")?;
    let name = match name.string("a string")? {
        "" => return Err(name.error("the name is empty, expected at least one character")),
        given => given.to_owned(),
    };
    let form = piece.one_of(&["layers", "cells", "brick"])?;
    let cells = match form.name {
        "brick" => brick(form.sides()?).map(signed).collect(),
        "cells" => form.cells()?.into_iter().map(|(cell, _)| cell).collect(),
        _ => drawn(piece, &form, &drawing::PIECE)?
            .into_iter()
            .map(|(place, _)| signed(place))
            .collect(),
    };
    let (least, most) = counts(piece)?;
    let turns = piece.get("turns").map_or(Ok(Turns::default()), |value| value.word(&TURNS))?;
    Ok(StatedPiece { name, cells, least, most, turns, offset: form.offset() })
}

/// How often a piece is used, at least and at most.
fn counts(piece: &Keys<'_>) -> Result<(u32, Option<u32>), FormatError> {
    let bound = i64::try_from(MAX_CELLS).unwrap_or(i64::MAX);
    let (count, min, max) = (piece.get("count"), piece.get("min"), piece.get("max"));
    if let Some(count) = count {
        if let Some(other) = min.or(max) {
            return Err(other
                .error(format!("'count' is there too, expected either count or {}", other.name)));
        }
        let count = count.integer_or_any(1..=bound)?.map(unsigned);
        return Ok((count.unwrap_or(0), count));
    }
    if min.is_none() && max.is_none() {
        return Ok((1, Some(1)));
    }
    let least = min.map_or(Ok(0), |min| min.integer(0..=bound, ""))?;
    let most = match max {
        Some(max) => match max.integer_or_any(1..=bound)? {
            Some(most) if most < least => {
                return Err(max.error(format!(
                    "max is {most} and min is {least}, expected at least as many"
                )));
            }
            most => most,
        },
        None => None,
    };
    Ok((unsigned(least), most.map(unsigned)))
}

/// The cells of a drawing.
fn drawn(
    keys: &Keys<'_>,
    form: &Value<'_>,
    legend: &drawing::Legend,
) -> Result<Vec<(Place, char)>, FormatError> {
    drawing::cells(keys.text(), &form.layers()?, legend)
}

/// All cells of a brick.
fn brick(sides: [usize; 3]) -> impl Iterator<Item = Place> {
    let [layers, rows, columns] = sides;
    (0..layers).flat_map(move |layer| {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| [layer, row, column]))
    })
}

/// A place as a cell of a shape.
fn signed(place: Place) -> [i64; 3] {
    place.map(|at| i64::try_from(at).expect("places of a file are far below 2^63"))
}

/// A number that was checked to be one.
fn unsigned(number: i64) -> u32 {
    u32::try_from(number).expect("the range of the number was checked")
}
