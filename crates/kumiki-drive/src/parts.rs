//! Numbered parts, worked on by all threads, their results in order.

use crate::meter::Meter;
use crate::queue::{Found, Queue};
use crate::run::Run;
use kumiki_model::StoppedBy;
use std::ops::ControlFlow;

impl Run<'_> {
    /// Works on the parts `0..count` and hands the results to `accept` in order. `work` gives up
    /// when its [`Pulse`] tells it to; `accept` may have had enough.
    ///
    /// # Errors
    /// Why not all parts were accepted.
    pub fn parts<T: Send + 'static>(
        &self,
        phase: &'static str,
        count: usize,
        work: impl Fn(usize, &Pulse<'_, '_>) -> Result<T, StoppedBy> + Sync,
        mut accept: impl FnMut(T) -> ControlFlow<()> + Send,
    ) -> Result<(), StoppedBy> {
        let meter = Meter::new(*self, phase, true);
        let mut accepted = 0;
        let counted = &mut |result: Found| {
            accepted += 1;
            accept(*result.downcast().expect("what `work` has boxed"))
        };
        let units = u32::try_from(count).expect("numbers of parts have 32 bits");
        let queue = Queue::new(&meter, units, counted);
        queue.run(self.threads() - 1, &|place, _| {
            if let Ok(result) = work(place[0] as usize, &Pulse { meter: &meter }) {
                queue.hand_over(&place, 0, Box::new(result), Vec::new());
                // Parts may be too small to ask by themselves.
                meter.go_on(0, &String::new);
            }
        });
        drop(queue);
        match meter.reason() {
            _ if accepted == count => Ok(()),
            Some(reason) => Err(reason),
            None => Err(StoppedBy::Enough),
        }
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
        if self.meter.go_on(nodes, &String::new) {
            return Ok(());
        }
        Err(self.meter.reason().unwrap_or(StoppedBy::Enough))
    }
}
