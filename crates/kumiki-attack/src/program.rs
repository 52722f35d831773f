//! The command under attack, run as users run it.

use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The command, and how long it may take before that is a finding of its own.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) patience: Duration,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    /// The exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Program {
    /// Runs the command in a directory, with nothing to read.
    ///
    /// # Errors
    /// If it cannot be started, takes too long, or is ended by a signal, which no question may do.
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
        let (mut stdin, mut stdout, mut stderr) = (
            child.stdin.take().expect("piped above"),
            child.stdout.take().expect("piped above"),
            child.stderr.take().expect("piped above"),
        );
        std::thread::scope(|scope| {
            // A program that does not read to the end closes the pipe, as it may.
            scope.spawn(move || stdin.write_all(input));
            let out = scope.spawn(move || read_all(&mut stdout));
            let err = scope.spawn(move || read_all(&mut stderr));
            let start = Instant::now();
            let status = loop {
                match child.try_wait() {
                    Ok(Some(status)) => break Ok(status),
                    Ok(None) if start.elapsed() > self.patience => {
                        let _ = child.kill();
                        let _ = child.wait();
                        break Err(format!("no answer within {:?}", self.patience));
                    }
                    Ok(None) => std::thread::sleep(Duration::from_micros(500)),
                    Err(error) => break Err(format!("cannot wait: {error}")),
                }
            };
            let stdout = out.join().map_err(|_| "the reader of stdout failed")?;
            let stderr = err.join().map_err(|_| "the reader of stderr failed")?;
            let code = status?.code();
            match code {
                Some(101 | 134) | None => Err(format!("crashed ({code:?}): {stderr}")),
                Some(_) => Ok(Ran { code, stdout, stderr }),
            }
        })
    }

    /// Asks a question that has an answer, and reads the one JSON object on stdout.
    ///
    /// # Errors
    /// If there is no such answer.
    pub(crate) fn ask(&self, directory: &Path, arguments: &[String]) -> Result<Value, String> {
        let ran = self.run(directory, arguments)?;
        if ran.code != Some(0) {
            return Err(format!("exit code {:?}: {}", ran.code, ran.stderr.trim()));
        }
        serde_json::from_str(&ran.stdout).map_err(|error| format!("no JSON object on stdout: {error}"))
    }
}

fn read_all(stream: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    // What a killed program leaves is enough.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
