//! Subgraphs up to the symmetries of their graph.
//!
//! A symmetry takes vertices to vertices and edges to edges, and keeps the ends of paths, in
//! whatever order. A board is turned and reflected. For other graphs, vertices are given their
//! images one after the other, with a look at the edges to those before; this is given up after so
//! many steps, and then nothing is known.

use kumiki_model::Graph;
use std::collections::BTreeSet;

/// The most steps of a search for symmetries.
const LIMIT_STEPS: usize = 1_000_000;

/// What the symmetries of a graph that keep the ends of paths do to its edges, by their numbers; no
/// two do the same. Nothing if finding them takes too long.
#[must_use]
pub fn graph_symmetries(graph: &Graph, ends: Option<[usize; 2]>) -> Option<Vec<Vec<usize>>> {
    let elements = match graph.board() {
        Some(board) => motions(board),
        None => Search::new(graph).all()?,
    };
    let keeps_ends = |element: &&Vec<usize>| {
        ends.is_none_or(|ends| ends.iter().all(|end| ends.contains(&element[*end])))
    };
    let kept = elements.iter().filter(keeps_ends);
    let different: BTreeSet<Vec<usize>> = kept.filter_map(|all| on_edges(graph, all)).collect();
    Some(different.into_iter().collect())
}

/// The number of the edge between two vertices, if there is one.
#[must_use]
pub fn edge_between(graph: &Graph, [from, to]: [usize; 2]) -> Option<usize> {
    graph.edges().binary_search(&[from.min(to), from.max(to)]).ok()
}

/// What a permutation of the vertices does to the edges, by their numbers, if it takes edges to
/// edges.
#[must_use]
pub fn on_edges(graph: &Graph, element: &[usize]) -> Option<Vec<usize>> {
    let image = |edge: &[usize; 2]| edge_between(graph, edge.map(|vertex| element[vertex]));
    graph.edges().iter().map(image).collect()
}

/// All ways to turn a board over, cell by cell: quarter-turns of a square, half-turns of others,
/// with and without a flip.
fn motions(board: [usize; 2]) -> Vec<Vec<usize>> {
    let [rows, columns] = board;
    let turns = (0..4).filter(|turns| rows == columns || turns % 2 == 0);
    turns
        .flat_map(|turns| [false, true].map(|is_flipped| motion(board, turns, is_flipped)))
        .collect()
}

/// Where so many quarter-turns take each cell of a board, with or without a flip afterwards; an odd
/// number of them is for square boards.
pub fn motion([rows, columns]: [usize; 2], turns: usize, is_flipped: bool) -> Vec<usize> {
    let image = |cell: usize| {
        let [mut row, mut column] = [cell / columns, cell % columns];
        let [mut height, mut width] = [rows, columns];
        for _ in 0..turns {
            [row, column] = [column, height - 1 - row];
            [height, width] = [width, height];
        }
        row * columns + if is_flipped { width - 1 - column } else { column }
    };
    (0..rows * columns).map(image).collect()
}

/// A search for all symmetries of a graph without a board.
struct Search {
    /// Those of each vertex, in order.
    neighbours: Vec<Vec<usize>>,
    /// The vertices that have edges, each but the first of a component after a neighbour.
    order: Vec<usize>,
    images: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    steps_left: usize,
    found: Vec<Vec<usize>>,
}

impl Search {
    fn new(graph: &Graph) -> Self {
        let count = graph.vertex_count();
        let neighbours = graph.neighbours();
        let mut order: Vec<usize> = Vec::new();
        let mut is_known = vec![false; count];
        let mut at = 0;
        for start in (0..count).filter(|start| !neighbours[*start].is_empty()) {
            if !std::mem::replace(&mut is_known[start], true) {
                order.push(start);
            }
            while let Some(vertex) = order.get(at).copied() {
                let new = |next: &&usize| !std::mem::replace(&mut is_known[**next], true);
                order.extend(neighbours[vertex].iter().filter(new));
                at += 1;
            }
        }
        let (images, is_taken) = (vec![None; count], vec![false; count]);
        Self { neighbours, order, images, is_taken, steps_left: LIMIT_STEPS, found: Vec::new() }
    }

