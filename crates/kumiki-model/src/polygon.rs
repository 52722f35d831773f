//! Simple polygons with exact corners.

use crate::ModelError;
use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

/// The most corners a polygon has.
const MAX_CORNERS: usize = 100;

/// The largest absolute coordinate of a corner.
const MAX_COORDINATE: i32 = 500;

/// A polygon whose boundary does not touch itself.
///
/// * **P1** Corners go around to the left, and there is a real turn at each.
/// * **P2** Sides meet at their common corners only.
/// * **P3** There are at most 100 corners, and their coordinates are at most 500.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polygon {
    corners: Vec<Point>,
}

impl Polygon {
    /// The polygon with these corners, given in either direction. Corners without a turn are left
    /// out.
    ///
    /// # Errors
    /// If P2 or P3 is violated, or there is no area.
    pub fn new(ring: &Ring, corners: &[Point]) -> Result<Self, ModelError> {
        let error = |reason: String| Err(ModelError::Tiling { reason });
        if corners.len() > MAX_CORNERS {
            return error(format!(
                "polygon of {} corners, expected at most {MAX_CORNERS}",
                corners.len()
            ));
        }
        for (at, corner) in corners.iter().enumerate() {
            if corner.coordinates().iter().any(|coordinate| coordinate.abs() > MAX_COORDINATE) {
                let number = at + 1;
                return error(format!(
                    "corner {number} is too far away, expected coordinates up to {MAX_COORDINATE}"
                ));
            }
            if corners[..at].contains(corner) {
                return error(format!(
                    "polygon that comes to corner {} twice, expected a simple one",
                    at + 1
                ));
            }
        }
        let mut corners = corners.to_vec();
        while let Some(straight) = straight_corner(ring, &corners)? {
            corners.remove(straight);
        }
        if corners.len() < 3 {
            return error("polygon without area, expected at least three corners".to_owned());
        }
        for first in 0..corners.len() {
            for second in first + 1..corners.len() {
                if sides_meet(ring, &corners, first, second) {
                    return error(format!(
                        "polygon that touches or crosses itself where sides {} and {} meet, \
                         expected a simple one",
                        first + 1,
                        second + 1
                    ));
                }
            }
        }
        if ring.sign_of_imaginary(ring.area(&corners)) == Ordering::Less {
            corners.reverse();
        }
        Ok(Self { corners })
    }

    /// The corners, to the left.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The sides as vectors: the first leads from the first corner to the second.
    pub fn sides(&self) -> impl Iterator<Item = Point> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(from, to)| *to - *from)
    }

    /// See [`Ring::area`].
    #[must_use]
    pub fn area(&self, ring: &Ring) -> Point {
        ring.area(&self.corners)
    }
}

/// A corner at which there is no turn.
fn straight_corner(ring: &Ring, corners: &[Point]) -> Result<Option<usize>, ModelError> {
    let count = corners.len();
    for at in 0..count {
        let into = corners[at] - corners[(at + count - 1) % count];
        let out = corners[(at + 1) % count] - corners[at];
        if ring.cross_sign(into, out) == Ordering::Equal {
            if count < 3 || ring.dot_sign(into, out) != Ordering::Greater {
                let reason =
                    format!("polygon that turns back at corner {}, expected a simple one", at + 1);
                return Err(ModelError::Tiling { reason });
            }
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Whether two sides have a point in common that is not a common corner.
fn sides_meet(ring: &Ring, corners: &[Point], first: usize, second: usize) -> bool {
    let count = corners.len();
    let [[a, b], [c, d]] = [first, second].map(|at| [corners[at], corners[(at + 1) % count]]);
    let turn = |p: Point, q: Point, r: Point| ring.cross_sign(q - p, r - p);
    if b == c || d == a {
        // Neighbours: they turn at their corner, so they have no other point in common.
        return count == 2;
    }
    let is_between = |p: Point, q: Point, r: Point| {
        turn(p, q, r) == Ordering::Equal && ring.dot_sign(p - r, q - r) != Ordering::Greater
    };
    if is_between(a, b, c) || is_between(a, b, d) || is_between(c, d, a) || is_between(c, d, b) {
        return true;
    }
    turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b)
}
