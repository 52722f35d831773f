//! The sparse-set engine against the naive counter, against its own rule done by hand, and against
//! itself in pieces.
//!
//! One binary, so that the problems and the walks are written once: `problems.rs` makes problems,
//! `walks.rs` searches them, `rule.rs` is the search rule word for word, and every other file is
//! one way in which the engine could be wrong.

mod cases;
mod costs;
mod figures;
mod large;
mod pieces;
mod problems;
mod rule;
mod universes;
mod walks;
