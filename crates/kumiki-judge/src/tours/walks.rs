//! Closed tours of leapers, counted by walking; and what becomes of them on a board folded by the
//! half-turn.

use super::TourBoard;
use crate::recount::hamiltonian_cycles;
use kumiki_model::TourSymmetry;

/// How many tours a motion of the board preserves, and how many classes they make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TourTally {
    /// Tours, without direction and beginning.
    pub tours: u64,
    /// The same up to all motions of the board.
    pub classes: u64,
}

/// Walks all tours of a leaper, or gives up after so many steps. None too if there is no such
/// board.
///
/// A class of tours that s of the motions preserve has as many members as there are motions,
/// divided by s; so adding up s for all tours and dividing once gives the number of classes.
///
/// ```
/// use kumiki_judge::recount;
/// use kumiki_model::TourSymmetry;
/// let tally = recount::tour_tally([5, 6], [1, 2], TourSymmetry::None, 100_000).expect("a small board");
/// assert_eq!((tally.tours, tally.classes), (8, 3));
/// ```
#[must_use]
pub fn tour_tally(
    board: [usize; 2],
    piece: [usize; 2],
    symmetry: TourSymmetry,
    limit_steps: u64,
) -> Option<TourTally> {
    let board = TourBoard::new(board, piece).ok()?;
    let (mut tours, mut preserved) = (0_u64, 0);
    hamiltonian_cycles(board.graph(), limit_steps, &mut |tour| {
        if board.is_preserved(tour, symmetry) {
            tours += 1;
            preserved += board.preserving_count(tour);
        }
    })?;
    Some(TourTally { tours, classes: preserved / board.motion_count() })
}

/// Matchings of a board folded by the half-turn: two cells that it exchanges are one, and a move to
/// one of them is another edge than that to the other. A matching touches every pair of cells once.
/// Gives up after so many steps; none too if there is no such board, or if it has an odd number of
/// cells.
///
/// ```
/// assert_eq!(kumiki_judge::recount::folded_matchings([8, 8], [1, 2], 1_000_000), Some(106_256));
/// ```
#[must_use]
pub fn folded_matchings(board: [usize; 2], piece: [usize; 2], limit_steps: u64) -> Option<u64> {
    Folded::new(board, piece, limit_steps)?.matchings()
}

/// Cycles through all pairs of cells of a board folded by the half-turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoldedCycles {
    /// Those that come back to the cell where they began: there are two of them on the board.
    pub pseudo: u64,
    /// Those that come back to the other cell of the pair: going around twice is a tour.
    pub tours: u64,
}

/// Walks the cycles of a folded board, or gives up after so many steps. None too if there is no
/// such board, or if it has an odd number of cells or less than six.
///
/// ```
/// use kumiki_judge::recount::{FoldedCycles, folded_cycles};
/// assert_eq!(folded_cycles([6, 6], [1, 2], 1_000_000), Some(FoldedCycles { pseudo: 84, tours: 78 }));
/// ```
#[must_use]
pub fn folded_cycles(
    board: [usize; 2],
    piece: [usize; 2],
    limit_steps: u64,
) -> Option<FoldedCycles> {
    let mut folded =
        Folded::new(board, piece, limit_steps).filter(|folded| folded.neighbours.len() >= 6)?;
    let mut closed = [0; 2];
    folded.walk(0, 1, &mut closed)?;
    // Every cycle is walked in both directions.
    let [pseudo, tours] = closed.map(|both| both / 2);
    Some(FoldedCycles { pseudo, tours })
}

/// A board whose cells are used in pairs.
struct Folded {
    neighbours: Vec<Vec<usize>>,
    is_used: Vec<bool>,
    steps_left: u64,
}

impl Folded {
    fn new(board: [usize; 2], piece: [usize; 2], limit_steps: u64) -> Option<Self> {
        let neighbours = TourBoard::new(board, piece).ok()?.graph().neighbours();
        let is_used = vec![false; neighbours.len()];
        let has_pairs = neighbours.len().is_multiple_of(2);
        has_pairs.then_some(Self { neighbours, is_used, steps_left: limit_steps })
    }

    fn image(&self, cell: usize) -> usize {
        self.neighbours.len() - 1 - cell
    }

    fn set_used(&mut self, cell: usize, is_used: bool) {
        let image = self.image(cell);
        (self.is_used[cell], self.is_used[image]) = (is_used, is_used);
    }

