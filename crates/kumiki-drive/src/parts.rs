//! Numbered parts, worked on by all threads, their results in order.

use crate::meter::Meter;
use crate::queue::Queue;
use crate::run::Run;
use kumiki_model::StoppedBy;
use std::ops::ControlFlow;

impl Run<'_> {
    /// Works on the parts `0..count` and hands the results to `accept` in order. `work` gives up
    /// when its [`Pulse`] tells it to; `accept` may have had enough.
    ///
    /// # Errors
    /// Why not all parts were accepted.
    pub fn parts<T: Send>(
        &self,
        phase: &'static str,
        count: usize,
        work: impl Fn(usize, &Pulse<'_, '_>) -> Result<T, StoppedBy> + Sync,
        mut accept: impl FnMut(T) -> ControlFlow<()> + Send,
    ) -> Result<(), StoppedBy> {
        let meter = Meter::new(*self, phase);
        let mut accepted = 0;
        let counted = |result: T| {
            accepted += 1;
            accept(result)
        };
        let queue = Queue::new(&meter, 0..count, counted);
        queue.run(self.threads() - 1, |queue, place, part| {
            if let Ok(result) = work(part, &Pulse { meter: &meter }) {
                queue.hand_over(&place, result, 0, Vec::new());
                // Parts may be too small to ask by themselves.
                meter.go_on(0, String::new);
            }
        });
        match meter.reason() {
            _ if accepted == count => Ok(()),
            Some(reason) => Err(reason),
            None => Err(StoppedBy::Enough),
        }
    }
}

impl Run<'_> {
    /// Does one piece of work that cannot be divided, on the caller's thread.
    ///
    /// # Errors
    /// What the work says: why it gave up.
    pub fn alone<T>(
        &self,
        phase: &'static str,
        work: impl FnOnce(&Pulse<'_, '_>) -> Result<T, StoppedBy>,
    ) -> Result<T, StoppedBy> {
        let meter = Meter::new(*self, phase);
        work(&Pulse { meter: &meter })
    }
}

/// With this, work tells how far it is and hears whether to stop.
pub struct Pulse<'m, 'h> {
    meter: &'m Meter<'h>,
}

impl Pulse<'_, '_> {
    /// Tells how many nodes were visited since the last call.
    ///
    /// # Errors
    /// If the part is to give up. Why, only the run knows.
    pub fn go_on(&self, nodes: u64) -> Result<(), StoppedBy> {
        self.go_on_saying(nodes, String::new)
    }

    /// The same, with a few words about where the work stands, which are asked for now and then.
    ///
    /// # Errors
    /// As for [`Pulse::go_on`].
    pub fn go_on_saying(&self, nodes: u64, note: impl FnOnce() -> String) -> Result<(), StoppedBy> {
        if self.meter.go_on(nodes, note) {
            return Ok(());
        }
        Err(self.meter.reason().unwrap_or(StoppedBy::Enough))
    }

    /// Tells how many things are done, and how many there are. Only work that is alone may do so.
    pub fn set_progress(&self, done: u64, all: u64) {
        self.meter.set_parts(done, all);
    }
}
