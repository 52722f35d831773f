//! `kumiki serve`: its flags, and the server where it was built in.

use crate::failure::Failure;
use crate::flags::value;
use crate::values::{parse_address, parse_bytes, parse_threads, parse_time, parse_token};
use clap::{ArgMatches, Command};
use std::process::ExitCode;

/// The command and its flags, whether there is a server or not.
pub(crate) fn command() -> Command {
    let value = |name, value_name, help: &'static str| value(name, value_name).help(help);
    Command::new("serve")
        .about("Serve the page on this machine: its questions are answered with all cores")
        .after_help(include_str!("help/serve.txt"))
        .arg(
            value("port", "N", "The port; 0 for any that is free")
                .value_parser(clap::value_parser!(u16))
                .default_value("5864"),
        )
        .arg(
            value("bind", "ADDRESS", "Listen to this address instead of 127.0.0.1 and ::1")
                .value_parser(parse_address),
        )
        .arg(
            value("token", "T", "What pages must bring [default: one made by lot]")
                .value_parser(parse_token),
        )
        .arg(
            value("jobs", "N", "How many pages may have a question answered at the same time")
                .value_parser(parse_threads)
                .default_value("4"),
        )
        .arg(
            value("threads", "N", "Threads of each question [default: all cores]")
                .value_parser(parse_threads),
        )
        .arg(
            value("time_limit", "TIME", "The time of each question; a page can ask for less")
                .value_parser(parse_time)
                .default_value("1h"),
        )
        .arg(
            value(
                "memory_limit",
                "SIZE",
                "The memory of each question [default: half of what is free and not given away]",
            )
            .value_parser(parse_bytes),
        )
        .arg(
            value("output_limit", "SIZE", "How much each answer may say, with its list")
                .value_parser(parse_bytes)
                .default_value("64M"),
        )
}

/// Serves until Ctrl-C.
#[cfg(feature = "serve")]
pub(crate) fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    use crate::arguments::given;
    use crate::command::cores;
    use kumiki::drive::Host as _;
    use kumiki_serve::{ServeError, Settings};

    let program = std::env::current_exe()
        .map_err(|error| Failure::Machine(format!("this program cannot find itself: {error}")))?;
    let settings = Settings {
        port: given(matches, "port").unwrap_or_default(),
        bind: given(matches, "bind"),
        token: given(matches, "token"),
        program,
        jobs: given(matches, "jobs").unwrap_or(1),
        threads: given(matches, "threads").unwrap_or_else(cores),
        time: given(matches, "time_limit").unwrap_or_default(),
        memory_bytes: given(matches, "memory_limit"),
        available_bytes: kumiki_host::Terminal::quiet(1).available_bytes(),
        output_bytes: given(matches, "output_limit").unwrap_or_default(),
    };
    let mut printed = Ok(true);
    let announce = |address: &str| {
        printed = crate::printing::print(&format!("{address}\n"));
        crate::printing::tell("Kumiki serves its page there, with all cores; Ctrl-C ends it.");
    };
    let served = kumiki_serve::serve(settings, announce);
    printed?;
    served.map(|()| ExitCode::SUCCESS).map_err(|error| match error {
        ServeError::Listen { .. } => {
            Failure::Input(format!("{error}, expected a free port and an address of this machine"))
        }
        _ => Failure::Machine(error.to_string()),
    })
}

/// Says how to get the server.
#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &ArgMatches) -> Result<ExitCode, Failure> {
    let install = "cargo install --path crates/kumiki-cli --features serve";
    Err(Failure::Input(format!("this kumiki was built without its server, expected '{install}'")))
}
