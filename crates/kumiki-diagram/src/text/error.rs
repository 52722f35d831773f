//! What can be wrong with a diagram's text.

use crate::store::Full;

/// A line that cannot be read, or that says something impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What was expected.
    pub expected: String,
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, line {}, expected {}", self.what, self.line, self.expected)
    }
}

impl std::error::Error for TextError {}

/// Why a diagram was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is at fault.
    Text(TextError),
    /// The text may be right, but the store has no room.
    Full(Full),
}

impl ReadError {
    /// A fault of the text.
    pub(super) fn at(line: usize, what: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Text(TextError { line, what: what.into(), expected: expected.into() })
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Full(full) => full.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<Full> for ReadError {
    fn from(full: Full) -> Self {
        Self::Full(full)
    }
}
