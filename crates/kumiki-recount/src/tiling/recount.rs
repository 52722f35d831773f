//! Tilings counted by laying tiles and cutting nothing: a second method for all polygons.
//!
//! # The idea
//! A tile is laid if it is inside the region and overlaps no other: the same two questions, about
//! two polygons, that are asked of a finished tiling. Where? Around a corner of the region or
//! of a tile, something may be open: neither outside nor covered. If an open part takes less than
//! 180 degrees, the tile that covers its beginning has a corner there, and a side that leaves along
//! the beginning. So all tiles that can lie like this are tried, in the open part for which there
//! are the fewest.
//!
//! # Structure
//! * **T1** `directions` are those of all sides of the region and of tiles in all ways to lay them,
//!   and their opposites, by angle from the real axis. Sector k lies between direction k and the
//!   next.
//! * **T2** A point is *active* if it is a corner of the region or of a tile that is laid. `open`
//!   has, for each active point, the sectors there that are inside the region and not covered by
//!   tiles.
//! * **T3** If no active point has an open sector, the region is full. Otherwise some
//!   open part takes less than 180 degrees: the lowest point of the rest, and the leftmost of
//!   several, is active and has one.
//! * **T4** What is not covered is known if it is known at its corners. So the number of ways to
//!   fill it is remembered together with these, and with the numbers of tiles used of kinds that
//!   are limited.
//!
//! # What it shares
//! With the engines: the question, and nothing else. With the rules of the judge: arithmetic
//! (`plane`) and polygons (`shape`).

use super::painting::TilingPainter;
use super::plane::Spot;
use super::sectors::{MAX_DIRECTIONS, Outline, Sectors, directions};
use super::shape::Shape;
use super::site::Site;
use super::symmetry::postures;
use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use num_bigint::BigUint;
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A way to lay a tile, shifts aside.
#[derive(Clone, Debug)]
struct Posture {
    /// The tile as the question has it, turned and flipped.
    placed: PlacedTile,
    outline: Outline,
    /// The corners once more, as the model writes points.
    written: Vec<Point>,
}

/// A tile in a place inside the region.
#[derive(Clone, Debug)]
struct Place {
    posture: usize,
    /// The shift, also as the model writes it.
    shift: Spot,
    written: Point,
    shape: Shape,
    /// The numbers of its corners among the points.
    corners: Vec<usize>,
}

/// A point that was met.
#[derive(Clone, Copy, Debug)]
struct Met {
    spot: Spot,
    written: Point,
}

/// What the corners of the rest and the numbers of tiles used tell about it (T4).
type Rest = (Vec<(usize, Sectors)>, Vec<usize>);

/// A corner that is to be filled.
#[derive(Clone, Debug)]
struct Node {
    rest: Option<Rest>,
    /// The tiles that may fill it and have not been tried.
    candidates: std::vec::IntoIter<usize>,
    count: BigUint,
}

/// What a recount has counted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TilingCounts {
    /// Tilings; of coloured problems, those that can be painted by the rules.
    pub tilings: BigUint,
    /// Painted tilings up to the names of colours; none if there are no colours.
    pub colourings: BigUint,
    /// Painted tilings; none if there are no colours.
    pub labelled: BigUint,
}

/// All tilings of a question, found by laying tiles.
///
/// ```
/// use kumiki_recount::TilingRecount;
/// use kumiki_oracle::universe;
/// let question = universe::dominoes(4, 4);
/// let mut recount = TilingRecount::new(&question, true).expect("few directions");
/// assert!(recount.advance(10_000));
/// assert_eq!(recount.count().tilings, 36_u32.into());
/// ```
#[derive(Clone, Debug)]
pub struct TilingRecount<'q> {
    site: Site<'q>,
    region: Outline,
    /// T1.
    directions: Vec<Spot>,
    postures: Vec<Posture>,
    places: Vec<Place>,
    /// The numbers of places, by postures and shifts; none for those that are not inside.
    place_of: HashMap<(usize, Spot), Option<usize>>,
    points: Vec<Met>,
    point_of: HashMap<Spot, usize>,
    /// The tiles with a corner at a point that can be laid between two directions, as far as the
    /// region goes.
    fillings: HashMap<(usize, [usize; 2]), Arc<[usize]>>,
    /// The sectors that a place covers at a point.
    sectors: HashMap<(usize, usize), Sectors>,
    /// Whether tiles in two places overlap.
    overlaps: HashMap<(usize, usize), bool>,
    /// T2.
    open: BTreeMap<usize, Sectors>,
    /// The places of the tiles that are laid, each with what was open before it.
    laid: Vec<(usize, BTreeMap<usize, Sectors>)>,
    stack: Vec<Node>,
    /// T4, unless every tiling is to be seen.
    known: Option<HashMap<Rest, BigUint>>,
    count: TilingCounts,
    listed: Vec<Vec<PlacedTile>>,
    steps: u64,
    painter: TilingPainter<'q>,
}

