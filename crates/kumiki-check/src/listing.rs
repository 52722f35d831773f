//! Answers that count things and list some: what is asked of all of them, and what can be wrong with it.

use crate::WrongCount;
use crate::wrong_count::at_most;
use std::collections::BTreeMap;
use std::fmt;

/// What can be wrong with any answer that counts and lists. Listed things are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ListingFault {
    /// The answer is to another command.
    OtherCommand {
        /// The command it names.
        found: String,
        /// The command it should name.
        expected: &'static str,
    },
    /// Two listed things are the same.
    Same {
        /// What is listed, in words.
        what: &'static str,
        /// The number of the earlier one.
        first: usize,
        /// The number of the later one.
        second: usize,
    },
    /// A number is not what it should be.
    Count(WrongCount),
    /// There is a reason why there is none, but there are some.
    ReasonForNothing {
        /// The reason.
        reason: String,
    },
    /// A complete answer does not say how many there are.
    Uncounted,
}

impl From<WrongCount> for ListingFault {
    fn from(wrong: WrongCount) -> Self {
        Self::Count(wrong)
    }
}

impl fmt::Display for ListingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCommand { found, expected } => {
                write!(f, "the command is '{found}', expected '{expected}'")
            }
            Self::Same { what, first, second } => {
                write!(f, "listed {what} {first} and {second} are the same")
            }
            Self::Count(wrong) => wrong.fmt(f),
            Self::ReasonForNothing { reason } => {
                write!(f, "there is none because '{reason}', but there are some, expected none")
            }
            Self::Uncounted => write!(f, "the answer is complete, but has no count, expected one"),
        }
    }
}

impl std::error::Error for ListingFault {}

/// Nothing if an answer is to the command that was expected.
pub(crate) fn judge_command(found: &str, expected: &'static str) -> Result<(), ListingFault> {
    if found == expected {
        return Ok(());
    }
    Err(ListingFault::OtherCommand { found: found.to_owned(), expected })
}

/// Nothing if there is no reason why there is none, or none.
pub(crate) fn judge_reason(reason: Option<&str>, is_none: bool) -> Result<(), ListingFault> {
    match reason {
        Some(reason) if !is_none => Err(ListingFault::ReasonForNothing { reason: reason.to_owned() }),
        _ => Ok(()),
    }
}

/// Things as they are listed, each with the number at which it came first.
pub(crate) struct Listing<T> {
    what: &'static str,
    /// How many were to be drawn at random, if they were: these may come twice.
    sample: Option<usize>,
    listed_count: usize,
    firsts: BTreeMap<T, usize>,
}

impl<T: Ord> Listing<T> {
    /// Nothing is listed yet; `what` are the things in words.
    pub(crate) fn new(what: &'static str, sample: Option<usize>) -> Self {
        Self { what, sample, listed_count: 0, firsts: BTreeMap::new() }
    }

    /// The next thing. It must not have been listed, unless things were drawn at random.
    pub(crate) fn add(&mut self, thing: T) -> Result<(), ListingFault> {
        self.listed_count += 1;
        let second = self.listed_count;
        let first = *self.firsts.entry(thing).or_insert(second);
        if first != second && self.sample.is_none() {
            return Err(ListingFault::Same { what: self.what, first, second });
        }
        Ok(())
    }

    /// How many different things there are. There must not be more than were to be drawn.
    pub(crate) fn different_count(&self) -> Result<usize, ListingFault> {
        if let Some(sample) = self.sample {
            at_most(&format!("the number of {} drawn", self.what), self.listed_count, sample)?;
        }
        Ok(self.firsts.len())
    }
}
