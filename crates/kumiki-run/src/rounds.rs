//! Work in rounds: several threads share the units of a round, and between two rounds one thread
//! has everything to itself.
//!
//! # Invariants
//! * **Q1** Every unit of a round is worked on exactly once, and all are finished before the turn,
//!   unless the run is stopped.
//! * **Q2** Helpers touch the work only while a round is on: `busy` of them, and the leader waits
//!   until none is.

use crate::runner::{Reporter, Runner};
use crate::stop::Ended;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};

/// Something that is done in rounds.
pub trait Rounds: Send + Sync {
    /// What comes of it.
    type Answer: Send;

    /// How many units the current round has.
    fn unit_count(&self) -> usize;

    /// Works on a unit of the current round, and says how many nodes it went through. Units may be
    /// worked on at the same time.
    fn work(&self, unit: usize) -> u64;

    /// Goes on to the next round, if there is one.
    fn turn(&mut self) -> ControlFlow<Self::Answer>;

    /// Where it stands, in a few words for the progress line.
    fn note(&self) -> String;
}

impl Runner {
    /// Works round after round until there is an answer.
    ///
    /// # Errors
    /// Why it was stopped, if there is no answer.
    pub fn rounds<W: Rounds>(&self, what: &'static str, work: &mut W) -> Result<W::Answer, Ended> {
        let team = Team {
            work: RwLock::new(work),
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            state: Mutex::new(State { round: 0, busy: 0, is_over: false }),
            changed: Condvar::new(),
        };
        let helpers = self.threads.saturating_sub(1);
        let mut answer = None;
        let ended = self.alone(what, |reporter| {
            std::thread::scope(|scope| {
                let begin = |_: &usize| {
                    std::thread::Builder::new().spawn_scoped(scope, || team.help(reporter)).is_ok()
                };
                // As many helpers as the system gives us.
                let helpers = (0..helpers).take_while(begin).count();
                let _dismissal = Dismissal(&team);
                answer = team.lead(helpers, reporter);
            });
            answer.is_some()
        });
        answer.ok_or(ended)
    }
}

/// The leader and the helpers.
struct Team<'w, W> {
    work: RwLock<&'w mut W>,
    /// The next unit that nobody works on.
    next: AtomicUsize,
    stop: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    round: u64,
    /// Helpers that have not finished the round.
    busy: usize,
    is_over: bool,
}

/// Sends the helpers home, even if the leader panics.
struct Dismissal<'t, 'w, W>(&'t Team<'w, W>);

impl<W> Drop for Dismissal<'_, '_, W> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

/// Says that a helper has finished a round, even if it panics; then the run stops.
struct Finishing<'t, 'w, W>(&'t Team<'w, W>);

impl<W> Drop for Finishing<'_, '_, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop.store(true, Ordering::Relaxed);
        }
        self.0.lock().busy -= 1;
        self.0.changed.notify_all();
    }
}

impl<W> Team<'_, W> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(
        &self,
        guard: MutexGuard<'g, State>,
        until: impl Fn(&State) -> bool,
    ) -> MutexGuard<'g, State> {
        self.changed
            .wait_while(guard, |state| !until(state))
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Rounds> Team<'_, W> {
    /// Rounds and turns until there is an answer; none if the run is stopped.
    fn lead(&self, helpers: usize, reporter: &Reporter<'_>) -> Option<W::Answer> {
        loop {
            let unit_count = self.work.read().unwrap_or_else(PoisonError::into_inner).unit_count();
            self.next.store(0, Ordering::Relaxed);
            // A single unit is not worth waking anybody.
            if unit_count > 1 && helpers > 0 {
                let mut state = self.lock();
                (state.round, state.busy) = (state.round + 1, helpers);
                drop(state);
                self.changed.notify_all();
            }
            self.share(reporter);
            drop(self.wait(self.lock(), |state| state.busy == 0));
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut work = self.work.write().unwrap_or_else(PoisonError::into_inner);
            if let ControlFlow::Break(answer) = work.turn() {
                return Some(answer);
            }
            reporter.say(work.note());
        }
    }

    /// Takes part in every round until it is over.
    fn help(&self, reporter: &Reporter<'_>) {
        let mut round = 0;
        loop {
            let state = self.wait(self.lock(), |state| state.round != round || state.is_over);
            if state.is_over {
                return;
            }
            round = state.round;
            drop(state);
            let _finishing = Finishing(self);
            self.share(reporter);
        }
    }

    /// Works on units that nobody works on, until there are none.
    fn share(&self, reporter: &Reporter<'_>) {
        let work = self.work.read().unwrap_or_else(PoisonError::into_inner);
        loop {
            let unit = self.next.fetch_add(1, Ordering::Relaxed);
            if unit >= work.unit_count() || self.stop.load(Ordering::Relaxed) {
                return;
            }
            let nodes = work.work(unit);
            if !reporter.go_on(0.0, nodes) {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::Limits;
    use std::sync::atomic::AtomicU64;
    use std::time::Duration;

    /// Round k adds up the numbers below 3k, each once; twenty rounds.
    struct Sums {
        round: u64,
        sum: AtomicU64,
        rounds: u64,
    }

    impl Rounds for Sums {
        type Answer = u64;

        fn unit_count(&self) -> usize {
            usize::try_from(3 * self.round).expect("small")
        }

        fn work(&self, unit: usize) -> u64 {
            self.sum.fetch_add(u64::try_from(unit).expect("small"), Ordering::Relaxed);
            1
        }

        fn turn(&mut self) -> ControlFlow<u64> {
            self.round += 1;
            if self.round < self.rounds {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(*self.sum.get_mut())
            }
        }

        fn note(&self) -> String {
            format!("round {}", self.round)
        }
    }

    #[test]
    fn every_unit_of_every_round_runs_once_whatever_the_number_of_threads() {
        let expected: u64 = (0..20).map(|round| (0..3 * round).sum::<u64>()).sum();
        for threads in [1, 2, 3, 7] {
            let mut sums = Sums { round: 0, sum: AtomicU64::new(0), rounds: 20 };
            assert_eq!(
                Runner::quiet(threads).rounds("test", &mut sums),
                Ok(expected),
                "{threads} threads"
            );
        }
    }

    #[test]
    fn a_run_without_end_stops_at_the_time_limit() {
        for threads in [1, 3] {
            let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
            let runner = Runner { limits, ..Runner::quiet(threads) };
            let mut sums = Sums { round: 0, sum: AtomicU64::new(0), rounds: u64::MAX };
            assert_eq!(
                runner.rounds("test", &mut sums),
                Err(Ended::TimeLimit),
                "{threads} threads"
            );
        }
    }
}
