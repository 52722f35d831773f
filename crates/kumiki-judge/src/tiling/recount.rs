//! Tilings counted by laying tiles and cutting nothing: a second method for all polygons, with the
//! judge's own geometry.
//!
//! # The idea
//! A tile is laid if it is inside the region and overlaps no other: the same two questions, about
//! two polygons, that the judge asks of a finished tiling. Where? Around a corner of the region or
//! of a tile, something may be open: neither outside nor covered. If an open part takes less than
//! 180 degrees, the tile that covers its beginning has a corner there, and a side that leaves along
//! the beginning. So all tiles that can lie like this are tried, in the open part for which there
//! are the fewest.
//!
//! # Structure
//! * **T1** `directions` are those of all sides of the region and of tiles in all ways to lay them,
//!   and their opposites, by angle from the real axis. Sector k lies between direction k and the
//!   next.
//! * **T2** A point is *active* if it is a corner of the region or of a tile that is laid.
//!   `covered` has, for each active point, the sectors there that are outside the region or covered
//!   by tiles.
//! * **T3** If no active point has a sector that is not covered, the region is full. Otherwise some
//!   open part takes less than 180 degrees: the lowest point of the rest, and the leftmost of
//!   several, is active and has one.
//! * **T4** What is not covered is known if it is known at its corners. So the number of ways to
//!   fill it is remembered together with these, and with the numbers of tiles used of kinds that
//!   are limited.
//!
//! # What it shares
//! With the engines: the question, and nothing else. With the judge: arithmetic (`plane`) and
//! polygons (`shape`).

