//! The attacker, let loose: `cargo xtask attack`.
//!
//! Both programs are built as they are shipped, then `kumiki-attack` asks `kumiki` random questions
//! and compares. What it takes on the command line is its own business: everything behind the chore
//! is handed on.

use crate::ci::{cargo, succeed};
use std::path::Path;

/// Builds the command and attacks it, with these arguments for the attacker.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    succeed(cargo(root).args(["build", "--release", "-p", "kumiki-cli", "-p", "kumiki-attack"]))?;
    succeed(
        cargo(root).args(["run", "--release", "-q", "-p", "kumiki-attack", "--"]).args(arguments),
    )
}
