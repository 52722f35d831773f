//! What is left of the region: simple polygons, and what there is room for in them. The module
//! `cutting` explains why nothing else is ever left.

use crate::fits::Fits;
use crate::residue::{self, Residue};
use crate::spot::Spot;
use crate::table::{Table, Way};
use kumiki_ring::Point;

/// A simple polygon.
///
/// * **O1** `spots` are its corners, to the left; the side leaving corner k has direction
///   `directions[k]`, and neighbours have different directions.
/// * **O2** `heights[k * axes..]` are those of corner k.
/// * **O3** If corner k was a corner of the polygon that this one was cut from, and the side
///   leaving it had the same direction, `origins[k]` is its number there, and otherwise [`NONE`].
/// * **O4** `fits` may say what fits into the corners.
/// * **O5** `residues[k]` is that of corner k.
/// * **O6** `area` was measured by them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Outline {
    /// The corners, to the left (O1).
    pub(crate) spots: Vec<Spot>,
    /// For each corner the direction of the side that leaves it (O1).
    pub(crate) directions: Vec<usize>,
    /// For each corner its heights over all axes (O2).
    pub(crate) heights: Vec<i64>,
    /// For each corner its number in the polygon that this was cut from, or `NONE` (O3).
    pub(crate) origins: Vec<usize>,
    /// What fits into each corner, or nothing if nobody asks (O4).
    pub(crate) fits: Fits,
    /// For each corner its residue (O5).
    pub(crate) residues: Vec<Residue>,
    /// The area modulo the prime of `residue` (O6).
    pub(crate) area: u64,
}

/// No corner.
pub(crate) const NONE: usize = usize::MAX;

impl Outline {
    /// The outline of a polygon, given to the left.
    pub(crate) fn new(table: &Table, corners: &[Point]) -> Self {
        let residues = corners.iter().map(|corner| table.residues.of_point(*corner));
        let residues: Vec<Residue> = residues.collect();
        Self {
            area: residue::area(&residues),
            residues,
            spots: corners.iter().map(|corner| table.lanes.pack(*corner)).collect(),
            directions: table.directions_of(corners),
            heights: corners.iter().flat_map(|corner| table.heights(*corner)).collect(),
            origins: vec![NONE; corners.len()],
            fits: Fits::default(),
        }
    }

    /// Its corners as points.
    pub(crate) fn corners(&self, table: &Table) -> Vec<Point> {
        self.spots.iter().map(|spot| table.lanes.unpack(*spot)).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.spots.len()
    }

    /// The angle at a corner, as a number of directions.
    #[inline(always)]
    pub(crate) fn span(&self, table: &Table, corner: usize) -> usize {
        let into = self.directions[if corner == 0 { self.len() - 1 } else { corner - 1 }];
        let (back, out) = (table.opposite(into), self.directions[corner]);
        if back >= out { back - out } else { back + 2 * table.axes - out }
    }

    /// Whether a tile laid into a convex corner, whose angle it does not exceed, is inside: no side
    /// of the polygon may run through it. Near the corner the tile is inside; so it is inside
    /// everywhere unless the boundary comes between.
    ///
    /// A side keeps clear of a convex part if some axis separates them: that of a side of the part
    /// or of the side itself will do if any does. Mostly it is the side's own, with the part to its
    /// left. The two sides at the corner never run through a convex tile.
    #[inline(always)]
    pub(crate) fn has_room_for(&self, table: &Table, corner: usize, way: &Way) -> bool {
        let axes = table.axes;
        let count = self.len();
        let base = &self.heights[corner * axes..][..axes];
        let first = if corner + 1 == count { 0 } else { corner + 1 };
        let sides = if way.seams.is_empty() { count - 2 } else { count };
        self.keep_off_parts(table, base, way, first, sides)
            && (way.seams.is_empty() || self.keeps_off_seams(table, base, way))
    }

    /// Whether no side of the polygon runs through a tile, given by the heights of its corner.
    pub(crate) fn keeps_out_of(&self, table: &Table, base: &[i64], way: &Way) -> bool {
        self.keep_off_parts(table, base, way, 0, self.len())
            && self.keeps_off_seams(table, base, way)
    }

    /// Whether some sides of the polygon, from a first one on, keep clear of the parts of a tile.
    #[inline(always)]
    fn keep_off_parts(
        &self,
        table: &Table,
        base: &[i64],
        way: &Way,
        first: usize,
        sides: usize,
    ) -> bool {
        let axes = table.axes;
        let count = self.len();
        let base = &base[..axes];
        for part in &way.parts {
            let spread = &part.spread[..axes];
            let mut side = first;
            for _ in 0..sides {
                let next = if side + 1 == count { 0 } else { side + 1 };
                let from = &self.heights[side * axes..][..axes];
                let direction = self.directions[side];
                let is_to_the_left = if direction < axes {
                    from[direction] - base[direction] < spread[direction][0]
                } else {
                    let axis = direction - axes;
                    from[axis] - base[axis] > spread[axis][1]
                };
                if !is_to_the_left {
                    let to = &self.heights[next * axes..][..axes];
                    let mut over_axes = from.iter().zip(to).zip(base.iter().zip(spread));
                    let is_separated = over_axes.any(|((a, b), (base, [low, high]))| {
                        let (a, b) = (a - base, b - base);
                        (a < *low && b < *low) || (a > *high && b > *high)
                    });
                    if !is_separated {
                        return false;
                    }
                }
                side = next;
            }
        }
        true
    }

    /// Whether no side of the polygon runs along a line inside the tile.
    fn keeps_off_seams(&self, table: &Table, base: &[i64], way: &Way) -> bool {
        let axes = table.axes;
        let count = self.len();
        way.seams.iter().all(|seam| {
            let across = Table::across(seam.axis);
            let of_seam = |at: usize, axis: usize| base[axis] + way.heights[at * axes + axis];
            let (s, t) = (of_seam(seam.from, across), of_seam(seam.to, across));
            (0..count).all(|side| {
                let next = (side + 1) % count;
                let [a, b] = [side, next].map(|at| self.heights[at * axes + across]);
                let is_on_line = [side, next].iter().all(|at| {
                    let height = self.heights[at * axes + seam.axis];
                    (height - of_seam(seam.from, seam.axis)).abs() < table.tolerance
                });
                !is_on_line
                    || a.max(b) < s.min(t) + table.tolerance
                    || a.min(b) > s.max(t) - table.tolerance
            })
        })
    }
}
