//! A tiling problem compiled into directions, heights and ways.
//!
//! # Directions
//! There are finitely many directions of sides, sorted by angle and numbered from 0. The opposite
//! of a direction is half their number ahead. If all tiles may be turned, turning by the ring's
//! angle adds a fixed number; if they may be flipped, or do not mind it, the mirror image of a
//! direction is found by subtraction.
//!
//! # Heights
//! The height of a point over a direction is its cross product with a vector in this direction:
//! points on a line in this direction have the same height. Heights are kept as integers, in units
//! of some 2^-50. They are rounded, but two different heights of points that can occur differ by so
//! much that rounding cannot blur it: the constructor proves it, with a bound that `kumiki-ring`
//! explains. So comparing heights with a tolerance of half that gap is exact.

use crate::Unsuited;
use crate::frame::Frame;
use crate::parts::{Parts, convex_parts};
use crate::residue::{self, Residue, Residues};
use crate::spot::{Lanes, Spot};
use kumiki_id::narrow;
use kumiki_model::{PlacedTile, Polygon, Tile, TilingQuestion};
use kumiki_ring::{MAX_DEGREE, Point, Ring};
use std::cmp::Ordering;

/// The unit of heights is 2 to the power of minus this, or of less if heights could overflow.
const MAX_HEIGHT_BITS: u32 = 50;

/// The most directions.
const MAX_DIRECTIONS: usize = 1 << 12;

/// A polygon in the words of the table.
///
/// * **V1** `corners[0]` is the origin, and the side leaving corner k has direction
///   `directions[k]`.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// Number of the tile in the question.
    pub(crate) kind: usize,
    /// The motion that brings the tile of the question here.
    pub(crate) frame: Frame,
    /// The corners to the left, the least one first (V1).
    pub(crate) corners: Vec<Point>,
    /// For each corner the direction of the side that leaves it (V1).
    pub(crate) directions: Vec<usize>,
    /// Its convex parts, by the numbers of corners.
    pub(crate) parts: Parts,
}

/// A convex part of a tile, as an interval of heights over each axis: from the lowest to the
/// highest, both moved inwards by the tolerance.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// For each axis the least and the largest height, moved inwards by the tolerance.
    pub(crate) spread: Vec<[i64; 2]>,
}

/// Whether two convex parts have interior points in common, given by their intervals: some axis
/// separates them if any line does. The second is shifted.
#[inline(always)]
pub(crate) fn meet(a: &[[i64; 2]], b: &[[i64; 2]], shift: &[i64]) -> bool {
    let axes = shift.len();
    let (a, b) = (&a[..axes], &b[..axes]);
    (0..axes).all(|axis| {
        let ([low_a, high_a], [low_b, high_b]) = (a[axis], b[axis]);
        low_a < high_b + shift[axis] && low_b + shift[axis] < high_a
    })
}

/// A way to put a tile into a corner: a variant, and which of its convex corners comes there.
///
/// * **W1** All is relative to that corner. `spots[k]`, `residues[k]`, `heights[k * axes..]` and
///   `directions[k]` belong to corner k, counted from that one.
/// * **W2** `span` is the angle there, as a number of directions.
/// * **W3** `parts` are convex and make up the tile; no line between two of them is forgotten,
///   since `seams` has these lines.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Number of the tile in the question.
    pub(crate) kind: usize,
    /// Position in `Table::variants`.
    pub(crate) variant: usize,
    /// Where the variant's first corner is, relative to the corner.
    pub(crate) origin: Spot,
    /// The angle at the corner, as a number of directions; less than `axes` (W2).
    pub(crate) span: usize,
    /// The motion that brings the tile of the question here, with the corner at the origin.
    pub(crate) frame: Frame,
    /// The corners, this one first (W1).
    pub(crate) spots: Vec<Spot>,
    /// For each corner its residue (W1).
    pub(crate) residues: Vec<Residue>,
    /// For each corner its heights over all axes (W1).
    pub(crate) heights: Vec<i64>,
    /// For each corner the direction of the side that leaves it (W1).
    pub(crate) directions: Vec<usize>,
    /// The convex parts of the tile (W3).
    pub(crate) parts: Vec<Part>,
    /// The lines between parts (W3). None if the tile is convex.
    pub(crate) seams: Vec<Seam>,
    /// The interval of heights of the whole tile over each axis, moved outwards by the tolerance.
    pub(crate) reach: Vec<[i64; 2]>,
}

