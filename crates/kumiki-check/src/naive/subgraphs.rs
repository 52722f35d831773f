//! Subgraphs of a kind, by trying all sets of edges.

use kumiki_model::{Graph, SubgraphKind};

/// The most edges of a graph whose sets of edges are all tried: 65536 sets, a tenth of a second.
pub const MAX_EDGES: usize = 16;

/// All sets of edges that are of a kind, if the graph has at most [`MAX_EDGES`]. `ends` are the two ends of paths; paths through all vertices
/// may have any ends if there are none.
///
/// Matchings are perfect. A path has at least one edge, but in a graph of one vertex there is a path through all vertices that has none. A cycle has at
/// least three edges. The empty set is a forest, and it is a tree of one vertex.
///
/// ```
/// use kumiki_check::naive;
/// use kumiki_model::SubgraphKind;
/// let graph = "grid:2x2".parse()?;
/// let count = |kind| naive::subgraphs(&graph, kind, None).map(|sets| sets.len());
/// assert_eq!(count(SubgraphKind::SpanningTrees), Some(4)); // all edges but one
/// assert_eq!(count(SubgraphKind::Forests), Some(15)); // any edges but not all
/// assert_eq!(count(SubgraphKind::Matchings), Some(2));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn subgraphs(
    graph: &Graph,
    kind: SubgraphKind,
    ends: Option<[usize; 2]>,
) -> Option<Vec<Vec<[usize; 2]>>> {
    let edges = graph.edges();
    if edges.len() > MAX_EDGES {
        return None;
    }
    let chosen = |set: usize| {
        (0..edges.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| edges[edge]).collect::<Vec<_>>()
    };
    let is_right = |set: &Vec<[usize; 2]>| Numbers::of(graph.vertex_count(), set).are_those_of(kind, ends);
    Some((0..1_usize << edges.len()).map(chosen).filter(is_right).collect())
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

    fn are_those_of(&self, kind: SubgraphKind, ends: Option<[usize; 2]>) -> bool {
        let vertex_count = self.degrees.len();
        let touched = self.degrees.iter().filter(|degree| **degree > 0).count();
        let is_everywhere = touched == vertex_count;
        // Apart from the vertices without edges, everything is in one part.
        let is_one = self.part_count == 1 + vertex_count - touched && touched > 0;
        let has_no_cycle = self.edge_count + self.part_count == vertex_count;
        let is_cycle = is_one && self.degrees.iter().all(|degree| [0, 2].contains(degree));
        let is_path = is_one && has_no_cycle && self.degrees.iter().all(|degree| *degree <= 2);
        let ends_fit = ends.is_none_or(|ends| ends.iter().all(|end| self.degrees[*end] == 1));
        match kind {
            SubgraphKind::Matchings => self.degrees.iter().all(|degree| *degree == 1),
            SubgraphKind::HamiltonianCycles => is_cycle && is_everywhere,
            SubgraphKind::HamiltonianPaths => vertex_count == 1 || (is_path && is_everywhere && ends_fit),
            SubgraphKind::Paths => is_path && ends_fit,
            SubgraphKind::Cycles => is_cycle,
            SubgraphKind::SpanningTrees => has_no_cycle && self.part_count == 1,
            SubgraphKind::Forests => has_no_cycle,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::hamiltonian_cycles;
    use std::collections::BTreeSet;

    type Sets = BTreeSet<BTreeSet<[usize; 2]>>;

    /// All ways to visit different vertices, each a step along an edge; also those that have not come far.
    fn walks(graph: &Graph) -> Vec<Vec<usize>> {
        let neighbours = graph.neighbours();
        let mut all: Vec<Vec<usize>> = (0..graph.vertex_count()).map(|vertex| vec![vertex]).collect();
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

    /// The same kinds without degrees and parts: paths and cycles are walked, forests are those sets that contain no cycle, spanning trees are the
    /// largest forests of connected graphs, and matchings grow from the first vertex that is not matched.
    fn by_other_means(graph: &Graph, kind: SubgraphKind, ends: Option<[usize; 2]>) -> Sets {
        let vertex_count = graph.vertex_count();
        let is_between = |walk: &Vec<usize>| ends.is_none_or(|ends| ends == [walk[0], walk[walk.len() - 1]]);
        let forests = || -> Sets {
            let cycles = cycles(graph);
            let sets = (0..1_usize << graph.edges().len()).map(|set| {
                let edges = graph.edges().iter().enumerate();
                edges.filter(|(at, _)| set >> at & 1 == 1).map(|(_, edge)| *edge).collect::<BTreeSet<_>>()
            });
            sets.filter(|set| cycles.iter().all(|cycle| !cycle.is_subset(set))).collect()
        };
        match kind {
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
        }
    }

    fn matchings(graph: &Graph, free: &BTreeSet<usize>) -> Sets {
        let Some(first) = free.first() else { return Sets::from([BTreeSet::new()]) };
        let mut found = Sets::new();
        for edge in graph.edges().iter().filter(|edge| edge[0] == *first && free.contains(&edge[1])) {
            let rest = free.iter().filter(|vertex| !edge.contains(vertex)).copied().collect();
            for mut others in matchings(graph, &rest) {
                others.insert(*edge);
                found.insert(others);
            }
        }
        found
    }

    const KINDS: [SubgraphKind; 7] = [
        SubgraphKind::Matchings,
        SubgraphKind::HamiltonianCycles,
        SubgraphKind::HamiltonianPaths,
        SubgraphKind::Paths,
        SubgraphKind::Cycles,
        SubgraphKind::SpanningTrees,
        SubgraphKind::Forests,
    ];

    fn check(graph: &Graph) {
        for kind in KINDS {
            let mut all_ends = vec![None];
            if matches!(kind, SubgraphKind::Paths | SubgraphKind::HamiltonianPaths) {
                let others = |from: usize| (0..graph.vertex_count()).filter(move |to| *to != from);
                all_ends.extend(
                    (0..graph.vertex_count()).flat_map(|from| others(from).map(move |to| Some([from, to]))),
                );
            }
            for ends in all_ends {
                let found = subgraphs(graph, kind, ends).expect("few edges");
                let sets: Sets = found.iter().map(|edges| edges.iter().copied().collect()).collect();
                assert_eq!(sets.len(), found.len(), "no set comes twice");
                assert_eq!(sets, by_other_means(graph, kind, ends), "{kind:?} {ends:?} of {graph:?}");
            }
        }
        let mut seen = Sets::new();
        let count = hamiltonian_cycles(graph, 1_000_000, &mut |cycle| {
            let mut edges = steps(cycle);
            edges.insert([0, cycle[cycle.len() - 1]]);
            assert!(seen.insert(edges), "{cycle:?} comes twice");
        });
        assert_eq!(count, u64::try_from(seen.len()).ok());
        assert_eq!(seen, by_other_means(graph, SubgraphKind::HamiltonianCycles, None));
    }

    #[test]
    fn all_graphs_of_up_to_four_vertices_have_what_a_second_definition_says() {
        for vertex_count in 1..=4 {
            let pairs: Vec<[usize; 2]> =
                (0..vertex_count).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
            for chosen in 0..1_usize << pairs.len() {
                let edges = (0..pairs.len()).filter(|at| chosen >> at & 1 == 1).map(|at| pairs[at]).collect();
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
            subgraphs(&graph, SubgraphKind::SpanningTrees, None).map(|trees| trees.len())
        };
        assert_eq!((count("grid:2x6"), count("grid:3x4")), (Some(780), None));
    }
}
