//! The cover engine against the naive counter, against itself in pieces, and against the orbits of
//! a group.
//!
//! One binary, so that the problems and the walks are written once: `problems.rs` makes problems,
//! `walks.rs` searches them, and every other file is one way in which the engine could be wrong.

mod demands;
mod limits;
mod pieces;
mod problems;
mod sips;
mod symmetry;
mod walks;
mod widths;
