//! The command `kumiki`: it parses, calls the library, and prints.

mod allocator;
mod arguments;
mod ask;
mod check;
mod command;
mod failure;
mod flags;
mod input;
mod list;
mod listing;
mod long;
mod output;
mod play;
mod printing;
mod serve;
mod values;

use kumiki_host::guard;
use std::process::ExitCode;

fn main() -> ExitCode {
    let matches = match flags::command_line().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return failure::usage(&error),
    };
    let (command, matches) = matches.subcommand().expect("clap wants a command");
    // A server ends by its own rules.
    if command == "serve" {
        return serve::run(matches).unwrap_or_else(|failure| failure.report());
    }
    guard::begin(failure::report_line);
    if cfg!(feature = "page") {
        return ask::run(matches).unwrap_or_else(|failure| failure.report());
    }
    let result = match command {
        "demo" => command::demo(matches),
        "check" => check::run(matches),
        "ask" => ask::run(matches),
        "resume" => long::resume(matches),
        "merge" => long::merge(matches),
        "shards" => long::shards(matches),
        "status" => long::status(matches),
        "export" => listing::export(matches),
        "schema" => printing::print_json(&kumiki::model::schema()).map(|_| ExitCode::SUCCESS),
        family => command::run(family, matches),
    };
    result.unwrap_or_else(|failure| failure.report())
}
