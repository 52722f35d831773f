//! What can be wrong with an answer about sliding tiles. One line each: what, where, and what was
//! expected.

use crate::ListingFault;
use kumiki_model::{Count, ModelError};
use num_bigint::BigUint;
use std::fmt;

/// The first thing found wrong with an answer about sliding tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SlidingFault {
    /// The answer is to another command.
    OtherCommand {
        /// The command it names.
        found: String,
    },
    /// A text that should be a position, or pushes, is none.
    Unreadable {
        /// Which text.
        what: String,
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// An answer is about one start, or about many, or about all positions of a board.
    NotOnePart {
        /// How many of these there are.
        found: usize,
    },
    /// Positions without sad moves are asked for, but not as a table of pushes.
    HappyWithoutTable,
    /// Something is wrong that can be wrong with any answer that counts and lists.
    Listing(ListingFault),
    /// There are antipodes but no table.
    AntipodesWithoutTable,
    /// What is wrong with one of many starts.
    Instance {
        /// Which one; the first is 1.
        number: usize,
        /// What is wrong with it.
        fault: Box<SlidingFault>,
    },
    /// A start that parity allows is said to be unreachable.
    Reachable {
        /// The reason given.
        reason: String,
    },
    /// A start that parity forbids is not said to be unreachable.
    Unreachable,
    /// The reason why a start is unreachable is not the right one.
    OtherReason {
        /// The reason given.
        found: String,
        /// The right one.
        expected: String,
    },
    /// A start cannot be solved, or was not, and yet something is said about its solutions.
    SolutionOfNone {
        /// What is said.
        what: &'static str,
    },
    /// A complete answer says nothing about how to solve a start.
    Unanswered,
    /// Moves are counted, but no solution is shown.
    NoSolution {
        /// How many moves.
        moves: u32,
    },
    /// A tile is pushed that is not beside the blank.
    NotBeside {
        /// Which solution.
        solution: String,
        /// Which push; the first is 1.
        push: usize,
        /// The tile.
        tile: u8,
    },
    /// A solution does not end in the goal.
    Astray {
        /// Which solution.
        solution: String,
        /// The tiles in the end.
        end: String,
    },
    /// Two listed solutions are the same.
    Same {
        /// The number of the earlier one.
        first: usize,
        /// The number of the later one.
        second: usize,
    },
    /// A number is another one than it should be.
    Other {
        /// What was counted or measured.
        what: String,
        /// What the answer says.
        found: Count,
        /// What it should say.
        expected: Count,
    },
    /// A number is too large.
    TooLarge {
        /// What was counted or measured.
        what: String,
        /// What the answer says.
        found: Count,
        /// The most it can be.
        most: Count,
    },
    /// A round is not longer than the one before.
    RoundNotLonger {
        /// Which round; the first is 1.
        number: usize,
        /// How many moves it has.
        moves: u32,
        /// How many the one before has.
        before: u32,
    },
    /// A row of a table has no positions.
    EmptyRow {
        /// Which row; the first is 1.
        number: usize,
    },
    /// A position from which the goal cannot be reached is called an antipode.
    UnreachableAntipode {
        /// Which one; the first is 1.
        number: usize,
    },
    /// A position is listed twice among the antipodes.
    SameAntipodes {
        /// The number of the earlier one.
        first: usize,
        /// The number of the later one.
        second: usize,
    },
    /// The blank of an antipode is on a cell where it can only be at other distances.
    ColourOfAntipode {
        /// Which one; the first is 1.
        number: usize,
        /// The distance of the last row.
        distance: usize,
    },
}

impl SlidingFault {
    pub(super) fn unreadable(what: &str, error: &ModelError) -> Self {
        Self::Unreadable { what: what.to_owned(), reason: error.to_string() }
    }
}

/// Nothing if a number is what it should be.
pub(super) fn equal(
    what: impl Into<String>,
    found: impl Into<BigUint>,
    expected: impl Into<BigUint>,
) -> Result<(), SlidingFault> {
    let (found, expected) = (Count(found.into()), Count(expected.into()));
    if found == expected {
        return Ok(());
    }
    Err(SlidingFault::Other { what: what.into(), found, expected })
}

/// Nothing if a number is not too large.
pub(super) fn at_most(
    what: impl Into<String>,
    found: impl Into<BigUint>,
    most: impl Into<BigUint>,
) -> Result<(), SlidingFault> {
    let (found, most) = (Count(found.into()), Count(most.into()));
    if found <= most {
        return Ok(());
    }
    Err(SlidingFault::TooLarge { what: what.into(), found, most })
}

impl fmt::Display for SlidingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCommand { found } => write!(f, "the command is '{found}', expected 'slide'"),
            Self::Unreadable { what, reason } => write!(f, "{what}: {reason}"),
            Self::NotOnePart { found } => {
                write!(
                    f,
                    "{found} of a start, a list of starts and a table are answered, expected one"
                )
            }
            Self::HappyWithoutTable => {
                write!(
                    f,
                    "only positions without sad moves count, expected a table of single pushes"
                )
            }
            Self::Listing(fault) => fault.fmt(f),
            Self::AntipodesWithoutTable => {
                write!(f, "antipodes are listed without a table of positions")
            }
            Self::Instance { number, fault } => write!(f, "instance {number}: {fault}"),
            Self::Reachable { reason } => {
                write!(f, "parity lets the start reach the goal, but the answer says '{reason}'")
            }
            Self::Unreachable => {
                write!(
                    f,
                    "parity forbids the start to reach the goal, expected the answer to say so"
                )
            }
            Self::OtherReason { found, expected } => {
                write!(f, "the reason is '{found}', expected '{expected}'")
            }
            Self::SolutionOfNone { what } => write!(f, "there is no solution, but {what}"),
            Self::Unanswered => {
                write!(f, "the answer is complete, but has no solution, expected one")
            }
            Self::NoSolution { moves } => {
                write!(f, "the length of solutions is {moves}, but none is shown, expected one")
            }
            Self::NotBeside { solution, push, tile } => {
                write!(
                    f,
                    "{solution}: push {push} is of tile {tile}, expected a tile beside the blank"
                )
            }
            Self::Astray { solution, end } => {
                write!(f, "{solution}: it ends in {end}, expected the goal")
            }
            Self::Same { first, second } => {
                write!(f, "listed solutions {first} and {second} are the same")
            }
            Self::Other { what, found, expected } => {
                write!(f, "{what} is {found}, expected {expected}")
            }
            Self::TooLarge { what, found, most } => {
                write!(f, "{what} is {found}, expected at most {most}")
            }
            Self::RoundNotLonger { number, moves, before } => {
                write!(
                    f,
                    "round {number} has {moves} moves, expected more than the {before} of the one \
                     before"
                )
            }
            Self::EmptyRow { number } => write!(f, "row {number} has no positions, expected some"),
            Self::UnreachableAntipode { number } => {
                write!(
                    f,
                    "antipode {number} cannot reach the goal by parity, expected one that can"
                )
            }
            Self::SameAntipodes { first, second } => {
                write!(f, "antipodes {first} and {second} are the same")
            }
            Self::ColourOfAntipode { number, distance } => {
                let kind = if distance.is_multiple_of(2) { "an odd" } else { "an even" };
                write!(f, "antipode {number} has {kind} distance by its blank, expected {distance}")
            }
        }
    }
}

impl From<ListingFault> for SlidingFault {
    fn from(fault: ListingFault) -> Self {
        Self::Listing(fault)
    }
}

impl std::error::Error for SlidingFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Instance { fault, .. } => Some(fault),
            _ => None,
        }
    }
}
