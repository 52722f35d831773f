//! Numbered parts, worked on by all threads, their results in order.

use crate::journal::{Codec, Journal};
use crate::ledger::Plain;
use crate::meter::Meter;
use crate::queue::{Found, Queue};
use crate::run::Run;
use kumiki_model::StoppedBy;
use kumiki_search::Prefix;
use std::ops::ControlFlow;

impl Run<'_> {
    /// Works on the parts `0..count` and hands the results to `accept` in order. `work` gives up
    /// when its [`Pulse`] tells it to, or for a reason of its own, which ends all; `accept` may
    /// have had enough. If there is a journal, the results are kept there.
    ///
    /// # Errors
    /// Why not all parts were accepted.
    pub fn parts<T: Plain>(
        &self,
        phase: &'static str,
        count: usize,
        work: impl Fn(usize, &Pulse<'_, '_>) -> Result<T, StoppedBy> + Sync,
        accept: impl FnMut(T) -> ControlFlow<()> + Send,
    ) -> Result<(), StoppedBy> {
        let codec = Codec { encode: &encode::<T>, decode: &decode::<T>, absorb: None };
        self.work_on_parts(phase, count, work, accept, Some(codec))
    }

    /// The same for work that is soon done again and leaves nothing in a journal.
    ///
    /// # Errors
    /// As for [`Run::parts`].
    pub fn parts_anew<T: Send + 'static>(
        &self,
        phase: &'static str,
        count: usize,
        work: impl Fn(usize, &Pulse<'_, '_>) -> Result<T, StoppedBy> + Sync,
        accept: impl FnMut(T) -> ControlFlow<()> + Send,
    ) -> Result<(), StoppedBy> {
        self.done_anew().work_on_parts(phase, count, work, accept, None)
    }

    fn work_on_parts<T: Send + 'static>(
        &self,
        phase: &'static str,
        count: usize,
        work: impl Fn(usize, &Pulse<'_, '_>) -> Result<T, StoppedBy> + Sync,
        mut accept: impl FnMut(T) -> ControlFlow<()> + Send,
        codec: Option<Codec<'_>>,
    ) -> Result<(), StoppedBy> {
        let meter = Meter::new(*self, phase, true);
        let mut accepted = 0;
        let counted = &mut |result: Found| {
            accepted += 1;
            accept(*result.downcast().expect("what `work` has boxed"))
        };
        let parts = u32::try_from(count).expect("numbers of parts have 32 bits");
        let kept = codec.and_then(|codec| self.keep_units(phase, [parts].iter(), codec));
        let (keeping, known) = kept.unzip();
        let shard = self.journal.and_then(Journal::shard);
        let all = || (0..parts).map(|part| (vec![part], Prefix::root()));
        let weigh = |parts: &[Prefix]| vec![1.0; parts.len()];
        let queue = Queue::new(&meter, all().collect(), counted, keeping, (&weigh, true));
        match (known.flatten(), shard) {
            (Some(units), _) => queue.take_up(&units),
            (None, Some(shard)) => {
                let whole: Vec<Prefix> = all().map(|(_, whole)| whole).collect();
                queue.cut_for_shards(&whole, shard);
            }
            (None, None) => {}
        }
        queue.run(self.threads() - 1, &|place, _| {
            match work(place[0] as usize, &Pulse { meter: &meter }) {
                Ok(result) => {
                    queue.hand_over(&place, 1, (0, Box::new(result)), Vec::new());
                    // Parts may be too small to ask by themselves.
                    meter.go_on(0, &String::new);
                }
                // A part may have heard of it before the meter has: it is not to be waited for.
                Err(reason) if !meter.is_stopped() => meter.end(reason),
                Err(_) => {}
            }
        });
        drop(queue);
        if shard.is_some() && meter.reason().is_none() {
            self.end_share();
            return Err(StoppedBy::Shard);
        }
        match meter.reason() {
            _ if accepted == count => Ok(()),
            Some(reason) => Err(reason),
            None => Err(StoppedBy::Enough),
        }
    }
}

fn encode<T: Plain>(result: &Found) -> String {
    let result = result.downcast_ref::<T>().expect("what `work` has boxed");
    serde_json::to_string(result).expect("plain data")
}

fn decode<T: Plain>(text: &str) -> Found {
    Box::<T>::new(serde_json::from_str(text).expect("what a part has written"))
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
