//! What a graph looks like at first sight: its parts, its sides, its loose ends.

use kumiki_frontier::Network;
use kumiki_model::Graph;

/// For each vertex the lowest vertex that a walk leads to.
pub(crate) fn components(graph: &Graph) -> Vec<usize> {
    let neighbours = graph.neighbours();
    let mut component = vec![usize::MAX; graph.vertex_count()];
    for start in 0..component.len() {
        if component[start] != usize::MAX {
            continue;
        }
        let mut waiting = vec![start];
        component[start] = start;
        while let Some(vertex) = waiting.pop() {
            for &next in &neighbours[vertex] {
                if component[next] == usize::MAX {
                    component[next] = start;
                    waiting.push(next);
                }
            }
        }
    }
    component
}

/// A vertex that no walk from the first one leads to.
pub(crate) fn unreachable_vertex(graph: &Graph) -> Option<usize> {
    components(graph).into_iter().position(|component| component != 0)
}

/// The first vertex with fewer than so many edges, and how many it has.
pub(crate) fn vertex_with_fewer_edges(graph: &Graph, least: usize) -> Option<(usize, usize)> {
    let degrees = graph.neighbours().into_iter().map(|neighbours| neighbours.len());
    degrees.enumerate().find(|(_, degree)| *degree < least)
}

/// The numbers of vertices on the two sides, if every edge goes from one side to the other. The
/// graph must be connected.
pub(crate) fn side_sizes(graph: &Graph) -> Option<[usize; 2]> {
    let sides = Network::from(graph).sides()?;
    let second = sides.iter().filter(|side| **side).count();
    Some([sides.len() - second, second])
}
