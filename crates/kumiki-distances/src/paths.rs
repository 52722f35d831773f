//! Shortest ways from all positions at once, for boards of up to 10 cells.

use crate::TooLarge;
use crate::frame::Arrangement;
use crate::table::Distances;
use kumiki_model::SlidingPosition;

/// The most cells a board may have: 15 MB of counts.
const MAX_CELLS: usize = 10;

/// For every position of a table, the number of shortest ways to the goal.
///
/// * **C1** `counts[index]` is the number of ways from the position that the table has at this
///   index, and 0 if there is none. No count overflows, by the reasons given at
///   [`Distances::shortest_count`]: distances are at most 55 on boards of two columns, 31 on 3x3.
#[derive(Clone, Debug)]
pub struct ShortestCounts<'t> {
    /// The table whose positions are counted.
    table: &'t Distances,
    /// By index of the table the number of ways (C1).
    counts: Vec<u64>,
}

impl<'t> ShortestCounts<'t> {
    /// Counts the ways from all positions that the table has reached.
    ///
    /// # Errors
    /// If the board has more than 10 cells.
    pub fn new(table: &'t Distances) -> Result<Self, TooLarge> {
        let board = table.goal().board();
        if board.cell_count() > MAX_CELLS {
            return Err(TooLarge { board, limit_cells: MAX_CELLS });
        }
        let mut counts = vec![0; table.index_end()];
        let goal = table.frame().goal_arrangement();
        counts[table.index(&goal)] = 1;
        let mut layer: Vec<Arrangement> = vec![goal];
        while !layer.is_empty() {
            let mut next_layer = Vec::new();
            for at in layer {
                let ways = counts[table.index(&at)];
                for next in table.above(at) {
                    let sum = &mut counts[table.index(&next)];
                    if *sum == 0 {
                        next_layer.push(next);
                    }
                    *sum += ways;
                }
            }
            layer = next_layer;
        }
        Ok(Self { table, counts })
    }

    /// In how many ways the goal is reached from a position in as few moves as possible. Nothing if
    /// the position cannot be reached, had not been reached yet, or is of another board.
    #[must_use]
    pub fn count(&self, position: &SlidingPosition) -> Option<u64> {
        self.table.reached(position).map(|at| self.counts[self.table.index(&at)])
    }
}
