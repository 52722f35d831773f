//! A packing puzzle stated as an exact cover, by the judge itself: `1.1.1 1.1.2 2.1.1 V` is the
//! piece V on three cells.
//!
//! Cells come first, in the order of layers, rows and columns. Those that must be filled are
//! covered once, and those that may be, at most once. Then come the pieces of which there is one,
//! or at most one. The number of other pieces does not matter: there are as many as may lie in the
//! box, or there is no other piece, and they fill it.

use super::cover::Options;
use crate::fault::refuse;
use crate::pieces::answer::question_of;
use crate::saved::unreadable;
use crate::{Fault, rule};
use kumiki_formats::cover::CoverFile;
use kumiki_model::{CoverFormat, PackAsk, PackQuestion, Place};
use kumiki_recount::{Board, turned_shapes};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The puzzle of a question as an exact cover.
pub(super) fn options(ask: &PackAsk) -> Result<Options, Fault> {
    let question = question_of(ask)?;
    let must = question.must().iter().map(|cell| (*cell, true));
    let may = question.may().iter().map(|cell| (*cell, false));
    let cells: BTreeMap<Place, bool> = must.chain(may).collect();
    let mut names: Vec<String> = Vec::new();
    let mut items: Vec<Value> = Vec::new();
    for (cell, is_must) in &cells {
        names.push(cell_name(&question, *cell));
        items.push(json!({"name": names.last(), "secondary": !is_must}));
    }
    let mut pieces: Vec<Option<String>> = Vec::new();
    for (number, piece) in question.pieces().iter().enumerate() {
        let must_be_there = must_be_there(&question, number, cells.len())?;
        pieces.push(must_be_there.map(|_| free_name(&piece.name, &names)));
        if let (Some(name), Some(is_must)) = (&pieces[number], must_be_there) {
            names.push(name.clone());
            items.push(json!({"name": name, "secondary": !is_must}));
        }
    }
    let option = |cells: &[Place], kind: usize| {
        let cells = cells.iter().map(|cell| cell_name(&question, *cell));
        let names: Vec<String> = cells.chain(pieces[kind].clone()).collect();
        json!({"items": names})
    };
    let placements = Board::of(&question).placements;
    let options: Vec<Value> =
        placements.iter().map(|placed| option(&placed.cells, placed.kind)).collect();
    let text = json!({"items": items, "options": options}).to_string();
    let file = CoverFile::read(text.as_bytes(), CoverFormat::Json);
    Ok(Options::of(file.map_err(|error| unreadable(&error))?))
}

/// Whether the one piece of a kind must be there, or may be; nothing if their number does not
/// matter.
fn must_be_there(
    question: &PackQuestion,
    number: usize,
    cell_count: usize,
) -> Result<Option<bool>, Fault> {
    let pieces = question.pieces();
    let room = |number: usize| cell_count / pieces[number].shape.cells().len();
    let most = |number: usize| pieces[number].most.map_or(usize::MAX, |most| most as usize);
    let is_free = |number: usize| pieces[number].least == 0 && most(number) >= room(number);
    let is_like = |other: usize| {
        let [one, other] = [number, other].map(|number| turned_shapes(&pieces[number]));
        !one.is_disjoint(&other)
    };
    let is_one_of_two =
        (0..pieces.len()).any(|other| other != number && is_free(other) && is_like(other));
    let fills_the_box = pieces.len() == 1 && question.may().is_empty();
    if fills_the_box || is_free(number) && !is_one_of_two {
        return Ok(None);
    }
    match (pieces[number].least, most(number).min(room(number))) {
        (1, 0 | 1) => Ok(Some(true)),
        (0, 1) => Ok(Some(false)),
        _ => refuse(rule::TRACE, "there are several pieces of a kind, expected one of each"),
    }
}

fn cell_name(question: &PackQuestion, cell: Place) -> String {
    let [layer, row, column] = [0, 1, 2].map(|axis| cell[axis] - question.low()[axis] + 1);
    match question.sides()[0] {
        1 => format!("{row}.{column}"),
        _ => format!("{layer}.{row}.{column}"),
    }
}

/// A name without what an exact cover cannot have in names, and which no item has.
fn free_name(name: &str, taken: &[String]) -> String {
    let is_unfit = |c: char| c.is_whitespace() || c.is_control() || [':', '|', ','].contains(&c);
    let name = if name.is_empty() { "piece".to_owned() } else { name.replace(is_unfit, "_") };
    let numbered = (2..).map(|number: u32| format!("{name}_{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !taken.contains(name)).expect("there are numbers enough")
}
