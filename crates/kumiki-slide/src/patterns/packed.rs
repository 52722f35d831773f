//! A table for searching: half the room, and what a search asks for next lies nearby.
//!
//! # The idea
//! A search asks for one entry after another that differ by a push, and waits for most of them: a
//! table of 500 MB does not fit into any cache. So entries are put together by *order*, the
//! sequence of the tiles from the first occupied cell to the last, since a push along a row does
//! not change it. All arrangements in one order are a *row* of the table, 6 kB for eight tiles on
//! 4x4. Within a row, sets of cells are arranged by their higher half, then by the lower one, and
//! halves by how many tiles they have in each line: so pushes along a line stay within a few
//! hundred bytes.
//!
//! An entry is at least the number of steps that its tiles are away from home, and differs from it
//! by an even number. So four bits are enough as long as the difference is below 32; it is at most
//! 18 for the tables of 7-8.
//!
//! # Roads not taken
//! Tables as they are built, by sets, one byte for each entry: Korf's hundred positions with 7-8
//! took 1.6 times as long. By orders with one byte for each entry: 1.15 times. (The same search of
//! 1.4 million moves, best of eight.)

use super::PatternTable;
use super::ranking::{Ranking, binomial};
use super::shape::{PatternShape, sets};
use super::symmetry::members;
use kumiki_id::narrow;
use kumiki_model::SlidingBoard;

/// Sets and orders that are moved together when a table is packed: as many as fit into the first
/// cache.
const BLOCK: usize = 64;

/// The entries of a table, packed.
///
/// * **C1** The entry of a set and an order is number `rank` of the row of the order. Rows have
///   `row_bytes` bytes; entries with even numbers have the lower four bits of a byte.
/// * **C2** The four bits are the entry halved, modulo 16.
/// * **C3** `rank` is `high_ranks[high] + low_ranks[low]`, where the low half of the set has `half`
///   cells.
#[derive(Clone, Debug)]
pub struct PackedTable {
    /// What it is the table of.
    shape: PatternShape,
    /// The ranks of the orders, and how pushes turn them.
    ranking: Ranking,
    /// How many cells the lower half of the board has: half of all, rounded down (C3).
    half: u32,
    /// For each set of cells of the lower half its number among those with as many cells (C3).
    low_ranks: Vec<u32>,
    /// For each set of cells of the higher half how many sets come before those that have it (C3).
    high_ranks: Vec<u32>,
    /// Bytes of a row: half as many as there are sets, rounded up (C1).
    row_bytes: usize,
    /// The rows, one for each order (C1, C2).
    entries: Vec<u8>,
}

impl PackedTable {
    /// Packs a table.
    #[must_use]
    pub fn new(table: &PatternTable) -> Self {
        let (shape, ranking) = (table.shape().clone(), table.ranking().clone());
        let (board, tile_count) = (shape.board(), shape.tile_count());
        let half = board.cell_count() / 2;
        let set_count =
            usize::try_from(binomial(board.cell_count(), tile_count)).expect("H3: fewer than 2^32");
        let mut packed = Self {
            half: narrow(half),
            low_ranks: low_ranks(board, half),
            high_ranks: high_ranks(board, half, tile_count),
            row_bytes: set_count.div_ceil(2),
            entries: Vec::new(),
            shape,
            ranking,
        };
        packed.fill(table, set_count);
        packed
    }

    /// C1 and C2, block by block.
    fn fill(&mut self, table: &PatternTable, set_count: usize) {
        let orders = self.ranking.order_count();
        let mut set_at = vec![0; set_count.next_multiple_of(2)];
        for (number, set) in sets(self.shape.board(), self.shape.tile_count()).enumerate() {
            set_at[self.rank(set)] = number;
        }
        self.entries = vec![0; orders * self.row_bytes];
        let mut block = [[0; BLOCK]; BLOCK];
        for first_order in (0..orders).step_by(BLOCK) {
            let order_count = BLOCK.min(orders - first_order);
            let of_set = |set: usize| &table.entries()[set * orders + first_order..][..order_count];
            for (at, pairs) in set_at.chunks(2 * BLOCK).enumerate() {
                for (place, pair) in pairs.chunks_exact(2).enumerate() {
                    let both = of_set(pair[0]).iter().zip(of_set(pair[1]));
                    for (row, (one, other)) in block.iter_mut().zip(both) {
                        row[place] = one >> 1 & 15 | other >> 1 << 4;
                    }
                }
                for (order, row) in block.iter().enumerate().take(order_count) {
                    let start = (first_order + order) * self.row_bytes + at * BLOCK;
                    self.entries[start..][..pairs.len() / 2]
                        .copy_from_slice(&row[..pairs.len() / 2]);
                }
            }
        }
    }

