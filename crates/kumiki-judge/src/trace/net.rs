//! What the frontier goes over: a graph, or a board that a turn folds.
//!
//! # Folded boards
//! A vertex stands for the cells that the turn takes to each other; it is called by the first of
//! them, in the order of rows. An edge is a move from that cell, and so is told from others that
//! lead to the same vertex; all images of the move come with it. It is odd if the cell it leads to
//! is an odd number of turns away from the first of its own.
//!
//! * **F1** A cycle through all vertices with an even number of odd edges comes back to the cell
//!   where it began, and its images are other cycles. With an odd number it comes back to another
//!   cell, after one turn or three, and going on makes a tour. This needs a turn that leaves no
//!   cell where it is.
//! * **F2** A path through all vertices is half a tour that the half-turn takes backwards. It ends
//!   at vertices with a move between their own two cells, and at a cell that stays where it is.
//! * **F3** If each move changes the colour of the cell, so does a walk of an odd number of moves.
//!   A turn moves all cells along a tour of F1 by a half or by an odd number of quarters.

use kumiki_model::{Graph, TourSymmetry};
use kumiki_recount::{Parts, motion};

/// Whether a path may end at a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    Never,
    May,
    Must,
}

/// An edge as one of its ends sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    /// The vertex at the other end; never the same.
    pub(super) other: usize,
    /// What it is called there, which no other edge of this vertex is.
    pub(super) name: String,
    /// Whether it is odd; only on folded boards.
    pub(super) is_odd: bool,
}

/// A vertex.
struct Vertex {
    name: String,
    /// What is said of the level on which it is settled.
    settled_by: String,
    edges: Vec<Edge>,
    ending: Ending,
}

/// Vertices with names, and edges as each of them sees them.
pub(super) struct Net {
    vertices: Vec<Vertex>,
    /// What a vertex is.
    noun: &'static str,
}

impl Net {
    /// A graph. Paths may end where `ending` says.
    pub(super) fn new(graph: &Graph, noun: &'static str, ending: impl Fn(usize) -> Ending) -> Self {
        let name = |vertex: usize| graph.names()[vertex].clone();
        let edge = |other: usize| Edge { other, name: name(other), is_odd: false };
        let neighbours = graph.neighbours().into_iter().enumerate();
        let vertex = |(number, others): (usize, Vec<usize>)| Vertex {
            name: name(number),
            settled_by: format!("{noun} {}", name(number)),
            edges: others.into_iter().map(edge).collect(),
            ending: ending(number),
        };
        Self { vertices: neighbours.map(vertex).collect(), noun }
    }

    pub(super) fn len(&self) -> usize {
        self.vertices.len()
    }

    pub(super) fn noun(&self) -> &'static str {
        self.noun
    }

    pub(super) fn name(&self, vertex: usize) -> &str {
        &self.vertices[vertex].name
    }

    pub(super) fn edges(&self, vertex: usize) -> &[Edge] {
        &self.vertices[vertex].edges
    }

    pub(super) fn ending(&self, vertex: usize) -> Ending {
        self.vertices[vertex].ending
    }

    /// The vertex that is settled on a level, by what is said of it.
    pub(super) fn settled_by(&self, on: &str) -> Option<usize> {
        self.vertices.iter().position(|vertex| vertex.settled_by == on)
    }
}

/// A board and the turn that folds it.
pub(super) struct FoldedBoard<'g> {
    moves: &'g Graph,
    /// The cells of each vertex: the first, then where each turn takes it.
    orbits: Vec<Vec<usize>>,
    /// How many turns take every cell back: 2 or 4.
    order: usize,
}

