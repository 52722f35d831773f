//! What can be wrong with a tiling or with an answer about tilings. One line each: what, and where.

use crate::ListingFault;
use kumiki_model::{Apart, Count, PlacedTile, TilingQuestion};
use std::fmt;

/// A tile as a reader finds it: its number in the list and the name of its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedTile {
    /// Its place in the list; the first is 1.
    pub number: usize,
    /// What its kind is called.
    pub name: String,
}

impl NumberedTile {
    /// The tile at an index of the tiling, if its kind is known.
    pub(super) fn of(question: &TilingQuestion, tiling: &[PlacedTile], at: usize) -> Self {
        let name = question.tiles().get(tiling[at].tile).map_or("?", |tile| &tile.name);
        Self { number: at + 1, name: name.to_owned() }
    }
}

impl fmt::Display for NumberedTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} ('{}')", self.number, self.name)
    }
}

/// The first thing found wrong with a tiling.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TilingFault {
    /// The tiling names a kind that the question does not have.
    UnknownKind {
        /// Which tile; the first is 1.
        number: usize,
        /// Its kind, the first being 0.
        kind: usize,
        /// How many kinds there are.
        kind_count: usize,
    },
    /// A tile is turned whose kind may not be.
    Turned {
        /// The tile.
        tile: NumberedTile,
    },
    /// A tile is flipped whose kind may not be.
    Flipped {
        /// The tile.
        tile: NumberedTile,
    },
    /// A tile has no colour, although the question has colours.
    NoColour {
        /// The tile.
        tile: NumberedTile,
    },
    /// A tile has a colour that the question does not have.
    UnknownColour {
        /// The tile.
        tile: NumberedTile,
        /// Its colour, the first being 0.
        colour: usize,
        /// How many colours there are.
        colour_count: usize,
    },
    /// A tile sticks out of the region.
    Outside {
        /// The tile.
        tile: NumberedTile,
    },
    /// Two tiles have an inner point in common.
    Overlap {
        /// The tile that comes first in the list.
        first: NumberedTile,
        /// The other one.
        second: NumberedTile,
    },
    /// The tiles have less area than the region.
    Uncovered {
        /// How many tiles there are.
        tile_count: usize,
    },
    /// Fewer tiles of a kind than the question wants.
    TooFew {
        /// What the kind is called.
        name: String,
        /// How many are wanted at least.
        least: u32,
        /// How many there are.
        found: usize,
    },
    /// More tiles of a kind than the question allows.
    TooMany {
        /// What the kind is called.
        name: String,
        /// How many are allowed.
        most: u32,
        /// How many there are.
        found: usize,
    },
    /// More tiles of a kind in one colour than the question allows.
    TooManyOfAColour {
        /// What the kind is called.
        name: String,
        /// What the colour is called.
        colour: String,
        /// How many are allowed.
        most: u32,
        /// How many there are.
        found: usize,
    },
    /// Two tiles of the same colour do not keep apart.
    SameColour {
        /// The tile that comes first in the list.
        first: NumberedTile,
        /// The other one.
        second: NumberedTile,
        /// What their colour is called.
        colour: String,
        /// How they should keep apart.
        apart: Apart,
    },
}

impl fmt::Display for TilingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind { number, kind, kind_count } => {
                write!(f, "tile {number} is of kind {kind}, expected a kind below {kind_count}")
            }
            Self::Turned { tile } => write!(f, "{tile} is turned, expected it not to be"),
            Self::Flipped { tile } => write!(f, "{tile} is flipped, expected it not to be"),
            Self::NoColour { tile } => write!(f, "{tile} has no colour, expected one"),
            Self::UnknownColour { tile, colour, colour_count: 0 } => {
                write!(f, "{tile} has colour {colour}, expected none")
            }
            Self::UnknownColour { tile, colour, colour_count } => {
                write!(f, "{tile} has colour {colour}, expected a colour below {colour_count}")
            }
            Self::Outside { tile } => write!(f, "{tile} sticks out of the region"),
            Self::Overlap { first, second } => write!(f, "{first} overlaps {second}"),
            Self::Uncovered { tile_count } => {
                write!(f, "the {tile_count} tiles do not fill the region, expected equal areas")
            }
            Self::TooFew { name, least, found } => {
                write!(f, "tile '{name}' is used {found} times, expected at least {least}")
            }
            Self::TooMany { name, most, found } => {
                write!(f, "tile '{name}' is used {found} times, expected at most {most}")
            }
            Self::TooManyOfAColour { name, colour, most, found } => {
                write!(
                    f,
                    "tile '{name}' is used {found} times in '{colour}', expected at most {most}"
                )
            }
            Self::SameColour { first, second, colour, apart } => {
                let how = if *apart == Apart::Points { "touch" } else { "share a side" };
                write!(f, "{first} and {second}, both of colour '{colour}', {how}")
            }
        }
    }
}

