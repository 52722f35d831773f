//! Why there can be no solution, if a look at the graph or at the board shows it: its parts, its
//! sides, its loose ends.

use crate::{Ending, Network, Problem};
use kumiki_model::{Graph, TourSymmetry};

/// Why a problem has no solution, if a look at the graph shows it.
#[must_use]
pub fn no_subgraph_because(graph: &Graph, problem: &Problem) -> Option<String> {
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
    match problem {
        Problem::PerfectMatchings if vertices % 2 == 1 => {
            Some(format!("{vertices} vertices are an odd number, and edges match them in pairs"))
        }
        Problem::PerfectMatchings => loose(1),
        Problem::HamiltonianCycles if vertices < 3 => {
            Some(format!("a cycle has at least 3 vertices, and the graph has {vertices}"))
        }
        Problem::HamiltonianCycles => apart().or_else(|| loose(2)).or_else(|| lopsided(0)),
        Problem::HamiltonianPaths { endings } => {
            apart().or_else(|| lopsided(1)).or_else(|| ends_on_wrong_sides(graph, endings))
        }
        &Problem::Paths { from, to } => {
            let component = components(graph);
            let is_apart = component[from] != component[to];
            is_apart.then(|| format!("no walk leads from '{}' to '{}'", name(from), name(to)))
        }
        Problem::Cycles => {
            let component = components(graph);
            let parts = (0..vertices).filter(|vertex| component[*vertex] == *vertex).count();
            let is_forest = graph.edges().len() + parts == vertices;
            is_forest.then(|| "the graph is a forest".to_owned())
        }
        Problem::SpanningTrees => apart(),
        Problem::Forests => None,
        Problem::Degrees { allowed } => {
            // The same for all vertices: bit d says whether a vertex may have d edges.
            let degrees = *allowed.first()?;
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

/// Why there is no tour, if a look at the board shows it.
#[must_use]
pub fn no_tour_because(graph: &Graph, board: [usize; 2], symmetry: TourSymmetry) -> Option<String> {
    let [rows, columns] = board;
    let name = |cell: usize| &graph.names()[cell];
    let cells = graph.vertex_count();
    if cells < 3 {
        return Some(format!(
            "a closed tour has at least 3 cells, and a {rows}x{columns} board has {cells}"
        ));
    }
    if let Some(other) = unreachable_vertex(graph) {
        return Some(format!("the piece cannot get from cell {} to cell {}", name(0), name(other)));
    }
    // A leaper that reaches every cell changes the colour of its cell with every move.
    if cells % 2 == 1 {
        let turned = symmetry.turn().map(|turn| {
            format!(
                "; besides, the {turn} leaves the middle cell in place, and no rotation of a cycle \
                 does"
            )
        });
        let turned = turned.unwrap_or_default();
        return Some(format!(
            "a {rows}x{columns} board has {cells} cells, an odd number, and the colours of cells \
             alternate on a closed tour{turned}"
        ));
    }
    if let Some((cell, moves)) = vertex_with_fewer_edges(graph, 2) {
        let moves = if moves == 0 { "no move" } else { "one move only" };
        return Some(format!(
            "a tour comes to each cell and leaves it, and cell {} has {moves}",
            name(cell)
        ));
    }
    // On even boards of even halves: N/4 is even.
    if symmetry == TourSymmetry::QuarterTurn && rows % 4 == 0 {
        return Some(format!(
            "a quarter-turn would move every cell by {} moves along the tour, so to a cell of the \
             same colour, but it changes the colours",
            cells / 4
        ));
    }
    None
}

/// The even numbers below 64, as a set.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// For each vertex the lowest vertex that a walk leads to.
fn components(graph: &Graph) -> Vec<usize> {
    let mut lowest: Vec<usize> = (0..graph.vertex_count()).collect();
    loop {
        let before = lowest.clone();
        for &[from, to] in graph.edges() {
            let lower = lowest[from].min(lowest[to]);
            (lowest[from], lowest[to]) = (lower, lower);
        }
        if lowest == before {
            return lowest;
        }
    }
}

/// A vertex that no walk from the first one leads to.
fn unreachable_vertex(graph: &Graph) -> Option<usize> {
    components(graph).into_iter().position(|component| component != 0)
}

/// The first vertex with fewer than so many edges, and how many it has.
fn vertex_with_fewer_edges(graph: &Graph, least: usize) -> Option<(usize, usize)> {
    let degrees = graph.neighbours().into_iter().map(|neighbours| neighbours.len());
    degrees.enumerate().find(|(_, degree)| *degree < least)
}

/// Why a path through all vertices cannot have its two ends where it must, if every edge goes from
/// one side to the other: the sides alternate along it. The sides have as many vertices each, or
/// one has one more; the graph must be connected.
fn ends_on_wrong_sides(graph: &Graph, endings: &[Ending]) -> Option<String> {
    let is_end = |vertex: &usize| endings[*vertex] == Ending::Must;
    let ends: Vec<usize> = (0..endings.len()).filter(is_end).collect();
    let &[from, to] = &ends[..] else { return None };
    let sides = Network::from(graph).sides()?;
    let [first, second] = side_sizes(graph)?;
    let [from_name, to_name] = [from, to].map(|end| &graph.names()[end]);
    let joins = format!("every edge joins one of {first} vertices to one of {second} others");
    if first == second {
        return (sides[from] == sides[to]).then(|| {
            format!(
                "{joins}, so a path through all has one end on each side, and '{from_name}' and \
                 '{to_name}' are on the same"
            )
        });
    }
    let wrong = [from, to].into_iter().find(|end| sides[*end] == (first > second))?;
    let wrong = &graph.names()[wrong];
    Some(format!(
        "{joins}, so a path through all begins and ends on the larger side, and '{wrong}' is on \
         the smaller"
    ))
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

    fn check(graph: &Graph, problem: &Problem, expected: Option<&str>) {
        assert_eq!(no_subgraph_because(graph, problem).as_deref(), expected, "{problem:?}");
    }

    #[test]
    fn degrees_that_cannot_be_are_noticed() {
        let check = |text: &str, degrees: u64, expected: Option<&str>| {
            let graph = text.parse::<Graph>().expect("a board");
            let allowed = vec![degrees; graph.vertex_count()];
            super::tests::check(&graph, &Problem::Degrees { allowed }, expected);
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
        use Problem::{Cycles, Forests, HamiltonianCycles, Paths, PerfectMatchings, SpanningTrees};
        let paths = |graph: &Graph| Problem::hamiltonian_paths(graph.vertex_count());
        let board = |text: &str| text.parse::<Graph>().expect("a board");
        let odd = board("grid:3x3");
        check(
            &odd,
            &PerfectMatchings,
            Some("9 vertices are an odd number, and edges match them in pairs"),
        );
        check(
            &odd,
            &HamiltonianCycles,
            Some("every edge joins one of 5 vertices to one of 4 others"),
        );
        check(&odd, &paths(&odd), None);
        let between = |graph: &Graph, from: usize, to: usize| {
            Problem::hamiltonian_paths_between(graph.vertex_count(), from, to).expect("two ends")
        };
        check(&odd, &between(&odd, 0, 8), None);
        check(
            &odd,
            &between(&odd, 0, 1),
            Some(
                "every edge joins one of 5 vertices to one of 4 others, so a path through all \
                 begins and ends on the larger side, and '0,1' is on the smaller",
            ),
        );
        let even = board("grid:2x2");
        check(&even, &between(&even, 0, 1), None);
        check(
            &even,
            &between(&even, 1, 2),
            Some(
                "every edge joins one of 2 vertices to one of 2 others, so a path through all has \
                 one end on each side, and '0,1' and '1,0' are on the same",
            ),
        );
        let apart = board("knight:2x4");
        let reason = Some("the graph is not connected: no walk leads from '0,0' to '0,1'");
        check(&apart, &HamiltonianCycles, reason);
        check(&apart, &paths(&apart), reason);
        check(&apart, &SpanningTrees, reason);
        check(&apart, &Paths { from: 0, to: 1 }, Some("no walk leads from '0,0' to '0,1'"));
        check(&apart, &Cycles, Some("the graph is a forest"));
        check(&apart, &PerfectMatchings, None);
        check(
            &board("grid:1x2"),
            &HamiltonianCycles,
            Some("a cycle has at least 3 vertices, and the graph has 2"),
        );
        check(&board("grid:1x4"), &HamiltonianCycles, Some("vertex '0,0' has one edge only"));
        check(&board("knight:1x2"), &PerfectMatchings, Some("vertex '0,0' has no edge"));
        check(&board("knight:1x2"), &Forests, None);
        check(&board("king:2x2"), &Cycles, None);
    }

    fn check_tours(text: &str, symmetry: TourSymmetry, expected: &str) {
        let graph: Graph = text.parse().expect("a board");
        let reason = no_tour_because(&graph, graph.board().expect("a board"), symmetry);
        assert_eq!(reason.unwrap_or_default(), expected, "{text}");
    }

    #[test]
    fn reasons_against_tours_name_what_is_wrong() {
        use TourSymmetry::{HalfTurn, None, QuarterTurn};
        check_tours(
            "knight:1x2",
            None,
            "a closed tour has at least 3 cells, and a 1x2 board has 2",
        );
        check_tours("knight:1x7", None, "the piece cannot get from cell 0,0 to cell 0,1");
        check_tours("leaper:1,3:8x8", None, "the piece cannot get from cell 0,0 to cell 0,1");
        let alternate = "an odd number, and the colours of cells alternate on a closed tour";
        check_tours("knight:5x5", None, &format!("a 5x5 board has 25 cells, {alternate}"));
        check_tours(
            "knight:5x7",
            HalfTurn,
            &format!(
                "a 5x7 board has 35 cells, {alternate}; besides, the half-turn leaves the middle \
                 cell in place, \
                 and no rotation of a cycle does"
            ),
        );
        check_tours(
            "leaper:0,1:1x4",
            None,
            "a tour comes to each cell and leaves it, and cell 0,0 has one move only",
        );
        check_tours(
            "knight:8x8",
            QuarterTurn,
            "a quarter-turn would move every cell by 16 moves along the tour, so to a cell of the \
             same colour, \
             but it changes the colours",
        );
        check_tours("knight:4x4", None, "");
        check_tours("knight:6x6", QuarterTurn, "");
        check_tours("knight:8x8", HalfTurn, "");
    }
}
