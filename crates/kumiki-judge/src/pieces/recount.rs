//! All arrangements of a small puzzle, found by plain backtracking.

use super::{judge_arrangement, turning};
use kumiki_model::{PackQuestion, Place, PlacedPiece};
use std::collections::BTreeSet;

/// All arrangements that the question asks for, each sorted, in lexicographic order.
///
/// Cell after cell, either nothing begins there or one of the pieces that fit does; whatever comes
/// out at the last cell is judged. Nothing is pruned but overlaps, more pieces of a kind than there
/// are, and more cells left empty than may be, so this is for boxes of a few dozen cells.
/// Given up after so many decisions about a cell.
#[must_use]
pub fn piece_arrangements(
    question: &PackQuestion,
    limit_steps: u64,
) -> Option<Vec<Vec<PlacedPiece>>> {
    let mut cells: Vec<Place> = question.must().iter().chain(question.may()).copied().collect();
    cells.sort_unstable();
    let beginning_at = |cell: &Place| {
        let mut here: Vec<PlacedPiece> = Vec::new();
        for kind in 0..question.pieces().len() {
            here.extend(
                placements(question, kind).into_iter().filter(|placed| placed.cells[0] == *cell),
            );
        }
        here
    };
    let choices: Vec<Vec<PlacedPiece>> = cells.iter().map(beginning_at).collect();
    let mut board = Board {
        question,
        cells,
        choices,
        laid: Vec::new(),
        left_empty: 0,
        found: Vec::new(),
        steps_left: limit_steps,
    };
    board.decide(0)?;
    board.found.sort_unstable();
    Some(board.found)
}

/// A box half decided.
struct Board<'q> {
    question: &'q PackQuestion,
    /// All cells in order.
    cells: Vec<Place>,
    /// What can begin at each.
    choices: Vec<Vec<PlacedPiece>>,
    laid: Vec<PlacedPiece>,
    /// Cells that must be covered and were passed by. Nothing that begins later covers them.
    left_empty: usize,
    found: Vec<Vec<PlacedPiece>>,
    steps_left: u64,
}

impl Board<'_> {
    /// Decides what begins at a cell, all earlier ones being decided: nothing, or one of its
    /// choices.
    fn decide(&mut self, at: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        let Some(cell) = self.cells.get(at).copied() else {
            if judge_arrangement(self.question, &self.laid).is_ok() {
                self.found.push(self.laid.clone());
            }
            return Some(());
        };
        let covers = |piece: &PlacedPiece| piece.cells.contains(&cell);
        let must_be_covered = self.question.must().binary_search(&cell).is_ok();
        let is_left_empty = must_be_covered && !self.laid.iter().any(covers);
        self.left_empty += usize::from(is_left_empty);
        if self.left_empty <= usize::try_from(self.question.leftover).unwrap_or(usize::MAX) {
            self.decide(at + 1)?;
        }
        self.left_empty -= usize::from(is_left_empty);
        for choice in 0..self.choices[at].len() {
            let piece = self.choices[at][choice].clone();
            let overlaps =
                |other: &PlacedPiece| other.cells.iter().any(|cell| piece.cells.contains(cell));
            let of_kind = self.laid.iter().filter(|other| other.kind == piece.kind).count();
            let most = self.question.pieces()[piece.kind].most;
            let has_more =
                most.is_none_or(|most| usize::try_from(most).is_ok_and(|most| of_kind < most));
            if has_more && !self.laid.iter().any(overlaps) {
                self.laid.push(piece);
                self.decide(at + 1)?;
                self.laid.pop();
            }
        }
        Some(())
    }
}

/// All ways to place a kind of piece, the others aside.
pub(super) fn placements(question: &PackQuestion, kind: usize) -> BTreeSet<PlacedPiece> {
    let cells: BTreeSet<Place> = question.must().iter().chain(question.may()).copied().collect();
    let mut found = BTreeSet::new();
    for shape in turning::turned_shapes(&question.pieces()[kind]) {
        // The first cell of the shape has layer 0; its row and column may be beyond the corner.
        for start in &cells {
            let shifted = |part: &Place| {
                let mut place = [0; 3];
                for axis in 0..3 {
                    place[axis] = (start[axis] + part[axis]).checked_sub(shape[0][axis])?;
                }
                cells.contains(&place).then_some(place)
            };
            if let Some(cells) = shape.iter().map(shifted).collect() {
                found.insert(PlacedPiece { cells, kind });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::{Hold, Turns};
    use kumiki_oracle::examples::pieces::{piece, puzzle};

    /// Every set of placements, judged.
    fn by_subsets(question: &PackQuestion) -> Vec<Vec<PlacedPiece>> {
        let all: Vec<PlacedPiece> =
            (0..question.pieces().len()).flat_map(|kind| placements(question, kind)).collect();
        let mut found = Vec::new();
        for set in 0_usize..1 << all.len() {
            let mut chosen: Vec<PlacedPiece> =
                (0..all.len()).filter(|at| set >> at & 1 == 1).map(|at| all[at].clone()).collect();
            chosen.sort_unstable();
            if judge_arrangement(question, &chosen).is_ok() {
                found.push(chosen);
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn no_arrangement_is_missing_or_repeated() {
        let (domino, bend) =
            (piece("d", &["XX"], Turns::Rotations), piece("L", &["XX/X"], Turns::Rotations));
        let mut lengths = Vec::new();
        for (layers, pieces) in [
            (&["##/##"][..], vec![domino.clone(), bend.clone()]),
            (&["###/###"], vec![domino.clone()]),
            (&["##+/##"], vec![bend]),
            (&["##/##", "##/##"], vec![domino]),
        ] {
            for (leftover, hold) in
                [(0, Hold::Free), (2, Hold::Free), (9, Hold::Piece), (2, Hold::Group)]
            {
                let mut question = puzzle(layers, pieces.clone());
                question.leftover = leftover;
                question.hold = hold;
                let found = piece_arrangements(&question, u64::MAX).expect("no limit");
                assert_eq!(found, by_subsets(&question), "{question:?}");
                lengths.push(found.len());
            }
        }
        // Dominoes fill the 2x2 board in 2, the 2x3 board in 3, and the 2x2x2 box in 9 ways.
        assert_eq!([lengths[0], lengths[4], lengths[12]], [2, 3, 9]);
    }
}
