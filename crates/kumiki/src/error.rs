//! Why a question could not be answered.

use kumiki_cover::TooManyItems;
use kumiki_distances::TooLarge;
use kumiki_formats::FormatError;
use kumiki_group::MarksError;
use kumiki_layers::NotLayered;
use kumiki_model::{ModelError, SlidingBoard};
use kumiki_patterns::PatternError;
use kumiki_tile::Unsuited;
use std::fmt;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The question itself is wrong.
    Model(ModelError),
    /// The question cannot be said in a file format.
    Format(FormatError),
    /// The question is too large for the exact-cover search.
    TooManyItems(TooManyItems),
    /// Counting by layers was asked for and does not apply.
    NotLayered(NotLayered),
    /// The engine for tilings cannot search the problem.
    Unsuited(Unsuited),
    /// There are more tilings than 128 bits can count.
    TooManyTilings,
    /// A partition of tiles or a table of patterns is wrong.
    Patterns(PatternError),
    /// A lower bound for sliding tiles that nobody knows.
    Heuristic(PatternError),
    /// A board is too large for the table of all its positions.
    TooLarge(TooLarge),
    /// A board has too many cells for what was asked.
    TooManyCells {
        /// The board.
        board: SlidingBoard,
        /// The most cells.
        limit: usize,
    },
    /// A table does not fit into memory.
    TableMemory {
        /// Bytes needed.
        needed: u64,
        /// Bytes that may be used.
        limit: u64,
    },
    /// A kernel was asked for that cannot do it.
    Kernel {
        /// Which kernel.
        kernel: &'static str,
        /// Why it cannot.
        reason: String,
    },
    /// The memory limit is too low.
    Memory {
        /// Bytes needed at least.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Two methods disagree: a bug, and neither count can be trusted.
    Disagreement {
        /// What the first method says.
        first: String,
        /// What the second method says.
        second: String,
    },
    /// Counts of symmetric packings contradict each other: a bug.
    Marks(MarksError),
}

impl SolveError {
    /// Whether the fault is ours rather than the question's.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        matches!(self, Self::Disagreement { .. } | Self::Marks(_))
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::Format(error) => error.fmt(f),
            Self::TooManyItems(error) => error.fmt(f),
            Self::NotLayered(reason) => {
                write!(f, "counting by layers does not apply: {reason}, expected --method direct")
            }
            Self::Unsuited(reason) => reason.fmt(f),
            Self::TooManyTilings => {
                f.write_str("there are too many tilings, expected a number below 2 to the power of 128")
            }
            Self::Patterns(error) => error.fmt(f),
            Self::Heuristic(error) => write!(f, "{error}, or manhattan"),
            Self::TooLarge(error) => error.fmt(f),
            Self::TooManyCells { board, limit } => {
                write!(f, "a board of {board} cells, expected at most {limit} cells")
            }
            Self::TableMemory { needed, limit } => write!(
                f,
                "the table needs {} MB and {} MB may be used, expected more memory or a smaller table",
                needed.div_ceil(1 << 20),
                limit >> 20
            ),
            Self::Kernel { kernel, reason } => write!(f, "kernel {kernel} cannot do this: {reason}"),
            Self::Memory { needed, limit } => write!(
                f,
                "the search needs about {} MB, --memory-limit allows {} MB, expected a higher limit or fewer threads",
                needed.div_ceil(1 << 20),
                limit >> 20
            ),
            Self::Disagreement { first, second } => {
                write!(f, "bug: two methods disagree, one says {first}, the other {second}")
            }
            Self::Marks(error) => write!(f, "bug: {error}"),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<ModelError> for SolveError {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

impl From<TooManyItems> for SolveError {
    fn from(error: TooManyItems) -> Self {
        Self::TooManyItems(error)
    }
}

impl From<NotLayered> for SolveError {
    fn from(error: NotLayered) -> Self {
        Self::NotLayered(error)
    }
}

impl From<MarksError> for SolveError {
    fn from(error: MarksError) -> Self {
        Self::Marks(error)
    }
}

impl From<Unsuited> for SolveError {
    fn from(reason: Unsuited) -> Self {
        Self::Unsuited(reason)
    }
}

impl From<PatternError> for SolveError {
    fn from(error: PatternError) -> Self {
        Self::Patterns(error)
    }
}

impl From<TooLarge> for SolveError {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}
