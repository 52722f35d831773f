//! Counting by merging states against listing, against determinants and traces, and against itself
//! the other way round.
//!
//! One binary: `boards.rs` and `problems.rs` make problems, `walks.rs` counts them, and every other
//! file is one way in which a count could be wrong.

mod boards;
mod dominoes;
mod draws;
mod names;
mod problems;
mod sips;
mod snapshots;
mod told;
mod universes;
mod walks;
mod widths;
