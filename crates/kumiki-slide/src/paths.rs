//! The space of all paths of a given length from a start to its goal.

use crate::arrangement::{Arrangement, Compass, byte, first_directions};
use crate::automaton::{Automaton, State};
use crate::guide::{Guide, Push};
use crate::search::PathSearch;
use kumiki_id::narrow;
use kumiki_model::{Direction, SlidingQuestion};
use kumiki_search::{Arrival, Expansion, Explained, Prefix, Profile, Space};
use std::sync::Arc;

/// All paths of exactly `limit` pushes from a start to its goal that an automaton does not refuse.
/// One round of iterative deepening.
///
/// A choice is the number of a direction in [`Direction::ALL`]. All nodes are counted on level 0 of
/// the profile: moves made, as the seed counts them; the move that reaches the goal is not counted.
///
/// With an automaton that refuses more than going back, and a start that is its own image under a
/// symmetry of the board, only one of the first moves that are images of each other is tried.
#[derive(Debug)]
pub struct Paths<'g, G> {
    /// The start, seen from the goal.
    pub(crate) start: Arrangement,
    /// The ways from each cell of the board.
    pub(crate) compass: Arc<Compass>,
    /// The lower bound that is asked about every move.
    pub(crate) guide: &'g G,
    /// Refuses words of moves that are not needed.
    pub(crate) automaton: &'g Automaton,
    /// The length of the paths, in pushes.
    pub(crate) limit: usize,
    /// How many cells the board has.
    cell_count: usize,
    /// For each direction whether the first move may go there. All may, unless a symmetry makes
    /// some of them needless.
    first: [bool; 4],
}

impl<G> Clone for Paths<'_, G> {
    fn clone(&self) -> Self {
        Self { compass: Arc::clone(&self.compass), ..*self }
    }
}

/// A move that may be made after `depth` others. Once it is made, `change` is what takes it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move<C> {
    /// What the guide knows changes by it, or what takes the change back.
    pub(crate) change: C,
    /// How many moves are made before it.
    pub(crate) depth: u32,
    /// Where the blank goes.
    pub(crate) direction: Direction,
    /// The cell there.
    pub(crate) cell: u8,
    /// The automaton's state afterwards.
    pub(crate) state: State,
}

impl<'g, G: Guide> Paths<'g, G> {
    /// All paths of `limit` pushes. The guide must be made for the question's board, and for its
    /// goal if it depends on it.
    #[must_use]
    pub fn new(
        question: &SlidingQuestion,
        guide: &'g G,
        automaton: &'g Automaton,
        limit: u32,
    ) -> Self {
        let (board, start) = (question.start().board(), Arrangement::new(question));
        let first = if automaton.keeps_all() { [true; 4] } else { first_directions(board, &start) };
        Self {
            start,
            compass: Arc::new(Compass::new(board)),
            guide,
            automaton,
            limit: limit as usize,
            cell_count: board.cell_count(),
            first,
        }
    }

    /// The same with another length.
    #[must_use]
    pub fn with_limit(&self, limit: u32) -> Self {
        Self { limit: limit as usize, ..self.clone() }
    }

    /// A lower bound for the length of all solutions, which differs from it by an even number.
    #[must_use]
    pub fn bound(&self) -> u32 {
        self.guide.bound(&self.state())
    }

    /// A search below a prefix.
    #[must_use]
    pub fn search(&self, prefix: &Prefix) -> PathSearch<'g, G> {
        PathSearch::new(self.clone(), prefix)
    }

    /// What the guide knows about the start.
    pub(crate) fn state(&self) -> G::State {
        self.state_of(&self.start)
    }

    /// What the guide knows about an arrangement.
    pub(crate) fn state_of(&self, arrangement: &Arrangement) -> G::State {
        self.guide.state(&arrangement.cells[..self.cell_count], arrangement.blank)
    }

    /// Adds the moves that may be made after `depth` moves, the last one first. The caller sees to
    /// it that there is one move left at least.
    #[inline(always)]
    pub(crate) fn add_moves(
        &self,
        arrangement: &Arrangement,
        known: &G::State,
        (depth, last, state): (usize, Option<Direction>, State),
        moves: &mut Vec<Move<G::Change>>,
    ) {
        let most = narrow(self.limit - depth - 1);
        let Arrangement { cells, blank } = arrangement;
        let to = byte(*blank);
        for way in self.compass.ways(*blank, last).iter().rev() {
            let Some(state) = self.automaton.after(state, way.direction) else { continue };
            if depth == 0 && !self.first[way.direction as usize] {
                continue;
            }
            let push = Push {
                tile: cells[usize::from(way.cell)],
                from: way.cell,
                to,
                blank: way.direction,
            };
            let mut change = self.guide.change(known, push);
            let mut is_live = true;
            for look in 0..G::LOOKS {
                is_live = is_live && self.guide.look_up(known, push, look, &mut change) <= most;
            }
            if is_live {
                let depth = narrow(depth);
                moves.push(Move { change, depth, direction: way.direction, cell: way.cell, state });
            }
        }
    }
}

impl<G: Guide> Space for Paths<'_, G> {
    type Search<'s>
        = PathSearch<'s, G>
    where
        Self: 's;

    fn begin(&self, prefix: &Prefix) -> PathSearch<'_, G> {
        self.search(prefix)
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        let search = self.search(prefix);
        if search.is_prefix_solution() {
            return Expansion::Solution;
        }
        let choices: Vec<u32> =
            search.moves().iter().rev().map(|next| next.direction as u32).collect();
        if prefix.len() + 1 < self.limit {
            profile.level(0).nodes += choices.len() as u64;
        }
        Expansion::Choices(choices)
    }
}

impl<G: Guide> Paths<'_, G> {
    /// The arrangement that moves lead to; they must stay on the board.
    fn after(&self, prefix: &Prefix) -> Arrangement {
        let mut arrangement = self.start;
        for choice in prefix.choices() {
            let ways = self.compass.ways(arrangement.blank, None);
            let way = ways.iter().find(|way| way.direction as u32 == *choice);
            arrangement.push(usize::from(way.expect("a way on the board").cell));
        }
        arrangement
    }

    /// The lower bound for what is left after some moves, whether or not that is too much.
    #[must_use]
    pub fn bound_after(&self, prefix: &Prefix) -> u32 {
        self.guide.bound(&self.state_of(&self.after(prefix)))
    }
}

/// Ways that the automaton refuses are not told; the others are, even if the bound is too high.
impl<G: Guide> Explained for Paths<'_, G> {
    fn arrive(&self, prefix: &Prefix) -> Arrival {
        let search = self.search(prefix);
        if search.is_prefix_solution() {
            return Arrival::Solution { forced: Vec::new() };
        }
        let Some(state) = search.state() else { return Arrival::Dead };
        let last = prefix.choices().last().map(|choice| Direction::ALL[*choice as usize]);
        let ways = self.compass.ways(self.after(prefix).blank, last).iter();
        let is_taken = |direction: Direction| {
            let is_first = prefix.is_empty() && !self.first[direction as usize];
            !is_first && self.automaton.after(state, direction).is_some()
        };
        let directions = ways.map(|way| way.direction).filter(|direction| is_taken(*direction));
        let ways = directions.map(|direction| direction as u32).collect();
        Arrival::Branch { forced: Vec::new(), item: Some(0), ways }
    }
}
