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
use kumiki_model::SlidingPosition;
use kumiki_patterns::{Arrangement, PackedTable, Partition, PatternError, PatternSum, Reader};
use std::sync::Arc;

/// The greatest of `SUMS` sums of pattern tables.
///
/// * **T1** `readers` are those of the first sum, then those of the next; `ends[s]` is where those of sum `s` end.
/// * **T2** `reader_of[tile][s]` is the reader of sum `s` for the tile that belongs in cell `tile`.
/// * **T3** `nearest[tile][d]` is the sum to be looked at first, for pushes along rows (d = 0) or columns (d = 1).
#[derive(Clone, Debug)]
pub struct Patterns<const SUMS: usize> {
    readers: Vec<Reader>,
    ends: [usize; SUMS],
    reader_of: [[u8; SUMS]; MAX_CELLS],
    nearest: [[u8; 2]; MAX_CELLS],
}

/// What is known about a position: the arrangement and entry of each pattern, and the sums of entries.
#[derive(Clone, Debug)]
pub struct PatternState<const SUMS: usize> {
    patterns: Vec<(Arrangement, u32)>,
    totals: [u32; SUMS],
}

/// What a push changes: one pattern of each sum.
#[derive(Clone, Copy, Debug)]
pub struct PatternChange<const SUMS: usize> {
    patterns: [(Arrangement, u32); SUMS],
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
        let board = goal.board();
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
        let mut nearest = [[0; 2]; MAX_CELLS];
        for (nearest, of_tile) in nearest.iter_mut().zip(&reader_of) {
            *nearest = [1, board.columns()].map(|to| {
                let is_near = |reader: &u8| readers[usize::from(*reader)].is_near(0, to);
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
        let pattern = |reader: &Reader| {
            let arrangement = reader.arrangement(cell_of);
            (arrangement, reader.entry(arrangement))
        };
        let patterns: Vec<(Arrangement, u32)> = self.readers.iter().map(pattern).collect();
        let up_to = |end: usize| patterns[..end].iter().map(|(_, entry)| entry).sum::<u32>();
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
        let [tile, from, to] = [push.tile, push.from, push.to].map(usize::from);
        let is_along_column = usize::from(from.abs_diff(to) != 1);
        let sum = (look + usize::from(self.nearest[tile][is_along_column])) % SUMS;
        let at = usize::from(change.readers[sum]);
        let (arrangement, before) = state.patterns[at];
        let reader = &self.readers[at];
        let moved = reader.moved(arrangement, tile, from, to);
        let entry = reader.entry(moved);
        change.patterns[sum] = (moved, entry);
        change.totals[sum] = state.totals[sum] + entry - before;
        change.totals[sum]
    }

    #[inline(always)]
    fn exchange(&self, state: &mut PatternState<SUMS>, change: &mut PatternChange<SUMS>) {
        for (reader, pattern) in change.readers.iter().zip(&mut change.patterns) {
            std::mem::swap(&mut state.patterns[usize::from(*reader)], pattern);
        }
        std::mem::swap(&mut state.totals, &mut change.totals);
    }
}
