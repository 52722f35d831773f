//! Times of the command beside those of other programs: `cargo xtask bench`.
//!
//! What is measured is built as it is shipped, in the profile `dist`. What `kumiki-bench` takes on
//! the command line is its own business: everything behind the chore is handed on.

use crate::ci::{TESTED, built, succeed};
use std::path::Path;
use std::process::Command;

/// The cases that CI runs, for their answers, not for their times.
const QUICK: [[&str; 3]; 3] = [
    ["cover", "--only", "soma"],
    ["cover", "--only", "domino16"],
    ["tile", "--only", "stomachion"],
];

/// Builds the command, the bench and the peer, and measures, with these arguments for the bench.
/// With `--quick` alone, it is [`quick`].
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    if arguments == ["--quick"] { quick(root) } else { measure(root, "dist", &[arguments]) }
}

/// Some quick cases with what the tests are run with: the bench works, and its known figures are
/// those of the command.
pub(crate) fn quick(root: &Path) -> Result<(), String> {
    measure(root, TESTED, &QUICK.each_ref().map(<[&str; 3]>::as_slice))
}

fn measure<S: AsRef<std::ffi::OsStr>>(
    root: &Path,
    profile: &str,
    runs: &[&[S]],
) -> Result<(), String> {
    let bench = built(root, profile)?.join("kumiki-bench");
    for arguments in runs {
        succeed(Command::new(&bench).current_dir(root).args(*arguments))?;
    }
    Ok(())
}
