//! Running the program, and looking at what it did.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program under test, without arguments yet.
pub(crate) fn kumiki() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumiki"));
    command.stdin(Stdio::null());
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

/// Runs a command line that needs no files.
pub(crate) fn run(line: &str) -> Finished {
    finish(kumiki().args(line.split_whitespace()))
}

/// Runs a prepared command.
pub(crate) fn finish(command: &mut Command) -> Finished {
    let output = command.output().expect("the program can be started");
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

/// The answer of a run that must succeed; `--json` is added.
pub(crate) fn json(line: &str) -> Value {
    let text = answer(&format!("{line} --json"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error} in {text}"))
}

/// Asserts that a run was refused with one line that contains all the words.
pub(crate) fn assert_refused(line: &str, finished: &Finished, words: &[&str]) {
    let Finished { code, stdout, stderr } = finished;
    assert_eq!(*code, Some(2), "{line}: {stderr}");
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
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kumiki-{name}-{}", std::process::id()));
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
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("a readable folder"))).collect();
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