    /// What it is the table of.
    #[must_use]
    pub fn shape(&self) -> &PatternShape {
        &self.shape
    }

    /// The ranks of the orders.
    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// C3
    #[inline(always)]
    fn rank(&self, set: u64) -> usize {
        let (high, low) = (set >> self.half, set & ((1 << self.half) - 1));
        (self.high_ranks[index(high)] + self.low_ranks[index(low)]) as usize
    }

    /// The entry of a set and an order whose tiles are so many steps away from home.
    #[inline(always)]
    pub(crate) fn entry(&self, set: u64, order: u16, steps: u16) -> u32 {
        let rank = self.rank(set);
        let byte = self.entries[usize::from(order) * self.row_bytes + rank / 2];
        let (halved, steps) = (u32::from(byte >> (rank % 2 * 4)), u32::from(steps));
        steps + (halved.wrapping_sub(steps / 2) & 15) * 2
    }
}

/// All sets of cells of a half, arranged by their numbers of cells, then by those in each line of
/// the board. `first` is the first cell of the half.
fn halves(board: SlidingBoard, first: usize, cell_count: usize) -> Vec<u64> {
    let mut halves: Vec<u64> = (0..1 << cell_count).collect();
    halves.sort_by_cached_key(|half| {
        let mut by_line = [0u8; 18];
        members(*half).for_each(|cell| by_line[(first + cell) / board.columns()] += 1);
        (half.count_ones(), by_line)
    });
    halves
}

/// The number of each lower half among those with as many cells.
fn low_ranks(board: SlidingBoard, half: usize) -> Vec<u32> {
    let mut ranks = vec![0; 1 << half];
    for equal in
        halves(board, 0, half).chunk_by(|one, other| one.count_ones() == other.count_ones())
    {
        for (low, rank) in equal.iter().zip(0..) {
            ranks[index(*low)] = rank;
        }
    }
    ranks
}

/// How many sets come before those with each higher half.
fn high_ranks(board: SlidingBoard, half: usize, tile_count: usize) -> Vec<u32> {
    let high_cells = board.cell_count() - half;
    let mut ranks = vec![0; 1 << high_cells];
    let mut before = 0;
    for high in halves(board, half, high_cells) {
        ranks[index(high)] = before;
        if let Some(rest) = tile_count.checked_sub(high.count_ones() as usize) {
            before += u32::try_from(binomial(half, rest)).expect("H3: fewer than 2^32");
        }
    }
    ranks
}

/// Half of a set, as an index.
#[inline(always)]
fn index(half: u64) -> usize {
    usize::try_from(half).expect("boards have at most 36 cells")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_place_of_its_own() {
        for (rows, columns, tiles) in [(2, 2, 3), (3, 3, 4), (5, 3, 7), (4, 4, 2), (18, 2, 2)] {
            let board = SlidingBoard::new(rows, columns).expect("a small board");
            let goals = (1u64 << tiles) - 1;
            let (shape, _) =
                PatternShape::of(board, goals, board.cell_count() - 1).expect("a pattern");
            let packed = PackedTable::new(&PatternTable::build(shape.clone()));
            let mut is_met = vec![false; sets(shape.board(), tiles).count()];
            for set in sets(shape.board(), tiles) {
                assert!(
                    !std::mem::replace(&mut is_met[packed.rank(set)], true),
                    "{set:b} of {shape}"
                );
            }
        }
    }
}
