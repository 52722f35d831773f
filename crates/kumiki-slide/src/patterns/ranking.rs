//! Numbers for arrangements: where the tiles of a pattern stand, as an index into a table.
//!
//! The index of an arrangement is `rank of the set of cells * k! + rank of the order`, where the
//! order is the sequence of the `k` tiles in the occupied cells from first to last. A tile pushed
//! across keeps its place in the order; one pushed down passes the tiles in the cells between, and
//! the order is *turned*, by a look-up. Sets are ranked by the combinatorial number system: cells
//! `c0 < c1 < ...` have rank `C(c0, 1) + C(c1, 2) + ...`. Orders are ranked lexicographically, so
//! the goal has order 0.

use super::symmetry::members;
use kumiki_id::narrow;

/// The most tiles of a pattern: the orders of 8 tiles fit in 16 bits.
pub(crate) const MAX_TILES: usize = 8;

/// The ranks for one number of tiles.
///
/// * **K1** `starts[before][passed]` are the starts of two stretches of `turned`: the orders after
///   a tile with `before` tiles before it has passed the next `passed` ones, and after the last of
///   them has come back before the others.
/// * **K2** The first stretch of `turned` is the identity, and all are as long as there are orders.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    /// How many tiles stand in order: 1 to 8.
    tile_count: usize,
    /// How many orders there are: the factorial of `tile_count`.
    order_count: usize,
    /// Positions in `turned`, by how many tiles come before and how many are passed; forth and back
    /// (K1). 0 if no push does that.
    starts: [[[u32; 2]; MAX_TILES]; MAX_TILES],
    /// Ranks of orders after a turn, by the ranks before; one stretch for each turn (K1, K2).
    turned: Vec<u16>,
}

impl Ranking {
    /// The ranks of so many tiles, if a tile passes at most `longest` others in a push.
    pub(crate) fn new(tile_count: usize, longest: usize) -> Self {
        let mut ranking = Self {
            tile_count,
            order_count: usize::try_from(factorial(tile_count)).expect("H1: at most 8 tiles"),
            starts: [[[0; 2]; MAX_TILES]; MAX_TILES],
            turned: Vec::new(),
        };
        ranking.fill_turns(longest);
        ranking
    }

    /// A tile passes others one by one, so every turn is made of swaps of neighbours in the order.
    fn fill_turns(&mut self, longest: usize) {
        let (count, identity) =
            (self.tile_count, (0..self.order_count).map(short).collect::<Vec<u16>>());
        let swaps = swaps_of_neighbours(count);
        let after = |first: &[u16], then: &[u16]| -> Vec<u16> {
            first.iter().map(|order| then[usize::from(*order)]).collect()
        };
        self.turned.clone_from(&identity);
        for before in 0..count {
            let (mut down, mut up) = (identity.clone(), identity.clone());
            for passed in 1..=longest.min(count - 1 - before) {
                let swap = &swaps[before + passed - 1];
                (down, up) = (after(&down, swap), after(swap, &up));
                self.starts[before][passed] = [&down, &up].map(|orders| {
                    let start = narrow(self.turned.len());
                    self.turned.extend(orders);
                    start
                });
            }
        }
    }

    /// How many orders there are.
    pub(crate) fn order_count(&self) -> usize {
        self.order_count
    }

    /// The start of a stretch of orders: those after a tile with `before` tiles before it has
    /// passed `passed` others, or has come back.
    #[inline(always)]
    pub(crate) fn turn(&self, before: u32, passed: u32, comes_back: bool) -> u32 {
        self.starts[before as usize % MAX_TILES][passed as usize % MAX_TILES]
            [usize::from(comes_back)]
    }

    /// The same, for a push of a tile between neighbouring cells, given the set of cells before it.
    pub(crate) fn turn_of_push(&self, set: u64, from: usize, to: usize) -> u32 {
        let (low, high) = (from.min(to), from.max(to));
        let below = |cell: usize| (1u64 << cell) - 1;
        let before = (set & below(low)).count_ones();
        let passed = (set & below(high) & !below(low + 1)).count_ones();
        self.turn(before, passed, from > to)
    }

    /// The order that a turn makes of another.
    #[inline(always)]
    pub(crate) fn turned_order(&self, turn: u32, order: u16) -> u16 {
        self.turned[turn as usize + usize::from(order)]
    }

    /// The orders after a turn.
    pub(crate) fn turned(&self, turn: u32) -> &[u16] {
        &self.turned[(turn as usize)..][..self.order_count]
    }

