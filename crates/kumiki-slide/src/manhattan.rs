//! The plain bound: every tile makes at least as many moves as there are steps from its cell to the
//! one where it belongs.
//!
//! A push brings a tile one step nearer (a *happy* move) or takes it one step away (a *sad* one).
//! With h steps in all at the start, a solution with k sad moves has h + k happy ones.

use crate::arrangement::{MAX_CELLS, byte};
use crate::fifteen;
use crate::guide::{Guide, Probe, Push};
use kumiki_model::{Direction, SlidingBoard};

/// With so many sad moves left or fewer, a position of the 15 puzzle is searched in one go: some
/// thousand moves, rarely more than 20 000.
const PLUNGE_SADS: u32 = 4;

/// The plain bound for a board.
///
/// * **M1** `steps[cell][tile]` is how many steps there are from `cell` to the one where `tile`
///   belongs.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For each cell and tile the steps between the cell and the tile's own (M1).
    steps: Vec<[u8; MAX_CELLS]>,
    /// Whether the board has 4x4 cells: only then can it probe.
    is_fifteen: bool,
}

impl Manhattan {
    /// The bound for any goal on a board.
    #[must_use]
    pub fn new(board: SlidingBoard) -> Self {
        let count = board.cell_count();
        let mut steps = vec![[0; MAX_CELLS]; count];
        for (cell, row) in steps.iter_mut().enumerate() {
            for (tile, steps) in row.iter_mut().enumerate().take(count) {
                *steps = byte(board.steps(cell, tile));
            }
        }
        Self { steps, is_fifteen: (board.rows(), board.columns()) == (4, 4) }
    }

    #[inline(always)]
    fn steps(&self, cell: usize, tile: u8) -> u32 {
        u32::from(self.steps[cell][usize::from(tile)])
    }
}

impl Guide for Manhattan {
    type State = u32;
    type Change = u32;
    const LOOKS: usize = 1;

    fn state(&self, cells: &[u8], blank: usize) -> u32 {
        let tiles = (0..self.steps.len()).filter(|cell| *cell != blank);
        tiles.map(|cell| self.steps(cell, cells[cell])).sum()
    }

    #[inline(always)]
    fn bound(&self, state: &u32) -> u32 {
        *state
    }

    #[inline(always)]
    fn change(&self, state: &u32, push: Push) -> u32 {
        state + self.steps(push.to.into(), push.tile) - self.steps(push.from.into(), push.tile)
    }

    #[inline(always)]
    fn look_up(&self, _state: &u32, _push: Push, _look: usize, change: &mut u32) -> u32 {
        *change
    }

    #[inline(always)]
    fn exchange(&self, state: &mut u32, change: &mut u32) {
        std::mem::swap(state, change);
    }

    #[inline]
    fn probe(&self, cells: &[u8], blank: usize, last: Direction, spare: u32) -> Probe {
        if !self.is_fifteen || spare > 2 * PLUNGE_SADS {
            return Probe::Refused;
        }
        fifteen::probe(cells, blank, last, spare / 2).map_or(Probe::Found, Probe::Empty)
    }
}
