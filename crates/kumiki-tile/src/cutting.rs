//! Cutting a tile off a polygon.
//!
//! # Why nothing is special
//! A tile is always laid into a convex corner, with a side along the boundary. So it shares a piece
//! of boundary with the polygon it is cut from, and then everything that is left is made of simple
//! polygons again: if one of them touched itself at a point q, there would be a closed curve
//! through q inside it that separates parts of what lies outside; but everything outside hangs
//! together, the tile with the rest through the piece of boundary they share. So there are no
//! slits, no angles of 0 or 360 degrees, and no corner comes twice, *provided that the boundary is
//! split wherever the tile touches it*.
//!
//! # Cutting
//! * **C1** A *contact* is a corner of the tile on the boundary of the polygon, or a corner of the
//!   polygon on the boundary of the tile. Whoever walks around the tile comes to the contacts in
//!   the same order as one who walks around the polygon, since the tile is inside.
//! * **C2** From one contact to the next, the tile's boundary runs along the polygon's all the
//!   time, or not at all. It does if both leave the contact in the same direction.
//! * **C3** If it does not, there is a polygon left between the two: its boundary is the polygon's
//!   from the first contact to the second, and then the tile's in reverse back to the first. There
//!   are no other polygons left.
//! * **C4** Where such a boundary goes straight on, there is no corner.
//! * **C5** The tile and all polygons that are left have the polygon's area together. They are
//!   always measured.

use crate::outline::{NONE, Outline};
use crate::residue;
use crate::table::{Table, Way};

/// A point where the boundaries of a polygon and a tile meet (C1).
#[derive(Clone, Copy, Debug)]
struct Contact {
    /// The side of the tile on which it lies, not at its end.
    side: usize,
    /// How far it is from the beginning of that side, as a difference of heights over
    /// `Table::across`; 0 at the corner of the tile.
    distance: i64,
    /// The last corner of the polygon that is not after it.
    corner: usize,
    /// Whether it is that corner of the polygon, and not a point of the side after it.
    is_corner: bool,
}

/// Room for cutting, kept to save allocations.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    /// The contacts of the tile that is cut off, in the order of C1.
    contacts: Vec<Contact>,
    /// Outlines that are not needed any more. Only their memory is used.
    spare: Vec<Outline>,
}

impl Scratch {
    /// Takes back an outline, to be used again.
    pub(crate) fn recycle(&mut self, outline: Outline) {
        // An outline that was moved elsewhere has no room to give.
        if outline.spots.capacity() > 0 {
            self.spare.push(outline);
        }
    }

    /// The same outline once more.
    pub(crate) fn copy(&mut self, outline: &Outline, axes: usize) -> Outline {
        let mut copy = self.blank(outline.len(), axes);
        copy.extend_from(outline, 0..outline.len(), axes);
        copy.origins.clone_from(&outline.origins);
        copy.area = outline.area;
        copy.fits.copy(&outline.fits);
        copy
    }

    /// An outline without corners, and with room for so many.
    fn blank(&mut self, corners: usize, axes: usize) -> Outline {
        let mut outline = self.spare.pop().unwrap_or_default();
        outline.spots.clear();
        outline.spots.reserve(corners);
        outline.directions.clear();
        outline.directions.reserve(corners);
        outline.heights.clear();
        outline.heights.reserve(corners * axes);
        outline.origins.clear();
        outline.origins.reserve(corners);
        outline.residues.clear();
        outline.residues.reserve(corners);
        outline.fits.clear();
        outline
    }
}

impl Outline {
    /// Cuts off a tile that there is room for. Adds the polygons that are left to a list.
    ///
    /// # Panics
    /// If C5 does not hold: then no count could be believed.
    pub(crate) fn cut(
        &self,
        table: &Table,
        corner: usize,
        way: &Way,
        scratch: &mut Scratch,
        left: &mut Vec<Self>,
    ) {
        let mut area = table.area_residues[way.kind];
        self.find_contacts(table, corner, way, &mut scratch.contacts);
        scratch.contacts.sort_unstable_by_key(|contact| (contact.side, contact.distance));
        for at in 0..scratch.contacts.len() {
            let from = scratch.contacts[at];
            let to = scratch.contacts[if at + 1 == scratch.contacts.len() { 0 } else { at + 1 }];
            // C2
            if self.directions[from.corner] != way.directions[from.side] {
                let blank = scratch.blank(self.len() + way.spots.len(), table.axes);
                let rest = self.remainder(table, corner, way, [from, to], blank);
                area = residue::sum(area, rest.area);
                left.push(rest);
            }
        }
        assert!(
            area == self.area,
            "C5: what is cut off and what is left have another area than the whole"
        );
    }

    /// C1
    #[inline(always)]
    fn find_contacts(&self, table: &Table, corner: usize, way: &Way, contacts: &mut Vec<Contact>) {
        let axes = table.axes;
        let count = self.len();
        let base = &self.heights[corner * axes..][..axes];
        let reach = &way.reach[..axes];
        contacts.clear();
        for at in 0..count {
            let heights = &self.heights[at * axes..][..axes];
            let is_near = (0..axes).all(|axis| {
                let [low, high] = reach[axis];
                (low..high).contains(&(heights[axis] - base[axis]))
            });
            if is_near {
                contacts.extend(self.contact_of_corner(table, corner, way, at));
            }
            let direction = self.directions[at];
            let axis = if direction < axes { direction } else { direction - axes };
            let level = heights[axis] - base[axis];
            if (reach[axis][0]..reach[axis][1]).contains(&level) {
                let next = if at + 1 == count { 0 } else { at + 1 };
                let across = Table::across(axis);
                let [start, end] =
                    [at, next].map(|at| self.heights[at * axes + across] - base[across]);
                for side in 0..way.spots.len() {
                    let heights = &way.heights[side * axes..][..axes];
                    let is_on_line = (heights[axis] - level).abs() < table.tolerance;
                    if is_on_line && distance_along(table, [start, end], heights[across]).is_some()
                    {
                        contacts.push(Contact { side, distance: 0, corner: at, is_corner: false });
                    }
                }
            }
        }
    }

