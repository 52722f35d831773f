//! All arrangements of a small puzzle, found by plain backtracking.

use super::Board;
use kumiki_model::{PackQuestion, Place};
use rustc_hash::FxHashSet;

/// All arrangements that the question asks for, each as the numbers of its placements on the board
/// of the question, in lexicographic order.
///
/// Cell after cell, either nothing begins there or one of the pieces that fit does. Whatever comes
/// out at the last cell must have enough pieces of each kind, and nothing in it may slide that must
/// be held. Nothing is pruned but overlaps, more pieces of a kind than there are, and more cells
/// left empty than may be, so this is for boxes of a few dozen cells. Given up after so many
/// decisions about a cell.
#[must_use]
pub fn piece_arrangements(
    question: &PackQuestion,
    board: &Board,
    limit_steps: u64,
) -> Option<Vec<Vec<usize>>> {
    let leftover = usize::try_from(question.leftover).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    board.arrangements(leftover, usize::MAX, limit_steps, &mut |numbers| {
        if board.has_enough(numbers) && board.room(numbers).loose(question.hold).is_none() {
            found.push(numbers.to_vec());
        }
        Some(())
    })?;
    found.sort_unstable();
    Some(found)
}

impl Board {
    /// Calls `see` on every way to lay pieces without overlap, that without any first, until it
    /// gives up. So many cells may be left empty that must be covered, and so many pieces may be
    /// laid. Given up after so many decisions about a cell.
    pub(crate) fn arrangements(
        &self,
        leftover: usize,
        most: usize,
        limit_steps: u64,
        see: &mut dyn FnMut(&[usize]) -> Option<()>,
    ) -> Option<()> {
        let cells = self.cells();
        let begins = |cell: &Place| self.placements.partition_point(|p| p.cells[0] < *cell);
        let starts = cells.iter().map(begins).chain([self.placements.len()]).collect();
        let (taken, laid) = (FxHashSet::default(), Vec::new());
        let mut search =
            Search { board: self, cells, starts, leftover, most, taken, laid, limit_steps, see };
        search.decide(0, 0)
    }

    /// Whether there are as many pieces of each kind as there must be.
    fn has_enough(&self, numbers: &[usize]) -> bool {
        self.kinds
            .iter()
            .enumerate()
            .all(|(kind, wanted)| self.count(kind, numbers) >= wanted.least)
    }

    /// How many of some placements are of a kind.
    fn count(&self, kind: usize, numbers: &[usize]) -> u32 {
        let of_kind = numbers.iter().filter(|number| self.placements[**number].kind == kind);
        u32::try_from(of_kind.count()).expect("a box has few cells")
    }
}

/// A box half decided.
struct Search<'b> {
    board: &'b Board,
    cells: Vec<Place>,
    /// The number of the first placement that begins at each cell or later.
    starts: Vec<usize>,
    leftover: usize,
    most: usize,
    /// The cells that are covered.
    taken: FxHashSet<Place>,
    /// The numbers of the placements laid, in increasing order.
    laid: Vec<usize>,
    /// So many decisions may still be made.
    limit_steps: u64,
    see: &'b mut dyn FnMut(&[usize]) -> Option<()>,
}

impl Search<'_> {
    /// Decides what begins at a cell, all earlier ones being decided: nothing, or one of the
    /// placements there. So many cells were passed by that must be covered; nothing that begins
    /// later covers them.
    fn decide(&mut self, at: usize, left_empty: usize) -> Option<()> {
        self.limit_steps = self.limit_steps.checked_sub(1)?;
        let Some(cell) = self.cells.get(at) else { return (self.see)(&self.laid) };
        let is_taken = self.taken.contains(cell);
        let is_left_empty = !is_taken && self.board.must.binary_search(cell).is_ok();
        let passed_by = left_empty + usize::from(is_left_empty);
        if passed_by <= self.leftover {
            self.decide(at + 1, passed_by)?;
        }
        if is_taken || self.laid.len() == self.most {
            return Some(());
        }
        for number in self.starts[at]..self.starts[at + 1] {
            let placed = &self.board.placements[number];
            let is_free = !placed.cells.iter().any(|cell| self.taken.contains(cell));
            if is_free && self.has_more(placed.kind) {
                self.taken.extend(&placed.cells);
                self.laid.push(number);
                self.decide(at + 1, left_empty)?;
                self.laid.pop();
                for cell in &placed.cells {
                    self.taken.remove(cell);
                }
            }
        }
        Some(())
    }

    /// Whether there is another piece of a kind.
    fn has_more(&self, kind: usize) -> bool {
        self.board.kinds[kind].most.is_none_or(|most| self.board.count(kind, &self.laid) < most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_judge::judge_arrangement;
    use kumiki_model::{Hold, PlacedPiece, Turns};
    use kumiki_oracle::examples::pieces::{piece, puzzle};

    /// Every set of placements, judged.
    fn by_subsets(question: &PackQuestion) -> Vec<Vec<PlacedPiece>> {
        let all = Board::of(question).placements;
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
                let board = Board::of(&question);
                let found = piece_arrangements(&question, &board, u64::MAX).expect("no limit");
                let found: Vec<_> = found.iter().map(|numbers| board.placed(numbers)).collect();
                assert_eq!(found, by_subsets(&question), "{question:?}");
                lengths.push(found.len());
            }
        }
        // Dominoes fill the 2x2 board in 2, the 2x3 board in 3, and the 2x2x2 box in 9 ways.
        assert_eq!([lengths[0], lengths[4], lengths[12]], [2, 3, 9]);
    }
}
