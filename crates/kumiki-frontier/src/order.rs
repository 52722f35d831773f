//! Orders of vertices, searched by a beam over sets of settled vertices.
//!
//! Which states there are depends on the set of settled vertices and not on their order. So the search goes from sets of k
//! vertices to sets of k + 1, keeps the best few, and never keeps a set twice. The cost of an order is the sum over its
//! sets of an estimate of their states: the bound of [`Bound`], or the estimate of the set before times
//! the number of children a state can have, whichever is less.
//!
//! A beam looks at the cheapest beginnings, and a cheap beginning may lead to an expensive middle. So the best order found is then improved by
//! moving single vertices and short stretches about: for the half-turn on 10x10 this takes the estimate from 174 thousand million states to 152
//! million.

use crate::bound::{Bound, Exposure};
use crate::network::Network;
use rustc_hash::FxHashMap;

/// The longest stretch of an order that is moved at once.
const LONGEST_STRETCH: usize = 5;

/// To try an order takes as much time as a tenth of this many states, so that a tenth of the time is spent on trying.
const ATTEMPT_STATES: u128 = 1 << 10;

/// Orders are tried until they have so many vertices together.
const MOST_TRIED: usize = 2_000_000;

/// An order, and what to expect of it.
///
/// * **E1** `cost` is the sum of `states`, and `possible_cost` that of `possible`, unless they saturate.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Estimate {
    pub(crate) order: Vec<usize>,
    /// An estimate of the states after each vertex.
    pub(crate) states: Vec<u128>,
    /// How many states are possible after each vertex, by the bound alone.
    pub(crate) possible: Vec<u128>,
    pub(crate) cost: u128,
    pub(crate) possible_cost: u128,
    /// The most vertices that the frontier has after a vertex.
    pub(crate) widest: usize,
}

/// A network as orders see it.
#[derive(Debug)]
pub(crate) struct Terrain {
    /// The other ends of the edges of each vertex, each as often as there are edges.
    neighbours: Vec<Vec<usize>>,
    is_second: Vec<bool>,
    /// A number for each vertex; sets are told apart by the exclusive or of the numbers of their vertices.
    marks: Vec<u128>,
}

/// A set of settled vertices.
#[derive(Clone, Debug)]
struct Settled {
    mark: u128,
    is_settled: Vec<bool>,
    /// How many edges of each vertex lead to settled ones.
    decided: Vec<u16>,
    /// The vertices that are not settled and have such edges.
    frontier: Vec<usize>,
    excess: isize,
    estimate: u128,
    cost: u128,
    /// Where in the list of steps the last vertex of this set stands.
    step: Option<usize>,
}

/// One vertex of an order under construction, and the step before it.
struct Step {
    vertex: usize,
    before: Option<usize>,
}

/// A set that is one vertex larger than one we have.
struct Candidate {
    parent: usize,
    vertex: usize,
    mark: u128,
    estimate: u128,
    cost: u128,
}

