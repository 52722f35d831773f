//! The symmetries of a plain graph, as permutations of its edges: the vertices are items, and the
//! edges are options.

use crate::{Automorphisms, Budget, automorphisms};
use kumiki_group::Action;
use kumiki_model::{CoverProblemBuilder, Graph, ItemId, ItemKind, ModelError};

/// The symmetries of a graph that keep two ends, if they are given, in whatever order. Option k is
/// edge k; with ends there is one more option, which all symmetries keep.
///
/// # Errors
/// If the graph is too large for an exact-cover problem.
pub fn edge_automorphisms(
    graph: &Graph,
    ends: Option<[usize; 2]>,
    budget: Budget,
) -> Result<Automorphisms, ModelError> {
    let mut builder = CoverProblemBuilder::new();
    let vertices: Vec<ItemId> =
        (0..graph.vertex_count()).map(|_| builder.item(ItemKind::Optional)).collect();
    for edge in graph.edges() {
        builder.option(edge.map(|vertex| vertices[vertex]));
    }
    if let Some(ends) = ends {
        // The only option with three items: a symmetry keeps it.
        let mark = builder.item(ItemKind::Optional);
        builder.option([mark, vertices[ends[0]], vertices[ends[1]]]);
    }
    let item_count = builder.item_count();
    Ok(automorphisms(&builder.build(Action::trivial(item_count))?, budget))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_kept_or_exchanged() {
        let square: Graph = "grid:2x2".parse().expect("a board");
        for (ends, order) in [(None, 8_u32), (Some([0, 3]), 4), (Some([0, 1]), 2)] {
            let found = edge_automorphisms(&square, ends, Budget::default()).expect("a small one");
            assert_eq!(found.order(), &order.into(), "{ends:?}");
        }
    }
}
