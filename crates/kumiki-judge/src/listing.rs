//! Answers that count things and list some: what is asked of all of them, and what can be wrong
//! with it.

use crate::WrongCount;
use crate::wrong_count::{at_most, equal};
use kumiki_model::{BySymmetry, Count, ListRecord, ListWord, StoppedBy};
use num_bigint::BigUint;
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
    /// A list that nobody asked for.
    Unasked,
    /// A list that was asked for is not there.
    Unlisted,
    /// It was asked in two ways which solutions are listed.
    AskedTwice,
    /// What is said about the end of the search does not fit together.
    OtherEnd {
        /// Whether the answer says that it is complete.
        is_complete: bool,
    },
    /// A row of a table is another one than it should be.
    OtherRow {
        /// Which table.
        table: &'static str,
        /// Which row, from 1.
        number: usize,
        /// The row.
        found: String,
        /// The row that should be there.
        expected: String,
    },
    /// Something is there and should not be, or should be and is not.
    OtherField {
        /// The name of the field.
        field: &'static str,
        /// Whether it should be there.
        is_expected: bool,
    },
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
            Self::Unasked => {
                write!(f, "solutions are listed, but the question does not ask for any")
            }
            Self::Unlisted => {
                write!(f, "no solutions are listed, expected those that the question asks for")
            }
            Self::AskedTwice => {
                write!(f, "the question has a list and a sample, expected one of them")
            }
            Self::OtherEnd { is_complete: true } => {
                write!(
                    f,
                    "the answer is complete, but something stopped the search, expected nothing"
                )
            }
            Self::OtherEnd { is_complete: false } => {
                write!(
                    f,
                    "the answer is not complete, expected what stopped the search, or the first \
                     solution"
                )
            }
            Self::OtherRow { table, number, found, expected } => {
                write!(f, "row {number} of {table} is {found}, expected {expected}")
            }
            Self::OtherField { field, is_expected: true } => {
                write!(f, "there is no {field}, expected one")
            }
            Self::OtherField { field, is_expected: false } => {
                write!(f, "there is {field}, expected none")
            }
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
        Some(reason) if !is_none => {
            Err(ListingFault::ReasonForNothing { reason: reason.to_owned() })
        }
        _ => Ok(()),
    }
}

/// Nothing if an answer is complete or says what stopped it. The first solution stops a search only
/// if it was asked for and is there.
///
/// # Errors
/// If not.
pub fn judge_end(
    is_complete: bool,
    stopped_by: Option<StoppedBy>,
    list: Option<ListRecord>,
    listed: Option<usize>,
) -> Result<(), ListingFault> {
    let has_first = list == Some(ListRecord::Word(ListWord::First)) && listed == Some(1);
    let had_enough = stopped_by == Some(StoppedBy::Enough);
    if is_complete == stopped_by.is_none() && (has_first || !had_enough) {
        return Ok(());
    }
    Err(ListingFault::OtherEnd { is_complete })
}

/// Nothing if a field is there exactly if it should be.
///
/// # Errors
/// If not.
pub fn judge_presence(
    field: &'static str,
    is_there: bool,
    is_expected: bool,
) -> Result<(), ListingFault> {
    if is_there == is_expected {
        Ok(())
    } else {
        Err(ListingFault::OtherField { field, is_expected })
    }
}

/// What an answer was to list, and what it does list.
#[derive(Clone, Copy, Debug)]
pub struct ListLength<'a> {
    /// What was asked for.
    pub list: Option<ListRecord>,
    /// So many were to be drawn by lot.
    pub sample: Option<usize>,
    /// So many are listed, if there is a list.
    pub listed: Option<usize>,
    /// So many there are to be listed, if a finished search has counted them.
    pub available: Option<&'a BigUint>,
    /// Whether the search was finished.
    pub is_complete: bool,
}

impl ListLength<'_> {
    /// Nothing if as many are listed as were asked for, or all there are.
    ///
    /// # Errors
    /// If not.
    pub fn judge(&self) -> Result<(), ListingFault> {
        let most = match (self.list, self.sample) {
            (None, None) => {
                return if self.listed.is_none() { Ok(()) } else { Err(ListingFault::Unasked) };
            }
            (Some(list), None) => list.most(),
            (None, Some(size)) => size,
            (Some(_), Some(_)) => return Err(ListingFault::AskedTwice),
        };
        let what = "the number of listed solutions";
        let most = BigUint::from(most);
        match (self.listed, self.available) {
            (None, _) if self.is_complete => return Err(ListingFault::Unlisted),
            (None, _) => {}
            (Some(listed), Some(available)) if self.is_complete => {
                equal(what, &Count(listed.into()), most.min(available.clone()))?;
            }
            (Some(listed), available) => {
                at_most(what, listed, most)?;
                if let Some(available) = available {
                    at_most(what, listed, available.clone())?;
                }
            }
        }
        Ok(())
    }
}

