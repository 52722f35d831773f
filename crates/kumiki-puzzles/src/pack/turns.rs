//! What symmetries of the grid do to places and shapes, and the ways a piece may be turned.

use kumiki_group::{Group, Perm};
use kumiki_model::{Cuboid, Place, Shape, Turns};
use std::collections::BTreeSet;

/// Where a symmetry takes a place of the cuboid with the given sides, if the image of that cuboid
/// begins at the origin too.
pub(super) fn carried(symmetry: &Perm, sides: [usize; 3], place: Place) -> Place {
    let mut image = [0; 3];
    for axis in 0..3 {
        let direction = symmetry.apply(axis);
        image[direction % 3] =
            if direction < 3 { place[axis] } else { sides[axis] - 1 - place[axis] };
    }
    image
}

/// The shape that a symmetry makes of a shape.
pub(super) fn turned(shape: &Shape, symmetry: &Perm) -> Shape {
    let coordinate = |at: usize| i64::try_from(at).expect("a shape reaches less than 2^20 cells");
    let cells =
        shape.cells().iter().map(|cell| carried(symmetry, shape.sides(), *cell).map(coordinate));
    Shape::new(cells).expect("the image of a shape is a shape")
}

/// The different shapes that a piece can take.
pub(super) fn orientations(shape: &Shape, turns: Turns, grid: &Group) -> BTreeSet<Shape> {
    let is_allowed = |symmetry: &&Perm| match turns {
        Turns::Fixed => symmetry.is_identity(),
        Turns::Rotations => Cuboid::is_rotation(symmetry),
        // The layers stay in place and in order.
        Turns::InPlane => Cuboid::is_rotation(symmetry) && symmetry.apply(0) == 0,
        Turns::All => true,
    };
    grid.elements().iter().filter(is_allowed).map(|symmetry| turned(shape, symmetry)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(cells: &[[i64; 3]], turns: Turns) -> usize {
        let shape = Shape::new(cells.iter().copied()).expect("cells");
        orientations(&shape, turns, &Cuboid::grid_symmetries(None)).len()
    }

    #[test]
    fn well_known_pieces_have_as_many_orientations_as_they_should() {
        let check = |cells: &[[i64; 3]], expected: [usize; 4]| {
            let found = [Turns::Fixed, Turns::InPlane, Turns::Rotations, Turns::All];
            assert_eq!(found.map(|turns| count(cells, turns)), expected, "{cells:?}");
        };
        check(&[[0, 0, 0]], [1, 1, 1, 1]);
        check(&[[0, 0, 0], [0, 0, 1]], [1, 2, 3, 3]);
        // The square tetromino, the L tetromino flat, and the L tetromino upright.
        check(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]], [1, 1, 3, 3]);
        check(&[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0]], [1, 4, 24, 24]);
        check(&[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], [1, 4, 24, 24]);
        // One of the two twisted pieces of the Soma cube: 12 rotations, and the 12 of the other
        // one.
        check(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]], [1, 4, 12, 24]);
    }

    #[test]
    fn turning_follows_the_product_of_the_group() {
        let grid = Cuboid::grid_symmetries(None);
        assert_eq!(grid.order(), 48);
        let shape =
            Shape::new([[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0], [1, 0, 1]]).expect("cells");
        for one in grid.elements() {
            for other in grid.elements() {
                let twice = turned(&turned(&shape, one), other);
                assert_eq!(twice, turned(&shape, &one.then(other)));
            }
        }
    }
}
