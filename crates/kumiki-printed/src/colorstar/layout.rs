//! Triangles laid so far, what they leave of the star, and the corner where it goes on.

use super::PrintedLine;
use super::remnant::{Corner, Cut, Remnant};
use super::star::{COLOURS, KINDS, Star, TRIANGLES, WAYS_OF_A_TRIANGLE, Way};
use kumiki_model::PlacedTile;
use kumiki_ring::Point;

/// A level of the tree: a polygon, the corner of it that was chosen, and the triangle that lies
/// there, if one does.
#[derive(Clone, Debug)]
struct Level {
    polygon: Remnant,
    corner: usize,
    /// The ways that are tried, as bits.
    tried: u64,
    way: Option<usize>,
    /// How many polygons wait below this one.
    waiting: usize,
}

/// What is laid and what is left.
///
/// * **P1** In each level but the last a triangle lies, and `available` has a bit for each triangle
///   that does not lie in any.
/// * **P2** `left` is a stack. If the last level has a triangle, `left` is all that is left; if
///   not, the polygon of the last level is left too, and goes on top.
/// * **P3** `points` are the points of the vertices by their numbers: those of the star, then P and
///   Q of each triangle.
#[derive(Clone, Debug)]
pub(crate) struct Layout<'s> {
    star: &'s Star,
    available: u32,
    points: Vec<Point>,
    left: Vec<Remnant>,
    levels: Vec<Level>,
}

impl<'s> Layout<'s> {
    /// The star with nothing in it.
    pub(crate) fn new(star: &'s Star) -> Self {
        Self {
            star,
            available: (1 << TRIANGLES) - 1,
            points: star.points.clone(),
            left: vec![Remnant::new(star.corners.clone())],
            levels: Vec::new(),
        }
    }

    /// Whether nothing is left.
    pub(crate) fn is_filled(&self) -> bool {
        self.left.is_empty() && self.levels.last().is_some_and(|level| level.way.is_some())
    }

    /// How many triangles are laid.
    pub(crate) fn depth(&self) -> usize {
        self.ways().count()
    }

    /// The ways in which triangles are laid, in order.
    pub(crate) fn ways(&self) -> impl Iterator<Item = usize> {
        self.levels.iter().filter_map(|level| level.way)
    }

    /// The triangles that are laid, in order.
    fn laid(&self) -> impl Iterator<Item = PlacedTile> {
        self.levels.iter().filter_map(|level| {
            let Corner { vertex, heading, .. } = level.polygon.corners()[level.corner];
            Some(self.star.ways[level.way?].tile(self.star.ring(), self.points[vertex], heading))
        })
    }

    /// The corners R, P and Q of the triangles that are laid, in order. The points of P and Q come
    /// after those of the star (P3).
    fn triangles(&self) -> Vec<[Point; 3]> {
        let laid = self.levels.iter().filter(|level| level.way.is_some());
        let far = self.points[self.star.points.len()..].chunks_exact(2);
        laid.zip(far)
            .map(|(level, far)| {
                let vertex = level.polygon.corners()[level.corner].vertex;
                [self.points[vertex], far[0], far[1]]
            })
            .collect()
    }

    /// Takes the last polygon and chooses its corner (D1, D2).
    pub(crate) fn open_level(&mut self) {
        let polygon = self.left.pop().expect("something is left");
        let convex = polygon.corners().iter().enumerate().filter(|(_, corner)| corner.is_convex());
        let candidates = convex.map(|(at, corner)| {
            let fitting = self.star.fitting(&polygon.room(at));
            (self.count_ways(corner, fitting), at, fitting)
        });
        // Of equal ones this takes the first.
        let fewest = candidates.min_by_key(|(count, ..)| *count);
        let (_, corner, fitting) =
            fewest.expect("what goes around to the left has a convex corner");
        let tried = self.tried(&polygon.corners()[corner], fitting);
        self.levels.push(Level { polygon, corner, tried, way: None, waiting: self.left.len() });
    }

    /// Forgets the choice of a corner.
    pub(crate) fn close_level(&mut self) {
        let level = self.levels.pop().expect("a level is open");
        self.left.push(level.polygon);
    }

    /// How many ways seem to fit into a corner, as the program counts (D4, D6).
    fn count_ways(&self, corner: &Corner, fitting: u16) -> u32 {
        let (mut triangle, mut count) = (0, 0);
        loop {
            while triangle < TRIANGLES && corner.has(triangle / KINDS) {
                triangle = (triangle / KINDS + 1) * KINDS;
            }
            while triangle < TRIANGLES && !self.is_available(triangle) {
                triangle += 1;
            }
            let colour = triangle / KINDS;
            if triangle == TRIANGLES || colour > self.levels.len() {
                return count;
            }
            let ways = ways_of(triangle, fitting);
            if corner.has(colour) {
                // D6: nobody has asked before the first way, but somebody does before the second.
                count += u32::from(ways & 1);
                triangle = (colour + 1) * KINDS;
            } else {
                count += ways.count_ones();
                triangle += 1;
            }
        }
    }

    /// The ways that are tried at a corner, as bits: they seem to fit, their triangle is there, and
    /// their colour is one of the first (D4) and not excluded.
    fn tried(&self, corner: &Corner, fitting: u16) -> u64 {
        let colours = (0..COLOURS.min(self.levels.len() + 1)).filter(|colour| !corner.has(*colour));
        let triangles = colours.flat_map(|colour| colour * KINDS..(colour + 1) * KINDS);
        let ways =
            |triangle| u64::from(ways_of(triangle, fitting)) << (triangle * WAYS_OF_A_TRIANGLE);
        triangles.filter(|triangle| self.is_available(*triangle)).map(ways).sum()
    }

