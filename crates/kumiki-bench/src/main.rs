//! `cargo xtask bench`: what the engines need, with every answer checked first.
//!
//! Each case is run as a child process, `kumiki antislide …` and the like, so that its time and its
//! peak memory are its own. A wrong answer cannot look fast: no time is shown before the answer has
//! been compared with the known figures and with the other program, and the first difference ends
//! the bench.
//!
//! * `antislide`: bricks that cannot slide, beside ANTISLIDE3.
//! * `cover`: exact covers and packing puzzles, beside another program for exact covers.
//! * `tile`: polygons tiled by polygons, beside DECAGON and DECAGON-COLORSTAR.
//! * `slide`: sliding tiles, beside 15PUZZLE-KORF1.
//! * `diagram`: decision diagrams, tours and subgraphs, beside OBDD.
//! * `goal`: what a case is meant to reach.
//! * `child`: a program run to its end; `product`: the command as a child; `compiler`: references
//!   in C.
//! * `workshop`: where files are put.
//! * `report`: the table.
//!
//! `kumiki-peer`, a program of its own, is the other program for exact covers.
#![forbid(unsafe_code)]

mod antislide;
mod args;
mod child;
mod compiler;
mod cover;
mod diagram;
mod failure;
mod goal;
mod product;
mod report;
mod slide;
mod tile;
mod workshop;

use args::{BenchArgs, EngineArg};
use clap::{Parser, ValueEnum};
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&BenchArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(args: &BenchArgs) -> Result<(), Failure> {
    check_options(args)?;
    child::catch_signals()?;
    let mut rows = Vec::new();
    let (measured, compared) = match args.engine {
        EngineArg::Antislide => (antislide::run(args, &mut rows), "reference"),
        EngineArg::Cover => (cover::run(args, &mut rows), "peer"),
        EngineArg::Tile => (tile::run(args, &mut rows), "reference"),
        EngineArg::Slide => (slide::run(args, &mut rows), "reference"),
        EngineArg::Diagram => (diagram::run(args, &mut rows), "reference"),
    };
    // What was measured before a failure is worth showing too.
    if !rows.is_empty() {
        let table = report::table(&rows, compared);
        std::io::stdout()
            .write_all(table.as_bytes())
            .map_err(|error| Failure::Machine(format!("the table cannot be printed: {error}")))?;
    }
    measured
}

/// Refuses options of other engines.
fn check_options(args: &BenchArgs) -> Result<(), Failure> {
    let given = [
        ("--peer", args.peer.is_some(), EngineArg::Cover),
        ("--reference", !args.reference.is_empty(), EngineArg::Antislide),
        ("--compile-reference", args.compile_reference.is_some(), EngineArg::Antislide),
        ("--compile-reference-decagon", args.compile_reference_decagon.is_some(), EngineArg::Tile),
        (
            "--compile-reference-colorstar",
            args.compile_reference_colorstar.is_some(),
            EngineArg::Tile,
        ),
        ("--compile-reference-korf1", args.compile_reference_korf1.is_some(), EngineArg::Slide),
        ("--compile-reference-korf0", args.compile_reference_korf0.is_some(), EngineArg::Slide),
        ("--compile-reference-obdd", args.compile_reference_obdd.is_some(), EngineArg::Diagram),
    ];
    match given.into_iter().find(|(_, is_given, engine)| *is_given && *engine != args.engine) {
        Some((option, _, engine)) => {
            let engine = engine
                .to_possible_value()
                .map_or_else(String::new, |value| value.get_name().to_owned());
            Err(Failure::Input(format!("{option} is given, expected it for 'bench {engine}' only")))
        }
        None => Ok(()),
    }
}

/// The cases that are asked for: those with the right name, and without `--long` only those that do
/// not take long.
fn wanted<'c, C>(
    args: &BenchArgs,
    cases: &'c [C],
    name: fn(&C) -> &'static str,
    is_long: fn(&C) -> bool,
) -> Result<Vec<&'c C>, Failure> {
    let has_name =
        |case: &&C| args.only.as_ref().is_none_or(|only| name(case).contains(only.as_str()));
    let named: Vec<&C> = cases.iter().filter(has_name).collect();
    let only = args.only.as_deref().unwrap_or_default();
    if named.is_empty() {
        let names: Vec<String> = cases.iter().map(|case| format!("'{}'", name(case))).collect();
        return Err(Failure::Input(format!(
            "no case has '{only}' in its name, expected a part of one of {}",
            names.join(", ")
        )));
    }
    let wanted: Vec<&C> = named.into_iter().filter(|case| args.long || !is_long(case)).collect();
    if wanted.is_empty() {
        return Err(Failure::Input(format!(
            "every case with '{only}' in its name takes long, expected --long"
        )));
    }
    Ok(wanted)
}

/// Times of a build for tests are not worth much.
fn warn_if_unoptimised() {
    if cfg!(debug_assertions) {
        child::note("this build is not optimised: its times mean little");
    }
}
