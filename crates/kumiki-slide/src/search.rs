//! The hot loop: depth first, through all paths of one length.
//!
//! * **S1** Take the move that was put aside last; without one, all is done. Burn fuel for it.
//! * **S2** Take back moves until we stand where it can be made, and make it.
//! * **S3** If it is the last move, it has reached the goal: a solution.
//! * **S4** The guide may search all below in one go. If there are solutions, we go on step by
//!   step, without asking it again.
//! * **S5** Put aside the moves that may follow, the first one last. The bounds of all are looked
//!   up together, so that the cache misses of one do not wait for those of another.

use crate::arrangement::{Arrangement, byte};
use crate::automaton::State;
use crate::guide::{Guide, Probe};
use crate::paths::{Move, Paths};
use kumiki_id::narrow;
use kumiki_model::Direction;
use kumiki_search::{Fuel, Prefix, Profile, Search, Step};

/// A walk through the paths below a prefix.
///
/// * **P1** `arrangement` is what `path` makes of the start, and `known` what the guide knows about
///   it. `path` begins with the prefix, whose length is `given`.
/// * **P2** `waiting` has the moves that are put aside; those with fewer moves before them come
///   first.
/// * **P3** `made` are the moves behind the prefix, each with the change that takes it back.
/// * **P4** If `stepping` is given, the guide is not asked to probe below that depth.
#[derive(Clone, Debug)]
pub struct PathSearch<'g, G: Guide> {
    /// The paths that are searched.
    paths: Paths<'g, G>,
    /// The position where we stand (P1).
    arrangement: Arrangement,
    /// What the guide knows about it (P1).
    known: G::State,
    /// All moves from the start to where we stand, the prefix first (P1).
    path: Vec<Direction>,
    /// How many moves the prefix has made: they are never taken back (P1).
    given: usize,
    /// For each move behind the prefix what takes it back: the guide's change, and the cell of the
    /// blank before (P3).
    made: Vec<(G::Change, u8)>,
    /// Moves put aside, the next one last (P2).
    waiting: Vec<Move<G::Change>>,
    /// How many moves lead to where a probe has found solutions. Below, there is no probing (P4).
    stepping: Option<usize>,
    /// The automaton's state after the prefix, until the search has begun there; never if the
    /// prefix is no path.
    begin: Option<State>,
    /// Whether the search holds still at a solution, which is `path`.
    is_at_solution: bool,
    /// Moves made, all on level 0.
    profile: Profile,
}

impl<'g, G: Guide> PathSearch<'g, G> {
    pub(crate) fn new(paths: Paths<'g, G>, prefix: &Prefix) -> Self {
        let mut profile = Profile::new(&[]);
        profile.level(0);
        let mut search = Self {
            arrangement: paths.start,
            known: paths.state(),
            path: Vec::new(),
            given: 0,
            made: Vec::new(),
            waiting: Vec::new(),
            stepping: None,
            begin: None,
            is_at_solution: false,
            profile,
            paths,
        };
        search.begin = search.follow(prefix);
        search.given = search.path.len();
        search.made.clear();
        search
    }

    /// Makes the moves of a prefix. Gives the automaton's state after them, or nothing if one is
    /// not possible or hopeless.
    fn follow(&mut self, prefix: &Prefix) -> Option<State> {
        if self.path.len() + self.paths.guide.bound(&self.known) as usize > self.paths.limit {
            return None;
        }
        let mut state = self.paths.automaton.start();
        for choice in prefix.choices() {
            self.begin = Some(state);
            let next = self.moves().into_iter().find(|next| next.direction as u32 == *choice)?;
            self.make(next);
            state = next.state;
        }
        Some(state)
    }

    /// The directions of the blank on the way to the goal at which the search holds still.
    #[must_use]
    pub fn solution(&self) -> Option<&[Direction]> {
        self.is_at_solution.then_some(self.path.as_slice())
    }

    /// Whether the prefix is a solution by itself.
    pub(crate) fn is_prefix_solution(&self) -> bool {
        self.begin.is_some() && self.path.len() == self.paths.limit
    }

    /// The automaton's state after the prefix; `None` if the prefix is no path, or hopeless.
    pub(crate) fn state(&self) -> Option<State> {
        self.begin
    }

