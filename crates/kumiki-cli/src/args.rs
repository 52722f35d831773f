//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use kumiki::model::{Cuboid, ModelError};
use std::path::PathBuf;
use std::time::Duration;

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
#[command(after_help = "Examples:
  kumiki antislide 4x4x4                                 all counts
  kumiki antislide 4x4x4 --list --max-bricks 13          one packing per class, layer by layer
  kumiki antislide 5x5x5 --fewest                        the fewest bricks, proved
  kumiki antislide 4x4x4 --brick 1x2x3 --svg a.svg       other bricks, drawn
  kumiki antislide 8x8x1 --brick 2x1x1 --fewest          dominoes on a chessboard
  kumiki antislide 4x4x4 --start corner --max-bricks 13  the count that ANTISLIDE prints

No brick can slide if every face of every brick touches a wall or another brick. Packings of one
class are turned or mirrored images of each other. Counts include the empty packing.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct AntislideArgs {
    /// The box, for example 4x4x4; the order of the sides does not matter
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
    /// Only packings with a brick in the first corner, or with all corners empty (ANTISLIDE's questions)
    #[arg(long, value_enum, default_value_t = StartArg::Anywhere)]
    pub(crate) start: StartArg,
    /// Which packings are the same in a list: turned and mirrored, only turned, or only equal ones
    #[arg(long, value_enum, default_value_t = SymmetryArg::All)]
    pub(crate) symmetry: SymmetryArg,
    /// How to find the answer
    #[arg(long, value_enum, default_value_t = MethodArg::Auto)]
    pub(crate) method: MethodArg,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

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
    /// Threads to use [default: all cores]; the answer does not depend on it
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Stop after this time, for example 30s, 5m or 2h
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
    /// Draw the listed solutions (the first 24 if --list is not given)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Confirm the counts by a second method
    #[arg(long)]
    pub(crate) verify: bool,
    /// Replace existing output files
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  kumiki antislide 4x4x4 --list --json > answer.json && kumiki check answer.json"
)]
pub(crate) struct CheckArgs {
    /// The saved answer, the output of a command with --json
    pub(crate) file: PathBuf,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki bench antislide --compile-reference antislide3.c
  kumiki bench antislide --reference 5x5x5=./antislide3-555

Each case runs in a process of its own, so that its time and memory are its own. A time is shown
only if the answer agrees with the known figures and with the reference, which is D. E. Knuth's
ANTISLIDE3 in C.")]
pub(crate) struct BenchArgs {
    /// The engine to measure
    #[arg(value_enum)]
    pub(crate) engine: EngineArg,
    /// A compiled reference program for a box, as BOX=PATH; may be repeated
    #[arg(long, value_name = "BOX=PATH", value_parser = parse_reference)]
    pub(crate) reference: Vec<(Cuboid, PathBuf)>,
    /// C source of the reference, compiled here with gcc -O3 -march=native for each box
    #[arg(long, value_name = "FILE.c")]
    pub(crate) compile_reference: Option<PathBuf>,
    /// Also 5x5x6, which takes up to a few minutes and a gigabyte
    #[arg(long)]
    pub(crate) long: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineArg {
    Antislide,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuleArg {
    Piece,
    Group,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StartArg {
    Anywhere,
    Corner,
    NoCorner,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SymmetryArg {
    All,
    Rotations,
    None,
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

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProgressArg {
    Auto,
    Always,
    Never,
}

fn parse_box(text: &str) -> Result<Cuboid, String> {
    parse_size(text, "4x4x4")
}

fn parse_brick(text: &str) -> Result<Cuboid, String> {
    parse_size(text, "2x2x1")
}

/// A size, or why not; the value itself is named by whoever reports the error.
fn parse_size(text: &str, example: &str) -> Result<Cuboid, String> {
    text.parse().map_err(|error| match error {
        ModelError::Size { reason, .. } => {
            format!("{reason}, expected three positive sides such as {example}")
        }
        ModelError::TooManyCells { limit, .. } => format!("too large, expected at most {limit} cells"),
        other => other.to_string(),
    })
}

fn parse_max_bricks(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number of bricks, 0 or more".to_owned())
}

fn parse_how_many(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => match text.parse() {
            // The value is optional, so a box behind --list is taken for it.
            Ok(0) | Err(_) => Err("expected a positive number or all; a box comes before --list".to_owned()),
            Ok(number) => Ok(number),
        },
    }
}

fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number of threads from 1 to 1024".to_owned()),
    }
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let error = || "expected a time such as 500ms, 30s, 5m or 2h".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?;
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| error())?;
    let seconds = |factor: u64| number.checked_mul(factor).map(Duration::from_secs);
    let time = match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => seconds(1),
        "m" | "min" => seconds(60),
        "h" => seconds(3600),
        "d" => seconds(86_400),
        _ => None,
    };
    // Beyond a thousand years a limit is none, and clocks overflow.
    time.filter(|t| t.as_secs() < 31_536_000_000).ok_or_else(error)
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    let error = || "expected a size such as 500M or 4G".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim_end_matches('B') {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        "T" | "t" => 1 << 40,
        _ => return Err(error()),
    };
    let number: u64 = number.parse().map_err(|_| error())?;
    number.checked_mul(factor).filter(|bytes| *bytes > 0).ok_or_else(error)
}

fn parse_reference(text: &str) -> Result<(Cuboid, PathBuf), String> {
    let (container, path) =
        text.split_once('=').ok_or("expected BOX=PATH, for example 5x5x5=./antislide3")?;
    Ok((parse_box(container)?, PathBuf::from(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn times_and_sizes_are_read_or_refused() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        for bad in ["", "5", "m", "-5s", "5 s", "99999999999999999999h"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_bytes("4G"), Ok(4 << 30));
        assert_eq!(parse_bytes("500MB"), Ok(500 << 20));
        assert_eq!(parse_bytes("1048576"), Ok(1 << 20));
        assert_eq!(parse_bytes("1k"), Ok(1 << 10));
        for bad in ["", "G", "x", "-1", "99999999999T", "0", "4GG", "4 G", "1.5G"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_how_many("all"), Ok(usize::MAX));
        assert!(parse_how_many("0").is_err());
        assert!(parse_threads("0").is_err());
        assert_eq!(parse_max_bricks("0"), Ok(0));
        assert!(parse_max_bricks("-1").is_err());
    }
}
