//! What a triangle leaves of a polygon, as DECAGON and its change file DECAGON-COLORSTAR see it.
//!
//! # The idea
//! A polygon is a circle of corners, each with its angle and the side after it. Cutting a triangle
//! off at a corner R replaces R by three corners: R again with what is left of its angle, then the
//! far corner P of the triangle, then Q, which lies on the side that left R:
//!
//! ```text
//!          P                 Going around to the left, the polygon lies to the left:
//!         / \                before:  … ─► R ────────► next ─► …
//!        /   \               after:   … ─► R ─► P ─► Q ─► next ─► …
//!   ───►R─────Q────► next
//! ```
//!
//! This is right even if it looks wrong: Q may lie beyond the next corner, and then the side from Q
//! leads back; R may have no angle left, and then the sides before and after it lie on each other.
//! Such things are put right by a few rules:
//!
//! * **E1** A side of length 0 vanishes: its two corners are one, and their angles less a half turn
//!   are the angle.
//! * **E2** A side of negative length is one in the opposite direction; a half turn goes over from
//!   the angle at its end to that at its start.
//! * **E3** At an angle of 0 the sides lie on each other, and the shorter vanishes with its share
//!   of the longer. At a half turn there is no corner.
//! * **E4** A new corner that lies at an old one pinches the polygon into two.
//!
//! Two corners of one polygon never lie at the same point (E1, E4). But a corner may lie inside a
//! side: the polygon then touches itself there and nothing is done about it. So pieces of a tiling
//! may stay in one polygon here that `outline` takes apart, and the order of the search depends on
//! it.

use super::golden::Golden;
use super::star::Way;
use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

/// The half turn, in the angles of the ring.
const HALF_TURN: i32 = 5;

/// A corner of a polygon and the side after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Corner {
    /// Its number; corners of different polygons that lie at the same point may have different
    /// ones.
    pub(crate) vertex: usize,
    /// The angle inside, in multiples of 36 degrees. What fits together has angles from 1 to 9
    /// other than 5.
    pub(crate) angle: i32,
    /// The direction of the side after it, from 0 to 9.
    pub(crate) heading: usize,
    /// How long that side is.
    pub(crate) side: Golden,
    /// The colours of the triangles that are known to lie at this corner, one bit each.
    pub(crate) colours: u32,
}

impl Corner {
    /// Whether a tile must lie in it.
    pub(crate) fn is_convex(&self) -> bool {
        self.angle < HALF_TURN
    }

    /// Whether a triangle of a colour is known to lie here, which excludes the colour.
    pub(crate) fn has(&self, colour: usize) -> bool {
        self.colours & 1 << colour != 0
    }

    fn turn_back(&mut self) {
        self.heading = (self.heading + 5) % 10;
    }
}

/// The room in a convex corner: its angle, and the sides before and after it if they end at convex
/// corners, so that no triangle reaches beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    pub(crate) angle: i32,
    pub(crate) before: Option<Golden>,
    pub(crate) after: Option<Golden>,
}

/// A triangle that is cut off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut<'w> {
    pub(crate) way: &'w Way,
    /// The numbers of P and of Q.
    pub(crate) vertices: [usize; 2],
}

/// A polygon: corners in a circle, the polygon to the left.
///
/// * **K1** Angles and headings fit together: each heading is the one before plus a half turn less
///   the angle.
/// * **K2** All sides are positive. No angle is 0 or a half turn.
/// * **K3** No two corners lie at the same point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remnant(Vec<Corner>);

impl Remnant {
    /// The polygon with these corners, which satisfy K1 to K3.
    pub(crate) fn new(corners: Vec<Corner>) -> Self {
        Self(corners)
    }

    pub(crate) fn corners(&self) -> &[Corner] {
        &self.0
    }

    /// The corners before and after one.
    pub(crate) fn neighbours(&self, at: usize) -> [&Corner; 2] {
        let count = self.0.len();
        [&self.0[(at + count - 1) % count], &self.0[(at + 1) % count]]
    }

