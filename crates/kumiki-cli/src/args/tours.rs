//! The arguments of `kumiki tours`.

use super::solving::{CommonArgs, PictureArgs, SampleArgs};
use super::values::{parse_cells, parse_piece};
use clap::{Args, ValueEnum};
use kumiki::model::{TourMethod, TourSymmetry};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki tours 6x6                                  9862 tours, 1245 up to symmetry
  kumiki tours 8x8 --symmetry half-turn --method diagram   D. E. Knuth's OBDD, with all its figures
  kumiki tours 8x8 --symmetry half-turn             the same counts by the frontier method
  kumiki tours 6x8                                  all closed tours: 55488142
  kumiki tours 8x8                                  13267364410532, in half a minute and 4.7 GB
  kumiki tours 6x6 --list 3 --svg tours.svg         drawn
  kumiki tours 6x6 --list --one-per-class           1245, with their symmetries
  kumiki tours 6x6 --sample 10 --seed 1             drawn by lot, each equally likely
  kumiki tours 6x6 --symmetry quarter-turn --list
  kumiki tours 10x10 --piece 2,3 --symmetry quarter-turn
  kumiki tours 6x6 --list --json > answer.json && kumiki check answer.json

A tour comes to every cell once and closes. It has no beginning and no direction; it is listed from \
cell 0,0 on, in the direction of the neighbour that comes first. Classes are up to all motions of \
the \
board. Lists and samples are drawn from a diagram of all tours, which must fit into memory.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct ToursArgs {
    /// The board, such as 8x8
    #[arg(value_name = "BOARD", value_parser = parse_cells)]
    pub(crate) board: [usize; 2],
    /// Only tours that this motion of the board preserves
    #[arg(long, value_enum, default_value_t = TourSymmetryArg::None)]
    pub(crate) symmetry: TourSymmetryArg,
    /// How to count; diagram is for the half-turn, and pairs matchings of the folded board
    #[arg(long, value_enum, default_value_t = TourMethodArg::Frontier)]
    pub(crate) method: TourMethodArg,
    /// The piece: knight, or how far it leaps, such as 1,2 or 2,3
    #[arg(long, value_name = "PIECE", value_parser = parse_piece, default_value = "knight")]
    pub(crate) piece: [usize; 2],
    /// List one of each class, with its number of symmetries: those count as the same that a motion
    /// of the board, a turn or a reflection, takes to each other
    #[arg(long, conflicts_with = "sample")]
    pub(crate) one_per_class: bool,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// Which motion is to preserve the tours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TourSymmetryArg {
    None,
    HalfTurn,
    QuarterTurn,
}

impl From<TourSymmetryArg> for TourSymmetry {
    fn from(symmetry: TourSymmetryArg) -> Self {
        match symmetry {
            TourSymmetryArg::None => Self::None,
            TourSymmetryArg::HalfTurn => Self::HalfTurn,
            TourSymmetryArg::QuarterTurn => Self::QuarterTurn,
        }
    }
}

/// How to count.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TourMethodArg {
    Frontier,
    Diagram,
}

impl From<TourMethodArg> for TourMethod {
    fn from(method: TourMethodArg) -> Self {
        match method {
            TourMethodArg::Frontier => Self::Frontier,
            TourMethodArg::Diagram => Self::Diagram,
        }
    }
}
