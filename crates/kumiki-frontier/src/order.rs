//! Orders of vertices: what to expect of them.
//!
//! Which states there are depends on the set of settled vertices and not on their order. The cost
//! of an order is the sum over its sets of an estimate of their states: the bound of [`Bound`], or
//! the estimate of the set before times the number of children a state can have, whichever is less.

use crate::bound::{Bound, Exposure};
use crate::network::Network;

/// An order, and what to expect of it.
///
/// * **E1** `cost` is the sum of `states`, and `possible_cost` that of `possible`, unless they
///   saturate.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Estimate {
    /// The vertices, first the one that is settled first.
    pub(crate) order: Vec<usize>,
    /// An estimate of the states after each vertex.
    pub(crate) states: Vec<u128>,
    /// How many states are possible after each vertex, by the bound alone.
    pub(crate) possible: Vec<u128>,
    /// Sum of `states`, saturating (E1).
    pub(crate) cost: u128,
    /// Sum of `possible`, saturating (E1).
    pub(crate) possible_cost: u128,
    /// The most vertices that the frontier has after a vertex.
    pub(crate) widest: usize,
}

/// A network as orders see it.
#[derive(Debug)]
pub(crate) struct OrderGraph {
    /// The other ends of the edges of each vertex, each as often as there are edges.
    neighbours: Vec<Vec<usize>>,
    /// For each vertex: whether it is on the second side. All `false` if there are no two sides.
    is_second: Vec<bool>,
    /// A number for each vertex; sets are told apart by the exclusive or of the numbers of their
    /// vertices.
    marks: Vec<u128>,
}

/// A set of settled vertices.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// Exclusive or of the marks of its vertices; 0 for the empty set.
    pub(crate) mark: u128,
    /// For each vertex: whether it is in the set.
    is_settled: Vec<bool>,
    /// How many edges of each vertex lead to settled ones.
    decided: Vec<u16>,
    /// The vertices that are not settled and have such edges.
    frontier: Vec<usize>,
    /// How many vertices of the second side are settled, less those of the first.
    excess: isize,
    /// Estimate of the states now; 1 for the empty set.
    estimate: u128,
    /// Sum of the estimates on the way to this set, its own among them, saturating; 0 for the empty
    /// set.
    pub(crate) cost: u128,
}

impl Settled {
    /// Whether a vertex exists and is not settled.
    pub(crate) fn lacks(&self, vertex: usize) -> bool {
        self.is_settled.get(vertex) == Some(&false)
    }
}

impl OrderGraph {
    /// Prepares a network.
    pub(crate) fn new(network: &Network) -> Self {
        let other =
            |vertex: usize, link: &usize| network.links()[*link].from(vertex, network.turns()).0;
        let neighbours = network.incidences();
        let neighbours = neighbours
            .iter()
            .enumerate()
            .map(|(vertex, links)| links.iter().map(|link| other(vertex, link)).collect())
            .collect();
        let is_second = network.sides().unwrap_or_else(|| vec![false; network.vertex_count()]);
        let mut seed = 0x0123_4567_89ab_cdef_u64;
        let mut draw = || {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            u128::from((mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb))
        };
        let marks = (0..network.vertex_count()).map(|_| (draw() << 64) | draw()).collect();
        Self { neighbours, is_second, marks }
    }

    /// How many vertices there are.
    pub(crate) fn vertex_count(&self) -> usize {
        self.neighbours.len()
    }

    /// What tells a set with another vertex from the set without it.
    pub(crate) fn mark(&self, vertex: usize) -> u128 {
        self.marks[vertex]
    }

    /// No vertex is settled.
    pub(crate) fn nothing(&self) -> Settled {
        let count = self.neighbours.len();
        Settled {
            mark: 0,
            is_settled: vec![false; count],
            decided: vec![0; count],
            frontier: Vec::new(),
            excess: 0,
            estimate: 1,
            cost: 0,
        }
    }

    /// The states when another vertex is settled: how many are possible, and the estimate.
    /// `exposed` is room for the frontier.
    pub(crate) fn look(
        &self,
        settled: &Settled,
        vertex: usize,
        bound: &mut Bound,
        exposed: &mut Vec<(usize, Exposure)>,
    ) -> (u128, u128) {
        exposed.clear();
        let exposure = |other: usize, more: usize| {
            let decided = usize::from(settled.decided[other]) + more;
            Exposure { decided, left: self.neighbours[other].len() - decided }
        };
        let branching = bound.branching(vertex, exposure(vertex, 0));
        let most = settled.estimate.saturating_mul(branching);
        for &other in settled.frontier.iter().filter(|other| **other != vertex) {
            exposed.push((other, exposure(other, 0)));
        }
        for &other in self.neighbours[vertex].iter().filter(|other| !settled.is_settled[**other]) {
            match exposed.iter_mut().find(|(seen, _)| *seen == other) {
                Some((_, Exposure { decided, left })) => {
                    (*decided, *left) = (*decided + 1, *left - 1);
                }
                None => exposed.push((other, exposure(other, 1))),
            }
        }
        let possible = bound.states(exposed, settled.excess + self.sign(vertex));
        (possible, possible.min(most))
    }

