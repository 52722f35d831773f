//! The arguments of `kumiki pack`.

use super::solving::{CommonArgs, PictureArgs, SampleArgs, SymmetryArg};
use super::values::parse_problem;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki pack soma --svg soma.svg              the Soma cube: 11520 packings, drawn
  kumiki pack --gallery                        all puzzles that come with Kumiki
  kumiki pack pentominoes-8x8 --list 2         two solutions, as text
  kumiki pack rods --rule group                rods in a cube that hold each other
  kumiki pack diabolical --symmetry none --list --json > answer.json
  kumiki pack soma --write toml -              what the file of a puzzle looks like
  kumiki pack soma --write xmpuzzle -          the same for BurrTools

FILE is a puzzle in Kumiki's TOML, a BurrTools .xmpuzzle, a text of the solver polycube, or the name \
of a puzzle from the gallery. Packings of one class are turned or mirrored images of each other. \
A flat \
puzzle has the symmetries of the plane: turning it over is a reflection.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct PackArgs {
    /// The file with the puzzle, - for stdin, or a name that --gallery lists
    #[arg(value_name = "FILE", required_unless_present = "gallery")]
    pub(crate) file: Option<PathBuf>,
    /// List the puzzles that come with Kumiki, with their known counts
    #[arg(long, exclusive = true)]
    pub(crate) gallery: bool,
    /// How the file is written
    #[arg(long, value_enum, default_value_t = PuzzleFormatArg::Auto)]
    pub(crate) format: PuzzleFormatArg,
    /// Which puzzle of the file, the first being 0
    #[arg(long, value_name = "N", value_parser = parse_problem, allow_negative_numbers = true,
          default_value = "0")]
    pub(crate) problem: usize,
    /// What must hold the pieces: nothing; each piece something; or no group of pieces can slide
    /// [default: what the file says]
    #[arg(long, value_enum)]
    pub(crate) rule: Option<HoldArg>,
    /// Which packings are the same in a list: turned and mirrored, only turned, or only equal ones
    #[arg(long, value_enum, default_value_t = SymmetryArg::All)]
    pub(crate) symmetry: SymmetryArg,
    /// How to find the answer
    #[arg(long, value_enum, default_value_t = PackKernelArg::Auto)]
    pub(crate) kernel: PackKernelArg,
    /// Write the puzzle as toml, xmpuzzle, polycube, dlx, json or dimacs to FILE (- for stdout) and
    /// solve nothing; may be repeated
    #[arg(long, num_args = 2, value_names = ["FORMAT", "FILE"],
          conflicts_with_all = ["list", "first", "sample", "json", "profile", "verify", "svg"])]
    pub(crate) write: Option<Vec<OsString>>,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PuzzleFormatArg {
    /// What it looks like
    Auto,
    /// Kumiki's own
    Toml,
    /// An .xmpuzzle, packed or not
    Burrtools,
    /// The text of the solver polycube
    Polycube,
}

/// The kernels that can tell classes apart.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PackKernelArg {
    /// Whichever is fastest
    Auto,
    /// Bit sets of placements
    Bits,
    /// Sparse sets; for puzzles of any size and kind
    Cells,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HoldArg {
    Free,
    Piece,
    Group,
}

/// What a puzzle can be written as; the last three state it as an exact cover.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PackWriteArg {
    Toml,
    Xmpuzzle,
    Polycube,
    Dlx,
    Json,
    Dimacs,
}
