//! Which solutions were to be listed, and what ended a search: what every question and every answer
//! says in the same words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which solutions an answer was to list, in the order in which a search finds them: a number, or
/// `"all"`.
///
/// ```
/// use kumiki_model::ListRecord;
/// assert_eq!(serde_json::to_string(&ListRecord::at_most(3))?, "3");
/// assert_eq!(serde_json::to_string(&ListRecord::at_most(usize::MAX))?, "\"all\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number, or \"all\"")]
pub enum ListRecord {
    /// At most so many.
    Most(usize),
    /// In a word.
    Word(ListWord),
}

/// The words of a [`ListRecord`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ListWord {
    /// All of them.
    All,
}

impl ListRecord {
    /// At most so many; the largest number stands for all.
    #[must_use]
    pub fn at_most(most: usize) -> Self {
        if most == usize::MAX { Self::Word(ListWord::All) } else { Self::Most(most) }
    }

    /// The most that are listed.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Self::Most(most) => most,
            Self::Word(ListWord::All) => usize::MAX,
        }
    }
}

/// What ended a search before all was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StoppedBy {
    /// There were as many solutions as had been asked for.
    Enough,
    /// Ctrl-C or SIGTERM.
    Interrupt,
    /// The time limit.
    TimeLimit,
    /// The memory limit.
    MemoryLimit,
    /// No solution has as few moves as were asked for.
    MoveLimit,
    /// The share of a shard is done; the rest is for others.
    Shard,
}

impl StoppedBy {
    /// What happened, in words.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Enough => "stopped, since there were as many solutions as had been asked for",
            Self::Interrupt => "interrupted",
            Self::TimeLimit => "stopped by the time limit",
            Self::MemoryLimit => "stopped by the memory limit",
            Self::MoveLimit => "stopped, since solutions have more moves than were asked for",
            Self::Shard => "a share of the work was done, the rest is for other shards",
        }
    }
}
