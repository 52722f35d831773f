//! The arguments of `kumiki antislide`.

use super::solving::{CommonArgs, PictureArgs, SymmetryArg};
use super::values::{parse_box, parse_brick, parse_max_bricks};
use clap::{Args, ValueEnum};
use kumiki::model::Cuboid;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki antislide 4x4x4                                 all counts
  kumiki antislide 4x4x4 --list --max-bricks 13          one packing per class, layer by layer
  kumiki antislide 5x5x5 --fewest                        the fewest bricks, proved
  kumiki antislide 4x4x4 --brick 1x2x3 --svg a.svg       other bricks, drawn
  kumiki antislide 8x8x1 --brick 2x1x1 --fewest          dominoes on a chessboard
  kumiki antislide 4x4x4 --start corner --max-bricks 13  the count that ANTISLIDE prints

No brick can slide if every face of every brick touches a wall or another brick. Packings of one \
class are turned or mirrored images of each other; with --start corner, by symmetries that keep \
the first brick. The \
symmetries of a packing are all those of the box that leave it unchanged. A box of one layer has \
the \
symmetries of the plane. Counts include the empty packing.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct AntislideArgs {
    /// The box, for example 4x4x4; the order of the sides matters only with --start corner
    #[arg(value_name = "BOX", value_parser = parse_box)]
    pub(crate) container: Cuboid,
    /// A kind of brick; repeat the option to mix kinds [default: 2x2x1]
    #[arg(long, value_name = "BRICK", value_parser = parse_brick)]
    pub(crate) brick: Vec<Cuboid>,
    /// What must not slide: a brick alone, or a group of bricks together
    #[arg(long, value_enum, default_value_t = RuleArg::Piece)]
    pub(crate) rule: RuleArg,
    /// Only packings with as few bricks as possible (the empty one does not count)
    #[arg(long, conflicts_with = "most")]
    pub(crate) fewest: bool,
    /// Only packings with as many bricks as possible
    #[arg(long)]
    pub(crate) most: bool,
    /// Only packings with at most so many bricks
    #[arg(long, value_name = "K", value_parser = parse_max_bricks, allow_negative_numbers = true)]
    pub(crate) max_bricks: Option<usize>,
    /// Which packings are looked at; the last two are ANTISLIDE's questions
    #[arg(long, value_enum, default_value_t = StartArg::Anywhere)]
    pub(crate) start: StartArg,
    /// Which packings are the same in a list: turned and mirrored, only turned, or only equal ones
    #[arg(long, value_enum, default_value_t = SymmetryArg::All)]
    pub(crate) symmetry: SymmetryArg,
    /// How to find the answer
    #[arg(long, value_enum, default_value_t = MethodArg::Auto)]
    pub(crate) method: MethodArg,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuleArg {
    Piece,
    Group,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StartArg {
    /// All packings
    Anywhere,
    /// Those with a brick of the first kind in the first cell, across as few layers and then as few
    /// rows as it can; the sides of BOX are its layers, rows and columns
    Corner,
    /// Those that leave all corners empty
    NoCorner,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MethodArg {
    /// Whichever is faster for the question
    Auto,
    /// Exact-cover search; lists packings and takes any bricks
    Direct,
    /// Halves of the box joined in the middle; counts only
    Layers,
}