impl<'q> TilingRecount<'q> {
    /// Prepares to count; `None` if there are too many directions. If `remembers` is not set, or if
    /// there are colours, every tiling is visited.
    #[must_use]
    pub fn new(question: &'q TilingQuestion, remembers: bool) -> Option<Self> {
        let site = Site::new(question);
        let of_kind = |(tile, kind)| {
            let ways = postures(&site.plane, kind).into_iter();
            ways.map(move |(motion, corners)| {
                let (is_flipped, turns) = (motion.is_flipped, motion.turns);
                (PlacedTile { tile, is_flipped, turns, shift: Point::ZERO, colour: None }, corners)
            })
        };
        let ways: Vec<(PlacedTile, Vec<Spot>)> =
            question.tiles().iter().enumerate().flat_map(of_kind).collect();
        let polygons = ways.iter().map(|(_, corners)| &corners[..]);
        let directions = directions(&site.plane, polygons.chain([site.region.corners()]));
        if directions.len() > MAX_DIRECTIONS {
            return None;
        }
        let outline = |corners: Vec<Spot>| Outline::new(&site.plane, &directions, corners);
        let posture = |(placed, corners): (PlacedTile, Vec<Spot>)| Posture {
            placed,
            outline: outline(corners),
            written: placed.corners(question),
        };
        let mut recount = Self {
            region: outline(site.region.corners().to_vec()),
            postures: ways.into_iter().map(posture).collect(),
            directions,
            site,
            places: Vec::new(),
            place_of: HashMap::default(),
            points: Vec::new(),
            point_of: HashMap::default(),
            fillings: HashMap::default(),
            sectors: HashMap::default(),
            overlaps: HashMap::default(),
            open: BTreeMap::new(),
            laid: Vec::new(),
            stack: Vec::new(),
            known: (remembers && question.colours().is_none()).then(HashMap::default),
            count: TilingCounts::default(),
            listed: Vec::new(),
            steps: 0,
            painter: TilingPainter::new(question),
        };
        for (at, written) in question.region().corners().iter().enumerate() {
            let point = recount.point(recount.region.corners[at], *written);
            recount.open.insert(point, recount.inside(point));
        }
        assert!(recount.enter().is_none(), "the region is open");
        Some(recount)
    }

    /// The same with a limit: once colours were tried on so many tiles, it never ends.
    pub fn with_strokes(mut self, most: u64) -> Self {
        self.painter.strokes_left = most;
        self
    }

    /// Tries so many tiles. Says whether everything is counted.
    pub fn advance(&mut self, steps: u64) -> bool {
        let end = self.steps.saturating_add(steps);
        while let Some(node) = self.stack.last_mut() {
            if node.candidates.len() > 0 && self.steps == end || self.painter.strokes_left == 0 {
                return false;
            }
            let Some(place) = node.candidates.next() else {
                let Node { rest, count, .. } = self.stack.pop().expect("it was there");
                if let (Some(known), Some(rest)) = (&mut self.known, rest) {
                    known.insert(rest, count.clone());
                }
                self.hand_up(count);
                continue;
            };
            self.steps += 1;
            self.lay(place);
            if let Some(count) = self.enter() {
                self.hand_up(count);
            }
        }
        self.painter.strokes_left > 0
    }

    /// How many tiles were tried.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What was counted so far; all there is once [`advance`](Self::advance) says so.
    #[must_use]
    pub fn count(&self) -> TilingCounts {
        self.count.clone()
    }

    /// The tilings, if each of them was visited; of coloured problems one for each way to choose
    /// which tiles have the same colour.
    #[must_use]
    pub fn tilings(self) -> Vec<Vec<PlacedTile>> {
        self.listed
    }

    /// Takes back the last tile, and adds the number of ways to fill what it left. Without a tile,
    /// that is the number of all tilings.
    fn hand_up(&mut self, count: BigUint) {
        match self.stack.last_mut() {
            Some(node) => {
                node.count += count;
                (_, self.open) = self.laid.pop().expect("a tile was laid");
            }
            None => self.count.tilings += count,
        }
    }

