//! What can be wrong with a saved answer. One line each: what, and where.

use crate::{
    Fault, ListingFault, PieceFault, SlidingFault, SubgraphFault, TilingAnswerFault, TourFault,
};
use kumiki_formats::FormatError;
use kumiki_model::Count;
use std::fmt;

/// The first thing found wrong with a saved answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SavedFault {
    /// The text is not the JSON of an answer.
    NotAnAnswer {
        /// What the JSON reader says.
        reason: String,
    },
    /// The answer is to a command that has no judge.
    OtherCommand {
        /// The command it names.
        found: String,
    },
    /// An answer about bricks is wrong.
    Bricks(Fault),
    /// An answer about tilings is wrong.
    Tilings(TilingAnswerFault),
    /// What the judge of sliding tiles says.
    Slides(SlidingFault),
    /// An answer about tours is wrong.
    Tours(TourFault),
    /// An answer about subgraphs is wrong.
    Subgraphs(SubgraphFault),
    /// The question that the answer repeats cannot be read.
    Question(FormatError),
    /// Something is wrong that can be wrong with any answer that counts and lists.
    Listing(ListingFault),
    /// Solutions are listed, but the problem that they solve is not.
    NoProblem,
    /// Two rows of the table by symmetry have the same number of symmetries.
    RepeatedRow {
        /// The number of symmetries.
        order: usize,
    },
    /// A number of symmetries that no solution can have.
    NotADivisor {
        /// The number.
        order: usize,
        /// The order of the group.
        group_order: Count,
    },
    /// Numbers that must be equal are not.
    Sum {
        /// What was added up or counted again.
        what: &'static str,
        /// What it comes to.
        found: Count,
        /// What the answer states.
        stated: Count,
    },
    /// A list that goes with the solutions has another length.
    OtherLength {
        /// Which list.
        list: &'static str,
        /// Its length.
        length: usize,
        /// The number of solutions.
        solution_count: usize,
    },
    /// Two listed solutions count as the same.
    Same {
        /// The earlier one, from 1.
        first: usize,
        /// The later one.
        second: usize,
    },
    /// A line is said to repeat an earlier one, and does not.
    NotTheSame {
        /// The earlier line, from 1.
        first: usize,
        /// The later one.
        second: usize,
    },
    /// Classes that do not go together with the numbers of solutions.
    ImpossibleClasses,
    /// There are solutions, and yet a reason why there are none.
    NotImpossible {
        /// The reason that the answer gives.
        reason: String,
    },
    /// Cheaper solutions come after dearer ones, or cheaper ones exist.
    NotCheapest {
        /// The solution, from 1.
        number: usize,
        /// What it costs.
        cost: u64,
    },
    /// Something is wrong with a listed solution.
    Solution {
        /// Which one, from 1.
        number: usize,
        /// What is wrong.
        fault: SolutionFault,
    },
}

/// What can be wrong with one listed solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SolutionFault {
    /// A text that is not an option of the problem, or more often listed than the problem has it.
    UnknownOption {
        /// The text.
        text: String,
    },
    /// The options are no solution.
    Cover {
        /// Why not, with the names of options and items.
        reason: String,
    },
    /// The pieces are no solution.
    Pieces(Box<PieceFault>),
    /// The drawing has other sides than the box.
    OtherSides,
    /// A label that stands for no kind of piece.
    UnknownLabel {
        /// The label.
        label: char,
    },
    /// A blank where there is a cell, or a point where there is none.
    MisplacedMark {
        /// Layer, row and column, from 1.
        place: [usize; 3],
    },
    /// A number that is not what the solution has.
    WrongNumber {
        /// Of what.
        what: &'static str,
        /// The claim.
        stated: u64,
        /// The truth.
        found: u64,
    },
}

impl SavedFault {
    /// Whether there is no answer that could be refuted, because it or its question cannot be read.
    #[must_use]
    pub fn is_no_answer(&self) -> bool {
        matches!(self, Self::NotAnAnswer { .. } | Self::OtherCommand { .. } | Self::Question(_))
    }
}

impl fmt::Display for SavedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnAnswer { reason } => f.write_str(reason),
            Self::OtherCommand { found } => {
                write!(
                    f,
                    "it answers the command '{found}', expected 'antislide', 'cover', 'pack', \
                     'tile', 'slide', 'tours' or 'graph'"
                )
            }
            Self::Bricks(fault) => fault.fmt(f),
            Self::Tilings(fault) => fault.fmt(f),
            Self::Slides(fault) => fault.fmt(f),
            Self::Tours(fault) => fault.fmt(f),
            Self::Subgraphs(fault) => fault.fmt(f),
            Self::Listing(fault) => fault.fmt(f),
            Self::Question(error) => write!(f, "the question cannot be read: {error}"),
            Self::NoProblem => {
                f.write_str("solutions are listed without the problem, expected it in the question")
            }
            Self::RepeatedRow { order } => {
                write!(f, "by_symmetry has two rows for {order} symmetries, expected one")
            }
            Self::NotADivisor { order, group_order } => {
                write!(
                    f,
                    "{order} symmetries, expected a divisor of the {group_order} symmetries there \
                     are"
                )
            }
            Self::Sum { what, found, stated } => {
                write!(f, "{what}: {found}, but {stated} is stated")
            }
            Self::OtherLength { list, length, solution_count } => {
                write!(
                    f,
                    "{list} has {length} entries, expected one for each of {solution_count} \
                     solutions"
                )
            }
            Self::Same { first, second } => {
                write!(f, "solutions {first} and {second} are the same")
            }
            Self::NotTheSame { first, second } => {
                write!(f, "line {second} is said to be the same as line {first}, and is not")
            }
            Self::ImpossibleClasses => f.write_str(
                "so many solutions cannot form so many classes and classes up to rotations",
            ),
            Self::NotImpossible { reason } => {
                write!(f, "there are solutions, and yet it says that there are none: {reason}")
            }
            Self::NotCheapest { number, cost } => {
                write!(f, "solution {number} costs {cost}, and is not the next cheapest")
            }
            Self::Solution { number, fault } => write!(f, "solution {number}: {fault}"),
        }
    }
}

impl fmt::Display for SolutionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOption { text } => {
                write!(f, "'{text}' is not an option of the problem, or not so often")
            }
            Self::Cover { reason } => f.write_str(reason),
            Self::Pieces(fault) => fault.fmt(f),
            Self::OtherSides => f.write_str("its drawing has other sides than the box"),
            Self::UnknownLabel { label } => {
                write!(f, "label '{label}' stands for no piece of the puzzle")
            }
            Self::MisplacedMark { place: [layer, row, column] } => write!(
                f,
                "layer {layer}, row {row}, column {column}: expected '.' for a cell and ' ' where \
                 there is none"
            ),
            Self::WrongNumber { what, stated, found } => {
                write!(f, "{stated} is stated for its {what}, expected {found}")
            }
        }
    }
}

impl From<ListingFault> for SavedFault {
    fn from(fault: ListingFault) -> Self {
        Self::Listing(fault)
    }
}

impl std::error::Error for SavedFault {}
