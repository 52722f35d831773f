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
//! The identity is a motion of order 1: it folds nothing and preserves all tours (F1).
//!
//! F4 settles in advance that a leaper which changes the colour of its cell with every move has no
//! tours on even boards that are symmetric to an axis, and none on 8x8 that a quarter turn
//! preserves.

use crate::mates::Ending;
use crate::network::{Link, Network, sweeps};
use crate::problem::{FrontierError, Problem};
use crate::{Count, Keys, Plan, Step, Tally};
use kumiki_model::{Graph, TourSymmetry};
use kumiki_search::Fuel;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// A motion of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// Everything stays.
    Identity,
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
        match self {
            Self::Identity => 1,
            Self::QuarterTurn => 4,
            Self::HalfTurn | Self::FlipRows | Self::FlipColumns | Self::Transpose => 2,
        }
    }

    /// The motions of a board, up to a change of the point of view, with the number of those that
    /// look the same. There are 4 of a rectangle and 8 of a square.
    #[must_use]
    pub fn of_board([rows, columns]: [usize; 2]) -> &'static [(Self, u32)] {
        if rows == columns {
            &[
                (Self::Identity, 1),
                (Self::HalfTurn, 1),
                (Self::QuarterTurn, 2),
                (Self::FlipRows, 2),
                (Self::Transpose, 2),
            ]
        } else {
            &[(Self::Identity, 1), (Self::HalfTurn, 1), (Self::FlipRows, 1), (Self::FlipColumns, 1)]
        }
    }

    /// Where a cell goes.
    #[must_use]
    pub fn image(self, [rows, columns]: [usize; 2], cell: usize) -> usize {
        let [row, column] = [cell / columns, cell % columns];
        let [row, column] = match self {
            Self::Identity => [row, column],
            Self::HalfTurn => [rows - 1 - row, columns - 1 - column],
            Self::QuarterTurn => [column, columns - 1 - row],
            Self::FlipRows => [rows - 1 - row, column],
            Self::FlipColumns => [row, columns - 1 - column],
            Self::Transpose => [column, row],
        };
        row * columns + column
    }

    /// Whether it is another motion, or that repeated: then it preserves all that the other does.
    #[must_use]
    pub fn is_power_of(self, other: Self) -> bool {
        self == other
            || self == Self::Identity
            || (self == Self::HalfTurn && other == Self::QuarterTurn)
    }
}

impl From<TourSymmetry> for Motion {
    fn from(symmetry: TourSymmetry) -> Self {
        match symmetry {
            TourSymmetry::None => Self::Identity,
            TourSymmetry::HalfTurn => Self::HalfTurn,
            TourSymmetry::QuarterTurn => Self::QuarterTurn,
        }
    }
}

/// A folded board: what to count in order to know the tours that the motion preserves.
#[derive(Clone, Debug)]
pub struct Folding {
    /// The folded graph.
    network: Network,
    /// What is counted in it: cycles for F1, paths for F2.
    problems: Vec<Problem>,
    /// The cells of each vertex of it.
    orbits: Vec<Vec<usize>>,
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
    /// The cells of each orbit, in the order of the turns.
    cells: Vec<Vec<usize>>,
}