/// A line inside a tile, between two of its parts: from one corner to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seam {
    /// The corner where it begins, numbered as in the way.
    pub(crate) from: usize,
    /// The corner where it ends.
    pub(crate) to: usize,
    /// Its direction, or the opposite one: an axis of the table.
    pub(crate) axis: usize,
}

/// How two tiles lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// They have interior points in common.
    Overlapping,
    /// They have points in common, but no interior ones.
    Touching,
    /// They have no point in common.
    Apart,
}

/// The compiled problem.
///
/// * **Y1** `directions` are sorted by angle and closed under taking opposites; there are twice
///   `axes` of them.
/// * **Y2** `ways_out[d]` are the ways whose side leaving the corner has direction d.
/// * **Y3** Heights of two points that can occur are equal or differ by more than twice
///   `tolerance`.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The ring that the coordinates are from.
    pub(crate) ring: Ring,
    /// How its points are packed.
    pub(crate) lanes: Lanes,
    /// For each direction a vector, of any length (Y1).
    pub(crate) directions: Vec<Point>,
    /// Half the number of directions: a direction and its opposite share an axis (Y1).
    pub(crate) axes: usize,
    /// For each axis: what to multiply the coordinates of a point by to get its height.
    functionals: Vec<[i64; MAX_DEGREE]>,
    /// Heights that differ by less are equal (Y3); in units of heights.
    pub(crate) tolerance: i64,
    /// All tiles in all ways to turn and flip them, each once.
    pub(crate) variants: Vec<Variant>,
    /// All ways to put a variant into a convex corner.
    pub(crate) ways: Vec<Way>,
    /// For each direction the positions in `ways` of those that leave in it (Y2).
    pub(crate) ways_out: Vec<Vec<u32>>,
    /// For each direction how far the tiles reach whose side leaves in this direction: an interval
    /// of heights over each axis, moved outwards by the tolerance.
    pub(crate) reach_out: Vec<Vec<[i64; 2]>>,
    /// How many words a set of ways takes that leave in the same direction; at least 1.
    pub(crate) way_words: usize,
    /// See [`Table::ways_of_kind`].
    kind_words: Vec<u64>,
    /// By so many numbers a turn by the ring's angle changes directions, if all tiles may be
    /// turned.
    pub(crate) step: Option<usize>,
    /// Whether mirror images of tilings are tilings.
    pub(crate) has_mirrors: bool,
    /// The mirror image of direction 0 if `has_mirrors`, and otherwise 0.
    mirror_of_first: usize,
    /// Four times the area of each kind, in units of 2^-32, rounded down.
    pub(crate) areas: Vec<u64>,
    /// See [`Table::fewest_tiles`].
    fewest: Vec<u8>,
    /// Four times the area of the region, in units of 2^-32, rounded down.
    pub(crate) region_area: u64,
    /// The areas of the kinds, as `Ring::area` has them.
    pub(crate) exact_areas: Vec<Point>,
    /// Gives the residues of points.
    pub(crate) residues: Residues,
    /// The areas of the kinds modulo the prime of `residue`.
    pub(crate) area_residues: Vec<u64>,
}

