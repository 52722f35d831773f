//! What can be wrong with a question. One line each: what, where, and what was expected.

use thiserror::Error;

/// A malformed or impossible question.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A size that is not three positive numbers.
    #[error("bad size '{text}': {reason}, expected three positive sides such as 4x4x4")]
    Size {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A box with more cells than any engine addresses.
    #[error("box {text} is too large, expected at most {limit} cells")]
    TooManyCells {
        /// The box.
        text: String,
        /// The most cells a box may have.
        limit: usize,
    },
    /// A saved packing that is not a list of equal layers of equal rows.
    #[error("bad layers: {reason}, expected equal layers of equal rows")]
    Layers {
        /// What is wrong with it, with its place.
        reason: String,
    },
    /// An exact-cover problem that contradicts itself.
    #[error("bad exact-cover problem: {reason}")]
    Cover {
        /// What is wrong with it, with its place.
        reason: String,
    },
    /// A packing puzzle that contradicts itself.
    #[error("bad puzzle: {reason}")]
    Puzzle {
        /// What is wrong with it.
        reason: String,
    },
    /// A tiling problem that contradicts itself.
    #[error("bad tiling problem: {reason}")]
    Tiling {
        /// What is wrong with it.
        reason: String,
    },
    /// A sliding puzzle that is none.
    #[error("{reason}")]
    Sliding {
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// A graph that contradicts itself.
    #[error("{reason}")]
    Graph {
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// A count that is not a decimal number.
    #[error("bad count '{text}', expected a decimal number")]
    Count {
        /// The text as given.
        text: String,
    },
}