/// Nothing if the rows of a table, in words, are those that should be there.
///
/// # Errors
/// With the first row that is not.
pub fn judge_rows(
    table: &'static str,
    found: &[String],
    expected: &[String],
) -> Result<(), ListingFault> {
    let row =
        |rows: &[String], at: usize| rows.get(at).cloned().unwrap_or_else(|| "missing".to_owned());
    let differs = |at: &usize| found.get(*at) != expected.get(*at);
    match (0..found.len().max(expected.len())).find(differs) {
        None => Ok(()),
        Some(at) => Err(ListingFault::OtherRow {
            table,
            number: at + 1,
            found: row(found, at),
            expected: row(expected, at),
        }),
    }
}

/// The rows of a table of classes by symmetry, in words.
#[must_use]
pub fn symmetry_rows(table: &[BySymmetry]) -> Vec<String> {
    table
        .iter()
        .map(|row| format!("{} classes with {} symmetries", row.classes, row.order))
        .collect()
}

/// Nothing if the rows of a table of classes by symmetry are in order, and none of them is empty.
///
/// # Errors
/// With the first row that is wrong.
pub fn judge_symmetry_order(table: &[BySymmetry]) -> Result<(), ListingFault> {
    let mut sorted: Vec<BySymmetry> =
        table.iter().filter(|row| row.classes.0 > BigUint::ZERO).cloned().collect();
    sorted.sort_by_key(|row| row.order);
    judge_rows("by_symmetry", &symmetry_rows(table), &symmetry_rows(&sorted))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_must_be_explained() {
        let first = Some(ListRecord::Word(ListWord::First));
        let (enough, late) = (Some(StoppedBy::Enough), Some(StoppedBy::TimeLimit));
        for (is_complete, stopped_by, list, listed) in [
            (true, None, None, None),
            (true, None, first, Some(0)),
            (false, enough, first, Some(1)),
            (false, late, first, Some(0)),
            (false, late, None, None),
        ] {
            assert_eq!(judge_end(is_complete, stopped_by, list, listed), Ok(()));
        }
        for (is_complete, stopped_by, list, listed) in [
            (true, late, None, None),
            (false, None, None, None),
            (false, enough, first, Some(0)),
            (false, enough, first, None),
            (false, enough, Some(ListRecord::Most(1)), Some(1)),
        ] {
            let fault = Err(ListingFault::OtherEnd { is_complete });
            assert_eq!(judge_end(is_complete, stopped_by, list, listed), fault);
        }
    }

    #[test]
    fn a_list_is_as_long_as_was_asked_for_or_has_all() {
        let three = BigUint::from(3_u32);
        let length = |list, sample, listed, is_complete| {
            let available = Some(&three);
            let length = ListLength { list, sample, listed, available, is_complete };
            length.judge().map_err(|fault| fault.to_string())
        };
        let most = |most: usize| Some(ListRecord::at_most(most));
        for (list, listed) in
            [(None, None), (most(2), Some(2)), (most(9), Some(3)), (most(usize::MAX), Some(3))]
        {
            assert_eq!(length(list, None, listed, true), Ok(()));
        }
        assert_eq!(length(None, Some(9), Some(3), true), Ok(()));
        assert_eq!(length(most(9), None, Some(1), false), Ok(()));
        assert_eq!(length(most(9), None, None, false), Ok(()));
        let other = |found: usize, expected: &str| {
            Err(format!("the number of listed solutions is {found}, expected {expected}"))
        };
        assert_eq!(length(most(2), None, Some(1), true), other(1, "2"));
        assert_eq!(length(most(usize::MAX), None, Some(2), true), other(2, "3"));
        assert_eq!(length(None, Some(9), Some(9), true), other(9, "3"));
        assert_eq!(length(most(2), None, Some(3), false), other(3, "at most 2"));
        assert_eq!(length(most(9), None, Some(4), false), other(4, "at most 3"));
        let twice = length(most(2), Some(2), Some(2), true);
        assert_eq!(
            twice,
            Err("the question has a list and a sample, expected one of them".to_owned())
        );
    }
}
