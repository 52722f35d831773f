//! What CI runs, as a list of steps: `cargo xtask ci`.
//!
//! # Steps
//! The order is from cheap to dear, so that a slip is reported early. Set-up comes first because a
//! machine without rustfmt or clippy would otherwise fail two steps later, with a worse message.
//!
//! Everything is compiled once, in the profile of the tests and with every feature: engines are
//! optimised, and the overflow checks and debug assertions that guard the counts are kept. The same
//! programs serve for some quick cases of the bench, which are run for their answers, for half a
//! minute of the attacker, with questions that nobody has asked before, and for shards that go
//! through real schedulers. The command is also built for WebAssembly, where it must answer the
//! same, and for the page, which a browser opens. The long forms of these steps are chores of their
//! own, with what users build: `cargo xtask attack`, `bench`, `cluster`, `wasm` and `web`.

use crate::{attack, bench, cluster, seeds, tidy, wasm, web};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One thing CI insists on.
struct Step {
    /// The name in headings, in the table of times and in the line that reports a failure.
    name: &'static str,
    work: Work,
}

/// How a step is done.
enum Work {
    /// Finds rustfmt and clippy, or has rustup fetch them.
    SetUp,
    /// The checks of [`tidy`], in this process.
    Tidy,
    /// All tests.
    Tests,
    /// The commands of the book's tables about the seeds.
    Seeds,
    /// Some quick cases of the bench.
    Bench,
    /// Shards on a scheduler.
    Cluster,
    /// The command as WebAssembly.
    Wasm,
    /// The page in a browser.
    Web,
    /// The attacker, with a fresh seed.
    Attack,
    /// Cargo with these arguments, and with an environment variable set if one is given.
    Cargo { args: &'static [&'static str], env: Option<(&'static str, &'static str)> },
}

/// The cargo subcommands that a minimal toolchain lacks, each with the rustup component that brings
/// it.
const COMPONENTS: [(&str, &str); 2] = [("fmt", "rustfmt"), ("clippy", "clippy")];

/// All of CI, in order.
const STEPS: [Step; 12] = [
    Step { name: "set-up", work: Work::SetUp },
    Step { name: "tidy", work: Work::Tidy },
    Step { name: "format", work: Work::Cargo { args: &["fmt", "--all", "--check"], env: None } },
    Step {
        name: "clippy",
        work: Work::Cargo {
            args: &[
                "clippy",
                "--workspace",
                "--all-targets",
                FEATURES[0],
                FEATURES[1],
                "--",
                "-D",
                "warnings",
            ],
            env: None,
        },
    },
    Step {
        name: "rustdoc",
        work: Work::Cargo {
            args: &["doc", "--workspace", "--no-deps"],
            env: Some(("RUSTDOCFLAGS", "-D warnings")),
        },
    },
    Step { name: "tests", work: Work::Tests },
    Step { name: "seeds", work: Work::Seeds },
    Step { name: "bench", work: Work::Bench },
    Step { name: "attack", work: Work::Attack },
    Step { name: "cluster", work: Work::Cluster },
    Step { name: "wasm", work: Work::Wasm },
    Step { name: "web", work: Work::Web },
];

/// Runs the steps, then prints how long each took. Stops at the first that fails; the error names
/// it and says how to run it alone.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let mut times = Vec::new();
    let outcome = until_failure(&STEPS, &mut times, |position, step| {
        println!("ci: step {} of {}: {}", position + 1, STEPS.len(), step.name);
        step.perform(root)
    });
    print!("{}", table(&times));
    outcome
}

