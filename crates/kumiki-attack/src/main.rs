//! Attacks on the `kumiki` command: random questions, each answered a second time by plain brute force.
//!
//! The attacker shares no code with Kumiki. It writes the files that users write, runs the command as they do, reads
//! the JSON that their scripts read, and compares it with what programs say that were written to be read, not to be
//! fast. A difference is made small, printed and kept.
//!
//! Reading order: `attack`, what an attack is; `program`, the command under attack; then one module a family.
#![forbid(unsafe_code)]

mod attack;
mod program;

use attack::{AnyAttack, Finding};
use clap::Parser;
use program::Program;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Attacks the kumiki command with random questions, and prints what it finds.
#[derive(Parser)]
struct Arguments {
    /// The attacks to run, in turn; all of them if none is named
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
    /// The command to attack
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// Where the smallest cases are kept
    #[arg(long, value_name = "DIRECTORY", default_value = "target/attack")]
    keep: PathBuf,
}

/// How often a fault may be tried to be made smaller.
const SHRINKS: usize = 2000;

/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// All attacks, in the order in which they take turns.
fn attacks() -> Vec<Box<dyn AnyAttack>> {
    vec![]
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
    let path = arguments.program.canonicalize();
    let path = path.map_err(|error| format!("no program {}: {error}", arguments.program.display()))?;
    let program = Program { path, patience: PATIENCE };
    let first = arguments.seed.unwrap_or_else(|| fastrand::u64(..1 << 48));
    println!("attack: seed {first}");
    let start = Instant::now();
    let mut findings = Vec::new();
    let mut asked = vec![0u64; attacks.len()];
    for turn in 0..arguments.count.unwrap_or(u64::MAX) {
        for (attack, asked) in attacks.iter().zip(&mut asked) {
            if start.elapsed() >= Duration::from_secs(arguments.seconds)
                || findings.len() >= arguments.findings
            {
                break;
            }
            *asked += 1;
            if let Some(finding) = attack.attempt(first.wrapping_add(turn), SHRINKS, &program) {
                report(&finding, &arguments.keep)?;
                findings.push(finding);
            }
        }
        if start.elapsed() >= Duration::from_secs(arguments.seconds) || findings.len() >= arguments.findings {
            break;
        }
    }
    for (attack, asked) in attacks.iter().zip(&asked) {
        let found = findings.iter().filter(|finding| finding.attack == attack.name()).count();
        println!("attack: {:<10} {asked:>8} questions, {found} findings", attack.name());
    }
    Ok(findings.is_empty())
}

/// Prints a finding, and keeps its files and commands.
fn report(finding: &Finding, keep: &Path) -> Result<(), String> {
    let directory = keep.join(format!("{}-{}", finding.attack, finding.seed));
    let fail = |error: std::io::Error| format!("cannot keep {}: {error}", directory.display());
    std::fs::create_dir_all(&directory).map_err(fail)?;
    println!("attack: FOUND by {} with --seed {} --count 1: {}", finding.attack, finding.seed, finding.fault);
    for (name, bytes) in &finding.recipe.files {
        std::fs::write(directory.join(name), bytes).map_err(fail)?;
        println!("--- {name}\n{}", String::from_utf8_lossy(bytes));
    }
    let lines = finding.recipe.commands.iter().map(|words| format!("kumiki {}\n", words.join(" ")));
    let commands: String = lines.collect();
    std::fs::write(directory.join("commands.txt"), &commands).map_err(fail)?;
    println!("--- commands\n{commands}kept in {}", directory.display());
    Ok(())
}
