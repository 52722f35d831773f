//! The command under attack, run as users run it.

use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long one run may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// How much memory one run may hold, in pages of 4 KiB.
const MOST_PAGES: u64 = (2 << 30) / 4096;

/// How many bytes one run may print on either stream.
const MOST_OUTPUT: u64 = 256 << 20;

/// The command, and how long it may take before that is a finding of its own.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) patience: Duration,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Program {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, patience: PATIENCE }
    }

    /// Runs the command in a directory, with nothing to read.
    ///
    /// # Errors
    /// If it cannot be started, takes too long or too much memory, or crashes, which no question
    /// may do.
    pub(crate) fn run(&self, directory: &Path, arguments: &[String]) -> Result<Ran, String> {
        self.run_with(directory, arguments, b"")
    }

    /// The same with something on its standard input.
    pub(crate) fn run_with(
        &self,
        directory: &Path,
        arguments: &[String],
        input: &[u8],
    ) -> Result<Ran, String> {
        let mut child = Command::new(&self.path)
            .args(arguments)
            .current_dir(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", self.path.display()))?;
        let (mut stdin, stdout, stderr) = (
            child.stdin.take().expect("piped above"),
            child.stdout.take().expect("piped above"),
            child.stderr.take().expect("piped above"),
        );
        std::thread::scope(|scope| {
            // A program that does not read to the end closes the pipe, as it may.
            scope.spawn(move || stdin.write_all(input));
            let out = scope.spawn(move || read_all(stdout));
            let err = scope.spawn(move || read_all(stderr));
            let ended = self.wait(&mut child);
            let stdout = out.join().map_err(|_| "the reader of stdout failed")?;
            let stderr = err.join().map_err(|_| "the reader of stderr failed")?;
            match ended? {
                Some(101 | 134) | None => Err(format!("crashed: {}", stderr.trim())),
                Some(code) => Ok(Ran { code, stdout, stderr }),
            }
        })
    }

    /// Waits for the end of a run, or ends it; the exit code, if no signal did.
    fn wait(&self, child: &mut Child) -> Result<Option<i32>, String> {
        let start = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status.code()),
                Ok(None) if start.elapsed() > self.patience => {
                    return Err(ended(child, format!("no answer within {:?}", self.patience)));
                }
                Ok(None) if pages(child.id()) > MOST_PAGES => {
                    return Err(ended(
                        child,
                        format!("more than {} MiB of memory", MOST_PAGES / 256),
                    ));
                }
                Ok(None) => std::thread::sleep(Duration::from_micros(500)),
                Err(error) => return Err(format!("cannot wait: {error}")),
            }
        }
    }

    /// Asks a question that has an answer, and reads the one JSON object on stdout.
    ///
    /// # Errors
    /// If there is no such answer.
    pub(crate) fn ask(&self, directory: &Path, arguments: &[String]) -> Result<Value, String> {
        let ran = self.run(directory, arguments)?;
        if ran.code != 0 {
            return Err(format!("exit code {}: {}", ran.code, ran.stderr.trim()));
        }
        serde_json::from_str(&ran.stdout)
            .map_err(|error| format!("no JSON object on stdout: {error}"))
    }
}

/// Ends a run that has gone too far, for a reason.
fn ended(child: &mut Child, reason: String) -> String {
    let _ = child.kill();
    let _ = child.wait();
    reason
}

/// The pages of memory that a process holds; 0 where that cannot be told.
fn pages(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0)
}

/// What a stream has; what a killed program leaves is enough.
fn read_all(stream: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = stream.take(MOST_OUTPUT).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
