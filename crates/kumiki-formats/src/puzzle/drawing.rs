//! Cells drawn as text: layers of rows of characters.
//!
//! # The idea
//! ```text
//! ##       layer 0
//! #.
//!
//! #        layer 1; its second row, and the end of its first, are empty
//! ```
//! Blank lines separate layers. Rows may be of different lengths. Each character of a row is a
//! cell, and which characters there are is up to a [`Legend`]. Each row knows where it stands in
//! the file, so that a wrong character is reported with its line and column.

use crate::FormatError;
use crate::span::Span;
use kumiki_model::{PackQuestion, Place};

/// What the characters of a drawing mean.
pub(super) struct Legend {
    /// The characters that are cells.
    pub(super) cells: &'static [char],
    /// What is expected, for an error.
    pub(super) expected: &'static str,
}

/// The characters of a box.
pub(super) const BOX: Legend = Legend {
    cells: &['#', '+'],
    expected: "'#' (must be filled), '+' (may be filled), or '.', '_' or a space (wall)",
};

/// The characters of a piece.
pub(super) const PIECE: Legend =
    Legend { cells: &['#'], expected: "'#' (a cell), or '.', '_' or a space (no cell)" };

/// The characters that are no cells, in every drawing.
const NOTHING: [char; 3] = ['.', '_', ' '];

/// Cuts rows into layers at blank ones.
pub(super) fn layers<'t>(rows: impl IntoIterator<Item = Span<'t>>) -> Vec<Vec<Span<'t>>> {
    let rows: Vec<Span<'t>> = rows.into_iter().collect();
    let layers = rows.split(|row| row.text.trim().is_empty());
    layers.filter(|layer| !layer.is_empty()).map(<[_]>::to_vec).collect()
}

/// The cells that are drawn, each with its character, in the order of the file.
pub(super) fn cells(
    layers: &[Vec<Span<'_>>],
    legend: &Legend,
) -> Result<Vec<(Place, char)>, FormatError> {
    let mut cells = Vec::new();
    for (layer, rows) in layers.iter().enumerate() {
        for (row, line) in rows.iter().enumerate() {
            for (column, (at, character)) in line.text.char_indices().enumerate() {
                if legend.cells.contains(&character) {
                    cells.push(([layer, row, column], character));
                } else if !NOTHING.contains(&character) {
                    let reason =
                        format!("unknown character {character:?}, expected {}", legend.expected);
                    return line.refuse_at(at, reason);
                }
            }
        }
    }
    Ok(cells)
}

/// What a cell of a box is drawn as: one that must be filled, one that may, or a wall.
pub(super) fn box_mark<M>(question: &PackQuestion, place: Place, [must, may, wall]: [M; 3]) -> M {
    let is_in = |places: &[Place]| places.binary_search(&place).is_ok();
    match (is_in(question.must()), is_in(question.may())) {
        (true, _) => must,
        (_, true) => may,
        _ => wall,
    }
}

/// A drawing of all cells from `[0, 0, 0]` up to these sides; each row ends in a line break.
pub(super) fn draw(sides: [usize; 3], character: impl Fn(Place) -> char) -> String {
    let mut text = String::new();
    for layer in 0..sides[0] {
        if layer > 0 {
            text.push('\n');
        }
        for row in 0..sides[1] {
            text.extend((0..sides[2]).map(|column| character([layer, row, column])));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a text that is a whole file.
    fn drawn(text: &str, legend: &Legend) -> Result<Vec<(Place, char)>, String> {
        cells(&layers(Span::of(text).lines()), legend).map_err(|error| error.to_string())
    }

    #[test]
    fn blank_lines_separate_layers_and_rows_may_be_short() {
        let expected = [([0, 0, 1], '#'), ([0, 1, 0], '+'), ([1, 0, 0], '#'), ([2, 1, 3], '+')]
            .map(Ok::<_, ()>);
        let found = drawn("\n\n.#\n+\n\n#\n  \n\n.\n___+\n\n", &BOX).expect("a drawing");
        assert_eq!(found.into_iter().map(Ok).collect::<Vec<_>>(), expected);
        assert_eq!(drawn("\n \n", &BOX), Ok(vec![]));
    }

    #[test]
    fn an_unknown_character_is_reported_where_it_stands() {
        let expected = "line 3, column 2: unknown character 'x', expected '#' (a cell), or '.', \
            '_' or a space (no cell)";
        assert_eq!(drawn("#\n\n#x", &PIECE), Err(expected.to_owned()));
        assert!(
            drawn("+", &PIECE)
                .is_err_and(|error| error.starts_with("line 1, column 1: unknown character '+'"))
        );
        assert!(drawn("#\t", &BOX).is_err_and(|error| error.contains("character '\\t'")));
    }

    #[test]
    fn what_is_drawn_reads_as_it_was() {
        let text = draw(
            [2, 2, 3],
            |[layer, row, column]| if layer + row + column == 2 { '+' } else { '.' },
        );
        assert_eq!(text, "..+\n.+.\n\n.+.\n+..\n");
        let places: Vec<Place> =
            drawn(&text, &BOX).expect("a drawing").into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [[0, 0, 2], [0, 1, 1], [1, 0, 1], [1, 1, 0]]);
    }
}
