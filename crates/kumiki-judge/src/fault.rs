//! What the judge finds wrong: one type for all families.

use crate::rule;
use std::fmt;

/// The first thing found wrong: the rule that is broken, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// The number of the listed solution or of the start that breaks the rule, from 1.
    pub at: Option<usize>,
    /// The rule, one of [`rule::ALL`].
    pub rule: &'static str,
    /// One line for people: what is wrong, where, and what was expected.
    pub what: String,
}

impl Fault {
    /// A rule is broken in this way.
    #[must_use]
    pub fn new(rule: &'static str, what: impl Into<String>) -> Self {
        Self { at: None, rule, what: what.into() }
    }

    /// The fault is that of a listed solution.
    pub(crate) fn at(self, number: usize) -> Self {
        Self { at: Some(number), ..self }
    }

    /// The same, and its line says so too; `what` is `solution` or the like.
    pub(crate) fn within(self, what: &str, number: usize) -> Self {
        Self { at: Some(number), what: format!("{what} {number}: {}", self.what), ..self }
    }

    /// Whether there is no answer that could be refuted, because it or its question cannot be read.
    #[must_use]
    pub fn is_no_answer(&self) -> bool {
        [rule::ANSWER, rule::COMMAND, rule::QUESTION].contains(&self.rule)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Fault {}

/// A rule is broken in this way.
pub(crate) fn refuse<T>(rule: &'static str, what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::new(rule, what))
}

/// Nothing if a rule is obeyed.
pub(crate) fn require<W: Into<String>>(
    is_obeyed: bool,
    rule: &'static str,
    what: impl FnOnce() -> W,
) -> Result<(), Fault> {
    if is_obeyed { Ok(()) } else { refuse(rule, what()) }
}
