//! Solutions up to the symmetries of their graph: which one stands for its class.
//!
//! A symmetry permutes the vertices and takes edges to edges. If paths have two ends, it keeps
//! these, in whatever order.

use crate::Motion;
use kumiki_group::{Group, Perm};
use kumiki_id::narrow;
use kumiki_model::Graph;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A group of symmetries of a graph.
///
/// * **V1** `elements` has the image of each edge under each symmetry; all are different.
#[derive(Clone, Debug)]
pub struct EdgeGroup {
    elements: Vec<Vec<u32>>,
    /// What they are, in words.
    what: &'static str,
}

impl EdgeGroup {
    /// A group by the images of all edges under each of its elements (V1), and what these are, in
    /// words.
    #[must_use]
    pub fn new(elements: Vec<Vec<u32>>, what: &'static str) -> Self {
        Self { elements, what }
    }

    /// What they are, in words.
    #[must_use]
    pub fn what(&self) -> &'static str {
        self.what
    }

    /// The motions of a board that keep the ends of paths.
    #[must_use]
    pub fn of_board(graph: &Graph, board: [usize; 2], ends: Option<[usize; 2]>) -> Self {
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
        Self::new(elements.into_iter().collect(), "motions of the board")
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// How many symmetries leave a set of edges unchanged, if none makes an earlier one of it.
    #[must_use]
    pub fn standing(&self, edges: &[usize]) -> Option<usize> {
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
fn standing<T: Ord>(own: &T, images: impl Iterator<Item = T>) -> Option<usize> {
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

/// How many motions of the board preserve a tour, written from the first cell in the direction of
/// the lower neighbour, if none makes an earlier one of it.
#[must_use]
pub fn standing_tour(motions: &Group, tour: &[usize]) -> Option<usize> {
    let image = |motion: &Perm| normal(tour.iter().map(|cell| motion.apply(*cell)).collect());
    standing(&tour.to_vec(), motions.elements().iter().map(image))
}

/// A tour from the first cell on, in the direction of its lower neighbour.
fn normal(mut tour: Vec<usize>) -> Vec<usize> {
    let start = tour.iter().position(|cell| *cell == 0).unwrap_or(0);
    tour.rotate_left(start);
    if tour.len() > 2 && tour[1] > tour[tour.len() - 1] {
        tour[1..].reverse();
    }
    tour
}

/// The motions of a board: eight if it is a square, otherwise four; fewer if it has one row or
/// column only.
#[must_use]
pub fn motions(board: [usize; 2]) -> Group {
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
    fn one_of_each_class_stands() {
        // The four edges of a ring: one of four single edges stands, and one of two pairs of
        // opposite ones.
        let ring: Graph = "grid:2x2".parse().expect("a board");
        let group = EdgeGroup::of_board(&ring, [2, 2], None);
        let standing = |sets: &[&[usize]]| {
            sets.iter().filter_map(|set| group.standing(set)).collect::<Vec<usize>>()
        };
        assert_eq!(standing(&[&[0], &[1], &[2], &[3]]), [2]);
        assert_eq!(standing(&[&[0, 3], &[1, 2]]), [4]);
        assert_eq!(standing(&[&[0, 1, 2, 3]]), [8]);
    }

    #[test]
    fn a_square_has_eight_motions_and_a_rectangle_four() {
        let check = |board, tour: &[usize], expected| {
            assert_eq!(standing_tour(&motions(board), tour), expected, "{tour:?}");
        };
        check([2, 2], &[0, 1, 3, 2], Some(8));
        check([2, 3], &[0, 1, 2, 5, 4, 3], Some(4));
        check([2, 3], &[0, 3, 1, 5, 2, 4], Some(4));
        // Its mirror image is 0, 1, 4, 2, 5, 3.
        check([2, 3], &[0, 2, 1, 4, 5, 3], None);
        check([2, 3], &[0, 1, 4, 2, 5, 3], Some(1));
    }

    #[test]
    fn every_way_to_write_a_tour_has_one_normal_form() {
        let tour = vec![0, 2, 4, 1, 3];
        for turn in 0..5 {
            let mut written = tour.clone();
            written.rotate_left(turn);
            assert_eq!(normal(written.clone()), tour);
            written.reverse();
            assert_eq!(normal(written), tour);
        }
    }
}
