//! Exact covers: all solutions, and all symmetries of a problem.

mod automorphisms;
mod solutions;

pub use automorphisms::{NumberedCover, automorphisms};
pub use solutions::covers;
