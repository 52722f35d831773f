//! Subgraphs of a kind, by trying all sets of edges.

use kumiki_model::{Graph, SubgraphKind};

/// The most edges of a graph whose sets of edges are all tried: 65536 sets, a tenth of a second.
pub const MAX_EDGES: usize = 16;

/// What is looked for: a kind of subgraph, and what some kinds need besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The kind.
    pub kind: SubgraphKind,
    /// The two ends of paths. Paths through all vertices may have any ends if there are none.
    pub ends: Option<[usize; 2]>,
    /// How many edges of a factor a vertex may have.
    pub degrees: Vec<usize>,
}

impl Wanted {
    /// A kind that needs nothing besides.
    #[must_use]
    pub fn new(kind: SubgraphKind) -> Self {
        Self { kind, ends: None, degrees: Vec::new() }
    }
}

/// All sets of edges that are what is wanted, if the graph has at most [`MAX_EDGES`].
///
/// Matchings are perfect. A path has at least one edge, but in a graph of one vertex there is a
/// path through all vertices that has none. A cycle has at least three edges. The empty set is a
/// forest, and it is a tree of one vertex.
///
/// ```
/// use kumiki_judge::naive::{Wanted, subgraphs};
/// use kumiki_model::SubgraphKind;
/// let graph = "grid:2x2".parse()?;
/// let count = |kind| subgraphs(&graph, &Wanted::new(kind)).map(|sets| sets.len());
/// assert_eq!(count(SubgraphKind::SpanningTrees), Some(4)); // all edges but one
/// assert_eq!(count(SubgraphKind::Forests), Some(15)); // any edges but not all
/// assert_eq!(count(SubgraphKind::Matchings), Some(2));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn subgraphs(graph: &Graph, wanted: &Wanted) -> Option<Vec<Vec<[usize; 2]>>> {
    let edges = graph.edges();
    if edges.len() > MAX_EDGES {
        return None;
    }
    let chosen = |set: usize| {
        (0..edges.len())
            .filter(|edge| set >> edge & 1 == 1)
            .map(|edge| edges[edge])
            .collect::<Vec<_>>()
    };
    let is_right =
        |set: &Vec<[usize; 2]>| Numbers::of(graph.vertex_count(), set).are_those_of(wanted);
    Some((0..1_usize << edges.len()).map(chosen).filter(is_right).collect())
}

/// How many sets of edges are what is wanted, by taking edge after edge or not. Nothing if that
/// takes more than so many steps.
///
/// A set is given up when a vertex has more edges than any vertex may have, when the last edge of a
/// vertex is decided and its number of edges is not one it may have, and when a cycle is closed
/// where none may be.
///
/// ```
/// use kumiki_judge::naive::{Wanted, subgraph_count};
/// use kumiki_model::SubgraphKind;
/// let graph = "grid:4x4".parse()?;
/// assert_eq!(subgraph_count(&graph, &Wanted::new(SubgraphKind::Matchings), 100_000), Some(36));
/// assert_eq!(subgraph_count(&graph, &Wanted::new(SubgraphKind::Forests), 100_000), None);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn subgraph_count(graph: &Graph, wanted: &Wanted, limit_steps: u64) -> Option<u64> {
    let mut last_edges = vec![Vec::new(); graph.edges().len() + 1];
    for vertex in 0..graph.vertex_count() {
        let last = graph.edges().iter().rposition(|edge| edge.contains(&vertex));
        last_edges[last.map_or(0, |at| at + 1)].push(vertex);
    }
    let mut search = Growth {
        edges: graph.edges(),
        wanted,
        last_edges,
        degrees: vec![0; graph.vertex_count()],
        taken: Vec::new(),
        found: 0,
        steps_left: limit_steps,
    };
    search.decide(0)?;
    Some(search.found)
}

