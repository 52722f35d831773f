//! The form of a polygon: what remains if it does not matter where it lies and which way it is
//! turned.
//!
//! Two polygons that can be moved onto each other have the same tilings, moved, provided that the
//! tiles may be moved so too: shifted always, turned if all tiles may be turned, mirrored if all
//! may be flipped or do not mind. The form is a list of numbers that is the same for two polygons
//! if and only if such a motion takes one to the other.
//!
//! * **F1** Going around the polygon, each corner gives a number: how far the direction turns
//!   there, and the length of the side that leaves it. Of all corners to begin with, and of both
//!   directions if mirroring is allowed, we take the one with the least list.
//! * **F2** The list begins with the direction of the first side, up to turning.

use crate::frame::Frame;
use crate::outline::Outline;
use crate::spot::Spot;
use crate::table::Table;
use kumiki_id::narrow;
use kumiki_ring::Point;
use kumiki_search::BadSnapshot;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Numbers by the square of the length, the same for all clones. They are consecutive from 0, in
/// the order in which lengths were met.
#[derive(Clone, Default, Debug)]
pub(crate) struct Squares(Arc<Mutex<FxHashMap<Point, u32>>>);

impl Squares {
    fn all(&self) -> MutexGuard<'_, FxHashMap<Point, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The numbers of lengths: two sides have the same number if and only if they are equally long.
#[derive(Debug)]
struct Lengths {
    /// Numbers of the sides met so far, to save the work of finding their squares.
    by_vector: FxHashMap<Spot, u32>,
    /// Numbers of all lengths.
    by_square: Squares,
}

impl Lengths {
    fn number(&mut self, table: &Table, vector: Spot) -> u32 {
        if let Some(number) = self.by_vector.get(&vector) {
            return *number;
        }
        let point = table.lanes.unpack(vector);
        let square = table.ring.product(point, table.ring.mirror(point));
        let mut by_square = self.by_square.all();
        let next = narrow(by_square.len());
        let number = *by_square.entry(square).or_insert(next);
        drop(by_square);
        self.by_vector.insert(vector, number);
        number
    }
}

/// A form, and how it was reached.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// The direction of the first side up to turning (F2), and then for each corner how far the
    /// direction turns and the number of a length (F1).
    pub(crate) numbers: Vec<u32>,
    /// The motion from the form's own place, where the first corner is the origin, to where the
    /// polygon lies.
    pub(crate) frame: Frame,
}

/// Room for forming, kept to save allocations.
#[derive(Debug)]
pub(crate) struct Former {
    /// The lengths met so far. Forms can be compared only if they have the same numbers.
    lengths: Lengths,
    /// For each corner of the polygon, the turn in the upper 32 bits, and the number of the length
    /// below.
    ahead: Vec<u64>,
    /// The same for the polygon mirrored, which runs through the corners in reverse.
    mirrored: Vec<u64>,
}

impl Former {
    /// Room for forming. Forms that are made with the same numbers of squares can be compared.
    pub(crate) fn new(by_square: Squares) -> Self {
        let lengths = Lengths { by_vector: FxHashMap::default(), by_square };
        Self { lengths, ahead: Vec::new(), mirrored: Vec::new() }
    }

    /// The squares of the lengths, in the order of their numbers.
    pub(crate) fn squares(&self) -> Vec<Point> {
        let by_square = self.lengths.by_square.all();
        let mut squares = vec![Point::ZERO; by_square.len()];
        for (square, number) in &*by_square {
            squares[*number as usize] = *square;
        }
        squares
    }

    /// Numbers lengths, given by their squares, in this order.
    pub(crate) fn set_squares(&mut self, squares: Vec<Point>) -> Result<(), BadSnapshot> {
        let count = squares.len();
        let by_square: FxHashMap<Point, u32> = squares.into_iter().zip(0..).collect();
        if by_square.len() < count {
            return Err(BadSnapshot);
        }
        self.lengths.by_vector.clear();
        *self.lengths.by_square.all() = by_square;
        Ok(())
    }

    /// The form of a polygon.
    pub(crate) fn form(&mut self, table: &Table, outline: &Outline) -> Form {
        let Outline { spots, directions, .. } = outline;
        let count = spots.len();
        let all = 2 * table.axes;
        self.ahead.clear();
        for at in 0..count {
            let next = if at + 1 == count { 0 } else { at + 1 };
            let before = if at == 0 { count - 1 } else { at - 1 };
            let (from, to) = (directions[before], directions[at]);
            let turn = if to >= from { to - from } else { to + all - from };
            let length = self.lengths.number(table, spots[next].minus(spots[at]));
            self.ahead.push((turn as u64) << 32 | u64::from(length));
        }
        let (mut start, mut is_mirrored) = (least_rotation(&self.ahead), false);
        if table.has_mirrors {
            // Backwards, the side leaving a corner is the one that came into it.
            self.mirrored.clear();
            for at in (0..count).rev() {
                let length = self.ahead[if at == 0 { count - 1 } else { at - 1 }] & 0xffff_ffff;
                self.mirrored.push(self.ahead[at] >> 32 << 32 | length);
            }
            let other = least_rotation(&self.mirrored);
            if compare_rotations(&self.mirrored, other, &self.ahead, start).is_lt() {
                (start, is_mirrored) = (other, true);
            }
        }
        let sequence = if is_mirrored { &self.mirrored } else { &self.ahead };
        let corner = if is_mirrored { count - 1 - start } else { start };
        let direction = if is_mirrored {
            // The side into the corner, run through backwards and mirrored.
            let into = directions[if corner == 0 { count - 1 } else { corner - 1 }];
            table.mirror(table.opposite(into))
        } else {
            directions[corner]
        };
        let (class, turns) = match table.step {
            Some(step) => (direction % step, direction / step),
            None => (direction, 0),
        };
        let mut numbers = Vec::with_capacity(2 * count + 1);
        numbers.push(narrow(class));
        for k in 0..count {
            let number = sequence[if start + k < count { start + k } else { start + k - count }];
            let [turn, length] = [number >> 32, number & 0xffff_ffff]
                .map(|part| u32::try_from(part).expect("32 bits"));
            numbers.extend([turn, length]);
        }
        let ring = &table.ring;
        // The polygon is the mirror image of turning the form's place and shifting it.
        let turns = if is_mirrored { (ring.order() - turns) % ring.order() } else { turns };
        let frame = Frame { is_mirrored, turns, shift: table.lanes.unpack(spots[corner]) };
        Form { numbers, frame }
    }
}

/// Where the least of all rotations of a list begins.
fn least_rotation(list: &[u64]) -> usize {
    let mut best = 0;
    for start in 1..list.len() {
        // Most candidates differ in their first number.
        let is_less = match list[start].cmp(&list[best]) {
            std::cmp::Ordering::Equal => compare_rotations(list, start, list, best).is_lt(),
            order => order.is_lt(),
        };
        if is_less {
            best = start;
        }
    }
    best
}

fn compare_rotations(a: &[u64], from_a: usize, b: &[u64], from_b: usize) -> std::cmp::Ordering {
    let rotated_a = a[from_a..].iter().chain(&a[..from_a]);
    let rotated_b = b[from_b..].iter().chain(&b[..from_b]);
    rotated_a.cmp(rotated_b)
}