impl Table {
    pub(crate) fn new(question: &TilingQuestion) -> Result<Self, Unsuited> {
        let ring = question.ring().clone();
        let lanes = Lanes::of(&ring);
        let turns = question.tiles().iter().all(|tile| tile.turns);
        let has_mirrors = turns && respects_mirrors(question);
        let mut directions: Vec<Point> = Vec::new();
        // Tiles are cut into convex parts, the region is not.
        let of_tiles = question
            .tiles()
            .iter()
            .map(|tile| (sides_and_seams(&ring, &tile.shape), tile.turns, tile.flips));
        let of_region = (question.region().sides().collect(), turns, has_mirrors);
        for (lines, may_turn, may_flip) in of_tiles.chain([of_region]) {
            let orders = if may_turn { ring.order() } else { 1 };
            for line in lines {
                let flipped = (may_flip || has_mirrors).then(|| ring.mirror(line));
                for line in [line].into_iter().chain(flipped) {
                    for k in 0..orders {
                        directions.extend([ring.turn(line, k), -ring.turn(line, k)]);
                    }
                }
            }
        }
        directions.sort_by(|u, v| ring.compare_directions(*u, *v));
        directions.dedup_by(|v, u| ring.compare_directions(*u, *v) == Ordering::Equal);
        if directions.len() > MAX_DIRECTIONS {
            return Err(Unsuited::TooManyDirections { directions: directions.len() });
        }
        let axes = directions.len() / 2;
        let areas: Vec<u64> =
            question.tiles().iter().map(|tile| area_in_units(&ring, &tile.shape)).collect();
        let region_area = area_in_units(&ring, question.region());
        let exact_areas = question.tiles().iter().map(|tile| tile.shape.area(&ring)).collect();
        let residues = Residues::new(&ring);
        let area_residue = |tile: &Tile| {
            let corners = tile.shape.corners().iter().map(|corner| residues.of_point(*corner));
            residue::area(&corners.collect::<Vec<Residue>>())
        };
        let area_residues = question.tiles().iter().map(area_residue).collect();
        let mut table = Self {
            step: turns.then(|| directions.len() / ring.order()),
            has_mirrors,
            mirror_of_first: 0,
            functionals: Vec::new(),
            tolerance: 0,
            variants: Vec::new(),
            ways: Vec::new(),
            ways_out: vec![Vec::new(); directions.len()],
            reach_out: vec![vec![[0; 2]; axes]; 2 * axes],
            way_words: 1,
            kind_words: Vec::new(),
            ring,
            directions,
            axes,
            areas,
            fewest: Vec::new(),
            region_area,
            lanes,
            exact_areas,
            residues,
            area_residues,
        };
        if has_mirrors {
            table.mirror_of_first = table.direction_of(table.ring.mirror(table.directions[0]));
        }
        table.prove_tolerance(question)?;
        let mut angles = vec![Vec::new(); 2 * axes];
        let variants = table.make_variants(question);
        for (number, variant) in variants.iter().enumerate() {
            table.add_ways(number, variant);
            for (corner, out) in variant.directions.iter().enumerate() {
                angles[*out].push(table.span(variant, corner));
            }
        }
        table.variants = variants;
        table.sort_ways_by_kind();
        table.count_fewest(&angles);
        Ok(table)
    }

