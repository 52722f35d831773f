//! A job: a question that waits for its turn, is answered by a child, and what the child says.
//!
//! The child is this program itself, with `ask`: without a shell, without environment, in an empty
//! folder of its own. Its lines go to the page as they come, piece by piece; when the page does not
//! read, the child waits.
//!
//! * **J1** A job ends: by itself, when it is stopped, when its time is over, when it has said too
//!   much, or when its page has gone. It is asked first (SIGTERM), so that it can tell what it has
//!   found, and killed a little later.
//! * **J2** Whatever happens, the last line tells the end, unless nobody listens.

use crate::hall::Place;
use crate::told::Told;
use axum::body::Bytes;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStderr, ChildStdin, Command};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

/// How long a child may go on for nobody, or beyond its limits.
const GRACE: Duration = Duration::from_secs(2);

/// How long a child that is to stop may take to tell what it has found.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// How long beyond its time limit a child may take to tell what it has found. It knows the limit.
const OVERTIME: Duration = Duration::from_secs(5);

/// Lines go from the child to the page in pieces of so many bytes; a few are on their way.
const PIECE_BYTES: usize = 16 << 10;

/// How much is kept of what a child complains.
const COMPLAINT_BYTES: u64 = 4 << 10;

/// A question, and what it may use.
pub(crate) struct Job {
    pub(crate) program: PathBuf,
    /// The document, as it came.
    pub(crate) question: Bytes,
    /// Flags of `kumiki ask` that do not depend on limits.
    pub(crate) flags: Vec<&'static str>,
    pub(crate) threads: usize,
    pub(crate) time: Duration,
    /// What the page or the owner of the server wants it to be.
    pub(crate) memory_bytes: Option<u64>,
    pub(crate) output_bytes: u64,
}

/// Exit codes of the command.
const FAILED: u8 = 1;
const STOPPED: u8 = 3;

/// Sees a job from its place in the hall to its end.
pub(crate) async fn see_through(job: Job, mut place: Place, page: mpsc::Sender<Bytes>) {
    let mut told = Told::default();
    let mut first = serde_json::json!({ "job": place.id });
    if let Some(ahead) = place.ahead {
        first["ahead"] = ahead.into();
    }
    let is_heard = page.send(Bytes::from(format!("{first}\n"))).await.is_ok();
    let begins = tokio::select! {
        biased;
        () = page.closed() => false,
        () = place.stop.notified() => {
            let words = told.last_words("stopped before its turn had come", STOPPED);
            let _ = page.send(words).await;
            false
        }
        turn = &mut place.turn => turn.is_ok(),
    };
    if !is_heard || !begins {
        return;
    }
    let end = match Running::begin(&job, &place) {
        Ok(running) => running.hand_on(&job, &place, &page, &mut told).await,
        Err(error) => Some((format!("no child can be started: {error}"), FAILED)),
    };
    if let Some((error, code)) = end {
        let words = told.last_words(&error, code);
        // Who does not read for so long does not read.
        let _ = timeout(GRACE, page.send(words)).await;
    }
}

/// What comes with Kumiki, as a child tells it that is asked nothing.
pub(crate) async fn catalogue(program: &Path) -> io::Result<Bytes> {
    let folder = folder()?;
    let mut command = command(program, &folder);
    let output = command.arg("--catalogue").stdin(Stdio::null()).output();
    let output = timeout(LAST_WORDS, output).await.map_err(io::Error::other)??;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim_end()));
    }
    Ok(output.stdout.into())
}

/// An empty folder for a child.
fn folder() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("kumiki-").tempdir()
}

/// A child that is not begun yet.
fn command(program: &Path, folder: &TempDir) -> Command {
    let mut command = Command::new(program);
    command.arg("ask").env_clear().current_dir(folder.path()).kill_on_drop(true);
    // Ctrl-C is for the server, which asks its children to end.
    #[cfg(unix)]
    command.process_group(0);
    command
}

/// A child at work.
struct Running {
    child: Child,
    /// Removed when the child has ended.
    _folder: TempDir,
}

/// Why a child is made to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    Stopped,
    Time,
    Output,
    Nobody,
}

impl Cause {
    /// How long the child may take to end.
    fn patience(self) -> Duration {
        if self == Self::Stopped { LAST_WORDS } else { GRACE }
    }
}

