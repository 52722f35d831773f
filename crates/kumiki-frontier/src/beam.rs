//! A search for an order of vertices: a beam over sets of settled vertices.
//!
//! The search goes from sets of k vertices to sets of k + 1, keeps the best few, and never keeps a
//! set twice.

use crate::bound::{Bound, Exposure};
use crate::order::{OrderGraph, Settled};
use crate::saving::{load_vertices, save_vertices};
use kumiki_search::{BadSnapshot, Fuel, RecordReader, RecordWriter, read_size};
use rustc_hash::FxHashMap;

/// One vertex of an order under construction, and the step before it.
struct Step {
    /// The vertex settled by this step.
    vertex: usize,
    /// Position in `Beam::steps` of the step before; `None` for the first vertex of an order.
    before: Option<usize>,
}

/// A set that is kept, and where in the list of steps its last vertex stands.
struct Retained {
    /// The set, with its frontier and its cost.
    settled: Settled,
    /// Position in `Beam::steps` of its last vertex; `None` for the empty set.
    step: Option<usize>,
}

/// A set that is one vertex larger than one we have.
struct Candidate {
    /// Position in `Beam::kept` of the set that it extends.
    parent: usize,
    /// The vertex by which it is larger.
    vertex: usize,
    /// Mark of the larger set: that of the parent, exclusive or that of the vertex.
    mark: u128,
    /// Estimate of the states when the larger set is settled.
    estimate: u128,
    /// Cost of the parent plus `estimate`, saturating.
    cost: u128,
}

/// A search under way.
///
/// * **B1** `kept` are sets of `settled_count` vertices, and `candidates` are the sets of one
///   vertex more that the first `looked` of them lead to, each with the cheapest way to it.
pub(crate) struct Beam {
    /// The most sets that are kept.
    width: usize,
    /// One step for each set that was ever kept. Nothing is removed, so orders share beginnings.
    steps: Vec<Step>,
    /// The cheapest sets of `settled_count` vertices (B1), at most `width`.
    kept: Vec<Retained>,
    /// How many vertices each kept set has; the search ends when these are all.
    settled_count: usize,
    /// The larger sets found so far (B1), by their marks.
    candidates: FxHashMap<u128, Candidate>,
    /// How many of `kept` have been extended; at most their number (B1).
    looked: usize,
    /// Room for the frontier of a candidate, so that a look need not allocate.
    exposed: Vec<(usize, Exposure)>,
}

impl Beam {
    /// A beam that keeps so many sets. With width 1 it is greedy.
    pub(crate) fn new(graph: &OrderGraph, width: usize) -> Self {
        Self {
            width,
            steps: Vec::new(),
            kept: vec![Retained { settled: graph.nothing(), step: None }],
            settled_count: 0,
            candidates: FxHashMap::default(),
            looked: 0,
            exposed: Vec::new(),
        }
    }

    /// Goes on until all vertices are settled, and gives the best order then; none if the fuel is
    /// gone before. A candidate costs one unit of fuel, and a set is looked at as a whole.
    pub(crate) fn advance(
        &mut self,
        graph: &OrderGraph,
        bound: &mut Bound,
        fuel: &mut Fuel,
    ) -> Option<Vec<usize>> {
        while self.settled_count < graph.vertex_count() {
            if self.looked == self.kept.len() {
                self.keep_the_best(graph);
                continue;
            }
            if fuel.0 == 0 {
                return None;
            }
            let candidates = self.look(graph, bound);
            fuel.0 = fuel.0.saturating_sub(candidates);
        }
        Some(self.best_order())
    }

    /// How many vertices are settled in the sets that are kept.
    pub(crate) fn settled_count(&self) -> usize {
        self.settled_count
    }

    /// Looks at all that can follow the next set, and says how much that is.
    fn look(&mut self, graph: &OrderGraph, bound: &mut Bound) -> u64 {
        let (parent, settled) = (self.looked, &self.kept[self.looked].settled);
        let choices = graph.choices(settled);
        for &vertex in &choices {
            let mark = settled.mark ^ graph.mark(vertex);
            if self.candidates.get(&mark).is_some_and(|known| known.cost <= settled.cost) {
                continue;
            }
            let (_, estimate) = graph.look(settled, vertex, bound, &mut self.exposed);
            let cost = settled.cost.saturating_add(estimate);
            let candidate = Candidate { parent, vertex, mark, estimate, cost };
            let known = self
                .candidates
                .entry(mark)
                .or_insert_with(|| Candidate { cost: u128::MAX, ..candidate });
            if cost < known.cost {
                *known = candidate;
            }
        }
        self.looked += 1;
        u64::try_from(choices.len()).unwrap_or(u64::MAX)
    }

