//! Reference programs in C, compiled here so that their times are those of this machine.

use super::child;
use crate::failure::Failure;
use std::path::Path;
use std::process::Command;

/// How references are compiled.
const FLAGS: [&str; 2] = ["-O3", "-march=native"];

/// Compiles a source that the argument `flag` names. If there is no compiler, `instead` is what was
/// expected too.
pub(super) fn compile(
    source: &Path,
    flag: &str,
    defines: impl IntoIterator<Item = String>,
    program: &Path,
    instead: &str,
) -> Result<(), Failure> {
    let name = source.display();
    if !source.is_file() {
        return Err(Failure::Input(format!(
            "no such file '{name}' for {flag}, expected the C source of the reference"
        )));
    }
    let mut gcc = Command::new("gcc");
    // An absolute path cannot be taken for an option.
    let source = std::path::absolute(source).unwrap_or_else(|_| source.to_owned());
    gcc.args(FLAGS).args(defines).arg(source).arg("-o").arg(program);
    let ran = child::run(&mut gcc, &format!("a C compiler for {flag}{instead}"))?;
    if ran.status.success() {
        return Ok(());
    }
    let reason =
        ran.stderr.lines().find(|line| line.contains("error")).unwrap_or("no message").trim();
    Err(Failure::Input(format!(
        "gcc cannot compile '{name}': {reason}, expected the C source of the reference"
    )))
}