    /// The number of ways to fill the rest, if it is known; otherwise a node is made for it.
    fn enter(&mut self) -> Option<BigUint> {
        if self.open.values().all(|open| *open == Sectors::default()) {
            return Some(self.complete());
        }
        let rest = self.known.is_some().then(|| self.rest());
        if let (Some(known), Some(rest)) = (&self.known, &rest)
            && let Some(count) = known.get(rest)
        {
            return Some(count.clone());
        }
        let candidates = self.fewest().into_iter();
        self.stack.push(Node { rest, candidates, count: BigUint::ZERO });
        None
    }

    /// The tiles for the open part of less than 180 degrees that the fewest can fill (T3).
    fn fewest(&mut self) -> Vec<usize> {
        let count = self.directions.len();
        let mut best: Option<Vec<usize>> = None;
        for (point, open) in self.open.clone() {
            for [from, to] in open.parts(count) {
                if (to + count - from) % count >= count / 2 {
                    continue;
                }
                let room = best.as_ref().map_or(usize::MAX, Vec::len);
                let free = self.free(point, [from, to], room);
                if free.len() < room {
                    best = Some(free);
                }
            }
        }
        best.expect("T3: the lowest point has such a part")
    }

    /// The tiles that can fill the beginning of an open part; no more than so many are looked for.
    fn free(&mut self, point: usize, part: [usize; 2], room: usize) -> Vec<usize> {
        let mut free = Vec::new();
        for place in self.fillings(point, part).iter().copied() {
            let kind = self.kind(place);
            let most = self.site.question.tiles()[kind].most;
            let is_left = most.is_none_or(|most| self.used(kind) < most as usize);
            let mut laid = 0..self.laid.len();
            if is_left && laid.all(|at| !self.overlap(self.laid[at].0, place)) {
                free.push(place);
                if free.len() == room {
                    break;
                }
            }
        }
        free
    }

    /// T4
    fn rest(&self) -> Rest {
        let half = self.directions.len() / 2;
        let is_straight = |open: Sectors| {
            (0..2 * half)
                .any(|from| open == Sectors::between(from, (from + half) % (2 * half), 2 * half))
        };
        let corners = self.open.iter().map(|(point, open)| (*point, *open));
        let corners =
            corners.filter(|(_, open)| *open != Sectors::default() && !is_straight(*open));
        let limited = self.site.question.tiles().iter().enumerate();
        let limited = limited.filter(|(_, tile)| tile.most.is_some() || tile.least > 0);
        (corners.collect(), limited.map(|(kind, _)| self.used(kind)).collect())
    }

    /// The kind of the tile in a place.
    fn kind(&self, place: usize) -> usize {
        self.postures[self.places[place].posture].placed.tile
    }

    /// How many tiles of a kind are laid.
    fn used(&self, kind: usize) -> usize {
        self.laid.iter().filter(|(place, _)| self.kind(*place) == kind).count()
    }

    /// The tiles inside the region that have a corner at a point, and a side that leaves it along
    /// the first of two directions to the left of which they keep.
    fn fillings(&mut self, point: usize, [from, to]: [usize; 2]) -> Arc<[usize]> {
        if let Some(fillings) = self.fillings.get(&(point, [from, to])) {
            return Arc::clone(fillings);
        }
        let count = self.directions.len();
        let mut fillings = Vec::new();
        for posture in 0..self.postures.len() {
            let Outline { out, back, .. } = &self.postures[posture].outline;
            let is_within = |corner: &usize| {
                out[*corner] == from
                    && (back[*corner] + count - from) % count <= (to + count - from) % count
            };
            for corner in (0..out.len()).filter(is_within).collect::<Vec<_>>() {
                fillings.extend(self.place(posture, corner, point));
            }
        }
        let fillings: Arc<[usize]> = fillings.into();
        self.fillings.insert((point, [from, to]), Arc::clone(&fillings));
        fillings
    }

