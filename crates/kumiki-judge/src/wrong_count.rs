//! Numbers of an answer that are not what they should be, for faults that are about nothing else.

use kumiki_model::Count;
use num_bigint::BigUint;
use std::fmt;

/// A number that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongCount {
    /// What was counted.
    pub what: String,
    /// What the answer says.
    pub found: Count,
    /// Whether it may be less than expected.
    pub is_limit: bool,
    /// What it should be, or the most it can be.
    pub expected: Count,
}

impl fmt::Display for WrongCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, found, is_limit, expected } = self;
        let limit = if *is_limit { "at most " } else { "" };
        write!(f, "{what} is {found}, expected {limit}{expected}")
    }
}

/// Nothing if a number is what it should be.
pub(crate) fn equal(
    what: &str,
    found: &Count,
    expected: impl Into<BigUint>,
) -> Result<(), WrongCount> {
    let expected = Count(expected.into());
    if *found == expected {
        return Ok(());
    }
    Err(WrongCount { what: what.to_owned(), found: found.clone(), is_limit: false, expected })
}

/// Nothing if a number is not too large.
pub(crate) fn at_most(
    what: &str,
    found: impl Into<BigUint>,
    most: impl Into<BigUint>,
) -> Result<(), WrongCount> {
    let (found, expected) = (Count(found.into()), Count(most.into()));
    if found <= expected {
        return Ok(());
    }
    Err(WrongCount { what: what.to_owned(), found, is_limit: true, expected })
}