    /// The contact at a corner of the polygon, if there is one.
    #[inline(always)]
    fn contact_of_corner(
        &self,
        table: &Table,
        corner: usize,
        way: &Way,
        at: usize,
    ) -> Option<Contact> {
        let axes = table.axes;
        let count = way.spots.len();
        let spot = self.spots[at].minus(self.spots[corner]);
        if let Some(side) = way.spots.iter().position(|other| *other == spot) {
            return Some(Contact { side, distance: 0, corner: at, is_corner: true });
        }
        (0..count).find_map(|side| {
            let direction = way.directions[side];
            let axis = if direction < axes { direction } else { direction - axes };
            let across = Table::across(axis);
            let height =
                |over: usize| self.heights[at * axes + over] - self.heights[corner * axes + over];
            if (way.heights[side * axes + axis] - height(axis)).abs() >= table.tolerance {
                return None;
            }
            let next = if side + 1 == count { 0 } else { side + 1 };
            let ends = [side, next].map(|at| way.heights[at * axes + across]);
            let distance = distance_along(table, ends, height(across))?;
            Some(Contact { side, distance, corner: at, is_corner: true })
        })
    }

    /// C3: the polygon that is left between two contacts.
    #[inline(always)]
    fn remainder(
        &self,
        table: &Table,
        corner: usize,
        way: &Way,
        [from, to]: [Contact; 2],
        mut rest: Self,
    ) -> Self {
        let axes = table.axes;
        let (count, tile_count) = (self.len(), way.spots.len());
        let before = |at: usize, count: usize| if at == 0 { count - 1 } else { at - 1 };
        // In reverse along the tile, beginning with the side that leads to the second contact.
        let mut side = if to.distance == 0 { before(to.side, tile_count) } else { to.side };
        let mut out = table.opposite(way.directions[side]);
        let into = self.directions[if to.is_corner { before(to.corner, count) } else { to.corner }];
        // C4
        if into != out {
            if to.is_corner {
                rest.push_corner(self, to.corner, axes);
            } else {
                rest.push_tile_corner(self, axes, corner, way, to.side);
            }
            rest.push_side(out, NONE);
        }
        while side != from.side {
            rest.push_tile_corner(self, axes, corner, way, side);
            side = before(side, tile_count);
            out = table.opposite(way.directions[side]);
            rest.push_side(out, NONE);
        }
        let direction = self.directions[from.corner];
        if direction != out {
            if from.is_corner {
                rest.push_corner(self, from.corner, axes);
                rest.push_side(direction, from.corner);
            } else {
                rest.push_tile_corner(self, axes, corner, way, from.side);
                rest.push_side(direction, NONE);
            }
        }
        // The corners of the polygon in between are as they were. There are none if both contacts
        // are on one side: the tile's own corner is never in between.
        let first = from.corner + 1;
        let end = to.corner + usize::from(!to.is_corner);
        if first <= end {
            rest.extend_from(self, first..end, axes);
        } else {
            rest.extend_from(self, first..count, axes);
            rest.extend_from(self, 0..end, axes);
        }
        rest.area = residue::area(&rest.residues);
        rest
    }

    fn push_corner(&mut self, other: &Self, corner: usize, axes: usize) {
        self.spots.push(other.spots[corner]);
        self.residues.push(other.residues[corner]);
        self.heights.extend_from_slice(&other.heights[corner * axes..][..axes]);
    }

    /// Adds a corner of a tile that lies in a corner of another polygon.
    fn push_tile_corner(&mut self, other: &Self, axes: usize, corner: usize, way: &Way, at: usize) {
        self.spots.push(other.spots[corner].plus(way.spots[at]));
        self.residues.push(other.residues[corner].plus(way.residues[at]));
        let heights = way.heights[at * axes..][..axes].iter().zip(&other.heights[corner * axes..]);
        self.heights.extend(heights.map(|(height, base)| height + base));
    }

    /// Adds the side that leaves the last corner.
    fn push_side(&mut self, direction: usize, origin: usize) {
        self.directions.push(direction);
        self.origins.push(origin);
    }

    fn extend_from(&mut self, other: &Self, corners: std::ops::Range<usize>, axes: usize) {
        self.spots.extend_from_slice(&other.spots[corners.clone()]);
        self.residues.extend_from_slice(&other.residues[corners.clone()]);
        self.directions.extend_from_slice(&other.directions[corners.clone()]);
        self.heights.extend_from_slice(&other.heights[corners.start * axes..corners.end * axes]);
        self.origins.extend(corners);
    }
}

/// How far a point is from the beginning of a side, if it lies between its ends; all given by
/// heights that change along the side.
#[inline(always)]
fn distance_along(table: &Table, [start, end]: [i64; 2], height: i64) -> Option<i64> {
    let sign = (end - start).signum();
    let distance = (height - start) * sign;
    (distance > table.tolerance && (end - height) * sign > table.tolerance).then_some(distance)
}