    /// How many matchings of the unused pairs there are.
    fn matchings(&mut self) -> Option<u64> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        let Some(first) = self.is_used.iter().position(|is_used| !is_used) else { return Some(1) };
        self.set_used(first, true);
        let mut found = 0;
        for other in self.neighbours[first].clone() {
            if !self.is_used[other] {
                self.set_used(other, true);
                found += self.matchings()?;
                self.set_used(other, false);
            }
        }
        self.set_used(first, false);
        Some(found)
    }

    /// Goes on from a cell, the last of so many, and counts the walks that come back to cell 0 and
    /// to its image.
    fn walk(&mut self, cell: usize, cell_count: usize, closed: &mut [u64; 2]) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        self.set_used(cell, true);
        if 2 * cell_count == self.neighbours.len() {
            closed[0] += u64::from(self.neighbours[cell].contains(&0));
            closed[1] += u64::from(self.neighbours[cell].contains(&self.image(0)));
        } else {
            for next in self.neighbours[cell].clone() {
                if !self.is_used[next] {
                    self.walk(next, cell_count + 1, closed)?;
                }
            }
        }
        self.set_used(cell, false);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TourSymmetry::{HalfTurn, None as Any, QuarterTurn};

    fn tally(rows: usize, columns: usize, symmetry: TourSymmetry) -> (u64, u64) {
        let tally =
            tour_tally([rows, columns], [1, 2], symmetry, 2_000_000).expect("a small board");
        (tally.tours, tally.classes)
    }

    #[test]
    fn the_known_figures_for_knights() {
        assert_eq!(tally(6, 6, Any), (9862, 1245));
        assert_eq!(tally(6, 6, HalfTurn), (78, 22));
        assert_eq!(tally(6, 6, QuarterTurn), (10, 5));
        assert_eq!(tally(3, 10, Any), (16, 6));
        assert_eq!(tally(3, 12, Any).0, 176);
        assert_eq!(tally(5, 5, Any), (0, 0));
        assert_eq!(tour_tally([6, 6], [1, 2], Any, 1_000_000), None);
        assert_eq!(tour_tally([0, 6], [1, 2], Any, 1_000_000), None);
    }

    #[test]
    fn classes_are_what_sorting_all_images_gives() {
        for ([rows, columns], piece) in
            [([5, 6], [1, 2]), ([3, 10], [1, 2]), ([4, 4], [0, 1]), ([4, 5], [0, 1])]
        {
            let board = TourBoard::new([rows, columns], piece).expect("a board");
            let mut classes = std::collections::BTreeSet::new();
            let count = hamiltonian_cycles(board.graph(), 1_000_000, &mut |tour| {
                let image = |motion: &Vec<usize>| {
                    let cells = tour.len();
                    let edge = |at: usize| {
                        let mut ends = [motion[tour[at]], motion[tour[(at + 1) % cells]]];
                        ends.sort_unstable();
                        ends
                    };
                    let mut edges: Vec<[usize; 2]> = (0..cells).map(edge).collect();
                    edges.sort_unstable();
                    edges
                };
                classes.insert(board.motions().iter().map(image).min());
            });
            let tally = tour_tally([rows, columns], piece, Any, 1_000_000).expect("a small board");
            assert_eq!(Some(tally.tours), count);
            assert_eq!(usize::try_from(tally.classes), Ok(classes.len()));
        }
    }

    #[test]
    fn half_turn_tours_are_tours_of_the_folded_board() {
        // On these boards a tour that the half-turn preserves is turned by half its length, and
        // none is reversed.
        for [rows, columns] in [[6, 6], [4, 4], [4, 6], [2, 8]] {
            let folded = folded_cycles([rows, columns], [1, 2], 1_000_000).expect("a small board");
            assert_eq!(folded.tours, tally(rows, columns, HalfTurn).0);
        }
        assert_eq!(
            folded_cycles([4, 4], [1, 2], 1_000_000),
            Some(FoldedCycles { pseudo: 0, tours: 0 })
        );
        assert_eq!(folded_cycles([5, 5], [1, 2], 1_000_000), None);
        assert_eq!(folded_cycles([2, 2], [0, 1], 1_000_000), None);
        assert_eq!(folded_cycles([6, 6], [1, 2], 1000), None);
    }

    #[test]
    fn the_known_numbers_of_folded_matchings() {
        let count = |rows, columns| folded_matchings([rows, columns], [1, 2], 1_000_000);
        assert_eq!(
            [count(4, 4), count(6, 6), count(6, 8), count(8, 6)],
            [16, 192, 2669, 2669].map(Some)
        );
        assert_eq!((count(5, 6), count(5, 5)), (Some(0), None));
        assert_eq!(folded_matchings([6, 6], [1, 2], 100), None);
    }
}
