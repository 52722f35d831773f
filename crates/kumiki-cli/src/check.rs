//! `kumiki check`: a saved answer, judged from first principles.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::text::print;
use kumiki::judge::{Fault, Verdict, judge};
use serde_json::json;
use std::process::ExitCode;

/// The longest answer that is read.
const FILE_LIMIT_BYTES: u64 = 4 << 30;

/// Exit code of `--strict` if nothing is wrong, but not all is proved.
const NOT_PROVED: u8 = 4;

/// Exit code of a refuted answer.
const REFUTED: u8 = 1;

pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let input = Input::read(&args.file, FILE_LIMIT_BYTES, "a saved answer")?;
    let text = std::str::from_utf8(&input.bytes).map_err(|error| {
        Failure::Input(format!("cannot read '{name}': no UTF-8, {error}, expected a saved answer"))
    })?;
    let judged = judge(text);
    if let Err(fault) = &judged
        && fault.is_no_answer()
    {
        return Err(Failure::Input(format!(
            "'{name}' is not a saved answer: {fault}; expected the output of a command with --json"
        )));
    }
    if args.json {
        print(&format!("{:#}\n", in_json(&judged)))?;
    }
    match judged {
        Err(_) if args.json => Ok(ExitCode::from(REFUTED)),
        Err(fault) => Err(Failure::Machine(format!("'{name}' is refuted: {fault}"))),
        Ok(verdict) => {
            if !args.json {
                print(&in_words(&verdict))?;
            }
            let is_enough = verdict.is_proved() || !args.strict;
            Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::from(NOT_PROVED) })
        }
    }
}

/// What was proved, what was not, and the verdict in the last line.
fn in_words(verdict: &Verdict) -> String {
    let proved = verdict.proved.iter().map(|line| format!("proved: {line}\n"));
    let trusted = verdict.trusted.iter().map(|line| format!("not proved: {line}\n"));
    let last = if verdict.is_proved() { "proved" } else { "consistent, not proved" };
    proved.chain(trusted).collect::<String>() + &format!("verdict: {last}\n")
}

fn in_json(judged: &Result<Verdict, Fault>) -> serde_json::Value {
    match judged {
        Ok(verdict) => {
            let word = if verdict.is_proved() { "proved" } else { "consistent" };
            json!({"verdict": word, "proved": verdict.proved, "not_proved": verdict.trusted})
        }
        Err(fault) => json!({"verdict": "refuted", "refuted": fault.to_string()}),
    }
}
