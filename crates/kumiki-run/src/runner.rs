//! Numbered units on several threads, their results handed over in order.
//!
//! # Invariants
//! * **R1** `accept` sees the results of units 0, 1, 2, … in this order, each once, on the calling
//!   thread's behalf and never twice at a time.
//! * **R2** No thread begins a unit that is more than [`WINDOW`] ahead of the next one to be
//!   accepted, so that results waiting for a slow unit stay few.

use crate::progress::{Done, ProgressLine, ShowProgress};
use crate::stop::{Ended, Limits, Watchman};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How far ahead of the accepted results units are begun.
const WINDOW: usize = 512;

/// Limits are looked at so often.
const GLANCE: Duration = Duration::from_millis(50);

/// How to run things.
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// What may be used.
    pub limits: Limits,
    /// When to show progress.
    pub progress: ShowProgress,
    /// When the clock of the time limit started.
    pub started: Instant,
}

impl Runner {
    /// Threads and nothing else: no limits, no progress.
    #[must_use]
    pub fn quiet(threads: usize) -> Self {
        Self {
            threads,
            limits: Limits::default(),
            progress: ShowProgress::Never,
            started: Instant::now(),
        }
    }

    /// The reason to stop now, if there is one: a signal or a limit.
    #[must_use]
    pub fn reason_to_stop(&self) -> Option<Ended> {
        Watchman::new(self.started, self.limits).reason()
    }

    /// How often the limits are looked at.
    #[must_use]
    pub fn glance(&self) -> Duration {
        // Memory grows by some megabytes in a millisecond: a low limit is looked at more often.
        let millisecond = |limit: u64| Duration::from_millis((limit >> 24).clamp(1, 5));
        self.limits.memory_bytes.map_or(GLANCE, millisecond)
    }

    /// Runs `work` on the units `0..count` and hands the results to `accept` in order.
    ///
    /// `work` returns `None` if its [`Reporter`] told it to stop. `accept` may break off the run.
    pub fn units<T: Send>(
        &self,
        count: usize,
        what: &'static str,
        work: impl Fn(usize, &Reporter<'_>) -> Option<T> + Sync,
        accept: impl FnMut(T) -> ControlFlow<()> + Send,
    ) -> Ended {
        let watchman = Watchman::new(self.started, self.limits);
        let shared = Shared {
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            note: Mutex::new(String::new()),
            alone: Mutex::new(0.0),
            hand_over: Mutex::new(HandOver {
                accepted: 0,
                waiting: BTreeMap::new(),
                finished: 0,
                busy_threads: self.threads,
                accept,
            }),
            accepted_more: Condvar::new(),
            all_left: Condvar::new(),
        };
        let mut ended = None;
        std::thread::scope(|scope| {
            for thread in 0..self.threads {
                let (shared, work) = (&shared, &work);
                let begun = std::thread::Builder::new().spawn_scoped(scope, move || {
                    let _leaving = Leaving(shared);
                    shared.work(count, work);
                });
                // The others do its work; if there are none, nobody does.
                if begun.is_err() {
                    shared.lock().busy_threads -= 1;
                    ended = (thread == 0).then_some(Ended::NoThread);
                    if ended.is_some() {
                        shared.lock().busy_threads = 0;
                        break;
                    }
                }
            }
            let mut line = ProgressLine::new(self.progress, what);
            let glance = self.glance();
            loop {
                let guard = shared.lock();
                let is_busy = |hand_over: &mut HandOver<T, _>| hand_over.busy_threads > 0;
                let (guard, wait) = shared
                    .all_left
                    .wait_timeout_while(guard, glance, is_busy)
                    .unwrap_or_else(PoisonError::into_inner);
                let finished = guard.finished;
                drop(guard);
                if !wait.timed_out() {
                    break;
                }
                if ended.is_none() {
                    ended = watchman.reason();
                    if ended.is_some() {
                        shared.stop.store(true, Ordering::Relaxed);
                        shared.accepted_more.notify_all();
                    }
                }
                let done = match count {
                    1 => Done::Share(*shared.alone.lock().unwrap_or_else(PoisonError::into_inner)),
                    _ => Done::Parts(finished, count),
                };
                let note = shared.note.lock().unwrap_or_else(PoisonError::into_inner).clone();
                line.update(done, shared.nodes.load(Ordering::Relaxed), &note);
            }
            line.finish();
        });
        let accepted = shared.lock().accepted;
        match ended {
            _ if accepted == count => Ended::Complete,
            Some(reason) => reason,
            None => Ended::Enough,
        }
    }
    /// Runs one piece of work that cannot be divided. `work` says whether it came to its end.
    pub fn alone(
        &self,
        what: &'static str,
        work: impl FnMut(&Reporter<'_>) -> bool + Send,
    ) -> Ended {
        let work = Mutex::new(work);
        let one = Self { threads: 1, ..*self };
        let unit = |_: usize, reporter: &Reporter<'_>| {
            (work.lock().unwrap_or_else(PoisonError::into_inner))(reporter).then_some(())
        };
        one.units(1, what, unit, |()| ControlFlow::Continue(()))
    }
}

/// What the threads share.
struct Shared<T, A> {
    next: AtomicUsize,
    stop: AtomicBool,
    nodes: AtomicU64,
    /// Where the work stands, in words.
    note: Mutex<String>,
    /// How much of it is done, if there is one unit only.
    alone: Mutex<f64>,
    hand_over: Mutex<HandOver<T, A>>,
    /// Units have been accepted, or it is time to stop: threads that wait for the window (R2) look
    /// again.
    accepted_more: Condvar,
    /// The last thread has left.
    all_left: Condvar,
}

/// Results on their way to the receiver.
struct HandOver<T, A> {
    /// How many units have been accepted (R1).
    accepted: usize,
    /// Finished units that wait for an earlier one.
    waiting: BTreeMap<usize, T>,
    /// How many units are finished.
    finished: usize,
    /// Threads that have not left yet.
    busy_threads: usize,
    accept: A,
}

/// Says that a thread has left, even if it panics.
struct Leaving<'s, T, A>(&'s Shared<T, A>);