    /// Y3, and the functionals that give heights. Every tile that is laid has a corner on the
    /// boundary of what is left, which consists of corners of the region and of tiles laid before.
    /// So from any corner one comes to any other along sides of the region and of tiles, half way
    /// around each of them at most.
    fn prove_tolerance(&mut self, question: &TilingQuestion) -> Result<(), Unsuited> {
        let ring = &self.ring;
        let sides_of = |polygon: &Polygon| -> Vec<Point> {
            let turned = |side: Point| (0..ring.order()).map(move |k| ring.turn(side, k));
            polygon.sides().flat_map(|side| turned(side).chain(turned(ring.mirror(side)))).collect()
        };
        let region_area = self.region_area + 1;
        // The most that the region and tiles can contribute to a bound: all tiles that there are,
        // or of the worst kind as many as there is room for; and one more, which does not fit.
        let worst = |around: &dyn Fn(&Polygon) -> u64| -> u64 {
            let tiles = || question.tiles().iter().zip(&self.areas);
            let room = |area: &u64| region_area / area + 1;
            let by_room = tiles().map(|(tile, area)| room(area) * around(&tile.shape)).max();
            let number = |tile: &Tile| tile.most.map(u64::from);
            let by_number = tiles()
                .map(|(tile, area)| Some(number(tile)?.min(room(area)) * around(&tile.shape)));
            let all = by_room.into_iter().chain(by_number.sum::<Option<u64>>()).min();
            let another = question.tiles().iter().map(|tile| around(&tile.shape)).max();
            around(question.region()) + all.unwrap_or(0) + another.unwrap_or(0)
        };
        let coordinate = worst(&|polygon| {
            let largest =
                |side: &Point| side.coordinates().iter().map(|c| u64::from(c.unsigned_abs())).max();
            let per_side = sides_of(polygon).iter().filter_map(largest).max().unwrap_or(0);
            per_side * u64::from(narrow(polygon.corners().len()))
        });
        let limit = self.lanes.limit();
        if coordinate >= limit {
            return Err(Unsuited::TooLarge { coordinate, limit });
        }
        let sizes: Vec<u64> = (0..ring.embedding_count())
            .map(|embedding| {
                let around = |polygon: &Polygon| -> u64 {
                    polygon.sides().map(|side| ring.size(side, embedding)).sum()
                };
                worst(&around).div_ceil(2)
            })
            .collect();
        // Heights are sums of coordinates times numbers no larger than directions are long.
        let longest = self.directions.iter().map(|d| ring.size(*d, 0) >> 16).max().unwrap_or(0) + 1;
        let sum = coordinate * ring.degree() as u64;
        let bits = (sum * longest).leading_zeros().saturating_sub(2).min(MAX_HEIGHT_BITS);
        let gap = self.directions.iter().map(|d| ring.gap(*d, &sizes, bits)).min().unwrap_or(0);
        // Each coordinate of a difference brings in the error of its number, half a unit.
        if gap / 4 <= sum.div_ceil(2) {
            return Err(Unsuited::TooFine { gap });
        }
        self.functionals =
            self.directions[..self.axes].iter().map(|d| ring.functional(*d, bits)).collect();
        self.tolerance = i64::try_from(gap / 2).expect("at most 2^48");
        Ok(())
    }

    /// All tiles in all ways to turn and flip them, each once, the least corner at the origin.
    fn make_variants(&self, question: &TilingQuestion) -> Vec<Variant> {
        let ring = &self.ring;
        let mut variants: Vec<Variant> = Vec::new();
        for (kind, tile) in question.tiles().iter().enumerate() {
            let first = variants.len();
            let count = tile.shape.corners().len();
            let parts = convex_parts(ring, tile.shape.corners());
            for is_flipped in [false, true].into_iter().take(1 + usize::from(tile.flips)) {
                for turns in 0..if tile.turns { ring.order() } else { 1 } {
                    let placed = PlacedTile {
                        tile: kind,
                        is_flipped,
                        turns,
                        shift: Point::ZERO,
                        colour: None,
                    };
                    let mut corners = placed.corners(question);
                    let (least, corner) = corners
                        .iter()
                        .copied()
                        .enumerate()
                        .min_by_key(|(_, corner)| *corner)
                        .expect("corners");
                    corners.rotate_left(least);
                    let corners: Vec<Point> = corners.iter().map(|c| *c - corner).collect();
                    if variants[first..].iter().all(|other| other.corners != corners) {
                        let frame = Frame { is_mirrored: is_flipped, turns, shift: -corner };
                        let directions = self.directions_of(&corners);
                        let renumbered = |at: usize| {
                            let at = if is_flipped { count - 1 - at } else { at };
                            (at + count - least) % count
                        };
                        let parts = parts.renumbered(renumbered);
                        variants.push(Variant { kind, frame, corners, directions, parts });
                    }
                }
            }
        }
        variants
    }

