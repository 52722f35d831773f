//! Planning: the search for a good order of vertices, a few orders at a time.
//!
//! The order of the numbers of vertices, row by row, column by column, and what a beam finds: the
//! best of these is improved as long as that helps.

use crate::beam::Beam;
use crate::bound::Bound;
use crate::improvement::Improvement;
use crate::network::Network;
use crate::order::{Estimate, Terrain};
use crate::plan::{Plan, price};
use crate::problem::{FrontierError, Problem};
use kumiki_search::{Fuel, Progress, Stages, Turn};

/// The width of the beam that looks for an order. A wider one hardly helps, since vertices are
/// moved about afterwards.
const BEAM_WIDTH: usize = 4;

/// Boards with more vertices are swept: a search would take long, and hardly find anything that can
/// be counted.
const MOST_SEARCHED: usize = 512;

/// A search for an order under way.
pub struct Planning {
    network: Network,
    problem: Problem,
    terrain: Terrain,
    bound: Bound,
    /// The best order so far, but for what the phase has found.
    best: Estimate,
    phase: Phase,
}

enum Phase {
    /// The beam goes from vertex to vertex.
    Searching(Beam),
    /// The best order is improved.
    Improving(Improvement),
    /// The best order is known.
    Found,
}

impl Planning {
    /// Begins to look for an order.
    ///
    /// # Errors
    /// If the problem speaks of vertices that are not there.
    pub fn new(network: &Network, problem: Problem) -> Result<Self, FrontierError> {
        problem.check(network.vertex_count())?;
        let terrain = Terrain::new(network);
        let mut bound = Bound::new(&problem, network);
        let natural: Vec<usize> = (0..network.vertex_count()).collect();
        let mut best = terrain.estimate(&natural, &mut bound);
        for order in network.sweeps() {
            let found = terrain.estimate(order, &mut bound);
            if price(network, &problem, &found) < price(network, &problem, &best) {
                best = found;
            }
        }
        let searches = network.vertex_count() <= MOST_SEARCHED || network.sweeps().is_empty();
        let phase =
            if searches { Phase::Searching(Beam::new(&terrain, BEAM_WIDTH)) } else { Phase::Found };
        Ok(Self { network: network.clone(), problem, terrain, bound, best, phase })
    }

    /// Goes on until there is a plan or, with none, until the fuel is gone: call again with more,
    /// and nothing is lost. To look at a vertex in an order costs one unit of fuel.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Option<Plan> {
        loop {
            let (terrain, bound) = (&self.terrain, &mut self.bound);
            let found = match &mut self.phase {
                Phase::Searching(beam) => {
                    beam.advance(terrain, bound, fuel).map(|order| terrain.estimate(&order, bound))
                }
                Phase::Improving(improvement) => {
                    let price = |found: &Estimate| price(&self.network, &self.problem, found);
                    improvement.advance(terrain, bound, fuel, price)
                }
                Phase::Found => {
                    let branching = terrain.branching(&self.best.order, bound);
                    let (problem, best) = (self.problem.clone(), self.best.clone());
                    return Some(Plan::of(&self.network, problem, best, branching));
                }
            };
            self.end_phase(found?);
        }
    }

    /// Goes on to the next phase with what this one has found.
    fn end_phase(&mut self, found: Estimate) {
        let price = |order: &Estimate| price(&self.network, &self.problem, order);
        let was_searching = matches!(self.phase, Phase::Searching(_));
        if !was_searching || price(&found) < price(&self.best) {
            self.best = found;
        }
        self.phase = if was_searching && !self.network.is_flat(&self.best.order) {
            Phase::Improving(Improvement::new(self.best.clone(), price(&self.best)))
        } else {
            Phase::Found
        };
    }

    /// How many vertices are settled or how many orders were tried, and how many that may become.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        match &self.phase {
            Phase::Searching(beam) => (beam.settled_count(), self.network.vertex_count()),
            Phase::Improving(improvement) => improvement.progress(),
            Phase::Found => (1, 1),
        }
    }
}

impl Stages for Planning {
    type Answer = Plan;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Plan> {
        self.advance(fuel).map_or(Turn::Going, Turn::Done)
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.progress();
        let note = "looking for an order of vertices".to_owned();
        Progress { done: done as u64, all: all as u64, note }
    }
}
