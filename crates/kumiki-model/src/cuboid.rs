//! Boxes: their sides, cells and symmetries.
//!
//! # The order of the sides
//! A box remembers the order in which its sides are given: how many layers, rows and columns it
//! has. Two orders are the same box in another hand, so questions about boxes ask for
//! [`Cuboid::sorted`], in which the same question always gets the same answer and a flat board is
//! one layer. Only a question that names a corner depends on the order.
//!
//! # The symmetries are signed permutations of the axes
//! A symmetry of a box permutes axes of equal length and reverses some. We let it act on the six
//! directions `+x +y +z -x -y -z` (numbered 0 to 5). Sides all different give 8 symmetries, two
//! equal ones 16, a cube 48.
//!
//! A box of one layer is flat, and has the symmetries of the plane: those that leave the two
//! directions across it alone. They are 4, or 8 for a square. Turning a sheet over moves its cells
//! as a reflection of the plane does, and counts as that; the mirror in the sheet, which moves
//! nothing, does not count at all. A row of cells is flat too: it is as wide as one cell, and can
//! be reflected across.

use crate::ModelError;
use kumiki_group::{Action, Group, Perm};
use std::fmt;
use std::str::FromStr;

/// An axis-parallel box of unit cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cuboid {
    sides: [usize; 3],
}

impl Cuboid {
    /// The most cells a box may have; enough for anything a search can finish, small enough to
    /// index.
    pub const MAX_CELLS: usize = 4096;

    /// A box with so many layers, rows and columns.
    ///
    /// # Errors
    /// If a side is zero or there are more than [`Cuboid::MAX_CELLS`] cells.
    pub fn new(sides: [usize; 3]) -> Result<Self, ModelError> {
        Self::called(sides, &Self { sides }.to_string())
    }

    /// The same, called as in a text.
    fn called(sides: [usize; 3], text: &str) -> Result<Self, ModelError> {
        if sides.contains(&0) {
            return Err(ModelError::Size { text: text.to_owned(), reason: "a side is zero" });
        }
        let cells = sides[0].checked_mul(sides[1]).and_then(|area| area.checked_mul(sides[2]));
        if cells.is_none_or(|cells| cells > Self::MAX_CELLS) {
            return Err(Self::too_many_cells(text));
        }
        Ok(Self { sides })
    }

    fn too_many_cells(text: &str) -> ModelError {
        ModelError::TooManyCells { text: text.to_owned(), limit: Self::MAX_CELLS }
    }

    /// The numbers of layers, rows and columns.
    #[must_use]
    pub fn sides(&self) -> [usize; 3] {
        self.sides
    }

    /// The same box held so that its sides increase.
    #[must_use]
    pub fn sorted(&self) -> Self {
        let mut sides = self.sides;
        sides.sort_unstable();
        Self { sides }
    }

    /// The axis across a flat box with these sides, the first of them if there are several.
    #[must_use]
    pub fn across(sides: [usize; 3]) -> Option<usize> {
        sides.iter().position(|side| *side == 1)
    }

    /// The symmetries of the grid, as permutations of the six directions: all 48, or those of the
    /// plane if an axis leads across it.
    #[must_use]
    pub fn grid_symmetries(across: Option<usize>) -> Group {
        let in_question = |axis: &usize| Some(*axis) != across;
        let reversals = (0..3).filter(in_question).map(reversal);
        let exchanges =
            [(0, 1), (0, 2), (1, 2)].into_iter().filter(|(a, b)| in_question(a) && in_question(b));
        let generators: Vec<Perm> =
            reversals.chain(exchanges.map(|(a, b)| exchange(a, b))).collect();
        Group::generated_by(6, &generators)
    }

