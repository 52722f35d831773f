//! Why there is no answer, or not all of it.

use kumiki_bricks::TooManyItems;
use kumiki_diagram::tours::{Unfoldable, Unpairable};
use kumiki_distances::TooLarge;
use kumiki_formats::FormatError;
use kumiki_frontier::FrontierError;
use kumiki_group::MarksError;
use kumiki_layers::NotLayered;
use kumiki_model::{ModelError, SlidingBoard, StoppedBy};
use kumiki_slide::patterns::PatternError;
use kumiki_tile::Unsuited;
use std::fmt;

/// Why there is no answer. Messages call the fields of the question by their names, in
/// `` `backticks` ``; a front may put its own in their place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Halt {
    /// The run was stopped. What was found until then may be an answer all the same.
    Stopped(StoppedBy),
    /// The value of a field is none.
    Field {
        /// The field of the question.
        field: &'static str,
        /// Its value.
        value: String,
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// Fields contradict each other.
    Contradiction {
        /// Which ones, and what was expected.
        reason: String,
    },
    /// A file cannot be understood.
    File {
        /// What it is called.
        name: String,
        /// What is wrong, and where.
        reason: String,
    },
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
    /// The frontier engine cannot work on the problem.
    Frontier(FrontierError),
    /// A count is expected to need more memory than there is.
    TooMuch {
        /// What it is expected to need, in words.
        forecast: String,
        /// Bytes that may be used.
        limit: u64,
    },
    /// The frontier does not fit into a key.
    TooWide {
        /// How wide it is.
        error: FrontierError,
        /// What a count would need, in words.
        forecast: String,
    },
    /// A number of solutions has more than 1024 bits.
    TooManySolutions,
    /// The diagram of all solutions does not fit into memory.
    DiagramMemory {
        /// The most nodes that do.
        most_nodes: usize,
        /// Bytes that may be used.
        limit: u64,
    },
    /// The diagram of all matchings does not fit into memory.
    MatchingsMemory {
        /// Bytes that may be used.
        limit: u64,
    },
    /// A graph has more edges than a diagram has variables.
    TooManyEdges {
        /// What the engine says.
        reason: String,
    },
    /// A graph has too many symmetries to tell classes apart.
    TooManySymmetries {
        /// How many were found.
        order: String,
        /// The most.
        limit: u32,
    },
    /// A vertex that the graph does not have.
    UnknownVertex {
        /// Its name.
        name: String,
        /// The name of one that it has, for example.
        example: String,
    },
    /// The method of pairs of matchings does not apply to the board.
    Unfoldable(Unfoldable),
    /// The board is too large for the method of pairs of matchings.
    Unpairable(Unpairable),
    /// Two methods disagree: a bug, and neither count can be trusted.
    Disagreement {
        /// What the first method says.
        first: String,
        /// What the second method says.
        second: String,
    },
    /// The judge refuses a solution that was found: a bug.
    Refuted {
        /// Which solution, in words.
        what: String,
        /// What is wrong with it.
        fault: String,
    },
    /// Counts of symmetric packings contradict each other: a bug.
    Marks(MarksError),
}

impl Halt {
    /// Two fields that exclude each other.
    pub(crate) fn both(one: &str, other: &str) -> Self {
        let reason = format!("`{one}` and `{other}` are both given, expected one of them");
        Self::Contradiction { reason }
    }

    /// Fields that contradict each other.
    pub(crate) fn contradiction(reason: impl Into<String>) -> Self {
        Self::Contradiction { reason: reason.into() }
    }

