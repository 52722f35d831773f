//! The cells of a puzzle's box, numbered, and what lies beside them.
//!
//! Directions are those of [`kumiki_model::Cuboid`]: 0, 1 and 2 lead to higher layers, rows and
//! columns, and 3, 4 and 5 back. Everything that is not a cell of the box is wall.
//!
//! # The blocking digraph
//! Fix one of the six directions. A piece *leads to* the wall if one of its cells has the wall next
//! to it in that direction, and to another piece if one of its cells has a cell of that piece next
//! to it. Pieces can slide together by one step exactly if they lead neither to the wall nor to a
//! piece that stays. So nothing can slide exactly if from each piece a chain of blockers leads to
//! the wall.
//!
//! # Why bricks need no second look
//! That each piece leads to something is what requirements can say. For bricks, which fill the
//! cuboid around them, it is enough: all that a brick leads to lies beyond its last layer in that
//! direction, and so reaches further than it does. A chain of blockers goes on strictly, and can
//! only end at the wall. Pieces with a notch can hook each other, each leading to the other, and
//! slide as one.

use kumiki_group::Perm;
use kumiki_model::{Cuboid, PackQuestion, Place};

/// How many directions there are.
pub(super) const DIRECTIONS: std::ops::Range<usize> = 0..6;

/// The cells of a box.
///
/// * **B1** `places` is sorted and has every cell of the box once; a cell's number is its position
///   there.
/// * **B2** `is_must` says of each cell whether it must be filled or only may.
/// * **B3** `low` and `sides` are those of the question.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    places: Vec<Place>,
    is_must: Vec<bool>,
    low: Place,
    sides: [usize; 3],
}

impl Cells {
    pub(super) fn of(question: &PackQuestion) -> Self {
        let must = question.must().iter().map(|place| (*place, true));
        let may = question.may().iter().map(|place| (*place, false));
        let mut both: Vec<(Place, bool)> = must.chain(may).collect();
        both.sort_unstable();
        let (places, is_must) = both.into_iter().unzip();
        Self { places, is_must, low: question.low(), sides: question.sides() }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn place(&self, cell: usize) -> Place {
        self.places[cell]
    }

    pub(super) fn is_must(&self, cell: usize) -> bool {
        self.is_must[cell]
    }

    /// A cell as a reader finds it in a drawing, whose layers, rows and columns are numbered
    /// from 1.
    pub(super) fn in_words(&self, cell: usize) -> String {
        let [layer, row, column] = self.places[cell].map(|at| at + 1);
        format!("cell at layer {layer}, row {row}, column {column}")
    }

    /// The number of the cell at a place, if there is one.
    pub(super) fn number(&self, place: Place) -> Option<usize> {
        self.places.binary_search(&place).ok()
    }

    /// The cells that touch a set of cells in a direction, or `None` if the wall does.
    pub(super) fn beyond(&self, own: &[usize], direction: usize) -> Option<Vec<usize>> {
        let beside = own.iter().map(|cell| self.beside(*cell, direction));
        let all: Option<Vec<usize>> = beside.collect();
        all.map(|cells| cells.into_iter().filter(|cell| !own.contains(cell)).collect())
    }

    /// The next cell in a direction.
    fn beside(&self, cell: usize, direction: usize) -> Option<usize> {
        let mut place = self.places[cell];
        let axis = direction % 3;
        place[axis] = if direction < 3 { place[axis] + 1 } else { place[axis].checked_sub(1)? };
        self.number(place)
    }

    /// Where a symmetry of the grid takes each cell, if it maps the box to itself and keeps apart
    /// what must and what may be filled.
    pub(super) fn images(&self, symmetry: &Perm) -> Option<Vec<usize>> {
        let image = |cell: usize| {
            let inside = [0, 1, 2].map(|axis| self.places[cell][axis] - self.low[axis]);
            let carried = Cuboid::carried(symmetry, self.sides, inside);
            let image = self.number([0, 1, 2].map(|axis| self.low[axis] + carried[axis]))?;
            (self.is_must[image] == self.is_must[cell]).then_some(image)
        };
        (0..self.len()).map(image).collect()
    }

    /// Whether from each of some disjoint pieces, given by their cells, what blocks it leads to the
    /// wall, in each direction.
    pub(super) fn is_rigid(&self, pieces: &[Vec<usize>]) -> bool {
        let mut owner = vec![None; self.len()];
        for (at, piece) in pieces.iter().enumerate() {
            for cell in piece {
                owner[*cell] = Some(at);
            }
        }
        DIRECTIONS.into_iter().all(|direction| {
            let mut blocks = vec![Vec::new(); pieces.len()];
            let mut fresh = Vec::new();
            for (at, piece) in pieces.iter().enumerate() {
                match self.beyond(piece, direction) {
                    None => fresh.push(at),
                    Some(touched) => {
                        let blockers = touched.into_iter().filter_map(|cell| owner[cell]);
                        blockers.for_each(|by| blocks[by].push(at));
                    }
                }
            }
            let mut held = vec![false; pieces.len()];
            while let Some(at) = fresh.pop() {
                if !std::mem::replace(&mut held[at], true) {
                    fresh.extend(&blocks[at]);
                }
            }
            !held.contains(&false)
        })
    }
}
