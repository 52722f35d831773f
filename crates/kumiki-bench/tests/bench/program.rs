//! Running the bench, and looking at what it did.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a finished run left behind.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the bench in a folder, where a program `kumiki` is measured.
pub(crate) fn run_in(folder: &Folder, line: &str) -> Finished {
    finish(bench(folder, line))
}

/// The bench with its arguments, not running yet.
pub(crate) fn bench(folder: &Folder, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumiki-bench"));
    command.args(line.split_whitespace()).args(["--program", "kumiki"]).current_dir(&folder.0);
    command
}

pub(crate) fn finish(mut command: Command) -> Finished {
    let output = command.output().expect("the bench can be started");
    Finished {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Asserts that the last words of a run that failed with this code are one line with these words.
pub(crate) fn assert_failed(code: i32, line: &str, finished: &Finished, words: &[&str]) {
    let Finished { stdout, stderr, .. } = finished;
    assert_eq!((finished.code, stdout.as_str()), (Some(code), ""), "{line}: {stderr}");
    let last = stderr.lines().filter(|line| line.starts_with("error: ")).collect::<Vec<_>>();
    assert_eq!(last.len(), 1, "{line}: {stderr}");
    for word in words {
        assert!(last[0].contains(word), "{line}: '{word}' is missing in {stderr}");
    }
}

/// A folder for one test, removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A folder with a program `kumiki` that says nothing.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("bench-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        let folder = Self(path);
        folder.script("kumiki", "exit 1");
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a writable folder");
    }

    /// A program that is a script of the shell.
    pub(crate) fn script(&self, name: &str, script: &str) {
        self.write(name, &format!("#!/bin/sh\n{script}\n"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(self.0.join(name), fs::Permissions::from_mode(0o755))
                .expect("our own file");
        }
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