    /// Derives K1 to K3 from the points of the corners.
    pub(crate) fn audit(&self, ring: &Ring, point: impl Fn(usize) -> Point) -> Result<(), String> {
        for (at, corner) in self.0.iter().enumerate() {
            let [before, after] = self.neighbours(at);
            if angle_between(before.heading, corner.heading) != corner.angle {
                return Err(format!("K1: angle {} at corner {at}", corner.angle));
            }
            let end = point(corner.vertex) + corner.side.towards(ring, corner.heading);
            if corner.side <= Golden::ZERO
                || matches!(corner.angle, 0 | HALF_TURN)
                || end != point(after.vertex)
            {
                return Err(format!("K2: the side after corner {at} of angle {}", corner.angle));
            }
            if self.0[..at].iter().any(|other| point(other.vertex) == point(corner.vertex)) {
                return Err(format!("K3: corner {at} where another is"));
            }
        }
        Ok(())
    }

    /// How much room there is in a convex corner.
    pub(crate) fn room(&self, at: usize) -> Room {
        let corner = &self.0[at];
        let [before, after] = self.neighbours(at);
        Room {
            angle: corner.angle,
            before: before.is_convex().then_some(before.side),
            after: after.is_convex().then_some(corner.side),
        }
    }

    /// What is left when a triangle is cut off at a corner: polygons in the order in which they are
    /// put aside, the one to go on with last. `are_one` says whether two vertices lie at the same
    /// point.
    ///
    /// The triangle must lie inside the polygon; if it does not, what comes back means nothing.
    pub(crate) fn cut(
        &self,
        at: usize,
        cut: &Cut<'_>,
        are_one: impl Fn(usize, usize) -> bool,
    ) -> Vec<Self> {
        let mut rim = Rim::new(&self.0, at, cut);
        let mut left = Vec::with_capacity(3);
        left.extend(rim.settle_q(&are_one));
        rim.settle_p(&are_one, &mut left);
        left
    }
}

/// A polygon while a triangle is being cut off: P comes first, then Q, and R last, each as long as
/// it is there.
struct Rim {
    corners: Vec<Corner>,
    /// The triangle's colour, as a bit.
    colour: u32,
}

impl Rim {
    /// The polygon with R, P and Q in the place of corner `at`, and nothing put right yet.
    fn new(corners: &[Corner], at: usize, cut: &Cut<'_>) -> Self {
        let Way { angles: [at_r, at_p, at_q], sides: [r_to_p, p_to_q, q_to_r], .. } = *cut.way;
        let [p_vertex, q_vertex] = cut.vertices;
        let colours = 1 << cut.way.colour();
        let old = corners[at];
        let to_p = turned(old.heading, at_r);
        let p = Corner {
            vertex: p_vertex,
            angle: 2 * HALF_TURN - at_p,
            heading: turned(to_p, at_p + HALF_TURN),
            side: p_to_q,
            colours,
        };
        let q = Corner {
            vertex: q_vertex,
            angle: HALF_TURN - at_q,
            heading: old.heading,
            side: old.side - q_to_r,
            colours,
        };
        let r = Corner {
            vertex: old.vertex,
            angle: old.angle - at_r,
            heading: to_p,
            side: r_to_p,
            colours: old.colours | colours,
        };
        let mut rim = Vec::with_capacity(corners.len() + 2);
        rim.extend([p, q]);
        rim.extend(&corners[at + 1..]);
        rim.extend(&corners[..at]);
        rim.push(r);
        Self { corners: rim, colour: colours }
    }

    /// Puts Q in its place. If it pinches the polygon, the part between Q and the old corner there
    /// is returned.
    fn settle_q(&mut self, are_one: impl Fn(usize, usize) -> bool) -> Option<Remnant> {
        let [_, q, next, ..] = &mut self.corners[..] else {
            unreachable!("a polygon and two corners more")
        };
        let mut apart = None;
        match q.side.sign() {
            Ordering::Equal => {
                next.angle += q.angle - HALF_TURN;
                next.colours |= self.colour;
                self.corners.remove(1);
            }
            sign => {
                if sign == Ordering::Less {
                    q.angle += HALF_TURN;
                    q.turn_back();
                    q.side = -q.side;
                    next.angle -= HALF_TURN;
                    next.colours |= self.colour;
                }
                let q = q.vertex;
                let old = (3..self.corners.len() - 1)
                    .find(|old| are_one(self.corners[*old].vertex, q))?;
                let mut part: Vec<Corner> = self.corners.drain(1..old).collect();
                share_angle(&mut part, &mut self.corners[1]);
                straighten(&mut part, 0);
                apart = Some(Remnant(part));
            }
        }
        straighten(&mut self.corners, 1);
        apart
    }

