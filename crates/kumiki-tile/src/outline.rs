//! What is left of the region: simple polygons, and how a tile is cut off.
//!
//! # Why nothing is special
//! A tile is always laid into a convex corner, with a side along the boundary. So it shares a piece of boundary with the polygon
//! it is cut from, and then everything that is left is made of simple polygons again: if one of them touched itself at a point q,
//! there would be a closed curve through q inside it that separates parts of what lies outside; but everything outside hangs together, the
//! tile with the rest through the piece of boundary they share. So there are no slits, no angles of 0 or 360 degrees, and no
//! corner comes twice, *provided that the boundary is split wherever two parts of it touch*. That is what tracing does: it always
//! takes the sharpest turn to the left.
//!
//! # Cutting
//! * **C1** Every corner of the tile that lies within a side of the polygon divides that side, and the other way around.
//! * **C2** Where the tile's boundary runs along the polygon's, both go the same way; these pieces vanish.
//! * **C3** What remains of the polygon's boundary, and of the tile's boundary in reverse, falls into closed curves: at a point where
//!   several pieces begin, the next one is the first to the right of where we come from.
//! * **C4** Where a curve goes straight on, there is no corner.

use crate::spot::Spot;
use crate::table::{Table, Way};

/// A simple polygon.
///
/// * **O1** `spots` are its corners, to the left; the side leaving corner k has direction `directions[k]`, and neighbours have different
///   directions.
/// * **O2** `heights[k * axes..]` are those of corner k.
#[derive(Clone, Default, Debug)]
pub(crate) struct Outline {
    pub(crate) spots: Vec<Spot>,
    pub(crate) directions: Vec<usize>,
    pub(crate) heights: Vec<i64>,
}

/// A piece of boundary.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Spot,
    to: Spot,
    direction: usize,
}

/// Room for cutting, kept to save allocations.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bench {
    sides: Vec<Edge>,
    tile: Vec<Edge>,
    tile_spots: Vec<Spot>,
    tile_heights: Vec<i64>,
    on_side: Vec<(i64, Spot)>,
}

/// A closed curve: corners and the directions of the sides leaving them.
pub(crate) type Curve = Vec<(Spot, usize)>;