use super::plane::{Plane, Real, Spot};
use super::sectors::{MAX_DIRECTIONS, Outline, Sectors, directions};
use super::shape::Shape;
use super::{moved, plane_of};
use kumiki_model::{Apart, Colours, PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use num_bigint::BigUint;
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeSet;
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

/// A tile in a place.
#[derive(Clone, Debug)]
struct Place {
    posture: usize,
    /// The shift, also as the model writes it.
    shift: Spot,
    written: Point,
    shape: Shape,
    is_inside: bool,
    /// The numbers of its corners among the points.
    corners: Vec<usize>,
}

/// A point that was met.
#[derive(Clone, Copy, Debug)]
struct Met {
    spot: Spot,
    written: Point,
}

/// What a point and the sectors that are not covered there tell about the rest (T4).
type Rest = (Vec<(usize, Sectors)>, Vec<u32>);

/// A corner that is to be filled, and the tiles that may.
#[derive(Clone, Debug)]
struct Node {
    rest: Option<Rest>,
    candidates: Vec<usize>,
    next: usize,
    count: BigUint,
}

/// What laying a tile has changed.
#[derive(Clone, Debug)]
struct Change {
    activated: Vec<usize>,
    before: Vec<(usize, Sectors)>,
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
/// use kumiki_judge::TilingRecount;
/// use kumiki_oracle::universe;
/// let question = universe::dominoes(4, 4);
/// let mut recount = TilingRecount::new(&question, true).expect("few directions");
/// assert!(recount.advance(10_000));
/// assert_eq!(recount.count().tilings, 36_u32.into());
/// ```
#[derive(Clone, Debug)]
pub struct TilingRecount<'q> {
    question: &'q TilingQuestion,
    plane: Plane,
    region: Shape,
    region_outline: Outline,
    directions: Vec<Spot>,
    postures: Vec<Posture>,
    places: Vec<Place>,
    place_of: HashMap<(usize, Spot), usize>,
    points: Vec<Met>,
    point_of: HashMap<Spot, usize>,
    /// The tiles with a corner at a point that can be laid between two directions, as far as the
    /// region goes.
    fillings: HashMap<(usize, [usize; 2]), Arc<[usize]>>,
    sectors: HashMap<(usize, usize), Sectors>,
    overlaps: HashMap<(usize, usize), bool>,
    rivals: HashMap<(usize, usize), bool>,
    /// T2, for all points; what is not active is not looked at.
    covered: Vec<Sectors>,
    active: Vec<bool>,
    laid: Vec<(usize, Change)>,
    used: Vec<u32>,
    stack: Vec<Node>,
    /// T4, unless every tiling is to be seen.
    known: Option<HashMap<Rest, BigUint>>,
    count: TilingCounts,
    listed: Vec<Vec<PlacedTile>>,
    steps: u64,
}

impl<'q> TilingRecount<'q> {
    /// Prepares to count; `None` if there are too many directions. If `remembers` is not set, or if
    /// there are colours, every tiling is visited.
    #[must_use]
    pub fn new(question: &'q TilingQuestion, remembers: bool) -> Option<Self> {
        let plane = plane_of(question);
        let spot = |corner: &Point| plane.spot(corner.coordinates());
        let region: Vec<Spot> = question.region().corners().iter().map(spot).collect();
        let mut laid: Vec<(PlacedTile, Vec<Spot>, Vec<Point>)> = Vec::new();
        for (tile, kind) in question.tiles().iter().enumerate() {
            let mut seen = BTreeSet::new();
            for is_flipped in [false, true].into_iter().take(1 + usize::from(kind.flips)) {
                for turns in 0..if kind.turns { plane.order() } else { 1 } {
                    let placed =
                        PlacedTile { tile, is_flipped, turns, shift: Point::ZERO, colour: None };
                    let shape = kind.shape.corners().iter().map(spot);
                    let corners = moved(&plane, shape, is_flipped, turns, Spot::default());
                    if seen.insert(super::symmetry::at_origin(corners.clone())) {
                        laid.push((placed, corners, placed.corners(question)));
                    }
                }
            }
        }
        let directions =
            directions(&plane, laid.iter().map(|(_, corners, _)| corners).chain([&region]));
        if directions.len() > MAX_DIRECTIONS {
            return None;
        }
        let outline = |corners: Vec<Spot>| Outline::new(&plane, &directions, corners);
        let postures = laid.into_iter().map(|(placed, corners, written)| Posture {
            placed,
            outline: outline(corners),
            written,
        });
        let postures: Vec<Posture> = postures.collect();
        let mut recount = Self {
            question,
            region: Shape::new(&plane, region.clone()),
            region_outline: outline(region),
            postures,
            directions,
            plane,
            places: Vec::new(),
            place_of: HashMap::default(),
            points: Vec::new(),
            point_of: HashMap::default(),
            fillings: HashMap::default(),
            sectors: HashMap::default(),
            overlaps: HashMap::default(),
            rivals: HashMap::default(),
            covered: Vec::new(),
            active: Vec::new(),
            laid: Vec::new(),
            used: vec![0; question.tiles().len()],
            stack: Vec::new(),
            known: (remembers && question.colours().is_none()).then(HashMap::default),
            count: TilingCounts::default(),
            listed: Vec::new(),
            steps: 0,
        };
        for (corner, written) in
            recount.region_outline.corners.clone().into_iter().zip(question.region().corners())
        {
            let point = recount.point(corner, *written);
            recount.active[point] = true;
            recount.covered[point] = recount.outside(point);
        }
        if let Some(count) = recount.enter() {
            recount.count.tilings += count;
        }
        Some(recount)
    }

    /// Tries so many tiles. Says whether everything is counted.
    pub fn advance(&mut self, steps: u64) -> bool {
        let end = self.steps.saturating_add(steps);
        while let Some(node) = self.stack.last_mut() {
            let Some(place) = node.candidates.get(node.next).copied() else {
                let Node { rest, count, .. } = self.stack.pop().expect("it was there");
                if let (Some(known), Some(rest)) = (&mut self.known, rest) {
                    known.insert(rest, count.clone());
                }
                self.hand_up(count);
                continue;
            };
            if self.steps == end {
                return false;
            }
            self.steps += 1;
            node.next += 1;
            self.lay(place);
            if let Some(count) = self.enter() {
                self.hand_up(count);
            }
        }
        true
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
                self.lift();
            }
            None => self.count.tilings += count,
        }
    }

    /// The number of ways to fill the rest, if it is known; otherwise a node is made for it.
    fn enter(&mut self) -> Option<BigUint> {
        let all = Sectors::between(0, 0, self.directions.len());
        if (0..self.points.len()).all(|point| !self.active[point] || self.covered[point] == all) {
            return Some(self.complete());
        }
        let rest = self.known.is_some().then(|| self.rest(all));
        if let (Some(known), Some(rest)) = (&self.known, &rest)
            && let Some(count) = known.get(rest)
        {
            return Some(count.clone());
        }
        let candidates = self.fewest(all);
        self.stack.push(Node { rest, candidates, next: 0, count: BigUint::ZERO });
        None
    }

    /// The tiles for the open part of less than 180 degrees that the fewest can fill (T3).
    fn fewest(&mut self, all: Sectors) -> Vec<usize> {
        let count = self.directions.len();
        let mut best: Option<Vec<usize>> = None;
        for point in 0..self.points.len() {
            if !self.active[point] || self.covered[point] == all {
                continue;
            }
            for [from, to] in all.without(self.covered[point]).parts(count) {
                if (to + count - from) % count >= count / 2 || from == to {
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
        let fillings = Arc::clone(&self.fillings(point, part));
        let mut free = Vec::new();
        for place in fillings.iter().copied() {
            let kind = self.postures[self.places[place].posture].placed.tile;
            let most = self.question.tiles()[kind].most;
            let is_left = most.is_none_or(|most| self.used[kind] < most);
            if is_left && (0..self.laid.len()).all(|at| !self.overlap(self.laid[at].0, place)) {
                free.push(place);
                if free.len() == room {
                    break;
                }
            }
        }
        free
    }

    /// T4
    fn rest(&self, all: Sectors) -> Rest {
        let half = self.directions.len() / 2;
        let is_straight = |open: Sectors| {
            (0..2 * half)
                .any(|from| open == Sectors::between(from, (from + half) % (2 * half), 2 * half))
        };
        let corners = (0..self.points.len()).filter(|point| self.active[*point]);
        let corners = corners.map(|point| (point, all.without(self.covered[point])));
        let corners =
            corners.filter(|(_, open)| *open != Sectors::default() && !is_straight(*open));
        let limited = self.question.tiles().iter().zip(&self.used);
        let limited = limited.filter(|(tile, _)| tile.most.is_some() || tile.least > 0);
        (corners.collect(), limited.map(|(_, used)| *used).collect())
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
                let place = self.place(posture, corner, point);
                if self.places[place].is_inside {
                    fillings.push(place);
                }
            }
        }
        let fillings: Arc<[usize]> = fillings.into();
        self.fillings.insert((point, [from, to]), Arc::clone(&fillings));
        fillings
    }

    /// The place of a tile with one of its corners at a point.
    fn place(&mut self, posture: usize, corner: usize, point: usize) -> usize {
        let Met { spot, written } = self.points[point];
        let own = &self.postures[posture];
        let (shift, written) = (spot - own.outline.corners[corner], written - own.written[corner]);
        if let Some(place) = self.place_of.get(&(posture, shift)) {
            return *place;
        }
        let corners: Vec<Spot> = own.outline.corners.iter().map(|corner| *corner + shift).collect();
        let shape = Shape::new(&self.plane, corners.clone());
        let is_inside = shape.is_inside(&self.plane, &self.region);
        let written_corners: Vec<Point> =
            own.written.iter().map(|corner| *corner + written).collect();
        let corners = corners.into_iter().zip(written_corners);
        // Points outside the region are of no use.
        let corners = if is_inside {
            corners.map(|(spot, written)| self.point(spot, written)).collect()
        } else {
            vec![]
        };
        self.place_of.insert((posture, shift), self.places.len());
        self.places.push(Place { posture, shift, written, shape, is_inside, corners });
        self.places.len() - 1
    }

    /// The number of a point.
    fn point(&mut self, spot: Spot, written: Point) -> usize {
        if let Some(point) = self.point_of.get(&spot) {
            return *point;
        }
        let point = self.points.len();
        self.points.push(Met { spot, written });
        self.point_of.insert(spot, point);
        self.covered.push(Sectors::default());
        self.active.push(false);
        point
    }

    /// The sectors at a point that are outside the region.
    fn outside(&self, point: usize) -> Sectors {
        let all = Sectors::between(0, 0, self.directions.len());
        let spot = self.points[point].spot;
        let inside = self.region_outline.sectors_at(&self.plane, spot, self.directions.len());
        // A point of no side is an inner one.
        if inside == Sectors::default() { inside } else { all.without(inside) }
    }

    /// The sectors that a tile covers at a point.
    fn sectors(&mut self, place: usize, point: usize) -> Sectors {
        let Place { posture, shift, .. } = &self.places[place];
        let (outline, spot) = (&self.postures[*posture].outline, self.points[point].spot - *shift);
        let (plane, count) = (&self.plane, self.directions.len());
        *self
            .sectors
            .entry((place, point))
            .or_insert_with(|| outline.sectors_at(plane, spot, count))
    }

    fn overlap(&mut self, one: usize, other: usize) -> bool {
        let [a, b] = [&self.places[one], &self.places[other]];
        let plane = &self.plane;
        let pair = (one.min(other), one.max(other));
        *self.overlaps.entry(pair).or_insert_with(|| a.shape.overlaps(plane, &b.shape))
    }

    /// Lays a tile.
    fn lay(&mut self, place: usize) {
        let mut change = Change { activated: Vec::new(), before: Vec::new() };
        for point in self.places[place].corners.clone() {
            if !self.active[point] {
                let mut covered = self.outside(point);
                for at in 0..self.laid.len() {
                    covered = covered.with(self.sectors(self.laid[at].0, point));
                }
                self.covered[point] = covered;
                self.active[point] = true;
                change.activated.push(point);
            }
        }
        for point in 0..self.points.len() {
            if self.active[point] {
                let sectors = self.sectors(place, point);
                if sectors != Sectors::default() {
                    change.before.push((point, self.covered[point]));
                    self.covered[point] = self.covered[point].with(sectors);
                }
            }
        }
        self.used[self.postures[self.places[place].posture].placed.tile] += 1;
        self.laid.push((place, change));
    }

    /// Takes back the last tile.
    fn lift(&mut self) {
        let (place, change) = self.laid.pop().expect("a tile was laid");
        self.used[self.postures[self.places[place].posture].placed.tile] -= 1;
        for (point, before) in change.before {
            self.covered[point] = before;
        }
        for point in change.activated {
            self.active[point] = false;
        }
    }

    /// One if the tiles that are laid are a tiling of the question, after painting it in all ways.
    fn complete(&mut self) -> BigUint {
        let area = |shape: &Shape| self.plane.area(shape.corners());
        let laid = self.laid.iter().map(|(place, _)| area(&self.places[*place].shape));
        let filled = laid.fold(Real::default(), |sum, area| sum + area);
        assert!(filled == area(&self.region), "T3: the region is full");
        let is_enough =
            self.question.tiles().iter().zip(&self.used).all(|(tile, used)| *used >= tile.least);
        if !is_enough {
            return BigUint::ZERO;
        }
        let Some(colours) = self.question.colours() else {
            if self.known.is_none() {
                self.list(&[]);
            }
            return 1_u32.into();
        };
        let before = self.count.colourings.clone();
        self.paint(colours, &mut Vec::new());
        u32::from(self.count.colourings > before).into()
    }

    /// Paints the tiles that have no colour yet; colours are numbered in the order of their first
    /// use.
    fn paint(&mut self, colours: &Colours, chosen: &mut Vec<usize>) {
        let (at, names) = (chosen.len(), colours.names.len());
        let used = chosen.iter().max().map_or(0, |last| last + 1);
        if at == self.laid.len() {
            self.count.colourings += 1_u32;
            self.count.labelled +=
                (0..used).map(|taken| BigUint::from(names - taken)).product::<BigUint>();
            self.list(chosen);
            return;
        }
        let kind_of = |recount: &Self, at: usize| {
            recount.postures[recount.places[recount.laid[at].0].posture].placed.tile
        };
        let kind = kind_of(self, at);
        for colour in 0..names.min(used + 1) {
            let alike: Vec<usize> = (0..at).filter(|other| chosen[*other] == colour).collect();
            let of_kind = alike.iter().filter(|other| kind_of(self, **other) == kind).count();
            let is_full = self.question.tiles()[kind]
                .most_of_a_colour
                .is_some_and(|most| u32::try_from(of_kind).is_ok_and(|count| count >= most));
            if !is_full && alike.iter().all(|other| !self.are_rivals(at, *other, colours.apart)) {
                chosen.push(colour);
                self.paint(colours, chosen);
                chosen.pop();
            }
        }
    }

    /// Whether two tiles that are laid come closer than same colours may.
    fn are_rivals(&mut self, one: usize, other: usize, apart: Apart) -> bool {
        let [one, other] = [one, other].map(|at| self.laid[at].0);
        let [a, b] = [&self.places[one].shape, &self.places[other].shape];
        let plane = &self.plane;
        *self.rivals.entry((one.min(other), one.max(other))).or_insert_with(|| match apart {
            Apart::Free => false,
            Apart::Sides => a.shares_a_side(plane, b),
            Apart::Points => a.touches(plane, b),
        })
    }

    fn list(&mut self, colours: &[usize]) {
        let placed = self.laid.iter().enumerate().map(|(at, (place, _))| {
            let Place { posture, written, .. } = &self.places[*place];
            PlacedTile {
                shift: *written,
                colour: colours.get(at).copied(),
                ..self.postures[*posture].placed
            }
        });
        let placed = placed.collect();
        self.listed.push(placed);
    }
}
