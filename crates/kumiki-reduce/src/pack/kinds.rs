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
use kumiki_model::{Piece, Shape};
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
        let turns = grid.elements().iter().filter(|turn| piece.turns.include(turn));
        let shapes = turns.map(|turn| piece.shape.turned(turn));
        let mut orientations: BTreeSet<Shape> = shapes.collect();
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
        let orientations = self.orientations.iter().map(|shape| shape.turned(symmetry)).collect();
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
