//! Plans: a problem on a network with an order of vertices, and the forecast of what it will cost.

use crate::bound::Bound;
use crate::network::Network;
use crate::order::{Estimate, OrderGraph};
use crate::planning::Planning;
use crate::problem::{FrontierError, Keys, Problem, WithRule, with_rule};
use crate::roles::Settling;
use crate::schedule::Schedule;
use kumiki_search::{Digest, Fuel};

/// A state in a table takes as much time as so many in an array.
const WORTH: u128 = 8;

/// The widest frontiers for arrays: the ends of the largest class can be paired in 2 027 025 ways,
/// or in 742 900 if paths cannot cross.
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
    /// How many states are made, equal ones counted each time: what the time depends on.
    pub transitions: u128,
    /// Whether states are kept in arrays without keys. A transition then takes about a tenth of the
    /// time.
    pub is_dense: bool,
}

/// A problem on a network, ready to be counted or compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The network, with its labels.
    network: Network,
    /// The problem as it was given, but for paths through a single vertex.
    problem: Problem,
    /// The order of vertices, and what to expect of it.
    estimate: Estimate,
    /// Element k: about how many states come of one when vertex k of the order is settled, in
    /// hundredths.
    branching: Vec<u128>,
    /// The order as steps, with a slot for each vertex of the frontier.
    schedule: Schedule,
}

impl Plan {
    /// Plans in the best order that is found, without a pause; see [`Planning`].
    ///
    /// # Errors
    /// If the problem speaks of vertices that are not there.
    pub fn new(network: &Network, problem: Problem) -> Result<Self, FrontierError> {
        let mut planning = Planning::new(network, problem)?;
        loop {
            if let Some(plan) = planning.advance(&mut Fuel::unlimited()) {
                return Ok(plan);
            }
        }
    }