/// A set of edges that grows.
struct Growth<'g> {
    edges: &'g [[usize; 2]],
    wanted: &'g Wanted,
    /// The vertices that have no edge from a number of edges on, but for earlier ones.
    last_edges: Vec<Vec<usize>>,
    degrees: Vec<usize>,
    taken: Vec<[usize; 2]>,
    found: u64,
    steps_left: u64,
}

impl Growth<'_> {
    /// Takes an edge or not, all earlier ones being decided.
    fn decide(&mut self, at: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        if !self.last_edges[at].iter().all(|vertex| self.is_settled(*vertex)) {
            return Some(());
        }
        let Some(edge) = self.edges.get(at).copied() else {
            let numbers = Numbers::of(self.degrees.len(), &self.taken);
            self.found += u64::from(numbers.are_those_of(self.wanted));
            return Some(());
        };
        self.decide(at + 1)?;
        let has_room = edge.iter().all(|vertex| self.degrees[*vertex] < self.most(*vertex));
        if has_room && !(self.has_no_cycles() && self.are_joined(edge)) {
            self.taken.push(edge);
            edge.iter().for_each(|vertex| self.degrees[*vertex] += 1);
            self.decide(at + 1)?;
            edge.iter().for_each(|vertex| self.degrees[*vertex] -= 1);
            self.taken.pop();
        }
        Some(())
    }

    fn is_end(&self, vertex: usize) -> bool {
        self.wanted.ends.is_some_and(|ends| ends.contains(&vertex))
    }

    /// The most edges that a vertex may have.
    fn most(&self, vertex: usize) -> usize {
        match self.wanted.kind {
            SubgraphKind::Matchings => 1,
            SubgraphKind::HamiltonianCycles | SubgraphKind::Cycles => 2,
            SubgraphKind::HamiltonianPaths | SubgraphKind::Paths if self.is_end(vertex) => 1,
            SubgraphKind::HamiltonianPaths | SubgraphKind::Paths => 2,
            SubgraphKind::SpanningTrees | SubgraphKind::Forests => usize::MAX,
            SubgraphKind::Factors => self.wanted.degrees.iter().copied().max().unwrap_or(0),
        }
    }

    /// Whether a vertex may have the edges it has and no more.
    fn is_settled(&self, vertex: usize) -> bool {
        let degree = self.degrees[vertex];
        match self.wanted.kind {
            SubgraphKind::Matchings => degree == 1,
            SubgraphKind::HamiltonianCycles => degree == 2,
            SubgraphKind::Cycles => degree != 1,
            SubgraphKind::HamiltonianPaths | SubgraphKind::SpanningTrees => {
                degree > 0 || self.degrees.len() == 1
            }
            SubgraphKind::Paths if self.is_end(vertex) => degree == 1,
            SubgraphKind::Paths => degree != 1,
            SubgraphKind::Forests => true,
            SubgraphKind::Factors => self.wanted.degrees.contains(&degree),
        }
    }

    fn has_no_cycles(&self) -> bool {
        use SubgraphKind::{Forests, HamiltonianPaths, Paths, SpanningTrees};
        matches!(self.wanted.kind, HamiltonianPaths | Paths | SpanningTrees | Forests)
    }

    /// Whether edges that are taken join the two ends of another one.
    fn are_joined(&self, [from, to]: [usize; 2]) -> bool {
        let mut is_reached = vec![false; self.degrees.len()];
        is_reached[from] = true;
        while let Some(edge) =
            self.taken.iter().find(|edge| is_reached[edge[0]] != is_reached[edge[1]])
        {
            edge.iter().for_each(|vertex| is_reached[*vertex] = true);
        }
        is_reached[to]
    }
}

/// What is counted in a set of edges.
struct Numbers {
    /// The edges at each vertex.
    degrees: Vec<usize>,
    edge_count: usize,
    /// Parts that hang together; a vertex without edges is one.
    part_count: usize,
}

