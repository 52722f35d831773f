//! The engine against breadth-first search, against the seed, and against itself in pieces.
//!
//! One binary: `questions.rs` states questions, `naive.rs` answers them slowly, and every other
//! file is about one part of the engine.

mod automata;
mod naive;
mod pattern_sums;
mod patterns;
mod plain;
mod questions;
mod slides;
mod snapshots;
