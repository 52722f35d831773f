//! The list that DECAGON-COLORSTAR prints, line by line.
//!
//! # The idea
//! Knuth's program fills the star as `colouring` does, triangle by triangle into the corner with the fewest ways, but colours are laid together
//! with the triangles and have names. It tells some colourings twice or four times, and leaves out those that its first triangle excludes. To
//! compare lists line by line, one has to search in its order. This is its search in our words:
//!
//! * **L1** Polygons that are left wait in a stack, and only the last is worked on. The module `remnant` says what they are (E1 to E4).
//! * **L2** A triangle goes into the convex corner with the fewest ways that look possible; the first of these, from where the polygon starts.
//! * **L3** Ways are tried colour by colour, in each colour kind by kind, and in each kind by the corner of the triangle that comes first.
//! * **L4** The n-th triangle has one of the first n colours. A colour may be used before the one before it, so one colouring can come
//!   under several names.
//! * **L5** The first triangle stays where it came first: a large acute one in the first point of the star. If it were moved too, all
//!   colourings would come.
//! * **L6** Counting ways for L2, the program looks at whether a colour is excluded at the beginning of each round, and at whether a triangle is still there after that,
//!   moving on to the next one if it is not. Where this comes to another colour, one way of an excluded colour may be counted.
//!
//! # What is different
//! The program notices late that a triangle overlaps others or sticks out of the star: some corner gets a negative angle, or nothing fits. In the end each polygon is
//! filled, so the boundaries of the triangles add up to that of the star, and each point of the star is covered once: all
//! lines are tilings. So whatever overlaps or sticks out leads to no line, and is left at once; no line and no order of lines depends on
//! it. Triangles of the same colour that touch are left at once by both.

mod golden;
mod places;
mod remnant;
mod ways;

use crate::Unsuited;
use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use kumiki_search::{Fuel, Profile, Search, Step};
use places::Places;
use remnant::{Cut, Remnant};
use std::fmt;
use ways::{COLOURS, KINDS, WAYS_OF_A_KIND, Way};

/// How many ways there are to lay a triangle of one colour.
const WAYS_OF_A_COLOUR: usize = KINDS * WAYS_OF_A_KIND;

/// How many ways there are to lay a triangle.
const WAYS: usize = COLOURS * WAYS_OF_A_COLOUR;

/// The numbers of the star's corners come first, then those of each triangle that is laid.
const STAR_CORNERS: usize = 10;

/// Which first triangles are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstTile {
    /// The first that fits, as DECAGON-COLORSTAR has it.
    Kept,
    /// All that fit. Then every colouring of the star comes at least once.
    Moved,
}

/// The search of DECAGON-COLORSTAR.
#[derive(Clone, Debug)]
pub struct PrintedStar {
    ring: Ring,
    first: FirstTile,
    ways: Vec<Way>,
    places: Places,
    /// The triangles that are not laid, one bit each: kinds of the first colour, then of the second, ….
    available: u32,
    /// The points of all vertices, by their numbers.
    points: Vec<Point>,
    left: Vec<Remnant>,
    levels: Vec<Level>,
    profile: Profile,
}

/// A triangle that is being laid.
#[derive(Clone, Debug)]
struct Level {
    /// How many polygons waited below the one that is worked on.
    waiting: usize,
    polygon: Remnant,
    corner: usize,
    /// The next way to be tried.
    next: usize,
    laid: Option<Laid>,
}

#[derive(Clone, Copy, Debug)]
struct Laid {
    way: usize,
    tile: PlacedTile,
    place: u32,
}

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedLine {
    /// For each triangle the number of the vertex into which it was laid and the number of the way.
    pub steps: Vec<(usize, usize)>,
    /// A checksum that depends on which triangles are used.
    pub checksum: u32,
    /// The triangles.
    pub tiles: Vec<PlacedTile>,
}

/// As DECAGON-COLORSTAR prints it, without the number of the line.
impl fmt::Display for PrintedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (vertex, way) in &self.steps {
            write!(f, "{vertex}-{way} ")?;
        }
        write!(f, "({})", self.checksum)
    }
}

impl PrintedStar {
    /// The search, at its beginning.
    ///
    /// # Errors
    /// If the question is not that of DECAGON-COLORSTAR.
    pub fn new(question: &TilingQuestion, first: FirstTile) -> Result<Self, Unsuited> {
        let (points, corners, ways) = ways::read(question)?;
        let mut search = Self {
            ring: question.ring().clone(),
            first,
            ways,
            places: Places::new(question, &points),
            available: (1 << (COLOURS * KINDS)) - 1,
            points,
            left: vec![Remnant::new(corners)],
            levels: Vec::new(),
            profile: Profile::new(&[]),
        };
        search.open_level();
        Ok(search)
    }

    /// The line at which the search holds still.
    #[must_use]
    pub fn line(&self) -> Option<PrintedLine> {
        if !self.left.is_empty() {
            return None;
        }
        let laid = self.levels.iter().filter_map(|level| Some((level, level.laid?)));
        Some(PrintedLine {
            steps: laid.clone().map(|(l, laid)| (l.polygon.corners()[l.corner].vertex, laid.way)).collect(),
            checksum: self.checksum(),
            tiles: laid.map(|(_, laid)| laid.tile).collect(),
        })
    }

