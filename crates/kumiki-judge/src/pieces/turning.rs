//! Turns as matrices: the judge's own ways to hold a piece.

use kumiki_model::{Piece, Place, Turns};

/// A symmetry of the grid: a matrix with one entry 1 or -1 in each row and column, which multiplies
/// columns of coordinates from the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn([[i64; 3]; 3]);

impl Turn {
    /// All 48, the identity first.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for axes in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..8 {
                let mut matrix = [[0; 3]; 3];
                for (row, axis) in axes.into_iter().enumerate() {
                    matrix[row][axis] = if signs >> row & 1 == 0 { 1 } else { -1 };
                }
                all.push(Self(matrix));
            }
        }
        all
    }

    /// Whether it can be carried out by hand, without a mirror.
    pub(super) fn is_rotation(&self) -> bool {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.0;
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1
    }

    /// Whether it leaves an axis alone.
    pub(super) fn leaves(&self, axis: usize) -> bool {
        self.0[axis][axis] == 1
    }

    /// Where it takes cells, in their order, if all of them together are pushed back into the
    /// corner of the grid.
    pub(super) fn carried(&self, cells: &[Place]) -> Vec<Place> {
        let moved: Vec<[i64; 3]> = cells.iter().map(|cell| self.moved(*cell)).collect();
        let low = [0, 1, 2].map(|axis| moved.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        let above =
            |at: i64, low: i64| usize::try_from(at - low).expect("nothing is less than the least");
        moved.iter().map(|cell| [0, 1, 2].map(|axis| above(cell[axis], low[axis]))).collect()
    }

    fn moved(&self, cell: Place) -> [i64; 3] {
        let column = cell
            .map(|at| i64::try_from(at).expect("cells of a box or a shape are near the origin"));
        self.0.map(|row| (0..3).map(|axis| row[axis] * column[axis]).sum())
    }

    fn is_allowed(&self, turns: Turns) -> bool {
        let keeps_layers = self.0[0] == [1, 0, 0];
        match turns {
            Turns::Fixed => self.0 == [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            Turns::Rotations => self.is_rotation(),
            Turns::InPlane => self.is_rotation() && keeps_layers,
            Turns::All => true,
        }
    }
}

/// The shapes that a piece takes in its allowed turns, each as its sorted cells in the corner of
/// the grid. A symmetric shape appears several times.
pub(super) fn turned_shapes(piece: &Piece) -> impl Iterator<Item = Vec<Place>> {
    let allowed = Turn::all().into_iter().filter(|turn| turn.is_allowed(piece.turns));
    allowed.map(|turn| cornered(&turn.carried(piece.shape.cells())))
}

/// Cells pushed into the corner of the grid and sorted.
pub(super) fn cornered(cells: &[Place]) -> Vec<Place> {
    let low = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
    let mut cornered: Vec<Place> =
        cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - low[axis])).collect();
    cornered.sort_unstable();
    cornered
}
