//! Pattern tables spread out, so that an index is a sum: the fastest form of the stronger bound for small patterns.
//!
//! On a board of n cells, the entry for tiles in cells a, b, c, … stands at a + b·n + c·n² + …. A push then changes the
//! index by one subtraction and one addition, where the compact tables of `kumiki-patterns` take some fifty instructions.
//! The price is room: three times as much for six tiles on 16 cells, and too much for eight.
//!
//! What is learnt from the compact tables: their entries stand in the order of the sets of cells as binary numbers, then in
//! the lexicographic order of tiles from the first cell to the last. Through which symmetry a table is read, we find out by
//! asking for the index of positions in which one tile has been put elsewhere.

use crate::arrangement::{MAX_CELLS, byte};
use crate::guide::{Guide, Push};
use crate::patterns::Patterns;
use kumiki_id::{narrow, widen};
use kumiki_model::SlidingPosition;
use kumiki_patterns::{PatternSum, PatternTable, Reader};
use std::sync::Arc;

/// Patterns in a partition, at most; more would be poor bounds.
const MAX_PATTERNS: usize = 8;

/// The greatest of `SUMS` sums of spread pattern tables.
///
/// * **U1** `entries[s][r]` is the table of pattern `r` of sum `s`. Tables of equal patterns are shared.
/// * **U2** `weights[s][tile][cell]` is what the tile in that cell adds to the index of its pattern.
/// * **U3** `pattern_of[tile][s]` is the pattern of the tile in sum `s`.
#[derive(Clone, Debug)]
pub struct SpreadPatterns<const SUMS: usize> {
    entries: [Vec<Arc<[u8]>>; SUMS],
    weights: [Vec<[u32; MAX_CELLS]>; SUMS],
    pattern_of: [[u8; SUMS]; MAX_CELLS],
}

/// What is known about a position: for each sum, the index and entry of each pattern, and the sum of entries.
#[derive(Clone, Copy, Debug)]
pub struct SpreadState<const SUMS: usize> {
    indices: [[u32; MAX_PATTERNS]; SUMS],
    entries: [[u8; MAX_PATTERNS]; SUMS],
    totals: [u8; SUMS],
}

/// What a push changes: one pattern of each sum.
#[derive(Clone, Copy, Debug)]
pub struct SpreadChange<const SUMS: usize> {
    indices: [u32; SUMS],
    entries: [u8; SUMS],
    patterns: [u8; SUMS],
    totals: [u8; SUMS],
}

impl<const SUMS: usize> SpreadPatterns<SUMS> {
    /// Spreads tables out, unless that would take more than `limit_bytes`, or there are too many patterns.
    #[must_use]
    pub fn new(patterns: &Patterns<SUMS>, limit_bytes: usize) -> Option<Self> {
        let (goal, sums) = (patterns.goal(), patterns.sums());
        let tables: Vec<&PatternTable> =
            sums.iter().flat_map(PatternSum::readers).map(Reader::table).collect();
        let mut distinct: Vec<(&PatternTable, Arc<[u8]>)> = Vec::new();
        let mut bytes = 0usize;
        for table in tables {
            if !distinct.iter().any(|(other, _)| other.shape() == table.shape()) {
                let size = goal.tiles().len().checked_pow(narrow(table.shape().tile_count()))?;
                bytes = bytes.checked_add(size).filter(|bytes| *bytes <= limit_bytes)?;
                distinct.push((table, spread(table, size)));
            }
        }
        let of_table = |table: &PatternTable| {
            let found = distinct.iter().find(|(other, _)| other.shape() == table.shape());
            Arc::clone(&found.expect("all tables are spread").1)
        };
        let is_small =
            |sum: &PatternSum| sum.readers().len() <= MAX_PATTERNS && greatest(sum) <= u32::from(u8::MAX);
        if !sums.iter().all(is_small) {
            return None;
        }
        let mut pattern_of = [[0; SUMS]; MAX_CELLS];
        for (patterns, tile) in pattern_of.iter_mut().zip(goal.tiles()).filter(|(_, tile)| **tile != 0) {
            *patterns = sums.each_ref().map(|sum| byte(sum.reader_of(*tile)));
        }
        Some(Self {
            entries: sums
                .each_ref()
                .map(|sum| sum.readers().iter().map(|reader| of_table(reader.table())).collect()),
            weights: sums.each_ref().map(|sum| weights(goal, sum)),
            pattern_of,
        })
    }
}

/// The greatest sum of entries that can be.
fn greatest(sum: &PatternSum) -> u32 {
    let most = |reader: &Reader| u32::from(reader.table().entries().iter().copied().max().unwrap_or(0));
    sum.readers().iter().map(most).sum()
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
    let orders: Vec<Vec<usize>> =
        orders(tile_count).iter().map(|order| order.iter().map(|tile| powers[*tile]).collect()).collect();
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

/// U2, by asking where a table has the entries of positions with one tile put elsewhere.
fn weights(goal: &SlidingPosition, sum: &PatternSum) -> Vec<[u32; MAX_CELLS]> {
    let cell_count = goal.tiles().len();
    // The cells of the tiles of a pattern, for the goal after two cells have been swapped.
    let placed = |pattern: usize, one: usize, other: usize| -> Vec<usize> {
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(one, other);
        let position =
            SlidingPosition::new(goal.board(), tiles).expect("T1: a swap makes a position of a position");
        let tile_count = sum.readers()[pattern].table().shape().tile_count();
        unranked(sum.arrangements(&position)[pattern].index(), cell_count, tile_count)
    };
    let mut weights = vec![[0; MAX_CELLS]; cell_count];
    for home in (0..cell_count).filter(|cell| *cell != goal.blank()) {
        let pattern = sum.reader_of(goal.tiles()[home]);
        let (before, after) = (placed(pattern, home, home), placed(pattern, home, goal.blank()));
        let is_ours = |tile: &usize| before[*tile] != after[*tile];
        let tile = (0..before.len()).find(is_ours).expect("one tile of the pattern is elsewhere");
        for (cell, weight) in weights[home].iter_mut().enumerate().take(cell_count) {
            let image = placed(pattern, home, cell)[tile];
            *weight = narrow(image * cell_count.pow(narrow(tile)));
        }
    }
    weights
}

/// The cells of the tiles of a compact table's entry.
fn unranked(index: usize, cell_count: usize, tile_count: usize) -> Vec<usize> {
    let order_count: usize = (1..=tile_count).product();
    let (mut rank, mut order) = (index / order_count, index % order_count);
    let mut cells = vec![0; tile_count];
    for place in (1..=tile_count).rev() {
        let choose =
            |cell: usize| (0..place).fold(1, |product, taken| product * (cell - taken) / (taken + 1));
        let is_low = |cell: &usize| *cell + 1 >= place && (*cell < place || choose(*cell) <= rank);
        let cell = (0..cell_count).rev().find(is_low).expect("the rank is that of a set");
        rank -= if cell < place { 0 } else { choose(cell) };
        cells[place - 1] = cell;
    }
    let mut free: Vec<usize> = (0..tile_count).collect();
    let mut placed = vec![0; tile_count];
    let mut remaining = order_count;
    for (at, cell) in cells.into_iter().enumerate() {
        remaining /= tile_count - at;
        placed[free.remove(order / remaining)] = cell;
        order %= remaining;
    }
    placed
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
                let entry = table[widen(state.indices[sum][pattern])];
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
        let entry = self.entries[sum][pattern][widen(index)];
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
