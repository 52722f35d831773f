//! Why there can be no solution, if a look at the graph shows it: its parts, its sides, its loose
//! ends.

use kumiki_frontier::Network;
use kumiki_model::{Graph, SubgraphKind};

/// Why there is none of a kind, if a look at the graph shows it. Bit d of `degrees` says whether a
/// vertex of a factor may have d edges.
pub(super) fn none_because(
    graph: &Graph,
    kind: SubgraphKind,
    ends: Option<[usize; 2]>,
    degrees: Option<u64>,
) -> Option<String> {
    let name = |vertex: usize| &graph.names()[vertex];
    let vertices = graph.vertex_count();
    let apart = || {
        let other = unreachable_vertex(graph)?;
        Some(format!(
            "the graph is not connected: no walk leads from '{}' to '{}'",
            name(0),
            name(other)
        ))
    };
    let loose = |least: usize| {
        let (vertex, degree) = vertex_with_fewer_edges(graph, least)?;
        let edges = if degree == 0 { "no edge" } else { "one edge only" };
        Some(format!("vertex '{}' has {edges}", name(vertex)))
    };
    let lopsided = |most: usize| {
        let [first, second] = side_sizes(graph)?;
        let is_lopsided = first.abs_diff(second) > most;
        is_lopsided
            .then(|| format!("every edge joins one of {first} vertices to one of {second} others"))
    };
    match kind {
        SubgraphKind::Matchings if vertices % 2 == 1 => {
            Some(format!("{vertices} vertices are an odd number, and edges match them in pairs"))
        }
        SubgraphKind::Matchings => loose(1),
        SubgraphKind::HamiltonianCycles if vertices < 3 => {
            Some(format!("a cycle has at least 3 vertices, and the graph has {vertices}"))
        }
        SubgraphKind::HamiltonianCycles => apart().or_else(|| loose(2)).or_else(|| lopsided(0)),
        SubgraphKind::HamiltonianPaths => apart().or_else(|| lopsided(1)),
        SubgraphKind::Paths => {
            let [from, to] = ends?;
            let component = components(graph);
            let is_apart = component[from] != component[to];
            is_apart.then(|| format!("no walk leads from '{}' to '{}'", name(from), name(to)))
        }
        SubgraphKind::Cycles => {
            let component = components(graph);
            let parts = (0..vertices).filter(|vertex| component[*vertex] == *vertex).count();
            let is_forest = graph.edges().len() + parts == vertices;
            is_forest.then(|| "the graph is a forest".to_owned())
        }
        SubgraphKind::SpanningTrees => apart(),
        SubgraphKind::Forests => None,
        SubgraphKind::Factors => {
            let degrees = degrees?;
            if vertices % 2 == 1 && degrees & EVEN == 0 {
                return Some(format!(
                    "{vertices} odd numbers make an odd sum, and every edge counts at two vertices"
                ));
            }
            let (vertex, degree) =
                vertex_with_fewer_edges(graph, degrees.trailing_zeros() as usize)?;
            Some(format!("vertex '{}' has {degree} edges, which are too few", name(vertex)))
        }
    }
}

/// The even numbers below 64, as a set.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// For each vertex the lowest vertex that a walk leads to.
fn components(graph: &Graph) -> Vec<usize> {
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
fn side_sizes(graph: &Graph) -> Option<[usize; 2]> {
    let sides = Network::from(graph).sides()?;
    let second = sides.iter().filter(|side| **side).count();
    Some([sides.len() - second, second])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(graph: &Graph, kind: SubgraphKind, expected: Option<&str>) {
        assert_eq!(none_because(graph, kind, Some([0, 1]), None).as_deref(), expected, "{kind:?}");
    }

    #[test]
    fn degrees_that_cannot_be_are_noticed() {
        let check = |text: &str, degrees: u64, expected: Option<&str>| {
            let graph = text.parse::<Graph>().expect("a board");
            let found = none_because(&graph, SubgraphKind::Factors, None, Some(degrees));
            assert_eq!(found.as_deref(), expected, "{text}, {degrees:b}");
        };
        let odd = "9 odd numbers make an odd sum, and every edge counts at two vertices";
        check("grid:3x3", 0b1010, Some(odd));
        check("grid:3x3", 0b1011, None);
        check("grid:3x4", 0b1010, None);
        check("grid:3x4", 0b1000, Some("vertex '0,0' has 2 edges, which are too few"));
        check("grid:3x4", 0b1001, None);
    }

    #[test]
    fn reasons_name_what_is_wrong() {
        use SubgraphKind::{
            Cycles, Forests, HamiltonianCycles, HamiltonianPaths, Matchings, Paths, SpanningTrees,
        };
        let board = |text: &str| text.parse::<Graph>().expect("a board");
        let odd = board("grid:3x3");
        check(&odd, Matchings, Some("9 vertices are an odd number, and edges match them in pairs"));
        check(
            &odd,
            HamiltonianCycles,
            Some("every edge joins one of 5 vertices to one of 4 others"),
        );
        check(&odd, HamiltonianPaths, None);
        let apart = board("knight:2x4");
        let reason = Some("the graph is not connected: no walk leads from '0,0' to '0,1'");
        check(&apart, HamiltonianCycles, reason);
        check(&apart, HamiltonianPaths, reason);
        check(&apart, SpanningTrees, reason);
        check(&apart, Paths, Some("no walk leads from '0,0' to '0,1'"));
        check(&apart, Cycles, Some("the graph is a forest"));
        check(&apart, Matchings, None);
        check(
            &board("grid:1x2"),
            HamiltonianCycles,
            Some("a cycle has at least 3 vertices, and the graph has 2"),
        );
        check(&board("grid:1x4"), HamiltonianCycles, Some("vertex '0,0' has one edge only"));
        check(&board("knight:1x2"), Matchings, Some("vertex '0,0' has no edge"));
        check(&board("knight:1x2"), Forests, None);
        check(&board("king:2x2"), Cycles, None);
    }
}