/// Performs the steps in order and notes the time of each, the failing one included, which is the
/// last.
fn until_failure(
    steps: &[Step],
    times: &mut Vec<(&'static str, Duration)>,
    mut perform: impl FnMut(usize, &Step) -> Result<(), String>,
) -> Result<(), String> {
    for (position, step) in steps.iter().enumerate() {
        let start = Instant::now();
        let outcome = perform(position, step);
        times.push((step.name, start.elapsed()));
        outcome.map_err(|why| {
            format!("{why}\nci: step '{}' failed; rerun it with: {}", step.name, step.rerun())
        })?;
    }
    Ok(())
}

/// The times as aligned lines, with their sum.
fn table(times: &[(&'static str, Duration)]) -> String {
    let total = ("total", times.iter().map(|(_, time)| *time).sum());
    let width = times.iter().map(|(name, _)| name.len()).fold(total.0.len(), usize::max);
    let lines = times.iter().chain([&total]);
    lines
        .map(|(name, time)| format!("ci: {name:<width$} {:>8.1} s\n", time.as_secs_f64()))
        .collect()
}

impl Step {
    /// The command line that does this step alone.
    fn rerun(&self) -> String {
        match &self.work {
            Work::SetUp => String::from("rustup component add rustfmt clippy"),
            Work::Tidy => String::from("cargo xtask tidy"),
            Work::Tests => format!("cargo test --workspace {}", FEATURES.join(" ")),
            Work::Seeds => String::from("cargo xtask seeds"),
            Work::Bench => String::from("cargo xtask bench --quick"),
            Work::Cluster => String::from("cargo xtask cluster --quick"),
            Work::Wasm => String::from("cargo xtask wasm --quick"),
            Work::Web => String::from("cargo xtask web --quick"),
            Work::Attack => {
                String::from("cargo xtask attack --seed S, with the seed printed above")
            }
            Work::Cargo { args, env } => {
                let set = env.map_or(String::new(), |(name, value)| format!("{name}=\"{value}\" "));
                format!("{set}cargo {}", args.join(" "))
            }
        }
    }

    fn perform(&self, root: &Path) -> Result<(), String> {
        match &self.work {
            Work::SetUp => set_up(root),
            Work::Tidy => tidy::run(root),
            Work::Tests => tests_of_all(root),
            Work::Seeds => seeds::run(root),
            Work::Bench => bench::quick(root),
            Work::Cluster => cluster::short(root),
            Work::Wasm => wasm::short(root),
            Work::Web => web::short(root),
            Work::Attack => attack::short(root),
            Work::Cargo { args, env } => {
                let mut command = cargo(root);
                command.args(*args).envs(*env);
                succeed(&mut command)
            }
        }
    }
}

/// The tests of the command wait for processes, signals and limits, a quarter of the time of all
/// tests. So they run beside the others, which have the cores to themselves meanwhile.
const BESIDE: &str = "command";

/// What is left out of the command that most people build, and tested all the same.
const FEATURES: [&str; 2] = ["--features", "kumiki-cli/serve"];

/// Builds all tests, and runs them: what `cargo test` does, in less time.
fn tests_of_all(root: &Path) -> Result<(), String> {
    let test = || {
        let mut command = cargo(root);
        command.args(["test", "--workspace"]).args(FEATURES);
        command
    };
    succeed(test().arg("--no-run"))?;
    let beside =
        test().args(["--test", BESIDE]).stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let beside = beside.map_err(|e| format!("ci: cargo could not be started: {e}"))?;
    let names = test_programs(root)?;
    let others = names.iter().filter(|name| *name != BESIDE).flat_map(|name| ["--test", name]);
    let mine = succeed(test().args(["--lib", "--bins"]).args(others))
        .and_then(|()| succeed(test().arg("--doc")));
    let output = beside.wait_with_output().map_err(|e| format!("ci: cargo was lost: {e}"))?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    mine?;
    if output.status.success() { Ok(()) } else { Err(format!("ci: cargo: {}", output.status)) }
}

/// The names of the test programs of all crates, each once: the folders below `tests` that have a
/// `main.rs`.
fn test_programs(root: &Path) -> Result<Vec<String>, String> {
    let unreadable = |e: std::io::Error| format!("ci: the crates cannot be listed: {e}");
    let mut names = Vec::new();
    for member in std::fs::read_dir(root.join("crates")).map_err(unreadable)? {
        let tests = member.map_err(unreadable)?.path().join("tests");
        let Ok(programs) = std::fs::read_dir(tests) else { continue };
        let is_program = |path: &PathBuf| path.join("main.rs").is_file();
        let programs = programs.filter_map(|entry| Some(entry.ok()?.path())).filter(is_program);
        let name = |path: PathBuf| Some(path.file_name()?.to_string_lossy().into_owned());
        names.extend(programs.filter_map(name));
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// Makes sure that each component answers, asking rustup for all of them if one does not.
fn set_up(root: &Path) -> Result<(), String> {
    let lacking = || COMPONENTS.iter().find(|(subcommand, _)| !answers(root, subcommand));
    if lacking().is_none() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup
        .current_dir(root)
        .args(["component", "add"])
        .args(COMPONENTS.map(|(_, component)| component));
    succeed(&mut rustup)?;
    match lacking() {
        None => Ok(()),
        Some((_, component)) => {
            Err(format!("ci: rustup succeeded, yet {component} is still missing"))
        }
    }
}

/// Whether `cargo <subcommand> --version` works here. Its complaint, if any, is not worth showing.
fn answers(root: &Path, subcommand: &str) -> bool {
    let mut command = cargo(root);
    command.args([subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    succeed(&mut command).is_ok()
}

/// The cargo that started us, so that a `+toolchain` on the command line holds for every step.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What is built once needs no notes for building it again: a fifth less to do.
    command.current_dir(root).env("CARGO_INCREMENTAL", "0");
    // Where nobody debugs, nothing for debuggers is made; elsewhere that would be built twice.
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_PROFILE_DEV_DEBUG", "0");
    }
    command
}

/// The directory with all programs, built in this profile. All at once: what is built for one
/// package alone may be built with other features of the crates that it shares. With the tests, if
/// it is their profile: then it is what `cargo test` has built, with the features that tests need.
pub(crate) fn built(root: &Path, profile: &str) -> Result<PathBuf, String> {
    let mut build = cargo(root);
    build.args(["build", "--workspace", "--bins", "--profile", profile]);
    if profile == TESTED {
        build.arg("--tests").args(FEATURES);
    }
    succeed(&mut build)?;
    // The one profile whose directory has another name.
    Ok(target(root).join(if profile == TESTED { "debug" } else { profile }))
}

/// The profile of the tests, which `cargo test` and `cargo build` share.
pub(crate) const TESTED: &str = "dev";

/// Where cargo puts what it builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Runs a command to its end, with nothing to read; any end but a good one is an error.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    let program = Path::new(command.get_program());
    let program =
        program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("ci: {program}: {status}")),
        Err(e) => Err(format!("ci: {program} could not be started: {e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_run_in_order_when_all_succeed() {
        let mut times = Vec::new();
        let mut seen = Vec::new();
        let outcome = until_failure(&STEPS, &mut times, |position, _| {
            seen.push(position);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(seen, (0..STEPS.len()).collect::<Vec<_>>());
        assert_eq!(
            times.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            STEPS.map(|step| step.name)
        );
    }

    #[test]
    fn the_first_failure_ends_the_run_and_says_how_to_repeat_it() {
        for (bad, failing) in STEPS.iter().enumerate() {
            let mut times = Vec::new();
            let outcome = until_failure(&STEPS, &mut times, |position, _| match position == bad {
                true => Err(String::from("cause")),
                false => Ok(()),
            });
            let (name, rerun) = (failing.name, failing.rerun());
            assert_eq!(
                outcome,
                Err(format!("cause\nci: step '{name}' failed; rerun it with: {rerun}"))
            );
            assert_eq!(times.len(), bad + 1, "nothing runs after {name}");
        }
    }

    #[test]
    fn a_rerun_line_can_be_pasted_into_a_shell() {
        let reruns = STEPS.map(|step| step.rerun());
        assert_eq!(reruns[1], "cargo xtask tidy");
        assert_eq!(
            reruns[3],
            "cargo clippy --workspace --all-targets --features kumiki-cli/serve -- -D warnings"
        );
        assert_eq!(reruns[4], "RUSTDOCFLAGS=\"-D warnings\" cargo doc --workspace --no-deps");
        let components = COMPONENTS.map(|(_, component)| component).join(" ");
        assert_eq!(reruns[0], format!("rustup component add {components}"));
    }

    #[test]
    fn all_test_programs_are_found_once() {
        let here = std::env::current_dir().expect("a directory");
        let root = here.parent().expect("the workspace");
        let names = test_programs(root).expect("crates");
        assert!(names.iter().any(|name| name == BESIDE), "{names:?}");
        assert!(names.len() > 10 && names.is_sorted(), "{names:?}");
        // A program in a single file would be left out.
        for member in std::fs::read_dir(root.join("crates")).expect("crates") {
            let tests = member.expect("a crate").path().join("tests");
            for entry in std::fs::read_dir(tests).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                assert!(path.extension().is_none_or(|ending| ending != "rs"), "{}", path.display());
            }
        }
    }

    #[test]
    fn the_table_aligns_names_and_adds_up() {
        let times =
            [("tidy", Duration::from_millis(100)), ("release build", Duration::from_secs(12))];
        let expected = "ci: tidy               0.1 s\nci: release build     12.0 s\nci: total             12.1 s\n";
        assert_eq!(table(&times), expected);
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error_that_names_it() {
        let missing = succeed(&mut Command::new("kumiki-no-such-program"));
        assert!(
            missing.is_err_and(|why| why.contains("kumiki-no-such-program could not be started"))
        );
    }
}
