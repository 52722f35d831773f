//! Cells of space and the motions of the grid, for packings of pieces and of bricks.
//!
//! A motion permutes the three axes and reverses some of them; 24 of the 48 are rotations. A box of
//! one layer is a piece of the plane: only motions that leave the axis across it alone are
//! symmetries of it.

use std::collections::BTreeSet;

/// Layer, row and column.
pub(crate) type Cell = [i32; 3];

/// A set of cells.
pub(crate) type Cells = BTreeSet<Cell>;

/// Axis `i` of the image is axis `axes[i]` of the original, reversed or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Motion {
    axes: [usize; 3],
    reversed: [bool; 3],
}

impl Motion {
    /// All 48.
    pub(crate) fn all() -> Vec<Self> {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let signs = [false, true];
        let mut all = Vec::new();
        for axes in orders {
            for a in signs {
                for b in signs {
                    for c in signs {
                        all.push(Self { axes, reversed: [a, b, c] });
                    }
                }
            }
        }
        all
    }

    /// Where it takes a cell, about the origin.
    pub(crate) fn apply(&self, cell: Cell) -> Cell {
        [0, 1, 2].map(|axis| {
            if self.reversed[axis] { -cell[self.axes[axis]] } else { cell[self.axes[axis]] }
        })
    }

    /// Whether it can be done by hand: the determinant of its matrix is 1.
    pub(crate) fn is_rotation(&self) -> bool {
        let [a, b, c] = self.axes;
        let inversions = usize::from(a > b) + usize::from(a > c) + usize::from(b > c);
        (inversions + self.reversed.iter().filter(|is_reversed| **is_reversed).count())
            .is_multiple_of(2)
    }

    /// Whether an axis stays as it is.
    pub(crate) fn keeps(&self, axis: usize) -> bool {
        self.axes[axis] == axis && !self.reversed[axis]
    }
}

/// The least coordinates of some cells.
pub(crate) fn corner(cells: &Cells) -> Cell {
    [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0))
}

/// The cells moved so that their least coordinates are those given.
pub(crate) fn moved_to(cells: &Cells, to: Cell) -> Cells {
    let from = corner(cells);
    cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - from[axis] + to[axis])).collect()
}

/// The cells moved so that they begin at the origin.
pub(crate) fn shape(cells: &Cells) -> Cells {
    moved_to(cells, [0; 3])
}

/// What a motion makes of a shape.
pub(crate) fn turned(cells: &Cells, motion: &Motion) -> Cells {
    shape(&cells.iter().map(|cell| motion.apply(*cell)).collect())
}

/// How long some cells reach along each axis.
pub(crate) fn sides(cells: &Cells) -> [i32; 3] {
    let from = corner(cells);
    [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis] - from[axis] + 1).max().unwrap_or(0))
}

/// All cells of a cuboid that begins at a cell.
pub(crate) fn cuboid(from: Cell, sides: [i32; 3]) -> Cells {
    let mut cells = Cells::new();
    for layer in 0..sides[0] {
        for row in 0..sides[1] {
            for column in 0..sides[2] {
                cells.insert([from[0] + layer, from[1] + row, from[2] + column]);
            }
        }
    }
    cells
}

/// The motions in question for a box with these sides: those of the plane if it is flat, otherwise
/// all.
pub(crate) fn motions_of_box(sides: [i32; 3]) -> Vec<Motion> {
    let across = sides.iter().position(|side| *side == 1);
    Motion::all()
        .into_iter()
        .filter(|motion| across.is_none_or(|axis| motion.keeps(axis)))
        .collect()
}

/// Where a motion of a box takes cells that lie in it: the box goes to itself, and they along with
/// it.
pub(crate) fn carried(cells: &Cells, motion: &Motion, within: &Cells) -> Cells {
    let image: Cells = within.iter().map(|cell| motion.apply(*cell)).collect();
    let (from, to) = (corner(&image), corner(within));
    let carry = |cell: &Cell| {
        let moved = motion.apply(*cell);
        [0, 1, 2].map(|axis| moved[axis] - from[axis] + to[axis])
    };
    cells.iter().map(carry).collect()
}

/// The six directions.
pub(crate) const DIRECTIONS: [Cell; 6] =
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

/// The cell next to a cell.
pub(crate) fn next_to(cell: Cell, direction: Cell) -> Cell {
    [0, 1, 2].map(|axis| cell[axis] + direction[axis])
}

/// Whether no piece by itself can move one step: in each direction something is in the way.
pub(crate) fn each_is_held(pieces: &[Cells], room: &Cells) -> bool {
    pieces.iter().all(|piece| DIRECTIONS.iter().all(|d| !can_move(&[piece], pieces, room, *d)))
}

/// Whether no set of pieces can move one step together. All sets are tried.
pub(crate) fn no_group_moves(pieces: &[Cells], room: &Cells) -> bool {
    (1_u32..1 << pieces.len()).all(|set| {
        let group: Vec<&Cells> =
            (0..pieces.len()).filter(|at| set >> at & 1 == 1).map(|at| &pieces[at]).collect();
        DIRECTIONS.iter().all(|d| !can_move(&group, pieces, room, *d))
    })
}

/// Whether a group of pieces can move one step: no wall and no other piece is in the way.
pub(crate) fn can_move(group: &[&Cells], pieces: &[Cells], room: &Cells, direction: Cell) -> bool {
    group.iter().copied().flatten().all(|cell| {
        let next = next_to(*cell, direction);
        let is_free = !pieces.iter().any(|piece| piece.contains(&next));
        room.contains(&next) && (is_free || group.iter().any(|piece| piece.contains(&next)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_48_motions_and_half_of_them_are_rotations() {
        let all = Motion::all();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 48);
        assert_eq!(all.iter().filter(|motion| motion.is_rotation()).count(), 24);
        assert_eq!(motions_of_box([1, 3, 4]).len(), 8);
        // The twisted tetracube has 12 orientations, and as many again in the mirror.
        let twisted: Cells = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]].into();
        let images = |rotations: bool| {
            let motions = all.iter().filter(|motion| !rotations || motion.is_rotation());
            motions.map(|motion| turned(&twisted, motion)).collect::<BTreeSet<_>>().len()
        };
        assert_eq!((images(true), images(false)), (12, 24));
    }

    #[test]
    fn pieces_that_hook_each_other_are_held_one_by_one_but_not_together() {
        // ..A..
        // .BAB.
        // .BBB.
        let a: Cells = [[0, 0, 2], [0, 1, 2]].into();
        let b: Cells = [[0, 1, 1], [0, 2, 1], [0, 2, 2], [0, 2, 3], [0, 1, 3]].into();
        let pair = [a, b];
        let wide = cuboid([0; 3], [1, 3, 5]);
        assert!(each_is_held(&pair, &wide));
        assert!(!no_group_moves(&pair, &wide));
        let narrow: Cells = wide.into_iter().filter(|cell| (1..=3).contains(&cell[2])).collect();
        assert!(no_group_moves(&pair, &narrow));
        assert!(!each_is_held(&pair[..1], &narrow));
    }
}