impl std::error::Error for TilingFault {}

/// The first thing found wrong with an answer about tilings.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TilingAnswerFault {
    /// The answer is to another command.
    OtherCommand {
        /// The command it names.
        found: String,
    },
    /// A table has two rows for the same thing.
    RepeatedRow {
        /// The name of the table.
        table: &'static str,
        /// What occurs twice.
        key: String,
    },
    /// A row for tiles that are too few, too many or of the wrong area.
    ImpossibleComposition {
        /// How many tiles of each kind.
        tiles: Vec<usize>,
    },
    /// A number of symmetries that does not divide the order of the group.
    NotADivisor {
        /// The number of symmetries.
        order: usize,
        /// How many symmetries there are in all.
        group_order: usize,
    },
    /// Two numbers of the answer that should be equal are not.
    Sum {
        /// What was added up.
        what: String,
        /// What the sum is.
        found: Count,
        /// What the answer says it is.
        stated: Count,
    },
    /// Something is wrong that can be wrong with any answer that counts and lists.
    Listing(ListingFault),
    /// So many tilings cannot form so many classes.
    ImpossibleClasses,
    /// So many tilings, colourings and colourings with names do not go together.
    ImpossibleColours,
    /// The answer counts colourings of a question without colours.
    NoColours,
    /// There is said to be a reason why there is no tiling, and yet there are some.
    NotImpossible {
        /// The reason given.
        reason: String,
    },
    /// What is wrong with the text of one of the listed tilings.
    Unreadable {
        /// Which one; the first is 1.
        number: usize,
        /// What is wrong with it, and what was expected.
        reason: String,
    },
    /// What is wrong with one of the listed tilings.
    Solution {
        /// Which one; the first is 1.
        number: usize,
        /// What is wrong with it.
        fault: TilingFault,
    },
    /// A listed tiling claims a wrong number of symmetries.
    WrongSymmetryCount {
        /// Which one; the first is 1.
        number: usize,
        /// The claim.
        stated: usize,
        /// The truth.
        found: usize,
    },
    /// Two listed tilings are the same.
    Same {
        /// The number of the earlier one.
        first: usize,
        /// The number of the later one.
        second: usize,
    },
    /// More tilings are listed than the answer counts.
    MoreListedThanCounted {
        /// Which tilings.
        what: String,
        /// How many are listed.
        listed: usize,
        /// How many are counted.
        counted: Count,
    },
}

impl fmt::Display for TilingAnswerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCommand { found } => write!(f, "the command is '{found}', expected 'tile'"),
            Self::Listing(fault) => fault.fmt(f),
            Self::RepeatedRow { table, key } => write!(f, "{table} has two rows for {key}"),
            Self::ImpossibleComposition { tiles } => {
                write!(f, "by_composition has a row for {tiles:?}, which cannot fill the region")
            }
            Self::NotADivisor { order, group_order } => {
                write!(f, "{order} symmetries are claimed, which does not divide {group_order}")
            }
            Self::Sum { what, found, stated } => {
                write!(f, "{what} add up to {found}, but the answer says {stated}")
            }
            Self::ImpossibleClasses => write!(f, "so many tilings cannot form so many classes"),
            Self::ImpossibleColours => {
                write!(f, "the numbers of tilings, colourings and labelled ones do not go together")
            }
            Self::NoColours => write!(f, "colourings are counted, but the question has no colours"),
            Self::NotImpossible { reason } => {
                write!(f, "there are tilings, although there can be none: {reason}")
            }
            Self::Unreadable { number, reason } => write!(f, "solution {number}: {reason}"),
            Self::Solution { number, fault } => write!(f, "solution {number}: {fault}"),
            Self::WrongSymmetryCount { number, stated, found } => {
                write!(
                    f,
                    "solution {number}: it is said to have {stated} symmetries, but has {found}"
                )
            }
            Self::Same { first, second } => {
                write!(f, "solutions {first} and {second} are the same")
            }
            Self::MoreListedThanCounted { what, listed, counted } => {
                write!(f, "{what} listed: {listed}, but the answer counts {counted}")
            }
        }
    }
}

impl From<ListingFault> for TilingAnswerFault {
    fn from(fault: ListingFault) -> Self {
        Self::Listing(fault)
    }
}

impl std::error::Error for TilingAnswerFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Solution { fault, .. } => Some(fault),
            _ => None,
        }
    }
}
