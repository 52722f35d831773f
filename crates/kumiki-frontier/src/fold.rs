//! Boards folded by a motion: tours that a motion maps to themselves, counted in the folded graph.
//!
//! # The idea
//! A motion of order k maps the board to itself. Cells that it maps to each other are glued
//! together. An edge of the folded graph stands for an orbit of edges, and its label says by how
//! many turns of the motion it leads from one orbit of cells to another, as seen from the first
//! cells of both orbits.
//!
//! The motion acts on a tour that it preserves as a symmetry of a cycle of N cells, and these are
//! rotations and reflections.
//!
//! * **F1** As a rotation of order k. No cell is fixed by any power of the motion but the identity.
//!   The folded tour is a cycle through all vertices, and its total label generates the group:
//!   otherwise it would lift to several cycles. All such cycles lift to one tour.
//! * **F2** As a reflection; then k = 2. A reflection of a cycle leaves exactly two things in
//!   place, each a cell or an edge whose ends it swaps. The folded tour is a path through all
//!   vertices; it ends at the cells that are fixed, which are all ends, and at vertices with an
//!   edge to their own image. Each such path lifts to one tour, whatever the labels.
//! * **F3** A motion of order 4 is never a reflection, because then its square would leave every
//!   cell of the tour in place.
//! * **F4** A rotation of order k moves each cell by N / k along the tour, or by an odd multiple of
//!   that. If the graph has two sides, the motion preserves them if N / k is even and swaps them if
//!   it is odd; if it does otherwise, there is no tour as in F1.
//!
//! F4 settles in advance that a leaper which changes the colour of its cell with every move has no
//! tours on even boards that are symmetric to an axis, and none on 8x8 that a quarter turn
//! preserves.

use crate::mates::Ending;
use crate::network::{Link, Network, sweeps};
use crate::problem::{FrontierError, Problem};
use crate::{Count, Keys, Plan, Step, Tally};
use kumiki_model::Graph;
use kumiki_search::Fuel;
use num_bigint::BigUint;

/// A motion of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// By 180 degrees.
    HalfTurn,
    /// By 90 degrees; of square boards only.
    QuarterTurn,
    /// The first row becomes the last.
    FlipRows,
    /// The first column becomes the last.
    FlipColumns,
    /// Rows become columns; of square boards only.
    Transpose,
}

impl Motion {
    /// How often it must be repeated until all is as before.
    #[must_use]
    pub fn order(self) -> u32 {
        if self == Self::QuarterTurn { 4 } else { 2 }
    }

    /// The motions of a board other than the identity, up to a change of the point of view, with
    /// the number of those that look the same. With the identity there are 4 of a rectangle and 8
    /// of a square.
    #[must_use]
    pub fn of_board([rows, columns]: [usize; 2]) -> &'static [(Self, u32)] {
        if rows == columns {
            &[
                (Self::HalfTurn, 1),
                (Self::QuarterTurn, 2),
                (Self::FlipRows, 2),
                (Self::Transpose, 2),
            ]
        } else {
            &[(Self::HalfTurn, 1), (Self::FlipRows, 1), (Self::FlipColumns, 1)]
        }
    }

    /// Where a cell goes.
    fn image(self, [rows, columns]: [usize; 2], cell: usize) -> usize {
        let [row, column] = [cell / columns, cell % columns];
        let [row, column] = match self {
            Self::HalfTurn => [rows - 1 - row, columns - 1 - column],
            Self::QuarterTurn => [column, columns - 1 - row],
            Self::FlipRows => [rows - 1 - row, column],
            Self::FlipColumns => [row, columns - 1 - column],
            Self::Transpose => [column, row],
        };
        row * columns + column
    }
}

/// A folded board: what to count in order to know the tours that the motion preserves.
#[derive(Clone, Debug)]
pub struct Folding {
    /// The folded graph for F1, whose cycles through all vertices are counted. `None` if there is
    /// no such tour, by F1, F4 or its size.
    as_rotation: Option<Network>,
    /// The folded graph and the paths through all its vertices that are counted for F2. `None` if
    /// there cannot be any.
    as_reflection: Option<(Network, Problem)>,
    /// Tours of a board that folds to a single vertex, which has no network; otherwise 0.
    loops: usize,
}

/// Tours that a motion preserves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetricTours {
    /// How many tours the motion maps to themselves.
    pub tours: BigUint,
    /// How many folded cycles lift to several cycles that the motion maps to each other: the
    /// pseudo-solutions of the half-turn.
    pub pseudo: BigUint,
}

