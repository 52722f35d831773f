//! Who lies where: the one table behind the rules.

use super::rules::name;
use crate::fault::{refuse, require};
use crate::{Direction, Fault, rule};
use kumiki_model::{Packing, PlacedBrick};

/// The bricks of a packing with the cells they cover.
///
/// * **O1** Every brick lies inside the box.
/// * **O2** `owner` has one entry per cell, layer by layer and row by row: the position in the
///   packing of the one brick that covers the cell, or `None` for an empty cell.
pub(crate) struct Occupancy<'p> {
    bricks: &'p [PlacedBrick],
    sides: [usize; 3],
    owner: Vec<Option<usize>>,
}

impl<'p> Occupancy<'p> {
    /// The table of a packing.
    ///
    /// # Errors
    /// If a brick sticks out (O1) or two overlap (O2).
    pub(crate) fn of(packing: &'p Packing) -> Result<Self, Fault> {
        let (sides, bricks) = (packing.container().sides(), packing.bricks());
        let mut table = Self { bricks, sides, owner: vec![None; sides.iter().product()] };
        for (at, brick) in bricks.iter().enumerate() {
            let inside = (0..3).all(|axis| {
                brick.origin[axis]
                    .checked_add(brick.extent[axis])
                    .is_some_and(|end| end <= sides[axis])
            });
            require(inside, rule::INSIDE, || format!("{} sticks out of the box", name(brick)))?;
            for place in brick.places() {
                let cell = table.cell(place);
                if let Some(first) = table.owner[cell].replace(at) {
                    let what = format!("{} overlaps {}", name(&bricks[first]), name(brick));
                    return refuse(rule::OVERLAP, what);
                }
            }
        }
        Ok(table)
    }

    /// The bricks, in the order of the packing.
    pub(crate) fn bricks(&self) -> &'p [PlacedBrick] {
        self.bricks
    }

    /// The position of the brick that covers a cell.
    pub(crate) fn at(&self, place: [usize; 3]) -> Option<usize> {
        self.owner[self.cell(place)]
    }

    /// The sides of the box.
    pub(crate) fn sides(&self) -> [usize; 3] {
        self.sides
    }

    /// What a brick's face touches: the wall, if there are no cells beyond it, or else the bricks
    /// at the given positions, each as often as it covers a cell there; no bricks at all if every
    /// cell there is empty.
    pub(crate) fn beyond(&self, brick: &PlacedBrick, direction: Direction) -> Beyond {
        let axis = direction.axis();
        let end = brick.origin[axis] + brick.extent[axis];
        let reaches_wall =
            if direction.is_higher() { end == self.sides[axis] } else { brick.origin[axis] == 0 };
        if reaches_wall {
            return Beyond::Wall;
        }
        let mut touched = *brick;
        touched.origin[axis] = if direction.is_higher() { end } else { brick.origin[axis] - 1 };
        touched.extent[axis] = 1;
        Beyond::Bricks(touched.places().filter_map(|place| self.at(place)).collect())
    }

    fn cell(&self, [layer, row, column]: [usize; 3]) -> usize {
        (layer * self.sides[1] + row) * self.sides[2] + column
    }
}

/// What lies on the other side of a face.
pub(crate) enum Beyond {
    /// The wall of the box.
    Wall,
    /// Cells of the box, covered by the bricks at these positions as far as they are covered at
    /// all.
    Bricks(Vec<usize>),
}
