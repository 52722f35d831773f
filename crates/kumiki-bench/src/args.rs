//! The command line.

use clap::{Parser, ValueEnum};
use kumiki_model::Cuboid;
use std::path::PathBuf;

/// Measures the engines, with every answer checked first.
#[derive(Parser, Debug)]
#[command(
    name = "kumiki-bench",
    bin_name = "cargo xtask bench",
    version,
    max_term_width = 100,
    after_help = "Examples:
  cargo xtask bench antislide --compile-reference antislide3.c --long
  cargo xtask bench antislide --reference 5x5x5=./antislide3-555
  cargo xtask bench cover --only soma
  cargo xtask bench tile --compile-reference-decagon decagon.c
  cargo xtask bench slide --compile-reference-korf1 korf1.c --compile-reference-korf0 korf0.c
  cargo xtask bench diagram --compile-reference-obdd obdd.c --long

Each case runs in a process of its own, so that its time and memory are its own. A time is shown \
only if the answer agrees with the known figures and with the other program. For antislide that is \
D. E. Knuth's ANTISLIDE3 in C. For cover it is kumiki-peer, which solves with the crate dlx; peer \
and kumiki take turns. For tile they are Knuth's DECAGON and DECAGON-COLORSTAR in C, for slide it \
is his 15PUZZLE-KORF1, with KORF0 beside it, for diagram his OBDD, whose time for 8x8 is the yardstick of all cases; \
these run on one thread."
)]
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
    /// The command to measure [default: kumiki in the folder of this program]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) program: Option<PathBuf>,
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
    /// For slide: C source of 15PUZZLE-KORF0, the same search as one loop, compiled here likewise
    #[arg(long, value_name = "FILE.c")]
    pub(crate) compile_reference_korf0: Option<PathBuf>,
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
    let container: Cuboid = container
        .parse()
        .map_err(|error| format!("{error}, expected three positive sides such as 5x5x5"))?;
    Ok((container.sorted(), PathBuf::from(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        BenchArgs::command().debug_assert();
    }
}
