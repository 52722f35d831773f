//! Work that tells more than its answer.

use kumiki_search::{BadSnapshot, Fuel, Progress, Record, Snapshot, Stages, Turn};

/// Work whose answer goes with something else that it knows at its end, so that this is compared,
/// too.
#[derive(Clone, Debug)]
pub struct Told<W, T> {
    /// The work.
    pub work: W,
    /// What is told at its end.
    pub tell: fn(&W) -> T,
}

impl<W: Stages, T: Send> Stages for Told<W, T> {
    type Answer = (W::Answer, T);

    fn unit_count(&self) -> usize {
        self.work.unit_count()
    }

    fn work(&self, unit: usize) -> u64 {
        self.work.work(unit)
    }

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer> {
        match self.work.advance(fuel) {
            Turn::Going => Turn::Going,
            Turn::Done(answer) => Turn::Done((answer, (self.tell)(&self.work))),
        }
    }

    fn progress(&self) -> Progress {
        self.work.progress()
    }
}

impl<W: Snapshot, T> Snapshot for Told<W, T> {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.work.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.work.load(records)
    }
}