impl Orbits {
    fn new(board: [usize; 2], motion: Motion) -> Self {
        let count = board[0] * board[1];
        let mut orbits =
            Self { of: vec![usize::MAX; count], turns: vec![0; count], cells: Vec::new() };
        for first in 0..count {
            if orbits.of[first] != usize::MAX {
                continue;
            }
            let (mut cell, mut turns, mut cells) = (first, 0, Vec::new());
            while orbits.of[cell] == usize::MAX {
                (orbits.of[cell], orbits.turns[cell]) = (orbits.cells.len(), turns);
                cells.push(cell);
                (cell, turns) = (motion.image(board, cell), turns + 1);
            }
            orbits.cells.push(cells);
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
        let moved = |ends: &[usize; 2]| {
            let mut ends = ends.map(|cell| motion.image(board, cell));
            ends.sort_unstable();
            graph.edges().binary_search(&ends).is_ok()
        };
        if (needs_square && board[0] != board[1]) || !graph.edges().iter().all(moved) {
            return Err(FrontierError::NotSymmetric);
        }
        let Orbits { of, turns, cells } = Orbits::new(board, motion);
        let (order, count) = (motion.order(), cells.len());
        let neighbours = graph.neighbours();
        let mut links = Vec::new();
        let mut has_edge_to_itself = vec![false; count];
        let mut loops = 0;
        let is_fixed = |orbit: usize| cells[orbit].len() == 1 && order > 1;
        for (orbit, orbit_cells) in cells.iter().enumerate() {
            for &other in &neighbours[orbit_cells[0]] {
                let (to, label) = (of[other], turns[other]);
                if to == orbit {
                    has_edge_to_itself[orbit] |= 2 * label == order;
                    loops += usize::from(label == 1 && order == 4);
                } else if orbit < to && !(is_fixed(orbit) && (is_fixed(to) || label != 0)) {
                    links.push(Link { ends: [orbit, to], label });
                }
            }
        }
        let order_of_orbits = |cells: Vec<usize>| {
            let mut seen = vec![false; count];
            let of_cells = cells.into_iter().map(|cell| of[cell]);
            of_cells.filter(|orbit| !std::mem::replace(&mut seen[*orbit], true)).collect()
        };
        let sweeps = sweeps(board[0], board[1]).into_iter().map(order_of_orbits).collect();
        let network = match motion {
            Motion::Identity => Network::from(graph),
            _ => Network::new(count, links, order).with_sweeps(sweeps),
        };
        let ending = |orbit: usize| match has_edge_to_itself[orbit] {
            _ if is_fixed(orbit) => Ending::Must,
            true => Ending::May,
            false => Ending::Never,
        };
        let endings: Vec<Ending> = (0..count).map(ending).collect();
        let ends = endings.iter().filter(|ending| **ending != Ending::Never).count();
        let fixed = endings.iter().filter(|ending| **ending == Ending::Must).count();
        let is_whole = cells.iter().all(|orbit| orbit.len() == order as usize);
        let mut problems = Vec::new();
        let is_large = count > 1 && graph.vertex_count() > 2;
        if is_large && is_whole && rotation_suits_sides(graph, motion) {
            problems.push(Problem::HamiltonianCycles);
        }
        if is_large && order == 2 && ends >= 2 && fixed <= 2 {
            problems.push(Problem::HamiltonianPaths { endings });
        }
        let loops = if count == 1 { loops } else { 0 };
        Ok(Self { network, problems, orbits: cells, loops })
    }

    /// The folded graph.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The cells of each of its vertices: the first one, then its images under the motion, the
    /// motion made twice, and so on.
    #[must_use]
    pub fn orbits(&self) -> &[Vec<usize>] {
        &self.orbits
    }

    /// What has to be counted in it: none, one or two problems.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The tours, when the problems have been counted in their order.
    ///
    /// # Panics
    /// If there are not as many tallies as problems.
    #[must_use]
    pub fn tours(&self, tallies: &[Tally]) -> SymmetricTours {
        assert_eq!(tallies.len(), self.problems.len(), "one tally for each problem");
        let mut found = SymmetricTours { tours: self.loops.into(), pseudo: BigUint::ZERO };
        for (problem, tally) in self.problems.iter().zip(tallies) {
            if *problem == Problem::HamiltonianCycles {
                found.tours += tally.generating();
                found.pseudo += tally.total() - tally.generating();
            } else {
                found.tours += tally.total();
            }
        }
        found
    }

    /// The edges of the board over a solution of a problem, which is given by the numbers of its
    /// edges in the folded graph. They are a tour, unless that is a cycle which lifts to several.
    #[must_use]
    pub fn lift(&self, links: &[usize]) -> Vec<[usize; 2]> {
        let mut edges = BTreeSet::new();
        let mut degrees = vec![0; self.orbits.len()];
        let mut join = |from: usize, to: usize| edges.insert([from.min(to), from.max(to)]);
        for Link { ends: [from, to], label } in links.iter().map(|link| self.network.links()[*link])
        {
            (degrees[from], degrees[to]) = (degrees[from] + 1, degrees[to] + 1);
            let shifted = self.orbits[to].iter().cycle().skip(label as usize);
            let turns = self.network.turns() as usize;
            for (from, to) in self.orbits[from].iter().cycle().zip(shifted).take(turns) {
                join(*from, *to);
            }
        }
        for (orbit, _) in self.orbits.iter().zip(degrees).filter(|(_, degree)| *degree == 1) {
            // A path ends here (F2): the tour goes on from the cell to its own image, unless that
            // is the cell itself.
            if let [cell, image] = orbit[..] {
                join(cell, image);
            }
        }
        edges.into_iter().collect()
    }

    /// Counts at once, on this thread.
    ///
    /// # Errors
    /// If the frontier is too wide.
    pub fn count(&self) -> Result<SymmetricTours, FrontierError> {
        let count = |problem: &Problem| -> Result<Tally, FrontierError> {
            let plan = Plan::new(&self.network, problem.clone())?;
            match Count::new(&plan, 0, Keys::Narrow)?.advance(&mut Fuel::unlimited()) {
                Step::Counted(tally) => Ok(tally),
                Step::OutOfFuel | Step::TooLarge => {
                    unreachable!("boards this large do not fit into keys")
                }
            }
        };
        let tallies: Result<Vec<Tally>, FrontierError> = self.problems.iter().map(count).collect();
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

/// How many classes the tours form that a motion preserves, if those that motions of the board map
/// to each other count once: Burnside's lemma. `motion` is the identity or a turn. `fixed` are the
/// numbers of tours that the motions of [`Motion::of_board`] preserve, in that order; powers of
/// `motion` preserve them all.
///
/// `None` if that does not follow from these numbers: reflections preserve some tours, and perhaps
/// not those that the turn preserves.
///
/// # Panics
/// If the sum is not a multiple of the number of motions, which no correct counts make happen, or
/// if there are not as many as motions.
#[must_use]
pub fn classes(board: [usize; 2], motion: Motion, fixed: &[BigUint]) -> Option<BigUint> {
    let motions = Motion::of_board(board);
    assert_eq!(motions.len(), fixed.len(), "one number for each motion");
    let (mut sum, mut order) = (BigUint::ZERO, 0);
    for ((other, times), fixed) in motions.iter().zip(fixed) {
        let is_clear = other.is_power_of(motion) || motion.is_power_of(*other);
        if !is_clear && *fixed != BigUint::ZERO {
            return None;
        }
        sum += fixed * *times;
        order += times;
    }
    assert_eq!(&sum % order, BigUint::ZERO, "the sum over a group is a multiple of its order");
    Some(sum / order)
}
