//! `kumiki check`: a saved answer, judged from first principles.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::text::print;
use kumiki::check::judge_answer;
use kumiki::model::AntislideAnswer;
use std::process::ExitCode;

pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let text = std::fs::read_to_string(&args.file)
        .map_err(|error| Failure::Input(format!("cannot read '{name}': {error}, expected a saved answer")))?;
    let answer: AntislideAnswer = serde_json::from_str(&text).map_err(|error| {
        Failure::Input(format!(
            "'{name}' is not a saved answer: {error}; expected the output of 'kumiki antislide BOX --json'"
        ))
    })?;
    let verdict =
        judge_answer(&answer).map_err(|fault| Failure::Input(format!("'{name}' is wrong: {fault}")))?;
    let mut report: String = verdict.lines.iter().map(|line| format!("{line}\n")).collect();
    report += "the answer stands\n";
    print(&report)?;
    Ok(ExitCode::SUCCESS)
}
