//! The stronger bound: sums of entries of pattern tables.
//!
//! A partition divides the tiles among patterns; the entries of its patterns add up to a lower bound. Several partitions
//! give several bounds, of which the greatest counts: the reflection of a partition at a diagonal of the board is read from
//! the same tables.

use crate::arrangement::{MAX_CELLS, byte};
use crate::guide::{Guide, Push};
use kumiki_model::SlidingPosition;
use kumiki_patterns::{Arrangement, Partition, PatternError, PatternSum, PatternTable};
use std::sync::Arc;

/// The greatest of `SUMS` sums of pattern tables.
///
/// * **T1** `reader_of[tile][s]` is the reader of sum `s` for the tile that belongs in cell `tile`.
#[derive(Clone, Debug)]
pub struct Patterns<const SUMS: usize> {
    goal: SlidingPosition,
    sums: [PatternSum; SUMS],
    reader_of: [[u8; SUMS]; MAX_CELLS],
}

/// What is known about a position: for each sum, the arrangement and entry of each pattern, and the sum of entries.
#[derive(Clone, Debug)]
pub struct PatternState<const SUMS: usize> {
    patterns: [Vec<(Arrangement, u8)>; SUMS],
    totals: [u32; SUMS],
}

/// What a push changes: one pattern of each sum.
#[derive(Clone, Copy, Debug)]
pub struct PatternChange<const SUMS: usize> {
    arrangements: [Arrangement; SUMS],
    entries: [u8; SUMS],
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
        tables: &[Arc<PatternTable>],
    ) -> Result<Self, PatternError> {
        let sums = partitions.map(|partition| PatternSum::new(goal, partition, tables));
        let mut good = Vec::new();
        for sum in sums {
            good.push(sum?);
        }
        let sums: [PatternSum; SUMS] = good.try_into().expect("as many sums as partitions");
        let mut reader_of = [[0; SUMS]; MAX_CELLS];
        for (readers, tile) in reader_of.iter_mut().zip(goal.tiles()).filter(|(_, tile)| **tile != 0) {
            *readers = sums.each_ref().map(|sum| byte(sum.reader_of(*tile)));
        }
        Ok(Self { goal: goal.clone(), sums, reader_of })
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> &SlidingPosition {
        &self.goal
    }

    /// The sums.
    #[must_use]
    pub fn sums(&self) -> &[PatternSum; SUMS] {
        &self.sums
    }
}

impl<const SUMS: usize> Guide for Patterns<SUMS> {
    type State = PatternState<SUMS>;
    type Change = PatternChange<SUMS>;
    const LOOKS: usize = SUMS;

    fn state(&self, cells: &[u8], _blank: usize) -> PatternState<SUMS> {
        let tiles = cells.iter().map(|tile| self.goal.tiles()[usize::from(*tile)]).collect();
        let position =
            SlidingPosition::new(self.goal.board(), tiles).expect("A1: a permutation of the cells");
        let patterns = self.sums.each_ref().map(|sum| {
            let arrangements = sum.arrangements(&position).into_iter();
            arrangements.zip(sum.readers()).map(|(at, reader)| (at, reader.entry(at))).collect::<Vec<_>>()
        });
        let total =
            |patterns: &Vec<(Arrangement, u8)>| patterns.iter().map(|(_, entry)| u32::from(*entry)).sum();
        let totals = patterns.each_ref().map(total);
        PatternState { patterns, totals }
    }

    #[inline(always)]
    fn bound(&self, state: &PatternState<SUMS>) -> u32 {
        state.totals.iter().copied().max().unwrap_or(0)
    }

    #[inline(always)]
    fn change(&self, state: &PatternState<SUMS>, push: Push) -> PatternChange<SUMS> {
        let readers = self.reader_of[usize::from(push.tile)];
        // Every look puts its own arrangement here.
        let (arrangement, _) = state.patterns[0][usize::from(readers[0])];
        PatternChange { arrangements: [arrangement; SUMS], entries: [0; SUMS], readers, totals: [0; SUMS] }
    }

    #[inline(always)]
    fn look_up(
        &self,
        state: &PatternState<SUMS>,
        push: Push,
        sum: usize,
        change: &mut PatternChange<SUMS>,
    ) -> u32 {
        let at = usize::from(change.readers[sum]);
        let (arrangement, before) = state.patterns[sum][at];
        let reader = &self.sums[sum].readers()[at];
        let moved = reader.moved(arrangement, push.from.into(), push.to.into());
        let entry = reader.entry(moved);
        change.arrangements[sum] = moved;
        change.entries[sum] = entry;
        change.totals[sum] = state.totals[sum] + u32::from(entry) - u32::from(before);
        change.totals[sum]
    }

    #[inline(always)]
    fn exchange(&self, state: &mut PatternState<SUMS>, change: &mut PatternChange<SUMS>) {
        for sum in 0..SUMS {
            let (arrangement, entry) = &mut state.patterns[sum][usize::from(change.readers[sum])];
            std::mem::swap(arrangement, &mut change.arrangements[sum]);
            std::mem::swap(entry, &mut change.entries[sum]);
        }
        std::mem::swap(&mut state.totals, &mut change.totals);
    }
}