    /// The place of a tile with one of its corners at a point, if it is inside the region.
    fn place(&mut self, posture: usize, corner: usize, point: usize) -> Option<usize> {
        let Met { spot, written } = self.points[point];
        let own = &self.postures[posture];
        let (shift, written) = (spot - own.outline.corners[corner], written - own.written[corner]);
        if let Some(place) = self.place_of.get(&(posture, shift)) {
            return *place;
        }
        let corners: Vec<Spot> = own.outline.corners.iter().map(|corner| *corner + shift).collect();
        let own: Vec<Point> = own.written.iter().map(|corner| *corner + written).collect();
        let shape = Shape::new(&self.site.plane, corners.clone());
        let is_inside = shape.is_inside(&self.site.plane, &self.site.region);
        let place = is_inside.then_some(self.places.len());
        if is_inside {
            let corners = corners.into_iter().zip(own);
            let corners = corners.map(|(spot, written)| self.point(spot, written)).collect();
            self.places.push(Place { posture, shift, written, shape, corners });
        }
        self.place_of.insert((posture, shift), place);
        place
    }

    /// The number of a point.
    fn point(&mut self, spot: Spot, written: Point) -> usize {
        if let Some(point) = self.point_of.get(&spot) {
            return *point;
        }
        let point = self.points.len();
        self.points.push(Met { spot, written });
        self.point_of.insert(spot, point);
        point
    }

    /// The sectors at a point of the region that are inside it.
    fn inside(&self, point: usize) -> Sectors {
        let (spot, count) = (self.points[point].spot, self.directions.len());
        let inside = self.region.sectors_at(&self.site.plane, spot, count);
        // A point of no side is an inner one.
        if inside == Sectors::default() { Sectors::between(0, 0, count) } else { inside }
    }

    /// The sectors that a tile covers at a point.
    fn sectors(&mut self, place: usize, point: usize) -> Sectors {
        let Place { posture, shift, .. } = &self.places[place];
        let (outline, spot) = (&self.postures[*posture].outline, self.points[point].spot - *shift);
        let (plane, count) = (&self.site.plane, self.directions.len());
        *self
            .sectors
            .entry((place, point))
            .or_insert_with(|| outline.sectors_at(plane, spot, count))
    }

    fn overlap(&mut self, one: usize, other: usize) -> bool {
        let [a, b] = [one, other].map(|place| &self.places[place].shape);
        let key = (one.min(other), one.max(other));
        *self.overlaps.entry(key).or_insert_with(|| a.overlaps(&self.site.plane, b))
    }

    /// Lays a tile.
    fn lay(&mut self, place: usize) {
        let mut open = self.open.clone();
        for point in self.places[place].corners.clone() {
            open.entry(point).or_insert_with(|| {
                (0..self.laid.len()).fold(self.inside(point), |open, at| {
                    open.without(self.sectors(self.laid[at].0, point))
                })
            });
        }
        for (point, open) in &mut open {
            *open = open.without(self.sectors(place, *point));
        }
        self.laid.push((place, std::mem::replace(&mut self.open, open)));
    }

    /// One if the tiles that are laid are a tiling of the question, after painting it in all ways.
    fn complete(&mut self) -> BigUint {
        let area = |shape: &Shape| self.site.plane.area(shape.corners());
        let areas = self.laid.iter().map(|(place, _)| area(&self.places[*place].shape));
        assert!(self.site.have_its_area(areas), "T3: the region is full");
        let mut tiles = self.site.question.tiles().iter().enumerate();
        if !tiles.all(|(kind, tile)| self.used(kind) >= tile.least as usize) {
            return BigUint::ZERO;
        }
        let tiling: Vec<(u32, PlacedTile)> =
            self.laid.iter().map(|(at, _)| self.tile(*at)).collect();
        let Some(colours) = self.site.question.colours() else {
            if self.known.is_none() {
                self.listed.push(tiling.into_iter().map(|(_, placed)| placed).collect());
            }
            return 1_u32.into();
        };
        let before = self.count.colourings.clone();
        self.painter.paint(&tiling, |chosen| {
            let used = chosen.iter().max().map_or(0, |last| last + 1);
            self.count.colourings += 1_u32;
            self.count.labelled += ways_to_name(used, colours.names.len());
            let painted = tiling
                .iter()
                .zip(chosen)
                .map(|((_, placed), colour)| PlacedTile { colour: Some(*colour), ..*placed });
            self.listed.push(painted.collect());
        });
        u32::from(self.count.colourings > before).into()
    }

    /// The tile in a place, with its number.
    fn tile(&self, place: usize) -> (u32, PlacedTile) {
        let Place { posture, written, .. } = &self.places[place];
        let number = u32::try_from(place).expect("a region has few places");
        (number, PlacedTile { shift: *written, ..self.postures[*posture].placed })
    }
}

/// In how many ways so many colours that are used get names.
pub fn ways_to_name(used: usize, names: usize) -> BigUint {
    (0..used).map(|taken| BigUint::from(names - taken)).product()
}