impl Terrain {
    /// Prepares a network.
    pub(crate) fn new(network: &Network) -> Self {
        let other = |vertex: usize, link: &usize| network.links()[*link].from(vertex, network.turns()).0;
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

    fn nothing(&self) -> Settled {
        let count = self.neighbours.len();
        Settled {
            mark: 0,
            is_settled: vec![false; count],
            decided: vec![0; count],
            frontier: Vec::new(),
            excess: 0,
            estimate: 1,
            cost: 0,
            step: None,
        }
    }

    /// The states when another vertex is settled: how many are possible, and the estimate. `exposed` is room for the frontier.
    fn look(
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
                Some((_, Exposure { decided, left })) => (*decided, *left) = (*decided + 1, *left - 1),
                None => exposed.push((other, exposure(other, 1))),
            }
        }
        let possible = bound.states(exposed, settled.excess + self.sign(vertex));
        (possible, possible.min(most))
    }

    fn sign(&self, vertex: usize) -> isize {
        if self.is_second[vertex] { 1 } else { -1 }
    }

    fn settle(&self, settled: &mut Settled, vertex: usize, estimate: u128) {
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
    fn estimate_while(
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
            let ahead: Vec<usize> =
                self.neighbours[vertex].iter().copied().filter(|other| !is_settled[*other]).collect();
            let seen: Vec<Exposure> = ahead.iter().map(|other| exposure(*other)).collect();
            branching.push(bound.usual_branching(exposure(vertex), &seen));
            is_settled[vertex] = true;
            ahead.into_iter().for_each(|other| decided[other] += 1);
        }
        branching
    }

    /// The best order that a beam of a width finds. A beam of width 1 is greedy.
    pub(crate) fn search(&self, width: usize, bound: &mut Bound) -> Estimate {
        let mut steps: Vec<Step> = Vec::new();
        let mut beam = vec![self.nothing()];
        let mut exposed = Vec::new();
        for _ in 0..self.neighbours.len() {
            let mut candidates: FxHashMap<u128, Candidate> = FxHashMap::default();
            for (parent, settled) in beam.iter().enumerate() {
                for vertex in self.choices(settled) {
                    let mark = settled.mark ^ self.marks[vertex];
                    if candidates.get(&mark).is_some_and(|known| known.cost <= settled.cost) {
                        continue;
                    }
                    let (_, estimate) = self.look(settled, vertex, bound, &mut exposed);
                    let cost = settled.cost.saturating_add(estimate);
                    let candidate = Candidate { parent, vertex, mark, estimate, cost };
                    let known =
                        candidates.entry(mark).or_insert_with(|| Candidate { cost: u128::MAX, ..candidate });
                    if cost < known.cost {
                        *known = candidate;
                    }
                }
            }
            let mut best: Vec<Candidate> = candidates.into_values().collect();
            best.sort_unstable_by_key(|candidate| (candidate.cost, candidate.estimate, candidate.mark));
            best.truncate(width);
            let grow = |candidate: &Candidate| {
                let mut settled = beam[candidate.parent].clone();
                self.settle(&mut settled, candidate.vertex, candidate.estimate);
                steps.push(Step { vertex: candidate.vertex, before: settled.step });
                settled.step = Some(steps.len() - 1);
                settled
            };
            beam = best.iter().map(grow).collect();
        }
        let best = beam.into_iter().min_by_key(|settled| settled.cost);
        let mut order = Vec::with_capacity(self.neighbours.len());
        let mut at = best.and_then(|settled| settled.step);
        while let Some(step) = at.map(|at| &steps[at]) {
            order.push(step.vertex);
            at = step.before;
        }
        order.reverse();
        self.estimate(&order, bound)
    }

    /// Moves vertices and short stretches of an order about, and keeps what is no worse by `price`, which must not fall when an order gets longer. The
    /// search ends when it has become expensive, compared with the price.
    pub(crate) fn improve(
        &self,
        mut best: Estimate,
        bound: &mut Bound,
        price: impl Fn(&Estimate) -> u128,
    ) -> Estimate {
        let count = best.order.len();
        let mut least = price(&best);
        if count <= LONGEST_STRETCH || least == u128::MAX {
            return best;
        }
        let mut seed = 0x0123_4567_89ab_cdef_u64;
        let mut draw = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).expect("31 bits") % below
        };
        let mut attempts = 0;
        while attempts < MOST_TRIED / count
            && kumiki_id::narrow(attempts) < u32::try_from(least / ATTEMPT_STATES).unwrap_or(u32::MAX)
        {
            attempts += 1;
            let mut order = best.order.clone();
            // Mostly a single vertex.
            let len = 1 + draw(3) * draw(3);
            let from = draw(count - len);
            let stretch: Vec<usize> = order.drain(from..from + len).collect();
            let to = draw(order.len() + 1);
            order.splice(to..to, stretch);
            if let Some(found) = self.estimate_while(&order, bound, |found| price(found) <= least) {
                least = price(&found);
                best = found;
            }
        }
        best
    }

    /// The vertices worth settling next: those of the frontier, or, if there is none, those with fewest edges.
    fn choices(&self, settled: &Settled) -> Vec<usize> {
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
    use crate::problem::Problem;
    use kumiki_model::Graph;

    #[test]
    fn an_improved_order_has_all_vertices_and_is_no_worse() {
        for text in ["knight:6x7", "king:4x6", "grid:5x7"] {
            let network = Network::from(&text.parse::<Graph>().expect("a graph"));
            let terrain = Terrain::new(&network);
            let mut bound = Bound::new(&Problem::HamiltonianCycles, &network);
            let count = network.vertex_count();
            let leaping: Vec<usize> = (0..count).map(|number| number * 11 % count).collect();
            let first = terrain.estimate(&leaping, &mut bound);
            let better = terrain.improve(first.clone(), &mut bound, |found| found.cost);
            assert!(better.cost < first.cost, "{text}: to leap about is a bad idea");
            assert_eq!(better, terrain.estimate(&better.order, &mut bound), "{text}");
            assert_eq!(better.cost, better.states.iter().sum(), "E1: {text}");
            assert_eq!(better.possible_cost, better.possible.iter().sum(), "E1: {text}");
            let mut sorted = better.order;
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count), "{text}");
        }
    }
}
