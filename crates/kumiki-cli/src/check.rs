//! `kumiki check`: a saved answer or a drawn packing, judged from first principles.

use crate::arguments::{given, is_given};
use crate::failure::Failure;
use crate::input::Input;
use crate::listing::{self, find_list};
use crate::printing::{print, print_json};
use clap::ArgMatches;
use kumiki::JudgedPictures;
use kumiki::judge::{Fault, Verdict, judge};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// The longest answer that is read.
const FILE_LIMIT_BYTES: u64 = 4 << 30;

/// Exit code of `--strict` if nothing is wrong, but not all is proved.
const NOT_PROVED: u8 = 4;

/// Exit code of a refuted answer.
const REFUTED: u8 = 1;

pub(crate) fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let file: PathBuf = given(matches, "file").expect("clap wants a file");
    let (in_json, is_strict) = (is_given(matches, "json"), is_given(matches, "strict"));
    let name = file.display();
    if let Some(list) = find_list(&file) {
        let judged = listing::check(&file, list)?;
        return told(&judged, &name.to_string(), in_json, is_strict);
    }
    let input = Input::read(&file, FILE_LIMIT_BYTES, "a saved answer or a picture")?;
    if !is_document(&input.bytes) {
        return run_on_pictures(&input, in_json);
    }
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
    told(&judged, &name.to_string(), in_json, is_strict)
}

/// Prints a verdict, and says with which exit code.
fn told(
    judged: &Result<Verdict, Fault>,
    name: &str,
    in_json: bool,
    is_strict: bool,
) -> Result<ExitCode, Failure> {
    if in_json {
        print(&format!("{:#}\n", as_json(judged)))?;
    }
    match judged {
        Err(_) if in_json => Ok(ExitCode::from(REFUTED)),
        Err(fault) => Err(Failure::Machine(format!("'{name}' is refuted: {fault}"))),
        Ok(verdict) => {
            if !in_json {
                print(&verdict.to_string())?;
            }
            let is_enough = verdict.is_proved() || !is_strict;
            Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::from(NOT_PROVED) })
        }
    }
}

/// Whether a file is JSON, or meant to be; pictures begin with words or cells.
fn is_document(bytes: &[u8]) -> bool {
    let first = bytes.trim_ascii_start().first();
    first.is_some_and(|first| b"{[\"".contains(first))
}

/// Judges packings that somebody has drawn.
fn run_on_pictures(input: &Input, in_json: bool) -> Result<ExitCode, Failure> {
    let name = &input.name;
    let judged = JudgedPictures::new(&input.bytes).map_err(|error| {
        Failure::Input(format!(
            "'{name}' is neither a saved answer nor a picture: {error}; expected the output of a \
             command with --json, or bricks drawn layer by layer"
        ))
    })?;
    if in_json {
        print_json(&judged)?;
    } else {
        print(&judged.text())?;
    }
    match judged.refutation() {
        None => Ok(ExitCode::SUCCESS),
        Some(_) if in_json => Ok(ExitCode::from(REFUTED)),
        Some(what) => Err(Failure::Machine(format!("'{name}' is refuted: {what}"))),
    }
}

fn as_json(judged: &Result<Verdict, Fault>) -> serde_json::Value {
    match judged {
        Ok(verdict) => {
            let word = if verdict.is_proved() { "proved" } else { "consistent" };
            json!({"verdict": word, "proved": verdict.proved, "not_proved": verdict.trusted})
        }
        Err(fault) => json!({"verdict": "refuted", "refuted": fault.to_string()}),
    }
}
