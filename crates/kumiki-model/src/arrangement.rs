//! How pieces lie in the box of a puzzle, and their layer text.
//!
//! # Labels
//! Each piece is shown by one character. If every kind of piece is called by one character and is
//! used at most once, that is the name of the kind, and a solution reads like the drawings in books
//! on polyominoes. Otherwise pieces are numbered as bricks are: `1` to `9`, then letters.

use crate::layers::{label, layers_text};
use crate::{PackQuestion, Piece, Place};
use std::collections::BTreeMap;

/// A piece in its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlacedPiece {
    /// Its cells, sorted.
    pub cells: Vec<Place>,
    /// Which kind of piece it is, as a position in [`PackQuestion::pieces`].
    pub kind: usize,
}

impl PackQuestion {
    /// The characters that stand for the pieces of an arrangement, in its order.
    #[must_use]
    pub fn labels(&self, arrangement: &[PlacedPiece]) -> Vec<char> {
        let names: Option<Vec<char>> = self.pieces().iter().map(short_name).collect();
        let by_name = |placed: &PlacedPiece| names.as_ref()?.get(placed.kind).copied();
        arrangement
            .iter()
            .enumerate()
            .map(|(at, placed)| by_name(placed).unwrap_or_else(|| label(at)))
            .collect()
    }

    /// The layers as rows of characters: the label of the piece that covers a cell, `.` for an
    /// empty cell, and a blank where there is no cell.
    ///
    /// Nothing is checked: judging arrangements is the judge's business. Where pieces overlap, the
    /// later one is shown; what lies beyond the smallest cuboid around the box is not.
    ///
    /// ```
    /// use kumiki_model::{PackQuestion, Piece, PlacedPiece, Shape, Turns};
    /// let shape = Shape::new([[0, 0, 0], [0, 0, 1]])?;
    /// let domino = Piece { name: "domino".into(), shape, least: 1, most: None, turns: Turns::Rotations };
    /// let cells = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 2, 1], [0, 2, 2]];
    /// let question = PackQuestion::new("five", cells, [], vec![domino])?;
    /// let pieces = [[[0, 0, 0], [0, 0, 1]], [[0, 2, 1], [0, 2, 2]]];
    /// let arrangement = pieces.map(|cells| PlacedPiece { cells: cells.to_vec(), kind: 0 });
    /// assert_eq!(question.layers(&arrangement), [["11 ", " . ", " 22"]]);
    /// # Ok::<(), kumiki_model::ModelError>(())
    /// ```
    #[must_use]
    pub fn layers(&self, arrangement: &[PlacedPiece]) -> Vec<Vec<String>> {
        let [layers, rows, columns] = self.sides();
        let mut marks = vec![vec![vec![' '; columns]; rows]; layers];
        let mut mark = |place: &Place, character: char| {
            let [layer, row, column] =
                [0, 1, 2].map(|axis| place[axis].wrapping_sub(self.low()[axis]));
            let row = marks.get_mut(layer).and_then(|rows: &mut Vec<Vec<char>>| rows.get_mut(row));
            if let Some(cell) = row.and_then(|row| row.get_mut(column)) {
                *cell = character;
            }
        };
        self.must().iter().chain(self.may()).for_each(|place| mark(place, '.'));
        for (placed, character) in arrangement.iter().zip(self.labels(arrangement)) {
            placed.cells.iter().for_each(|place| mark(place, character));
        }
        marks.iter().map(|layer| layer.iter().map(|row| row.iter().collect()).collect()).collect()
    }

    /// The pieces that [layers](Self::layers) show, sorted, given what each label stands for: the
    /// names of kinds. Nothing if a label or a place is none.
    #[must_use]
    pub fn arrangement(
        &self,
        layers: &[Vec<String>],
        kinds: &BTreeMap<char, String>,
    ) -> Option<Vec<PlacedPiece>> {
        let mut cells_of: BTreeMap<char, Vec<Place>> = BTreeMap::new();
        for (layer, rows) in layers.iter().enumerate() {
            for (row, labels) in rows.iter().enumerate() {
                for (column, label) in labels.chars().enumerate() {
                    let at = [layer, row, column];
                    if (0..3).any(|axis| at[axis] >= self.sides()[axis]) {
                        return None;
                    }
                    if !matches!(label, ' ' | '.') {
                        let place = [0, 1, 2].map(|axis| at[axis] + self.low()[axis]);
                        cells_of.entry(label).or_default().push(place);
                    }
                }
            }
        }
        let piece = |(label, cells): (char, Vec<Place>)| {
            let name = kinds.get(&label)?;
            let kind = self.pieces().iter().position(|piece| piece.name == *name)?;
            Some(PlacedPiece { cells, kind })
        };
        let mut pieces: Vec<PlacedPiece> =
            cells_of.into_iter().map(piece).collect::<Option<_>>()?;
        pieces.sort_unstable();
        Some(pieces)
    }

    /// The layers side by side, as bricks are printed.
    #[must_use]
    pub fn to_text(&self, arrangement: &[PlacedPiece]) -> String {
        layers_text(&self.layers(arrangement))
    }
}

/// The name of a piece if it will do as its label: one visible character, and one piece at most to
/// bear it.
fn short_name(piece: &Piece) -> Option<char> {
    let mut characters = piece.name.chars();
    let first = characters.next().filter(|c| *c != '.' && !c.is_whitespace() && !c.is_control())?;
    (characters.next().is_none() && piece.most == Some(1)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, Turns};

    /// Three cells in a row on each of two layers, the middle of the upper ones missing.
    fn question(names: [&str; 2], most: Option<u32>) -> PackQuestion {
        let cells = [[4, 0, 0], [4, 0, 1], [4, 0, 2], [5, 0, 0], [5, 0, 2]];
        let shape = Shape::new([[0, 0, 0], [0, 0, 1]]).expect("a domino");
        let piece = |name: &str| {
            let (name, shape) = (name.to_owned(), shape.clone());
            Piece { name, shape, least: 0, most, turns: Turns::Rotations }
        };
        PackQuestion::new("bridge", cells, [], names.map(piece).to_vec()).expect("a puzzle")
    }

    fn arrangement() -> [PlacedPiece; 2] {
        [
            PlacedPiece { cells: vec![[4, 0, 0], [5, 0, 0]], kind: 1 },
            PlacedPiece { cells: vec![[4, 0, 1], [4, 0, 2]], kind: 0 },
        ]
    }

    #[test]
    fn single_pieces_are_called_by_their_short_names_and_others_are_numbered() {
        let text = |names, most| question(names, most).to_text(&arrangement());
        assert_eq!(text(["木", "b"], Some(1)), "b 木 木   b   .\n");
        assert_eq!(text(["木", "b"], Some(2)), "1 2 2   1   .\n");
        assert_eq!(text(["木", "b"], None), "1 2 2   1   .\n");
        for unfit in ["bb", "", ".", " ", "\n"] {
            assert_eq!(text(["a", unfit], Some(1)), "1 2 2   1   .\n", "{unfit:?}");
        }
    }

    #[test]
    fn what_is_no_arrangement_is_shown_as_far_as_it_can_be() {
        let question = question(["a", "b"], Some(1));
        let odd = [
            PlacedPiece { cells: vec![[4, 0, 0], [4, 0, 1]], kind: 7 },
            PlacedPiece { cells: vec![[4, 0, 1], [3, 0, 0], [9, 9, 9], [5, 0, 1]], kind: 0 },
        ];
        assert_eq!(question.layers(&odd), [["1a."], [".a."]]);
    }
}
