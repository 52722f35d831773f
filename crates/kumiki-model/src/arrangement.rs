//! How pieces lie in the box of a puzzle, and their layer text.
//!
//! # Labels
//! Each piece is shown by one character, the [letter](crate::Look) of its kind; copies have letters
//! of their own, in the order of their first cells. So a character stands for the same kind of
//! piece in all solutions of a puzzle.

use crate::layers::layers_text;
use crate::{PackQuestion, Place, Rgb, label};
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
    /// Which copy of its kind each piece of an arrangement is: those before it, in the order of
    /// cells.
    fn copies(&self, arrangement: &[PlacedPiece]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..arrangement.len()).collect();
        order.sort_by_key(|at| &arrangement[*at].cells);
        let (mut seen, mut copies) = (BTreeMap::new(), vec![0; arrangement.len()]);
        for at in order {
            let count: &mut usize = seen.entry(arrangement[at].kind).or_default();
            copies[at] = *count;
            *count += 1;
        }
        copies
    }

    /// The characters that stand for the pieces of an arrangement, in its order.
    #[must_use]
    pub fn labels(&self, arrangement: &[PlacedPiece]) -> Vec<char> {
        let numbered = arrangement.iter().zip(self.copies(arrangement));
        let letter = |(placed, copy): (&PlacedPiece, usize)| match self.looks().get(placed.kind) {
            Some(look) => look.letter(copy),
            None => label(placed.kind),
        };
        numbered.map(letter).collect()
    }

    /// The colours of the pieces of an arrangement, in its order.
    #[must_use]
    pub fn colours(&self, arrangement: &[PlacedPiece]) -> Vec<Rgb> {
        let numbered = arrangement.iter().zip(self.copies(arrangement));
        let colour = |(placed, copy): (&PlacedPiece, usize)| match self.looks().get(placed.kind) {
            Some(look) => look.colour(copy),
            None => Rgb::WHITE,
        };
        numbered.map(colour).collect()
    }

    /// Whether every piece is shown by its name, so that no legend is needed.
    #[must_use]
    pub fn is_called_by_letters(&self) -> bool {
        let mut called = self.pieces().iter().zip(self.looks());
        called.all(|(piece, look)| piece.name.chars().eq(look.letters().iter().copied()))
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
    /// let (name, turns) = ("domino".to_owned(), Turns::Rotations);
    /// let domino = Piece { name, shape, least: 1, most: None, turns, colour: None };
    /// let cells = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 2, 1], [0, 2, 2]];
    /// let question = PackQuestion::new("five", cells, [], vec![domino])?;
    /// let pieces = [[[0, 0, 0], [0, 0, 1]], [[0, 2, 1], [0, 2, 2]]];
    /// let arrangement = pieces.map(|cells| PlacedPiece { cells: cells.to_vec(), kind: 0 });
    /// assert_eq!(question.layers(&arrangement), [["AA ", " . ", " BB"]]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, Shape, Turns};

    /// Three cells in a row on each of two layers, the middle of the upper ones missing.
    fn question(names: [&str; 2], most: Option<u32>) -> PackQuestion {
        let cells = [[4, 0, 0], [4, 0, 1], [4, 0, 2], [5, 0, 0], [5, 0, 2]];
        let shape = Shape::new([[0, 0, 0], [0, 0, 1]]).expect("a domino");
        let piece = |name: &str| {
            let (name, shape) = (name.to_owned(), shape.clone());
            Piece { name, shape, least: 0, most, turns: Turns::Rotations, colour: None }
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
    fn pieces_are_called_by_their_short_names_and_others_by_letters() {
        let text = |names, most| question(names, most).to_text(&arrangement());
        for most in [Some(1), Some(2), None] {
            assert_eq!(text(["木", "b"], most), "b 木 木   b   .\n");
        }
        for unfit in ["bb", "", ".", " ", "\n"] {
            assert_eq!(text(["a", unfit], Some(1)), "A a a   A   .\n", "{unfit:?}");
            assert_eq!(text([unfit, "A"], Some(1)), "A B B   A   .\n", "{unfit:?}");
        }
    }

    #[test]
    fn copies_have_letters_in_the_order_of_their_cells() {
        let question = question(["a", "long"], None);
        let at = |cells: [Place; 2], kind| PlacedPiece { cells: cells.to_vec(), kind };
        let [left, right] = [[[4, 0, 0], [5, 0, 0]], [[4, 0, 2], [5, 0, 2]]];
        for (kinds, labels) in [([0, 0], ['a', 'A']), ([1, 1], ['B', 'C']), ([1, 0], ['B', 'a'])] {
            let arrangement = [at(left, kinds[0]), at(right, kinds[1])];
            assert_eq!(question.labels(&arrangement), labels);
            let [first, second] = arrangement;
            let (backwards, [one, other]) = ([second, first], labels);
            assert_eq!(question.labels(&backwards), [other, one]);
        }
    }

    #[test]
    fn what_is_no_arrangement_is_shown_as_far_as_it_can_be() {
        let question = question(["a", "b"], Some(1));
        let odd = [
            PlacedPiece { cells: vec![[4, 0, 0], [4, 0, 1]], kind: 7 },
            PlacedPiece { cells: vec![[4, 0, 1], [3, 0, 0], [9, 9, 9], [5, 0, 1]], kind: 0 },
        ];
        assert_eq!(question.layers(&odd), [["8a."], [".a."]]);
    }
}
