//! The star, its triangles, and the ways to lay one into a corner, in the order in which
//! DECAGON-COLORSTAR tries them.

use super::golden::Golden;
use super::remnant::{Corner, Room, angle_between, turned};
use kumiki_model::{Apart, PlacedTile, Polygon, TilingQuestion};
use kumiki_ring::{Point, Ring};

/// How many colours there are.
pub(crate) const COLOURS: usize = 4;

/// How many kinds of triangles there are.
pub(crate) const KINDS: usize = 4;

/// How many triangles there are.
pub(crate) const TRIANGLES: usize = COLOURS * KINDS;

/// How many ways there are to lay a given triangle: one for each of its corners.
pub(crate) const WAYS_OF_A_TRIANGLE: usize = 3;

/// How many ways there are to lay a triangle of a given colour.
pub(crate) const WAYS_OF_A_COLOUR: usize = KINDS * WAYS_OF_A_TRIANGLE;

/// How many ways there are to lay a triangle.
pub(crate) const WAYS: usize = COLOURS * WAYS_OF_A_COLOUR;

/// Which corner of a triangle comes into the corner of a polygon, in the order of D3; corner 0 is
/// the one between equal sides.
const FIRST_CORNERS: [usize; WAYS_OF_A_TRIANGLE] = [1, 0, 2];

const ONE: Golden = Golden { ones: 1, parts: 0 };
const SHORT: Golden = Golden { ones: 0, parts: 1 };
const LONG: Golden = Golden { ones: 1, parts: 1 };

/// The lengths of the sides of all triangles, in order.
const LENGTHS: [Golden; 3] = [SHORT, ONE, LONG];

/// A tip and a hollow of the star, each with its angle and the side after it; there are five of
/// them.
const TIP_AND_HOLLOW: [(i32, Golden); 2] = [(1, LONG), (7, LONG)];

/// The corners of each kind of triangle likewise, in the order of D3.
const SHAPES: [[(i32, Golden); 3]; KINDS] = [
    [(1, LONG), (2, ONE), (2, LONG)],
    [(3, ONE), (1, LONG), (1, ONE)],
    [(1, ONE), (2, SHORT), (2, ONE)],
    [(3, SHORT), (1, ONE), (1, SHORT)],
];

/// A way to lay a triangle into a corner R, along the side after it. Q is the other corner on that
/// side, and P the third.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// Which of the triangles: kinds of the first colour, then of the second, ….
    pub(crate) triangle: usize,
    /// The angles at R, P and Q.
    pub(crate) angles: [i32; 3],
    /// From R to P, from P to Q, from Q to R.
    pub(crate) sides: [Golden; 3],
    /// Where P and Q are, seen from R, for each direction from R to Q.
    far_corners: [[Point; 2]; 10],
    /// The corner of the tile that comes to R, and the direction of the side after it.
    corner: Point,
    heading: usize,
}

impl Way {
    pub(crate) fn colour(&self) -> usize {
        self.triangle / KINDS
    }

    /// Where P and Q are, if R is at a point and Q in a direction from it.
    pub(crate) fn far_corners(&self, point: Point, heading: usize) -> [Point; 2] {
        self.far_corners[heading].map(|corner| point + corner)
    }

    /// Whether the triangle seems to fit into a corner.
    fn fits(&self, room: &Room) -> bool {
        let [r_to_p, _, q_to_r] = self.sides;
        room.angle >= self.angles[0]
            && room.after.is_none_or(|side| side >= q_to_r)
            && (room.angle > self.angles[0] || room.before.is_none_or(|side| side >= r_to_p))
    }

    /// The tile, if R is at a point and Q in a direction from it.
    pub(crate) fn tile(&self, ring: &Ring, point: Point, heading: usize) -> PlacedTile {
        let turns = (heading + 10 - self.heading) % 10;
        let shift = point - ring.turn(self.corner, turns);
        let (tile, colour) = (self.triangle % KINDS, Some(self.colour()));
        PlacedTile { tile, is_flipped: false, turns, shift, colour }
    }
}

/// The question of DECAGON-COLORSTAR.
///
/// * **T1** `ways` are in the order of D3, by colours, then kinds, then first corners.
/// * **T2** `fitting` has for each room the ways of the first colour that seem to fit, as bits: for
///   its angle, and for its sides before and after by how many of the lengths of triangles they
///   have, all if they are not limited.
/// * **T3** `points` are those of `corners`, which are numbered from 0. The first is a tip.
#[derive(Clone, Debug)]
pub(crate) struct Star {
    pub(crate) question: TilingQuestion,
    pub(crate) points: Vec<Point>,
    pub(crate) corners: Vec<Corner>,
    pub(crate) ways: Vec<Way>,
    fitting: [[[u16; 4]; 4]; 5],
}

