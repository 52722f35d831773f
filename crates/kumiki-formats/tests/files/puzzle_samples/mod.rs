//! Random puzzles for the tests of the puzzle formats.

mod random;

pub(crate) use random::Random;

use kumiki_model::{Hold, PackQuestion, Piece, Place, Rgb, Shape, Turns};
use std::collections::BTreeSet;

impl Random {
    /// A puzzle with all that a question can say, in a small box.
    pub(crate) fn question(&mut self) -> PackQuestion {
        loop {
            let sides = [0, 1, 2].map(|_| 1 + self.below(3));
            let low = [0, 1, 2].map(|_| self.pick(&[0, 0, 0, 1, 7]));
            let (mut must, mut may) = (BTreeSet::new(), BTreeSet::new());
            let kinds = self.pick(&[&[1][..], &[2][..], &[0, 1, 1], &[1, 1, 2], &[0, 1, 2]]);
            for place in cells(sides, low) {
                match self.pick(kinds) {
                    1 => must.insert(place),
                    2 => may.insert(place),
                    _ => false,
                };
            }
            let all: Vec<Place> = must.union(&may).copied().collect();
            if all.is_empty() {
                continue;
            }
            let mut pieces = Vec::new();
            for name in self.names() {
                let start = self.pick(&all);
                let size = 1 + self.below(4);
                let turns = self.pick(&[
                    Turns::Rotations,
                    Turns::Rotations,
                    Turns::Fixed,
                    Turns::InPlane,
                    Turns::All,
                ]);
                let (least, most) = self.pick(&[
                    (1, Some(1)),
                    (1, Some(1)),
                    (2, Some(2)),
                    (0, Some(3)),
                    (1, None),
                    (0, None),
                    (4, Some(9)),
                ]);
                let shape = self.grown(&all, start, size);
                let colour =
                    self.pick(&[None, None, Some(Rgb::new(0, 127, 255)), Some(Rgb::WHITE)]);
                pieces.push(Piece { name, shape, least, most, turns, colour });
            }
            if self.below(2) == 0 {
                pieces.iter_mut().for_each(|piece| piece.turns = Turns::Rotations);
            }
            let title = self.pick(&["", "a title", "ä \"b\" 'c' # <d> & \\", "two  spaces"]);
            let mut question = PackQuestion::new(title, must, may, pieces).expect("a valid puzzle");
            question.leftover = self.pick(&[0, 0, 0, 1, 2, 5]);
            question.hold =
                self.pick(&[Hold::Free, Hold::Free, Hold::Free, Hold::Piece, Hold::Group]);
            return question;
        }
    }

    /// A puzzle whose pieces, one of each, fill its box, so that it has a solution.
    pub(crate) fn dissection(&mut self) -> PackQuestion {
        let sides = [0, 1, 2].map(|_| 1 + self.below(3));
        let mut left: Vec<Place> = cells(sides, [0; 3]).collect();
        let must = left.clone();
        let turns = if sides[0] == 1 {
            self.pick(&[Turns::Rotations, Turns::InPlane])
        } else {
            Turns::Rotations
        };
        let mut pieces = Vec::new();
        while let Some(&start) = left.first() {
            let size = 1 + self.below(6);
            let grown = self.grown_cells(&left, start, size);
            left.retain(|place| !grown.contains(place));
            let shape = Shape::new(grown.iter().map(signed)).expect("cells");
            pieces.push(Piece {
                name: format!("p{}", pieces.len()),
                shape,
                least: 1,
                most: Some(1),
                turns,
                colour: None,
            });
        }
        PackQuestion::new("dissection", must, [], pieces).expect("a valid puzzle")
    }

    /// Up to three different names.
    fn names(&mut self) -> BTreeSet<String> {
        let names = ["V", "a b", "\"'", "<&>", "é\u{2003}x", "A:B", "c=d", "#", "S1", "7"];
        (0..1 + self.below(3)).map(|_| self.pick(&names).to_owned()).collect()
    }

    /// A connected shape of at most so many of these cells.
    fn grown(&mut self, cells: &[Place], start: Place, size: usize) -> Shape {
        Shape::new(self.grown_cells(cells, start, size).iter().map(signed)).expect("cells")
    }

    fn grown_cells(&mut self, cells: &[Place], start: Place, size: usize) -> BTreeSet<Place> {
        let mut grown = BTreeSet::from([start]);
        while grown.len() < size {
            let touches = |place: &&Place| grown.iter().any(|other| distance(place, other) == 1);
            let border: Vec<&Place> =
                cells.iter().filter(|place| !grown.contains(*place)).filter(touches).collect();
            if border.is_empty() {
                break;
            }
            let next = *self.pick(&border);
            grown.insert(next);
        }
        grown
    }
}

/// All cells of a brick.
fn cells(sides: [usize; 3], low: Place) -> impl Iterator<Item = Place> {
    let [layers, rows, columns] = sides;
    let all = (0..layers)
        .flat_map(move |l| (0..rows).flat_map(move |r| (0..columns).map(move |c| [l, r, c])));
    all.map(move |[layer, row, column]| [layer + low[0], row + low[1], column + low[2]])
}

fn signed(place: &Place) -> [i64; 3] {
    place.map(|at| i64::try_from(at).expect("small"))
}

fn distance(first: &Place, second: &Place) -> usize {
    first.iter().zip(second).map(|(a, b)| a.abs_diff(*b)).sum()
}