    /// The variant of a tile of a kind with certain corners, and where its first corner is.
    pub(crate) fn identify(&self, kind: usize, corners: &[Point]) -> (usize, Point) {
        let (corners, _, first) = from_the_least(corners);
        let is_it = |variant: &Variant| variant.kind == kind && variant.corners == corners;
        (self.variants.iter().position(is_it).expect("symmetries respect the variants"), first)
    }

    /// The directions of the sides of a polygon.
    pub(crate) fn directions_of(&self, corners: &[Point]) -> Vec<usize> {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(from, to)| self.direction_of(*to - *from)).collect()
    }

    fn direction_of(&self, vector: Point) -> usize {
        self.directions
            .binary_search_by(|d| self.ring.compare_directions(*d, vector))
            .expect("the directions of all sides are known")
    }

    /// The angle at a corner, as a number of directions.
    fn span(&self, variant: &Variant, corner: usize) -> usize {
        let count = variant.corners.len();
        let back = self.opposite(variant.directions[(corner + count - 1) % count]);
        (back + 2 * self.axes - variant.directions[corner]) % (2 * self.axes)
    }

    fn add_ways(&mut self, number: usize, variant: &Variant) {
        let count = variant.corners.len();
        let parts = &variant.parts;
        for corner in 0..count {
            let out = variant.directions[corner];
            let span = self.span(variant, corner);
            if span >= self.axes {
                continue;
            }
            let from_here = |k: usize| (corner + k) % count;
            let here = |at: usize| (at + count - corner) % count;
            let corners: Vec<Point> = (0..count)
                .map(|k| variant.corners[from_here(k)] - variant.corners[corner])
                .collect();
            let heights: Vec<i64> = corners.iter().flat_map(|c| self.heights(*c)).collect();
            let spread = |part: &Vec<usize>, axis: usize| {
                let of_part = part.iter().map(|at| heights[here(*at) * self.axes + axis]);
                (of_part.clone().min().expect("corners"), of_part.max().expect("corners"))
            };
            let outside = |(low, high): (i64, i64)| [low - self.tolerance, high + self.tolerance];
            let whole: Vec<usize> = (0..count).collect();
            let way = Way {
                reach: (0..self.axes).map(|axis| outside(spread(&whole, axis))).collect(),
                kind: variant.kind,
                variant: number,
                origin: self.lanes.pack(-variant.corners[corner]),
                span,
                frame: Frame {
                    shift: variant.frame.shift - variant.corners[corner],
                    ..variant.frame
                },
                spots: corners.iter().map(|c| self.lanes.pack(*c)).collect(),
                residues: corners.iter().map(|c| self.residues.of_point(*c)).collect(),
                directions: (0..count).map(|k| variant.directions[from_here(k)]).collect(),
                parts: parts
                    .polygons
                    .iter()
                    .map(|part| {
                        let inside =
                            |(low, high): (i64, i64)| [low + self.tolerance, high - self.tolerance];
                        Part {
                            spread: (0..self.axes).map(|axis| inside(spread(part, axis))).collect(),
                        }
                    })
                    .collect(),
                seams: parts
                    .seams
                    .iter()
                    .map(|[from, to]| Seam {
                        from: here(*from),
                        to: here(*to),
                        axis: self.direction_of(variant.corners[*to] - variant.corners[*from])
                            % self.axes,
                    })
                    .collect(),
                heights,
            };
            for (axis, [low, high]) in self.reach_out[out].iter_mut().enumerate() {
                let [least, most] = way.reach[axis];
                (*low, *high) = ((*low).min(least), (*high).max(most));
            }
            self.ways_out[out].push(narrow(self.ways.len()));
            self.ways.push(way);
        }
    }

    fn sort_ways_by_kind(&mut self) {
        let most = self.ways_out.iter().map(Vec::len).max().unwrap_or(0);
        self.way_words = most.div_ceil(64).max(1);
        let per_kind = self.ways_out.len() * self.way_words;
        self.kind_words = vec![0; self.areas.len() * per_kind];
        for (direction, ways) in self.ways_out.iter().enumerate() {
            for (at, way) in ways.iter().enumerate() {
                let kind = self.ways[*way as usize].kind;
                let word = kind * per_kind + direction * self.way_words + at / 64;
                self.kind_words[word] |= 1 << (at % 64);
            }
        }
    }

    /// The ways that lay a tile of a kind: for each direction in which its side may leave, a set of
    /// `way_words` words.
    pub(crate) fn ways_of_kind(&self, kind: usize) -> &[u64] {
        let per_kind = self.ways_out.len() * self.way_words;
        &self.kind_words[kind * per_kind..][..per_kind]
    }

    /// Whether a tile, with the heights of its corner, has a point.
    pub(crate) fn has_point(&self, way: &Way, base: &[i64], point: &[i64]) -> bool {
        let reach = 2 * self.tolerance;
        way.parts.iter().any(|part| {
            part.spread.iter().zip(point.iter().zip(base)).all(|([low, high], (point, base))| {
                let height = point - base;
                height > low - reach && height < high + reach
            })
        })
    }

    /// At least so many tiles meet at a corner with an angle, given as a number of directions, to
    /// the left of a direction.
    pub(crate) fn fewest_tiles(&self, direction: usize, span: usize) -> u8 {
        self.fewest[direction * 2 * self.axes + span]
    }

    /// Fills `fewest`: a tile covers a part of an angle by one of its own, of which a list is given
    /// for each direction, or half of the plane by a side.
    fn count_fewest(&mut self, angles: &[Vec<usize>]) {
        let all = 2 * self.axes;
        self.fewest = vec![u8::MAX; all * all];
        for span in 0..all {
            for (direction, angles) in angles.iter().enumerate() {
                let corners = angles.iter().copied();
                let after = |covered: usize| {
                    let rest = self.fewest[(direction + covered) % all * all + span - covered];
                    rest.saturating_add(1)
                };
                let fewest =
                    corners.chain([self.axes]).filter(|covered| *covered <= span).map(after).min();
                self.fewest[direction * all + span] =
                    if span == 0 { 0 } else { fewest.unwrap_or(u8::MAX) };
            }
        }
    }

    /// How two tiles lie, each given by its way and the heights of its corner. Some axis of a side
    /// separates two convex polygons if any line does, and it separates them strictly if they have
    /// no point in common.
    #[inline(always)]
    pub(crate) fn relation(
        &self,
        (a, base_a): (&Way, &[i64]),
        (b, base_b): (&Way, &[i64]),
    ) -> Relation {
        let mut closest = Relation::Apart;
        for a in &a.parts {
            for b in &b.parts {
                let mut gap = i64::MIN;
                for (([low_a, high_a], [low_b, high_b]), (base_a, base_b)) in
                    a.spread.iter().zip(&b.spread).zip(base_a.iter().zip(base_b))
                {
                    let shift = base_a - base_b;
                    gap = gap.max(shift + low_a - high_b).max(low_b - high_a - shift);
                    if gap > 3 * self.tolerance {
                        break;
                    }
                }
                // Parts are moved inwards by the tolerance on both sides.
                if gap < self.tolerance {
                    return Relation::Overlapping;
                }
                if gap < 3 * self.tolerance {
                    closest = Relation::Touching;
                }
            }
        }
        closest
    }

    /// Whether the sides of two tiles, each with the heights of its corner, run along each other
    /// somewhere.
    pub(crate) fn share_a_side(
        &self,
        (a, base_a): (&Way, &[i64]),
        (b, base_b): (&Way, &[i64]),
    ) -> bool {
        let height = |way: &Way, base: &[i64], corner: usize, axis: usize| {
            base[axis] + way.heights[corner % way.spots.len() * self.axes + axis]
        };
        (0..a.spots.len()).any(|side| {
            let direction = a.directions[side];
            let axis = direction % self.axes;
            let along = Self::across(axis);
            let level = height(a, base_a, side, axis);
            let [from, to] = [side, side + 1].map(|corner| height(a, base_a, corner, along));
            (0..b.spots.len()).filter(|other| b.directions[*other] == self.opposite(direction)).any(
                |other| {
                    let [end, start] =
                        [other, other + 1].map(|corner| height(b, base_b, corner, along));
                    (height(b, base_b, other, axis) - level).abs() < self.tolerance
                        && from.max(to).min(start.max(end)) - from.min(to).max(start.min(end))
                            > self.tolerance
                },
            )
        })
    }

    /// An axis other than the given one: heights over it change along sides in the direction of the
    /// given one.
    #[inline(always)]
    pub(crate) fn across(axis: usize) -> usize {
        usize::from(axis == 0)
    }

    #[inline(always)]
    pub(crate) fn opposite(&self, direction: usize) -> usize {
        if direction < self.axes { direction + self.axes } else { direction - self.axes }
    }

    /// The mirror image of a direction in the real axis, if tilings may be mirrored.
    #[inline(always)]
    pub(crate) fn mirror(&self, direction: usize) -> usize {
        let all = 2 * self.axes;
        (self.mirror_of_first + all - direction) % all
    }

    /// The heights of a point over all axes.
    pub(crate) fn heights(&self, point: Point) -> impl Iterator<Item = i64> {
        self.functionals.iter().map(move |functional| {
            functional.iter().zip(point.coordinates()).map(|(f, c)| f * i64::from(*c)).sum()
        })
    }
}

