//! What can be wrong with a question. One line each: what, where, and what was expected.

use std::fmt;

/// A malformed or impossible question.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// A size that is not three positive numbers.
    Size {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A box with more cells than any engine addresses.
    TooManyCells {
        /// The box.
        text: String,
        /// The most cells a box may have.
        limit: usize,
    },
    /// A saved packing that is not a list of equal layers of equal rows.
    Layers {
        /// What is wrong with it, with its place.
        reason: String,
    },
    /// An exact-cover problem that contradicts itself.
    Cover {
        /// What is wrong with it, with its place.
        reason: String,
    },
    /// A packing puzzle that contradicts itself.
    Puzzle {
        /// What is wrong with it.
        reason: String,
    },
    /// A tiling problem that contradicts itself.
    Tiling {
        /// What is wrong with it.
        reason: String,
    },
    /// A sliding puzzle that is none.
    Sliding {
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// A graph that contradicts itself.
    Graph {
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// A count that is not a decimal number.
    Count {
        /// The text as given.
        text: String,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { text, reason } => {
                write!(
                    f,
                    "bad size '{text}': {reason}, expected three positive sides such as 4x4x4"
                )
            }
            Self::TooManyCells { text, limit } => {
                write!(f, "box {text} is too large, expected at most {limit} cells")
            }
            Self::Sliding { reason } | Self::Graph { reason } => f.write_str(reason),
            Self::Layers { reason } => {
                write!(f, "bad layers: {reason}, expected equal layers of equal rows")
            }
            Self::Cover { reason } => write!(f, "bad exact-cover problem: {reason}"),
            Self::Puzzle { reason } => write!(f, "bad puzzle: {reason}"),
            Self::Tiling { reason } => write!(f, "bad tiling problem: {reason}"),
            Self::Count { text } => write!(f, "bad count '{text}', expected a decimal number"),
        }
    }
}

impl std::error::Error for ModelError {}
