//! The command as WebAssembly: `cargo xtask wasm`.
//!
//! The whole command is built for `wasm32-wasip1`, and Node runs it: without threads, signals or
//! `/proc`. Its answers must be the same as those of the native command, byte for byte but for what
//! the run took. Then the tests of the engines are built for it and run there, too. Where Node or
//! the target cannot be had, that is said and counted, and nothing is tested.
//!
//! CI does the same with what the compiler makes without optimising, which takes a tenth of the
//! time to build, and leaves out the tests that would take minutes then.

use crate::ci::{TESTED, built, cargo, succeed, target};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) const TARGET: &str = "wasm32-wasip1";
const RUN: &str = "xtask/src/wasm/run.mjs";
/// What Node is told: that its WASI is experimental, it says otherwise.
const QUIET: &str = "--no-warnings";

/// What is asked, of all families, with answers of all kinds.
const QUESTIONS: [&str; 32] = [
    "antislide 3x3x3",
    "antislide 3x3x4 --json --list 9 --symmetry rotations",
    "antislide 4x4x4 --method direct --profile",
    "antislide 4x4x4 --method layers --json",
    "antislide 4x4x4 --fewest --list",
    "antislide 3x3x3 --verify --svg -",
    "antislide 0x1x1",
    "cover examples/queens8.dlx --symmetry auto --list 3",
    "cover examples/costs.dlx --cheapest 2 --json",
    "cover examples/domino16.dlx --json",
    "cover examples/words.dlx --list --verify",
    "cover examples/pent6x10.dlx --kernel cells --first",
    "cover examples/nothing.dlx",
    "pack soma --json --list 2",
    "pack slothouber-graatsma --svg -",
    "pack tetrominoes-4x5 --verify",
    "pack soma --sample 2 --seed 1",
    "tile stomachion --json --list 2",
    "tile octagon --svg -",
    "tile pentagon --verify",
    "tile colorstar --list 3",
    "tile lozenges-2x2x2 --symmetry none --json",
    "slide --board 3x3 867254301 --all --list 2",
    "slide --table 3x3 --json",
    "slide bc9e80df3412a756 --heuristic manhattan",
    "slide 123456780",
    "tours 6x6 --list 2 --json",
    "tours 6x6 --symmetry half-turn --method diagram --verify",
    "tours 5x6 --sample 2 --seed 5 --svg -",
    "graph spanning-trees grid:5x5 --verify --json",
    "graph paths grid:4x4 --from 0,0 --to 3,3 --list 4",
    "graph matchings grid:99",
];

/// Those whose tests take seconds even if nothing is optimised. Frames of functions are larger
/// then, so that the deepest recursions of diagrams do not fit into the stack of WebAssembly.
const QUICK: [&str; 2] = ["kumiki-plan", "kumiki-search"];

/// The engines, and what they stand on: their tests pass as WebAssembly, too.
const ENGINES: [&str; 17] = [
    "kumiki-auto",
    "kumiki-bits",
    "kumiki-bricks",
    "kumiki-cells",
    "kumiki-diagram",
    "kumiki-distances",
    "kumiki-frontier",
    "kumiki-group",
    "kumiki-layers",
    "kumiki-memo",
    "kumiki-plan",
    "kumiki-planar",
    "kumiki-reduce",
    "kumiki-ring",
    "kumiki-search",
    "kumiki-slide",
    "kumiki-tile",
];

/// How much is done.
struct Form {
    /// The profile of both commands.
    profile: &'static str,
    /// Its directory.
    directory: &'static str,
    /// What cargo is told about WebAssembly besides.
    settings: &'static [&'static str],
    /// The crates whose tests are run.
    tested: &'static [&'static str],
}

const WHOLE: Form =
    Form { profile: "release", directory: "release", settings: &[], tested: &ENGINES };
const SHORT: Form = Form {
    profile: TESTED,
    directory: "debug",
    settings: &["--config", "profile.dev.opt-level=0"],
    tested: &QUICK,
};

/// Compares answers of the command, then runs the tests of the engines. With `--quick`, it is
/// [`short`].
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => WHOLE.perform(root),
        [word] if word == "--quick" => short(root),
        _ => Err(String::from("wasm: expected nothing, or --quick")),
    }
}

/// The short form, for CI.
pub(crate) fn short(root: &Path) -> Result<(), String> {
    SHORT.perform(root)
}

/// The command as CI builds it.
pub(crate) fn short_program(root: &Path) -> Result<PathBuf, String> {
    SHORT.program(root)
}

impl Form {
    fn perform(&self, root: &Path) -> Result<(), String> {
        if let Some(lacking) = lacking(root) {
            let (questions, crates) = (QUESTIONS.len(), self.tested.len());
            println!(
                "wasm: skipped {questions} questions and the tests of {crates} crates: {lacking}"
            );
            return Ok(());
        }
        self.compare_answers(root)?;
        self.run_tests(root)
    }

