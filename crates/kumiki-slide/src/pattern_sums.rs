//! The stronger bound: sums of entries of pattern tables.
//!
//! A partition divides the tiles among patterns; the entries of its patterns add up to a lower
//! bound. Several partitions give several bounds, of which the greatest counts: the reflection of a
//! partition at a diagonal of the board is read from the same tables.
//!
//! A push along a row leads to an entry nearby in one sum, and to one far away in the reflected
//! sum; a push along a column does the reverse. So the sum with the entry nearby is looked at
//! first: what it refutes need not wait for the other one.
//!
//! # Roads not taken
//! Looking only when the sum may be too large by what it was before, as a push seldom changes it by
//! more than 1: this spares one look in five, but then two patterns must be looked up where there
//! was one, and nothing is gained.

use crate::arrangement::{MAX_CELLS, byte};
use crate::guide::{Guide, Push};
use crate::patterns::{Arrangement, PackedTable, Partition, PatternError, PatternSum, Reader};
use kumiki_model::{Direction, SlidingPosition};
use std::sync::Arc;

/// Room for the patterns of two sums, even if each tile is one by itself; and no number of seven
/// bits is too large for it.
const MAX_PATTERNS: usize = 128;

/// The greatest of `SUMS` sums of pattern tables.
///
/// * **T1** `readers` are those of the first sum, then those of the next; `ends[s]` is where those
///   of sum `s` end.
/// * **T2** `looks[tile][direction]` are the looks for a push of the tile that belongs in cell
///   `tile`, if the blank moves in that direction: one for each sum, the sum with the entry nearby
///   first.
#[derive(Clone, Debug)]
pub struct Patterns<const SUMS: usize> {
    /// One for each pattern of each sum, the first sum first (T1).
    readers: Vec<Reader>,
    /// For each sum where its readers end in `readers` (T1).
    ends: [usize; SUMS],
    /// For each tile and direction of the blank: one look for each sum, in the order in which they
    /// are made (T2).
    looks: [[[Look; SUMS]; 4]; MAX_CELLS],
}

/// A look at a table: which sum, and which reader.
#[derive(Clone, Copy, Default, Debug)]
struct Look {
    /// The number of the sum, below `SUMS`.
    sum: u8,
    /// Position in `Patterns::readers`, among those of all sums.
    reader: u8,
}

/// What is known about a position: the arrangement of each pattern, and the sums of their entries.
#[derive(Clone, Copy, Debug)]
pub struct PatternState<const SUMS: usize> {
    /// For each reader the arrangement of its pattern. Those behind the last reader mean nothing.
    patterns: [Arrangement; MAX_PATTERNS],
    /// For each sum the entries of its patterns, added.
    totals: [u32; SUMS],
}

/// What a push changes, look by look: one pattern of each sum, and the sum itself.
#[derive(Clone, Copy, Debug)]
pub struct PatternChange<const SUMS: usize> {
    /// For each look the arrangement that is exchanged with the state's.
    patterns: [Arrangement; SUMS],
    /// For each look the total that is exchanged with the state's.
    totals: [u32; SUMS],
    /// The looks, in the order in which they are made: which sums and readers change.
    looks: [Look; SUMS],
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
        let (mut ends, mut looks) = ([0; SUMS], [[[Look::default(); SUMS]; 4]; MAX_CELLS]);
        for (at, partition) in partitions.into_iter().enumerate() {
            let sum = PatternSum::new(goal, partition, tables)?;
            for (of_tile, tile) in
                looks.iter_mut().zip(goal.tiles()).filter(|(_, tile)| **tile != 0)
            {
                let reader = byte(readers.len() + sum.reader_of(*tile));
                of_tile.iter_mut().for_each(|looks| looks[at] = Look { sum: byte(at), reader });
            }
            readers.extend_from_slice(sum.readers());
            ends[at] = readers.len();
        }
        for of_tile in &mut looks {
            for (looks, direction) in of_tile.iter_mut().zip(Direction::ALL) {
                looks.sort_by_key(|look| !readers[usize::from(look.reader)].is_near(direction));
            }
        }
        Ok(Self { readers, ends, looks })
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
    fn change(&self, _state: &PatternState<SUMS>, push: Push) -> PatternChange<SUMS> {
        let looks = self.looks[usize::from(push.tile)][push.blank as usize];
        PatternChange { patterns: [Arrangement::default(); SUMS], totals: [0; SUMS], looks }
    }

    #[inline(always)]
    fn look_up(
        &self,
        state: &PatternState<SUMS>,
        push: Push,
        look: usize,
        change: &mut PatternChange<SUMS>,
    ) -> u32 {
        let Look { sum, reader } = change.looks[look];
        let before = state.patterns[usize::from(reader) % MAX_PATTERNS];
        let after =
            self.readers[usize::from(reader)].moved(before, push.tile, push.from, push.blank);
        let total = state.totals[usize::from(sum) % SUMS] + after.entry() - before.entry();
        change.patterns[look] = after;
        change.totals[look] = total;
        total
    }

    #[inline(always)]
    fn exchange(&self, state: &mut PatternState<SUMS>, change: &mut PatternChange<SUMS>) {
        for (at, Look { sum, reader }) in change.looks.into_iter().enumerate() {
            let (sum, reader) = (usize::from(sum) % SUMS, usize::from(reader) % MAX_PATTERNS);
            std::mem::swap(&mut state.patterns[reader], &mut change.patterns[at]);
            std::mem::swap(&mut state.totals[sum], &mut change.totals[at]);
        }
    }
}
