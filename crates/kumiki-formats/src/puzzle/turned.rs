//! Pieces turned: which shapes are the same piece.
//!
//! A turn is a symmetry of the grid, given by what it does to the six directions, as
//! [`Cuboid::grid_symmetries`] has it.

use kumiki_group::Perm;
use kumiki_model::{Cuboid, Place, Shape, Turns};

/// The least of the cell lists of a shape in all allowed turns. Two shapes are the same piece if
/// theirs are equal.
pub(super) fn least_image(shape: &Shape, turns: Turns) -> Vec<Place> {
    let is_allowed = |turn: &&Perm| match turns {
        Turns::Fixed => turn.is_identity(),
        Turns::InPlane => Cuboid::is_rotation(turn) && turn.apply(0) == 0,
        Turns::Rotations => Cuboid::is_rotation(turn),
        Turns::All => true,
    };
    let grid = Cuboid::grid_symmetries(None);
    let images = grid.elements().iter().filter(is_allowed).map(|turn| image(shape, turn));
    images.min().expect("every piece may stay as it is")
}

/// The sorted cells of a shape after a turn.
fn image(shape: &Shape, turn: &Perm) -> Vec<Place> {
    let turned = |place: &Place| {
        let mut image = [0; 3];
        for (axis, at) in place.iter().enumerate() {
            let direction = turn.apply(axis);
            let is_reversed = direction >= 3;
            image[direction % 3] = if is_reversed { shape.sides()[axis] - 1 - at } else { *at };
        }
        image
    };
    let mut cells: Vec<Place> = shape.cells().iter().map(turned).collect();
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn shape(cells: &[[i64; 3]]) -> Shape {
        Shape::new(cells.iter().copied()).expect("cells")
    }

    #[test]
    fn a_shape_without_symmetry_has_as_many_images_as_there_are_turns() {
        let odd = shape(&[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 2], [1, 1, 2], [1, 1, 3]]);
        let mut images = BTreeSet::new();
        for turn in Cuboid::grid_symmetries(None).elements() {
            images.insert(image(&odd, turn));
        }
        assert_eq!(images.len(), 48);
        for (turns, order) in
            [(Turns::Fixed, 1), (Turns::InPlane, 4), (Turns::Rotations, 24), (Turns::All, 48)]
        {
            let to_shape = |cells: &Vec<Place>| {
                let signed = |at: usize| i64::try_from(at).expect("small");
                Shape::new(cells.iter().map(|place| place.map(signed))).expect("cells")
            };
            let classes: BTreeSet<Vec<Place>> =
                images.iter().map(|cells| least_image(&to_shape(cells), turns)).collect();
            assert_eq!(classes.len(), 48 / order, "{turns:?}");
        }
    }

    #[test]
    fn turning_over_is_a_rotation_in_space_but_not_in_the_plane() {
        let left = shape(&[[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 2, 1]]);
        let right = shape(&[[0, 0, 1], [0, 1, 1], [0, 2, 1], [0, 2, 0]]);
        for (turns, same) in [(Turns::InPlane, false), (Turns::Rotations, true)] {
            assert_eq!(least_image(&left, turns) == least_image(&right, turns), same, "{turns:?}");
        }
        let screw = shape(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]]);
        let mirrored = shape(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]]);
        for (turns, same) in [(Turns::Rotations, false), (Turns::All, true)] {
            assert_eq!(
                least_image(&screw, turns) == least_image(&mirrored, turns),
                same,
                "{turns:?}"
            );
        }
    }
}
