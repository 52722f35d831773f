//! The bit engine against the naive counter, against the other engines, and against itself in
//! pieces.
//!
//! One binary, so that the problems and the walks are written once: `instances.rs` states problems
//! whose counts are published, `problems.rs` makes others, `walks.rs` searches them, and every
//! other file is one way in which the engine could be wrong.

mod builds;
mod cases;
mod edges;
mod figures;
mod instances;
mod orders;
mod pieces;
mod problems;
mod sips;
mod universes;
mod walks;
