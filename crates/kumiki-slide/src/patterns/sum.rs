//! Tables read together: the bound of a position.

use super::steps::{Arrangement, Reader};
use super::{PackedTable, Partition, PatternError};
use kumiki_model::SlidingPosition;
use std::sync::Arc;

/// A lower bound for all positions of one goal: the sum of the entries of a partition.
///
/// * **S1** Every tile but the blank has one reader, `reader_of[tile]`.
#[derive(Clone, Debug)]
pub struct PatternSum {
    /// The goal that positions are compared with.
    goal: SlidingPosition,
    /// One for each pattern, in the order of the partition.
    readers: Vec<Reader>,
    /// For each tile the position of its reader in `readers` (S1); 0 for the blank.
    reader_of: Vec<u8>,
}

impl PatternSum {
    /// The bound of a partition, given tables of all its shapes.
    ///
    /// # Errors
    /// If the goal has the blank elsewhere, or a table is missing.
    pub fn new(
        goal: &SlidingPosition,
        partition: &Partition,
        tables: &[Arc<PackedTable>],
    ) -> Result<Self, PatternError> {
        partition.check_goal(goal)?;
        let mut reader_of = vec![0; goal.tiles().len()];
        let mut readers = Vec::new();
        for placed in partition.placed_shapes() {
            let Some(table) = tables.iter().find(|table| table.shape() == placed.shape()) else {
                return Err(PatternError::missing(placed.shape()));
            };
            for cell in placed.goals() {
                reader_of[usize::from(goal.tiles()[cell])] =
                    u8::try_from(readers.len()).expect("boards have at most 36 cells");
            }
            readers.push(Reader::new(goal.board(), placed, Arc::clone(table)));
        }
        Ok(Self { goal: goal.clone(), readers, reader_of })
    }

    /// One reader for each pattern.
    #[must_use]
    pub fn readers(&self) -> &[Reader] {
        &self.readers
    }

    /// Which reader has a tile. The blank has none; ask for tiles from 1 on.
    #[must_use]
    pub fn reader_of(&self, tile: u8) -> usize {
        usize::from(self.reader_of[usize::from(tile)])
    }

    /// The arrangements of a position, one for each reader.
    ///
    /// # Panics
    /// If the position is of another board.
    #[must_use]
    pub fn arrangements(&self, position: &SlidingPosition) -> Vec<Arrangement> {
        assert_eq!(position.board(), self.goal.board(), "a position of the goal's board");
        let cell_of = |goal: usize| position.cell_of(self.goal.tiles()[goal]);
        self.readers.iter().map(|reader| reader.arrangement(cell_of)).collect()
    }

    /// The bound: no fewer pushes take the position to the goal.
    ///
    /// # Panics
    /// If the position is of another board.
    #[must_use]
    pub fn bound(&self, position: &SlidingPosition) -> u32 {
        self.arrangements(position).into_iter().map(Arrangement::entry).sum()
    }
}
