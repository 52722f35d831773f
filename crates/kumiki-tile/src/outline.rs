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

use crate::fits::Fits;
use crate::spot::Spot;
use crate::table::{Table, Way};
use kumiki_ring::Point;

/// A simple polygon.
///
/// * **O1** `spots` are its corners, to the left; the side leaving corner k has direction `directions[k]`, and neighbours have different
///   directions.
/// * **O2** `heights[k * axes..]` are those of corner k.
/// * **O3** If corner k was a convex corner of the polygon that this one was cut from, and the side leaving it had the same direction,
///   `origins[k]` is its number there, and otherwise [`NONE`].
/// * **O4** `fits` may say what fits into the corners.
#[derive(Clone, Default, Debug)]
pub(crate) struct Outline {
    pub(crate) spots: Vec<Spot>,
    pub(crate) directions: Vec<usize>,
    pub(crate) heights: Vec<i64>,
    pub(crate) origins: Vec<usize>,
    pub(crate) fits: Fits,
}

/// A piece of boundary that ends at a numbered point, in a list of those that begin at the same point.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: usize,
    direction: usize,
    /// The next edge with the same beginning, or [`NONE`].
    sibling: usize,
    is_gone: bool,
}

/// No edge, or no corner.
pub(crate) const NONE: usize = usize::MAX;

/// Room for cutting, kept to save allocations.
///
/// While cutting, points are numbered: first the corners of the polygon, then those of the tile.
///
/// * **B1** `heights[k * axes..]` are those of point k, and `spots[k]` is where it lies.
/// * **B2** `same[k]` is the least number of a point that lies where corner k of the tile does.
/// * **B3** From `first[k]` on, the siblings are the edges that begin at point k.
/// * **B4** `near` has all corners of the polygon that lie on the tile's boundary, and perhaps more.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bench {
    spots: Vec<Spot>,
    heights: Vec<i64>,
    same: Vec<usize>,
    edges: Vec<Edge>,
    first: Vec<usize>,
    near: Vec<usize>,
    on_side: Vec<(i64, usize)>,
    /// Outlines that are not needed any more.
    spare: Vec<Outline>,
}

impl Bench {
    /// Takes back an outline, to be used again.
    pub(crate) fn recycle(&mut self, outline: Outline) {
        self.spare.push(outline);
    }

    /// An outline without corners, and with room for all there could be.
    fn blank(&mut self, axes: usize) -> Outline {
        let mut outline = self.spare.pop().unwrap_or_default();
        let room = self.spots.len();
        outline.spots.clear();
        outline.spots.reserve(room);
        outline.directions.clear();
        outline.directions.reserve(room);
        outline.heights.clear();
        outline.heights.reserve(room * axes);
        outline.origins.clear();
        outline.origins.reserve(room);
        outline.fits.clear();
        outline
    }

    fn add_edge(&mut self, from: usize, to: usize, direction: usize) {
        let sibling = std::mem::replace(&mut self.first[from], self.edges.len());
        self.edges.push(Edge { to, direction, sibling, is_gone: false });
    }

    /// C2: the edge from one point to another in a direction, if there is one.
    #[inline(always)]
    fn find_edge(&self, from: usize, to: usize, direction: usize) -> Option<usize> {
        let mut at = self.first[from];
        while at != NONE {
            let edge = &self.edges[at];
            if edge.to == to && edge.direction == direction && !edge.is_gone {
                return Some(at);
            }
            at = edge.sibling;
        }
        None
    }

    /// C3: the edge with which a curve goes on that has come to a point in a direction: the first to the right of where it comes from.
    #[inline(always)]
    fn find_next(&self, table: &Table, point: usize, direction: usize) -> usize {
        let back = table.opposite(direction);
        let (mut next, mut least) = (NONE, usize::MAX);
        let mut at = self.first[point];
        while at != NONE {
            let Edge { direction: out, sibling, is_gone, .. } = self.edges[at];
            let turn = if back >= out { back - out } else { back + 2 * table.axes - out };
            if !is_gone && turn < least {
                (next, least) = (at, turn);
            }
            at = sibling;
        }
        assert_ne!(next, NONE, "the remaining edges form closed curves");
        next
    }

    /// C1: whether a point lies within the side from one point to another. If so, it is added to those on the side.
    #[inline(always)]
    fn look_on_side(&mut self, table: &Table, [from, to]: [usize; 2], direction: usize, point: usize) {
        let axes = table.axes;
        let axis = if direction < axes { direction } else { direction - axes };
        let along = Table::across(axis);
        if (self.heights[point * axes + axis] - self.heights[from * axes + axis]).abs() < table.tolerance {
            let [start, end, height] = [from, to, point].map(|at| self.heights[at * axes + along]);
            let sign = (end - start).signum();
            if (height - start) * sign > table.tolerance && (end - height) * sign > table.tolerance {
                self.on_side.push(((height - start) * sign, point));
            }
        }
    }

    /// C1: brings the points on a side into order.
    #[inline(always)]
    fn sort_on_side(&mut self) {
        if self.on_side.len() > 1 {
            self.on_side.sort_unstable_by_key(|(distance, _)| *distance);
        }
    }
}

