//! Failures: one line on stderr and an exit code.

use kumiki::SolveError;
use std::io::Write;
use std::process::ExitCode;

/// Why a command could not be carried out.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input or usage.
    Input(String),
    /// A bug, or the machine failed.
    Machine(String),
}

/// Exit code of a run that a limit or a signal stopped early.
pub(crate) const STOPPED: u8 = 3;

impl Failure {
    /// Prints the line and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, code) = match self {
            Self::Input(message) => (message, 2),
            Self::Machine(message) => (message, 1),
        };
        // If stderr is gone, the exit code must do.
        let _ = writeln!(std::io::stderr(), "error: {message}");
        ExitCode::from(code)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        if error.is_bug() { Self::Machine(error.to_string()) } else { Self::Input(error.to_string()) }
    }
}

/// Help and version are answers; everything else is one line and exit code 2.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe is the reader's decision.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let text = error.render().to_string();
    let told = text.lines().take_while(|line| !line.starts_with("Usage") && !line.starts_with("For more"));
    let lines: Vec<&str> = told.map(str::trim).filter(|line| !line.is_empty()).collect();
    let message = lines.join(", ");
    let message = message.strip_prefix("error: ").unwrap_or(&message).to_owned();
    Failure::Input(message).report()
}
