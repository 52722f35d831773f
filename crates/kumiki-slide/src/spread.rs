//! Pattern tables spread out, so that an index is a sum: the fastest form of the stronger bound for
//! small patterns.
//!
//! On a board of n cells, the entry for tiles in cells a, b, c, … stands at a + b·n + c·n² + …. A
//! push then changes the index by one subtraction and one addition, where the compact tables of
//! `patterns` take some fifty instructions. The price is room: three times as much for six
//! tiles on 16 cells, and too much for eight.
//!
//! The entries of tables as they are built stand in the order of the sets of cells as binary
//! numbers, then in the lexicographic order of tiles from the first cell to the last.

use crate::arrangement::{MAX_CELLS, byte};
use crate::guide::{Guide, Push};
use crate::patterns::{Partition, PatternError, PatternTable, PlacedShape};
use kumiki_id::narrow;
use kumiki_model::SlidingPosition;
use std::sync::Arc;

/// Patterns in a partition, at most; more would be poor bounds.
const MAX_PATTERNS: usize = 8;

/// The greatest of `SUMS` sums of spread pattern tables.
///
/// * **U1** `entries[s][r]` is the table of pattern `r` of sum `s`. Tables of equal patterns are
///   shared.
/// * **U2** `weights[s][tile][cell]` is what the tile in that cell adds to the index of its
///   pattern.
/// * **U3** `pattern_of[tile][s]` is the pattern of the tile in sum `s`.
#[derive(Clone, Debug)]
pub struct SpreadPatterns<const SUMS: usize> {
    /// For each sum and each of its patterns the table (U1). Indices with two tiles in a cell have
    /// 0.
    entries: [Vec<Arc<[u8]>>; SUMS],
    /// For each sum, tile and cell what is added to the index (U2).
    weights: [Vec<[u32; MAX_CELLS]>; SUMS],
    /// For each tile and sum the pattern of the tile (U3).
    pattern_of: [[u8; SUMS]; MAX_CELLS],
}

/// What is known about a position: for each sum, the index and entry of each pattern, and the sum
/// of entries.
#[derive(Clone, Copy, Debug)]
pub struct SpreadState<const SUMS: usize> {
    /// For each sum and pattern where the entry stands.
    indices: [[u32; MAX_PATTERNS]; SUMS],
    /// For each sum and pattern the entry.
    entries: [[u8; MAX_PATTERNS]; SUMS],
    /// For each sum the entries of its patterns, added; at most 255.
    totals: [u8; SUMS],
}

/// What a push changes: one pattern of each sum.
#[derive(Clone, Copy, Debug)]
pub struct SpreadChange<const SUMS: usize> {
    /// For each sum the index that is exchanged with the state's.
    indices: [u32; SUMS],
    /// For each sum the entry that is exchanged with the state's.
    entries: [u8; SUMS],
    /// For each sum the pattern that changes.
    patterns: [u8; SUMS],
    /// For each sum the total that is exchanged with the state's.
    totals: [u8; SUMS],
}

impl<const SUMS: usize> SpreadPatterns<SUMS> {
    /// Spreads the tables of some partitions out, unless that would take more than `limit_bytes`,
    /// or there are too many patterns.
    ///
    /// # Errors
    /// If a partition is for another board or another cell of the blank, or a table is missing.
    pub fn new(
        goal: &SlidingPosition,
        partitions: [&Partition; SUMS],
        tables: &[Arc<PatternTable>],
        limit_bytes: usize,
    ) -> Result<Option<Self>, PatternError> {
        let cell_count = goal.tiles().len();
        for partition in partitions {
            partition.check_goal(goal)?;
        }
        let placed = partitions.map(|partition| partition.placed_shapes().collect::<Vec<_>>());
        let mut distinct: Vec<(&PatternTable, usize)> = Vec::new();
        let mut bytes = Some(0usize);
        for shape in placed.iter().flatten().map(PlacedShape::shape) {
            let Some(table) = tables.iter().find(|table| table.shape() == shape) else {
                return Err(PatternError::missing(shape));
            };
            if !distinct.iter().any(|(other, _)| other.shape() == shape) {
                let size = cell_count.checked_pow(narrow(shape.tile_count()));
                bytes = bytes.zip(size).and_then(|(bytes, size)| bytes.checked_add(size));
                distinct.push((table, size.unwrap_or(usize::MAX)));
            }
        }
        let greatest_of = |placed: &PlacedShape| {
            let table = distinct.iter().find(|(table, _)| table.shape() == placed.shape());
            table.map_or(0, |(table, _)| {
                u32::from(table.entries().iter().copied().max().unwrap_or(0))
            })
        };
        let is_small = |sum: &Vec<PlacedShape>| {
            sum.len() <= MAX_PATTERNS
                && sum.iter().map(greatest_of).sum::<u32>() <= u32::from(u8::MAX)
        };
        if bytes.is_none_or(|bytes| bytes > limit_bytes) || !placed.iter().all(is_small) {
            return Ok(None);
        }
        let spread: Vec<(&PatternTable, Arc<[u8]>)> =
            distinct.into_iter().map(|(table, size)| (table, spread(table, size))).collect();
        let of_shape = |placed: &PlacedShape| {
            let found = spread.iter().find(|(table, _)| table.shape() == placed.shape());
            Arc::clone(&found.expect("all tables are spread").1)
        };
        let mut pattern_of = [[0; SUMS]; MAX_CELLS];
        for (at, sum) in placed.iter().enumerate() {
            for (pattern, placed) in sum.iter().enumerate() {
                placed.goals().for_each(|tile| pattern_of[tile][at] = byte(pattern));
            }
        }
        Ok(Some(Self {
            entries: placed.each_ref().map(|sum| sum.iter().map(of_shape).collect()),
            weights: placed.each_ref().map(|sum| weights(cell_count, sum)),
            pattern_of,
        }))
    }
}