    /// Plans in an order given.
    ///
    /// # Errors
    /// If the order is none, or if the problem speaks of vertices that are not there.
    pub fn in_order(
        network: &Network,
        problem: Problem,
        order: &[usize],
    ) -> Result<Self, FrontierError> {
        problem.check(network.vertex_count())?;
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..network.vertex_count()) {
            return Err(FrontierError::BadOrder);
        }
        let graph = OrderGraph::new(network);
        let mut bound = Bound::new(&problem, network);
        let estimate = graph.estimate(order, &mut bound);
        let branching = graph.branching(order, &bound);
        Ok(Self::of(network, problem, estimate, branching))
    }

    /// The plan with an order whose estimate is known, and about how many states come of each at
    /// every vertex of it.
    pub(crate) fn of(
        network: &Network,
        problem: Problem,
        estimate: Estimate,
        branching: Vec<u128>,
    ) -> Self {
        // A path through a single vertex has no edges: there is one.
        let problem = match problem {
            Problem::HamiltonianPaths { endings } if endings == [crate::Ending::May] => {
                Problem::Degrees { allowed: vec![1] }
            }
            other => other,
        };
        let schedule = problem.schedule(network, &estimate.order);
        Self { network: network.clone(), problem, estimate, branching, schedule }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The vertices in the order in which they are settled.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.estimate.order
    }

    /// Orders in which other states are in other places: backwards, row by row, column by column,
    /// by numbers, and each of these backwards.
    pub fn other_orders(&self) -> impl Iterator<Item = Vec<usize>> {
        let backwards = |order: &[usize]| order.iter().rev().copied().collect::<Vec<usize>>();
        let natural: Vec<usize> = (0..self.network.vertex_count()).collect();
        let forwards =
            self.network.sweeps().iter().cloned().chain([natural, self.order().to_vec()]);
        let both = forwards.flat_map(move |order| [backwards(&order), order]);
        both.filter(|order| order != self.order())
    }

    /// The edges in the order in which they are decided: element k is the number of the edge that
    /// level k of a diagram decides.
    #[must_use]
    pub fn links(&self) -> Vec<usize> {
        self.schedule.links()
    }

    /// How many states are expected after each vertex, in arrays or in tables.
    pub(crate) fn expected_states(&self, is_dense: bool) -> &[u128] {
        if is_dense { &self.estimate.possible } else { &self.estimate.states }
    }

    /// What a count with narrow keys will need.
    #[must_use]
    pub fn forecast(&self) -> Forecast {
        let is_dense = self.is_dense();
        let states = self.expected_states(is_dense);
        let sum = |numbers: &mut dyn Iterator<Item = u128>| numbers.fold(0, u128::saturating_add);
        let pair = |pair: &[u128]| {
            if is_dense {
                // Two levels of eight bytes for each state, and what says where counts go.
                return pair[0].saturating_add(pair[1]).saturating_mul(9);
            }
            // A level as a list of entries of 16 to 24 bytes, and the next as a table of which two
            // thirds are in use.
            let table = pair[1].saturating_mul(3) / 2;
            pair[0].saturating_add(table).saturating_mul(20)
        };
        let sources = std::iter::once(&1).chain(states).zip(&self.branching);
        let mut made = sources.map(|(states, hundredths)| states.saturating_mul(*hundredths) / 100);
        Forecast {
            peak_states: states.iter().copied().max().unwrap_or(1),
            states: sum(&mut states.iter().copied()),
            bytes: states.windows(2).map(pair).max().unwrap_or(0),
            slots: self.schedule.slot_count,
            transitions: sum(&mut made),
            is_dense,
        }
    }

    /// How many bytes of scratch a count with narrow keys whose levels are there will need at a
    /// time. Estimates err on the large side as a rule.
    #[must_use]
    pub fn scratch_bytes(&self) -> u128 {
        let is_dense = self.is_dense();
        let states = self.expected_states(is_dense);
        let level = |((before, after), hundredths): ((&u128, &u128), &u128)| {
            if is_dense {
                return before.saturating_add(*after).saturating_mul(8);
            }
            // Children may be written each time that they are made.
            let made = before.saturating_mul(*hundredths) / 100;
            before.saturating_add(made.max(*after)).saturating_mul(16)
        };
        let pairs = states.iter().zip(states.iter().skip(1));
        pairs.zip(self.branching.iter().skip(1)).map(level).max().unwrap_or(0)
    }

    /// Whether the frontier fits into a key, or none is needed.
    pub(crate) fn fits(&self) -> bool {
        let most_slots = self.problem.most_slots(&self.network);
        self.is_dense() || self.schedule.slot_count <= most_slots
    }

    /// A digest of the network, the problem and the order.
    pub(crate) fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        self.network.digest(&mut digest);
        digest.add(self.order().iter().map(|vertex| *vertex as u64));
        self.problem.digest(&mut digest);
        digest.get()
    }

    /// The order as steps.
    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Whether states are kept in arrays.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        let price = array_price(&self.network, &self.problem, &self.estimate);
        price.is_some_and(|price| price <= self.estimate.cost)
    }

    /// How the vertices are settled if states are kept in arrays, and whether paths cannot cross
    /// then. `None` if arrays cannot be used or would be too large for what they hold.
    pub(crate) fn arrays(&self) -> Option<(Vec<Settling>, bool)> {
        let order = &self.estimate.order;
        self.is_dense().then(|| (Settling::all(&self.network, order), self.network.is_flat(order)))
    }

    /// Does something with the rule of the problem.
    pub(crate) fn with_rule<T: WithRule>(
        &self,
        keys: Keys,
        task: T,
    ) -> Result<T::Output, FrontierError> {
        with_rule(&self.problem, &self.network, &self.schedule, keys, task)
    }
}

/// What states in arrays cost, in states in tables. `None` if arrays cannot be used: they are for
/// cycles through all vertices of graphs with more than two, in a grid for straight orders, and if
/// no class is too large.
fn array_price(network: &Network, problem: &Problem, estimate: &Estimate) -> Option<u128> {
    let is_flat = network.is_flat(&estimate.order);
    let is_suitable = *problem == Problem::HamiltonianCycles
        && network.vertex_count() > 2
        && is_flat == network.is_grid()
        && estimate.widest <= if is_flat { WIDEST_FLAT } else { WIDEST };
    is_suitable.then_some(estimate.possible_cost / WORTH)
}

/// What an order costs, in states in tables; `u128::MAX` if it has more than `most_slots` vertices
/// on the frontier, which is more than fit into a key.
pub(crate) fn price(
    network: &Network,
    problem: &Problem,
    most_slots: usize,
    estimate: &Estimate,
) -> u128 {
    let tables = if estimate.widest > most_slots { u128::MAX } else { estimate.cost };
    let arrays = array_price(network, problem, estimate);
    arrays.map_or(tables, |arrays| arrays.min(tables))
}
