//! What can be wrong with a packing or an answer. One line each: what, and where.

use crate::ListingFault;
use kumiki_model::{Count, Cuboid, ModelError, PlacedBrick};
use std::fmt;

/// One of the six ways along the axes of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards the first layer.
    LowerLayers,
    /// Towards the last layer.
    HigherLayers,
    /// Towards the first row.
    LowerRows,
    /// Towards the last row.
    HigherRows,
    /// Towards the first column.
    LowerColumns,
    /// Towards the last column.
    HigherColumns,
}

impl Direction {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::LowerLayers,
        Self::HigherLayers,
        Self::LowerRows,
        Self::HigherRows,
        Self::LowerColumns,
        Self::HigherColumns,
    ];

    /// The axis it runs along: 0 across the layers, 1 across the rows, 2 across the columns.
    #[must_use]
    pub fn axis(self) -> usize {
        match self {
            Self::LowerLayers | Self::HigherLayers => 0,
            Self::LowerRows | Self::HigherRows => 1,
            Self::LowerColumns | Self::HigherColumns => 2,
        }
    }

    /// Whether it leads away from the first cell.
    #[must_use]
    pub fn is_higher(self) -> bool {
        matches!(self, Self::HigherLayers | Self::HigherRows | Self::HigherColumns)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LowerLayers => "lower layers",
            Self::HigherLayers => "higher layers",
            Self::LowerRows => "lower rows",
            Self::HigherRows => "higher rows",
            Self::LowerColumns => "lower columns",
            Self::HigherColumns => "higher columns",
        })
    }
}

/// The first thing found wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The packing is of another box than the question.
    OtherBox {
        /// The box of the question.
        expected: Cuboid,
        /// The box of the packing.
        found: Cuboid,
    },
    /// No kind of brick that the question allows has this shape.
    UnknownKind {
        /// The brick.
        brick: PlacedBrick,
    },
    /// A brick sticks out of the box.
    Outside {
        /// The brick.
        brick: PlacedBrick,
    },
    /// Two bricks share a cell.
    Overlap {
        /// The brick that comes first in the packing.
        first: PlacedBrick,
        /// The other one.
        second: PlacedBrick,
    },
    /// The question prescribes a brick in the first corner, and it is not there.
    CornerBrickMissing,
    /// The question wants the corners empty, and one is not.
    CornerTaken {
        /// The brick that covers a corner cell.
        brick: PlacedBrick,
    },
    /// More bricks than the question allows.
    TooManyBricks {
        /// The cap.
        allowed: usize,
        /// The number of bricks.
        found: usize,
    },
    /// A face of a brick touches neither a wall nor another brick.
    Slides {
        /// The brick.
        brick: PlacedBrick,
        /// The direction that face looks, in which the brick can move.
        direction: Direction,
    },
    /// Some bricks can move together.
    GroupSlides {
        /// The largest set of bricks that can move, in the order of the packing; not empty.
        bricks: Vec<PlacedBrick>,
        /// The direction in which they can.
        direction: Direction,
    },
    /// A size or a drawing that does not say what it should.
    Unreadable(ModelError),
    /// The answer is to another command.
    OtherCommand {
        /// The command it names.
        found: String,
    },
    /// The cells with one label do not form a box.
    LabelNotABox {
        /// The label.
        label: char,
        /// How many cells bear it.
        cell_count: usize,
    },
    /// A listed solution claims a wrong number of bricks.
    WrongBrickCount {
        /// The claim.
        stated: usize,
        /// The truth.
        found: usize,
    },
    /// A listed solution claims a wrong number of symmetries.
    WrongSymmetryCount {
        /// The claim.
        stated: usize,
        /// The truth.
        found: usize,
    },
    /// What is wrong with one of the listed solutions.
    Solution {
        /// Which one; the first is 1.
        number: usize,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// Two listed solutions are the same under the symmetries of the question.
    SameClass {
        /// The number of the earlier one.
        first: usize,
        /// The number of the later one.
        second: usize,
    },
    /// More solutions are listed than the answer counts.
    MoreListedThanCounted {
        /// Which solutions, such as `solutions with 12 bricks`.
        what: String,
        /// How many are listed.
        listed: usize,
        /// How many are counted.
        counted: Count,
    },
    /// Two numbers of the answer that should be equal are not.
    Sum {
        /// What was added up.
        what: &'static str,
        /// What the sum is.
        found: Count,
        /// What the answer says it is.
        stated: Count,
    },
    /// A table of the answer has two rows for the same number.
    RepeatedRow {
        /// The name of the table.
        table: &'static str,
        /// The number that occurs twice.
        key: usize,
    },
    /// A number of symmetries that does not divide the order of the group.
    NotADivisor {
        /// The number of symmetries.
        order: usize,
        /// How many symmetries there are in all.
        group_order: usize,
    },
    /// The packings of a row cannot fall into that many classes.
    ImpossibleClasses {
        /// The number of bricks of the row.
        bricks: usize,
    },
    /// The question is not written as answers write it.
    OtherQuestion,
    /// Something is wrong that can be wrong with any answer that counts and lists.
    Listing(ListingFault),
    /// An answer about the fewest or the most bricks counts packings of other numbers of bricks.
    OtherBrickNumbers {
        /// The number the answer is about.
        stated: usize,
        /// The numbers in its table.
        found: Vec<usize>,
    },
}

