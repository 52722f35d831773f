//! The arguments of `kumiki cover`.

use super::solving::{CommonArgs, SampleArgs};
use super::values::parse_positive;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki cover examples/pent6x10.dlx                     count: 9356 solutions
  kumiki cover examples/pent6x10.dlx --symmetry auto     symmetries found: 2339 classes
  kumiki cover examples/queens8.dlx --list 3 --profile   three solutions, and what it took
  kumiki cover examples/domino16.dlx --verify            counted exactly, in two ways
  kumiki cover examples/costs.dlx --cheapest 3           the three cheapest solutions
  kumiki cover examples/queens8.dlx --sample 2 --seed 7  two solutions drawn by lot
  printf 'a b c\\na b\\nc\\n' | kumiki cover -             a problem from another program
  kumiki cover examples/queens8.dlx --write dimacs -     the problem for a solver of formulas

The text of D. E. Knuth's programs: the first line has the items, those after | may stay uncovered; \
every other line is an option. x:red covers x in a colour, 2:3|x is an item to be covered two or \
three times, |5 at the end of an option is its cost, lines that begin with | are comments.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct CoverArgs {
    /// The file with the problem, or - for stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// How the file is written; auto knows all but rows by their looks
    #[arg(long, value_enum, default_value_t = CoverFormatArg::Auto)]
    pub(crate) format: CoverFormatArg,
    /// Which solutions are the same: those that a symmetry of the problem maps to each other, or
    /// none
    #[arg(long, value_enum, default_value_t = CoverSymmetryArg::None)]
    pub(crate) symmetry: CoverSymmetryArg,
    /// How to find the answer
    #[arg(long, value_enum, default_value_t = KernelArg::Auto)]
    pub(crate) kernel: KernelArg,
    /// Find the K cheapest solutions, or the cheapest one
    #[arg(long, value_name = "K", num_args = 0..=1, default_missing_value = "1",
          value_parser = parse_positive, allow_negative_numbers = true,
          conflicts_with_all = ["list", "first", "sample"])]
    pub(crate) cheapest: Option<usize>,
    /// Write the problem as dlx, rows, matrix, json or dimacs to FILE (- for stdout) and solve
    /// nothing; may be repeated
    #[arg(long, num_args = 2, value_names = ["FORMAT", "FILE"],
          conflicts_with_all = ["list", "first", "sample", "cheapest", "json", "profile", "verify"])]
    pub(crate) write: Option<Vec<OsString>>,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CoverFormatArg {
    /// What it looks like
    Auto,
    /// Knuth's text
    Dlx,
    /// A list of items in each line
    Rows,
    /// Zeros and ones
    Matrix,
    /// Our own JSON
    Json,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CoverSymmetryArg {
    Auto,
    None,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KernelArg {
    /// Whichever is fastest
    Auto,
    /// Bit sets of options
    Bits,
    /// Sparse sets; for problems of any size and kind
    Cells,
    /// Merging equal states; only counts
    Memo,
}

/// What a problem can be written as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CoverWriteArg {
    Dlx,
    Rows,
    Matrix,
    Json,
    Dimacs,
}
