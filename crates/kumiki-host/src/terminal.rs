//! The host of a command: a clock, limits, signals, lines on stderr, and kept tables.

use crate::progress::{ProgressLine, ShowProgress};
use crate::stop::StopFile;
use crate::{ScratchFolder, TableCache, memory};
use kumiki_drive::{Event, Host, Limits, Scratch, TableStore};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A count that takes at least so long is announced.
const ANNOUNCED: Duration = Duration::from_secs(3);

/// Where a command runs.
#[derive(Debug)]
pub struct Terminal {
    started: Instant,
    limits: Limits,
    threads: usize,
    progress: ShowProgress,
    /// Raised by whoever wants the run to stop.
    stop: Arc<AtomicBool>,
    /// What stops the run when it is there.
    stop_file: Option<StopFile>,
    line: Mutex<Option<ProgressLine>>,
    /// Who hears what happens, in the place of stderr.
    listener: Option<fn(&Event<'_>)>,
    /// Where tables are kept.
    tables: TableCache,
    /// Room for what does not fit into memory, if there is any.
    scratch: Option<ScratchFolder>,
}

impl Terminal {
    /// A terminal with so many threads, whose clock starts now: no limits, no progress, no kept
    /// tables, nobody who stops it.
    #[must_use]
    pub fn quiet(threads: usize) -> Self {
        Self {
            started: Instant::now(),
            limits: Limits::default(),
            threads,
            progress: ShowProgress::Never,
            stop: Arc::default(),
            stop_file: None,
            line: Mutex::default(),
            listener: None,
            tables: TableCache::none(),
            scratch: None,
        }
    }

    /// The same with limits.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with progress.
    #[must_use]
    pub fn showing(self, progress: ShowProgress) -> Self {
        Self { progress, ..self }
    }

    /// The same, stopped by a flag that somebody raises.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// The same, stopped when there is such a file.
    #[must_use]
    pub fn stopped_by_file(self, path: Option<PathBuf>) -> Self {
        Self { stop_file: path.map(StopFile::new), ..self }
    }

    /// The same, with somebody else who hears what happens: then stderr does not.
    #[must_use]
    pub fn heard_by(self, listener: fn(&Event<'_>)) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// The same with tables that are kept.
    #[must_use]
    pub fn keeping(self, tables: TableCache) -> Self {
        Self { tables, ..self }
    }

    /// The same with room in files, if there is any.
    #[must_use]
    pub fn with_scratch(self, scratch: Option<ScratchFolder>) -> Self {
        Self { scratch, ..self }
    }

    /// The run is over, and nobody goes on with what is in files: they are removed.
    pub fn clear_scratch(&self) {
        self.scratch.iter().for_each(ScratchFolder::clear);
    }
}

impl Host for Terminal {
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn is_stop_asked(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.stop_file.as_ref().is_some_and(|file| file.is_there(self.started.elapsed()))
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn held_bytes(&self) -> Option<u64> {
        memory::held()
    }

    fn available_bytes(&self) -> Option<u64> {
        memory::available()
    }

    fn peak_bytes(&self) -> Option<u64> {
        memory::peak()
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn tables(&self) -> Option<&dyn TableStore> {
        Some(&self.tables)
    }

    fn scratch(&self) -> Option<&dyn Scratch> {
        self.scratch.as_ref().map(|scratch| -> &dyn Scratch { scratch })
    }

    fn hear(&self, event: &Event<'_>) {
        if let Some(listener) = self.listener {
            return listener(event);
        }
        // If stderr is gone, nobody wants to know.
        let tell = |line: String| drop(writeln!(std::io::stderr(), "{line}"));
        let line = || self.line.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Forecast { what, time } if *time >= ANNOUNCED => {
                tell(format!("forecast: {what}"));
            }
            Event::Warning { what } => tell(format!("warning: {what}")),
            Event::Progress(progress) => {
                let so_far = self.started.elapsed().saturating_sub(progress.began);
                line()
                    .get_or_insert_with(|| ProgressLine::new(self.progress))
                    .update(progress, so_far);
            }
            Event::PhaseEnded { .. } => {
                if let Some(line) = line().take() {
                    line.finish();
                }
            }
            _ => {}
        }
    }
}
