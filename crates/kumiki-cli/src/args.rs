//! The command line: the commands, and the arguments of the small ones. The others have files of
//! their own.

mod antislide;
mod cover;
mod graph;
mod pack;
mod slide;
mod solving;
mod tile;
mod tours;
mod values;

pub(crate) use antislide::{AntislideArgs, MethodArg, RuleArg, StartArg};
pub(crate) use cover::{CoverArgs, CoverFormatArg, CoverSymmetryArg, CoverWriteArg, KernelArg};
pub(crate) use graph::GraphArgs;
pub(crate) use pack::{HoldArg, PackArgs, PackKernelArg, PackWriteArg, PuzzleFormatArg};
pub(crate) use slide::SlideArgs;
pub(crate) use solving::{CommonArgs, ProgressArg, SampleArgs};
pub(crate) use tile::{TileArgs, TileWriteArg};
pub(crate) use tours::ToursArgs;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Exact combinatorial search: counts you can trust, up to any symmetry, drawn.
#[derive(Parser, Debug)]
#[command(name = "kumiki", version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Show what Kumiki can do: known problems, each answer beside its known figure
    Demo(DemoArgs),
    /// Pack bricks into a box so that none can slide
    Antislide(AntislideArgs),
    /// Solve an exact-cover problem: Knuth's text, lists of rows, a matrix or JSON
    Cover(CoverArgs),
    /// Pack pieces of any shape into a box of any shape
    Pack(PackArgs),
    /// Tile a polygon with polygons, exactly
    Tile(TileArgs),
    /// Solve sliding-tile puzzles in the fewest moves
    Slide(SlideArgs),
    /// Count, list and draw closed tours of knights and other leapers on boards
    Tours(ToursArgs),
    /// Count matchings, paths, cycles and trees of a graph
    Graph(GraphArgs),
    /// Judge a saved answer (`--json` output) from first principles
    Check(CheckArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  kumiki demo --svg demo.svg")]
pub(crate) struct DemoArgs {
    /// Draw the demo's packings
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Replace an existing picture
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Three verdicts:
  proved                  every count was found again by the judge's own work; exit code 0
  consistent, not proved  nothing is wrong, but something is taken on trust; 0, --strict: 4
  refuted                 something is wrong; exit code 1

Examples:
  kumiki antislide 3x3x3 --list --json > answer.json && kumiki check answer.json
  kumiki graph spanning-trees grid:8x40 --json | kumiki check - --strict")]
pub(crate) struct CheckArgs {
    /// The saved answer, the output of a command with --json
    pub(crate) file: PathBuf,
    /// Exit with code 4 if nothing is wrong, but not everything could be proved
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print one JSON object: the verdict, and what was proved and what was not
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
