//! Named puzzles stated as models: items, options, requirements and the group. No search, no symmetry tricks.
#![forbid(unsafe_code)]

mod antislide;
pub mod known;

pub use antislide::{AntislidePuzzle, antislide};