/// The corners of a polygon relative to the least one and beginning there, which one that was, and
/// where it is.
fn from_the_least(corners: &[Point]) -> (Vec<Point>, usize, Point) {
    let least = (0..corners.len()).min_by_key(|at| corners[*at]).expect("polygons have corners");
    let first = corners[least];
    let around = corners[least..].iter().chain(&corners[..least]);
    (around.map(|corner| *corner - first).collect(), least, first)
}

/// The sides of a polygon, and the lines between its convex parts.
fn sides_and_seams(ring: &Ring, polygon: &Polygon) -> Vec<Point> {
    let corners = polygon.corners();
    let seams = convex_parts(ring, corners).seams;
    polygon.sides().chain(seams.iter().map(|[from, to]| corners[*to] - corners[*from])).collect()
}

/// Whether every tile may be flipped, or does not mind.
pub(crate) fn respects_mirrors(question: &TilingQuestion) -> bool {
    let ring = question.ring();
    question.tiles().iter().all(|tile| tile.flips || is_its_mirror_image(ring, &tile.shape))
}

/// Whether a polygon can be turned to look like its mirror image.
fn is_its_mirror_image(ring: &Ring, polygon: &Polygon) -> bool {
    let sides: Vec<Point> = polygon.sides().collect();
    // Backwards, and from the end to the beginning of each side.
    let mirrored: Vec<Point> = sides.iter().rev().map(|side| -ring.mirror(*side)).collect();
    let count = sides.len();
    (0..ring.order()).any(|turns| {
        (0..count).any(|first| {
            (0..count).all(|k| ring.turn(mirrored[(first + k) % count], turns) == sides[k])
        })
    })
}

/// Four times the area in units of 2^-32, rounded down.
fn area_in_units(ring: &Ring, polygon: &Polygon) -> u64 {
    u64::try_from(ring.imaginary_part(polygon.area(ring), 32)).expect("polygons to the left")
}
