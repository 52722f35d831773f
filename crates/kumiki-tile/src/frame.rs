//! Rigid motions: mirrored or not, then turned, then shifted.

use kumiki_ring::{Point, Ring};

/// A motion of the plane that maps the ring to itself: a point is mirrored in the real axis if
/// `is_mirrored`, then turned to the left so many times by the ring's angle, then shifted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// Whether it begins with a reflection.
    pub is_mirrored: bool,
    /// How often it turns by the ring's angle, below the order of the ring.
    pub turns: usize,
    /// Where the origin comes.
    pub shift: Point,
}

impl Frame {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self { is_mirrored: false, turns: 0, shift: Point::ZERO };

    /// Where a point comes.
    #[must_use]
    pub fn apply(&self, ring: &Ring, point: Point) -> Point {
        self.apply_to_vector(ring, point) + self.shift
    }

    /// What becomes of the difference of two points.
    #[must_use]
    pub fn apply_to_vector(&self, ring: &Ring, vector: Point) -> Point {
        ring.turn(if self.is_mirrored { ring.mirror(vector) } else { vector }, self.turns)
    }

    /// First the other motion, then this one.
    #[must_use]
    pub fn after(&self, ring: &Ring, first: &Self) -> Self {
        let order = ring.order();
        let first_turns = if self.is_mirrored { order - first.turns } else { first.turns };
        Self {
            is_mirrored: self.is_mirrored != first.is_mirrored,
            turns: (self.turns + first_turns) % order,
            shift: self.apply(ring, first.shift),
        }
    }

    /// The motion that undoes this one.
    #[must_use]
    pub fn inverse(&self, ring: &Ring) -> Self {
        let order = ring.order();
        let turns = if self.is_mirrored { self.turns } else { (order - self.turns) % order };
        let back = Self { is_mirrored: self.is_mirrored, turns, shift: Point::ZERO };
        Self { shift: -back.apply(ring, self.shift), ..back }
    }
}