impl Star {
    /// Finds the star in a question; `None` if it is another question.
    pub(crate) fn read(question: &TilingQuestion) -> Option<Self> {
        let (ring, colours) = (question.ring(), question.colours()?);
        let is_the_set = ring.order() == 10
            && (colours.names.len(), colours.apart) == (COLOURS, Apart::Points)
            && question.tiles().len() == KINDS
            && question.tiles().iter().all(|tile| {
                let is_enough = tile.most.is_none_or(|most| most >= 4);
                tile.least == 0 && is_enough && tile.most_of_a_colour == Some(1) && tile.turns
            });
        if !is_the_set {
            return None;
        }
        let star = drawn(ring, question.region(), &TIP_AND_HOLLOW.repeat(5))?;
        let shapes = question.tiles().iter().zip(&SHAPES);
        let shapes: Vec<Vec<Drawn>> =
            shapes.map(|(tile, known)| drawn(ring, &tile.shape, known)).collect::<Option<_>>()?;
        let corner = |(vertex, corner): (usize, &Drawn)| {
            let Drawn { angle, heading, side, .. } = *corner;
            Corner { vertex, angle, heading, side, colours: 0 }
        };
        let ways = (0..TRIANGLES).flat_map(|triangle| {
            let shape = &shapes[triangle % KINDS];
            FIRST_CORNERS.map(|first| {
                let [r, q, p] = [0, 1, 2].map(|step| shape[(first + step) % 3]);
                let far_corners = std::array::from_fn(|heading| {
                    let to_p = turned(heading, r.angle);
                    [p.side.towards(ring, to_p), r.side.towards(ring, heading)]
                });
                Way {
                    triangle,
                    angles: [r.angle, p.angle, q.angle],
                    sides: [p.side, q.side, r.side],
                    far_corners,
                    corner: r.point,
                    heading: r.heading,
                }
            })
        });
        let ways: Vec<Way> = ways.collect();
        Some(Self {
            fitting: fitting(&ways[..WAYS_OF_A_COLOUR]),
            question: question.clone(),
            points: star.iter().map(|corner| corner.point).collect(),
            corners: star.iter().enumerate().map(corner).collect(),
            ways,
        })
    }

    /// The ways that seem to fit into a convex corner, as bits; they are the same for each colour.
    pub(crate) fn fitting(&self, room: &Room) -> u16 {
        let reach = |side: Option<Golden>| {
            LENGTHS.iter().filter(|length| side.is_none_or(|side| side >= **length)).count()
        };
        let angle = usize::try_from(room.angle).unwrap_or(0);
        self.fitting[angle][reach(room.before)][reach(room.after)]
    }

    pub(crate) fn ring(&self) -> &Ring {
        self.question.ring()
    }
}

/// T2.
fn fitting(ways: &[Way]) -> [[[u16; 4]; 4]; 5] {
    let side = |reach: usize| [Golden::ZERO, SHORT, ONE, LONG][reach];
    let room =
        |angle, before, after| Room { angle, before: Some(side(before)), after: Some(side(after)) };
    let fitting = |room: &Room| {
        ways.iter()
            .enumerate()
            .filter(|(_, way)| way.fits(room))
            .map(|(number, _)| 1 << number)
            .sum()
    };
    let mut table = [[[0; 4]; 4]; 5];
    for (angle, plane) in (0..).zip(&mut table) {
        for (before, row) in plane.iter_mut().enumerate() {
            for (after, entry) in row.iter_mut().enumerate() {
                *entry = fitting(&room(angle, before, after));
            }
        }
    }
    table
}

/// A corner of a polygon: its point, its angle, and the direction and the length of the side after
/// it.
#[derive(Clone, Copy)]
struct Drawn {
    point: Point,
    angle: i32,
    heading: usize,
    side: Golden,
}

/// The corners of a polygon; `None` if their angles and sides are not the known ones.
fn drawn(ring: &Ring, polygon: &Polygon, known: &[(i32, Golden)]) -> Option<Vec<Drawn>> {
    let side = |vector: Point| {
        (0..10).find_map(|heading| {
            Some((heading, Golden::from_real(ring.turn(vector, 10 - heading))?))
        })
    };
    let sides: Vec<(usize, Golden)> = polygon.sides().map(side).collect::<Option<_>>()?;
    let (mut drawn, mut into) = (Vec::new(), sides.last()?.0);
    for (point, (heading, side)) in polygon.corners().iter().zip(sides) {
        drawn.push(Drawn { point: *point, angle: angle_between(into, heading), heading, side });
        into = heading;
    }
    drawn
        .iter()
        .map(|corner| (corner.angle, corner.side))
        .eq(known.iter().copied())
        .then_some(drawn)
}
