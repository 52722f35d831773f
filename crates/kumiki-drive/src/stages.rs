//! Work that goes from stage to stage, on all threads.
//!
//! # Invariants
//! * **S1** Every unit of a round is worked on exactly once, and all are finished before the work
//!   goes on by itself, unless the run is stopped.
//! * **S2** Helpers touch the work only while a round is on: each of them holds a share in it, and
//!   the leader waits until none is left.

use crate::journal::{SnapshotRecord, WorkRecord};
use crate::meter::{Meter, StopOnPanic};
use crate::run::Run;
use kumiki_model::StoppedBy;
use kumiki_search::{Fuel, Progress, Snapshot, Stages, Turn};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A share in a round. It says nothing; a round is over when all shares in it are dropped, even by
/// threads that panic.
type Share = Sender<Infallible>;

impl Run<'_> {
    /// Goes from stage to stage until there is an answer. If there is a journal, goes on from what
    /// an earlier run has saved there, and saves what is reached.
    ///
    /// # Errors
    /// Why it was stopped. The work stands where it was stopped, between two calls of its methods.
    pub fn stages<W: Stages + Snapshot>(
        &self,
        phase: &'static str,
        work: &mut W,
    ) -> Result<W::Answer, StoppedBy> {
        let Some(journal) = self.journal else { return self.stages_anew(phase, work) };
        let fresh = WorkRecord::Stages(SnapshotRecord::Nothing);
        let (number, known) = journal.begin(phase, self.label, self.elapsed(), fresh);
        if let Some(WorkRecord::Stages(snapshot)) = known.map(|known| known.work) {
            journal.load(&snapshot, work);
        }
        let saving = Saving {
            is_due: &|work: &W| work.wants_to_be_saved() || journal.is_due(self.elapsed()),
            save: &|work: &mut W| {
                let began = self.elapsed();
                let is_settled = work.settle();
                if is_settled && journal.save(number, work, began, self.host()) {
                    work.saved();
                }
                is_settled
            },
        };
        self.go_through(phase, work, Some(saving))
    }

    /// The same for work that is soon done again and leaves nothing in a journal.
    ///
    /// # Errors
    /// As for [`Run::stages`].
    pub fn stages_anew<W: Stages>(
        &self,
        phase: &'static str,
        work: &mut W,
    ) -> Result<W::Answer, StoppedBy> {
        self.go_through(phase, work, None)
    }

    fn go_through<W: Stages>(
        &self,
        phase: &'static str,
        work: &mut W,
        saving: Option<Saving<'_, W>>,
    ) -> Result<W::Answer, StoppedBy> {
        let meter = Meter::new(*self, phase, false);
        let (work, next) = (RwLock::new(work), AtomicUsize::new(usize::MAX));
        let team = Team { meter: &meter, work, next, saving };
        let mut answer = None;
        let mut is_begun = false;
        let next_round = &mut || {
            // A round that was left for saving is not over.
            if is_begun && !team.save_if_due() && !meter.is_stopped() {
                answer = team.go_on_alone();
            }
            is_begun = true;
            team.next.store(0, Ordering::Relaxed);
            let is_over = answer.is_some() || meter.is_stopped();
            (!is_over).then(|| team.read().unit_count())
        };
        lead(self.threads(), &|| team.share(), next_round);
        if answer.is_none() {
            team.save();
        }
        answer.ok_or_else(|| meter.reason().unwrap_or(StoppedBy::Interrupt))
    }
}

/// How what is reached is saved.
struct Saving<'s, W> {
    /// Whether it is time.
    is_due: &'s (dyn Fn(&W) -> bool + Sync),
    /// Saves it, or says that the work has to go on before that.
    save: &'s (dyn Fn(&mut W) -> bool + Sync),
}

/// Works in rounds, with the caller's thread and up to `threads - 1` others: all of them `share`
/// the units of a round, of which `next_round` says how many there are, until it says that all is
/// over. Compiled once, and not for each kind of work.
fn lead(threads: usize, share: &(dyn Fn() + Sync), next_round: &mut dyn FnMut() -> Option<usize>) {
    std::thread::scope(|scope| {
        let begin = |_: usize| {
            let (helper, rounds) = channel::<Share>();
            let help = move || rounds.into_iter().for_each(|_share| share());
            std::thread::Builder::new().spawn_scoped(scope, help).ok()?;
            Some(helper)
        };
        // When the leader leaves, even by a panic, they hear of no further round.
        let mut helpers: Option<Vec<Sender<Share>>> = None;
        while let Some(unit_count) = next_round() {
            // A single unit is not worth waking anybody.
            let round = (unit_count > 1 && threads > 1).then(|| {
                let (share, round) = channel();
                // As many helpers as the system gives us.
                let all = || (1..threads).map_while(begin).collect();
                for helper in helpers.get_or_insert_with(all) {
                    // A helper who has panicked has stopped the run.
                    let _ = helper.send(share.clone());
                }
                round
            });
            share();
            // S2
            let _ = round.map(|round| round.recv());
        }
    });
}

/// The leader and the helpers.
struct Team<'w, 'm, 'h, W> {
    meter: &'m Meter<'h>,
    work: RwLock<&'w mut W>,
    /// The next unit that nobody works on.
    next: AtomicUsize,
    /// How what is reached is saved, if it is.
    saving: Option<Saving<'w, W>>,
}

impl<'w, W: Stages> Team<'w, '_, '_, W> {
    fn read(&self) -> RwLockReadGuard<'_, &'w mut W> {
        self.work.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, &'w mut W> {
        self.work.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is time to save.
    fn is_due(&self, work: &W) -> bool {
        self.saving.as_ref().is_some_and(|saving| (saving.is_due)(work))
    }

    /// Saves what is reached; says whether that could be.
    fn save(&self) -> bool {
        self.saving.as_ref().is_some_and(|saving| (saving.save)(&mut self.write()))
    }

    /// Saves what is reached, if it is time and can be; says whether it was.
    fn save_if_due(&self) -> bool {
        let is_due = self.is_due(&self.read());
        is_due && self.save()
    }

    /// Goes on until there are units to be shared, all is done, or the run is stopped.
    fn go_on_alone(&self) -> Option<W::Answer> {
        let mut work = self.write();
        let mut pace = self.meter.pace();
        loop {
            let sip = pace.sip();
            let mut fuel = Fuel(sip);
            if let Turn::Done(answer) = work.advance(&mut fuel) {
                return Some(answer);
            }
            let goes_on = pace.go_on(sip - fuel.0, &|| self.told(&work));
            if !goes_on || work.unit_count() > 0 || self.is_due(&work) {
                return None;
            }
        }
    }

    /// Works on units that nobody works on, until there are none.
    fn share(&self) {
        let _guard = StopOnPanic(self.meter);
        let work = self.read();
        loop {
            let unit = self.next.fetch_add(1, Ordering::Relaxed);
            if unit >= work.unit_count() || self.meter.is_stopped() || self.is_due(&work) {
                return;
            }
            let nodes = work.work(unit);
            self.meter.go_on(nodes, &|| self.told(&work));
        }
    }

    /// Where the work stands, for the host.
    fn told(&self, work: &W) -> String {
        let Progress { done, all, note } = work.progress();
        self.meter.set_parts(done, all);
        note
    }
}