    /// How many unit cells the box has.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.sides.iter().product()
    }

    /// The number of a cell: layer by layer, row by row.
    #[must_use]
    pub fn cell(&self, [layer, row, column]: [usize; 3]) -> usize {
        (layer * self.sides[1] + row) * self.sides[2] + column
    }

    /// Where a numbered cell lies.
    #[must_use]
    pub fn place(&self, cell: usize) -> [usize; 3] {
        [
            cell / (self.sides[1] * self.sides[2]),
            cell / self.sides[2] % self.sides[1],
            cell % self.sides[2],
        ]
    }

    /// The six, three or one different ways to hold the box along the axes, in lexicographic order.
    #[must_use]
    pub fn orientations(&self) -> Vec<[usize; 3]> {
        let [a, b, c] = self.sides;
        let mut all = vec![[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All symmetries, acting on the cells; the group itself acts on the six directions.
    #[must_use]
    pub fn symmetries(&self) -> Action {
        let grid = Self::grid_symmetries(Self::across(self.sides));
        let keeps_sides = |symmetry: &Perm| {
            (0..3).all(|axis| self.sides[symmetry.apply(axis) % 3] == self.sides[axis])
        };
        let kept = grid.subgroup_where(keeps_sides);
        Action::new(grid.restrict(&kept), |symmetry| self.on_cells(symmetry))
    }

    /// Whether a symmetry, given by what it does to the directions, is a rotation: one that can be
    /// carried out by hand, without a mirror.
    #[must_use]
    pub fn is_rotation(symmetry: &Perm) -> bool {
        let axes = [0, 1, 2].map(|axis| symmetry.apply(axis) % 3);
        let swaps = [(0, 1), (0, 2), (1, 2)].iter().filter(|(i, j)| axes[*i] > axes[*j]).count();
        let reversals = (0..3).filter(|axis| symmetry.apply(*axis) >= 3).count();
        (swaps + reversals) % 2 == 0
    }

    /// Where a symmetry takes a place of the box with the given sides, if the image of that box
    /// begins at the origin too.
    #[must_use]
    pub fn carried(symmetry: &Perm, sides: [usize; 3], place: [usize; 3]) -> [usize; 3] {
        let mut image = [0; 3];
        for axis in 0..3 {
            let direction = symmetry.apply(axis);
            let is_reversed = direction >= 3;
            image[direction % 3] =
                if is_reversed { sides[axis] - 1 - place[axis] } else { place[axis] };
        }
        image
    }

    /// The permutation of the cells caused by a permutation of the directions.
    fn on_cells(&self, symmetry: &Perm) -> Perm {
        let image = |cell| self.cell(Self::carried(symmetry, self.sides, self.place(cell)));
        let images = (0..self.cell_count()).map(|cell| kumiki_id::narrow(image(cell)));
        Perm::new(images.collect()).expect("a symmetry permutes the cells")
    }
}

fn reversal(axis: usize) -> Perm {
    let images = (0..6).map(|d| kumiki_id::narrow(if d % 3 == axis { (d + 3) % 6 } else { d }));
    Perm::new(images.collect()).expect("two directions exchanged")
}

fn exchange(a: usize, b: usize) -> Perm {
    let mut axes = [0, 1, 2];
    axes.swap(a, b);
    let images = (0..6).map(|d| kumiki_id::narrow(axes[d % 3] + d / 3 * 3));
    Perm::new(images.collect()).expect("two axes exchanged")
}

impl fmt::Display for Cuboid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}x{}", self.sides[0], self.sides[1], self.sides[2])
    }
}

impl FromStr for Cuboid {
    type Err = ModelError;
    fn from_str(text: &str) -> Result<Self, ModelError> {
        let error = |reason| ModelError::Size { text: text.to_owned(), reason };
        let mut sides = [0; 3];
        let mut parts = text.split('x');
        for side in &mut sides {
            let part = parts.next().ok_or(error("fewer than three sides"))?;
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(error("a side is not a number"));
            }
            *side = part.parse().map_err(|_| Self::too_many_cells(text))?;
        }
        if parts.next().is_some() {
            return Err(error("more than three sides"));
        }
        Self::called(sides, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_symmetries_are_rotations_and_flat_boxes_have_those_of_the_plane() {
        for (text, order) in [
            ("2x3x4", 8),
            ("4x5x4", 16),
            ("5x4x4", 16),
            ("3x3x3", 48),
            ("1x2x3", 4),
            ("3x1x2", 4),
            ("1x3x3", 8),
            ("3x3x1", 8),
            ("1x1x7", 4),
            ("1x1x1", 8),
        ] {
            let action = text.parse::<Cuboid>().expect("a size").symmetries();
            assert_eq!(action.group().order(), order, "{text}");
            let rotations =
                action.group().elements().iter().filter(|e| Cuboid::is_rotation(e)).count();
            assert_eq!(rotations * 2, order, "{text}");
        }
    }

    #[test]
    fn a_symmetry_keeps_neighbours_neighbours() {
        let cuboid: Cuboid = "2x3x3".parse().expect("a size");
        let distance = |a: usize, b: usize| {
            let (a, b) = (cuboid.place(a), cuboid.place(b));
            (0..3).map(|axis| a[axis].abs_diff(b[axis])).sum::<usize>()
        };
        for image in cuboid.symmetries().images() {
            for a in 0..18 {
                for b in 0..18 {
                    assert_eq!(distance(a, b), distance(image.apply(a), image.apply(b)));
                }
            }
        }
    }

    #[test]
    fn bad_sizes_are_refused_and_named() {
        for text in [
            "4x0x4",
            "4x4",
            "4x4x4x4",
            "4xax4",
            "",
            "x4x4",
            "-1x2x3",
            "4 x4x4",
            "99999999999999999999x1x1",
        ] {
            let error = text.parse::<Cuboid>().expect_err(text).to_string();
            assert!(error.contains(&format!("'{text}'")) || error.contains(text), "{error}");
            assert!(error.contains("expected"), "{error}");
        }
        assert!(Cuboid::new([70_000, 1, 1]).is_err());
    }
}
