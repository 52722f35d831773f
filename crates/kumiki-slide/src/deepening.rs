//! Iterative deepening: rounds of growing length until there is a solution.

use kumiki_model::Direction;
use kumiki_search::{Fuel, Search, Step};

/// A search through all paths of one length.
pub trait Walk: Search {
    /// The directions of the blank, cell by cell, if the search holds still at a solution.
    fn path(&self) -> Option<&[Direction]>;

    /// How many moves were made so far.
    fn nodes(&self) -> u64;
}

/// Paths of any length from one start to one goal.
pub trait Rounds {
    /// A search through the paths of one length.
    type Walk: Walk;

    /// No path is shorter.
    fn least(&self) -> u32;

    /// The lengths of paths differ by multiples of this.
    fn stride(&self) -> u32;

    /// All paths of a length.
    fn walk(&self, limit: u32) -> Self::Walk;
}

/// One round: all paths of a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// The length.
    pub limit: u32,
    /// The lower bound at the start.
    pub least: u32,
    /// Moves made.
    pub nodes: u64,
}

impl Round {
    /// How many moves may make the bound worse. With the plain bound and single pushes these are the *sad* moves.
    #[must_use]
    pub fn sad(&self) -> u32 {
        (self.limit - self.least) / 2
    }

    /// How many moves must make the bound better: the *happy* ones.
    #[must_use]
    pub fn happy(&self) -> u32 {
        self.limit - self.sad()
    }
}

/// The shortest solutions of a question, one after the other. The question must have one: see `SlidingQuestion::unreachable`.
///
/// * **I1** `rounds` are those that ended without a solution. The walk is through the paths of the next length.
#[derive(Clone, Debug)]
pub struct Deepening<R: Rounds> {
    question: R,
    rounds: Vec<Round>,
    limit: u32,
    walk: R::Walk,
    has_solution: bool,
}

impl<R: Rounds> Deepening<R> {
    /// Begins with the shortest length that the bound allows.
    #[must_use]
    pub fn new(question: R) -> Self {
        let limit = question.least();
        let walk = question.walk(limit);
        Self { question, rounds: Vec::new(), limit, walk, has_solution: false }
    }

    /// Goes on to the next shortest solution. Without fuel it stops; after the last solution it is exhausted.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Step {
        loop {
            let step = self.walk.advance(fuel);
            self.has_solution |= step == Step::Solution;
            if step != Step::Exhausted || self.has_solution {
                return step;
            }
            self.rounds.push(self.round());
            self.limit += self.question.stride();
            self.walk = self.question.walk(self.limit);
        }
    }

    /// The rounds without a solution.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The round that is under way.
    #[must_use]
    pub fn round(&self) -> Round {
        Round { limit: self.limit, least: self.question.least(), nodes: self.walk.nodes() }
    }

    /// The search of the round that is under way.
    #[must_use]
    pub fn walk(&self) -> &R::Walk {
        &self.walk
    }

    /// The directions of the blank, cell by cell, if it holds still at a solution.
    #[must_use]
    pub fn path(&self) -> Option<&[Direction]> {
        self.walk.path()
    }
}
