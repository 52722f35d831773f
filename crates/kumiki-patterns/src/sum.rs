//! Tables read together: the bound of a position, and how it changes with a push.

use crate::ranking::Arrangement;
use crate::steps::Step;
use crate::symmetry::Symmetry;
use crate::{Partition, PatternError, PatternTable};
use kumiki_model::SlidingPosition;
use std::sync::Arc;

/// A table read through a symmetry of the board, for one pattern of a partition.
///
/// * **S1** `steps` are the pushes by cells of the board of the goal.
#[derive(Clone, Debug)]
pub struct Reader {
    table: Arc<PatternTable>,
    symmetry: Symmetry,
    steps: Vec<Step>,
}

impl Reader {
    /// The table.
    #[must_use]
    pub fn table(&self) -> &PatternTable {
        &self.table
    }

    /// The arrangement after one of its tiles is pushed between neighbouring cells. Nothing is loaded from the entries.
    ///
    /// The tile must be at `from`, and no other tile of the pattern at `to`; otherwise the arrangement means nothing.
    #[inline(always)]
    #[must_use]
    pub fn moved(&self, arrangement: Arrangement, from: usize, to: usize) -> Arrangement {
        self.table.moved(&self.steps, arrangement, from, to)
    }

    /// The least number of pushes of the tiles.
    #[inline(always)]
    #[must_use]
    pub fn entry(&self, arrangement: Arrangement) -> u8 {
        self.table.entry(arrangement)
    }
}

/// A lower bound for all positions of one goal: the sum of the entries of a partition.
///
/// * **S2** Every tile but the blank has one reader, `reader_of[tile]`.
#[derive(Clone, Debug)]
pub struct PatternSum {
    goal: SlidingPosition,
    readers: Vec<Reader>,
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
        tables: &[Arc<PatternTable>],
    ) -> Result<Self, PatternError> {
        if (goal.board(), goal.blank()) != (partition.board(), partition.blank()) {
            let (board, blank) = (goal.board(), goal.blank());
            return Err(PatternError::partition(format!(
                "a goal of {board} with the blank in cell {}, expected one of {} with the blank in cell {}",
                blank + 1,
                partition.board(),
                partition.blank() + 1
            )));
        }
        let mut reader_of = vec![0; goal.tiles().len()];
        let mut readers = Vec::new();
        for pattern in partition.placed_shapes() {
            let Some(table) = tables.iter().find(|table| *table.shape() == pattern.shape) else {
                return Err(PatternError::table(format!("no table of {}, expected one", pattern.shape)));
            };
            for cell in pattern.goals() {
                reader_of[usize::from(goal.tiles()[cell])] =
                    u8::try_from(readers.len()).expect("boards have at most 36 cells");
            }
            let steps = table.steps().through(goal.board(), &pattern.symmetry);
            readers.push(Reader { table: Arc::clone(table), symmetry: pattern.symmetry, steps });
        }
        Ok(Self { goal: goal.clone(), readers, reader_of })
    }

    /// One reader for each pattern.
    #[must_use]
    pub fn readers(&self) -> &[Reader] {
        &self.readers
    }

    /// Which reader has a tile. The blank has none; ask for tiles from 1 on.
    #[inline(always)]
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
        let arrangement = |reader: &Reader| {
            // Tile `i` of the shape is the one whose goal goes to the `i`th goal cell of the shape.
            let cells: Vec<usize> = reader
                .table
                .shape()
                .goal_cells()
                .map(|shape_goal| {
                    let is_image = |cell: &usize| reader.symmetry.image(*cell) == shape_goal;
                    let goal = (0..self.reader_of.len()).find(is_image).expect("Y1: every cell is an image");
                    reader.symmetry.image(position.cell_of(self.goal.tiles()[goal]))
                })
                .collect();
            reader.table.ranking().arrangement(&cells)
        };
        self.readers.iter().map(arrangement).collect()
    }

    /// The bound: no fewer pushes take the position to the goal.
    ///
    /// # Panics
    /// If the position is of another board.
    #[must_use]
    pub fn bound(&self, position: &SlidingPosition) -> u32 {
        let arrangements = self.arrangements(position);
        self.readers.iter().zip(arrangements).map(|(reader, at)| u32::from(reader.entry(at))).sum()
    }
}
