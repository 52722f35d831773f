//! A program run to its end, timed, and killed if we are told to stop.

use crate::failure::Failure;
use signal_hook::consts::TERM_SIGNALS;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a waiting bench looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(10);

/// Set by Ctrl-C and SIGTERM.
static TOLD_TO_STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on Ctrl-C and SIGTERM end the program that is running, and then the bench.
pub(super) fn catch_signals() -> Result<(), Failure> {
    let flag = TOLD_TO_STOP.get_or_init(Arc::default);
    for signal in TERM_SIGNALS {
        signal_hook::flag::register(*signal, Arc::clone(flag)).map_err(|error| {
            Failure::Machine(format!("the system refuses signal handlers: {error}"))
        })?;
    }
    Ok(())
}

fn is_told_to_stop() -> bool {
    TOLD_TO_STOP.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// What a program did.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) status: ExitStatus,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// From its start until it closed its output.
    pub(super) seconds: f64,
}

/// Tells on stderr what the bench is doing.
pub(super) fn note(text: &str) {
    // If stderr is gone, nobody is waiting for it.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Runs a program. If it cannot be started, the failure names `expected`.
pub(super) fn run(command: &mut Command, expected: &str) -> Result<Ran, Failure> {
    let name = command.get_program().display().to_string();
    let began = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| {
            Failure::Input(format!("cannot run '{name}': {error}, expected {expected}"))
        })?;
    let stdout = listen(child.stdout.take(), began);
    let stderr = listen(child.stderr.take(), began);
    while !(stdout.is_finished() && stderr.is_finished() || is_told_to_stop()) {
        std::thread::sleep(GLANCE);
    }
    if is_told_to_stop() {
        // It may have ended by itself just now.
        let _ = child.kill();
    }
    let (stdout, seconds) = stdout.join().expect("a listener does not panic");
    let (stderr, _) = stderr.join().expect("a listener does not panic");
    let status = wait(&mut child, &name)?;
    if is_told_to_stop() {
        return Err(Failure::Stopped("interrupted while measuring, expected to finish".to_owned()));
    }
    Ok(Ran { status, stdout, stderr, seconds })
}

/// Reads all that a program writes, and notes when it has written the last of it.
fn listen(pipe: Option<impl Read + Send + 'static>, began: Instant) -> JoinHandle<(String, f64)> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What cannot be read is missing from the text, which its reader will notice.
            let _ = pipe.read_to_end(&mut bytes);
        }
        (String::from_utf8_lossy(&bytes).into_owned(), began.elapsed().as_secs_f64())
    })
}

fn wait(child: &mut Child, name: &str) -> Result<ExitStatus, Failure> {
    child.wait().map_err(|error| Failure::Machine(format!("cannot wait for '{name}': {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_outputs_and_the_status_are_kept() {
        let script = "echo out; echo err >&2; exit 5";
        let ran = run(Command::new("sh").args(["-c", script]), "a shell").expect("a shell");
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(ran.status.code(), Some(5));
        assert!(ran.seconds > 0.0);
    }

    #[test]
    fn a_missing_program_is_bad_input() {
        let failure =
            run(&mut Command::new("no/such/program"), "a program").expect_err("nothing to run");
        let Failure::Input(line) = failure else { panic!("{failure:?}") };
        assert!(
            line.starts_with("cannot run 'no/such/program': ")
                && line.ends_with(", expected a program"),
            "{line}"
        );
    }
}
