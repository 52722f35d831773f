//! Failures: one line on stderr and an exit code.
//!
//! A line says what is wrong, where, and what was expected. Lines about usage are made here from
//! what clap knows, because clap's own messages take several lines and do not always say what was
//! expected.

use crate::flags::{command_line, speaking_of_flags};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use kumiki::Halt;
use kumiki::formats::one_line;
use kumiki::words::alternatives;
use kumiki_host::guard::STOPPED;
use std::error::Error as _;
use std::io::Write;
use std::process::ExitCode;

/// Why a command could not be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// Bad input or usage.
    Input(String),
    /// A bug, or the machine failed.
    Machine(String),
    /// Stopped by a signal or a limit, or refused as too large, with nothing more to show.
    Stopped(String),
}

impl Failure {
    /// Prints the line and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        report_line(self.message());
        ExitCode::from(self.code())
    }

    /// What is wrong.
    pub(crate) fn message(&self) -> &str {
        let (Self::Input(message) | Self::Machine(message) | Self::Stopped(message)) = self;
        message
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Machine(_) => 1,
            Self::Stopped(_) => STOPPED,
        }
    }

    /// The same, with what has been done before.
    pub(crate) fn after(self, done: &str) -> Self {
        let longer = |message: String| format!("{message}; {done}");
        match self {
            Self::Input(message) => Self::Input(longer(message)),
            Self::Machine(message) => Self::Machine(longer(message)),
            Self::Stopped(message) => Self::Stopped(longer(message)),
        }
    }

    /// What the library refuses to a command.
    pub(crate) fn of(command: &str, error: &Halt) -> Self {
        Self::told(error, speaking_of_flags(command, &error.to_string()))
    }

    /// The same in other words.
    pub(crate) fn told(error: &Halt, message: String) -> Self {
        match error {
            _ if error.is_bug() || error.is_failure() => Self::Machine(message),
            Halt::Stopped(_) => Self::Stopped(message),
            _ if error.is_limit() => Self::Stopped(message),
            _ => Self::Input(message),
        }
    }
}

impl From<Halt> for Failure {
    fn from(error: Halt) -> Self {
        Self::of("", &error)
    }
}

/// Prints what is wrong, in a line.
pub(crate) fn report_line(message: &str) {
    // If stderr is gone, the exit code must do.
    let _ = writeln!(std::io::stderr(), "error: {}", one_line(message));
}

/// Help and version are answers; everything else is one line and exit code 2.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe is the reader's decision.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    Failure::Input(usage_line(error)).report()
}

/// What is wrong with a command line that was not given but made.
pub(crate) fn usage_failure(error: &clap::Error) -> String {
    usage_line(error)
}