    /// The rank of the order in which the tiles stand, if tile `i` is in `cells[i]`.
    pub(crate) fn order(&self, cells: &[usize]) -> u16 {
        let tile_in = |cell: usize| cells.iter().position(|other| *other == cell);
        let order: Vec<u8> = members(set_of(cells))
            .filter_map(tile_in)
            .map(|tile| u8::try_from(tile).expect("H1: at most 8 tiles"))
            .collect();
        short(rank_of_order(&order))
    }

    /// The index of the arrangement with tile `i` in `cells[i]`.
    pub(crate) fn index(&self, cells: &[usize]) -> usize {
        self.rank_of_set(set_of(cells)) * self.order_count + usize::from(self.order(cells))
    }

    /// The rank of a set of cells.
    pub(crate) fn rank_of_set(&self, set: u64) -> usize {
        let rank: u64 = members(set).zip(1..).map(|(cell, place)| binomial(cell, place)).sum();
        usize::try_from(rank).expect("H3: fewer than 2^32")
    }
}

/// Cells as a set.
pub(crate) fn set_of(cells: &[usize]) -> u64 {
    cells.iter().map(|cell| 1 << cell).sum()
}

/// Pascal's triangle, as far as boards and patterns go.
const PASCAL: [[u64; MAX_TILES + 1]; 37] = {
    let mut rows = [[0; MAX_TILES + 1]; 37];
    let mut n = 0;
    while n < rows.len() {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= MAX_TILES && n > 0 {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// `n` choose `k`, for `n` up to 36 and `k` up to 8.
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    PASCAL[n][k]
}

/// `k` factorial.
pub(crate) fn factorial(k: usize) -> u64 {
    (1..).take(k).product()
}

/// For each pair of neighbouring places, what swapping the tiles there makes of every order of so
/// many tiles.
fn swaps_of_neighbours(count: usize) -> Vec<Vec<u16>> {
    let mut orders: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<u8>| {
            let tiles = 0..u8::try_from(count).expect("H1: at most 8 tiles");
            let free: Vec<u8> = tiles.filter(|tile| !order.contains(tile)).collect();
            free.into_iter().map(move |tile| [&order[..], &[tile]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    let mut swap = |place: usize| {
        let swapped = orders.iter_mut().map(|order| {
            order.swap(place, place + 1);
            let rank = rank_of_order(order);
            order.swap(place, place + 1);
            short(rank)
        });
        swapped.collect()
    };
    (0..count - 1).map(&mut swap).collect()
}

/// How many orders come before one, lexicographically.
fn rank_of_order(order: &[u8]) -> usize {
    let smaller_later =
        |at: usize| order[at + 1..].iter().filter(|later| **later < order[at]).count();
    (0..order.len()).fold(0, |rank, at| rank * (order.len() - at) + smaller_later(at))
}

/// A rank of an order in 16 bits.
fn short(rank: usize) -> u16 {
    u16::try_from(rank).expect("H1: there are at most 40320 orders")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::shape::sets;
    use kumiki_model::SlidingBoard;

    fn board(rows: usize, columns: usize) -> SlidingBoard {
        SlidingBoard::new(rows, columns).expect("a small board")
    }

    #[test]
    fn sets_come_in_the_order_of_their_ranks() {
        for (board, tiles) in
            [(board(2, 2), 3), (board(4, 4), 8), (board(5, 5), 4), (board(18, 2), 3)]
        {
            let ranking = Ranking::new(tiles, 1);
            let mut count = 0;
            for (rank, set) in sets(board, tiles).enumerate() {
                assert_eq!((set.count_ones() as usize, ranking.rank_of_set(set)), (tiles, rank));
                count += 1;
            }
            assert_eq!(count, binomial(board.cell_count(), tiles));
        }
    }

    #[test]
    fn every_arrangement_has_an_index_of_its_own() {
        let tiles = 4;
        let ranking = Ranking::new(tiles, 1);
        let mut is_met = vec![false; 9 * 8 * 7 * 6];
        for code in 0..9usize.pow(4) {
            let cells = [code % 9, code / 9 % 9, code / 81 % 9, code / 729];
            if (0..tiles).all(|tile| !cells[..tile].contains(&cells[tile])) {
                let index = ranking.index(&cells);
                assert!(!std::mem::replace(&mut is_met[index], true), "{cells:?}");
            }
        }
        assert!(is_met.iter().all(|met| *met));
    }
}
