//! The kinds of piece as far as the box can tell them apart, and where they can lie.
//!
//! # Which kind becomes which
//! A symmetry of the box takes a placement of one kind of piece to a placement of another: the
//! mirror image of a left hand is a right hand. If the box contains some translate of an
//! orientation, it contains the image of that translate as well. So the placements of kind `k` go
//! to those of kind `l` exactly if the orientations of `k` *that fit into the box* go to those of
//! `l`. Where several kinds are alike, the first goes to the first, the second to the second, and
//! so on; ranks are kept, so products of symmetries go to products of permutations.

use super::cells::Cells;
use kumiki_group::{Group, Perm};
use kumiki_model::{Cuboid, Piece, Place, Shape, Turns};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of piece: two of them are equal if nothing but their names tells them apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Kind {
    /// The shapes it can take that fit into the box.
    orientations: BTreeSet<Shape>,
    least: u32,
    most: Option<u32>,
}

impl Kind {
    pub(super) fn of(piece: &Piece, cells: &Cells, grid: &Group) -> Self {
        let mut orientations = orientations(&piece.shape, piece.turns, grid);
        orientations.retain(|shape| placements(shape, cells).next().is_some());
        Self { orientations, least: piece.least, most: piece.most }
    }

    /// Whether it can lie anywhere at all.
    pub(super) fn fits(&self) -> bool {
        !self.orientations.is_empty()
    }

    /// Whether some piece of this kind can lie exactly as one of another kind.
    pub(super) fn can_replace(&self, other: &Self) -> bool {
        !self.orientations.is_disjoint(&other.orientations)
    }

    /// Whether it is a brick that fills the cuboid around it.
    pub(super) fn is_brick(&self) -> bool {
        let fills = |shape: &Shape| shape.cells().len() == shape.sides().iter().product::<usize>();
        self.orientations.iter().all(fills)
    }

    /// All its placements as sorted lists of cells, by orientation, then place.
    pub(super) fn placements<'a>(
        &'a self,
        cells: &'a Cells,
    ) -> impl Iterator<Item = Vec<usize>> + 'a {
        self.orientations.iter().flat_map(|shape| placements(shape, cells))
    }

    fn turned(&self, symmetry: &Perm) -> Self {
        let orientations = self.orientations.iter().map(|shape| turned(shape, symmetry)).collect();
        Self { orientations, ..*self }
    }
}

/// The ways to shift a shape into the box, as sorted lists of cells.
fn placements<'a>(shape: &'a Shape, cells: &'a Cells) -> impl Iterator<Item = Vec<usize>> + 'a {
    let first = shape.cells()[0];
    (0..cells.len()).filter_map(move |cell| {
        let place = cells.place(cell);
        let shifted = |part: &[usize; 3]| {
            let mut image = [0; 3];
            for axis in 0..3 {
                image[axis] = (place[axis] + part[axis]).checked_sub(first[axis])?;
            }
            cells.number(image)
        };
        shape.cells().iter().map(shifted).collect()
    })
}

/// What a symmetry makes of each kind, if it maps kinds to kinds.
pub(super) fn images(kinds: &[Kind], symmetry: &Perm) -> Option<Vec<usize>> {
    let mut alike: BTreeMap<&Kind, Vec<usize>> = BTreeMap::new();
    for (at, kind) in kinds.iter().enumerate() {
        alike.entry(kind).or_default().push(at);
    }
    let image = |(at, kind): (usize, &Kind)| {
        let rank = alike[kind].binary_search(&at).expect("each kind is among those like it");
        alike.get(&kind.turned(symmetry))?.get(rank).copied()
    };
    kinds.iter().enumerate().map(image).collect()
}

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
fn turned(shape: &Shape, symmetry: &Perm) -> Shape {
    let coordinate = |at: usize| i64::try_from(at).expect("a shape reaches less than 2^20 cells");
    let cells =
        shape.cells().iter().map(|cell| carried(symmetry, shape.sides(), *cell).map(coordinate));
    Shape::new(cells).expect("the image of a shape is a shape")
}

/// The different shapes that a piece can take.
fn orientations(shape: &Shape, turns: Turns, grid: &Group) -> BTreeSet<Shape> {
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