    fn sign(&self, vertex: usize) -> isize {
        if self.is_second[vertex] { 1 } else { -1 }
    }

    /// Settles another vertex, with the estimate of the states then.
    pub(crate) fn settle(&self, settled: &mut Settled, vertex: usize, estimate: u128) {
        settled.mark ^= self.marks[vertex];
        settled.is_settled[vertex] = true;
        settled.excess += self.sign(vertex);
        settled.frontier.retain(|other| *other != vertex);
        for &other in &self.neighbours[vertex] {
            settled.decided[other] += 1;
            if !settled.is_settled[other] && settled.decided[other] == 1 {
                settled.frontier.push(other);
            }
        }
        settled.estimate = estimate;
        settled.cost = settled.cost.saturating_add(estimate);
    }

    /// What to expect of an order.
    pub(crate) fn estimate(&self, order: &[usize], bound: &mut Bound) -> Estimate {
        self.estimate_while(order, bound, |_| true).expect("nothing stops it")
    }

    /// The same, if what is known is worth going on after each vertex.
    pub(crate) fn estimate_while(
        &self,
        order: &[usize],
        bound: &mut Bound,
        is_worth_it: impl Fn(&Estimate) -> bool,
    ) -> Option<Estimate> {
        let mut settled = self.nothing();
        let mut exposed = Vec::new();
        let mut found = Estimate { order: order.to_vec(), ..Estimate::default() };
        for &vertex in order {
            let (possible, estimate) = self.look(&settled, vertex, bound, &mut exposed);
            self.settle(&mut settled, vertex, estimate);
            found.states.push(estimate);
            found.possible.push(possible);
            found.cost = found.cost.saturating_add(estimate);
            found.possible_cost = found.possible_cost.saturating_add(possible);
            found.widest = found.widest.max(exposed.len());
            if !is_worth_it(&found) {
                return None;
            }
        }
        Some(found)
    }

    /// The same order, but each vertex follows as soon as all its neighbours are settled.
    pub(crate) fn prompt(&self, order: &[usize]) -> Vec<usize> {
        let mut is_settled = vec![false; order.len()];
        let mut prompt = Vec::with_capacity(order.len());
        for &vertex in order {
            if std::mem::replace(&mut is_settled[vertex], true) {
                continue;
            }
            prompt.push(vertex);
            for &other in &self.neighbours[vertex] {
                let is_alone = self.neighbours[other].iter().all(|next| is_settled[*next]);
                if is_alone && !std::mem::replace(&mut is_settled[other], true) {
                    prompt.push(other);
                }
            }
        }
        prompt
    }

    /// About how many states come of each when the vertices of an order are settled, in hundredths.
    pub(crate) fn branching(&self, order: &[usize], bound: &Bound) -> Vec<u128> {
        let mut decided = vec![0; order.len()];
        let mut branching = Vec::with_capacity(order.len());
        let mut is_settled = vec![false; order.len()];
        for &vertex in order {
            let exposure = |other: usize| Exposure {
                decided: decided[other],
                left: self.neighbours[other].len() - decided[other],
            };
            let ahead: Vec<usize> = self.neighbours[vertex]
                .iter()
                .copied()
                .filter(|other| !is_settled[*other])
                .collect();
            let seen: Vec<Exposure> = ahead.iter().map(|other| exposure(*other)).collect();
            branching.push(bound.usual_branching(exposure(vertex), &seen));
            is_settled[vertex] = true;
            ahead.into_iter().for_each(|other| decided[other] += 1);
        }
        branching
    }

    /// The vertices worth settling next: those of the frontier, or, if there is none, those with
    /// fewest edges.
    pub(crate) fn choices(&self, settled: &Settled) -> Vec<usize> {
        if !settled.frontier.is_empty() {
            return settled.frontier.clone();
        }
        let open = || (0..self.neighbours.len()).filter(|vertex| !settled.is_settled[*vertex]);
        let fewest = open().map(|vertex| self.neighbours[vertex].len()).min();
        open().filter(|vertex| Some(self.neighbours[*vertex].len()) == fewest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Graph;

    #[test]
    fn nothing_waits_in_a_prompt_order() {
        let graph = Graph::grid(3, 3).expect("a board");
        let graph = OrderGraph::new(&Network::from(&graph));
        // Both corners of the first row wait for the end.
        let parked = [1, 3, 4, 5, 6, 7, 8, 0, 2];
        assert_eq!(graph.prompt(&parked), [1, 3, 0, 4, 5, 2, 6, 7, 8]);
        let straight: Vec<usize> = (0..9).collect();
        assert_eq!(graph.prompt(&straight), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
