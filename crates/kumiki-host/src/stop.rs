//! What stops a run from outside: Ctrl-C and SIGTERM as a flag, or a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// From now on Ctrl-C and SIGTERM raise a flag instead of ending the process; a second one ends the
/// process. Where there are no signals, nobody raises it.
///
/// # Errors
/// If the system refuses the signal handlers.
pub(crate) fn catch_signals() -> std::io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(not(target_family = "wasm"))]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // In this order: the first signal finds the flag down and raises it, the second finds it
        // raised.
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}

/// A file that stops a run when it is there.
#[derive(Debug)]
pub(crate) struct StopFile {
    path: PathBuf,
    /// When to look again, in milliseconds of the run's clock.
    due: AtomicU64,
    /// It was there once.
    is_seen: AtomicBool,
}

impl StopFile {
    /// It is looked for so often.
    const GLANCE: Duration = Duration::from_millis(50);

    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, due: AtomicU64::new(0), is_seen: AtomicBool::new(false) }
    }

    /// Whether it is or was there.
    pub(crate) fn is_there(&self, now: Duration) -> bool {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        if millis(now) >= self.due.load(Ordering::Relaxed) {
            self.due.store(millis(now.saturating_add(Self::GLANCE)), Ordering::Relaxed);
            if self.path.exists() {
                self.is_seen.store(true, Ordering::Relaxed);
            }
        }
        self.is_seen.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_stops_a_run_once_it_is_there() {
        let path = std::env::temp_dir().join(format!("kumiki-stop-{}", std::process::id()));
        let file = StopFile::new(path.clone());
        let at = Duration::from_millis;
        assert!(!file.is_there(at(0)));
        std::fs::write(&path, "").expect("a file");
        // It is not looked for all the time.
        assert!(!file.is_there(at(49)));
        assert!(file.is_there(at(50)));
        std::fs::remove_file(&path).expect("it was there");
        assert!(file.is_there(at(200)));
    }
}
