//! Every chore of the workspace, in Rust: `cargo xtask <chore>`.
//!
//! A chore is a plain function from the workspace's root to success or a sentence that says what
//! went wrong. Only the standard library is used, so that a clean checkout can run its chores
//! before anything else compiles.
//!
//! Reading order: [`ci`], which lists what CI runs; [`tidy`], which lists the rules on the tree and
//! sends each to the file that checks it; [`attack`], which lets the attacker loose; [`mod@bench`],
//! which measures; [`cluster`], which divides work among machines; [`seeds`], which runs the book's
//! commands; [`wasm`], which runs the command as WebAssembly; [`web`], which makes the page.
#![forbid(unsafe_code)]

mod attack;
mod bench;
mod ci;
mod cluster;
mod seeds;
mod tidy;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What can be asked for on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chore {
    Attack,
    Bench,
    Ci,
    Cluster,
    Seeds,
    Tidy,
    Wasm,
    Web,
    Help,
}

/// Each chore with its name and the line that `help` prints.
const CHORES: [(Chore, &str, &str); 9] = [
    (Chore::Ci, "ci", "everything CI runs, stopping at the first step that fails"),
    (Chore::Tidy, "tidy", "fast checks on the tree: arrows, names, labels, paths, papers"),
    (
        Chore::Attack,
        "attack",
        "random questions against brute force: [--seconds N] [--seed S] [FAMILY...]",
    ),
    (Chore::Bench, "bench", "times beside other programs: --quick, or what 'bench --help' shows"),
    (Chore::Cluster, "cluster", "shards on Slurm and GNU parallel; --quick: what CI runs of it"),
    (Chore::Seeds, "seeds", "every row of the tables in book/seeds, with its command"),
    (Chore::Wasm, "wasm", "the command and the tests as WebAssembly; --quick: what CI runs of it"),
    (
        Chore::Web,
        "web",
        "the page, as a folder and as one file, in a browser; --quick: what CI runs",
    ),
    (Chore::Help, "help", "this list"),
];

/// Exit code for a command line that we do not understand, as shells and `clap` have it.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match chore_named(&words) {
        Ok((Chore::Help, _)) => {
            print!("{}", help());
            ExitCode::SUCCESS
        }
        Ok((chore, rest)) => match workspace_root().and_then(|root| perform(chore, rest, &root)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{why}");
                ExitCode::FAILURE
            }
        },
        Err(why) => {
            eprint!("xtask: {why}\n\n{}", help());
            ExitCode::from(USAGE)
        }
    }
}

/// Does a chore in the workspace at `root`; the error is ready to be printed.
fn perform(chore: Chore, rest: &[String], root: &Path) -> Result<(), String> {
    match chore {
        Chore::Attack => attack::run(root, rest),
        Chore::Bench => bench::run(root, rest),
        Chore::Ci => ci::run(root),
        Chore::Cluster => cluster::run(root, rest),
        Chore::Seeds => seeds::run(root),
        Chore::Tidy => tidy::run(root),
        Chore::Wasm => wasm::run(root, rest),
        Chore::Web => web::run(root, rest),
        Chore::Help => Ok(()),
    }
}

/// The one chore that the command line names, and what comes behind it; only the attacker and the
/// bench take anything.
fn chore_named(words: &[String]) -> Result<(Chore, &[String]), String> {
    let Some((word, rest)) = words.split_first() else {
        return Err(String::from("expected one chore, got 0"));
    };
    if ["-h", "--help"].contains(&word.as_str()) {
        return Ok((Chore::Help, rest));
    }
    let known = CHORES.iter().find(|(_, name, _)| name == word);
    match known.map(|(chore, ..)| *chore) {
        None => Err(format!("there is no chore '{word}'")),
        Some(chore)
            if !matches!(
                chore,
                Chore::Attack | Chore::Bench | Chore::Cluster | Chore::Wasm | Chore::Web
            ) && !rest.is_empty() =>
        {
            Err(format!("expected one chore, got {}", words.len()))
        }
        Some(chore) => Ok((chore, rest)),
    }
}

/// The list of chores.
fn help() -> String {
    let mut text = String::from("usage: cargo xtask <chore>\n\n");
    for (_, name, line) in CHORES {
        text += &format!("  {name:<9}{line}\n");
    }
    text
}

/// The nearest directory, from here upward, that holds `xtask/Cargo.toml`.
///
/// Looked up at run time: a path baked in by the compiler would be wrong as soon as the checkout
/// moves.
fn workspace_root() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|e| format!("xtask: no current directory: {e}"))?;
    let root = here.ancestors().find(|dir| dir.join("xtask").join("Cargo.toml").is_file());
    root.map(Path::to_path_buf).ok_or_else(|| String::from("xtask: run me inside the workspace"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(line: &str) -> Result<Chore, String> {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        chore_named(&words).map(|(chore, _)| chore)
    }

    #[test]
    fn one_known_word_is_a_chore_and_nothing_else_is() {
        assert_eq!(named("ci"), Ok(Chore::Ci));
        assert_eq!(named("tidy"), Ok(Chore::Tidy));
        assert_eq!(named("help"), Ok(Chore::Help));
        assert_eq!(named("--help"), Ok(Chore::Help));
        assert_eq!(named("tidi"), Err(String::from("there is no chore 'tidi'")));
        assert_eq!(named(""), Err(String::from("expected one chore, got 0")));
        assert_eq!(named("attack --seconds 9 cover"), Ok(Chore::Attack));
        assert_eq!(named("bench cover --only soma"), Ok(Chore::Bench));
        assert_eq!(named("ci tidy"), Err(String::from("expected one chore, got 2")));
    }

    #[test]
    fn help_lists_every_chore() {
        for (_, name, line) in CHORES {
            assert!(help().lines().any(|l| l.contains(name) && l.ends_with(line)), "{name}");
        }
    }
}
