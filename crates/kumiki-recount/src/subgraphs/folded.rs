//! A board that the half-turn folds: two cells that it exchanges are one, and a move to one of them
//! is another edge than that to the other.

use kumiki_model::Graph;

/// How many matchings the folded board has; a matching touches every pair of cells once. Gives up
/// after so many steps; none too if there is an odd number of cells.
pub fn folded_matchings(board: &Graph, limit_steps: u64) -> Option<u64> {
    Folded::new(board, limit_steps)?.matchings()
}

/// Walks the cycles through all pairs of cells. First come those that come back to the cell where
/// they began, of which there are two on the board: pseudo-solutions. Then those that come back to
/// the other cell of the pair: going around twice is a tour. Gives up after so many steps; none too
/// if there is an odd number of cells or less than six.
pub fn folded_cycles(board: &Graph, limit_steps: u64) -> Option<[u64; 2]> {
    let mut folded = Folded::new(board, limit_steps).filter(|_| board.vertex_count() >= 6)?;
    let mut closed = [0; 2];
    folded.walk(0, 1, &mut closed)?;
    // Every cycle is walked in both directions.
    Some(closed.map(|both| both / 2))
}

/// A board whose cells are used in pairs.
struct Folded {
    neighbours: Vec<Vec<usize>>,
    is_used: Vec<bool>,
    steps_left: u64,
}

impl Folded {
    fn new(board: &Graph, limit_steps: u64) -> Option<Self> {
        let neighbours = board.neighbours();
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

    fn board(rows: usize, columns: usize) -> Graph {
        Graph::leaper(rows, columns, 1, 2).expect("a board")
    }

    #[test]
    fn the_known_numbers_of_folded_cycles() {
        assert_eq!(folded_cycles(&board(6, 6), 1_000_000), Some([84, 78]));
        assert_eq!(folded_cycles(&board(4, 4), 1_000_000), Some([0, 0]));
        assert_eq!(folded_cycles(&board(5, 5), 1_000_000), None);
        assert_eq!(folded_cycles(&Graph::grid(2, 2).expect("a board"), 1_000_000), None);
        assert_eq!(folded_cycles(&board(6, 6), 1000), None);
    }

    #[test]
    fn the_known_numbers_of_folded_matchings() {
        let count = |rows, columns| folded_matchings(&board(rows, columns), 1_000_000);
        assert_eq!(
            [count(4, 4), count(6, 6), count(6, 8), count(8, 6), count(8, 8)],
            [16, 192, 2669, 2669, 106_256].map(Some)
        );
        assert_eq!((count(5, 6), count(5, 5)), (Some(0), None));
        assert_eq!(folded_matchings(&board(6, 6), 100), None);
    }
}
