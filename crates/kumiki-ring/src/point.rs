//! Points as lists of integers.

use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

/// The most coordinates a point has.
pub const MAX_DEGREE: usize = 10;

/// A point: its coordinates in the basis of powers of ζ. Those beyond the degree of its ring are 0.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
pub struct Point([i32; MAX_DEGREE]);

impl Point {
    /// The origin.
    pub const ZERO: Self = Self([0; MAX_DEGREE]);

    /// The point with the given coordinates, the rest being 0.
    ///
    /// # Panics
    /// If there are more than [`MAX_DEGREE`].
    #[must_use]
    pub fn new(coordinates: &[i32]) -> Self {
        let mut point = Self::ZERO;
        point.0[..coordinates.len()].copy_from_slice(coordinates);
        point
    }

    /// All coordinates, with zeros beyond the degree of the ring.
    #[must_use]
    pub fn coordinates(&self) -> &[i32; MAX_DEGREE] {
        &self.0
    }

    /// So many times as far from the origin.
    #[must_use]
    pub fn times(self, factor: i32) -> Self {
        Self(self.0.map(|coordinate| coordinate * factor))
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] - other.0[at]))
    }
}

impl Neg for Point {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|coordinate| -coordinate))
    }
}

impl Sum for Point {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, |sum, point| sum + point)
    }
}
