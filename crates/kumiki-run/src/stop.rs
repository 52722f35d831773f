//! Reasons to stop before the end, asked for in one place.

use crate::memory::resident_bytes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everything was done.
    Complete,
    /// The receiver of the results had enough.
    Enough,
    /// Ctrl-C or SIGTERM.
    Interrupted,
    /// The time limit.
    TimeLimit,
    /// The memory limit.
    MemoryLimit,
    /// The system starts no thread for it.
    NoThread,
}

/// What a run may use.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// At most this long.
    pub time: Option<Duration>,
    /// At most this much resident memory.
    pub memory_bytes: Option<u64>,
}

static SIGNALLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on Ctrl-C and SIGTERM end runs instead of the process; a second Ctrl-C ends the
/// process.
///
/// # Errors
/// If the system refuses the signal handlers.
pub fn catch_signals() -> std::io::Result<()> {
    let flag = Arc::clone(SIGNALLED.get_or_init(|| Arc::new(AtomicBool::new(false))));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // In this order: the first signal finds the flag down and raises it, the second finds it
        // raised.
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(())
}

/// The limits of one run, started now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watchman {
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
}

impl Watchman {
    pub(crate) fn new(started: Instant, limits: Limits) -> Self {
        Self { deadline: limits.time.map(|time| started + time), memory_bytes: limits.memory_bytes }
    }

    /// The reason to stop now, if there is one.
    pub(crate) fn reason(&self) -> Option<Ended> {
        if SIGNALLED.get().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Ended::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Ended::TimeLimit);
        }
        // Where nobody can tell, a limit is not kept, and nothing may be used.
        let is_exceeded = |limit: &u64| resident_bytes().is_none_or(|held| held > *limit);
        self.memory_bytes.filter(is_exceeded).map(|_| Ended::MemoryLimit)
    }
}
