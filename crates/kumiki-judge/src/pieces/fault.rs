//! What can be wrong with an arrangement of pieces. One line each: what, and where.

use crate::Direction;
use kumiki_model::{PackQuestion, Place, PlacedPiece};
use std::fmt;

/// A piece as a reader finds it: the name of its kind, and its first cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// What its kind is called.
    pub name: String,
    /// The least of its places.
    pub at: Place,
}

impl Located {
    /// The piece by name and place; `None` if its kind is unknown or it has no cells.
    pub(super) fn of(question: &PackQuestion, placed: &PlacedPiece) -> Option<Self> {
        let name = question.pieces().get(placed.kind)?.name.clone();
        Some(Self { name, at: *placed.cells.iter().min()? })
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece '{}' at {}", self.name, in_words(self.at))
    }
}

/// A place as in a drawing, whose layers, rows and columns are numbered from 1.
fn in_words(place: Place) -> String {
    let [layer, row, column] = place.map(|at| at.saturating_add(1));
    format!("layer {layer}, row {row}, column {column}")
}

/// The first thing found wrong with an arrangement.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PieceFault {
    /// The arrangement names a kind that the question does not have.
    UnknownKind {
        /// The kind, the first being 0.
        kind: usize,
        /// How many kinds there are.
        kind_count: usize,
    },
    /// A piece without cells.
    NoCells {
        /// What its kind is called.
        name: String,
    },
    /// A piece that no allowed turn of its kind makes.
    WrongShape {
        /// The piece.
        piece: Located,
    },
    /// A piece covers a place that is no cell of the box.
    Outside {
        /// The piece.
        piece: Located,
        /// The place.
        cell: Place,
    },
    /// Two pieces share a cell.
    Overlap {
        /// The piece that comes first in the arrangement.
        first: Located,
        /// The other one.
        second: Located,
        /// The cell.
        cell: Place,
    },
    /// Fewer pieces of a kind than the question wants.
    TooFew {
        /// What the kind is called.
        name: String,
        /// How many are wanted at least.
        least: u32,
        /// How many there are.
        found: usize,
    },
    /// More pieces of a kind than the question allows.
    TooMany {
        /// What the kind is called.
        name: String,
        /// How many are allowed.
        most: u32,
        /// How many there are.
        found: usize,
    },
    /// Too many of the cells that must be filled are empty.
    Unfilled {
        /// The first of them.
        cell: Place,
        /// How many there are.
        empty: usize,
        /// How many may be.
        allowed: usize,
    },
    /// A piece that nothing stops from moving by one step.
    Slides {
        /// The piece.
        piece: Located,
        /// Where it can move to.
        direction: Direction,
    },
    /// Some pieces can move together.
    GroupSlides {
        /// The largest set of pieces that can move, in the order of the arrangement; not empty.
        pieces: Vec<Located>,
        /// Where they can move to.
        direction: Direction,
    },
}

impl fmt::Display for PieceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind { kind, kind_count } => {
                write!(f, "a piece is of kind {kind}, expected a kind below {kind_count}")
            }
            Self::NoCells { name } => write!(f, "a piece '{name}' has no cells"),
            Self::WrongShape { piece } => write!(f, "{piece} is not its shape in an allowed turn"),
            Self::Outside { piece, cell } => {
                write!(f, "{piece} covers {}, which is no cell of the box", in_words(*cell))
            }
            Self::Overlap { first, second, cell } => {
                write!(f, "{first} and {second} both cover {}", in_words(*cell))
            }
            Self::TooFew { name, least, found } => {
                write!(f, "piece '{name}' is used {found} times, expected at least {least}")
            }
            Self::TooMany { name, most, found } => {
                write!(f, "piece '{name}' is used {found} times, expected at most {most}")
            }
            Self::Unfilled { cell, empty, allowed } => {
                let such = in_words(*cell);
                write!(f, "{empty} cells stay empty, such as {such}, expected at most {allowed}")
            }
            Self::Slides { piece, direction } => write!(f, "{piece} can slide to {direction}"),
            Self::GroupSlides { pieces, direction } => {
                let names: Vec<String> = pieces.iter().map(ToString::to_string).collect();
                write!(f, "{} can slide to {direction}", names.join(" and "))?;
                if pieces.len() > 1 { f.write_str(" together") } else { Ok(()) }
            }
        }
    }
}

impl std::error::Error for PieceFault {}