    /// The tests of the engines, each test program run by Node.
    fn run_tests(&self, root: &Path) -> Result<(), String> {
        let script = root.join(RUN);
        let runner = format!("target.{TARGET}.runner=['node', '{QUIET}', '{}']", script.display());
        let crates = self.tested.iter().flat_map(|name| ["-p", name]);
        let test = ["test", "--quiet", "--tests", "--target", TARGET, "--config", &runner];
        succeed(cargo(root).args(test).args(self.settings).args(crates))
    }

    /// Builds both commands and compares their answers.
    fn compare_answers(&self, root: &Path) -> Result<(), String> {
        let native = built(root, self.profile)?.join("kumiki");
        compare_all(root, &native, &self.program(root)?)
    }

    /// The command, built.
    fn program(&self, root: &Path) -> Result<PathBuf, String> {
        let build = ["build", "-p", "kumiki-cli", "--target", TARGET, "--profile", self.profile];
        succeed(cargo(root).args(build).args(self.settings))?;
        Ok(target(root).join(TARGET).join(self.directory).join("kumiki.wasm"))
    }
}

/// Asks both commands everything, as many questions at a time as there are cores.
fn compare_all(root: &Path, native: &Path, wasm: &Path) -> Result<(), String> {
    let ask = |question: &str| {
        let words: Vec<&str> = question.split(' ').chain(["--threads", "1"]).collect();
        let one = output(Command::new(native).current_dir(root).args(&words))?;
        let node = &mut Command::new("node");
        let other = output(node.current_dir(root).args([QUIET, RUN]).arg(wasm).args(&words))?;
        compare(question, &one, &other)
    };
    let next = AtomicUsize::new(0);
    let ask_on = || -> Result<(), String> {
        while let Some(question) = QUESTIONS.get(next.fetch_add(1, Ordering::Relaxed)) {
            ask(question)?;
        }
        Ok(())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let asking: Vec<_> = (0..cores).map(|_| scope.spawn(ask_on)).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Result<(), String>>| {
            thread.join().unwrap_or_else(|_| Err(String::from("wasm: a comparison panicked")))
        };
        asking.into_iter().try_for_each(join)
    })?;
    println!("wasm: {} questions, the same answers", QUESTIONS.len());
    Ok(())
}

/// What is missing to run WebAssembly here, if anything is.
pub(crate) fn lacking(root: &Path) -> Option<String> {
    let quiet = |command: &mut Command| {
        succeed(command.current_dir(root).stdout(Stdio::null()).stderr(Stdio::null())).is_ok()
    };
    if !quiet(Command::new("node").arg("--version")) {
        return Some(String::from("there is no node"));
    }
    let is_added = quiet(Command::new("rustup").args(["target", "add", TARGET]));
    (!is_added).then(|| format!("rustup cannot add the target {TARGET}"))
}

fn output(command: &mut Command) -> Result<Output, String> {
    let program = command.get_program().to_owned();
    command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("wasm: {} could not be started: {e}", program.display()))
}

/// Whether two runs say the same, but for what they took.
fn compare(question: &str, one: &Output, other: &Output) -> Result<(), String> {
    let said = |output: &Output| masked(&String::from_utf8_lossy(&output.stdout));
    let complained = |output: &Output| masked(&String::from_utf8_lossy(&output.stderr));
    let parts = [
        ("exit code", format!("{:?}", one.status.code()), format!("{:?}", other.status.code())),
        ("stdout", said(one), said(other)),
        ("stderr", complained(one), complained(other)),
    ];
    for (part, native, wasm) in parts {
        if native != wasm {
            return Err(format!(
                "wasm: kumiki {question}: another {part}\n-- native\n{native}\n-- wasm\n{wasm}"
            ));
        }
    }
    Ok(())
}

/// Without what depends on the machine: the numbers of JSON that say what the run took, times in
/// seconds, and the system's numbers of errors.
fn masked(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = match line.split_once(" (os error ") {
            Some((before, after)) => {
                &(before.to_owned() + after.split_once(')').map_or("", |p| p.1))
            }
            None => line,
        };
        let field = ["\"seconds\":", "\"peak_bytes\":", "\"threads\":", "\"nodes\":"]
            .iter()
            .find_map(|name| Some(line.split_once(name)?.0.to_owned() + name));
        let is_time = |word: &&str| word.parse::<f64>().is_ok() && word.contains('.');
        let words = line.split(' ').map(|word| if is_time(&word) { "*" } else { word });
        lines.push(field.unwrap_or_else(|| words.collect::<Vec<_>>().join(" ")));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn what_a_run_took_is_masked_and_nothing_else() {
        assert_eq!(masked("  \"seconds\": 0.25,"), masked("  \"seconds\": 1e-3,"));
        assert_eq!(masked("took 0.250 s"), masked("took 0.125 s"));
        assert_eq!(masked("gone (os error 2), expected"), masked("gone (os error 44), expected"));
        assert_ne!(masked("9 packings"), masked("8 packings"));
        assert_ne!(masked("\"count\": \"9\""), masked("\"count\": \"8\""));
    }
}
