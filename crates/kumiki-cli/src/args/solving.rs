//! Arguments that several commands have, because they solve something.

use super::values::{
    parse_bytes, parse_how_many, parse_number, parse_positive, parse_threads, parse_time,
};
use clap::{Args, ValueEnum};
use kumiki::model::Symmetry;
use std::path::PathBuf;
use std::time::Duration;

/// What every command that solves something understands.
#[derive(Args, Debug)]
pub(crate) struct CommonArgs {
    /// List the solutions, at most N of them, or all
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "all",
          value_parser = parse_how_many, allow_negative_numbers = true)]
    pub(crate) list: Option<usize>,
    /// Stop at the first solution and show it
    #[arg(long)]
    pub(crate) first: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Threads to use [default: all cores]; nothing in the answer depends on it but what the run
    /// took: the fields nodes, seconds, threads and peak_bytes of its JSON, and the tree of
    /// --profile
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Stop after this time, for example 30s, 5m or 2h, in whatever phase the run is
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop rather than use more memory than this, for example 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,
    /// Show the search tree level by level, and what it cost
    #[arg(long)]
    pub(crate) profile: bool,
    /// Show progress on stderr; auto: if it is a terminal
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto)]
    pub(crate) progress: ProgressArg,
    /// Confirm the counts by a second method; if that cannot be done, the exit code is 3
    #[arg(long)]
    pub(crate) verify: bool,
    /// Replace existing output files; devices and FIFOs are written to, links are followed
    #[arg(long)]
    pub(crate) force: bool,
}

/// What commands understand whose solutions can be drawn.
#[derive(Args, Debug)]
pub(crate) struct PictureArgs {
    /// Draw the listed solutions (the first 24 if --list is not given); - for stdout, in the place
    /// of the answer
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// What commands understand that can draw solutions by lot.
#[derive(Args, Debug)]
pub(crate) struct SampleArgs {
    /// Show N solutions drawn by lot, each set of N equally likely
    #[arg(long, value_name = "N", value_parser = parse_positive, allow_negative_numbers = true,
          conflicts_with_all = ["list", "first"])]
    pub(crate) sample: Option<usize>,
    /// Where the dice of --sample start; the same seed draws the same solutions
    #[arg(long, value_name = "S", value_parser = parse_number, allow_negative_numbers = true,
          default_value_t = 0, requires = "sample")]
    pub(crate) seed: u64,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SymmetryArg {
    All,
    Rotations,
    None,
}

impl From<SymmetryArg> for Symmetry {
    fn from(symmetry: SymmetryArg) -> Self {
        match symmetry {
            SymmetryArg::All => Self::All,
            SymmetryArg::Rotations => Self::Rotations,
            SymmetryArg::None => Self::None,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProgressArg {
    Auto,
    Always,
    Never,
}
