//! Solutions as they are listed: paths and cycles by their vertices in order, all others by their
//! edges.

use kumiki_model::{Graph, Subgraph, SubgraphKind};

/// What is shown: a set of edges.
pub(crate) type EdgeSet = Vec<[usize; 2]>;

/// A set of edges as it is listed. A path begins at `--from`, or at the lower of its ends; a cycle
/// begins at its lowest vertex, in the direction of the lower neighbour.
pub(super) fn listed(
    graph: &Graph,
    kind: SubgraphKind,
    ends: Option<[usize; 2]>,
    edges: &EdgeSet,
) -> Subgraph {
    let name = |vertex: usize| graph.names()[vertex].clone();
    match kind {
        SubgraphKind::Matchings
        | SubgraphKind::SpanningTrees
        | SubgraphKind::Forests
        | SubgraphKind::Factors => {
            Subgraph::Edges(edges.iter().map(|edge| edge.map(name)).collect())
        }
        SubgraphKind::HamiltonianCycles
        | SubgraphKind::HamiltonianPaths
        | SubgraphKind::Paths
        | SubgraphKind::Cycles => {
            let walk = walk(graph.vertex_count(), edges, ends.map(|[from, _]| from));
            Subgraph::Vertices(walk.into_iter().map(name).collect())
        }
    }
}

/// The vertices of a path or of a cycle in order, from `from` on if that is given. A cycle is not
/// closed by its first vertex again. Without edges there is one vertex only, the first.
pub(crate) fn walk(vertex_count: usize, edges: &EdgeSet, from: Option<usize>) -> Vec<usize> {
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
        assert_eq!(walk(5, &vec![[1, 4], [2, 4], [2, 3]], None), [1, 4, 2, 3]);
        assert_eq!(walk(5, &vec![[1, 4], [2, 4], [2, 3]], Some(3)), [3, 2, 4, 1]);
        assert_eq!(walk(5, &vec![[1, 4], [2, 4], [2, 3], [1, 3]], None), [1, 3, 2, 4]);
        assert_eq!(walk(1, &Vec::new(), None), [0]);
    }
}
