//! What a search asks of a lower bound.

use kumiki_model::Direction;

/// A lower bound for the number of moves to the goal, kept up to date move by move.
///
/// Tiles are called by the cells where they belong. Implementations promise:
/// * **G1** The bound is never more than the number of moves to the goal, and differs from it by an
///   even number.
/// * **G2** It is 0 at the goal only.
/// * **G3** After a change, the state is what `state` would give for the new position.
pub trait Guide: Sync {
    /// What is known about a position.
    type State: Clone + Send + std::fmt::Debug + Sync;

    /// What a push changes of it.
    type Change: Copy + Send + std::fmt::Debug + Sync;

    /// What is known about a position, given by the tile of each cell and the blank's cell.
    fn state(&self, cells: &[u8], blank: usize) -> Self::State;

    /// The bound.
    fn bound(&self, state: &Self::State) -> u32;

    /// How many bounds there are, of which the greatest counts.
    const LOOKS: usize;

    /// Begins to say what a push changes. All looks together complete it.
    fn change(&self, state: &Self::State, push: Push) -> Self::Change;

    /// Adds to a change what one table says. Gives one of the bounds after it.
    fn look_up(
        &self,
        state: &Self::State,
        push: Push,
        look: usize,
        change: &mut Self::Change,
    ) -> u32;

    /// Swaps what is known with what changes. The second time it takes back the first.
    fn exchange(&self, state: &mut Self::State, change: &mut Self::Change);

    /// Searches everything below a position at once, if that is a small matter: all paths that do
    /// not go back along `last`, with `spare` moves more than the bound.
    fn probe(&self, _cells: &[u8], _blank: usize, _last: Direction, _spare: u32) -> Probe {
        Probe::Refused
    }
}

/// A tile is pushed from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Push {
    /// The cell where the tile belongs.
    pub tile: u8,
    /// The cell where it is.
    pub from: u8,
    /// The blank's cell, where it goes.
    pub to: u8,
    /// The direction in which the blank moves.
    pub blank: Direction,
}

/// What [`Guide::probe`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// It did not look.
    Refused,
    /// No solution, after so many moves.
    Empty(u64),
    /// There are solutions.
    Found,
}
