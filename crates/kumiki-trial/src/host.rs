//! A host for tests: threads, a stop after some questions, and an ear.

use kumiki_drive::{Event, Host, Limits};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A host for tests. Its clock goes on by a tenth of a millisecond with every look at it.
#[derive(Default, Debug)]
pub struct TestHost {
    /// How many threads a run may use.
    pub threads: usize,
    /// How often a run may ask whether to stop before it is told to, if it ever is.
    pub patience: Option<u64>,
    /// What a run may use.
    pub limits: Limits,
    /// What is known about memory.
    pub held_bytes: Option<u64>,
    /// Everything that was heard, one line each.
    heard: Mutex<Vec<String>>,
    looks: AtomicU64,
    asked: AtomicU64,
}

impl TestHost {
    /// A host that never wants a run to stop.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { threads, ..Self::default() }
    }

    /// A host that wants a run to stop when it asks once more than so many times.
    #[must_use]
    pub fn patient(threads: usize, patience: u64) -> Self {
        Self { threads, patience: Some(patience), ..Self::default() }
    }

    /// Everything that was heard so far: the phase and the note of every progress, and the ends of
    /// phases.
    #[must_use]
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Host for TestHost {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(100 * self.looks.fetch_add(1, Ordering::Relaxed))
    }

    fn is_stop_asked(&self) -> bool {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        self.patience.is_some_and(|patience| asked >= patience)
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn held_bytes(&self) -> Option<u64> {
        self.held_bytes
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn hear(&self, event: &Event<'_>) {
        let line = match event {
            Event::Progress(progress) => format!("{}: {}", progress.phase, progress.note),
            Event::PhaseEnded { phase } => format!("{phase} ended"),
            _ => return,
        };
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}
