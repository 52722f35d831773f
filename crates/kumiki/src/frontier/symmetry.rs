//! The symmetries of a graph. Boards are turned and reflected; those of other graphs are found by
//! `kumiki-auto`.

use crate::Halt;
use kumiki_auto::{Budget, edge_automorphisms};
use kumiki_frontier::EdgeGroup;
use kumiki_group::Perm;
use kumiki_id::narrow;
use kumiki_model::Graph;
use num_bigint::BigUint;

/// Every solution is held against its image under each symmetry, so there must not be more.
const MOST_SYMMETRIES: u32 = 50_000;

/// The symmetries of a graph that keep the ends of paths: motions if it is a board, otherwise all.
///
/// # Errors
/// If there are too many, or if not all were found.
pub(crate) fn edge_group(graph: &Graph, ends: Option<[usize; 2]>) -> Result<EdgeGroup, Halt> {
    if let Some(board) = graph.board() {
        return Ok(EdgeGroup::of_board(graph, board, ends));
    }
    let found = edge_automorphisms(graph, ends, Budget::default())?;
    if !found.is_complete() || *found.order() > BigUint::from(MOST_SYMMETRIES) {
        let order = found.order().to_string();
        return Err(Halt::TooManySymmetries { order, limit: MOST_SYMMETRIES });
    }
    let edges = 0..graph.edges().len();
    let on_edges = |element: Perm| edges.clone().map(|edge| narrow(element.apply(edge))).collect();
    let elements = found.chain().elements().map(on_edges).collect();
    Ok(EdgeGroup::new(elements, "symmetries of the graph"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_the_same_graphs_without_a_board_have_the_same_symmetries() {
        for (name, order) in
            [("grid:3x3", 8), ("grid:2x3", 4), ("king:3x3", 8), ("king:2x4", 4), ("grid:1x4", 2)]
        {
            let board: Graph = name.parse().expect("a board");
            let plain =
                Graph::new(board.names().to_vec(), board.edges().to_vec()).expect("a graph");
            let groups =
                [&board, &plain].map(|graph| edge_group(graph, None).expect("few symmetries"));
            assert_eq!(groups[0].order(), order, "{name}");
            // A king on two rows can exchange the two cells of a column.
            let all = if name == "king:2x4" { 32 } else { order };
            assert_eq!(groups[1].order(), all, "{name}");
        }
    }

    #[test]
    fn ends_of_paths_are_kept_or_exchanged() {
        let graph: Graph = "grid:3x3".parse().expect("a board");
        let order = |ends| edge_group(&graph, Some(ends)).expect("few symmetries").order();
        assert_eq!([order([0, 8]), order([0, 1]), order([0, 2]), order([8, 2])], [4, 1, 2, 2]);
        let plain = Graph::new(graph.names().to_vec(), graph.edges().to_vec()).expect("a graph");
        assert_eq!(edge_group(&plain, Some([0, 8])).expect("few symmetries").order(), 4);
    }

    #[test]
    fn too_many_symmetries_are_refused() {
        let star =
            Graph::new((0..12).map(|v| v.to_string()).collect(), (1..12).map(|v| [0, v]).collect());
        let error = edge_group(&star.expect("a graph"), None).expect_err("11! symmetries");
        assert!(error.to_string().contains("39916800 symmetries"), "{error}");
    }
}