    /// Whether the fault is ours rather than the question's.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        matches!(self, Self::Disagreement { .. } | Self::Refuted { .. } | Self::Marks(_))
    }

    /// Whether the question is sound and only too large for the limits or for the engines.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Self::TableMemory { .. }
                | Self::Memory { .. }
                | Self::TooMuch { .. }
                | Self::TooWide { .. }
                | Self::TooManySolutions
                | Self::TooManySymmetries { .. }
                | Self::DiagramMemory { .. }
                | Self::MatchingsMemory { .. }
                | Self::TooManyEdges { .. }
                | Self::Unpairable(_)
        )
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(by) => write!(f, "{}", by.in_words()),
            Self::Field { field, value, reason } => {
                write!(f, "bad `{field}` '{value}': {reason}")
            }
            Self::Contradiction { reason } => f.write_str(reason),
            Self::File { name, reason } => write!(f, "{name}: {reason}"),
            Self::Model(error) => error.fmt(f),
            Self::Format(error) => error.fmt(f),
            Self::TooManyItems(error) => error.fmt(f),
            Self::NotLayered(reason) => {
                write!(f, "counting by layers does not apply: {reason}, expected --method direct")
            }
            Self::Unsuited(reason) => reason.fmt(f),
            Self::TooManyTilings => f.write_str(
                "there are too many tilings, expected a number below 2 to the power of 128",
            ),
            Self::Patterns(error) => error.fmt(f),
            Self::Heuristic(error) => write!(f, "{error}, or manhattan"),
            Self::TooLarge(error) => error.fmt(f),
            Self::TooManyCells { board, limit } => {
                write!(f, "a board of {board} cells, expected at most {limit} cells")
            }
            Self::TableMemory { needed, limit } => write!(
                f,
                "the table needs {} MB and {} MB may be used, expected more memory or a smaller \
                 table",
                needed.div_ceil(1 << 20),
                limit >> 20
            ),
            Self::Kernel { kernel, reason } => {
                write!(f, "kernel {kernel} cannot do this: {reason}")
            }
            Self::Memory { needed, limit } => write!(
                f,
                "the search needs about {} MB, the memory limit allows {} MB, expected a higher \
                 limit or fewer threads",
                needed.div_ceil(1 << 20),
                limit >> 20
            ),
            Self::Frontier(error) => error.fmt(f),
            Self::TooMuch { forecast, limit } => write!(
                f,
                "counting would take {forecast}, {} MB of memory may be used, expected a higher \
                 memory limit or a smaller problem",
                limit >> 20
            ),
            Self::TooWide { error, forecast } => write!(
                f,
                "too large for every method, {error}; counting would take {forecast}; expected a \
                 narrower graph"
            ),
            Self::TooManySolutions => f.write_str(
                "there are too many solutions, expected a number below 2 to the power of 1024",
            ),
            Self::DiagramMemory { most_nodes, limit } => write!(
                f,
                "the diagram of all solutions, which lists, samples and pictures are drawn from, \
                 has more than the {most_nodes} nodes that \
                 {} MB of memory have room for, expected a higher memory limit or a question \
                 that only counts",
                limit >> 20
            ),
            Self::MatchingsMemory { limit } => write!(
                f,
                "the diagram of all matchings needs more than the {} MB of memory that may be \
                 used, expected a higher memory limit or `method` frontier",
                limit >> 20
            ),
            Self::TooManyEdges { reason } => f.write_str(reason),
            Self::TooManySymmetries { order, limit } => write!(
                f,
                "the graph has {order} symmetries or more, too many for `one_per_class`, expected \
                 at most {limit}"
            ),
            Self::UnknownVertex { name, example } => {
                write!(f, "no vertex '{name}' in the graph, expected one such as '{example}'")
            }
            Self::Unfoldable(error) => error.fmt(f),
            Self::Unpairable(error) => write!(f, "too large for `method` diagram: {error}"),
            Self::Disagreement { first, second } => {
                write!(f, "bug: two methods disagree, one says {first}, the other {second}")
            }
            Self::Refuted { what, fault } => {
                write!(
                    f,
                    "bug: {what} was found, but the judge refuses it: {fault}; please report it"
                )
            }
            Self::Marks(error) => write!(f, "bug: {error}"),
        }
    }
}

impl std::error::Error for Halt {}

impl From<StoppedBy> for Halt {
    fn from(stopped_by: StoppedBy) -> Self {
        Self::Stopped(stopped_by)
    }
}

impl From<ModelError> for Halt {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

impl From<TooManyItems> for Halt {
    fn from(error: TooManyItems) -> Self {
        Self::TooManyItems(error)
    }
}

impl From<NotLayered> for Halt {
    fn from(error: NotLayered) -> Self {
        Self::NotLayered(error)
    }
}

impl From<MarksError> for Halt {
    fn from(error: MarksError) -> Self {
        Self::Marks(error)
    }
}

impl From<Unsuited> for Halt {
    fn from(reason: Unsuited) -> Self {
        Self::Unsuited(reason)
    }
}

impl From<PatternError> for Halt {
    fn from(error: PatternError) -> Self {
        Self::Patterns(error)
    }
}

impl From<TooLarge> for Halt {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}

impl From<FrontierError> for Halt {
    fn from(error: FrontierError) -> Self {
        Self::Frontier(error)
    }
}

impl From<Unfoldable> for Halt {
    fn from(error: Unfoldable) -> Self {
        Self::Unfoldable(error)
    }
}

impl From<Unpairable> for Halt {
    fn from(error: Unpairable) -> Self {
        Self::Unpairable(error)
    }
}