    /// All symmetries, which leave vertices without edges where they are.
    fn all(mut self) -> Option<Vec<Vec<usize>>> {
        self.extend(0)?;
        Some(self.found)
    }

    /// Gives the next vertex its image. Nothing if there are no steps left.
    fn extend(&mut self, at: usize) -> Option<()> {
        let Some(&vertex) = self.order.get(at) else {
            let whole = self.images.iter().enumerate().map(|(own, image)| image.unwrap_or(own));
            self.found.push(whole.collect());
            return Some(());
        };
        for image in self.order.clone() {
            self.steps_left = self.steps_left.checked_sub(1)?;
            if self.fits(at, image) {
                (self.images[vertex], self.is_taken[image]) = (Some(image), true);
                self.extend(at + 1)?;
                (self.images[vertex], self.is_taken[image]) = (None, false);
            }
        }
        Some(())
    }

    /// Whether a vertex of the order can go to an image, as far as those before it tell.
    fn fits(&self, at: usize, image: usize) -> bool {
        let [own, there] = [self.order[at], image].map(|vertex| &self.neighbours[vertex]);
        let has = |neighbours: &[usize], other: &usize| neighbours.binary_search(other).is_ok();
        let is_like = |before: &usize| {
            has(own, before) == self.images[*before].is_some_and(|image| has(there, &image))
        };
        !self.is_taken[image] && own.len() == there.len() && self.order[..at].iter().all(is_like)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Permutations, image};

    fn order(graph: &Graph, ends: Option<[usize; 2]>) -> Option<usize> {
        graph_symmetries(graph, ends).map(|group| group.len())
    }

    fn without_board(name: &str) -> Graph {
        let board: Graph = name.parse().expect("a board");
        Graph::new(board.names().to_vec(), board.edges().to_vec()).expect("a graph")
    }

    #[test]
    fn well_known_graphs_have_as_many_symmetries_as_they_should() {
        for (name, of_board, all) in [
            ("grid:3x3", 8, 8),
            ("grid:2x3", 4, 4),
            ("grid:1x4", 2, 2),
            ("king:2x2", 8, 24),
            ("grid:1x2", 1, 1),
        ] {
            assert_eq!(order(&name.parse().expect("a board"), None), Some(of_board), "{name}");
            assert_eq!(order(&without_board(name), None), Some(all), "{name}");
        }
        assert_eq!(order(&without_board("grid:3x3"), Some([0, 8])), Some(4));
        assert_eq!(order(&"grid:3x3".parse().expect("a board"), Some([0, 2])), Some(2));
        assert_eq!(order(&without_board("king:1x1"), None), Some(1));
    }

    #[test]
    fn a_search_that_takes_too_long_is_given_up() {
        let star =
            Graph::new((0..12).map(|v| v.to_string()).collect(), (1..12).map(|v| [0, v]).collect());
        assert_eq!(order(&star.expect("a graph"), None), None);
    }

    #[test]
    fn classes_have_as_many_members_as_symmetries_say() {
        let graph: Graph = "grid:2x3".parse().expect("a board");
        let group = graph_symmetries(&graph, None).expect("few symmetries");
        let group = Permutations(&group);
        let edges = graph.edges();
        for set in 0_usize..1 << edges.len() {
            let own: Vec<usize> = (0..edges.len()).filter(|at| set >> at & 1 == 1).collect();
            let images: BTreeSet<Vec<usize>> = group.0.iter().map(|all| image(all, &own)).collect();
            assert_eq!(images.len() * group.fixing(&own), group.order());
            assert!(images.iter().all(|image| group.class_of(image) == group.class_of(&own)));
        }
    }
}
