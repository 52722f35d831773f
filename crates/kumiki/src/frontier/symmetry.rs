//! Solutions up to the symmetries of their graph: which one stands for its class.
//!
//! A symmetry permutes the vertices and takes edges to edges. If paths have two ends, it keeps
//! these, in whatever order. Boards are turned and reflected; the symmetries of other graphs are
//! found by `kumiki-auto`, with vertices as items and edges as options.

use crate::Halt;
use kumiki_auto::{Budget, automorphisms};
use kumiki_frontier::Motion;
use kumiki_group::{Action, Group, Perm};
use kumiki_id::narrow;
use kumiki_model::{CoverProblemBuilder, Graph, ItemId, ItemKind};
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Every solution is held against its image under each symmetry, so there must not be more.
const MOST_SYMMETRIES: u32 = 50_000;

/// A group of symmetries of a graph.
///
/// * **E1** `elements` has the image of each edge under each symmetry; all are different.
#[derive(Clone, Debug)]
pub(crate) struct EdgeGroup {
    elements: Vec<Vec<u32>>,
    /// What they are, in words.
    pub(crate) what: &'static str,
}

impl EdgeGroup {
    /// The symmetries of a graph that keep the ends of paths: motions if it is a board, otherwise
    /// all.
    ///
    /// # Errors
    /// If there are too many, or if not all were found.
    pub(crate) fn new(graph: &Graph, ends: Option<[usize; 2]>) -> Result<Self, Halt> {
        match graph.board() {
            Some(board) => Ok(Self::of_board(graph, board, ends)),
            None => Self::of_graph(graph, ends),
        }
    }

    fn of_board(graph: &Graph, board: [usize; 2], ends: Option<[usize; 2]>) -> Self {
        let moved = |motion: &Perm, edge: [usize; 2]| {
            let mut image = edge.map(|cell| motion.apply(cell));
            image.sort_unstable();
            image
        };
        let keeps = |motion: &&Perm| {
            ends.is_none_or(|[from, to]| moved(motion, [from, to]) == [from.min(to), from.max(to)])
        };
        let on_edges = |motion: &Perm| -> Option<Vec<u32>> {
            let number = |edge: &[usize; 2]| graph.edges().binary_search(&moved(motion, *edge));
            graph.edges().iter().map(|edge| number(edge).ok().map(narrow)).collect()
        };
        let motions = motions(board);
        // Different motions may do the same to edges: to the only edge of two cells.
        let elements: BTreeSet<Vec<u32>> =
            motions.elements().iter().filter(keeps).filter_map(on_edges).collect();
        Self { elements: elements.into_iter().collect(), what: "motions of the board" }
    }

    fn of_graph(graph: &Graph, ends: Option<[usize; 2]>) -> Result<Self, Halt> {
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
        let item_count = graph.vertex_count() + usize::from(ends.is_some());
        let found = automorphisms(&builder.build(Action::trivial(item_count))?, Budget::default());
        if !found.is_complete() || *found.order() > BigUint::from(MOST_SYMMETRIES) {
            let order = found.order();
            return Err(Halt::TooManySymmetries {
                order: order.to_string(),
                limit: MOST_SYMMETRIES,
            });
        }
        let edge_count = graph.edges().len();
        let on_edges = |element: Perm| {
            (0..edge_count).map(|edge| narrow(element.apply(edge))).collect::<Vec<u32>>()
        };
        Ok(Self {
            elements: found.chain().elements().map(on_edges).collect(),
            what: "symmetries of the graph",
        })
    }

    /// How many symmetries there are.
    pub(crate) fn order(&self) -> usize {
        self.elements.len()
    }

    /// How many symmetries leave a set of edges unchanged, if none makes an earlier one of it.
    pub(crate) fn standing(&self, edges: &[usize]) -> Option<usize> {
        let mut own: Vec<u32> = edges.iter().map(|edge| narrow(*edge)).collect();
        own.sort_unstable();
        let image = |element: &Vec<u32>| {
            let mut image: Vec<u32> = own.iter().map(|edge| element[*edge as usize]).collect();
            image.sort_unstable();
            image
        };
        standing(&own, self.elements.iter().map(image))
    }
}

/// How many of its images something is, if it comes before all others.
pub(crate) fn standing<T: Ord>(own: &T, images: impl Iterator<Item = T>) -> Option<usize> {
    let mut unchanged = 0;
    for image in images {
        match image.cmp(own) {
            Ordering::Less => return None,
            Ordering::Equal => unchanged += 1,
            Ordering::Greater => {}
        }
    }
    Some(unchanged)
}

/// The motions of a board: eight if it is a square, otherwise four; fewer if it has one row or
/// column only.
pub(crate) fn motions(board: [usize; 2]) -> Group {
    let cells = board[0] * board[1];
    let perm = |(motion, _): &(Motion, u32)| {
        let images = (0..cells).map(|cell| narrow(motion.image(board, cell)));
        Perm::new(images.collect()).expect("a motion is a permutation")
    };
    let generators: Vec<Perm> = Motion::of_board(board).iter().map(perm).collect();
    Group::generated_by(cells, &generators)
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
                [&board, &plain].map(|graph| EdgeGroup::new(graph, None).expect("few symmetries"));
            assert_eq!(groups[0].order(), order, "{name}");
            // A king on two rows can exchange the two cells of a column.
            let all = if name == "king:2x4" { 32 } else { order };
            assert_eq!(groups[1].order(), all, "{name}");
        }
    }

    #[test]
    fn ends_of_paths_are_kept_or_exchanged() {
        let graph: Graph = "grid:3x3".parse().expect("a board");
        let order = |ends| EdgeGroup::new(&graph, Some(ends)).expect("few symmetries").order();
        assert_eq!([order([0, 8]), order([0, 1]), order([0, 2]), order([8, 2])], [4, 1, 2, 2]);
        let plain = Graph::new(graph.names().to_vec(), graph.edges().to_vec()).expect("a graph");
        assert_eq!(EdgeGroup::new(&plain, Some([0, 8])).expect("few symmetries").order(), 4);
    }

    #[test]
    fn one_of_each_class_stands() {
        // The four edges of a ring: one of four single edges stands, and one of two pairs of
        // opposite ones.
        let ring: Graph = "grid:2x2".parse().expect("a board");
        let group = EdgeGroup::new(&ring, None).expect("few symmetries");
        let standing = |sets: &[&[usize]]| {
            sets.iter().filter_map(|set| group.standing(set)).collect::<Vec<usize>>()
        };
        assert_eq!(standing(&[&[0], &[1], &[2], &[3]]), [2]);
        assert_eq!(standing(&[&[0, 3], &[1, 2]]), [4]);
        assert_eq!(standing(&[&[0, 1, 2, 3]]), [8]);
    }

    #[test]
    fn too_many_symmetries_are_refused() {
        let star =
            Graph::new((0..12).map(|v| v.to_string()).collect(), (1..12).map(|v| [0, v]).collect());
        let error = EdgeGroup::new(&star.expect("a graph"), None).expect_err("11! symmetries");
        assert!(error.to_string().contains("39916800 symmetries"), "{error}");
    }
}
