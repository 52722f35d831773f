//! Why there can be no tour, if that is seen at once.

use crate::graph::reasons::{unreachable_vertex, vertex_with_fewer_edges};
use kumiki_model::{Graph, TourSymmetry};

/// Why there is no tour, if a look at the board shows it.
pub(super) fn none_because(
    graph: &Graph,
    board: [usize; 2],
    symmetry: TourSymmetry,
) -> Option<String> {
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
        let turned = match symmetry {
            TourSymmetry::None => "",
            TourSymmetry::HalfTurn => {
                "; besides, the half-turn leaves the middle cell in place, and no rotation of a \
                 cycle does"
            }
            TourSymmetry::QuarterTurn => {
                "; besides, the quarter-turn leaves the middle cell in place, and no rotation of \
                 a cycle does"
            }
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, symmetry: TourSymmetry, expected: &str) {
        let graph: Graph = text.parse().expect("a board");
        let reason = none_because(&graph, graph.board().expect("a board"), symmetry);
        assert_eq!(reason.unwrap_or_default(), expected, "{text}");
    }

    #[test]
    fn reasons_name_what_is_wrong() {
        use TourSymmetry::{HalfTurn, None, QuarterTurn};
        check("knight:1x2", None, "a closed tour has at least 3 cells, and a 1x2 board has 2");
        check("knight:1x7", None, "the piece cannot get from cell 0,0 to cell 0,1");
        check("leaper:1,3:8x8", None, "the piece cannot get from cell 0,0 to cell 0,1");
        let alternate = "an odd number, and the colours of cells alternate on a closed tour";
        check("knight:5x5", None, &format!("a 5x5 board has 25 cells, {alternate}"));
        check(
            "knight:5x7",
            HalfTurn,
            &format!(
                "a 5x7 board has 35 cells, {alternate}; besides, the half-turn leaves the middle \
                 cell in place, \
                 and no rotation of a cycle does"
            ),
        );
        check(
            "leaper:0,1:1x4",
            None,
            "a tour comes to each cell and leaves it, and cell 0,0 has one move only",
        );
        check(
            "knight:8x8",
            QuarterTurn,
            "a quarter-turn would move every cell by 16 moves along the tour, so to a cell of the \
             same colour, \
             but it changes the colours",
        );
        check("knight:4x4", None, "");
        check("knight:6x6", QuarterTurn, "");
        check("knight:8x8", HalfTurn, "");
    }
}