impl Numbers {
    fn of(vertex_count: usize, edges: &[[usize; 2]]) -> Self {
        let mut degrees = vec![0; vertex_count];
        let mut parts: Vec<usize> = (0..vertex_count).collect();
        for [from, to] in edges {
            degrees[*from] += 1;
            degrees[*to] += 1;
            let [kept, lost] = [parts[*from], parts[*to]];
            parts.iter_mut().filter(|part| **part == lost).for_each(|part| *part = kept);
        }
        let part_count = (0..vertex_count).filter(|name| parts.contains(name)).count();
        Self { degrees, edge_count: edges.len(), part_count }
    }

    fn are_those_of(&self, wanted: &Wanted) -> bool {
        let vertex_count = self.degrees.len();
        let touched = self.degrees.iter().filter(|degree| **degree > 0).count();
        let is_everywhere = touched == vertex_count;
        // Apart from the vertices without edges, everything is in one part.
        let is_one = self.part_count == 1 + vertex_count - touched && touched > 0;
        let has_no_cycle = self.edge_count + self.part_count == vertex_count;
        let is_cycle = is_one && self.degrees.iter().all(|degree| [0, 2].contains(degree));
        let is_path = is_one && has_no_cycle && self.degrees.iter().all(|degree| *degree <= 2);
        let ends_fit =
            wanted.ends.is_none_or(|ends| ends.iter().all(|end| self.degrees[*end] == 1));
        match wanted.kind {
            SubgraphKind::Matchings => self.degrees.iter().all(|degree| *degree == 1),
            SubgraphKind::HamiltonianCycles => is_cycle && is_everywhere,
            SubgraphKind::HamiltonianPaths => {
                vertex_count == 1 || (is_path && is_everywhere && ends_fit)
            }
            SubgraphKind::Paths => is_path && ends_fit,
            SubgraphKind::Cycles => is_cycle,
            SubgraphKind::SpanningTrees => has_no_cycle && self.part_count == 1,
            SubgraphKind::Forests => has_no_cycle,
            SubgraphKind::Factors => {
                self.degrees.iter().all(|degree| wanted.degrees.contains(degree))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::hamiltonian_cycles;
    use std::collections::BTreeSet;

    type Sets = BTreeSet<BTreeSet<[usize; 2]>>;

    /// All ways to visit different vertices, each a step along an edge; also those that have not
    /// come far.
    fn walks(graph: &Graph) -> Vec<Vec<usize>> {
        let neighbours = graph.neighbours();
        let mut all: Vec<Vec<usize>> =
            (0..graph.vertex_count()).map(|vertex| vec![vertex]).collect();
        let mut at = 0;
        while at < all.len() {
            let walk = all[at].clone();
            for next in &neighbours[walk[walk.len() - 1]] {
                if !walk.contains(next) {
                    all.push([&walk[..], &[*next]].concat());
                }
            }
            at += 1;
        }
        all
    }

    fn steps(walk: &[usize]) -> BTreeSet<[usize; 2]> {
        walk.windows(2).map(|step| [step[0].min(step[1]), step[0].max(step[1])]).collect()
    }

    /// The cycles that walks become by one more step.
    fn cycles(graph: &Graph) -> Sets {
        let closed = |walk: Vec<usize>| {
            let back = [walk[0].min(walk[walk.len() - 1]), walk[0].max(walk[walk.len() - 1])];
            let mut edges = steps(&walk);
            (walk.len() > 2 && graph.edges().contains(&back) && edges.insert(back)).then_some(edges)
        };
        walks(graph).into_iter().filter_map(closed).collect()
    }

    /// The same kinds without degrees and parts: paths and cycles are walked, forests are those
    /// sets that contain no cycle, spanning trees are the largest forests of connected graphs,
    /// matchings grow from the first vertex that is not matched, and factors from vertex to vertex.
    fn by_other_means(graph: &Graph, wanted: &Wanted) -> Sets {
        let ends = wanted.ends;
        let vertex_count = graph.vertex_count();
        let is_between =
            |walk: &Vec<usize>| ends.is_none_or(|ends| ends == [walk[0], walk[walk.len() - 1]]);
        let forests = || -> Sets {
            let cycles = cycles(graph);
            let sets = (0..1_usize << graph.edges().len()).map(|set| {
                let edges = graph.edges().iter().enumerate();
                edges
                    .filter(|(at, _)| set >> at & 1 == 1)
                    .map(|(_, edge)| *edge)
                    .collect::<BTreeSet<_>>()
            });
            sets.filter(|set| cycles.iter().all(|cycle| !cycle.is_subset(set))).collect()
        };
        match wanted.kind {
            SubgraphKind::HamiltonianCycles => {
                cycles(graph).into_iter().filter(|cycle| cycle.len() == vertex_count).collect()
            }
            SubgraphKind::Cycles => cycles(graph),
            SubgraphKind::HamiltonianPaths => {
                let all = walks(graph).into_iter().filter(|walk| walk.len() == vertex_count);
                all.filter(is_between).map(|walk| steps(&walk)).collect()
            }
            SubgraphKind::Paths => walks(graph)
                .into_iter()
                .filter(|walk| walk.len() > 1 && is_between(walk))
                .map(|walk| steps(&walk))
                .collect(),
            SubgraphKind::Forests => forests(),
            SubgraphKind::SpanningTrees => {
                forests().into_iter().filter(|forest| forest.len() + 1 == vertex_count).collect()
            }
            SubgraphKind::Matchings => matchings(graph, &(0..vertex_count).collect()),
            SubgraphKind::Factors => factors(graph, &wanted.degrees),
        }
    }

    /// Each vertex in turn takes some of its edges to later ones, so many that it has an allowed
    /// number of edges.
    fn factors(graph: &Graph, degrees: &[usize]) -> Sets {
        let mut found = Sets::from([BTreeSet::new()]);
        for vertex in 0..graph.vertex_count() {
            let later: Vec<[usize; 2]> =
                graph.edges().iter().copied().filter(|edge| edge[0] == vertex).collect();
            let grown = |set: BTreeSet<[usize; 2]>| {
                let taken = set.iter().filter(|edge| edge.contains(&vertex)).count();
                let later = &later;
                let choices = (0..1_usize << later.len()).map(move |choice| -> Vec<[usize; 2]> {
                    (0..later.len())
                        .filter(|at| choice >> at & 1 == 1)
                        .map(|at| later[at])
                        .collect()
                });
                let allowed = choices.filter(move |more| degrees.contains(&(taken + more.len())));
                allowed.map(move |more| set.iter().copied().chain(more).collect::<BTreeSet<_>>())
            };
            found = found.into_iter().flat_map(grown).collect();
        }
        found
    }

    fn matchings(graph: &Graph, free: &BTreeSet<usize>) -> Sets {
        let Some(first) = free.first() else { return Sets::from([BTreeSet::new()]) };
        let mut found = Sets::new();
        for edge in graph.edges().iter().filter(|edge| edge[0] == *first && free.contains(&edge[1]))
        {
            let rest = free.iter().filter(|vertex| !edge.contains(vertex)).copied().collect();
            for mut others in matchings(graph, &rest) {
                others.insert(*edge);
                found.insert(others);
            }
        }
        found
    }

    const KINDS: [SubgraphKind; 8] = [
        SubgraphKind::Matchings,
        SubgraphKind::HamiltonianCycles,
        SubgraphKind::HamiltonianPaths,
        SubgraphKind::Paths,
        SubgraphKind::Cycles,
        SubgraphKind::SpanningTrees,
        SubgraphKind::Forests,
        SubgraphKind::Factors,
    ];

    fn check(graph: &Graph) {
        for kind in KINDS {
            let mut all = vec![Wanted::new(kind)];
            if kind == SubgraphKind::Factors {
                // All sets of degrees below five.
                all = (0..32_usize)
                    .map(|set| Wanted {
                        degrees: (0..5).filter(|degree| set >> degree & 1 == 1).collect(),
                        ..Wanted::new(kind)
                    })
                    .collect();
            }
            if matches!(kind, SubgraphKind::Paths | SubgraphKind::HamiltonianPaths) {
                let others = |from: usize| (0..graph.vertex_count()).filter(move |to| *to != from);
                let all_ends = (0..graph.vertex_count())
                    .flat_map(|from| others(from).map(move |to| [from, to]));
                all.extend(all_ends.map(|ends| Wanted { ends: Some(ends), ..Wanted::new(kind) }));
            }
            for wanted in all {
                let found = subgraphs(graph, &wanted).expect("few edges");
                let sets: Sets =
                    found.iter().map(|edges| edges.iter().copied().collect()).collect();
                assert_eq!(sets.len(), found.len(), "no set comes twice");
                assert_eq!(sets, by_other_means(graph, &wanted), "{wanted:?} of {graph:?}");
            }
        }
        let mut seen = Sets::new();
        let count = hamiltonian_cycles(graph, 1_000_000, &mut |cycle| {
            let mut edges = steps(cycle);
            edges.insert([0, cycle[cycle.len() - 1]]);
            assert!(seen.insert(edges), "{cycle:?} comes twice");
        });
        assert_eq!(count, u64::try_from(seen.len()).ok());
        assert_eq!(seen, by_other_means(graph, &Wanted::new(SubgraphKind::HamiltonianCycles)));
    }

    #[test]
    fn sets_that_grow_are_as_many_as_all_sets_tried() {
        use SubgraphKind::{
            Cycles, Factors, Forests, HamiltonianCycles, HamiltonianPaths, Matchings, Paths,
            SpanningTrees,
        };
        for board in [
            "grid:1x1",
            "grid:1x2",
            "grid:2x2",
            "grid:2x3",
            "king:2x2",
            "king:2x3",
            "grid:3x3",
            "knight:3x3",
        ] {
            let graph: Graph = board.parse().expect("a board");
            let last = graph.vertex_count() - 1;
            for kind in [
                Matchings,
                HamiltonianCycles,
                HamiltonianPaths,
                Paths,
                Cycles,
                SpanningTrees,
                Forests,
                Factors,
            ] {
                let needs_ends = kind == Paths;
                for ends in [None, Some([0, last])] {
                    let has_ends = ends.is_some() && last > 0;
                    if (needs_ends && !has_ends)
                        || (has_ends && !matches!(kind, Paths | HamiltonianPaths))
                    {
                        continue;
                    }
                    for degrees in [vec![0, 2], vec![1], vec![1, 3]] {
                        let wanted = Wanted { kind, ends: ends.filter(|_| has_ends), degrees };
                        let all = subgraphs(&graph, &wanted).expect("few edges").len();
                        let grown = subgraph_count(&graph, &wanted, u64::MAX).expect("few steps");
                        assert_eq!(usize::try_from(grown), Ok(all), "{board} {wanted:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_graphs_of_up_to_four_vertices_have_what_a_second_definition_says() {
        for vertex_count in 1..=4 {
            let pairs: Vec<[usize; 2]> =
                (0..vertex_count).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
            for chosen in 0..1_usize << pairs.len() {
                let edges = (0..pairs.len())
                    .filter(|at| chosen >> at & 1 == 1)
                    .map(|at| pairs[at])
                    .collect();
                let names = (0..vertex_count).map(|vertex| vertex.to_string()).collect();
                check(&Graph::new(names, edges).expect("a graph"));
            }
        }
    }

    #[test]
    fn small_boards_have_what_a_second_definition_says() {
        for board in ["grid:2x4", "king:2x3", "knight:3x3", "king:1x6"] {
            check(&board.parse().expect("a board"));
        }
    }

    #[test]
    fn more_edges_are_not_tried() {
        let count = |board: &str| {
            let graph: Graph = board.parse().expect("a board");
            subgraphs(&graph, &Wanted::new(SubgraphKind::SpanningTrees)).map(|trees| trees.len())
        };
        assert_eq!((count("grid:2x6"), count("grid:3x4")), (Some(780), None));
    }
}
