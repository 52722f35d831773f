//! Journals of runs that answer questions: what they are about, and shards put together.
//!
//! The head of a journal has the question with its files, its digest, the version of Kumiki, and,
//! if the run does a share only, which one. Runs of another version may search in another order, so
//! that what they have left is not gone on from.

use crate::Halt;
use kumiki_drive::{JournalDocument, JournalError, MergeError, Shard, merge, merge_stopped};
use kumiki_model::Question;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The version of Kumiki.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a run is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JournalHead {
    /// The version of Kumiki that runs.
    pub version: String,
    /// The SHA-256 of the question.
    pub digest: String,
    /// The question, with its files.
    pub question: Question,
    /// The share of the run, if it does not do all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The words of the command line, if there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// What the run calls its scratch, so that whoever resumes finds what it has left there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scratch: Option<u64>,
}

/// Why a run cannot go on from a journal, or why shards do not make up a whole.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It is about nothing that Kumiki knows.
    #[error("{name} is about no question: {what}, expected a journal of this version")]
    Head {
        /// What the journal is called.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// Another version of Kumiki has written it.
    #[error("{name} was written by version {found}, expected {expected}")]
    Version {
        /// What the journal is called.
        name: String,
        /// That version.
        found: String,
        /// The one that is running.
        expected: String,
    },
    /// It is about another question.
    #[error("{name} is about question {found}, expected {expected}")]
    Question {
        /// What the journal is called.
        name: String,
        /// The digest of its question.
        found: String,
        /// The digest of the question that was meant.
        expected: String,
    },
    /// It is not the part of a shard.
    #[error("{name} is not the part of a shard, expected what a run with `shard` writes")]
    NoShard {
        /// What the journal is called.
        name: String,
    },
    /// Shards do not make up a whole.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

impl JournalHead {
    /// The head of the journal of a question.
    #[must_use]
    pub fn new(question: &Question) -> Self {
        Self {
            version: VERSION.to_owned(),
            digest: question.digest(),
            question: question.clone(),
            shard: None,
            arguments: Vec::new(),
            scratch: None,
        }
    }

    /// The same for a share of the run.
    #[must_use]
    pub fn for_shard(self, shard: Option<Shard>) -> Self {
        Self { shard, ..self }
    }

    /// The same with the words of the command line that asks.
    #[must_use]
    pub fn asked_by(self, arguments: Vec<String>) -> Self {
        Self { arguments, ..self }
    }

    /// The same with what the run calls its scratch.
    #[must_use]
    pub fn with_scratch(self, name: u64) -> Self {
        Self { scratch: Some(name), ..self }
    }

    /// The head as it is written.
    ///
    /// # Panics
    /// Never: all of it is data.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("plain data")
    }

    /// Reads the head of a journal that is called `name`.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn read(head: &Value, name: &str) -> Result<Self, ResumeError> {
        let (name, expected) = (name.to_owned(), VERSION.to_owned());
        match head["version"].as_str() {
            Some(found) if found != expected => {
                let found = found.to_owned();
                return Err(ResumeError::Version { name, found, expected });
            }
            _ => {}
        }
        let head: Self = serde_json::from_value(head.clone())
            .map_err(|error| ResumeError::Head { name: name.clone(), what: error.to_string() })?;
        let expected = head.question.digest();
        if head.digest != expected {
            return Err(ResumeError::Question { name, found: head.digest, expected });
        }
        Ok(head)
    }
}

/// Puts the parts of all shards together, each with its name. A run that is given the result
/// answers the question without searching again.
///
/// # Errors
/// If they are not the parts of one run, or not all of them.
pub fn merge_parts(
    parts: Vec<(String, JournalDocument)>,
) -> Result<(JournalHead, JournalDocument), ResumeError> {
    let (head, shards) = shards_of(parts)?;
    Ok((head, merge(shards)?))
}

/// The same if some shards were stopped, or not begun. A run that is given the result and [leaves
/// the rest](kumiki_drive::Journal::leaving_the_rest) tells what they have found.
///
/// # Errors
/// If they are not parts of one run.
pub fn merge_stopped_parts(
    parts: Vec<(String, JournalDocument)>,
) -> Result<(JournalHead, JournalDocument), ResumeError> {
    let (head, shards) = shards_of(parts)?;
    Ok((head, merge_stopped(shards)?))
}

/// The parts of a run with the shards they are of, and what the run is about.
fn shards_of(
    parts: Vec<(String, JournalDocument)>,
) -> Result<(JournalHead, Vec<(Shard, JournalDocument)>), ResumeError> {
    let mut first: Option<JournalHead> = None;
    let mut shards = Vec::with_capacity(parts.len());
    for (name, document) in parts {
        // Thousands of parts have one question, which is read once.
        let is_like_first =
            |first: &JournalHead| document.head["digest"].as_str() == Some(&*first.digest);
        let shard = match first.as_ref().filter(|first| is_like_first(first)) {
            Some(first) if document.head["version"] == *first.version => {
                serde_json::from_value(document.head["shard"].clone()).ok()
            }
            _ => {
                let head = JournalHead::read(&document.head, &name)?;
                let shard = head.shard;
                let expected = first.get_or_insert(head.clone());
                if head.digest != expected.digest {
                    let (found, expected) = (head.digest, expected.digest.clone());
                    return Err(ResumeError::Question { name, found, expected });
                }
                shard
            }
        };
        shards.push((shard.ok_or(ResumeError::NoShard { name })?, document));
    }
    let head = first.ok_or(MergeError::Nothing)?;
    Ok((JournalHead { shard: None, ..head }, shards))
}

impl From<ResumeError> for Halt {
    fn from(error: ResumeError) -> Self {
        Self::Journal(error.to_string())
    }
}
