//! The star, its triangles, and the ways to lay one into a corner, in the order in which DECAGON-COLORSTAR tries them.

use super::golden::Golden;
use super::remnant::{Corner, angle_between, turned};
use crate::Unsuited;
use kumiki_model::{Apart, PlacedTile, Polygon, TilingQuestion};
use kumiki_ring::{Point, Ring};

/// How many colours there are.
pub(super) const COLOURS: usize = 4;

/// How many kinds of triangles there are.
pub(super) const KINDS: usize = 4;

/// How many ways there are to lay a triangle of one kind.
pub(super) const WAYS_OF_A_KIND: usize = 3;

/// The corners of a triangle in the order in which they are put into the corner of a polygon; the one at which two equal sides meet is 0.
const TRIED: [usize; WAYS_OF_A_KIND] = [1, 0, 2];

const ONE: Golden = Golden { ones: 1, parts: 0 };
const SHORT: Golden = Golden { ones: 0, parts: 1 };
const LONG: Golden = Golden { ones: 1, parts: 1 };

/// Two corners of the star, each with its angle and the side after it; there are five such pairs.
const STAR: [(i32, Golden); 2] = [(1, LONG), (7, LONG)];

/// The triangles likewise, in the order in which they are tried.
const TRIANGLES: [[(i32, Golden); 3]; KINDS] = [
    [(1, LONG), (2, ONE), (2, LONG)],
    [(3, ONE), (1, LONG), (1, ONE)],
    [(1, ONE), (2, SHORT), (2, ONE)],
    [(3, SHORT), (1, ONE), (1, SHORT)],
];

/// A way to lay a triangle into a corner R, along the side after it. P and Q are the other corners, to the left; Q is on that side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The kind of triangle.
    pub(super) kind: usize,
    /// The angles at R, P and Q.
    pub(super) angles: [i32; 3],
    /// From R to P, from P to Q, from Q to R.
    pub(super) sides: [Golden; 3],
    /// The corner of the tile that comes to R, and the direction of the side after it.
    corner: Point,
    heading: usize,
}

impl Way {
    /// The tile in its place, without a colour: R is at a point, and Q in a direction from it.
    pub(super) fn place(&self, ring: &Ring, point: Point, heading: usize) -> PlacedTile {
        let turns = (heading + 10 - self.heading) % 10;
        let shift = point - ring.turn(self.corner, turns);
        PlacedTile { tile: self.kind, is_flipped: false, turns, shift, colour: None }
    }

    /// Where P and Q are, seen from R, if Q is in a direction from it.
    pub(super) fn far_corners(&self, ring: &Ring, heading: usize) -> [Point; 2] {
        let [r_to_p, _, q_to_r] = self.sides;
        [r_to_p.towards(ring, turned(heading, self.angles[0])), q_to_r.towards(ring, heading)]
    }
}

/// A corner of a polygon of the question: its point, its angle, and the direction and length of the side after it.
#[derive(Clone, Copy)]
struct Drawn {
    point: Point,
    angle: i32,
    heading: usize,
    side: Golden,
}

/// The star as a polygon to be filled, with the points of its corners, and the ways to lay a triangle of any colour.
///
/// # Errors
/// If the question is not that of DECAGON-COLORSTAR.
pub(super) fn read(question: &TilingQuestion) -> Result<(Vec<Point>, Vec<Corner>, Vec<Way>), Unsuited> {
    star_and_ways(question).ok_or(Unsuited::NotTheStar)
}

fn star_and_ways(question: &TilingQuestion) -> Option<(Vec<Point>, Vec<Corner>, Vec<Way>)> {
    let colours = question.colours()?;
    let is_the_set = question.ring().order() == 10
        && (colours.names.len(), colours.apart) == (COLOURS, Apart::Points)
        && question.tiles().len() == KINDS
        && question.tiles().iter().all(|tile| {
            let is_enough = tile.most.is_none_or(|most| most >= 4);
            tile.least == 0 && is_enough && tile.most_of_a_colour == Some(1) && tile.turns
        });
    if !is_the_set {
        return None;
    }
    let star = drawn(question.ring(), question.region())?;
    let is_star =
        star.len() == 10 && star.iter().zip(STAR.iter().cycle()).all(|(corner, known)| is(corner, known));
    let triangles: Option<Vec<Vec<Drawn>>> =
        question.tiles().iter().map(|tile| drawn(question.ring(), &tile.shape)).collect();
    let triangles = triangles?;
    let is_known = |(triangle, known): (&Vec<Drawn>, &[(i32, Golden); 3])| {
        triangle.len() == 3 && triangle.iter().zip(known).all(|(corner, known)| is(corner, known))
    };
    if !is_star || !triangles.iter().zip(&TRIANGLES).all(is_known) {
        return None;
    }
    let points = star.iter().map(|corner| corner.point).collect();
    let corners = star.iter().enumerate().map(|(vertex, corner)| {
        let Drawn { angle, heading, side, .. } = *corner;
        Corner { vertex, angle, heading, side, colours: 0 }
    });
    let ways = triangles.iter().enumerate().flat_map(|(kind, triangle)| {
        TRIED.map(|first| {
            let [r, q, p] = [0, 1, 2].map(|step| triangle[(first + step) % 3]);
            Way {
                kind,
                angles: [r.angle, p.angle, q.angle],
                sides: [p.side, q.side, r.side],
                corner: r.point,
                heading: r.heading,
            }
        })
    });
    Some((points, corners.collect(), ways.collect()))
}

fn is(corner: &Drawn, known: &(i32, Golden)) -> bool {
    (corner.angle, corner.side) == *known
}

/// The corners of a polygon; `None` if a side has another direction or length than golden triangles have.
fn drawn(ring: &Ring, polygon: &Polygon) -> Option<Vec<Drawn>> {
    let side = |vector: Point| {
        (0..10).find_map(|heading| Some((heading, Golden::from_real(ring.turn(vector, 10 - heading))?)))
    };
    let sides: Vec<(usize, Golden)> = polygon.sides().map(side).collect::<Option<_>>()?;
    let before = sides.iter().cycle().skip(sides.len() - 1);
    let corner = |((point, (heading, side)), (into, _)): ((&Point, &(usize, Golden)), &(usize, Golden))| {
        Drawn { point: *point, angle: angle_between(*into, *heading), heading: *heading, side: *side }
    };
    Some(polygon.corners().iter().zip(&sides).zip(before).map(corner).collect())
}