/// The orbit of each cell, and how many turns lead to it from the first cell of the orbit.
struct Orbits {
    /// The orbit of each cell.
    of: Vec<usize>,
    /// For each cell: how often the motion has to be applied to the first cell of its orbit to get
    /// there.
    turns: Vec<u32>,
    /// For each orbit: its least cell. They ascend.
    firsts: Vec<usize>,
    /// For each orbit: how many cells it has, a divisor of the order of the motion.
    sizes: Vec<u32>,
}

impl Orbits {
    fn new(board: [usize; 2], motion: Motion) -> Self {
        let cells = board[0] * board[1];
        let mut orbits = Self {
            of: vec![usize::MAX; cells],
            turns: vec![0; cells],
            firsts: Vec::new(),
            sizes: Vec::new(),
        };
        for first in 0..cells {
            if orbits.of[first] != usize::MAX {
                continue;
            }
            let (mut cell, mut turns) = (first, 0);
            while orbits.of[cell] == usize::MAX {
                (orbits.of[cell], orbits.turns[cell]) = (orbits.firsts.len(), turns);
                (cell, turns) = (motion.image(board, cell), turns + 1);
            }
            orbits.firsts.push(first);
            orbits.sizes.push(turns);
        }
        orbits
    }
}

impl Folding {
    /// Folds the graph of a board.
    ///
    /// # Errors
    /// If the graph is not that of a board, or the motion does not map it to itself.
    pub fn new(graph: &Graph, motion: Motion) -> Result<Self, FrontierError> {
        let board = graph.board().ok_or(FrontierError::NoBoard)?;
        let needs_square = matches!(motion, Motion::QuarterTurn | Motion::Transpose);
        let image = |cell: usize| motion.image(board, cell);
        let moved = |&[from, to]: &[usize; 2]| {
            let ends = [image(from), image(to)];
            graph.edges().binary_search(&[ends[0].min(ends[1]), ends[0].max(ends[1])]).is_ok()
        };
        if (needs_square && board[0] != board[1]) || !graph.edges().iter().all(moved) {
            return Err(FrontierError::NotSymmetric);
        }
        let orbits = Orbits::new(board, motion);
        let mut folding = Self { as_rotation: None, as_reflection: None, loops: 0 };
        if graph.vertex_count() < 3 {
            return Ok(folding);
        }
        let order = motion.order();
        let neighbours = graph.neighbours();
        let mut links = Vec::new();
        let mut has_edge_to_itself = vec![false; orbits.firsts.len()];
        for (orbit, &first) in orbits.firsts.iter().enumerate() {
            let is_fixed = |orbit: usize| orbits.sizes[orbit] == 1;
            for &other in &neighbours[first] {
                let (to, label) = (orbits.of[other], orbits.turns[other]);
                if to == orbit {
                    has_edge_to_itself[orbit] |= 2 * label == order;
                    folding.loops += usize::from(label == 1 && order == 4);
                } else if orbit < to && !(is_fixed(orbit) && (is_fixed(to) || label != 0)) {
                    links.push(Link { ends: [orbit, to], label });
                }
            }
        }
        folding.loops *= usize::from(orbits.firsts.len() == 1);
        let order_of_orbits = |cells: Vec<usize>| {
            let mut seen = vec![false; orbits.firsts.len()];
            let of_cells = cells.into_iter().map(|cell| orbits.of[cell]);
            of_cells.filter(|orbit| !std::mem::replace(&mut seen[*orbit], true)).collect()
        };
        let sweeps: Vec<Vec<usize>> =
            sweeps(board[0], board[1]).into_iter().map(order_of_orbits).collect();
        let count = orbits.firsts.len();
        let is_whole = orbits.sizes.iter().all(|size| *size == order);
        if is_whole && count > 1 && rotation_suits_sides(graph, motion) {
            folding.as_rotation =
                Some(Network::new(count, links.clone(), order).with_sweeps(sweeps.clone()));
        }
        let ending = |orbit: usize| match orbits.sizes[orbit] {
            1 => Ending::Must,
            _ if has_edge_to_itself[orbit] => Ending::May,
            _ => Ending::Never,
        };
        let endings: Vec<Ending> = (0..count).map(ending).collect();
        let ends = endings.iter().filter(|ending| **ending != Ending::Never).count();
        let fixed = endings.iter().filter(|ending| **ending == Ending::Must).count();
        if order == 2 && count > 1 && ends >= 2 && fixed <= 2 {
            let network = Network::new(count, links, order).with_sweeps(sweeps);
            folding.as_reflection = Some((network, Problem::HamiltonianPaths { endings }));
        }
        Ok(folding)
    }