    fn keep_the_best(&mut self, graph: &OrderGraph) {
        let mut best: Vec<Candidate> =
            self.candidates.drain().map(|(_, candidate)| candidate).collect();
        best.sort_unstable_by_key(|candidate| (candidate.cost, candidate.estimate, candidate.mark));
        best.truncate(self.width);
        let grow = |candidate: &Candidate| {
            let Retained { settled, step } = &self.kept[candidate.parent];
            let mut settled = settled.clone();
            graph.settle(&mut settled, candidate.vertex, candidate.estimate);
            self.steps.push(Step { vertex: candidate.vertex, before: *step });
            Retained { settled, step: Some(self.steps.len() - 1) }
        };
        self.kept = best.iter().map(grow).collect();
        self.settled_count += 1;
        self.looked = 0;
    }

    fn best_order(&self) -> Vec<usize> {
        let best = self.kept.iter().min_by_key(|kept| kept.settled.cost);
        best.map(|kept| self.order(kept)).unwrap_or_default()
    }

    /// The vertices of a set in the order in which they were settled.
    fn order(&self, kept: &Retained) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.settled_count);
        let mut at = kept.step;
        while let Some(step) = at.map(|at| &self.steps[at]) {
            order.push(step.vertex);
            at = step.before;
        }
        order.reverse();
        order
    }

    /// Writes down the order of each set that is kept, and the candidates. What to expect of them
    /// follows from that.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        let numbers = [self.settled_count, self.looked, self.kept.len()];
        writer.numbers(&numbers.map(|number| number as u64));
        for kept in &self.kept {
            save_vertices(writer, &self.order(kept));
        }
        let mut candidates: Vec<[usize; 2]> =
            self.candidates.values().map(|found| [found.parent, found.vertex]).collect();
        candidates.sort_unstable();
        writer.list(2, candidates, |pair, line| line.extend(pair.map(|number| number as u64)));
    }

    /// The beam that was written down.
    pub(crate) fn load(
        reader: &mut RecordReader<'_>,
        graph: &OrderGraph,
        bound: &mut Bound,
        width: usize,
    ) -> Result<Self, BadSnapshot> {
        let mut beam = Self::new(graph, width);
        let [settled_count, looked, kept_count] = reader.numbers()?;
        beam.settled_count = read_size(settled_count)?;
        beam.looked = read_size(looked)?;
        let kept_count = read_size(kept_count)?;
        let is_possible = beam.settled_count <= graph.vertex_count();
        if !is_possible || kept_count > width || beam.looked > kept_count {
            return Err(BadSnapshot);
        }
        beam.kept.clear();
        for _ in 0..kept_count {
            let order = load_vertices(reader, graph.vertex_count())?;
            if order.len() != beam.settled_count {
                return Err(BadSnapshot);
            }
            let mut kept = Retained { settled: graph.nothing(), step: None };
            for vertex in order {
                let (_, estimate) = graph.look(&kept.settled, vertex, bound, &mut beam.exposed);
                graph.settle(&mut kept.settled, vertex, estimate);
                beam.steps.push(Step { vertex, before: kept.step });
                kept.step = Some(beam.steps.len() - 1);
            }
            beam.kept.push(kept);
        }
        reader.list(2, |pair| {
            let (parent, vertex) = (read_size(pair[0])?, read_size(pair[1])?);
            let settled = beam.kept[..beam.looked].get(parent).map(|kept| &kept.settled);
            let settled = settled.filter(|settled| settled.lacks(vertex)).ok_or(BadSnapshot)?;
            let mark = settled.mark ^ graph.mark(vertex);
            let (_, estimate) = graph.look(settled, vertex, bound, &mut beam.exposed);
            let cost = settled.cost.saturating_add(estimate);
            beam.candidates.insert(mark, Candidate { parent, vertex, mark, estimate, cost });
            Ok(())
        })?;
        Ok(beam)
    }
}
