//! A board with a leaper, and the motions that turn it and flip it.

use kumiki_model::{Graph, ModelError, TourSymmetry};

/// A board with a leaper.
///
/// * **B1** `motions` has where each motion takes each cell: all eight on a square board, the four
///   without a transposition on others.
#[derive(Clone, Debug)]
pub(crate) struct TourBoard {
    sides: [usize; 2],
    piece: [usize; 2],
    graph: Graph,
    motions: Vec<Vec<usize>>,
}

impl TourBoard {
    /// A board of rows and columns.
    ///
    /// # Errors
    /// If there are no cells or too many, or the piece does not move.
    pub(crate) fn new([rows, columns]: [usize; 2], piece: [usize; 2]) -> Result<Self, ModelError> {
        let graph = Graph::leaper(rows, columns, piece[0], piece[1])?;
        let transpositions: &[bool] = if rows == columns { &[false, true] } else { &[false] };
        let mut motions = Vec::new();
        for transposes in transpositions {
            for [flips_rows, flips_columns] in
                [[false, false], [false, true], [true, false], [true, true]]
            {
                let image = |cell: usize| {
                    let [row, column] = [cell / columns, cell % columns];
                    let row = if flips_rows { rows - 1 - row } else { row };
                    let column = if flips_columns { columns - 1 - column } else { column };
                    if *transposes { column * columns + row } else { row * columns + column }
                };
                motions.push((0..rows * columns).map(image).collect());
            }
        }
        Ok(Self { sides: [rows, columns], piece, graph, motions })
    }

    /// The cells, and edges for the moves.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Where each motion takes each cell.
    #[cfg(test)]
    pub(crate) fn motions(&self) -> &[Vec<usize>] {
        &self.motions
    }

    /// How many motions there are.
    pub(crate) fn motion_count(&self) -> u64 {
        self.motions.iter().map(|_| 1).sum()
    }

    /// Rows and columns.
    pub(super) fn sides(&self) -> [usize; 2] {
        self.sides
    }

    /// The leaps of the piece.
    pub(super) fn piece(&self) -> [usize; 2] {
        self.piece
    }

    /// Whether the piece goes from one cell to another.
    pub(super) fn is_move(&self, from: usize, to: usize) -> bool {
        let columns = self.sides[1];
        let [a, b] = self.piece;
        let leap =
            [(from / columns).abs_diff(to / columns), (from % columns).abs_diff(to % columns)];
        leap == [a, b] || leap == [b, a]
    }

    /// Whether a tour looks the same after the motion that is asked for. No tour does that if the
    /// board does not.
    pub(crate) fn is_preserved(&self, tour: &[usize], symmetry: TourSymmetry) -> bool {
        let last = self.graph.vertex_count() - 1;
        let [rows, columns] = self.sides;
        match symmetry {
            TourSymmetry::None => true,
            TourSymmetry::HalfTurn => is_preserved(tour, |cell| last - cell),
            TourSymmetry::QuarterTurn => {
                // Row r becomes column last - r.
                rows == columns
                    && is_preserved(tour, |cell| {
                        (cell % columns) * columns + columns - 1 - cell / columns
                    })
            }
        }
    }

    /// How many motions, with that which does nothing, preserve a tour.
    pub(crate) fn preserving_count(&self, tour: &[usize]) -> u64 {
        self.motions.iter().map(|motion| u64::from(is_preserved(tour, |cell| motion[cell]))).sum()
    }

    /// The least of the images of a tour, each written from the first cell in the direction of its
    /// lower neighbour: the same for two tours if and only if a motion takes one to the other.
    pub(super) fn least_image(&self, tour: &[usize]) -> Vec<usize> {
        let image = |motion: &Vec<usize>| {
            let mut image: Vec<usize> = tour.iter().map(|cell| motion[*cell]).collect();
            let first = image.iter().position(|cell| *cell == 0).unwrap_or(0);
            image.rotate_left(first);
            let last = image.len() - 1;
            if image.len() > 2 && image[last] < image[1] {
                image[1..].reverse();
            }
            image
        };
        self.motions.iter().map(image).min().unwrap_or_default()
    }
}

/// Whether a motion takes the two neighbours of each cell of a tour to the neighbours of the cell's
/// image.
fn is_preserved(tour: &[usize], image: impl Fn(usize) -> usize) -> bool {
    let count = tour.len();
    let mut neighbours = vec![[0; 2]; count];
    for (at, cell) in tour.iter().enumerate() {
        neighbours[*cell] = [tour[(at + count - 1) % count], tour[(at + 1) % count]];
    }
    (0..count).all(|cell| {
        let mut moved = neighbours[cell].map(&image);
        let mut there = neighbours[image(cell)];
        moved.sort_unstable();
        there.sort_unstable();
        moved == there
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn motions_are_different_and_keep_moves() {
        for (sides, count) in [([3, 3], 8), ([3, 4], 4), ([4, 4], 8), ([2, 5], 4)] {
            let board = TourBoard::new(sides, [1, 2]).expect("a board");
            assert_eq!(board.motions.iter().collect::<BTreeSet<_>>().len(), count);
            let cells = sides[0] * sides[1];
            for motion in &board.motions {
                assert_eq!(motion.iter().collect::<BTreeSet<_>>().len(), cells);
                for from in 0..cells {
                    for to in 0..cells {
                        let is_edge = board.graph.edges().contains(&[from.min(to), from.max(to)]);
                        assert_eq!(board.is_move(from, to), is_edge);
                        assert_eq!(board.is_move(motion[from], motion[to]), is_edge);
                    }
                }
            }
        }
    }
}
