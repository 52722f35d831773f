//! Engine: polygons tiled by polygons.
#![forbid(unsafe_code)]
#![allow(dead_code)]

mod atlas;
mod colouring;
mod composition;
mod form;
mod frame;
mod memo;
mod outline;
mod parts;
mod spot;
mod stock;
mod table;
mod tilings;

pub use atlas::{Atlas, symmetries};
pub use colouring::{ColouringSearch, Colourings};
pub use frame::Frame;
pub use memo::{Corner, Memo, Pause};
pub use tilings::{Tilings, Visit};

use std::fmt;

/// Why this engine cannot search a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsuited {
    /// Sides have too many directions.
    TooManyDirections {
        /// How many.
        directions: usize,
    },
    /// Coordinates could become too large.
    TooLarge {
        /// How large.
        coordinate: u64,
    },
    /// Lines could come closer together than the engine can tell apart.
    TooFine {
        /// How close.
        gap: u64,
    },
    /// Too many kinds of tiles are limited in number.
    TooManyKinds,
}

impl fmt::Display for Unsuited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyDirections { directions } => {
                write!(f, "the sides of region and tiles have {directions} directions, expected at most 4096")
            }
            Self::TooLarge { coordinate } => {
                write!(f, "coordinates could grow to {coordinate}, expected a smaller region")
            }
            Self::TooFine { .. } => {
                f.write_str("different points could come too close together, expected a smaller region")
            }
            Self::TooManyKinds => {
                f.write_str("too many kinds of tiles are limited in number, expected fewer or larger limits")
            }
        }
    }
}

impl std::error::Error for Unsuited {}
