//! Exact covers: all solutions, how many there are, and all symmetries of a problem.

mod automorphisms;
mod counting;
mod solutions;

pub use automorphisms::{NumberedCover, automorphisms};
pub use counting::count_covers;
pub use solutions::covers;