impl Outline {
    /// The outline of a polygon, given to the left.
    pub(crate) fn new(table: &Table, corners: &[Point]) -> Self {
        Self {
            spots: corners.iter().map(|corner| Spot::pack(*corner)).collect(),
            directions: table.directions_of(corners),
            heights: corners.iter().flat_map(|corner| table.heights(*corner)).collect(),
            origins: vec![NONE; corners.len()],
            fits: Fits::default(),
        }
    }

    /// Its corners as points.
    pub(crate) fn corners(&self) -> Vec<Point> {
        self.spots.iter().map(|spot| spot.unpack()).collect()
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
    /// any does. Mostly it is the side's own, with the part to its left. The two sides at the corner never run through a convex tile.
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
        self.keep_off_parts(table, base, way, 0, self.len()) && self.keeps_off_seams(table, base, way)
    }

    /// Whether some sides of the polygon, from a first one on, keep clear of the parts of a tile.
    #[inline(always)]
    fn keep_off_parts(&self, table: &Table, base: &[i64], way: &Way, first: usize, sides: usize) -> bool {
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
                !is_on_line || a.max(b) < s.min(t) + table.tolerance || a.min(b) > s.max(t) - table.tolerance
            })
        })
    }

    /// Cuts off a tile that there is room for. Adds the polygons that are left to a list.
    pub(crate) fn cut(
        &self,
        table: &Table,
        corner: usize,
        way: &Way,
        bench: &mut Bench,
        left: &mut Vec<Self>,
    ) {
        let axes = table.axes;
        let count = self.len();
        let tile_count = way.spots.len();
        let base = &self.heights[corner * axes..][..axes];
        bench.spots.clear();
        bench.spots.extend_from_slice(&self.spots);
        bench.spots.extend(way.spots.iter().map(|spot| self.spots[corner].plus(*spot)));
        bench.heights.clear();
        bench.heights.extend_from_slice(&self.heights);
        for heights in way.heights.chunks_exact(axes) {
            bench.heights.extend(heights.iter().zip(base).map(|(height, base)| height + base));
        }
        bench.near.clear();
        for (at, heights) in self.heights.chunks_exact(axes).enumerate() {
            let over_axes = heights.iter().zip(base).zip(way.least.iter().zip(&way.most));
            let mut over_axes = over_axes.map(|((height, base), (least, most))| (height - base, least, most));
            if over_axes.all(|(height, least, most)| height > *least && height < *most) {
                bench.near.push(at);
            }
        }
        bench.same.clear();
        for k in count..count + tile_count {
            let spot = bench.spots[k];
            let same = bench.near.iter().copied().find(|corner| self.spots[*corner] == spot);
            bench.same.push(same.unwrap_or(k));
        }
        bench.edges.clear();
        bench.first.clear();
        bench.first.resize(count + tile_count, NONE);
        // C1
        for side in 0..count {
            let to = if side + 1 == count { 0 } else { side + 1 };
            let direction = self.directions[side];
            let axis = if direction < axes { direction } else { direction - axes };
            let level = self.heights[side * axes + axis] - base[axis];
            let mut from = side;
            if level > way.least[axis] && level < way.most[axis] {
                bench.on_side.clear();
                for point in count..count + tile_count {
                    bench.look_on_side(table, [side, to], direction, point);
                }
                bench.sort_on_side();
                for at in 0..bench.on_side.len() {
                    let (_, point) = bench.on_side[at];
                    bench.add_edge(from, point, direction);
                    from = point;
                }
            }
            bench.add_edge(from, to, direction);
        }
        for side in 0..tile_count {
            let direction = way.directions[side];
            let last = bench.same[if side + 1 == tile_count { 0 } else { side + 1 }];
            let mut from = bench.same[side];
            bench.on_side.clear();
            for at in 0..bench.near.len() {
                bench.look_on_side(table, [from, last], direction, bench.near[at]);
            }
            bench.sort_on_side();
            for at in 0..=bench.on_side.len() {
                let to = bench.on_side.get(at).map_or(last, |(_, point)| *point);
                // C2
                let shared = bench.find_edge(from, to, direction);
                match shared {
                    Some(edge) => bench.edges[edge].is_gone = true,
                    None => bench.add_edge(to, from, table.opposite(direction)),
                }
                from = to;
            }
        }
        // C3
        for start in 0..bench.edges.len() {
            if bench.edges[start].is_gone {
                continue;
            }
            let mut curve = bench.blank(axes);
            let mut edge = start;
            loop {
                let Edge { to, direction, .. } = bench.edges[edge];
                let next = bench.find_next(table, to, direction);
                bench.edges[next].is_gone = true;
                let out = bench.edges[next].direction;
                // C4
                if out != direction {
                    curve.spots.push(bench.spots[to]);
                    curve.directions.push(out);
                    let is_old = to < count && self.directions[to] == out && self.span(table, to) < axes;
                    curve.origins.push(if is_old { to } else { NONE });
                    curve.heights.extend_from_slice(&bench.heights[to * axes..][..axes]);
                }
                if next == start {
                    break;
                }
                edge = next;
            }
            left.push(curve);
        }
    }
}
