//! The table of a pattern: the least number of pushes of its tiles, for every arrangement.

use super::PatternError;
use super::builder::TableBuilder;
use super::ranking::Ranking;
use super::shape::{PatternShape, is_odd, sets};

/// The entry of an arrangement that no pushes lead to. Only patterns that leave fewer than two
/// tiles out have such.
pub const UNREACHABLE: u8 = u8::MAX;

/// The largest entry; it stands for this many pushes or more.
pub(crate) const LONGEST: u8 = UNREACHABLE - 1;

/// The least number of pushes of the tiles of a pattern that take an arrangement to the goal,
/// wherever the blank is.
///
/// * **P1** `entries[index]` belongs to the arrangement with that index. Pushes of the pattern's
///   own tiles count, those of others do not; the blank may start at any free cell, and ends in the
///   region of its goal.
/// * **P2** Each push takes a tile to a cell of the other colour of a chessboard. So an entry is
///   odd if and only if the set of cells has another number of black cells modulo 2 than the goal
///   has.
#[derive(Clone, Debug)]
pub struct PatternTable {
    /// What it is the table of.
    shape: PatternShape,
    /// The indices of the arrangements.
    ranking: Ranking,
    /// By index: the number of pushes, 254 for that many or more, or `UNREACHABLE` (P1, P2).
    entries: Vec<u8>,
}

impl PatternTable {
    /// Builds a table in one go.
    #[must_use]
    pub fn build(shape: PatternShape) -> Self {
        TableBuilder::new(shape).finish()
    }

    /// A table with nothing but the goal in it.
    pub(crate) fn unfilled(shape: PatternShape) -> Self {
        let entries = vec![UNREACHABLE; shape.entry_count()];
        let mut table = Self::with_entries(shape, entries);
        let goal = table.goal();
        table.entries[goal] = 0;
        table
    }

    fn with_entries(shape: PatternShape, entries: Vec<u8>) -> Self {
        let ranking = Ranking::new(shape.tile_count(), shape.board().columns() - 1);
        Self { shape, ranking, entries }
    }

    /// A table made before, from what [`PatternTable::entries`] gave. This finds out entries of
    /// another shape, and half of all single wrong entries; [`TableCheck`](super::TableCheck) finds
    /// out all.
    ///
    /// # Errors
    /// If there are too few or too many entries, the goal is not 0, or P2 fails.
    pub fn from_entries(shape: PatternShape, entries: Vec<u8>) -> Result<Self, PatternError> {
        let refuse = |reason| Err(PatternError::table(reason));
        if entries.len() != shape.entry_count() {
            let (found, expected) = (entries.len(), shape.entry_count());
            return refuse(format!("{found} entries for {shape}, expected {expected}"));
        }
        let orders = shape.order_count() as usize;
        for (set, (cells, entries)) in
            sets(shape.board(), shape.tile_count()).zip(entries.chunks(orders)).enumerate()
        {
            let parity = u8::from(is_odd(shape.board(), cells ^ shape.goals()));
            let is_wrong = |entry: &u8| entry % 2 != parity && *entry < LONGEST;
            // Without an early end, so that many entries are looked at together.
            if !entries.iter().fold(false, |any, entry| any | is_wrong(entry)) {
                continue;
            }
            if let Some(order) = entries.iter().position(is_wrong) {
                let (entry, index) = (entries[order], set * orders + order);
                let kind = if parity == 0 { "an even" } else { "an odd" };
                return refuse(format!(
                    "{entry} at entry {index} of {shape}, expected {kind} number"
                ));
            }
        }
        let table = Self::with_entries(shape, entries);
        match table.entries[table.goal()] {
            0 => Ok(table),
            goal => refuse(format!("{goal} at the goal of {}, expected 0", table.shape)),
        }
    }

    /// What it is the table of.
    #[must_use]
    pub fn shape(&self) -> &PatternShape {
        &self.shape
    }

    /// All entries, by index.
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The entry of the arrangement with tile `i` of the shape in `cells[i]`.
    ///
    /// # Panics
    /// If there are not as many cells as tiles, all different, or some are beyond the board.
    #[must_use]
    pub fn entry(&self, cells: &[usize]) -> u8 {
        assert_eq!(cells.len(), self.shape.tile_count(), "a cell for each tile");
        self.entries[self.ranking.index(cells)]
    }

    /// Takes over entries, as many as there are.
    pub(crate) fn set_entries(&mut self, entries: Vec<u8>) {
        assert_eq!(entries.len(), self.entries.len(), "P1: an entry for each arrangement");
        self.entries = entries;
    }

    /// The entries of a set, by order, to be filled in.
    pub(crate) fn entries_of_set(&mut self, set: usize) -> &mut [u8] {
        let orders = self.shape.order_count() as usize;
        &mut self.entries[set * orders..][..orders]
    }

    /// The numbers of its arrangements.
    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The index of the goal.
    fn goal(&self) -> usize {
        let cells: Vec<usize> = self.shape.goal_cells().collect();
        self.ranking.index(&cells)
    }
}