    /// A product over all triangles: each kind has a number, and a triangle that is not used has the next one.
    fn checksum(&self) -> u32 {
        const KIND_NUMBERS: [u32; KINDS] = [31415, 27181, 5772, 16180];
        const PRIME: u32 = 48611;
        (0..COLOURS * KINDS).fold(1, |product, tile| {
            product * (KIND_NUMBERS[tile % KINDS] + (self.available >> tile & 1)) % PRIME
        })
    }

    /// Takes the last polygon and chooses its corner.
    fn open_level(&mut self) {
        let polygon = self.left.pop().expect("the star is not filled");
        let depth = self.levels.len();
        let convex = (0..polygon.corners().len()).filter(|at| polygon.corners()[*at].is_convex());
        let corner = convex.min_by_key(|at| self.count_ways(&polygon, *at, depth));
        let corner = corner.expect("a polygon has convex corners");
        self.levels.push(Level { waiting: self.left.len(), polygon, corner, next: 0, laid: None });
    }

    /// L2 and L6.
    fn count_ways(&self, polygon: &Remnant, at: usize, depth: usize) -> usize {
        let excluded = polygon.corners()[at].colours;
        let (mut way, mut count) = (0, 0);
        loop {
            while way < WAYS && excluded >> colour(way) & 1 == 1 {
                way = (colour(way) + 1) * WAYS_OF_A_COLOUR;
            }
            while way < WAYS && !self.is_available(way) {
                way += WAYS_OF_A_KIND;
            }
            if way >= WAYS || colour(way) > depth {
                return count;
            }
            count += usize::from(polygon.invites(at, &self.ways[way % WAYS_OF_A_COLOUR]));
            way += 1;
        }
    }

    fn is_available(&self, way: usize) -> bool {
        self.available & tile_bit(way) != 0
    }

    /// L3 and L4: the next way that can be laid in the last level.
    fn next_way(&mut self) -> Option<Laid> {
        let (depth, level) = (self.levels.len() - 1, &self.levels[self.levels.len() - 1]);
        let corner = level.polygon.corners()[level.corner];
        for way in level.next..WAYS.min((depth + 1) * WAYS_OF_A_COLOUR) {
            let (colour, shape) = (colour(way), &self.ways[way % WAYS_OF_A_COLOUR]);
            let is_excluded = corner.colours >> colour & 1 == 1;
            if is_excluded || !self.is_available(way) || !level.polygon.invites(level.corner, shape) {
                continue;
            }
            let tile = shape.place(&self.ring, self.points[corner.vertex], corner.heading);
            let laid = self.levels.iter().filter_map(|level| level.laid);
            if let Some(place) = self.places.number(tile)
                && self.places.is_clear(place, colour, laid.map(|laid| (laid.place, self::colour(laid.way))))
            {
                return Some(Laid { way, tile: PlacedTile { colour: Some(colour), ..tile }, place });
            }
        }
        None
    }

    /// Lays a triangle in the last level.
    fn lay(&mut self, laid: Laid) {
        let level = self.levels.last_mut().expect("a level is open");
        let shape = &self.ways[laid.way % WAYS_OF_A_COLOUR];
        let corner = level.polygon.corners()[level.corner];
        let point = self.points[corner.vertex];
        let vertices = [self.points.len(), self.points.len() + 1];
        self.points.extend(shape.far_corners(&self.ring, corner.heading).map(|vector| point + vector));
        let cut = Cut { way: shape, colours: 1 << colour(laid.way), vertices };
        let are_one = |one: usize, other: usize| self.points[one] == self.points[other];
        self.left.extend(level.polygon.cut(level.corner, &cut, are_one));
        self.available ^= tile_bit(laid.way);
        level.next = laid.way + 1;
        level.laid = Some(laid);
        let depth = self.levels.len();
        self.profile.level(depth).nodes += 1;
    }

    /// Takes the triangle of the last level away, if there is one.
    fn lift(&mut self) {
        let level = self.levels.last_mut().expect("a level is open");
        if let Some(laid) = level.laid.take() {
            self.available ^= tile_bit(laid.way);
            self.left.truncate(level.waiting);
            self.points.truncate(self.points.len() - 2);
        }
    }
}

impl Search for PrintedStar {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        loop {
            self.lift();
            let is_first = self.levels.len() == 1;
            // L5.
            let is_settled = is_first && self.first == FirstTile::Kept && self.levels[0].next > 0;
            let Some(laid) = self.next_way().filter(|_| !is_settled) else {
                if is_first {
                    return Step::Exhausted;
                }
                self.levels.pop();
                continue;
            };
            if !fuel.burn() {
                return Step::OutOfFuel;
            }
            self.lay(laid);
            if self.left.is_empty() {
                return Step::Solution;
            }
            self.open_level();
        }
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn searched(&self) -> f64 {
        0.0
    }

    fn audit(&self) -> Result<(), String> {
        Ok(())
    }
}

/// The colour of a way.
fn colour(way: usize) -> usize {
    way / WAYS_OF_A_COLOUR
}

/// The triangle that a way lays.
fn tile_bit(way: usize) -> u32 {
    1 << (way / WAYS_OF_A_KIND)
}
