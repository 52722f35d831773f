//! Work that goes from stage to stage, on all threads.
//!
//! # Invariants
//! * **S1** Every unit of a round is worked on exactly once, and all are finished before the work
//!   goes on by itself, unless the run is stopped.
//! * **S2** Helpers touch the work only while a round is on: `busy` of them, and the leader waits
//!   until none is.

use crate::meter::{Meter, lock};
use crate::run::Run;
use kumiki_model::StoppedBy;
use kumiki_search::{Fuel, Progress, Stages, Turn};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};

impl Run<'_> {
    /// Goes from stage to stage until there is an answer.
    ///
    /// # Errors
    /// Why it was stopped. The work stands where it was stopped, between two calls of its methods.
    pub fn stages<W: Stages>(
        &self,
        phase: &'static str,
        work: &mut W,
    ) -> Result<W::Answer, StoppedBy> {
        let meter = Meter::new(*self, phase);
        let team = Team {
            meter: &meter,
            work: RwLock::new(work),
            next: AtomicUsize::new(0),
            state: Mutex::new(State { round: 0, busy: 0, is_over: false }),
            changed: Condvar::new(),
        };
        let answer = std::thread::scope(|scope| {
            let _dismissal = Dismissal(&team);
            let mut helpers = None;
            loop {
                if meter.is_stopped() {
                    return None;
                }
                let unit_count = team.read().unit_count();
                if unit_count > 0 {
                    // A single unit is not worth waking anybody.
                    if unit_count > 1 && self.threads() > 1 {
                        let begun = *helpers.get_or_insert_with(|| {
                            let begin = |_: &usize| {
                                let help = || team.help();
                                std::thread::Builder::new().spawn_scoped(scope, help).is_ok()
                            };
                            // As many helpers as the system gives us.
                            (1..self.threads()).take_while(begin).count()
                        });
                        team.begin_round(begun);
                    } else {
                        team.next.store(0, Ordering::Relaxed);
                    }
                    team.share();
                    drop(team.wait(team.lock(), |state| state.busy == 0));
                    if meter.is_stopped() {
                        return None;
                    }
                }
                if let Some(answer) = team.go_on_alone() {
                    return Some(answer);
                }
            }
        });
        answer.ok_or_else(|| meter.reason().unwrap_or(StoppedBy::Interrupt))
    }
}

/// The leader and the helpers.
struct Team<'w, 'm, 'h, W> {
    meter: &'m Meter<'h>,
    work: RwLock<&'w mut W>,
    /// The next unit that nobody works on.
    next: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    round: u64,
    /// Helpers that have not finished the round.
    busy: usize,
    is_over: bool,
}

/// Ends the helpers' waiting, even if the leader panics.
struct Dismissal<'t, 'w, 'm, 'h, W>(&'t Team<'w, 'm, 'h, W>);

impl<W> Drop for Dismissal<'_, '_, '_, '_, W> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

/// Says that a helper has finished a round, even if it panics; then the run stops.
struct Finishing<'t, 'w, 'm, 'h, W>(&'t Team<'w, 'm, 'h, W>);

impl<W> Drop for Finishing<'_, '_, '_, '_, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.meter.stop();
        }
        self.0.lock().busy -= 1;
        self.0.changed.notify_all();
    }
}

impl<'w, W> Team<'w, '_, '_, W> {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, &'w mut W> {
        self.work.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(
        &self,
        guard: MutexGuard<'g, State>,
        until: impl Fn(&State) -> bool,
    ) -> MutexGuard<'g, State> {
        let changed = self.changed.wait_while(guard, |state| !until(state));
        changed.unwrap_or_else(PoisonError::into_inner)
    }

    fn begin_round(&self, helpers: usize) {
        let mut state = self.lock();
        self.next.store(0, Ordering::Relaxed);
        (state.round, state.busy) = (state.round + 1, helpers);
        drop(state);
        self.changed.notify_all();
    }
}

impl<W: Stages> Team<'_, '_, '_, W> {
    /// Goes on until there are units to be shared, all is done, or the run is stopped.
    fn go_on_alone(&self) -> Option<W::Answer> {
        let mut work = self.work.write().unwrap_or_else(PoisonError::into_inner);
        let mut pace = self.meter.pace();
        loop {
            let sip = pace.sip();
            let mut fuel = Fuel(sip);
            if let Turn::Done(answer) = work.advance(&mut fuel) {
                return Some(answer);
            }
            if !pace.go_on(sip - fuel.0, || self.told(&work)) || work.unit_count() > 0 {
                return None;
            }
        }
    }

    /// Takes part in every round until all is over.
    fn help(&self) {
        let mut round = 0;
        loop {
            let state = self.wait(self.lock(), |state| state.round != round || state.is_over);
            if state.is_over {
                return;
            }
            round = state.round;
            drop(state);
            let _finishing = Finishing(self);
            self.share();
        }
    }

    /// Works on units that nobody works on, until there are none.
    fn share(&self) {
        let work = self.read();
        loop {
            let unit = self.next.fetch_add(1, Ordering::Relaxed);
            if unit >= work.unit_count() || self.meter.is_stopped() {
                return;
            }
            let nodes = work.work(unit);
            self.meter.go_on(nodes, || self.told(&work));
        }
    }

    /// Where the work stands, for the host.
    fn told(&self, work: &W) -> String {
        let Progress { done, all, note } = work.progress();
        self.meter.set_parts(done, all);
        note
    }
}
