//! Plans: a problem on a network with an order of vertices, and the forecast of what it will cost.

use crate::bound::Bound;
use crate::network::Network;
use crate::order::{Estimate, Terrain};
use crate::problem::{FrontierError, Keys, Problem, WithRule, with_rule};
use crate::roles::Settling;
use crate::schedule::Schedule;

/// The width of the beam with which [`Plan::new`] looks for an order.
pub const USUAL_BEAM: usize = 4;

/// A state in a table takes as much time as so many in an array.
const WORTH: u128 = 8;

/// The widest frontiers for arrays: the ends of the largest class can be paired in 2 027 025 ways, or in 742 900 if paths cannot cross.
const WIDEST: usize = 17;
const WIDEST_FLAT: usize = 27;

/// What a run is expected to need. Estimates err on the large side as a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The most states of a level.
    pub peak_states: u128,
    /// The states of all levels.
    pub states: u128,
    /// The most memory, in bytes.
    pub bytes: u128,
    /// How many vertices are remembered at the same time.
    pub slots: usize,
}

/// A problem on a network, ready to be counted or compiled.
#[derive(Clone, Debug)]
pub struct Plan {
    network: Network,
    problem: Problem,
    estimate: Estimate,
    schedule: Schedule,
}

impl Plan {
    /// Plans in the best of a few orders: row by row, column by column, and what a small beam finds.
    ///
    /// # Errors
    /// If the problem speaks of vertices that are not there.
    pub fn new(network: &Network, problem: Problem) -> Result<Self, FrontierError> {
        Self::with_beam(network, problem, USUAL_BEAM)
    }

    /// Plans in the best order that a beam of a width finds, or in the order of the numbers of vertices if that is better. The search takes
    /// time in proportion to the width; large boards deserve some hundred.
    ///
    /// # Errors
    /// If the problem speaks of vertices that are not there.
    pub fn with_beam(network: &Network, problem: Problem, width: usize) -> Result<Self, FrontierError> {
        problem.check(network.vertex_count())?;
        let terrain = Terrain::new(network);
        let mut bound = Bound::new(&problem, network);
        let natural: Vec<usize> = (0..network.vertex_count()).collect();
        let mut best = terrain.estimate(&natural, &mut bound);
        let swept = network.sweeps().iter().map(|order| terrain.estimate(order, &mut bound));
        let mut found: Vec<Estimate> = swept.collect();
        found.push(terrain.search(width.max(1), &mut bound));
        let price = |found: &Estimate| price(network, &problem, found);
        for found in found {
            if price(&found) < price(&best) {
                best = found;
            }
        }
        if !network.is_flat(&best.order) {
            best = terrain.improve(best, &mut bound, price);
        }
        Ok(Self::of(network, problem, best))
    }

    /// Plans in an order given.
    ///
    /// # Errors
    /// If the order is none, or if the problem speaks of vertices that are not there.
    pub fn in_order(network: &Network, problem: Problem, order: &[usize]) -> Result<Self, FrontierError> {
        problem.check(network.vertex_count())?;
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..network.vertex_count()) {
            return Err(FrontierError::BadOrder);
        }
        let estimate = Terrain::new(network).estimate(order, &mut Bound::new(&problem, network));
        Ok(Self::of(network, problem, estimate))
    }

    fn of(network: &Network, problem: Problem, estimate: Estimate) -> Self {
        // A path through a single vertex has no edges: there is one.
        let problem = match problem {
            Problem::HamiltonianPaths { endings } if endings == [crate::Ending::May] => {
                Problem::Degrees { allowed: vec![1] }
            }
            other => other,
        };
        let schedule = problem.schedule(network, &estimate.order);
        Self { network: network.clone(), problem, estimate, schedule }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The vertices in the order in which they are settled.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.estimate.order
    }

    /// The edges in the order in which they are decided: element k is the number of the edge that level k of a diagram decides.
    #[must_use]
    pub fn links(&self) -> Vec<usize> {
        self.schedule.links()
    }

    /// What a count will need.
    #[must_use]
    pub fn forecast(&self) -> Forecast {
        let states = &self.estimate.states;
        let peak_states = states.iter().copied().max().unwrap_or(1);
        // A level as a list of entries of 16 to 24 bytes, and the next as a table of which two thirds are in use.
        let pair = |pair: &[u128]| {
            let table = pair[1].saturating_mul(3) / 2;
            pair[0].saturating_add(table).saturating_mul(20)
        };
        let bytes = states.windows(2).map(pair).max().unwrap_or(0);
        Forecast { peak_states, states: self.estimate.cost, bytes, slots: self.schedule.slot_count }
    }

    /// How the vertices are settled if states are kept in arrays, and whether paths cannot cross then. `None` if arrays cannot be used or would
    /// be too large for what they hold.
    pub(crate) fn arrays(&self) -> Option<(Vec<Settling>, bool)> {
        array_price(&self.network, &self.problem, &self.estimate)
            .filter(|price| *price <= self.estimate.cost)?;
        let settlings = Settling::all(&self.network, &self.estimate.order)?;
        Some((settlings, self.network.is_flat(&self.estimate.order)))
    }

    /// Does something with the rule of the problem.
    pub(crate) fn with_rule<T: WithRule>(&self, keys: Keys, task: T) -> Result<T::Output, FrontierError> {
        with_rule(&self.problem, &self.network, &self.schedule, keys, task)
    }
}

/// What states in arrays cost, in states in tables. `None` if arrays cannot be used: they are for cycles through all vertices of graphs with more than two,
/// in a grid for straight orders, and if no class is too large.
fn array_price(network: &Network, problem: &Problem, estimate: &Estimate) -> Option<u128> {
    let is_flat = network.is_flat(&estimate.order);
    let is_suitable = *problem == Problem::HamiltonianCycles
        && network.vertex_count() > 2
        && is_flat == network.is_grid()
        && estimate.widest <= if is_flat { WIDEST_FLAT } else { WIDEST };
    is_suitable.then(|| estimate.possible_cost / WORTH)
}

/// What an order costs, in states in tables.
fn price(network: &Network, problem: &Problem, estimate: &Estimate) -> u128 {
    let arrays = array_price(network, problem, estimate);
    arrays.map_or(estimate.cost, |arrays| arrays.min(estimate.cost))
}
