//! The command `kumiki`: it parses, calls the library, and prints.

mod allocator;
mod antislide;
mod args;
mod check;
mod cover;
mod demo;
mod failure;
mod graph;
mod guard;
mod input;
mod output;
mod pack;
mod running;
mod slide;
mod tables;
mod text;
mod tile;
mod tours;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    if let Err(failure) = guard::begin() {
        return failure.report();
    }
    let result = match cli.command {
        Command::Demo(args) => demo::run(&args),
        Command::Antislide(args) => antislide::run(&args),
        Command::Cover(args) => cover::run(&args),
        Command::Pack(args) => pack::run(&args),
        Command::Tile(args) => tile::run(&args),
        Command::Slide(args) => slide::run(&args),
        Command::Tours(args) => tours::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Check(args) => check::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