    fn is_available(&self, triangle: usize) -> bool {
        self.available & 1 << triangle != 0
    }

    /// The level that is open, and its corner.
    fn open(&self) -> (&Level, &Corner) {
        let level = self.levels.last().expect("a level is open");
        (level, &level.polygon.corners()[level.corner])
    }

    /// The first way that is tried in the last level, from a number on.
    pub(crate) fn next_tried(&self, from: usize) -> Option<usize> {
        let left = self.open().0.tried & u64::MAX << from;
        (left != 0).then(|| left.trailing_zeros() as usize)
    }

    /// The corners to the left, and the colour, of the triangle that a way would lay.
    pub(crate) fn triangle(&self, way: usize) -> ([Point; 3], usize) {
        let (way, (_, corner)) = (&self.star.ways[way], self.open());
        let point = self.points[corner.vertex];
        let [p, q] = way.far_corners(point, corner.heading);
        ([point, q, p], way.colour())
    }

    /// Whether a way leaves an angle of at least 0 beside a side that the triangle takes up just
    /// so. The program looks at this after the ways have been counted.
    pub(crate) fn leaves_angles(&self, way: usize) -> bool {
        let (level, corner) = self.open();
        let room = level.polygon.room(level.corner);
        let [before, after] = level.polygon.neighbours(level.corner);
        let Way { angles: [at_r, at_p, at_q], sides: [r_to_p, _, q_to_r], .. } =
            self.star.ways[way];
        let too_wide_after = room.after == Some(q_to_r) && after.angle < at_q;
        let too_wide_before =
            corner.angle == at_r && room.before == Some(r_to_p) && before.angle < at_p;
        !too_wide_after && !too_wide_before
    }

    /// What is said about the last triangle and the polygons that it has left.
    pub(crate) fn told(&self) -> String {
        let (level, corner) = self.open();
        let way = level.way.expect("a triangle is laid");
        let mut text = format!("vertex {} way {way}\n", corner.vertex);
        for polygon in &self.left[level.waiting..] {
            for Corner { vertex, angle, colours, .. } in polygon.corners() {
                text += &format!(" {vertex}({angle}){colours}");
            }
            text += "\n";
        }
        text
    }

    /// Lays a triangle into the corner that was chosen.
    pub(crate) fn lay(&mut self, way: usize) {
        let ([_, q, p], _) = self.triangle(way);
        let vertices = [self.points.len(), self.points.len() + 1];
        self.points.extend([p, q]);
        let cut = Cut { way: &self.star.ways[way], vertices };
        let (level, _) = self.open();
        let are_one = |one: usize, other: usize| self.points[one] == self.points[other];
        let left = level.polygon.cut(level.corner, &cut, are_one);
        self.left.extend(left);
        self.available ^= 1 << cut.way.triangle;
        self.levels.last_mut().expect("a level is open").way = Some(way);
    }

    /// Takes the last triangle away again, and says which way it lay.
    pub(crate) fn lift(&mut self) -> Option<usize> {
        let level = self.levels.last_mut()?;
        let way = level.way.take()?;
        self.available ^= 1 << self.star.ways[way].triangle;
        self.left.truncate(level.waiting);
        self.points.truncate(self.points.len() - 2);
        Some(way)
    }

    /// What is printed when nothing is left.
    pub(crate) fn line(&self) -> PrintedLine {
        let step = |level: &Level| Some((level.polygon.corners()[level.corner].vertex, level.way?));
        PrintedLine {
            steps: self.levels.iter().filter_map(step).collect(),
            checksum: self.checksum(),
            tiles: self.laid().collect(),
            corners: self.triangles(),
        }
    }

    /// A product over all triangles, of a number for each kind if it is laid, and of one more if it
    /// is not.
    fn checksum(&self) -> u32 {
        const NUMBERS: [u32; KINDS] = [31415, 27181, 5772, 16180];
        const PRIME: u32 = 48611;
        let factor = |triangle: usize| NUMBERS[triangle % KINDS] + (self.available >> triangle & 1);
        (0..TRIANGLES).fold(1, |product, triangle| product * factor(triangle) % PRIME)
    }

    /// Derives P1 to P3 and what polygons must be like.
    pub(crate) fn audit(&self) -> Result<(), String> {
        let ring = self.star.ring();
        let point = |vertex: usize| self.points[vertex];
        let mut areas = Point::ZERO;
        for tile in self.laid() {
            areas = areas + ring.area(&tile.corners(&self.star.question));
        }
        let open = self.levels.last().filter(|level| level.way.is_none());
        for polygon in self.left.iter().chain(open.map(|level| &level.polygon)) {
            polygon.audit(ring, point)?;
            let points: Vec<Point> =
                polygon.corners().iter().map(|corner| point(corner.vertex)).collect();
            areas = areas + ring.area(&points);
        }
        if areas != ring.area(&self.star.points) {
            return Err("P2: the areas of what is laid and left do not add up".to_owned());
        }
        if self.points.len() != self.star.points.len() + 2 * self.depth() {
            return Err("P3: points and triangles do not fit together".to_owned());
        }
        let laid: u32 = self.ways().map(|way| 1 << self.star.ways[way].triangle).sum();
        if laid + self.available != (1 << TRIANGLES) - 1 || laid & self.available != 0 {
            return Err("P1: triangles are laid and available".to_owned());
        }
        Ok(())
    }
}

/// The ways of one triangle, as three bits, from those that seem to fit.
fn ways_of(triangle: usize, fitting: u16) -> u16 {
    fitting >> (triangle % KINDS * WAYS_OF_A_TRIANGLE) & 0b111
}
