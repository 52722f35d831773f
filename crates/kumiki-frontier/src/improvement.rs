//! Better orders of vertices: single vertices and short stretches are moved about.
//!
//! A beam looks at the cheapest beginnings, and a cheap beginning may lead to an expensive middle.
//! So the best order found is then improved: for the half-turn on 10x10 this takes the estimate
//! from 174 thousand million states to 152 million.

use crate::bound::Bound;
use crate::order::{Estimate, OrderGraph};
use kumiki_search::Fuel;

/// The longest stretch of an order that is moved at once.
const LONGEST_STRETCH: usize = 5;

/// To try an order takes as much time as a tenth of this many states, so that a tenth of the time
/// is spent on trying.
const ATTEMPT_STATES: u128 = 1 << 10;

/// Orders are tried until they have so many vertices together.
const MOST_TRIED: usize = 2_000_000;

/// An order that is being improved.
///
/// * **I1** `least` is the price of `best`.
pub(crate) struct Improvement {
    /// The best order so far. It is taken away when the search ends.
    best: Estimate,
    /// The price of `best` (I1), in states of tables.
    least: u128,
    /// How many orders have been tried, whatever came of them.
    attempts: usize,
    /// State of the pseudorandom numbers. It begins with a constant, so runs can be repeated.
    seed: u64,
}

impl Improvement {
    /// Begins with an order and its price.
    pub(crate) fn new(best: Estimate, least: u128) -> Self {
        Self { best, least, attempts: 0, seed: 0x0123_4567_89ab_cdef }
    }

    /// Goes on with the best order so far and its price, when so many orders have been tried.
    pub(crate) fn resume(best: Estimate, least: u128, [attempts, seed]: [u64; 2]) -> Option<Self> {
        Some(Self { best, least, attempts: usize::try_from(attempts).ok()?, seed })
    }

    /// The best order so far, how many orders have been tried, and the state of the dice.
    pub(crate) fn state(&self) -> (&[usize], [u64; 2]) {
        (&self.best.order, [self.attempts as u64, self.seed])
    }

    /// How many orders will be tried, if the best one has this price and so many vertices.
    pub(crate) fn most_attempts(least: u128, vertex_count: usize) -> usize {
        let affordable = usize::try_from(least / ATTEMPT_STATES).unwrap_or(usize::MAX);
        affordable.min(MOST_TRIED / vertex_count.max(1))
    }

    /// Moves vertices about, and keeps what is no worse by `price`, which must not fall when an
    /// order gets longer. The search ends when it has become expensive, compared with the price;
    /// that is, unless the fuel is gone before. A vertex of an order that is tried costs one unit
    /// of fuel.
    pub(crate) fn advance(
        &mut self,
        graph: &OrderGraph,
        bound: &mut Bound,
        fuel: &mut Fuel,
        price: impl Fn(&Estimate) -> u128,
    ) -> Option<Estimate> {
        let cost = u64::try_from(graph.vertex_count()).unwrap_or(u64::MAX);
        while self.is_worth_another() {
            if fuel.0 == 0 {
                return None;
            }
            fuel.0 = fuel.0.saturating_sub(cost);
            let order = self.altered();
            let least = self.least;
            if let Some(found) = graph.estimate_while(&order, bound, |found| price(found) <= least)
            {
                self.least = price(&found);
                self.best = found;
            }
        }
        Some(std::mem::take(&mut self.best))
    }

    /// How many orders have been tried, and how many will be at most.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.attempts, Self::most_attempts(self.least, self.best.order.len()))
    }

    fn is_worth_another(&self) -> bool {
        let (attempts, most) = self.progress();
        self.best.order.len() > LONGEST_STRETCH && self.least < u128::MAX && attempts < most
    }

    /// The best order with a stretch of it, mostly a single vertex, somewhere else.
    fn altered(&mut self) -> Vec<usize> {
        self.attempts += 1;
        let mut order = self.best.order.clone();
        let len = 1 + self.draw(3) * self.draw(3);
        let from = self.draw(order.len() - len);
        let stretch: Vec<usize> = order.drain(from..from + len).collect();
        let to = self.draw(order.len() + 1);
        order.splice(to..to, stretch);
        order
    }

    /// A number below a limit.
    fn draw(&mut self, below: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.seed >> 33).expect("31 bits") % below
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use crate::problem::Problem;
    use kumiki_model::Graph;

    #[test]
    fn an_improved_order_has_all_vertices_and_is_no_worse() {
        for text in ["knight:6x7", "king:4x6", "grid:5x7"] {
            let network = Network::from(&text.parse::<Graph>().expect("a graph"));
            let graph = OrderGraph::new(&network);
            let mut bound = Bound::new(&Problem::HamiltonianCycles, &network);
            let count = network.vertex_count();
            let leaping: Vec<usize> = (0..count).map(|number| number * 11 % count).collect();
            let first = graph.estimate(&leaping, &mut bound);
            let mut improvement = Improvement::new(first.clone(), first.cost);
            let better = improvement
                .advance(&graph, &mut bound, &mut Fuel::unlimited(), |found| found.cost)
                .expect("there is fuel");
            assert!(better.cost < first.cost, "{text}: to leap about is a bad idea");
            assert_eq!(better, graph.estimate(&better.order, &mut bound), "{text}");
            assert_eq!(better.cost, better.states.iter().sum(), "E1: {text}");
            assert_eq!(better.possible_cost, better.possible.iter().sum(), "E1: {text}");
            let mut sorted = better.order;
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count), "{text}");
        }
    }
}
