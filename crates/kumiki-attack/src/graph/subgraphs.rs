//! Sets of edges, judged one by one.

use std::collections::BTreeSet;

/// A graph without loops and without edges that come twice.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) names: Vec<String>,
    pub(super) edges: Vec<(usize, usize)>,
    /// Its name, if it is a board with one.
    pub(super) board: Option<String>,
}

/// What is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Matchings,
    HamiltonianCycles,
    HamiltonianPaths,
    Paths,
    Cycles,
    SpanningTrees,
    Forests,
    /// How many edges a vertex may have.
    Factors(Vec<usize>),
}

impl Kind {
    /// All kinds, with the degrees of factors.
    pub(super) fn all(degrees: Vec<usize>) -> Vec<Self> {
        vec![
            Self::Matchings,
            Self::HamiltonianCycles,
            Self::HamiltonianPaths,
            Self::Paths,
            Self::Cycles,
            Self::SpanningTrees,
            Self::Forests,
            Self::Factors(degrees),
        ]
    }

    /// The word on the command line.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Matchings => "matchings",
            Self::HamiltonianCycles => "hamiltonian-cycles",
            Self::HamiltonianPaths => "hamiltonian-paths",
            Self::Paths => "paths",
            Self::Cycles => "cycles",
            Self::SpanningTrees => "spanning-trees",
            Self::Forests => "forests",
            Self::Factors(_) => "factors",
        }
    }
}

/// A set of edges: places in the graph's list.
pub(super) type Edges = BTreeSet<usize>;

/// All sets of edges of a kind.
pub(super) fn subgraphs(
    graph: &Graph,
    kind: &Kind,
    ends: Option<(usize, usize)>,
) -> BTreeSet<Edges> {
    let all = (0..1usize << graph.edges.len())
        .map(|bits| (0..graph.edges.len()).filter(|edge| bits >> edge & 1 == 1).collect::<Edges>());
    all.filter(|edges| is_of(graph, kind, ends, edges)).collect()
}

fn is_of(graph: &Graph, kind: &Kind, ends: Option<(usize, usize)>, edges: &Edges) -> bool {
    let count = graph.names.len();
    let mut degrees = vec![0; count];
    let mut part: Vec<usize> = (0..count).collect();
    let mut has_cycle = false;
    for edge in edges {
        let (from, to) = graph.edges[*edge];
        degrees[from] += 1;
        degrees[to] += 1;
        let (one, other) = (part[from], part[to]);
        has_cycle |= one == other;
        part.iter_mut().filter(|part| **part == one).for_each(|part| *part = other);
    }
    let is_whole = part.iter().all(|other| *other == part[0]);
    // Parts that have an edge.
    let parts: BTreeSet<usize> = edges.iter().map(|edge| part[graph.edges[*edge].0]).collect();
    let all = |allowed: &[usize]| degrees.iter().all(|degree| allowed.contains(degree));
    let has_ends = |(from, to): (usize, usize)| degrees[from] == 1 && degrees[to] == 1;
    let is_path = !has_cycle && all(&[0, 1, 2]) && parts.len() <= 1;
    match kind {
        Kind::Matchings => all(&[1]),
        Kind::HamiltonianCycles => all(&[2]) && is_whole,
        Kind::HamiltonianPaths => is_path && is_whole && ends.is_none_or(has_ends),
        Kind::Paths => is_path && ends.is_some_and(has_ends),
        Kind::Cycles => all(&[0, 2]) && parts.len() == 1,
        Kind::SpanningTrees => !has_cycle && is_whole,
        Kind::Forests => !has_cycle,
        Kind::Factors(allowed) => all(allowed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_complete_graph_on_four_vertices_is_counted_by_hand() {
        let edges = vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let graph =
            Graph { names: ["a", "b", "c", "d"].map(String::from).to_vec(), edges, board: None };
        let count = |kind: &Kind| subgraphs(&graph, kind, None).len();
        let counts: Vec<usize> = Kind::all(vec![0, 2]).iter().map(count).collect();
        // Paths need ends. Forests: 1 without edges, 6 with one, 15 with two, 16 trees.
        assert_eq!(counts, [3, 3, 12, 0, 7, 16, 38, 8]);
        assert_eq!(subgraphs(&graph, &Kind::Paths, Some((0, 3))).len(), 5);
        assert_eq!(subgraphs(&graph, &Kind::HamiltonianPaths, Some((0, 3))).len(), 2);
    }
}
