//! The attacker, let loose: `cargo xtask attack`.
//!
//! Both programs are built as users build them, then `kumiki-attack` asks `kumiki` random questions
//! and compares. What it takes on the command line is its own business: everything behind the chore
//! is handed on. CI attacks what the tests are run with, which checks itself at every step.

use crate::ci::{TESTED, built, succeed};
use std::path::Path;
use std::process::Command;

/// Builds the command and attacks it, with these arguments for the attacker.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    attack(root, "release", arguments)
}

/// Half a minute of it, for CI.
pub(crate) fn short(root: &Path) -> Result<(), String> {
    attack(root, TESTED, &["--seconds", "30"].map(String::from))
}

fn attack(root: &Path, profile: &str, arguments: &[String]) -> Result<(), String> {
    let attacker = built(root, profile)?.join("kumiki-attack");
    succeed(Command::new(attacker).current_dir(root).args(arguments))
}