/// What is wrong with the command line, where, and what was expected.
fn usage_line(error: &clap::Error) -> String {
    let (argument, value) =
        (one(error, ContextKind::InvalidArg), one(error, ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::ValueValidation => {
            let reason = error.source().map_or_else(String::new, ToString::to_string);
            format!("bad value '{value}' for '{argument}': {reason}")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let (option, value) = argument.split_once(' ').unwrap_or((&argument, "one"));
            format!("no value after '{option}', expected {value}")
        }
        ErrorKind::InvalidValue => {
            let valid = alternatives(&all(error, ContextKind::ValidValue));
            format!("bad value '{value}' for '{argument}', expected {valid}")
        }
        ErrorKind::UnknownArgument => {
            let expected = match one(error, ContextKind::SuggestedArg) {
                none if none.is_empty() => format!("only what '{}' shows", help(error)),
                similar => format!("perhaps '{similar}'"),
            };
            format!("unknown argument '{argument}', expected {expected}")
        }
        ErrorKind::InvalidSubcommand => {
            let names = command_line();
            let names: Vec<String> =
                names.get_subcommands().map(|c| c.get_name().to_owned()).collect();
            let unknown = one(error, ContextKind::InvalidSubcommand);
            format!("unknown command '{unknown}', expected {}", alternatives(&names))
        }
        ErrorKind::MissingRequiredArgument => {
            format!("{argument} is missing, expected '{}'", synopsis(error))
        }
        ErrorKind::WrongNumberOfValues => {
            let [actual, expected] = [ContextKind::ActualNumValues, ContextKind::ExpectedNumValues]
                .map(|kind| error.get(kind).map(ToString::to_string).unwrap_or_default());
            format!("'{argument}' is given {actual} of its values, expected {expected}")
        }
        ErrorKind::ArgumentConflict => match one(error, ContextKind::PriorArg) {
            prior if prior.is_empty() => {
                format!("'{argument}' is not alone, expected no other arguments")
            }
            prior if prior == argument => format!("'{argument}' is given twice, expected once"),
            prior => format!("'{argument}' and '{prior}' are both given, expected one of them"),
        },
        ErrorKind::InvalidUtf8 => "an argument is not valid UTF-8, expected plain text".to_owned(),
        _ => {
            error.render().to_string().lines().next().unwrap_or_default().replacen("error: ", "", 1)
        }
    }
}

/// What clap knows about one thing, as a phrase; empty if it knows nothing.
fn one(error: &clap::Error, kind: ContextKind) -> String {
    all(error, kind).join(" and ")
}

fn all(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(words)) => words.clone(),
        Some(ContextValue::String(word)) => vec![word.clone()],
        _ => Vec::new(),
    }
}

/// How the command is used, such as `kumiki antislide [OPTIONS] <BOX>`.
fn synopsis(error: &clap::Error) -> String {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    usage.trim_start_matches("Usage:").trim().to_owned()
}

/// The command that explains the one that was misused.
fn help(error: &clap::Error) -> String {
    let synopsis = synopsis(error);
    let command: Vec<&str> =
        synopsis.split_whitespace().take_while(|word| !word.starts_with(['<', '[', '-'])).collect();
    format!("{} --help", if command.is_empty() { "kumiki".to_owned() } else { command.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let error = command_line().try_get_matches_from(line.split(' ')).expect_err(line);
        assert_eq!(usage_line(&error), expected, "{line}");
    }

    #[test]
    fn usage_errors_say_what_where_and_what_was_expected() {
        check(
            "kumiki antislide 4x4x4 --rule x",
            "bad value 'x' for '--rule <RULE>', expected piece or group",
        );
        check(
            "kumiki antislide 4x4x4 --bogus",
            "unknown argument '--bogus', expected only what 'kumiki antislide --help' shows",
        );
        check(
            "kumiki antislide 4x4x4 --thread 2",
            "unknown argument '--thread', expected perhaps '--threads'",
        );
        check(
            "kumiki --bogus",
            "unknown argument '--bogus', expected only what 'kumiki --help' shows",
        );
        check(
            "kumiki park",
            "unknown command 'park', expected demo, antislide, cover, pack, tile, slide, tours, \
             graph, check, ask, resume, merge, shards, status, export, serve or schema",
        );
        check("kumiki pack", "<FILE> is missing, expected 'kumiki pack <FILE>'");
        check(
            "kumiki pack --gallery --json",
            "'--gallery' is not alone, expected no other arguments",
        );
        check(
            "kumiki cover a.dlx --write dlx",
            "'--write <FORMAT> <FILE>' is given 1 of its values, expected 2",
        );
        check(
            "kumiki antislide --json",
            "<BOX> is missing, expected 'kumiki antislide --json <BOX>'",
        );
        check(
            "kumiki antislide 4x4x4 --fewest --most",
            "'--fewest' and '--most' are both given, expected one of them",
        );
        check(
            "kumiki slide --file korf100 --svg a.svg",
            "'--file <FILE>' and '--svg <FILE>' are both given, expected one of them",
        );
        check("kumiki antislide 4x4x4 --json --json", "'--json' is given twice, expected once");
        check("kumiki antislide 4x4x4 --svg", "no value after '--svg', expected <FILE>");
    }
}