    /// The moves that may follow the prefix, the last one first.
    pub(crate) fn moves(&self) -> Vec<Move<G::Change>> {
        let mut moves = Vec::new();
        if let Some(state) = self.begin.filter(|_| self.path.len() < self.paths.limit) {
            let place = (self.path.len(), self.path.last().copied(), state);
            self.paths.add_moves(&self.arrangement, &self.known, place, &mut moves);
        }
        moves
    }

    #[inline(always)]
    fn make(&mut self, next: Move<G::Change>) {
        let Move { mut change, direction, cell, .. } = next;
        self.paths.guide.exchange(&mut self.known, &mut change);
        self.made.push((change, byte(self.arrangement.blank)));
        self.arrangement.push(usize::from(cell));
        self.path.push(direction);
    }

    #[inline(always)]
    fn unmake(&mut self) {
        let (mut change, cell) = self.made.pop().expect("P2: no move before the prefix waits");
        self.paths.guide.exchange(&mut self.known, &mut change);
        self.arrangement.push(usize::from(cell));
        self.path.pop();
    }

    /// S5
    #[inline(always)]
    fn put_aside(&mut self, state: State) {
        let place = (self.path.len(), self.path.last().copied(), state);
        self.paths.add_moves(&self.arrangement, &self.known, place, &mut self.waiting);
    }

    /// S4: what the guide finds below the move just made, if it may be asked.
    #[inline(always)]
    fn probe(&mut self, last: Direction) -> Probe {
        let depth = self.path.len();
        if self.stepping.is_some_and(|stepping| depth > stepping) {
            return Probe::Refused;
        }
        let spare = narrow(self.paths.limit - depth) - self.paths.guide.bound(&self.known);
        let Arrangement { cells, blank } = &self.arrangement;
        let found = self.paths.guide.probe(cells, *blank, last, spare);
        self.stepping = (found == Probe::Found).then_some(depth);
        found
    }
}

impl<G: Guide> Search for PathSearch<'_, G> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        let (limit, may_probe) = (self.paths.limit, self.paths.automaton.keeps_all());
        self.is_at_solution = self.is_prefix_solution();
        if let Some(state) = self.begin.take() {
            if self.is_at_solution {
                return Step::Solution;
            }
            self.put_aside(state);
        }
        let mut nodes = 0;
        let step = loop {
            // S1
            let Some(next) = self.waiting.pop() else { break Step::Exhausted };
            if !fuel.burn() {
                self.waiting.push(next);
                break Step::OutOfFuel;
            }
            // S2
            while self.path.len() > next.depth as usize {
                self.unmake();
            }
            self.make(next);
            // S3
            if self.path.len() == limit {
                self.is_at_solution = true;
                break Step::Solution;
            }
            nodes += 1;
            // S4
            if may_probe && let Probe::Empty(moves) = self.probe(next.direction) {
                nodes += moves;
                fuel.0 = fuel.0.saturating_sub(moves);
                continue;
            }
            self.put_aside(next.state);
        };
        self.profile.level(0).nodes += nodes;
        step
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        self.is_at_solution = false;
        let path: Vec<u32> = self.path.iter().map(|direction| *direction as u32).collect();
        if self.begin.take().is_some() {
            return vec![Prefix::from(path)];
        }
        let mut rest = Vec::new();
        while let Some(next) = self.waiting.pop() {
            let before = &path[..next.depth as usize];
            rest.push(Prefix::from(before.to_vec()).then(next.direction as u32));
            self.profile.level(0).nodes += u64::from(before.len() + 1 < self.paths.limit);
        }
        rest
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn audit(&self) -> Result<(), String> {
        let mut arrangement = self.paths.start;
        for direction in &self.path {
            let next = self.paths.compass.beside(arrangement.blank, *direction);
            arrangement.push(next.ok_or("P1: the path leaves the board")?);
        }
        if arrangement != self.arrangement {
            return Err(String::from("P1: the path does not lead to the arrangement"));
        }
        let known = self.paths.state_of(&arrangement);
        if self.paths.guide.bound(&known) != self.paths.guide.bound(&self.known) {
            return Err(String::from("P1: the guide has lost its way"));
        }
        let depths: Vec<usize> = self.waiting.iter().map(|next| next.depth as usize).collect();
        if !depths.is_sorted()
            || depths.iter().any(|depth| !(self.given..=self.path.len()).contains(depth))
        {
            return Err(String::from("P2: moves wait out of order"));
        }
        if self.made.len() != self.path.len() - self.given {
            return Err(String::from("P3: some moves cannot be taken back"));
        }
        Ok(())
    }
}
