//! How far a phase is, and whether it is to go on.

use crate::host::{Event, Progress};
use crate::journal::Journal;
use crate::run::Run;
use kumiki_model::StoppedBy;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The host is asked no more often than this.
const ASKED: Duration = Duration::from_millis(2);
/// It is told no more often than this.
const TOLD: Duration = Duration::from_millis(50);

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The threads of a phase share one.
pub(crate) struct Meter<'h> {
    run: Run<'h>,
    phase: &'static str,
    began: Duration,
    nodes: AtomicU64,
    /// Solutions that the search has come to.
    seen: AtomicU64,
    done: AtomicU64,
    all: AtomicU64,
    /// Whether what is done are parts of a search.
    is_uneven: bool,
    /// When the host was asked and when it was told last.
    last: Mutex<[Duration; 2]>,
    is_stopped: AtomicBool,
    reason: OnceLock<StoppedBy>,
}

impl<'h> Meter<'h> {
    pub(crate) fn new(run: Run<'h>, phase: &'static str, is_uneven: bool) -> Self {
        let began = run.elapsed();
        let meter = Self {
            run,
            phase,
            began,
            nodes: AtomicU64::new(0),
            seen: AtomicU64::new(0),
            done: AtomicU64::new(0),
            all: AtomicU64::new(0),
            is_uneven,
            last: Mutex::new([began; 2]),
            is_stopped: AtomicBool::new(false),
            reason: OnceLock::new(),
        };
        // Work that is too short to be asked about is not begun after a stop.
        meter.ask();
        meter
    }

    /// How many things are done, and how many there are.
    pub(crate) fn set_parts(&self, done: u64, all: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// Counts nodes, asks the host whether to go on, and tells it how far the work is; `note` is
    /// asked for only then.
    pub(crate) fn go_on(&self, nodes: u64, note: &dyn Fn() -> String) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.is_stopped() {
            return false;
        }
        let now = self.run.elapsed();
        // If another thread is asking, that is enough.
        let Ok(mut last) = self.last.try_lock() else { return true };
        let [asked, told] = &mut *last;
        if now.saturating_sub(*asked) >= ASKED || now.is_zero() {
            *asked = now;
            self.ask();
        }
        if now.saturating_sub(*told) >= TOLD && !self.run.is_quiet {
            *told = now;
            let note = note();
            self.run.host().hear(&Event::Progress(Progress {
                phase: self.phase,
                done: self.done.load(Ordering::Relaxed),
                all: self.all.load(Ordering::Relaxed),
                is_uneven: self.is_uneven,
                nodes,
                seen: self.seen.load(Ordering::Relaxed),
                note: &note,
                began: self.began,
            }));
        }
        !self.is_stopped()
    }

    fn ask(&self) {
        if let Err(reason) = self.run.check() {
            self.end(reason);
        }
    }

    /// Lets all threads come to their end, for a reason.
    pub(crate) fn end(&self, reason: StoppedBy) {
        self.reason.get_or_init(|| reason);
        self.stop();
    }

    /// Why what shards have left is left, if it is.
    pub(crate) fn leaves_rest(&self) -> Option<StoppedBy> {
        self.run.journal.and_then(Journal::leaves_rest)
    }

    /// Where the run takes place.
    pub(crate) fn host(&self) -> &'h dyn crate::host::Host {
        self.run.host()
    }

    /// How long the phase has lasted.
    pub(crate) fn lasts(&self) -> Duration {
        self.run.elapsed().saturating_sub(self.began)
    }

    /// The nodes that were visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts nodes that an earlier run has visited.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Counts solutions that the search has come to.
    pub(crate) fn add_seen(&self, solutions: u64) {
        self.seen.fetch_add(solutions, Ordering::Relaxed);
    }

    /// Lets all threads come to their end.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Why the host wanted it to stop, if it did.
    pub(crate) fn reason(&self) -> Option<StoppedBy> {
        self.reason.get().copied()
    }

    /// A pace for a thread.
    pub(crate) fn pace(&self) -> Pace<'_, 'h> {
        Pace { meter: self, sip: FIRST_SIP, began: self.run.elapsed() }
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        if !self.run.is_quiet {
            self.run.host().hear(&Event::PhaseEnded { phase: self.phase });
        }
    }
}

/// Stops a phase if the thread that holds it panics.
pub(crate) struct StopOnPanic<'m, 'h>(pub(crate) &'m Meter<'h>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// Fuel for the first sip of a thread: nodes of a huge problem take milliseconds each.
const FIRST_SIP: u64 = 1 << 6;
/// Fuel for a sip at most.
const LARGEST_SIP: u64 = 1 << 16;
/// A sip that takes less time than this is followed by one twice as large...
const SHORT: Duration = Duration::from_millis(2);
/// ... and one that takes more than this by a smaller one.
const LONG: Duration = Duration::from_millis(20);

/// How much fuel a thread takes at a time, so that it looks up often enough, but not too often.
pub(crate) struct Pace<'m, 'h> {
    meter: &'m Meter<'h>,
    sip: u64,
    began: Duration,
}

impl Pace<'_, '_> {
    /// The fuel of the next sip.
    pub(crate) fn sip(&mut self) -> u64 {
        self.began = self.meter.run.elapsed();
        self.sip
    }

    /// After a sip: says whether to go on.
    pub(crate) fn go_on(&mut self, nodes: u64, note: &dyn Fn() -> String) -> bool {
        let took = self.meter.run.elapsed().saturating_sub(self.began);
        if took < SHORT {
            self.sip = (self.sip * 2).min(LARGEST_SIP);
        } else if took > LONG {
            self.sip = (self.sip / 4).max(1);
        }
        self.meter.go_on(nodes, note)
    }
}
