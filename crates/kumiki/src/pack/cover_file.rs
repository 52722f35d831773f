//! A packing puzzle as an exact-cover file, for programs that know exact covers only.
//!
//! # Names
//! A cell is called by its layer, row and column, as in `1.2.3`, or by row and column if there is
//! one layer; all are counted from 1. A kind of piece is called by its name, with `_` for what a
//! name in a file cannot have.

use crate::Halt;
use kumiki_formats::FormatError;
use kumiki_formats::cover::CoverFile;
use kumiki_model::{ItemId, PackQuestion, Place};
use kumiki_reduce::{PackPuzzle, pack};
use std::collections::{BTreeMap, BTreeSet};

/// States a puzzle as an exact-cover file, whose solutions are its packings.
///
/// # Errors
/// If an exact cover cannot say it: that no group of pieces may slide, where single pieces are not
/// enough.
pub(super) fn cover_file(question: &PackQuestion) -> Result<CoverFile, Halt> {
    let puzzle = pack(question)?;
    if puzzle.must_be_rigid() {
        let reason = "an exact cover cannot say that no group of pieces may slide, expected \
            `rule` piece or free";
        return Err(Halt::Format(FormatError::of_file(reason)));
    }
    let names = names(question, &puzzle);
    CoverFile::from_problem(puzzle.problem().clone(), names).map_err(Halt::Format)
}

/// A name for each item, different from the others.
pub(super) fn names(question: &PackQuestion, puzzle: &PackPuzzle) -> Vec<String> {
    let places = question.must().iter().chain(question.may());
    let cells: BTreeMap<ItemId, String> = places
        .filter_map(|place| Some((puzzle.cell_item(*place)?, cell_name(question, *place))))
        .collect();
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for item in puzzle.problem().items().ids() {
        let wanted = cells.get(&item).cloned().unwrap_or_else(|| plain(&puzzle.item_name(item)));
        let numbered = (2..).map(|number: u32| format!("{wanted}_{number}"));
        let mut candidates = std::iter::once(wanted.clone()).chain(numbered);
        let name = candidates.find(|name| !taken.contains(name)).expect("there are numbers enough");
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

pub(super) fn cell_name(question: &PackQuestion, place: Place) -> String {
    let [layer, row, column] = [0, 1, 2].map(|axis| place[axis] - question.low()[axis] + 1);
    if question.sides()[0] == 1 {
        format!("{row}.{column}")
    } else {
        format!("{layer}.{row}.{column}")
    }
}

/// What an item is called, without what a name in a file cannot have.
fn plain(name: &str) -> String {
    let name =
        name.strip_prefix("piece '").and_then(|name| name.strip_suffix('\'')).unwrap_or(name);
    let is_unfit = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ':' | '|' | ',');
    if name.is_empty() { "piece".to_owned() } else { name.replace(is_unfit, "_") }
}
