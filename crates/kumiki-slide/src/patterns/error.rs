//! What can be wrong with a pattern, a partition or a table. One line each: what, where, and what
//! was expected.

use super::PatternShape;
use std::fmt;

/// A pattern, partition or table that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PatternError {
    /// A pattern that is no set of goal cells of tiles, or too large for a table.
    Pattern {
        /// What is wrong with it.
        reason: String,
    },
    /// Patterns that do not divide the tiles among them, or a name nobody knows.
    Partition {
        /// What is wrong with it.
        reason: String,
    },
    /// A table whose entries cannot be right.
    Table {
        /// What is wrong with it.
        reason: String,
    },
}

impl PatternError {
    pub(crate) fn pattern(reason: String) -> Self {
        Self::Pattern { reason }
    }

    pub(crate) fn partition(reason: String) -> Self {
        Self::Partition { reason }
    }

    pub(crate) fn table(reason: String) -> Self {
        Self::Table { reason }
    }

    /// A shape whose table is not there.
    #[must_use]
    pub fn missing(shape: &PatternShape) -> Self {
        Self::table(format!("no table of {shape}, expected one"))
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern { reason } | Self::Partition { reason } | Self::Table { reason } => {
                f.write_str(reason)
            }
        }
    }
}

impl std::error::Error for PatternError {}
