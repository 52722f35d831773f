//! The stronger bound: sums of entries of pattern tables.
//!
//! A partition divides the tiles among patterns; the entries of its patterns add up to a lower bound. Several partitions
//! give several bounds, of which the greatest counts: the reflection of a partition at a diagonal of the board is read from
//! the same tables.
//!
//! A push along a row leads to an entry nearby in one sum, and to one far away in the reflected sum; a push along a column
//! does the reverse. So the sum with the entry nearby is looked at first: what it refutes need not wait for the other one.
//!
//! # Roads not taken
//! Looking only when the sum may be too large by what it was before, as a push seldom changes it by more than 1: this spares
//! one look in five, but then two patterns must be looked up where there was one, and nothing is gained.

use crate::arrangement::{MAX_CELLS, byte};
use crate::guide::{Guide, Push};
use kumiki_model::{Direction, SlidingPosition};
use kumiki_patterns::{Arrangement, PackedTable, Partition, PatternError, PatternSum, Reader};
use std::sync::Arc;

/// Room for the patterns of two sums, even if each tile is one by itself; and no number of seven bits is too large for it.
const MAX_PATTERNS: usize = 128;

/// The greatest of `SUMS` sums of pattern tables.
///
/// * **T1** `readers` are those of the first sum, then those of the next; `ends[s]` is where those of sum `s` end.
/// * **T2** `reader_of[tile][s]` is the reader of sum `s` for the tile that belongs in cell `tile`.
/// * **T3** `nearest[tile][direction]` is the sum to be looked at first, if the blank moves in that direction.
#[derive(Clone, Debug)]
pub struct Patterns<const SUMS: usize> {
    readers: Vec<Reader>,
    ends: [usize; SUMS],
    reader_of: [[u8; SUMS]; MAX_CELLS],
    nearest: [[u8; 4]; MAX_CELLS],
}

/// What is known about a position: the arrangement of each pattern, and the sums of their entries.
#[derive(Clone, Copy, Debug)]
pub struct PatternState<const SUMS: usize> {
    patterns: [Arrangement; MAX_PATTERNS],
    totals: [u32; SUMS],
}

/// What a push changes: one pattern of each sum.
#[derive(Clone, Copy, Debug)]
pub struct PatternChange<const SUMS: usize> {
    patterns: [Arrangement; SUMS],
    readers: [u8; SUMS],
    totals: [u32; SUMS],
}

impl<const SUMS: usize> Patterns<SUMS> {
    /// The bound of some partitions for a goal, given tables of all their shapes.
    ///
    /// # Errors
    /// If a partition is for another board or another cell of the blank, or a table is missing.
    pub fn new(
        goal: &SlidingPosition,
        partitions: [&Partition; SUMS],
        tables: &[Arc<PackedTable>],
    ) -> Result<Self, PatternError> {
        let mut readers: Vec<Reader> = Vec::new();
        let (mut ends, mut reader_of) = ([0; SUMS], [[0; SUMS]; MAX_CELLS]);
        for (at, partition) in partitions.into_iter().enumerate() {
            let sum = PatternSum::new(goal, partition, tables)?;
            for (of_tile, tile) in reader_of.iter_mut().zip(goal.tiles()).filter(|(_, tile)| **tile != 0) {
                of_tile[at] = byte(readers.len() + sum.reader_of(*tile));
            }
            readers.extend_from_slice(sum.readers());
            ends[at] = readers.len();
        }
        let mut nearest = [[0; 4]; MAX_CELLS];
        for (nearest, of_tile) in nearest.iter_mut().zip(&reader_of) {
            *nearest = Direction::ALL.map(|direction| {
                let is_near = |reader: &u8| readers[usize::from(*reader)].is_near(direction);
                byte(of_tile.iter().position(is_near).unwrap_or(0))
            });
        }
        Ok(Self { readers, ends, reader_of, nearest })
    }
}

impl<const SUMS: usize> Guide for Patterns<SUMS> {
    type State = PatternState<SUMS>;
    type Change = PatternChange<SUMS>;
    const LOOKS: usize = SUMS;

    fn state(&self, cells: &[u8], _blank: usize) -> PatternState<SUMS> {
        let cell_of = |goal: usize| {
            let found = cells.iter().position(|tile| usize::from(*tile) == goal);
            found.expect("A1: every tile is in a cell")
        };
        let mut patterns = [Arrangement::default(); MAX_PATTERNS];
        for (pattern, reader) in patterns.iter_mut().zip(&self.readers) {
            *pattern = reader.arrangement(cell_of);
        }
        let up_to = |end: usize| patterns[..end].iter().map(|pattern| pattern.entry()).sum::<u32>();
        let mut before = 0;
        let totals = self.ends.map(|end| up_to(end) - std::mem::replace(&mut before, up_to(end)));
        PatternState { patterns, totals }
    }

    #[inline(always)]
    fn bound(&self, state: &PatternState<SUMS>) -> u32 {
        state.totals.iter().copied().max().unwrap_or(0)
    }

    #[inline(always)]
    fn change(&self, state: &PatternState<SUMS>, push: Push) -> PatternChange<SUMS> {
        let readers = self.reader_of[usize::from(push.tile)];
        PatternChange { patterns: [state.patterns[0]; SUMS], readers, totals: [0; SUMS] }
    }

    #[inline(always)]
    fn look_up(
        &self,
        state: &PatternState<SUMS>,
        push: Push,
        look: usize,
        change: &mut PatternChange<SUMS>,
    ) -> u32 {
        let nearest = self.nearest[usize::from(push.tile)][push.blank as usize];
        let sum = (look + usize::from(nearest)) % SUMS;
        let at = usize::from(change.readers[sum]);
        let before = state.patterns[at % MAX_PATTERNS];
        let after = self.readers[at].moved(before, push.tile, push.from, push.blank);
        let total = state.totals[sum] + after.entry() - before.entry();
        change.patterns[sum] = after;
        change.totals[sum] = total;
        total
    }

    #[inline(always)]
    fn exchange(&self, state: &mut PatternState<SUMS>, change: &mut PatternChange<SUMS>) {
        for (reader, pattern) in change.readers.iter().zip(&mut change.patterns) {
            std::mem::swap(&mut state.patterns[usize::from(*reader) % MAX_PATTERNS], pattern);
        }
        std::mem::swap(&mut state.totals, &mut change.totals);
    }
}
