//! The arguments of `kumiki slide`.

use super::solving::{CommonArgs, PictureArgs};
use super::values::parse_board;
use clap::{Args, ValueEnum};
use kumiki::model::{Metric, SlidingBoard};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki slide ca6098dfb73254e1                        the hardest of Korf's hundred: 65 moves
  kumiki slide bc9e80df3412a756 --heuristic manhattan  D. E. Knuth's 15PUZZLE-KORF1, round by round
  kumiki slide bc9e80df3412a756 --all                  how many shortest solutions there are
  kumiki slide 159d26ae37bf48c0 --heuristic 7-8        larger tables, kept for the next time
  kumiki slide 8,7,6,5,4,3,2,1,0 --board 3x3 --goal 0,1,2,3,4,5,6,7,8
  kumiki slide --file korf100 --json                   a list of positions; this one comes with Kumiki
  kumiki slide --table 3x3                             all positions of a board, by distance
  kumiki slide ca6098dfb73254e1 --svg solution.svg --play

START and the goal are written row by row: one hexadecimal digit for each cell on boards of up to 16 \
cells, or numbers with commas between; 0 is the blank.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct SlideArgs {
    /// The position to begin with
    #[arg(value_name = "START", required_unless_present_any = ["file", "table"])]
    pub(crate) start: Option<String>,
    /// A file with a position on each line, - for stdin; korf100 and korf24 come with Kumiki
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    pub(crate) file: Option<PathBuf>,
    /// Answer the good lines of --file even if there are bad ones
    #[arg(long, requires = "file")]
    pub(crate) keep_going: bool,
    /// Count all positions of a board by their distance from the goal, up to 12 cells
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = parse_board,
          conflicts_with_all = ["start", "file", "board", "heuristic", "all", "list", "play", "verify"])]
    pub(crate) table: Option<SlidingBoard>,
    /// With --table: only the positions that are solved by happy moves alone, each of which brings
    /// a tile closer to its goal; up to 16 cells
    #[arg(long, requires = "table")]
    pub(crate) happy: bool,
    /// The board [default: 4x4]
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = parse_board)]
    pub(crate) board: Option<SlidingBoard>,
    /// The position to end with [default: in order, the blank last]
    #[arg(long, value_name = "POSITION")]
    pub(crate) goal: Option<String>,
    /// The lower bound: manhattan, a name of pattern tables (on 4x4: 5-5-5, 6-6-3, 7-8; on 5x5:
    /// 6-6-6-6), or patterns written as letters row by row [default: tables that are made in less
    /// than a second]
    #[arg(long, value_name = "BOUND")]
    pub(crate) heuristic: Option<String>,
    /// What counts as one move: a tile pushed by one cell, or several tiles pushed together
    #[arg(long, value_enum, default_value_t = MetricArg::Single)]
    pub(crate) metric: MetricArg,
    /// Count all shortest solutions
    #[arg(long)]
    pub(crate) all: bool,
    /// Show the solution in the terminal, move by move
    #[arg(long, conflicts_with_all = ["file", "json"])]
    pub(crate) play: bool,
    /// Keep tables in this folder [default: $KUMIKI_CACHE, $XDG_CACHE_HOME/kumiki or
    /// ~/.cache/kumiki]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// What counts as one move.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MetricArg {
    Single,
    Multi,
}

impl MetricArg {
    pub(crate) fn is_multi(self) -> bool {
        self == Self::Multi
    }
}

impl From<MetricArg> for Metric {
    fn from(metric: MetricArg) -> Self {
        match metric {
            MetricArg::Single => Self::Single,
            MetricArg::Multi => Self::Multi,
        }
    }
}
