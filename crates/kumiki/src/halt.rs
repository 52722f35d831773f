//! Why there is no answer, or not all of it.

use kumiki_bricks::TooManyItems;
use kumiki_diagram::tours::{Unfoldable, Unpairable};
use kumiki_distances::TooLarge;
use kumiki_drive::Run;
use kumiki_formats::FormatError;
use kumiki_frontier::{Fault, FrontierError};
use kumiki_group::MarksError;
use kumiki_layers::NotLayered;
use kumiki_model::{ModelError, SlidingBoard, StoppedBy};
use kumiki_slide::patterns::PatternError;
use kumiki_tile::Unsuited;
use thiserror::Error;

/// Why there is no answer. Messages call the fields of the question by their names, in
/// `` `backticks` ``; a front may put its own in their place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Halt {
    /// The run was stopped. What was found until then may be an answer all the same.
    #[error("{}", .0.in_words())]
    Stopped(StoppedBy),
    /// A demonstration was stopped, and half of one is none.
    #[error("the demo was interrupted at {part}, expected to finish")]
    Interrupted {
        /// Where.
        part: String,
    },
    /// The value of a field is none.
    #[error("bad `{field}` '{value}': {reason}")]
    Field {
        /// The field of the question.
        field: &'static str,
        /// Its value.
        value: String,
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// Fields contradict each other: which ones, and what was expected.
    #[error("{0}")]
    Contradiction(String),
    /// A file cannot be understood.
    #[error("{name}: {reason}")]
    File {
        /// What it is called.
        name: String,
        /// What is wrong, and where.
        reason: String,
    },
    /// A journal cannot be gone on from, or shards do not make up a whole.
    #[error("{0}")]
    Journal(String),
    /// Nothing in the question can be divided among shards.
    #[error("{what} cannot be divided among shards, expected {expected}")]
    Indivisible {
        /// What cannot.
        what: String,
        /// What can.
        expected: &'static str,
    },
    /// The question itself is wrong.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The question cannot be said in a file format.
    #[error(transparent)]
    Format(FormatError),
    /// The question is too large for the exact-cover search.
    #[error(transparent)]
    TooManyItems(#[from] TooManyItems),
    /// Counting by layers was asked for and does not apply.
    #[error("counting by layers does not apply: {0}, expected `method` direct")]
    NotLayered(#[from] NotLayered),
    /// The engine for tilings cannot search the problem.
    #[error(transparent)]
    Unsuited(#[from] Unsuited),
    /// There are more tilings than 128 bits can count.
    #[error("there are too many tilings, expected a number below 2 to the power of 128")]
    TooManyTilings,
    /// A partition of tiles or a table of patterns is wrong.
    #[error(transparent)]
    Patterns(#[from] PatternError),
    /// A lower bound for sliding tiles that nobody knows.
    #[error("{0}, or manhattan")]
    Heuristic(PatternError),
    /// A board is too large for the table of all its positions.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A board has too many cells for what was asked.
    #[error("a board of {board} cells, expected at most {limit} cells")]
    TooManyCells {
        /// The board.
        board: SlidingBoard,
        /// The most cells.
        limit: usize,
    },
    /// A table does not fit into memory.
    #[error(
        "the table needs {} MB and {} MB may be used, expected more memory or a smaller table",
        .needed.div_ceil(1 << 20), .limit >> 20
    )]
    TableMemory {
        /// Bytes needed.
        needed: u64,
        /// Bytes that may be used.
        limit: u64,
    },
    /// A kernel was asked for that cannot do it.
    #[error("kernel {kernel} cannot do this: {reason}")]
    Kernel {
        /// Which kernel.
        kernel: &'static str,
        /// Why it cannot.
        reason: String,
    },
    /// The memory limit is too low.
    #[error(
        "the search needs about {} MB, the memory limit allows {} MB, expected a higher limit or \
         fewer threads",
        .needed.div_ceil(1 << 20), .limit >> 20
    )]
    Memory {
        /// Bytes needed at least.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The frontier engine cannot work on the problem.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A count is expected to need more memory than there is.
    #[error(
        "counting would take {forecast}, {} MB of memory may be used, expected a higher memory \
         limit, `scratch` for levels in files, or a smaller problem",
        .limit >> 20
    )]
    TooMuch {
        /// What it is expected to need, in words.
        forecast: String,
        /// Bytes that may be used.
        limit: u64,
    },
    /// Levels in files are expected to need more room than there is.
    #[error(
        "counting in files would take {forecast}, `scratch` has room for {} MB, expected more room, \
         a higher memory limit or a smaller problem",
        .free >> 20
    )]
    NoRoom {
        /// What it is expected to need, in words.
        forecast: String,
        /// Bytes that there is room for.
        free: u64,
    },
    /// Levels in files cannot be written or read.
    #[error("`scratch` failed: {fault}, expected {}", .fault.expected())]
    Scratch {
        /// What went wrong.
        fault: Fault,
    },
    /// The frontier does not fit into a key.
    #[error(
        "too large for every method, {error}; counting would take {forecast}; expected a narrower \
         graph"
    )]
    TooWide {
        /// How wide it is.
        error: FrontierError,
        /// What a count would need, in words.
        forecast: String,
    },
    /// A number of solutions has more than 1024 bits.
    #[error("there are too many solutions, expected a number below 2 to the power of 1024")]
    TooManySolutions,
    /// The diagram of all solutions does not fit into memory.
    #[error(
        "the diagram of all solutions, which lists, samples and pictures are drawn from, has more \
         than the {most_nodes} nodes that {} MB of memory have room for, expected a higher memory \
         limit or a question that only counts",
        .limit >> 20
    )]
    DiagramMemory {
        /// The most nodes that do.
        most_nodes: usize,
        /// Bytes that may be used.
        limit: u64,
    },
    /// The diagram of all matchings does not fit into memory.
    #[error(
        "the diagram of all matchings needs more than the {} MB of memory that may be used, \
         expected a higher memory limit or `method` frontier",
        .limit >> 20
    )]
    MatchingsMemory {
        /// Bytes that may be used.
        limit: u64,
    },
    /// A graph has more edges than a diagram has variables.
    #[error("{reason}")]
    TooManyEdges {
        /// What the engine says.
        reason: String,
    },
    /// A graph has too many symmetries to tell classes apart.
    #[error(
        "the graph has {order} symmetries or more, too many for `one_per_class`, expected at most \
         {limit}"
    )]
    TooManySymmetries {
        /// How many were found.
        order: String,
        /// The most.
        limit: u32,
    },
    /// A vertex that the graph does not have.
    #[error("no vertex '{name}' in the graph, expected one such as '{example}'")]
    UnknownVertex {
        /// Its name.
        name: String,
        /// The name of one that it has, for example.
        example: String,
    },
    /// The method of pairs of matchings does not apply to the board.
    #[error(transparent)]
    Unfoldable(#[from] Unfoldable),
    /// The board is too large for the method of pairs of matchings.
    #[error("too large for `method` diagram: {0}")]
    Unpairable(#[from] Unpairable),
    /// Two methods disagree: a bug, and neither count can be trusted.
    #[error("bug: two methods disagree, one says {first}, the other {second}")]
    Disagreement {
        /// What the first method says.
        first: String,
        /// What the second method says.
        second: String,
    },
    /// The judge refuses a solution that was found: a bug.
    #[error("bug: {what} was found, but the judge refuses it: {fault}; please report it")]
    Refuted {
        /// Which solution, in words.
        what: String,
        /// What is wrong with it.
        fault: String,
    },
    /// Counts of symmetric packings contradict each other: a bug.
    #[error("bug: {0}")]
    Marks(#[from] MarksError),
}

impl Halt {
    /// Two fields that exclude each other.
    pub(crate) fn both(one: &str, other: &str) -> Self {
        Self::contradiction(format!("`{one}` and `{other}` are both given, expected one of them"))
    }

    /// Fields that contradict each other.
    pub(crate) fn contradiction(reason: impl Into<String>) -> Self {
        Self::Contradiction(reason.into())
    }

    /// Two methods that say different things.
    pub(crate) fn disagreement(first: impl Into<String>, second: impl Into<String>) -> Self {
        Self::Disagreement { first: first.into(), second: second.into() }
    }

    /// What is wrong with the value of a field.
    pub(crate) fn field(field: &'static str, value: &str, reason: impl Into<String>) -> Self {
        Self::Field { field, value: value.to_owned(), reason: reason.into() }
    }

    /// What is wrong with a file.
    pub(crate) fn file(name: &str, reason: &impl ToString) -> Self {
        Self::File { name: name.to_owned(), reason: reason.to_string() }
    }

    /// Refuses beforehand a search that needs more bytes than a run may use.
    pub(crate) fn check_memory(needed: u64, run: &Run<'_>) -> Result<(), Self> {
        match run.memory_limit() {
            Some(limit) if needed > limit => Err(Self::Memory { needed, limit }),
            _ => Ok(()),
        }
    }

    /// Whether the fault is ours rather than the question's.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        matches!(self, Self::Disagreement { .. } | Self::Refuted { .. } | Self::Marks(_))
    }

    /// Whether the machine failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Scratch { fault } if *fault != Fault::Full)
    }

    /// Whether the question is sound, and was stopped or is only too large for the limits or for
    /// the engines.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Self::Interrupted { .. }
                | Self::TableMemory { .. }
                | Self::Memory { .. }
                | Self::TooMuch { .. }
                | Self::NoRoom { .. }
                | Self::Scratch { fault: Fault::Full }
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

impl From<StoppedBy> for Halt {
    fn from(stopped_by: StoppedBy) -> Self {
        Self::Stopped(stopped_by)
    }
}
