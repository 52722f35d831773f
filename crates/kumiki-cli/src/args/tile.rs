//! The arguments of `kumiki tile`.

use super::solving::{CommonArgs, PictureArgs, SampleArgs, SymmetryArg};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki tile tangram-square --list            eight tilings, one up to symmetry
  kumiki tile stomachion                       Archimedes' puzzle: 17152 tilings
  kumiki tile colorstar --list --svg star.svg  all 37 classes, drawn in four colours
  kumiki tile decagon --sample 6 --svg six.svg --eps six.eps
  kumiki tile octagon --verify                 counted in two ways
  kumiki tile rhombs-14 --symmetry none        the number of tilings alone
  kumiki tile --gallery                        all problems that come with Kumiki
  kumiki tile pentagon --write toml -          what the file of a problem looks like
  kumiki tile pentagon --list --json > answer.json && kumiki check answer.json

FILE is a problem in Kumiki's TOML or the name of a problem that comes with Kumiki. All corners are \
exact. Tilings of one class are turned or mirrored images of each other; colourings are the same \
if they differ in the names of colours only.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct TileArgs {
    /// The file with the problem, - for stdin, or a name that --gallery lists
    #[arg(value_name = "FILE", required_unless_present = "gallery")]
    pub(crate) file: Option<PathBuf>,
    /// List the problems that come with Kumiki, with what is known about them
    #[arg(long, exclusive = true)]
    pub(crate) gallery: bool,
    /// Which tilings are the same in a list: turned and mirrored, only turned, or only equal ones;
    /// none counts no classes [default: all, but no classes are counted above 50 million tilings]
    #[arg(long, value_enum)]
    pub(crate) symmetry: Option<SymmetryArg>,
    /// Write the problem as toml to FILE (- for stdout) and solve nothing
    #[arg(long, num_args = 2, value_names = ["FORMAT", "FILE"],
          conflicts_with_all = ["list", "first", "sample", "json", "profile", "verify", "svg", "eps"])]
    pub(crate) write: Option<Vec<OsString>>,
    /// Draw the same as --svg in PostScript; - for stdout
    #[arg(long, value_name = "FILE")]
    pub(crate) eps: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// What a problem can be written as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TileWriteArg {
    Toml,
}
