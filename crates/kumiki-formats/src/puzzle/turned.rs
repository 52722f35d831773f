//! Pieces turned: which shapes are the same piece.
//!
//! A turn permutes the axes and reverses some of them. It is a rotation if the permutation is even
//! and an even number of axes is reversed, or both are odd.

use kumiki_model::{Place, Shape, Turns};

/// The permutations of the three axes, the even ones first.
const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// The least of the cell lists of a shape in all allowed turns. Two shapes are the same piece if
/// theirs are equal.
pub(super) fn least_image(shape: &Shape, turns: Turns) -> Vec<Place> {
    let mut least = shape.cells().to_vec();
    for (at, axes) in PERMUTATIONS.into_iter().enumerate() {
        for reversals in 0..8_u32 {
            let reversed = [0, 1, 2].map(|axis| reversals >> axis & 1 == 1);
            let is_rotation = (at >= 3) == (reversals.count_ones() % 2 == 1);
            let allowed = match turns {
                Turns::Fixed => false,
                Turns::InPlane => is_rotation && axes[0] == 0 && !reversed[0],
                Turns::Rotations => is_rotation,
                Turns::All => true,
            };
            if allowed {
                least = least.min(image(shape, axes, reversed));
            }
        }
    }
    least
}

/// The sorted cells of a shape after a turn: axis `i` of the image is axis `axes[i]` of the shape,
/// reversed or not.
fn image(shape: &Shape, axes: [usize; 3], reversed: [bool; 3]) -> Vec<Place> {
    let turned = |place: &Place| {
        [0, 1, 2].map(|axis| {
            let at = place[axes[axis]];
            if reversed[axis] { shape.sides()[axes[axis]] - 1 - at } else { at }
        })
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
        for axes in PERMUTATIONS {
            for reversals in 0..8_u32 {
                images.insert(image(&odd, axes, [0, 1, 2].map(|axis| reversals >> axis & 1 == 1)));
            }
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
