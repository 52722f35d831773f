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

use clap::{Args, Parser, Subcommand, ValueEnum};
use kumiki::model::Cuboid;
use std::path::PathBuf;
use values::parse_box;

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
    /// Measure the engines, with every answer checked first
    Bench(BenchArgs),
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

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki bench antislide --compile-reference antislide3.c --long
  kumiki bench antislide --reference 5x5x5=./antislide3-555
  kumiki bench cover --peer target/release/kumiki-peer
  kumiki bench cover --only soma
  kumiki bench tile --compile-reference-decagon decagon.c
  kumiki bench slide --compile-reference-korf1 korf1.c --long
  kumiki bench diagram --compile-reference-obdd obdd.c --long

Each case runs in a process of its own, so that its time and memory are its own. A time is shown \
only if the answer agrees with the known figures and with the other program. For antislide that is \
D. E. Knuth's ANTISLIDE3 in C. For cover it is kumiki-peer, which solves with the crate dlx; build \
it with 'cargo build --release -p kumiki-peer'. Peer and kumiki take turns. For tile they are \
Knuth's \
DECAGON and DECAGON-COLORSTAR in C, for slide it is his 15PUZZLE-KORF1, for diagram his OBDD, \
whose \
time for 8x8 is the yardstick of all cases; these run on one thread.")]
pub(crate) struct BenchArgs {
    /// The engine to measure
    #[arg(value_enum)]
    pub(crate) engine: EngineArg,
    /// Only the cases with this text in their names
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Also the cases that take minutes
    #[arg(long)]
    pub(crate) long: bool,
    /// For cover: the program to compare with [default: kumiki-peer in the folder of this program,
    /// if it is there]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) peer: Option<PathBuf>,
    /// For antislide: a compiled reference program for a box, as BOX=PATH; may be repeated
    #[arg(long, value_name = "BOX=PATH", value_parser = parse_reference)]
    pub(crate) reference: Vec<(Cuboid, PathBuf)>,
    /// For antislide: C source of the reference, compiled here with gcc -O3 -march=native for each
    /// box
    #[arg(long, value_name = "FILE.c")]
    pub(crate) compile_reference: Option<PathBuf>,
    /// For tile: C source of DECAGON, compiled here likewise
    #[arg(long, value_name = "FILE.c")]
    pub(crate) compile_reference_decagon: Option<PathBuf>,
    /// For tile: C source of DECAGON-COLORSTAR, compiled here likewise
    #[arg(long, value_name = "FILE.c")]
    pub(crate) compile_reference_colorstar: Option<PathBuf>,
    /// For slide: C source of 15PUZZLE-KORF1, compiled here likewise
    #[arg(long, value_name = "FILE.c")]
    pub(crate) compile_reference_korf1: Option<PathBuf>,
    /// For diagram: C source of OBDD, compiled here likewise
    #[arg(long, value_name = "FILE.c")]
    pub(crate) compile_reference_obdd: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineArg {
    Antislide,
    Cover,
    Tile,
    Slide,
    Diagram,
}

fn parse_reference(text: &str) -> Result<(Cuboid, PathBuf), String> {
    let (container, path) =
        text.split_once('=').ok_or("expected BOX=PATH, for example 5x5x5=./antislide3")?;
    Ok((parse_box(container)?.sorted(), PathBuf::from(path)))
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
