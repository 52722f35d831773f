//! Failures: one line on stderr and an exit code.

use kumiki_formats::one_line;
use std::io::Write;
use std::process::ExitCode;

/// Why nothing more could be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// Bad input or usage.
    Input(String),
    /// An answer is wrong, or the machine failed.
    Machine(String),
    /// Stopped by a signal.
    Stopped(String),
}

/// Exit code of a run that a signal or a limit stopped early; the command has the same.
pub(crate) const STOPPED: u8 = 3;

impl Failure {
    /// Prints the line and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, code) = match self {
            Self::Input(message) => (message, 2),
            Self::Machine(message) => (message, 1),
            Self::Stopped(message) => (message, STOPPED),
        };
        // If stderr is gone, the exit code must do.
        let _ = writeln!(std::io::stderr(), "error: {}", one_line(message));
        ExitCode::from(code)
    }
}
