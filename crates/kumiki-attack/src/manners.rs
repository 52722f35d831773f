//! How the command behaves whatever it is given: it answers, or it refuses in one line, and it
//! leaves nothing behind.

use crate::program::{Program, Ran};
use std::path::Path;
use std::time::Duration;

/// What is added to every question without a known answer, so that none runs away.
pub(crate) const LIMITS: [&str; 4] = ["--time-limit", "1s", "--memory-limit", "400M"];

/// How long a question with these limits may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The longest line that says what is wrong.
const MOST_CHARACTERS: usize = 1000;

/// Runs a command and complains about anything but good manners.
///
/// # Errors
/// What it did that it must not do.
pub(crate) fn observe(
    program: &Program,
    directory: &Path,
    words: &[String],
    codes: &[i32],
) -> Result<Ran, String> {
    let before = names(directory)?;
    let program = Program { patience: PATIENCE, ..program.clone() };
    let ran = program.run(directory, words)?;
    if !codes.contains(&ran.code) {
        return Err(format!(
            "exit code {}, expected one of {codes:?}: {}",
            ran.code,
            ran.stderr.trim()
        ));
    }
    let after = names(directory)?;
    if let Some(part) = after.iter().find(|name| name.contains(".part")) {
        return Err(format!("{part} is left behind"));
    }
    refuses_well(&ran)?;
    if ran.code == 2 && before != after {
        return Err(format!("refused, and yet the files {before:?} have become {after:?}"));
    }
    let streams = [("stdout", &ran.stdout), ("stderr", &ran.stderr)];
    for (name, text) in streams {
        if let Some(bad) = text.chars().find(|c| c.is_control() && !['\n', '\t'].contains(c)) {
            return Err(format!("the control character {bad:?} on {name}"));
        }
    }
    Ok(ran)
}

/// A refusal is one line on stderr and nothing on stdout.
fn refuses_well(ran: &Ran) -> Result<(), String> {
    let is_error = |line: &&str| line.starts_with("error: ");
    let errors: Vec<&str> = ran.stderr.lines().filter(is_error).collect();
    let is_remark =
        |line: &str| ["warning: ", "note: "].iter().any(|start| line.starts_with(start));
    match ran.code {
        2 if errors.len() != 1 => {
            Err(format!("{} lines begin with 'error: ': {}", errors.len(), ran.stderr.trim()))
        }
        2 if !ran.stdout.is_empty() => {
            Err(format!("refused, and yet on stdout: {}", ran.stdout.trim()))
        }
        2 if ran.stderr.lines().any(|line| !is_error(&line) && !is_remark(line)) => {
            Err(format!("more than one line: {}", ran.stderr.trim()))
        }
        _ if ran.stderr.lines().any(|line| line.chars().count() > MOST_CHARACTERS) => {
            Err(format!("a line of more than {MOST_CHARACTERS} characters on stderr"))
        }
        0 if !errors.is_empty() => Err(format!("answered, and yet: {}", ran.stderr.trim())),
        _ => Ok(()),
    }
}

/// The files of a directory.
fn names(directory: &Path) -> Result<Vec<String>, String> {
    let fail = |error: std::io::Error| format!("cannot list the directory: {error}");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(fail)? {
        names.push(entry.map_err(fail)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
