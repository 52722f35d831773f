//! How people type packings: layers side by side or one below the other, with all separators.

use crate::grid::{Cell, Cells};
use fastrand::Rng;
use std::collections::BTreeMap;

/// A box with labels in some of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    /// Layers, rows and columns.
    pub(super) sides: [i32; 3],
    /// What is in a cell; nothing if it is empty.
    pub(super) cells: BTreeMap<Cell, char>,
}

impl Picture {
    /// The labels, in order.
    pub(super) fn labels(&self) -> Vec<char> {
        let mut labels: Vec<char> = self.cells.values().copied().collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// The cells of a label.
    pub(super) fn cells_of(&self, label: char) -> Cells {
        self.cells.iter().filter(|(_, other)| **other == label).map(|(cell, _)| *cell).collect()
    }

    /// The cells of each label.
    pub(super) fn bricks(&self) -> Vec<Cells> {
        self.labels().into_iter().map(|label| self.cells_of(label)).collect()
    }

    /// A row of a layer; blanks may stand between its cells.
    fn row(&self, layer: i32, row: i32, between: &str) -> String {
        let cell = |column| self.cells.get(&[layer, row, column]).copied().unwrap_or('.');
        let cells: Vec<String> =
            (0..self.sides[2]).map(|column| cell(column).to_string()).collect();
        cells.join(between)
    }
}

/// Words that stand between pictures.
const WORDS: [&str; 5] =
    ["# a remark: 11. 22.", "But", "this one may slide, too", "\nthe other side:\n", "#"];

/// Pictures in a file.
pub(super) fn typed(pictures: &[Picture], lot: &mut Rng) -> String {
    let mut text = String::new();
    if lot.u8(..6) == 0 {
        text += "\u{feff}";
    }
    let mut was_stacked = false;
    for (at, picture) in pictures.iter().enumerate() {
        let is_stacked = picture.sides[0] == 1 || lot.u8(..3) == 0;
        // Layers below each other go on with each other, unless words come between.
        if at > 0 && !(was_stacked && is_stacked) && lot.bool() {
            text += "\n";
        } else if at > 0 || lot.bool() {
            text += &format!("\n{}\n", WORDS[lot.usize(..WORDS.len())]);
        }
        // A word that stands alone must not stand beside a row.
        text += "\n";
        text += &if is_stacked { stacked(picture, lot) } else { side_by_side(picture, lot) };
        was_stacked = is_stacked;
    }
    if lot.u8(..6) == 0 { text.replace('\n', "\r\n") } else { text }
}

/// One layer below the other, with blank lines between.
fn stacked(picture: &Picture, lot: &mut Rng) -> String {
    let between = ["", " "][lot.usize(..2)];
    let layer = |layer| {
        let rows = (0..picture.sides[1]).map(|row| picture.row(layer, row, between) + "\n");
        rows.collect::<String>()
    };
    let layers: Vec<String> = (0..picture.sides[0]).map(layer).collect();
    layers.join(["\n", "\n\n"][lot.usize(..2)])
}

/// All layers beside each other.
fn side_by_side(picture: &Picture, lot: &mut Rng) -> String {
    let between = ["", " "][lot.usize(..2)];
    let separators = ["\t", "|", " | ", "  ", "   ", " "];
    // Words with single blanks between are layers if they have several cells.
    let usable = if between.is_empty() && picture.sides[2] > 1 { 6 } else { 5 };
    let separator = separators[lot.usize(..usable)];
    let ends = if separator == " | " && lot.bool() { ["| ", " |"] } else { ["", ""] };
    let indent = if lot.u8(..4) == 0 { "  " } else { "" };
    let row = |row| {
        let layers: Vec<String> =
            (0..picture.sides[0]).map(|layer| picture.row(layer, row, between)).collect();
        format!("{indent}{}{}{}\n", ends[0], layers.join(separator), ends[1])
    };
    (0..picture.sides[1]).map(row).collect()
}
