//! From cycles and paths of a folded board back to tours.

use kumiki_frontier::{Link, Motion};

/// A board with its orbits, numbered as the engine numbers them: by their first cells.
pub(super) struct Unfolding {
    board: [usize; 2],
    motion: Motion,
    /// The first cell of each orbit.
    firsts: Vec<usize>,
}

impl Unfolding {
    /// The orbits of a half-turn or a quarter-turn.
    pub(super) fn new(board: [usize; 2], motion: Motion) -> Self {
        let mut unfolding = Self { board, motion, firsts: Vec::new() };
        let is_first =
            |cell: &usize| unfolding.orbit(*cell).into_iter().all(|other| *cell <= other);
        unfolding.firsts = (0..board[0] * board[1]).filter(is_first).collect();
        unfolding
    }

    /// Where a cell goes.
    fn image(&self, cell: usize) -> usize {
        let [rows, columns] = self.board;
        let [row, column] = [cell / columns, cell % columns];
        match self.motion {
            Motion::HalfTurn => rows * columns - 1 - cell,
            Motion::QuarterTurn => column * columns + columns - 1 - row,
            Motion::FlipRows | Motion::FlipColumns | Motion::Transpose => {
                unreachable!("tours are asked for by turns only")
            }
        }
    }

    /// A cell, its image, the image of that, and so on, once for each element of the group.
    fn orbit(&self, cell: usize) -> Vec<usize> {
        let images = std::iter::successors(Some(cell), |cell| Some(self.image(*cell)));
        images.take(kumiki_id::widen(self.motion.order())).collect()
    }

    /// The tour that edges of the folded board lift to; none if they lift to several cycles.
    pub(super) fn lift(&self, links: &[Link]) -> Option<Vec<usize>> {
        let mut neighbours = vec![Vec::with_capacity(2); self.board[0] * self.board[1]];
        let mut join = |from: Vec<usize>, to: Vec<usize>| {
            for (from, to) in from.into_iter().zip(to) {
                neighbours[from].push(to);
                neighbours[to].push(from);
            }
        };
        let mut degrees = vec![0; self.firsts.len()];
        for Link { ends: [from, to], label } in links {
            degrees[*from] += 1;
            degrees[*to] += 1;
            let target = self.orbit(self.firsts[*to])[kumiki_id::widen(*label)];
            join(self.orbit(self.firsts[*from]), self.orbit(target));
        }
        for orbit in (0..degrees.len()).filter(|orbit| degrees[*orbit] == 1) {
            // A path ends here: the tour goes on from the cell to its own image, unless that is the
            // cell itself.
            let first = self.firsts[orbit];
            join(vec![first], vec![self.image(first)]);
        }
        for (cell, list) in neighbours.iter_mut().enumerate() {
            list.sort_unstable();
            list.dedup();
            list.retain(|other| *other != cell);
        }
        tour(&neighbours)
    }
}

/// The tour along which every cell has its two neighbours, from the first cell in the direction of
/// the lower neighbour; none if it does not come to all cells.
pub(super) fn tour(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut tour = vec![0];
    let mut next = *neighbours[0].first()?;
    while next != 0 {
        let before = tour[tour.len() - 1];
        tour.push(next);
        next = neighbours[next].iter().copied().find(|other| *other != before)?;
    }
    (tour.len() == neighbours.len()).then_some(tour)
}