/// All orders of so many tiles, lexicographically.
fn orders(tile_count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..tile_count {
        let longer = |order: Vec<usize>| {
            let free: Vec<usize> = (0..tile_count).filter(|tile| !order.contains(tile)).collect();
            free.into_iter().map(move |tile| [&order[..], &[tile]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

/// The sets of so many cells, each a list from low to high, in the order of sets as binary numbers.
fn sets(cell_count: usize, tile_count: usize) -> impl Iterator<Item = Vec<usize>> {
    let first: Vec<usize> = (0..tile_count).collect();
    std::iter::successors(Some(first), move |set| {
        let end = |at: usize| set.get(at + 1).copied().unwrap_or(cell_count);
        let at = (0..tile_count).find(|at| set[*at] + 1 < end(*at))?;
        let (low, next) = (0..at, set[at] + 1);
        Some(low.chain([next]).chain(set[at + 1..].iter().copied()).collect())
    })
}

/// A table spread out.
fn spread(table: &PatternTable, size: usize) -> Arc<[u8]> {
    let shape = table.shape();
    let (cell_count, tile_count) = (shape.board().cell_count(), shape.tile_count());
    let powers: Vec<usize> = (0..narrow(tile_count)).map(|tile| cell_count.pow(tile)).collect();
    // For each order and place in it, what the tile there adds for each step of its cell.
    let orders: Vec<Vec<usize>> = orders(tile_count)
        .iter()
        .map(|order| order.iter().map(|tile| powers[*tile]).collect())
        .collect();
    let mut entries = vec![0; size];
    let blocks = table.entries().chunks_exact(orders.len());
    for (set, block) in sets(cell_count, tile_count).zip(blocks) {
        for (order, entry) in orders.iter().zip(block) {
            let index: usize = order.iter().zip(&set).map(|(power, cell)| power * cell).sum();
            entries[index] = *entry;
        }
    }
    entries.into()
}

/// U2
fn weights(cell_count: usize, sum: &[PlacedShape]) -> Vec<[u32; MAX_CELLS]> {
    let mut weights = vec![[0; MAX_CELLS]; cell_count];
    for placed in sum {
        for (number, tile) in placed.goals_by_number().into_iter().enumerate() {
            for (cell, weight) in weights[tile].iter_mut().enumerate().take(cell_count) {
                *weight = narrow(placed.image(cell) * cell_count.pow(narrow(number)));
            }
        }
    }
    weights
}

impl<const SUMS: usize> Guide for SpreadPatterns<SUMS> {
    type State = SpreadState<SUMS>;
    type Change = SpreadChange<SUMS>;
    const LOOKS: usize = SUMS;

    fn state(&self, cells: &[u8], blank: usize) -> SpreadState<SUMS> {
        let mut state = SpreadState {
            indices: [[0; MAX_PATTERNS]; SUMS],
            entries: [[0; MAX_PATTERNS]; SUMS],
            totals: [0; SUMS],
        };
        for sum in 0..SUMS {
            for (cell, tile) in cells.iter().enumerate().filter(|(cell, _)| *cell != blank) {
                let tile = usize::from(*tile);
                let pattern = usize::from(self.pattern_of[tile][sum]);
                state.indices[sum][pattern] += self.weights[sum][tile][cell];
            }
            for (pattern, table) in self.entries[sum].iter().enumerate() {
                let entry = table[state.indices[sum][pattern] as usize];
                state.entries[sum][pattern] = entry;
                state.totals[sum] += entry;
            }
        }
        state
    }

    #[inline(always)]
    fn bound(&self, state: &SpreadState<SUMS>) -> u32 {
        state.totals.iter().copied().max().unwrap_or(0).into()
    }

    #[inline(always)]
    fn change(&self, _state: &SpreadState<SUMS>, push: Push) -> SpreadChange<SUMS> {
        let patterns = self.pattern_of[usize::from(push.tile)];
        SpreadChange { indices: [0; SUMS], entries: [0; SUMS], patterns, totals: [0; SUMS] }
    }

    #[inline(always)]
    fn look_up(
        &self,
        state: &SpreadState<SUMS>,
        push: Push,
        sum: usize,
        change: &mut SpreadChange<SUMS>,
    ) -> u32 {
        let pattern = usize::from(change.patterns[sum]);
        let weights = &self.weights[sum][usize::from(push.tile)];
        let index = state.indices[sum][pattern % MAX_PATTERNS] - weights[usize::from(push.from)]
            + weights[usize::from(push.to)];
        let entry = self.entries[sum][pattern][index as usize];
        change.indices[sum] = index;
        change.entries[sum] = entry;
        change.totals[sum] = state.totals[sum] - state.entries[sum][pattern % MAX_PATTERNS] + entry;
        change.totals[sum].into()
    }

    #[inline(always)]
    fn exchange(&self, state: &mut SpreadState<SUMS>, change: &mut SpreadChange<SUMS>) {
        for sum in 0..SUMS {
            let pattern = usize::from(change.patterns[sum]) % MAX_PATTERNS;
            std::mem::swap(&mut state.indices[sum][pattern], &mut change.indices[sum]);
            std::mem::swap(&mut state.entries[sum][pattern], &mut change.entries[sum]);
        }
        std::mem::swap(&mut state.totals, &mut change.totals);
    }
}