impl<'g> FoldedBoard<'g> {
    /// Folds the moves on a board; nothing if no turn is asked for.
    pub(super) fn new(moves: &'g Graph, board: [usize; 2], symmetry: TourSymmetry) -> Option<Self> {
        let order = match symmetry {
            TourSymmetry::None => return None,
            TourSymmetry::HalfTurn => 2,
            TourSymmetry::QuarterTurn => 4,
        };
        let turned = motion(board, 4 / order, false);
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for cell in 0..turned.len() {
            if orbits.iter().flatten().any(|known| *known == cell) {
                continue;
            }
            let mut orbit = vec![cell];
            while turned[orbit[orbit.len() - 1]] != cell {
                orbit.push(turned[orbit[orbit.len() - 1]]);
            }
            orbits.push(orbit);
        }
        Some(Self { moves, orbits, order })
    }

    /// The vertex of a cell, and how many turns away it is from the first.
    fn place(&self, cell: usize) -> (usize, usize) {
        let at = |orbit: &Vec<usize>| orbit.iter().position(|known| *known == cell);
        let mut places = self.orbits.iter().enumerate();
        places.find_map(|(vertex, orbit)| Some((vertex, at(orbit)?))).expect("a cell of the board")
    }

    fn is_fixed(&self, vertex: usize) -> bool {
        self.orbits[vertex].len() == 1
    }

    /// Where a path of F2 may end.
    fn ending(&self, vertex: usize) -> Ending {
        match self.orbits[vertex][..] {
            [_] => Ending::Must,
            [cell, image] if self.moves.neighbours()[cell].contains(&image) => Ending::May,
            _ => Ending::Never,
        }
    }

    /// The folded board.
    pub(super) fn net(&self) -> Net {
        let names = self.moves.names();
        let neighbours = self.moves.neighbours();
        let vertex = |(number, orbit): (usize, &Vec<usize>)| {
            let edge = |cell: usize| {
                let (other, turns) = self.place(cell);
                // Both moves from a cell that stays where it is are the same edge.
                let is_there = other != number && (!self.is_fixed(number) || turns == 0);
                let is_odd = turns % 2 == 1;
                is_there.then(|| Edge { other, name: names[cell].clone(), is_odd })
            };
            let cells: Vec<&str> = orbit.iter().map(|cell| names[*cell].as_str()).collect();
            let noun = if cells.len() == 1 { "cell" } else { "cells" };
            Vertex {
                name: names[orbit[0]].clone(),
                settled_by: format!("{noun} {}", cells.join(" and ")),
                edges: neighbours[orbit[0]].iter().copied().filter_map(edge).collect(),
                ending: self.ending(number),
            }
        };
        let vertices = self.orbits.iter().enumerate().map(vertex).collect();
        Net { vertices, noun: "set of cells" }
    }

    /// Whether tours may come of cycles (F1) and of paths (F2), as far as that is known before any
    /// are looked for. Nothing is to be looked for if not all cells can be come to, or if there is
    /// a single vertex.
    pub(super) fn may_have(&self) -> [bool; 2] {
        let cells = self.moves.vertex_count();
        let mut parts = Parts::new(cells);
        let joined = self.moves.edges().iter().filter(|edge| parts.join(**edge)).count();
        if joined + 1 != cells || self.orbits.len() < 2 || cells < 3 {
            return [false; 2];
        }
        let is_whole = self.orbits.iter().all(|orbit| orbit.len() == self.order);
        let endings = (0..self.orbits.len()).map(|vertex| self.ending(vertex));
        let ends = endings.filter(|ending| *ending != Ending::Never).count();
        let fixed = (0..self.orbits.len()).filter(|vertex| self.is_fixed(*vertex)).count();
        let has_paths = self.order == 2 && ends >= 2 && fixed <= 2;
        [is_whole && self.suits_colours(), has_paths]
    }

    /// F3.
    fn suits_colours(&self) -> bool {
        let columns = self.moves.board().map_or(1, |[_, columns]| columns);
        let colour = |cell: usize| (cell / columns + cell % columns) % 2;
        let changes = |[from, to]: &[usize; 2]| colour(*from) != colour(*to);
        if !self.moves.edges().iter().all(changes) {
            return true;
        }
        let is_odd = self.moves.vertex_count() / self.order % 2 == 1;
        self.orbits.iter().all(|orbit| (colour(orbit[0]) != colour(orbit[1])) == is_odd)
    }
}
