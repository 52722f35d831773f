//! Counts in scratch that is kept, taken up by another process.
//!
//! A snapshot is made between two passes, when nothing is in memory but what waits to be written.
//! It has the numbers and lengths of the runs, and the scratch has their bytes. What was written
//! after it is cut off when it is taken up.

use super::{Fault, FiledCount};
use kumiki_search::{BadSnapshot, Record, RecordReader, RecordWriter, Snapshot};

/// Tells snapshots of this kind from others.
const NAME: u64 = u64::from_le_bytes(*b"in files");

/// What a count needs to be resumed.
#[derive(Default)]
pub(super) struct Keeping {
    /// Whether it stands between two passes.
    pub(super) is_between: bool,
    /// Whether it is to wait there.
    pub(super) is_wanted: bool,
    /// Whether it has said that it is at its end.
    pub(super) is_told: bool,
    /// Whether its end was written down, or could not be.
    is_end_settled: bool,
    /// What went wrong between two calls.
    pub(super) fault: Option<Fault>,
}

impl Snapshot for FiledCount<'_> {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let filing = self.filing();
        let mut writer = RecordWriter::new(record, &[NAME, u64::from(self.is_dense)]);
        writer.numbers(&[filing.states()]);
        writer.list(1, &self.level_states, |states, line| line.push(*states));
        filing.passage().save(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[NAME, u64::from(self.is_dense)])?;
        let [states] = reader.numbers()?;
        let level_states = reader.words()?;
        let taken_up = self.passage_mut().load(&mut reader)?;
        reader.finish()?;
        self.level_states = level_states;
        self.filing.as_mut().expect("it is not being widened").take_up(states);
        self.keeping = Keeping { is_between: true, fault: taken_up.err(), ..Keeping::default() };
        Ok(())
    }

    fn settle(&mut self) -> bool {
        self.keeping.is_wanted = !self.keeping.is_between;
        if self.keeping.is_wanted || self.keeping.fault.is_some() {
            return false;
        }
        self.keeping.is_end_settled = self.keeping.is_told;
        self.keeping.fault = self.passage_mut().settle().err();
        self.keeping.fault.is_none()
    }

    fn wants_to_be_saved(&self) -> bool {
        self.keeping.is_told && !self.keeping.is_end_settled
    }

    fn saved(&mut self) {
        self.passage_mut().saved();
    }
}
