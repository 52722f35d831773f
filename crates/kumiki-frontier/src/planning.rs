//! Planning: the search for a good order of vertices, a few orders at a time.
//!
//! The order of the numbers of vertices, row by row, column by column, and what a beam finds: the
//! best of these is improved as long as that helps.

use crate::beam::Beam;
use crate::bound::Bound;
use crate::improvement::Improvement;
use crate::network::Network;
use crate::order::{Estimate, OrderGraph};
use crate::plan::{Plan, price};
use crate::problem::{FrontierError, Problem};
use crate::saving::{load_vertices, save_vertices};
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
};

/// The width of the beam that looks for an order. A wider one hardly helps, since vertices are
/// moved about afterwards.
const BEAM_WIDTH: usize = 4;

/// Boards with more vertices are swept: a search would take long, and hardly find anything that can
/// be counted.
const MOST_SEARCHED: usize = 512;

/// A search for an order under way.
pub struct Planning {
    /// The network that the order is for.
    network: Network,
    /// The problem, checked to speak of vertices that exist.
    problem: Problem,
    /// The network as orders see it.
    graph: OrderGraph,
    /// Bounds for the problem, with those that have been worked out.
    bound: Bound,
    /// The most vertices of a frontier that fit into a key.
    most_slots: usize,
    /// The best order so far, but for what the phase has found.
    best: Estimate,
    /// What the search does now.
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
        let graph = OrderGraph::new(network);
        let mut bound = Bound::new(&problem, network);
        let natural: Vec<usize> = (0..network.vertex_count()).collect();
        let most_slots = problem.most_slots(network);
        let price = |order: &Estimate| price(network, &problem, most_slots, order);
        let mut best = graph.estimate(&natural, &mut bound);
        for order in network.sweeps() {
            let found = graph.estimate(order, &mut bound);
            if price(&found) < price(&best) {
                best = found;
            }
        }
        let searches = network.vertex_count() <= MOST_SEARCHED || network.sweeps().is_empty();
        let phase =
            if searches { Phase::Searching(Beam::new(&graph, BEAM_WIDTH)) } else { Phase::Found };
        Ok(Self { network: network.clone(), problem, graph, bound, most_slots, best, phase })
    }

    /// Goes on until there is a plan or, with none, until the fuel is gone: call again with more,
    /// and nothing is lost. To look at a vertex in an order costs one unit of fuel.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Option<Plan> {
        loop {
            let (graph, bound) = (&self.graph, &mut self.bound);
            let found = match &mut self.phase {
                Phase::Searching(beam) => {
                    beam.advance(graph, bound, fuel).map(|order| graph.estimate(&order, bound))
                }
                Phase::Improving(improvement) => {
                    let price = |found: &Estimate| {
                        price(&self.network, &self.problem, self.most_slots, found)
                    };
                    improvement.advance(graph, bound, fuel, price)
                }
                Phase::Found => return Some(self.plan()),
            };
            self.end_phase(found?);
        }
    }

    /// The plan with the best order. If its frontier fits into no key after all, with the best of
    /// those that one would try first, if there is one that fits.
    fn plan(&mut self) -> Plan {
        let best = self.plan_with(self.best.clone());
        if best.fits() {
            return best;
        }
        let natural = (0..self.network.vertex_count()).collect();
        let mut orders = self.network.sweeps().to_vec();
        orders.push(natural);
        let plans = orders.iter().map(|order| {
            let estimate = self.graph.estimate(order, &mut self.bound);
            (self.price(&estimate), self.plan_with(estimate))
        });
        let fitting = plans.filter(|(_, plan)| plan.fits()).min_by_key(|(price, _)| *price);
        fitting.map_or(best, |(_, plan)| plan)
    }

    fn plan_with(&self, estimate: Estimate) -> Plan {
        let branching = self.graph.branching(&estimate.order, &self.bound);
        Plan::of(&self.network, self.problem.clone(), estimate, branching)
    }

    fn price(&self, order: &Estimate) -> u128 {
        price(&self.network, &self.problem, self.most_slots, order)
    }

    /// Goes on to the next phase with what this one has found.
    fn end_phase(&mut self, found: Estimate) {
        let was_searching = matches!(self.phase, Phase::Searching(_));
        let is_better = !was_searching || self.price(&found) < self.price(&self.best);
        let best = if is_better { found } else { std::mem::take(&mut self.best) };
        self.best = self.without_waiting(best);
        self.phase = if was_searching && !self.network.is_flat(&self.best.order) {
            Phase::Improving(Improvement::new(self.best.clone(), self.price(&self.best)))
        } else {
            Phase::Found
        };
    }

    /// The same order, but each vertex is settled as soon as its last neighbour is, unless that
    /// costs more by the bound. To leave it for later hardly costs a state, but a slot.
    fn without_waiting(&mut self, found: Estimate) -> Estimate {
        let prompt = self.graph.prompt(&found.order);
        if prompt == found.order {
            return found;
        }
        let prompt = self.graph.estimate(&prompt, &mut self.bound);
        if self.price(&prompt) <= self.price(&found) { prompt } else { found }
    }

    /// How many vertices are settled and orders tried, and how many that may become.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let vertex_count = self.network.vertex_count();
        match &self.phase {
            Phase::Searching(beam) => {
                let least = self.price(&self.best);
                let tries = Improvement::most_attempts(least, vertex_count);
                (beam.settled_count(), vertex_count + tries)
            }
            Phase::Improving(improvement) => {
                let (tried, most) = improvement.progress();
                (vertex_count + tried, vertex_count + most)
            }
            Phase::Found => (vertex_count, vertex_count),
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

/// The records are: the name; the phase; the best order; and then the beam, or the order that is
/// improved, with how many were tried and the state of the dice.
impl Snapshot for Planning {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        let phase = match &self.phase {
            Phase::Searching(_) => 0,
            Phase::Improving(_) => 1,
            Phase::Found => 2,
        };
        writer.numbers(&[phase]);
        save_vertices(&mut writer, &self.best.order);
        match &self.phase {
            Phase::Searching(beam) => beam.save(&mut writer),
            Phase::Improving(improvement) => {
                let (order, numbers) = improvement.state();
                save_vertices(&mut writer, order);
                writer.numbers(&numbers);
            }
            Phase::Found => {}
        }
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [phase] = reader.numbers()?;
        let best = self.load_order(&mut reader)?;
        let phase = match phase {
            0 => {
                let (graph, bound) = (&self.graph, &mut self.bound);
                Phase::Searching(Beam::load(&mut reader, graph, bound, BEAM_WIDTH)?)
            }
            1 => {
                let order = self.load_order(&mut reader)?;
                let price = self.price(&order);
                let improvement = Improvement::resume(order, price, reader.numbers()?);
                Phase::Improving(improvement.ok_or(BadSnapshot)?)
            }
            2 => Phase::Found,
            _ => return Err(BadSnapshot),
        };
        reader.finish()?;
        (self.best, self.phase) = (best, phase);
        Ok(())
    }
}

