//! A host for tests: threads, a stop after some questions, and an ear.

use kumiki_drive::{Event, Host, Limits, Memory};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Its clock goes on by a tenth of a millisecond with every look at it.
#[derive(Default)]
pub(crate) struct TestHost {
    pub(crate) threads: usize,
    /// It wants the run to stop after so many questions whether to stop.
    pub(crate) patience: Option<u64>,
    pub(crate) limits: Limits,
    pub(crate) memory: Memory,
    pub(crate) heard: Mutex<Vec<String>>,
    pub(crate) looks: AtomicU64,
    pub(crate) asked: AtomicU64,
}

impl TestHost {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, ..Self::default() }
    }

    pub(crate) fn patient(threads: usize, patience: u64) -> Self {
        Self { threads, patience: Some(patience), ..Self::default() }
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

    fn memory(&self) -> Memory {
        self.memory
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
        self.heard.lock().expect("nobody panics").push(line);
    }
}
