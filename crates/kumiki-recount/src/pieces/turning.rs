//! Turns and reflections of the grid: ways to hold a piece.

use kumiki_model::{Piece, Place, Turns};
use std::collections::BTreeSet;

/// The six orders of the three axes; the first three are the even ones, which turn the axes in a
/// circle.
pub(crate) const AXIS_ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// A symmetry of the grid: the new axis `a` is the old axis `from[a]`, read backwards if
/// `reversed[a]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    from: [usize; 3],
    reversed: [bool; 3],
}

impl Turn {
    /// All 48: the identity first, then the other rotations, then the reflections.
    pub(crate) fn all() -> Vec<Self> {
        let reversals = (0..8).map(|bits| [4, 2, 1].map(|bit| bits & bit != 0));
        let turns = reversals.flat_map(|reversed| AXIS_ORDERS.map(|from| Self { from, reversed }));
        let (mut all, reflections): (Vec<Self>, Vec<Self>) = turns.partition(Self::is_rotation);
        all.extend(reflections);
        all
    }

    /// Whether it can be carried out by hand, without a mirror: its determinant is 1, so an odd
    /// order of the axes goes with an odd number of reversals.
    pub(crate) fn is_rotation(&self) -> bool {
        let is_even = self.from[1] == (self.from[0] + 1) % 3;
        let reversals = self.reversed.iter().filter(|reversed| **reversed).count();
        is_even == (reversals % 2 == 0)
    }

    /// Whether it leaves an axis alone.
    pub(crate) fn leaves(&self, axis: usize) -> bool {
        self.from[axis] == axis && !self.reversed[axis]
    }

    /// Where it takes a cell of a box with these sides, which stays in the corner of the grid.
    pub(crate) fn image(&self, cell: Place, sides: [usize; 3]) -> Place {
        [0, 1, 2].map(|axis| {
            let old = self.from[axis];
            if self.reversed[axis] { sides[old] - 1 - cell[old] } else { cell[old] }
        })
    }

    fn is_allowed(&self, turns: Turns) -> bool {
        match turns {
            Turns::Fixed => (0..3).all(|axis| self.leaves(axis)),
            Turns::Rotations => self.is_rotation(),
            Turns::InPlane => self.is_rotation() && self.leaves(0),
            Turns::All => true,
        }
    }
}

/// The shapes that a piece takes in its allowed turns, each as its sorted cells in the corner of
/// the grid.
pub fn turned_shapes(piece: &Piece) -> BTreeSet<Vec<Place>> {
    let allowed = Turn::all().into_iter().filter(|turn| turn.is_allowed(piece.turns));
    let turned = |turn: Turn| {
        let image = |cell: &Place| turn.image(*cell, piece.shape.sides());
        let mut cells: Vec<Place> = piece.shape.cells().iter().map(image).collect();
        cells.sort_unstable();
        cells
    };
    allowed.map(turned).collect()
}

/// Cells pushed into the corner of the grid and sorted.
pub fn cornered(cells: &[Place]) -> Vec<Place> {
    let low = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
    let mut cornered: Vec<Place> =
        cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - low[axis])).collect();
    cornered.sort_unstable();
    cornered
}
