//! What happens to a run, and how it ends.

use crate::program::Program;
use crate::workshop::split;
use fastrand::Rng;
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How much a run may compute after it was told to end: 0.5 s on each of two threads, and as much
/// for slow builds.
const LAST_WORK: Duration = Duration::from_secs(2);

/// How young a program is that has not yet said which signals it wants to hear.
const YOUTH: Duration = Duration::from_millis(30);

/// How much memory a limit may be exceeded by, beside a tenth.
const SPARE_BYTES: u64 = 24 << 20;

/// A disturbance.
#[derive(Clone, Copy, Debug)]
pub(super) enum Weather {
    /// A signal after some milliseconds.
    Signal { name: &'static str, after: u64 },
    /// A limit of the time, in milliseconds.
    Time { limit: u64 },
    /// A limit of the memory, in megabytes, and one of the time.
    Memory { limit: u64, time: u64 },
}

impl fmt::Display for Weather {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal { name, after } => write!(f, "SIG{name} after {after} ms"),
            Self::Time { .. } | Self::Memory { .. } => write!(f, "with this limit"),
        }
    }
}

impl Weather {
    /// Something by lot; nothing about memory for runs that wait.
    pub(super) fn any(waits: bool, lot: &mut Rng) -> Self {
        let moment = |lot: &mut Rng| match lot.u8(..10) {
            0..=4 => lot.u64(1..40),
            5..=8 => lot.u64(40..300),
            _ => lot.u64(300..900),
        };
        match lot.u8(..10) {
            0..=2 => Self::Signal { name: "INT", after: moment(lot) },
            3 | 4 => Self::Signal { name: "TERM", after: moment(lot) },
            5 => Self::Signal { name: "KILL", after: moment(lot) },
            6..=8 if waits || lot.bool() => Self::Time { limit: lot.u64(1..=300) },
            _ if waits => Self::Time { limit: lot.u64(1..=300) },
            _ => Self::Memory { limit: lot.u64(1..=100), time: lot.u64(50..=700) },
        }
    }

    /// Disturbances that are rounder.
    pub(super) fn calmer(self) -> Vec<Self> {
        match self {
            Self::Signal { name, after } => vec![Self::Signal { name, after: after / 2 }],
            Self::Time { limit } if limit > 1 => vec![Self::Time { limit: limit / 2 }],
            Self::Memory { limit, time } if time > 100 => {
                vec![Self::Memory { limit, time: time / 2 }]
            }
            _ => vec![],
        }
        .into_iter()
        .filter(|other| !matches!(other, Self::Signal { after: 0, .. }))
        .collect()
    }

    /// The flags of the limit, with a blank in front.
    pub(super) fn flags(self) -> String {
        match self {
            Self::Signal { .. } => String::new(),
            Self::Time { limit } => format!(" --time-limit {limit}ms"),
            Self::Memory { limit, time } => {
                format!(" --memory-limit {limit}M --time-limit {time}ms")
            }
        }
    }

    /// Whether a program cannot do anything about it.
    pub(super) fn is_killing(self) -> bool {
        matches!(self, Self::Signal { name: "KILL", .. })
    }
}

/// How a run ended.
pub(super) struct Ended {
    /// `None` if of a signal.
    pub(super) code: Option<i32>,
    /// Whether the signal came before the program could be ready for it.
    pub(super) died_young: bool,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// Runs a command in a directory while something happens to it. If it waits, nothing ever comes on
/// its stdin.
pub(super) fn run(
    program: &Program,
    directory: &Path,
    command: &str,
    waits: bool,
    weather: Weather,
) -> Result<Ended, String> {
    let mut child = Command::new(&program.path)
        .args(split(command))
        .current_dir(directory)
        .stdin(if waits { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start: {error}"))?;
    let silence = child.stdin.take();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let out = scope.spawn(move || read(stdout));
        let err = scope.spawn(move || read(stderr));
        let watched = watch(&mut child, weather, program.patience);
        if watched.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        drop(silence);
        let stdout = out.join().unwrap_or_default();
        let stderr = err.join().unwrap_or_default();
        watched.map(|(code, died_young)| Ended { code, died_young, stdout, stderr })
    })
}

/// Watches a run until it ends: its exit code, and whether a signal came too early for it.
fn watch(
    child: &mut Child,
    weather: Weather,
    patience: Duration,
) -> Result<(Option<i32>, bool), String> {
    let start = Instant::now();
    let mut told: Option<Duration> = None;
    loop {
        if let Some(status) = child.try_wait().map_err(|error| format!("cannot wait: {error}"))? {
            return Ok((status.code(), told.is_some_and(|before| before <= YOUTH)));
        }
        let worked = worked(child.id());
        match weather {
            Weather::Signal { name, after } => match told {
                None if start.elapsed() >= Duration::from_millis(after) => {
                    told = Some(worked);
                    signal(child.id(), name)?;
                }
                Some(before) if worked > before + LAST_WORK => {
                    return Err(format!("it goes on {:?} later", worked.saturating_sub(before)));
                }
                _ => {}
            },
            Weather::Time { limit: time } | Weather::Memory { time, .. } => {
                // Two threads may work all the time.
                if worked > Duration::from_millis(2 * time) + LAST_WORK {
                    return Err(format!("it goes on after {worked:?} of work"));
                }
            }
        }
        if let Weather::Memory { limit, .. } = weather {
            let (bytes, most) =
                (anonymous_bytes(child.id()), (limit << 20) / 10 * 11 + SPARE_BYTES);
            if bytes > most {
                return Err(format!("it holds {} MB", bytes >> 20));
            }
        }
        if start.elapsed() > patience {
            return Err(format!("no end within {patience:?}"));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal with the command that everybody has; the standard library has no other way.
fn signal(process: u32, name: &str) -> Result<(), String> {
    let words = ["-s".to_owned(), name.to_owned(), process.to_string()];
    let ran = Command::new("kill").args(words).stderr(Stdio::null()).status();
    // A process that has ended meanwhile cannot be found, which is well.
    ran.map(|_| ()).map_err(|error| format!("cannot send a signal: {error}"))
}

/// How long a process has worked on all its threads; nothing where that cannot be told.
fn worked(process: u32) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Behind the name, which is in brackets, the twelfth and thirteenth word are hundredths of a
    // second.
    let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * words.filter_map(|word| word.parse::<u64>().ok()).sum::<u64>())
}

/// The memory that a process holds beside files; nothing where that cannot be told.
fn anonymous_bytes(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("RssAnon:"));
    let kilobytes = line
        .and_then(|line| line.split_whitespace().nth(1))
        .and_then(|word| word.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

fn read(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // What there is when the program ends is enough.
        let _ = stream.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
