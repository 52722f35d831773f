//! Limits and signals hold in every phase, and too little memory has one exit code.
#![cfg(unix)]

use crate::interruption::{end, signal};
use crate::program::{Finished, Folder, answer, assert_too_large, finish, kumiki, run, run_in};
use serde_json::Value;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Begins a command line whose stdin stays open and says nothing.
fn begin_waiting(line: &str, folder: &Folder) -> Child {
    let mut command = kumiki();
    command.args(line.split_whitespace()).current_dir(folder.path()).stdin(Stdio::piped());
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started")
}

/// Asserts that a program ends soon, with exit code 3 and a line with these words.
fn assert_ends(mut child: Child, words: &str) {
    let (code, stdout) = end(&mut child);
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("readable");
    assert_eq!((code, stdout.as_str()), (Some(3), ""), "{stderr}");
    assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{stderr}");
    assert!(stderr.contains(words), "'{words}' is missing in: {stderr}");
}

#[test]
fn a_silent_input_is_not_waited_for_without_end() {
    let folder = Folder::new("silent");
    let made =
        Command::new("mkfifo").arg(folder.path().join("fifo")).status().expect("a shell's tool");
    assert!(made.success());
    for name in ["-", "fifo"] {
        let child = begin_waiting(&format!("cover {name} --time-limit 200ms"), &folder);
        assert_ends(child, "stopped by the time limit while input was read");
        for line in [format!("cover {name}"), format!("check {name}")] {
            let child = begin_waiting(&line, &folder);
            // Nothing tells when it has begun to wait.
            std::thread::sleep(Duration::from_millis(1500));
            signal(&child, "INT");
            assert_ends(child, "interrupted while input was read");
        }
    }
}

/// A puzzle that takes long to prepare.
const LARGE_PUZZLE: &str = "kumiki = 1\n[box]\nsize = \"40x40x40\"\n[[piece]]\nname = \
    \"L\"\nlayers = \"##\\n#\"\ncount = \"any\"\n";

#[test]
fn a_time_limit_holds_while_a_problem_is_prepared() {
    let folder = Folder::new("preparing");
    folder.write("large.toml", LARGE_PUZZLE);
    let mut child = begin_waiting("pack large.toml --svg a.svg --time-limit 100ms", &folder);
    assert_eq!(end(&mut child).0, Some(3));
    assert!(folder.names().iter().all(|name| !name.ends_with(".part")), "{:?}", folder.names());
}

#[test]
fn sampling_stops_and_keeps_the_count() {
    let stopped =
        run("graph forests grid:4x4 --sample 3000000 --time-limit 200ms --json --threads 1");
    assert_eq!((stopped.code, stopped.stderr.as_str()), (Some(3), ""));
    let found: Value = serde_json::from_str(&stopped.stdout).expect("one JSON object");
    assert!(found["count"].is_string(), "{}", found["evidence"]);
    assert_eq!(found["complete"], false);
}

#[test]
fn a_list_that_grows_beyond_the_memory_limit_ends_the_run() {
    let line = "tile decagon --list --symmetry none --json --memory-limit 60M --threads 1";
    let Finished { code, stderr, .. } = run(line);
    assert_eq!(code, Some(3), "{stderr}");
    let limit = "error: stopped by the memory limit of 60.0 MB, ";
    assert!(stderr.is_empty() || stderr.starts_with(limit), "{stderr}");
}

/// Command lines that need more memory than they may use, and words of the refusal.
const TOO_LITTLE: &[(&str, &[&str])] = &[
    (
        "antislide 4x4x4 --memory-limit 1K",
        &["0.0 MB", "the program alone needs", "expected a higher limit"],
    ),
    (
        "antislide 16x16x16 --method direct --threads 100 --memory-limit 60M",
        &["memory limit", "needs about", "60 MB", "expected a higher limit or fewer threads"],
    ),
    (
        "cover examples/queens8.dlx --memory-limit 1K",
        &["the program alone needs", "expected a higher limit"],
    ),
    ("slide --table 3x4 --memory-limit 50M", &["the table needs", "50 MB may be used"]),
    (
        "slide --file korf100 --heuristic 7-8 --memory-limit 60M",
        &["the table needs", "60 MB may be used"],
    ),
];

#[test]
fn too_little_memory_has_one_exit_code() {
    assert_too_large(TOO_LITTLE);
    let folder = Folder::new("too-little");
    let refused = run_in(folder.path(), "antislide 5x5x6 --svg a.svg --memory-limit 1K");
    assert_eq!((refused.code, folder.names().len()), (Some(3), 0), "{}", refused.stderr);
}

/// Runs a command line with so many kilobytes of address space.
fn run_within(kilobytes: u32, line: &str) -> Finished {
    let script = format!("ulimit -v {kilobytes} && exec \"$@\"");
    let program = kumiki();
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).arg(program.get_program()).args(line.split_whitespace());
    finish(command.stdin(Stdio::null()))
}

#[test]
fn a_system_without_memory_is_told_in_a_line() {
    let refused = run_within(400_000, "antislide 6x6x6 --method layers --threads 1");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(3), ""), "{}", refused.stderr);
    let line = "error: too little memory, the system refuses ";
    assert!(
        refused.stderr.starts_with(line) && refused.stderr.lines().count() == 1,
        "{}",
        refused.stderr
    );
}

#[test]
fn threads_that_the_system_refuses_are_not_missed() {
    let line = "antislide 4x4x4 --method direct --threads 900";
    let few = run_within(1_000_000, line);
    // The system may have had room for so many threads that nothing else fits.
    if few.code == Some(3) {
        assert_eq!(few.stderr.lines().count(), 1, "{}", few.stderr);
        return;
    }
    assert_eq!(
        (few.code, few.stdout),
        (Some(0), answer("antislide 4x4x4 --method direct --threads 2"))
    );
}

#[test]
fn a_second_opinion_that_is_missing_is_an_early_end() {
    let finished = run("antislide 3x3x3 --start corner --verify");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(3), ""));
    assert!(finished.stdout.contains("\nnot verified: "), "{}", finished.stdout);
    assert_eq!(run("antislide 3x3x3 --verify").code, Some(0));
}

#[test]
fn a_round_that_was_not_finished_says_nothing_about_its_length() {
    let line = "slide 159d26ae37bf48c0 --heuristic manhattan --time-limit 300ms";
    let stopped = run(&format!("{line} --json"));
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
    let found: Value = serde_json::from_str(&stopped.stdout).expect("one JSON object");
    let rounds = found["rounds"].as_array().expect("rounds");
    let (last, finished) = rounds.split_last().expect("a round");
    assert_eq!(last["unfinished"], true, "{found}");
    assert!(finished.iter().all(|round| round["unfinished"].is_null()), "{found}");
    assert_eq!(found["lower_bound"], last["moves"], "all shorter rounds are finished: {found}");
    let text = run(line).stdout;
    let (length, _) = text.split_once(" is not finished").expect("an unfinished round");
    let (_, length) = length.rsplit_once("the search with ").expect("its length");
    assert!(!text.contains(&format!("no solution with {length}")), "{text}");
}
