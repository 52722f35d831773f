//! Solutions as they are listed: paths and cycles by their vertices in order, all others by their
//! edges. And back to sets of edges.

use kumiki_model::{Graph, Subgraph, SubgraphKind};
use std::collections::HashMap;

/// Edges, by the numbers of their ends.
type EdgeSet = Vec<[usize; 2]>;

/// Whether solutions of a kind are listed by their vertices, and whether these go around a cycle.
fn is_walked(kind: SubgraphKind) -> (bool, bool) {
    match kind {
        SubgraphKind::Matchings
        | SubgraphKind::SpanningTrees
        | SubgraphKind::Forests
        | SubgraphKind::Factors => (false, false),
        SubgraphKind::HamiltonianPaths | SubgraphKind::Paths => (true, false),
        SubgraphKind::HamiltonianCycles | SubgraphKind::Cycles => (true, true),
    }
}

/// A set of edges as it is listed. A path begins at `from`, or at the lower of its ends; a cycle
/// begins at its lowest vertex, in the direction of the lower neighbour.
pub(super) fn listed(
    graph: &Graph,
    kind: SubgraphKind,
    from: Option<usize>,
    links: &[usize],
) -> Subgraph {
    let mut edges: EdgeSet = links.iter().map(|link| graph.edges()[*link]).collect();
    edges.sort_unstable();
    let name = |vertex: usize| graph.names()[vertex].clone();
    match is_walked(kind) {
        (false, _) => Subgraph::Edges(edges.into_iter().map(|edge| edge.map(name)).collect()),
        (true, _) => {
            let walk = walk(graph.vertex_count(), &edges, from);
            Subgraph::Vertices(walk.into_iter().map(name).collect())
        }
    }
}

/// The edges of a subgraph that is listed, in order; none for names that the graph does not have.
pub(super) fn edges(graph: &Graph, kind: SubgraphKind, subgraph: &Subgraph) -> EdgeSet {
    let numbers: HashMap<&str, usize> =
        graph.names().iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
    let edge = |from: &str, to: &str| {
        let (from, to) = (*numbers.get(from)?, *numbers.get(to)?);
        Some([from.min(to), from.max(to)])
    };
    let mut edges: EdgeSet = match subgraph {
        Subgraph::Edges(edges) => edges.iter().filter_map(|[from, to]| edge(from, to)).collect(),
        Subgraph::Vertices(names) => {
            let is_closed = is_walked(kind).1;
            let next = names.iter().skip(1).chain(names.first().filter(|_| is_closed));
            names.iter().zip(next).filter_map(|(from, to)| edge(from, to)).collect()
        }
    };
    edges.sort_unstable();
    edges
}

/// The vertices of a path or of a cycle in order, from `from` on if that is given. A cycle is not
/// closed by its first vertex again. Without edges there is one vertex only, the first.
fn walk(vertex_count: usize, edges: &[[usize; 2]], from: Option<usize>) -> Vec<usize> {
    let mut neighbours = vec![Vec::with_capacity(2); vertex_count];
    for &[one, other] in edges {
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    let end = || (0..vertex_count).find(|vertex| neighbours[*vertex].len() == 1);
    let lowest = || (0..vertex_count).find(|vertex| !neighbours[*vertex].is_empty());
    let start = from.or_else(end).or_else(lowest).unwrap_or(0);
    let mut walk = vec![start];
    let mut next = neighbours[start].iter().min().copied();
    while let Some(vertex) = next.filter(|vertex| *vertex != start) {
        let before = walk[walk.len() - 1];
        walk.push(vertex);
        next = neighbours[vertex].iter().copied().find(|other| *other != before);
    }
    walk
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_begin_where_they_should() {
        assert_eq!(walk(5, &[[1, 4], [2, 4], [2, 3]], None), [1, 4, 2, 3]);
        assert_eq!(walk(5, &[[1, 4], [2, 4], [2, 3]], Some(3)), [3, 2, 4, 1]);
        assert_eq!(walk(5, &[[1, 4], [2, 4], [2, 3], [1, 3]], None), [1, 3, 2, 4]);
        assert_eq!(walk(1, &[], None), [0]);
    }

    #[test]
    fn what_is_listed_has_the_same_edges_again() {
        let graph: Graph = "grid:2x3".parse().expect("a board");
        for (kind, chosen) in [
            (SubgraphKind::Cycles, &[[0, 1], [0, 3], [1, 4], [3, 4]][..]),
            (SubgraphKind::Paths, &[[0, 1], [1, 4], [4, 5]]),
            (SubgraphKind::Forests, &[[0, 3], [1, 2]]),
            (SubgraphKind::Forests, &[]),
        ] {
            let link =
                |edge| graph.edges().iter().position(|other| other == edge).expect("an edge");
            let links: Vec<usize> = chosen.iter().map(link).collect();
            let subgraph = listed(&graph, kind, None, &links);
            assert_eq!(edges(&graph, kind, &subgraph), chosen, "{subgraph:?}");
        }
    }
}