/// A brick as a reader finds it in a drawing, whose layers, rows and columns are numbered from 1.
fn name(brick: &PlacedBrick) -> String {
    let [layers, rows, columns] = brick.extent;
    let [layer, row, column] = brick.origin.map(|at| at.saturating_add(1));
    format!("brick {layers}x{rows}x{columns} at layer {layer}, row {row}, column {column}")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherBox { expected, found } => {
                write!(f, "the box is {found}, expected {expected}")
            }
            Self::UnknownKind { brick } => write!(f, "{} is of no allowed kind", name(brick)),
            Self::Outside { brick } => write!(f, "{} sticks out of the box", name(brick)),
            Self::Overlap { first, second } => {
                write!(f, "{} overlaps {}", name(first), name(second))
            }
            Self::CornerBrickMissing => write!(
                f,
                "no brick of the first kind lies at layer 1, row 1, column 1 with its shortest \
                 side across \
                 the layers and its longest across the columns"
            ),
            Self::CornerTaken { brick } => {
                write!(f, "{} covers a corner, expected none to", name(brick))
            }
            Self::TooManyBricks { allowed, found } => {
                write!(f, "there are {found} bricks, expected at most {allowed}")
            }
            Self::Slides { brick, direction } => {
                write!(f, "{} can slide to {direction}", name(brick))
            }
            Self::GroupSlides { bricks, direction } => {
                let names: Vec<String> = bricks.iter().map(name).collect();
                write!(f, "{} can slide to {direction}", names.join(" and "))?;
                if bricks.len() > 1 { f.write_str(" together") } else { Ok(()) }
            }
            Self::Unreadable(error) => error.fmt(f),
            Self::OtherCommand { found } => {
                write!(f, "the command is '{found}', expected 'antislide'")
            }
            Self::LabelNotABox { label, cell_count } => {
                write!(f, "label '{label}' marks {cell_count} cells that do not fill a box")
            }
            Self::WrongBrickCount { stated, found } => {
                write!(f, "it is said to have {stated} bricks, but has {found}")
            }
            Self::WrongSymmetryCount { stated, found } => {
                write!(f, "it is said to have {stated} symmetries, but has {found}")
            }
            Self::Solution { number, fault } => write!(f, "solution {number}: {fault}"),
            Self::SameClass { first, second } => {
                write!(
                    f,
                    "solutions {first} and {second} are the same under the symmetries of the \
                     question"
                )
            }
            Self::MoreListedThanCounted { what, listed, counted } => {
                write!(f, "{what} listed: {listed}, but the answer counts {counted}")
            }
            Self::Sum { what, found, stated } => {
                write!(f, "{what} add up to {found}, but the answer says {stated}")
            }
            Self::RepeatedRow { table, key } => write!(f, "{table} has two rows for {key}"),
            Self::NotADivisor { order, group_order } => {
                write!(
                    f,
                    "by_symmetry has a row for {order} symmetries, which does not divide \
                     {group_order}"
                )
            }
            Self::ImpossibleClasses { bricks } => {
                write!(f, "the packings with {bricks} bricks cannot form that many classes")
            }
            Self::OtherQuestion => {
                write!(
                    f,
                    "the question is written in another way than answers write it, expected \
                     sorted sides and bricks"
                )
            }
            Self::Listing(fault) => fault.fmt(f),
            Self::OtherBrickNumbers { stated, found } => {
                write!(
                    f,
                    "the answer is about {stated} bricks, but by_bricks has rows for {found:?}"
                )
            }
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable(error) => Some(error),
            Self::Solution { fault, .. } => Some(fault.as_ref()),
            _ => None,
        }
    }
}

impl From<ListingFault> for Fault {
    fn from(fault: ListingFault) -> Self {
        Self::Listing(fault)
    }
}

impl From<ModelError> for Fault {
    fn from(error: ModelError) -> Self {
        Self::Unreadable(error)
    }
}
