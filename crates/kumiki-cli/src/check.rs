//! `kumiki check`: a saved answer, judged from first principles.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::text::print;
use kumiki::saved::{SavedFault, judge};
use std::process::ExitCode;

/// The longest answer that is read.
const FILE_LIMIT_BYTES: u64 = 4 << 30;

pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let input = Input::read(&args.file, FILE_LIMIT_BYTES, "a saved answer")?;
    let text = std::str::from_utf8(&input.bytes).map_err(|error| {
        Failure::Input(format!("cannot read '{name}': no UTF-8, {error}, expected a saved answer"))
    })?;
    let verdict = judge(text).map_err(|fault| match fault {
        SavedFault::NotAnAnswer { reason } => Failure::Input(format!(
            "'{name}' is not a saved answer: {reason}; expected the output of a command with --json"
        )),
        fault => Failure::Input(format!("'{name}' is wrong: {fault}")),
    })?;
    let mut report: String = verdict.lines.iter().map(|line| format!("{line}\n")).collect();
    report += "the answer stands\n";
    print(&report)?;
    Ok(ExitCode::SUCCESS)
}
