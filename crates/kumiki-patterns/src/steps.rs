//! Pushes compiled to look-ups: how an arrangement follows a tile from cell to cell.
//!
//! # The idea
//! A push between two given cells changes the rank of the set by a number that depends on little: how many tiles are before the lower
//! cell, and which cells between the two are occupied. The same decides how the order is turned. A push across has no cells
//! between, and one down has fewer than there are columns. So all that a push can do is a short list of *changes*, and a few bits of
//! the set say which of them it is.

use crate::ranking::{Arrangement, MAX_TILES, Ranking, binomial, factorial};
use crate::symmetry::{Symmetry, members};
use kumiki_id::{narrow, widen};
use kumiki_model::SlidingBoard;

/// Four ways to go from a cell: see [`way`].
const WAYS: usize = 4;

/// What is known about a push before one knows where the tiles are.
///
/// * **Q1** `toggles` are the two cells, `before` all cells before the lower one.
/// * **Q2** The cells between are the `gap` bits of the set from `shift` on; `window` has as many ones.
/// * **Q3** Its changes start at `first`, and the one for `n` tiles before and the occupied cells `b` between is number `n << gap | b`.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Step {
    toggles: u64,
    before: u64,
    first: u32,
    window: u32,
    shift: u8,
    gap: u8,
}

/// What a push does: the rise of the base, modulo 2^32 because it may fall, and the start of a stretch of turned orders.
#[derive(Clone, Copy, Default, Debug)]
struct Change {
    rise: u32,
    turn: u32,
}

/// All pushes on a board.
///
/// * **Q4** `steps[from * 4 + way]` is the push from a cell, if there is a cell that way.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    steps: Vec<Step>,
    changes: Vec<Change>,
}

/// Which of the four neighbours of a cell another one is.
#[inline(always)]
fn way(from: usize, to: usize) -> usize {
    usize::from(from < to) + 2 * usize::from(from.abs_diff(to) != 1)
}

impl Steps {
    pub(crate) fn new(board: SlidingBoard, ranking: &Ranking) -> Self {
        let (cells, mut changes) = (board.cell_count(), Vec::new());
        let mut steps = vec![Step::default(); cells * WAYS];
        for low in 0..cells {
            for high in [low + 1, low + board.columns()] {
                if high >= cells || board.steps(low, high) != 1 {
                    continue;
                }
                for (from, to) in [(low, high), (high, low)] {
                    let gap = high - low - 1;
                    steps[from * WAYS + way(from, to)] = Step {
                        toggles: 1 << low | 1 << high,
                        before: (1 << low) - 1,
                        first: narrow(changes.len()),
                        window: (1 << gap) - 1,
                        shift: small(low + 1),
                        gap: small(gap),
                    };
                    for before in 0..MAX_TILES {
                        let sets_between = 0..1u64 << gap;
                        changes
                            .extend(sets_between.map(|between| change(ranking, from, to, before, between)));
                    }
                }
            }
        }
        Self { steps, changes }
    }

    /// The same pushes for another board, by its own cells, seen through a symmetry that takes it to this one.
    pub(crate) fn through(&self, board: SlidingBoard, symmetry: &Symmetry) -> Vec<Step> {
        let mut steps = vec![Step::default(); board.cell_count() * WAYS];
        for from in 0..board.cell_count() {
            for to in (0..board.cell_count()).filter(|to| board.steps(from, *to) == 1) {
                let (image, image_to) = (symmetry.image(from), symmetry.image(to));
                steps[from * WAYS + way(from, to)] = self.steps[image * WAYS + way(image, image_to)];
            }
        }
        steps
    }

    /// The arrangement after a push, by one of the steps that [`Steps::through`] gave.
    #[inline(always)]
    pub(crate) fn moved(
        &self,
        ranking: &Ranking,
        steps: &[Step],
        arrangement: Arrangement,
        from: usize,
        to: usize,
    ) -> Arrangement {
        let step = &steps[from * WAYS + way(from, to)];
        let occupied = arrangement.occupied();
        let before = (occupied & step.before).count_ones();
        let between = low_half(occupied >> step.shift) & step.window;
        let change = self.changes[widen(step.first + (before << step.gap | between))];
        let order = ranking.turned_order(change.turn, arrangement.order());
        arrangement.changed(step.toggles, change.rise, order)
    }
}

/// What a push does if so many tiles are before the lower cell and these cells between are occupied, counted from the lower one.
fn change(ranking: &Ranking, from: usize, to: usize, before: usize, between: u64) -> Change {
    let (low, high) = (from.min(to), from.max(to));
    let passed: Vec<usize> = members(between).map(|step| low + 1 + step).collect();
    if before > low || before + passed.len() >= ranking.tile_count() {
        return Change::default();
    }
    // Ranks of the part of the set that changes, with the tile below and above.
    let [with_low, with_high] = [[&[low], &passed[..]], [&passed[..], &[high]]].map(|cells| {
        let places = cells.concat().into_iter().zip(before + 1..);
        places.map(|(cell, place)| binomial(cell, place)).sum::<u64>()
    });
    let rise = (with_high - with_low) * factorial(ranking.tile_count());
    let rise = u32::try_from(rise).expect("H3: ranks of parts of a set are hardly larger than those of sets");
    Change {
        rise: if from < to { rise } else { rise.wrapping_neg() },
        turn: ranking.turn(before, passed.len(), from > to),
    }
}

/// The lower 32 bits.
#[inline(always)]
fn low_half(bits: u64) -> u32 {
    u32::try_from(bits & u64::from(u32::MAX)).expect("32 bits")
}

/// A number of cells in 8 bits.
fn small(cells: usize) -> u8 {
    u8::try_from(cells).expect("boards have at most 36 cells")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::sets;
    use crate::symmetry::neighbour_sets;

    /// Every push from every set, with some orders, by cells seen through a symmetry.
    fn check(board: SlidingBoard, tiles: usize, symmetry: &Symmetry) {
        let (ranking, neighbours) = (Ranking::new(tiles, board.columns() - 1), neighbour_sets(board));
        let all = Steps::new(board, &ranking);
        let steps = all.through(board, symmetry);
        let moved = |arrangement, from, to| all.moved(&ranking, &steps, arrangement, from, to);
        let arrangement_of = |cells: &[usize]| {
            let images: Vec<usize> = cells.iter().map(|cell| symmetry.image(*cell)).collect();
            ranking.arrangement(&images)
        };
        for (rank, set) in sets(board, tiles).enumerate() {
            let mut cells: Vec<usize> = members(set).collect();
            cells.rotate_left(rank % tiles);
            cells.swap(0, rank / tiles % tiles);
            let arrangement = arrangement_of(&cells);
            for tile in 0..tiles {
                let from = cells[tile];
                for to in members(neighbours[from] & !set) {
                    cells[tile] = to;
                    let after = moved(arrangement, from, to);
                    assert_eq!(after, arrangement_of(&cells), "{board}: {from} to {to} among {cells:?}");
                    assert_eq!(moved(after, to, from), arrangement);
                }
                cells[tile] = from;
            }
        }
    }

    #[test]
    fn pushes_lead_to_the_ranks_found_from_scratch() {
        for (rows, columns, tiles) in
            [(2, 2, 2), (3, 3, 8), (4, 3, 5), (4, 4, 8), (5, 5, 4), (6, 6, 3), (18, 2, 3), (6, 6, 1)]
        {
            let board = SlidingBoard::new(rows, columns).expect("a small board");
            let symmetries = Symmetry::between(board, board);
            check(board, tiles, &symmetries[0]);
            check(board, tiles, &symmetries[symmetries.len() - 1]);
        }
    }
}
