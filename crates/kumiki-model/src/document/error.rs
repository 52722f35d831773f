//! Why a document cannot be read.

use serde_json::Value;
use thiserror::Error;

/// What is wrong with a question or an answer. Fields are named in `` `backticks` ``.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what}")]
pub struct DocumentError {
    /// What is wrong, where, and what was expected.
    pub what: String,
}

impl DocumentError {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }

    pub(crate) fn command(found: &str, expected: &[&str]) -> Self {
        let expected: Vec<String> = expected.iter().map(|name| format!("'{name}'")).collect();
        let expected = match &expected[..] {
            [most @ .., last] => format!("{} or {last}", most.join(", ")),
            [] => String::new(),
        };
        match found {
            "" => Self::new(format!("no `command`, expected {expected}")),
            _ => Self::new(format!("the `command` is '{found}', expected {expected}")),
        }
    }

    pub(crate) fn version(found: &Value) -> Self {
        Self::new(format!(
            "version {found} of the format, expected {} in the field `kumiki`",
            super::FORMAT
        ))
    }
}
