//! What can be wrong with an answer about tours. One line each: what, where, and what was expected.

use crate::{ListingFault, WrongCount};
use std::fmt;

/// The first thing found wrong with an answer about tours. Listed tours are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TourFault {
    /// There is no such board or no such piece.
    Unreadable {
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// A quarter-turn of a board that is not a square.
    NotSquare {
        /// The board.
        board: String,
    },
    /// Something is stated that exists for the half-turn only.
    NotFolded {
        /// What is stated.
        what: &'static str,
    },
    /// A tour names a cell that the board does not have.
    UnknownCell {
        /// Which tour.
        tour: usize,
        /// The name.
        name: String,
    },
    /// A tour comes to a cell twice.
    Twice {
        /// Which tour.
        tour: usize,
        /// The cell.
        cell: String,
    },
    /// A tour does not come to a cell.
    Missing {
        /// Which tour.
        tour: usize,
        /// The cell.
        cell: String,
    },
    /// A step of a tour, or the one from its end to its beginning, is no move of the piece.
    NoMove {
        /// Which tour.
        tour: usize,
        /// Where the step begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A tour does not begin at the first cell.
    OtherBeginning {
        /// Which tour.
        tour: usize,
        /// Where it begins.
        cell: String,
    },
    /// The second cell of a tour comes after the last one in the order of cells.
    OtherDirection {
        /// Which tour.
        tour: usize,
        /// The second cell.
        second: String,
        /// The last cell.
        last: String,
    },
    /// The motion asked for does not preserve a tour.
    NotPreserved {
        /// Which tour.
        tour: usize,
        /// The motion.
        motion: &'static str,
    },
    /// What can be wrong with any answer that counts and lists.
    Listing(ListingFault),
}

impl From<ListingFault> for TourFault {
    fn from(fault: ListingFault) -> Self {
        Self::Listing(fault)
    }
}

impl From<WrongCount> for TourFault {
    fn from(wrong: WrongCount) -> Self {
        Self::Listing(wrong.into())
    }
}

impl fmt::Display for TourFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { reason } => f.write_str(reason),
            Self::NotSquare { board } => {
                write!(f, "a quarter-turn of a {board} board, expected a square board")
            }
            Self::NotFolded { what } => {
                write!(f, "{what} without the half-turn, expected nothing of a folded board")
            }
            Self::UnknownCell { tour, name } => {
                write!(f, "tour {tour} names '{name}', expected a cell of the board")
            }
            Self::Twice { tour, cell } => {
                write!(f, "tour {tour} comes to {cell} twice, expected once")
            }
            Self::Missing { tour, cell } => {
                write!(f, "tour {tour} does not come to {cell}, expected all cells")
            }
            Self::NoMove { tour, from, to } => {
                write!(f, "tour {tour} goes from {from} to {to}, expected a move of the piece")
            }
            Self::OtherBeginning { tour, cell } => {
                write!(f, "tour {tour} begins at {cell}, expected 0,0")
            }
            Self::OtherDirection { tour, second, last } => {
                write!(
                    f,
                    "tour {tour} goes to {second} first and ends at {last}, expected the other \
                     direction"
                )
            }
            Self::NotPreserved { tour, motion } => {
                write!(f, "tour {tour} is changed by the {motion}, expected the same again")
            }
            Self::Listing(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for TourFault {}
