//! Attacks on the `kumiki` command: random questions, each answered a second time by plain brute
//! force.
//!
//! The attacker shares no code with Kumiki. It writes the files that users write, runs the command
//! as they do, reads the JSON that their scripts read, and compares it with what programs say that
//! were written to be read, not to be fast. A difference is made small, printed and kept.
//!
//! Reading order: `attack`, what an attack is; `program`, the command under attack; `workshop`,
//! where it is asked; `driver`, who asks next; then one module a family.
#![forbid(unsafe_code)]

mod antislide;
mod attack;
mod commands;
mod cover;
mod driver;
mod files;
mod forgeries;
mod graph;
mod grid;
mod judge;
mod listings;
mod manners;
mod pack;
mod pictures;
#[cfg(all(test, unix))]
mod planted;
mod program;
mod questions;
mod shrink;
mod slide;
mod storms;
mod tile;
mod tours;
mod traces;
mod workshop;

use attack::{AnyAttack, Finding};
use clap::Parser;
use driver::{Limits, drive};
use program::Program;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Attacks the kumiki command with random questions, and prints what it finds.
#[derive(Parser)]
struct Arguments {
    /// The attacks to run; all of them if none is named
    #[arg(value_name = "ATTACK")]
    attacks: Vec<String>,
    /// How long to go on
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// The seed of the first question; the next one has the next seed
    #[arg(long)]
    seed: Option<u64>,
    /// Stop after so many questions of each attack
    #[arg(long)]
    count: Option<u64>,
    /// Stop after so many findings
    #[arg(long, default_value_t = 5)]
    findings: usize,
    /// How many questions to ask at a time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// The command to attack [default: kumiki in the folder of this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Where the smallest cases are kept
    #[arg(long, value_name = "DIRECTORY", default_value = "target/attack")]
    keep: PathBuf,
}

/// All attacks.
fn attacks() -> Vec<Box<dyn AnyAttack>> {
    vec![
        Box::new(cover::Cover),
        Box::new(pack::Pack),
        Box::new(antislide::Antislide),
        Box::new(tile::Tilings),
        Box::new(graph::Subgraphs),
        Box::new(tours::Tours),
        Box::new(slide::Sliding),
        Box::new(files::Files),
        Box::new(commands::Commands),
        Box::new(forgeries::Forgeries),
        Box::new(listings::Listings),
        Box::new(traces::Traces),
        Box::new(pictures::Pictures),
        Box::new(storms::Storms),
    ]
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // If stderr is gone, the exit code must do.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Attacks until the time is over; says whether nothing was found.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut attacks = attacks();
    let names: Vec<&str> = attacks.iter().map(|attack| attack.name()).collect();
    if let Some(unknown) = arguments.attacks.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("unknown attack '{unknown}', expected one of {}", names.join(", ")));
    }
    attacks.retain(|attack| {
        arguments.attacks.is_empty() || arguments.attacks.iter().any(|name| name == attack.name())
    });
    let beside = || std::env::current_exe().unwrap_or_default().with_file_name("kumiki");
    let path = arguments.program.clone().unwrap_or_else(beside);
    let path =
        path.canonicalize().map_err(|error| format!("no program {}: {error}", path.display()))?;
    let first = arguments.seed.unwrap_or_else(|| fastrand::u64(..1 << 48));
    println!("attack: seed {first}");
    let limits = Limits {
        time: Duration::from_secs(arguments.seconds),
        questions: arguments.count.unwrap_or(u64::MAX),
        findings: arguments.findings,
    };
    let report = |finding: &Finding| {
        print(finding);
        if let Err(error) = keep(finding, &arguments.keep) {
            println!("attack: cannot keep it: {error}");
        }
    };
    let tallies = drive(&attacks, first, limits, arguments.threads, &Program::new(path), &report);
    for (attack, tally) in attacks.iter().zip(&tallies) {
        println!(
            "attack: {:<10} {:>8} questions, {} findings",
            attack.name(),
            tally.asked,
            tally.found
        );
    }
    let (asked, found) =
        tallies.iter().fold((0, 0), |sum, tally| (sum.0 + tally.asked, sum.1 + tally.found));
    println!("attack: {} passed, {found} failed", asked - found);
    Ok(found == 0)
}

/// Prints a finding.
fn print(finding: &Finding) {
    let fault = readable(&finding.fault);
    println!("attack: FOUND with {} --seed {} --count 1: {fault}", finding.attack, finding.seed);
    for (name, bytes) in &finding.recipe.files {
        println!("--- {name}\n{}", readable(&String::from_utf8_lossy(bytes)));
    }
    println!("--- commands\n{}", readable(&finding.recipe.script()));
}

/// A text that can be shown to a terminal: not too long, and without characters that control it.
fn readable(text: &str) -> String {
    const MOST_SHOWN: usize = 4000;
    let shown = text.chars().take(MOST_SHOWN).flat_map(|c| match c {
        '\n' => vec!['\n'],
        _ if c.is_control() => c.escape_debug().collect(),
        _ => vec![c],
    });
    let is_cut = text.chars().nth(MOST_SHOWN).is_some();
    shown.chain(if is_cut { " ... (the kept file has all of it)" } else { "" }.chars()).collect()
}

/// Keeps the files and commands of a finding in a directory of its own.
fn keep(finding: &Finding, directory: &Path) -> std::io::Result<()> {
    let directory = directory.join(format!("{}-{}", finding.attack, finding.seed));
    std::fs::create_dir_all(&directory)?;
    for (name, bytes) in &finding.recipe.files {
        std::fs::write(directory.join(name), bytes)?;
    }
    std::fs::write(directory.join("commands.sh"), finding.recipe.script())?;
    std::fs::write(directory.join("fault.txt"), format!("{}\n", finding.fault))?;
    println!("kept in {}", directory.display());
    Ok(())
}