impl Planning {
    /// What tells it from the planning of other problems, in snapshots.
    fn name(&self) -> [u64; 2] {
        let mut digest = Digest::new();
        self.network.digest(&mut digest);
        self.problem.digest(&mut digest);
        [self.network.vertex_count() as u64, digest.get()]
    }

    /// An order of all vertices, and what to expect of it.
    fn load_order(&mut self, reader: &mut RecordReader<'_>) -> Result<Estimate, BadSnapshot> {
        let vertex_count = self.network.vertex_count();
        let order = load_vertices(reader, vertex_count)?;
        if order.len() != vertex_count {
            return Err(BadSnapshot);
        }
        Ok(self.graph.estimate(&order, &mut self.bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Count, Keys};
    use kumiki_model::Graph;

    #[test]
    fn frontiers_of_paths_between_two_ends_fit_into_keys() {
        for (text, to) in [("grid:10x10", 98), ("king:8x8", 63), ("king:4x20", 79)] {
            let network = Network::from(&text.parse::<Graph>().expect("a board"));
            let count = network.vertex_count();
            let between = Problem::hamiltonian_paths_between(count, 0, to).expect("two ends");
            let plan = Plan::new(&network, between).expect("the ends are there");
            assert!(Count::new(&plan, 0, Keys::Narrow).is_ok(), "{text}");
        }
    }

    #[test]
    fn the_most_slots_are_the_most_that_fit() {
        let network = Network::from(&Graph::grid(2, 3).expect("a board"));
        let most = |problem: Problem| problem.most_slots(&network);
        assert_eq!(most(Problem::Cycles), 25);
        assert_eq!(most(Problem::Paths { from: 0, to: 5 }), 25);
        assert_eq!(most(Problem::PerfectMatchings), 128);
        assert_eq!(most(Problem::SpanningTrees), 25);
    }
}
