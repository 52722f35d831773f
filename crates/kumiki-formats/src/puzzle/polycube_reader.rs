//! The text of the solver `polycube`, read.
//! [`PuzzleFormat::Polycube`](super::PuzzleFormat::Polycube) describes it.
//!
//! The module `polycube_file` knows how a file is written; here is what it means. Stationary pieces
//! become walls, and mobile pieces that are the same but for a turn become copies of one.
//!
//! # Sources
//! M. T. Busche, Solving polyomino and polycube puzzles (2011), and his program `polycube`, file
//! `Puzzle.cpp`, for what it does with equal pieces.

use super::draft::{Draft, StatedPiece, reason_of};
use super::no_such_problem;
use super::polycube_file::{DIRECTIVES, Sketch, Sketched, sketches};
use super::turned::least_image;
use crate::{FormatError, quoted};
use kumiki_model::{Hold, PackQuestion, Place, Shape, Turns};
use std::collections::{BTreeMap, BTreeSet};

/// Whether the first line that is neither blank nor a comment is a directive.
pub(super) fn begins_with_directive(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    let word = first.and_then(|line| line.split(|byte| *byte == b':').next());
    word.is_some_and(|word| {
        DIRECTIVES.iter().any(|directive| directive.as_bytes() == word.trim_ascii())
    })
}

/// The question that a puzzle of a file asks, and what the file says beyond it.
pub(super) fn read(text: &str, number: usize) -> Result<(PackQuestion, Vec<String>), FormatError> {
    let sketches = sketches(text)?;
    match sketches.get(number) {
        Some(sketch) => question(sketch, text),
        None if sketches.is_empty() => {
            Err(FormatError::of_file("there is no puzzle in the file, expected a directive D"))
        }
        None => {
            let titles: Vec<&str> = sketches.iter().map(|sketch| sketch.title.as_str()).collect();
            Err(no_such_problem(number, &titles))
        }
    }
}

/// The question of a puzzle.
fn question(sketch: &Sketch<'_>, text: &str) -> Result<(PackQuestion, Vec<String>), FormatError> {
    let error =
        |offset: usize, reason: String| FormatError::at_offset(text.as_bytes(), offset, reason);
    let mut notes = Vec::new();
    let (walls, mobile): (Vec<&Sketched>, Vec<&Sketched>) =
        sketch.pieces.iter().partition(|piece| piece.is_stationary);
    let mut must = all_places(sketch);
    for wall in &walls {
        for cell in &wall.cells {
            let place = place(sketch, *cell).filter(|place| must.remove(place));
            if place.is_none() {
                let (name, [x, y, z]) = (quoted(&wall.name), cell);
                let reason = format!(
                    "cell {x} {y} {z} of stationary piece {name} is outside of the box or taken"
                );
                return Err(error(wall.offset, reason));
            }
        }
    }
    if !walls.is_empty() {
        let names: Vec<String> = walls.iter().map(|wall| quoted(&wall.name)).collect();
        notes.push(format!("stationary pieces are walls: {}", names.join(", ")));
    }
    let (volume, room) = (mobile.iter().map(|piece| piece.cells.len()).sum::<usize>(), must.len());
    if volume != room {
        let reason = format!(
            "mobile pieces of {volume} cells for a box with room for {room}, expected as many"
        );
        return Err(error(sketch.offset, reason));
    }
    let mut draft = Draft::new(text, must, BTreeSet::new(), sketch.offset)?;
    for copies in same_pieces(sketch, &mobile, text)? {
        let (first, others) = (copies[0], &copies[1..]);
        if !others.is_empty() {
            let names: Vec<String> = others.iter().map(|piece| quoted(&piece.name)).collect();
            notes.push(format!("copies of piece {}: {}", quoted(&first.name), names.join(", ")));
        }
        let count = u32::try_from(copies.len()).unwrap_or(u32::MAX);
        draft.add(StatedPiece {
            name: first.name.clone(),
            cells: first.cells.iter().copied().map(turned_over).collect(),
            least: count,
            most: Some(count),
            turns: turns(sketch),
            offset: first.offset,
        })?;
    }
    Ok((draft.finish(sketch.title.clone(), 0, Hold::Free)?, notes))
}

/// The pieces, those together that are the same but for an allowed turn; in the order in which they
/// first appear.
fn same_pieces<'s>(
    sketch: &Sketch<'_>,
    pieces: &[&'s Sketched],
    text: &str,
) -> Result<Vec<Vec<&'s Sketched>>, FormatError> {
    let mut kinds: Vec<Vec<&Sketched>> = Vec::new();
    let mut kind_of: BTreeMap<Vec<Place>, usize> = BTreeMap::new();
    for piece in pieces {
        let shape = Shape::new(piece.cells.iter().copied().map(turned_over)).map_err(|cause| {
            let reason = format!("piece {}: {}", quoted(&piece.name), reason_of(&cause));
            FormatError::at_offset(text.as_bytes(), piece.offset, reason)
        })?;
        let kind = *kind_of.entry(least_image(&shape, turns(sketch))).or_insert_with(|| {
            kinds.push(Vec::new());
            kinds.len() - 1
        });
        kinds[kind].push(piece);
    }
    Ok(kinds)
}

/// How the pieces of a puzzle may be turned.
fn turns(sketch: &Sketch<'_>) -> Turns {
    if sketch.is_one_sided { Turns::InPlane } else { Turns::Rotations }
}

/// A cell `x y z` of a piece as layer, row and column. Rows count downwards and `y` upwards.
fn turned_over([x, y, z]: [i64; 3]) -> [i64; 3] {
    [z, y.saturating_neg(), x]
}

/// A cell `x y z` of the box as layer, row and column, if it is inside.
fn place(sketch: &Sketch<'_>, [x, y, z]: [i64; 3]) -> Option<Place> {
    let row = (sketch.sides[1] - 1).checked_sub(y)?;
    let [layer, row, column] = [z, row, x].map(|at| usize::try_from(at).ok());
    Some([layer?, row?, column?])
}

/// All cells of the box.
fn all_places(sketch: &Sketch<'_>) -> BTreeSet<Place> {
    let [columns, rows, layers] = sketch.sides;
    let cells =
        (0..layers).flat_map(|z| (0..rows).flat_map(move |y| (0..columns).map(move |x| [x, y, z])));
    cells.filter_map(|cell| place(sketch, cell)).collect()
}