    /// Puts P in its place, and adds what is left to the list.
    fn settle_p(self, are_one: impl Fn(usize, usize) -> bool, left: &mut Vec<Remnant>) {
        let Self { mut corners, colour } = self;
        if let Some(r) = corners.pop_if(|r| r.angle == 0) {
            let [p, .., before] = &mut corners[..] else { unreachable!("corners beside R") };
            match before.side.cmp(&r.side) {
                Ordering::Greater => {
                    before.side = before.side - r.side;
                    p.angle -= HALF_TURN;
                }
                Ordering::Less => {
                    before.side = r.side - before.side;
                    before.angle -= HALF_TURN;
                    before.turn_back();
                    before.colours |= colour;
                }
                Ordering::Equal => {
                    // The corner before R is where P is, and takes its place; if it was the only
                    // one, nothing is left.
                    p.vertex = before.vertex;
                    p.angle += before.angle - 2 * HALF_TURN;
                    p.colours |= before.colours;
                    corners.pop();
                    if corners.len() > 1 {
                        straighten(&mut corners, 0);
                        left.push(Remnant(corners));
                    }
                    return;
                }
            }
        }
        let p = corners[0];
        match (1..corners.len() - 1).rev().find(|old| are_one(corners[*old].vertex, p.vertex)) {
            None => {}
            Some(1) => {
                corners.remove(0);
                corners[0].angle += p.angle - HALF_TURN;
                corners[0].colours |= colour;
            }
            Some(old) => {
                let mut part = corners.split_off(old);
                share_angle(&mut part, &mut corners[0]);
                // The old number stays with the polygon that is cut next.
                (part[0].vertex, corners[0].vertex) = (p.vertex, part[0].vertex);
                straighten(&mut part, 0);
                left.push(Remnant(part));
            }
        }
        straighten(&mut corners, 0);
        left.push(Remnant(corners));
    }
}

/// E4: the first corner of a part and the corner where it was pinched off share what they measured
/// together.
fn share_angle(part: &mut [Corner], rest: &mut Corner) {
    let into = part[part.len() - 1].heading;
    let first = &mut part[0];
    let together = first.angle + rest.angle - 2 * HALF_TURN;
    first.angle = angle_between(into, first.heading);
    rest.angle = together - first.angle;
    first.colours |= rest.colours;
    rest.colours = first.colours;
}

/// E3, at one corner of a circle. A side as long as the one before it leaves a side of length 0.
fn straighten(circle: &mut Vec<Corner>, at: usize) {
    let (before, after) = ((at + circle.len() - 1) % circle.len(), (at + 1) % circle.len());
    let Corner { angle, side, .. } = circle[at];
    match angle {
        HALF_TURN => circle[before].side = circle[before].side + side,
        0 if circle[before].side > side => {
            circle[before].side = circle[before].side - side;
            circle[after].angle -= HALF_TURN;
        }
        0 => {
            circle[before].side = side - circle[before].side;
            circle[before].angle -= HALF_TURN;
            circle[before].turn_back();
        }
        _ => return,
    }
    circle.remove(at);
}

/// The angle inside a corner, from 0 to 9, between the direction that leads into it and the one
/// that leads out.
pub(crate) fn angle_between(into: usize, out: usize) -> i32 {
    i32::try_from((into + 15 - out) % 10).expect("at most 9")
}

/// A direction turned to the left.
pub(crate) fn turned(heading: usize, angle: i32) -> usize {
    (heading + usize::try_from(angle.rem_euclid(10)).expect("at most 9")) % 10
}