impl<T, A> Drop for Leaving<'_, T, A> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop.store(true, Ordering::Relaxed);
        }
        // Under the lock, so that nobody is between asking and waiting.
        let mut guard = self.0.lock();
        guard.busy_threads -= 1;
        if guard.busy_threads == 0 {
            self.0.all_left.notify_all();
        }
        drop(guard);
        self.0.accepted_more.notify_all();
    }
}

impl<T, A: FnMut(T) -> ControlFlow<()>> Shared<T, A> {
    fn work(&self, count: usize, work: &impl Fn(usize, &Reporter<'_>) -> Option<T>) {
        loop {
            let unit = self.next.fetch_add(1, Ordering::Relaxed);
            if unit >= count || !self.wait_for_window(unit) {
                return;
            }
            let reporter = Reporter {
                alone: (count == 1).then_some(&self.alone),
                nodes: &self.nodes,
                note: &self.note,
                stop: &self.stop,
            };
            let Some(result) = work(unit, &reporter) else { return };
            if !self.hand_over(unit, result) {
                return;
            }
        }
    }

    /// R2. Says whether to go on.
    fn wait_for_window(&self, unit: usize) -> bool {
        let mut guard = self.lock();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            if unit < guard.accepted + WINDOW {
                return true;
            }
            guard = self.accepted_more.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// R1. Says whether to go on.
    fn hand_over(&self, unit: usize, result: T) -> bool {
        let mut guard = self.lock();
        guard.finished += 1;
        guard.waiting.insert(unit, result);
        loop {
            let due = guard.accepted;
            let Some(result) = guard.waiting.remove(&due) else { break };
            guard.accepted += 1;
            if (guard.accept)(result).is_break() {
                self.stop.store(true, Ordering::Relaxed);
                guard.waiting.clear();
                break;
            }
        }
        drop(guard);
        self.accepted_more.notify_all();
        !self.stop.load(Ordering::Relaxed)
    }
}

impl<T, A> Shared<T, A> {
    fn lock(&self) -> MutexGuard<'_, HandOver<T, A>> {
        self.hand_over.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// With this a unit tells how far it is and hears whether to stop.
#[derive(Debug)]
pub struct Reporter<'s> {
    alone: Option<&'s Mutex<f64>>,
    nodes: &'s AtomicU64,
    note: &'s Mutex<String>,
    stop: &'s AtomicBool,
}

impl Reporter<'_> {
    /// Tells which share of the things whose number is known is done (0 if no such number is known)
    /// and how many nodes were visited since the last call. Says whether to go on.
    pub fn go_on(&self, fraction: f64, nodes: u64) -> bool {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        if let Some(alone) = self.alone {
            *alone.lock().unwrap_or_else(PoisonError::into_inner) = fraction;
        }
        !self.stop.load(Ordering::Relaxed)
    }

    /// Says in a few words where the work stands, for the progress line.
    pub fn say(&self, note: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_order_whatever_the_number_of_threads() {
        for threads in [1, 2, 3, 7] {
            let mut seen = Vec::new();
            // Early units take longest, so later ones have to wait for them.
            let work = |unit: usize, _: &Reporter<'_>| {
                std::thread::sleep(Duration::from_micros(if unit.is_multiple_of(50) {
                    3000
                } else {
                    10
                }));
                Some(unit)
            };
            let ended = Runner::quiet(threads).units(1200, "test", work, |unit| {
                seen.push(unit);
                ControlFlow::Continue(())
            });
            assert_eq!(ended, Ended::Complete);
            assert_eq!(seen, (0..1200).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_receiver_can_have_enough() {
        for threads in [1, 2, 3] {
            let mut seen = Vec::new();
            let ended = Runner::quiet(threads).units(
                10_000,
                "test",
                |unit, _| Some(unit),
                |unit| {
                    seen.push(unit);
                    if unit == 41 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(ended, Ended::Enough);
            assert_eq!(seen, (0..42).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_time_limit_stops_work_that_asks() {
        let limits = Limits { time: Some(Duration::from_millis(100)), memory_bytes: None };
        let runner = Runner { limits, ..Runner::quiet(2) };
        let endless = |_: usize, reporter: &Reporter<'_>| {
            while reporter.go_on(0.5, 1) {
                std::thread::sleep(Duration::from_millis(1));
            }
            None::<()>
        };
        assert_eq!(
            runner.units(4, "test", endless, |()| ControlFlow::Continue(())),
            Ended::TimeLimit
        );
    }
}
