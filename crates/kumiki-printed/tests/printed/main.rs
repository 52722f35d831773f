//! What is printed: held against recorded originals, against the product, and seen from outside.

mod colorstar;
mod product;
mod program;
mod recorded;

use sha2::{Digest, Sha256};
use std::process::{Command, Output};

/// The SHA-256 digest of an output.
fn digest(output: &[u8]) -> String {
    Sha256::digest(output).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs the program with arguments that have no blanks in them.
fn printed(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_printed"))
        .args(arguments.split_whitespace())
        .output()
        .expect("the program can be started")
}