impl Outline {
    pub(crate) fn new(table: &Table, curve: &[(Spot, usize)]) -> Self {
        let mut outline = Self::default();
        for (spot, direction) in curve {
            outline.spots.push(*spot);
            outline.directions.push(*direction);
            outline.heights.extend(table.heights(spot.unpack()));
        }
        outline
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

    /// Whether a tile laid into a convex corner, whose angle it does not exceed, is inside: no side of the polygon may run through it.
    /// Near the corner the tile is inside; so it is inside everywhere unless the boundary comes between.
    ///
    /// A side keeps clear of a convex part if some axis separates them: that of a side of the part or of the side itself will do if
    /// any does. Mostly it is the side's own, with the part to its left. The two sides at the corner never come between.
    #[inline(always)]
    pub(crate) fn has_room_for(&self, table: &Table, corner: usize, way: &Way) -> bool {
        let axes = table.axes;
        let count = self.len();
        let base = &self.heights[corner * axes..][..axes];
        for part in &way.parts {
            let (low, high) = (&part.low[..axes], &part.high[..axes]);
            let mut side = if corner + 1 == count { 0 } else { corner + 1 };
            for _ in 2..count {
                let next = if side + 1 == count { 0 } else { side + 1 };
                let from = &self.heights[side * axes..][..axes];
                let direction = self.directions[side];
                let is_to_the_left = if direction < axes {
                    from[direction] - base[direction] < low[direction]
                } else {
                    let axis = direction - axes;
                    from[axis] - base[axis] > high[axis]
                };
                if !is_to_the_left {
                    let to = &self.heights[next * axes..][..axes];
                    let is_separated = (0..axes).any(|axis| {
                        let (a, b) = (from[axis] - base[axis], to[axis] - base[axis]);
                        (a < low[axis] && b < low[axis]) || (a > high[axis] && b > high[axis])
                    });
                    if !is_separated {
                        return false;
                    }
                }
                side = next;
            }
        }
        way.seams.is_empty() || self.keeps_off_seams(table, corner, way)
    }

    /// Whether no side of the polygon runs along a line inside the tile.
    fn keeps_off_seams(&self, table: &Table, corner: usize, way: &Way) -> bool {
        let axes = table.axes;
        let count = self.len();
        way.seams.iter().all(|seam| {
            let across = if seam.axis == 0 { 1 } else { 0 };
            let of_seam =
                |at: usize, axis: usize| self.heights[corner * axes + axis] + way.heights[at * axes + axis];
            let (s, t) = (of_seam(seam.from, across), of_seam(seam.to, across));
            (0..count).all(|side| {
                let next = (side + 1) % count;
                let [a, b] = [side, next].map(|at| self.heights[at * axes + across]);
                let is_on_line = [side, next].iter().all(|at| {
                    let height = self.heights[at * axes + seam.axis];
                    (height - of_seam(seam.from, seam.axis)).abs() < table.tolerance
                });
                !is_on_line || a.max(b) < s.min(t) + table.tolerance || a.min(b) > s.max(t) - table.tolerance
            })
        })
    }

    /// Cuts off a tile that there is room for. Returns the curves around what is left.
    pub(crate) fn cut(&self, table: &Table, corner: usize, way: &Way, bench: &mut Bench) -> Vec<Curve> {
        let axes = table.axes;
        let count = self.len();
        let tile_count = way.spots.len();
        let base = &self.heights[corner * axes..][..axes];
        let Bench { sides, tile, tile_spots, tile_heights, on_side } = bench;
        tile_spots.clear();
        tile_spots.extend(way.spots.iter().map(|spot| self.spots[corner].plus(*spot)));
        tile_heights.clear();
        for heights in way.heights.chunks_exact(axes) {
            tile_heights.extend(heights.iter().zip(base).map(|(height, base)| height + base));
        }
        // C1
        divide(
            table,
            (&self.spots, &self.directions, &self.heights),
            (tile_spots, tile_heights),
            sides,
            on_side,
        );
        divide(
            table,
            (tile_spots, &way.directions, tile_heights),
            (&self.spots, &self.heights),
            tile,
            on_side,
        );
        debug_assert!(sides.len() >= count && tile.len() >= tile_count);
        // C2
        tile.retain(|piece| {
            let shared = sides.iter().position(|side| side.from == piece.from && side.to == piece.to);
            if let Some(shared) = shared {
                sides.remove(shared);
            }
            shared.is_none()
        });
        // C3
        sides.extend(tile.iter().rev().map(|piece| Edge {
            from: piece.to,
            to: piece.from,
            direction: table.opposite(piece.direction),
        }));
        let mut curves = Vec::new();
        while let Some(first) = sides.pop() {
            let mut curve: Curve = vec![(first.from, first.direction)];
            let mut last = first;
            while last.to != first.from || !is_closed(table, sides, &last, &first) {
                let next = next_edge(table, sides, &last);
                let edge = sides.remove(next);
                // C4
                if edge.direction != last.direction {
                    curve.push((edge.from, edge.direction));
                }
                last = edge;
            }
            if last.direction == first.direction {
                curve.remove(0);
            }
            curves.push(curve);
        }
        curves
    }
}

/// C1: the sides of a polygon, divided where corners of another one lie within them.
fn divide(
    table: &Table,
    (spots, directions, heights): (&[Spot], &[usize], &[i64]),
    (others, other_heights): (&[Spot], &[i64]),
    edges: &mut Vec<Edge>,
    on_side: &mut Vec<(i64, Spot)>,
) {
    let axes = table.axes;
    let count = spots.len();
    edges.clear();
    for side in 0..count {
        let next = if side + 1 == count { 0 } else { side + 1 };
        let direction = directions[side];
        let axis = if direction < axes { direction } else { direction - axes };
        // Over another axis, heights change along the side.
        let along = if axis == 0 { 1 } else { 0 };
        let level = heights[side * axes + axis];
        let (start, end) = (heights[side * axes + along], heights[next * axes + along]);
        on_side.clear();
        for (at, spot) in others.iter().enumerate() {
            let height = other_heights[at * axes + along];
            let is_between = (height - start) * (end - start).signum() > table.tolerance
                && (end - height) * (end - start).signum() > table.tolerance;
            if is_between && (other_heights[at * axes + axis] - level).abs() < table.tolerance {
                on_side.push(((height - start).abs(), *spot));
            }
        }
        on_side.sort_unstable_by_key(|(distance, _)| *distance);
        let mut from = spots[side];
        for (_, spot) in on_side.iter() {
            edges.push(Edge { from, to: *spot, direction });
            from = *spot;
        }
        edges.push(Edge { from, to: spots[next], direction });
    }
}

/// C3: the edge that continues another one: of those that begin where it ends, the first to the right of where it comes from.
fn next_edge(table: &Table, edges: &[Edge], last: &Edge) -> usize {
    let begins = edges.iter().enumerate().filter(|(_, edge)| edge.from == last.to);
    let (at, _) = begins
        .min_by_key(|(_, edge)| turn_from(table, last.direction, edge.direction))
        .expect("the remaining edges form closed curves");
    at
}

/// The angle inside, between an edge and the next.
#[inline(always)]
fn turn_from(table: &Table, into: usize, out: usize) -> usize {
    let back = table.opposite(into);
    if back >= out { back - out } else { back + 2 * table.axes - out }
}

/// Whether a curve that has come back to where it began goes on with its first edge, not with another that begins there.
fn is_closed(table: &Table, edges: &[Edge], last: &Edge, first: &Edge) -> bool {
    let own = turn_from(table, last.direction, first.direction);
    let begins = edges.iter().filter(|edge| edge.from == last.to);
    begins.map(|edge| turn_from(table, last.direction, edge.direction)).all(|other| other > own)
}
