//! Running the program, and looking at what it did.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// The program under test, without arguments yet.
pub(crate) fn kumiki() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumiki"));
    command.stdin(Stdio::null());
    // Tables are kept with the tests, not with the user.
    command.env("KUMIKI_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables"));
    command
}

/// What a finished run left behind.
#[derive(Debug)]
pub(crate) struct Finished {
    /// The exit code; `None` if a signal ended the program.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a command line, its arguments separated by spaces, in a folder.
pub(crate) fn run_in(folder: &Path, line: &str) -> Finished {
    finish(kumiki().args(line.split_whitespace()).current_dir(folder))
}

/// Runs a command line at the root of the repository, where `examples` and `puzzles` are.
pub(crate) fn run(line: &str) -> Finished {
    run_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), line)
}

/// Runs a command line that reads stdin.
pub(crate) fn run_with_stdin(line: &str, stdin: &[u8]) -> Finished {
    let mut command = kumiki();
    command.args(line.split_whitespace()).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be started");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that has seen enough may close its end.
    let _ = pipe.write_all(stdin);
    drop(pipe);
    finished(child.wait_with_output().expect("a child of ours"))
}

/// Runs a prepared command.
pub(crate) fn finish(command: &mut Command) -> Finished {
    finished(command.output().expect("the program can be started"))
}

fn finished(output: Output) -> Finished {
    Finished {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("answers are UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// The answer of a run that must succeed, as text.
pub(crate) fn answer(line: &str) -> String {
    let finished = run(line);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{line}");
    finished.stdout
}

/// Asserts that the answer in text to each command line has its parts, and no slips of grammar.
pub(crate) fn assert_told(told: &[(&str, &[&str])]) {
    for (line, parts) in told {
        let text = answer(line);
        for part in *parts {
            assert!(text.contains(part), "{line}: '{part}' is missing in\n{text}");
        }
        for slip in [
            " 1 classes",
            " 1 packings",
            " 1 bricks",
            " 1 pieces",
            " 1 solutions",
            " 1 symmetries",
            " 1 nodes",
        ] {
            assert!(!text.contains(slip), "{line}: '{slip}' in\n{text}");
        }
    }
}

/// Whether a field holds a count: a string of decimal digits.
pub(crate) fn is_count(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
}

/// Asserts that the fields are there that every answer has, with their types.
pub(crate) fn assert_common_fields(line: &str, answer: &Value) {
    assert!(answer["complete"].is_boolean(), "{line}");
    let evidence = answer["evidence"].as_array().expect("evidence");
    assert!(!evidence.is_empty() && evidence.iter().all(Value::is_string), "{line}: {evidence:?}");
    for field in ["nodes", "threads", "peak_bytes"] {
        assert!(answer["profile"][field].is_u64(), "{line}: profile.{field}");
    }
    assert!(answer["profile"]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{line}");
}

/// The answer without what it cost; `--json` is added.
pub(crate) fn without_profile(line: &str) -> Value {
    let mut answer = json(line);
    answer.as_object_mut().and_then(|fields| fields.remove("profile")).expect("a profile");
    answer
}

/// The answer of a run that must succeed; `--json` is added. It must be as the schema says.
pub(crate) fn json(line: &str) -> Value {
    let text = answer(&format!("{line} --json"));
    let value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error} in {text}"));
    assert_valid(line, &value);
    value
}

/// The schema that the program prints.
static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(&answer("schema")).expect("a schema in JSON");
    jsonschema::validator_for(&schema).expect("a schema")
});

/// Asserts that a question or an answer is as the schema says.
pub(crate) fn assert_valid(line: &str, document: &Value) {
    let faults: Vec<String> = SCHEMA.iter_errors(document).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{line}: {faults:?}");
}

/// Asserts that a run was refused with one line that contains all the words.
pub(crate) fn assert_refused(line: &str, finished: &Finished, words: &[&str]) {
    assert_one_line(2, line, finished, words);
}

/// Command lines that are refused when they are run somehow, each with words of the refusal.
pub(crate) fn assert_all_refused(refused: &[(&str, &[&str])], run: impl Fn(&str) -> Finished) {
    for (line, words) in refused {
        assert_refused(line, &run(line), words);
    }
}

/// Command lines that are sound and too large, each with words of what it would take.
pub(crate) fn assert_too_large(too_large: &[(&str, &[&str])]) {
    for (line, words) in too_large {
        assert_one_line(3, line, &run(line), words);
    }
}

/// A forged answer is refuted, unless it can no longer be read.
pub(crate) fn assert_refuted(line: &str, finished: &Finished, words: &[&str]) {
    let code = if finished.stderr.contains("is not a saved answer") { 2 } else { 1 };
    assert_one_line(code, line, finished, words);
}

/// One line on stderr with some words in it, and nothing else.
pub(crate) fn assert_one_line(expected: i32, line: &str, finished: &Finished, words: &[&str]) {
    let Finished { code, stdout, stderr } = finished;
    assert_eq!(*code, Some(expected), "{line}: {stderr}");
    assert_eq!(stdout, "", "{line}: stdout");
    assert!(stderr.starts_with("error: ") && stderr.ends_with('\n'), "{line}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{line}: {stderr}");
    for alarm in ["panicked", "backtrace", "RUST_"] {
        assert!(!stderr.contains(alarm), "{line}: {stderr}");
    }
    for word in words {
        assert!(stderr.contains(word), "{line}: '{word}' is missing in {stderr}");
    }
}

/// An empty folder for one test, removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// `name` must be different for each test.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("kumiki-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a writable folder");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a readable folder");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("our own names");
        let mut names: Vec<String> =
            entries.map(|entry| name(entry.expect("a readable folder"))).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Under the target folder nobody minds a leftover.
        let _ = fs::remove_dir_all(&self.0);
    }
}
