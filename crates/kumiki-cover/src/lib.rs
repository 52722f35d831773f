//! Exact cover with optional items, requirements and isomorph rejection.
#![deny(unsafe_code)]

mod bound;
mod frame;
mod reject;
mod search;
mod space;
mod table;
mod vector;

pub use bound::{Incumbent, Limits};
pub use space::{CoverSearch, CoverSolution, CoverSpace};

/// A problem with more items than the widest kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyItems {
    /// How many it has.
    pub items: usize,
    /// How many are possible.
    pub limit: usize,
}

impl std::fmt::Display for TooManyItems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "problem with {} items, expected at most {}", self.items, self.limit)
    }
}

impl std::error::Error for TooManyItems {}

/// A count as an approximate number, for estimates only.
fn as_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