    /// What has to be counted: none, one or two problems.
    #[must_use]
    pub fn problems(&self) -> Vec<(&Network, Problem)> {
        let rotation = self.as_rotation.iter().map(|network| (network, Problem::HamiltonianCycles));
        let reflection =
            self.as_reflection.iter().map(|(network, problem)| (network, problem.clone()));
        rotation.chain(reflection).collect()
    }

    /// The tours, when the problems have been counted in their order.
    ///
    /// # Panics
    /// If there are not as many tallies as problems.
    #[must_use]
    pub fn tours(&self, tallies: &[Tally]) -> SymmetricTours {
        assert_eq!(tallies.len(), self.problems().len(), "one tally for each problem");
        let mut found = SymmetricTours { tours: self.loops.into(), pseudo: BigUint::ZERO };
        let mut tallies = tallies.iter();
        if let Some(tally) = self.as_rotation.as_ref().and_then(|_| tallies.next()) {
            found.tours += tally.generating();
            found.pseudo += tally.total() - tally.generating();
        }
        if let Some(tally) = tallies.next() {
            found.tours += tally.total();
        }
        found
    }

    /// Counts at once, on this thread.
    ///
    /// # Errors
    /// If the frontier is too wide.
    pub fn count(&self) -> Result<SymmetricTours, FrontierError> {
        let count = |(network, problem): (&Network, Problem)| -> Result<Tally, FrontierError> {
            let plan = Plan::new(network, problem)?;
            match Count::new(&plan, 0, Keys::Narrow)?.advance(&mut Fuel::unlimited()) {
                Step::Counted(tally) => Ok(tally),
                Step::OutOfFuel | Step::TooLarge => {
                    unreachable!("boards this large do not fit into keys")
                }
            }
        };
        let tallies: Result<Vec<Tally>, FrontierError> =
            self.problems().into_iter().map(count).collect();
        Ok(self.tours(&tallies?))
    }
}

/// F4: whether the motion does to the two sides, if there are two, what a rotation of the tour must
/// do.
fn rotation_suits_sides(graph: &Graph, motion: Motion) -> bool {
    let (Some(sides), Some(board)) = (Network::from(graph).sides(), graph.board()) else {
        return true;
    };
    let shift = graph.vertex_count() / motion.order() as usize;
    let swaps = shift % 2 == 1;
    (0..sides.len()).all(|cell| (sides[cell] != sides[motion.image(board, cell)]) == swaps)
}

/// How many tours there are if those that motions of the board map to each other count once:
/// Burnside's lemma. `fixed` are the numbers of tours preserved by the motions of
/// [`Motion::of_board`], in that order.
///
/// # Panics
/// If the sum is not a multiple of the number of motions, which no correct counts make happen, or
/// if there are not as many as motions.
#[must_use]
pub fn classes(board: [usize; 2], tours: &BigUint, fixed: &[BigUint]) -> BigUint {
    let motions = Motion::of_board(board);
    assert_eq!(motions.len(), fixed.len(), "one number for each motion");
    let order: u32 = 1 + motions.iter().map(|(_, times)| times).sum::<u32>();
    let sum: BigUint = tours
        + motions.iter().zip(fixed).map(|((_, times), fixed)| fixed * *times).sum::<BigUint>();
    assert_eq!(&sum % order, BigUint::ZERO, "the sum over a group is a multiple of its order");
    sum / order
}

/// The same for those tours that the half-turn preserves, if no tour is preserved by a reflection:
/// then the motions that preserve such a tour are the half-turn and perhaps the quarter turns.
/// `None` if some tour is preserved by a reflection.
#[must_use]
pub fn half_turn_classes(board: [usize; 2], fixed: &[BigUint]) -> Option<BigUint> {
    let mut sum = BigUint::ZERO;
    let mut order = 1;
    for ((motion, times), fixed) in Motion::of_board(board).iter().zip(fixed) {
        order += times;
        match motion {
            Motion::HalfTurn => sum += 2_u32 * fixed,
            Motion::QuarterTurn => sum += *times * fixed,
            _ if *fixed != BigUint::ZERO => return None,
            _ => {}
        }
    }
    Some(sum / order)
}