impl Running {
    fn begin(job: &Job, place: &Place) -> io::Result<Self> {
        let folder = folder()?;
        let mut command = command(&job.program, &folder);
        command.args(&job.flags);
        command.arg(format!("--threads={}", job.threads));
        command.arg(format!("--time-limit={}ms", job.time.as_millis()));
        if let Some(bytes) = place.take_memory(job.memory_bytes) {
            command.arg(format!("--memory-limit={bytes}"));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn()?;
        Ok(Self { child, _folder: folder })
    }

    /// Hands on what the child says, and ends it when it is time (J1). Says why the job has not
    /// told its end itself, if it has not.
    async fn hand_on(
        mut self,
        job: &Job,
        place: &Place,
        page: &mpsc::Sender<Bytes>,
        told: &mut Told,
    ) -> Option<(String, u8)> {
        let mut stdout = self.child.stdout.take()?;
        let asking = tokio::spawn(ask(self.child.stdin.take()?, job.question.clone()));
        let complaint = tokio::spawn(complaint(self.child.stderr.take()?));
        let overdue = Instant::now() + job.time + OVERTIME;
        let mut cause: Option<Cause> = None;
        // When the child is killed: never, or a while after it was asked to end.
        let mut last_moment = overdue + LAST_WORDS;
        let mut piece: Option<Bytes> = None;
        let mut buffer = vec![0; PIECE_BYTES];
        loop {
            let is_heard = !matches!(cause, Some(Cause::Nobody | Cause::Output));
            let new_cause = tokio::select! {
                biased;
                () = page.closed(), if cause != Some(Cause::Nobody) => Cause::Nobody,
                () = sleep_until(last_moment) => break,
                () = sleep_until(overdue), if cause.is_none() => Cause::Time,
                () = place.stop.notified(), if cause.is_none() => Cause::Stopped,
                room = page.reserve(), if piece.is_some() && is_heard => {
                    if let (Ok(room), Some(piece)) = (room, piece.take()) {
                        told.hear(&piece);
                        room.send(piece);
                    }
                    continue;
                }
                read = stdout.read(&mut buffer), if piece.is_none() || !is_heard => match read {
                    Ok(1..) if !is_heard => continue,
                    Ok(count @ 1..) => {
                        let room = job.output_bytes - told.bytes;
                        let is_too_much = u64::try_from(count).is_ok_and(|count| count > room);
                        if !is_too_much {
                            piece = Some(Bytes::copy_from_slice(&buffer[..count]));
                            continue;
                        }
                        Cause::Output
                    }
                    Ok(0) | Err(_) => break,
                },
            };
            last_moment = last_moment.min(Instant::now() + new_cause.patience());
            cause = Some(new_cause);
            self.ask_to_end();
        }
        // A child that has closed its output has little left to do.
        let patience = last_moment.saturating_duration_since(Instant::now()).min(GRACE);
        let status = match timeout(patience, self.child.wait()).await {
            Ok(status) => status,
            Err(_) => {
                // It may have ended meanwhile.
                let _ = self.child.start_kill();
                self.child.wait().await
            }
        };
        asking.abort();
        let complaint = timeout(GRACE, complaint).await.ok().and_then(Result::ok);
        (!told.has_ended()).then(|| ending(cause, job, status, complaint.unwrap_or_default()))
    }

    /// SIGTERM, once. Where there is none, the child is killed.
    fn ask_to_end(&mut self) {
        #[cfg(unix)]
        if let Some(pid) = self.child.id().and_then(|id| i32::try_from(id).ok())
            && let Some(pid) = rustix::process::Pid::from_raw(pid)
        {
            // Until it is waited for, its number is nobody else's.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        #[cfg(not(unix))]
        let _ = self.child.start_kill();
    }
}

/// What became of a child that did not tell its end.
fn ending(
    cause: Option<Cause>,
    job: &Job,
    status: io::Result<ExitStatus>,
    complaint: String,
) -> (String, u8) {
    let code = status.as_ref().ok().and_then(ExitStatus::code);
    let code = code.and_then(|code| u8::try_from(code).ok());
    match cause {
        Some(Cause::Output) => {
            let megabytes = job.output_bytes >> 20;
            let line = format!("the output is longer than {megabytes} MB, expected a shorter list");
            (line, STOPPED)
        }
        _ if !complaint.is_empty() => (complaint, code.unwrap_or(FAILED)),
        Some(Cause::Time) => ("its time is over, and it told nothing".to_owned(), STOPPED),
        Some(Cause::Stopped | Cause::Nobody) => {
            ("stopped, and it told nothing".to_owned(), STOPPED)
        }
        None => match status {
            Ok(status) => (format!("it ended without an answer: {status}"), code.unwrap_or(FAILED)),
            Err(error) => (format!("it was lost: {error}"), FAILED),
        },
    }
}

/// Hands over the question. A child that has seen enough may close its end.
async fn ask(mut stdin: ChildStdin, question: Bytes) {
    let _ = stdin.write_all(&question).await;
}

/// The line that a child complains with, if it does.
async fn complaint(stderr: ChildStderr) -> String {
    let mut bytes = Vec::new();
    let mut stderr = stderr.take(COMPLAINT_BYTES);
    let _ = stderr.read_to_end(&mut bytes).await;
    // The rest is nobody's.
    let _ = tokio::io::copy(&mut stderr.into_inner(), &mut tokio::io::sink()).await;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().find_map(|line| line.strip_prefix("error: "));
    line.unwrap_or_default().to_owned()
}
