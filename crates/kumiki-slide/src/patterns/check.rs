//! A table proved right or wrong, by walking through the layers again.
//!
//! # Why the entries alone are not enough
//! An entry is the minimum over the regions where the blank may be. Suppose the entries differ by
//! at most 1 between arrangements one push apart, the goal has 0, and every other entry has a
//! smaller one a push away: then they are right. But right entries need not be like that. If the
//! blank is shut in a corner where it has come cheaply, then a push elsewhere starts from another
//! region with a larger distance, and its result may be larger by 3 or more (by 7, in the tests).
//! So the bound is admissible but not consistent, and what can be checked locally are the distances
//! of the states, region by region, which no table holds.
//!
//! # What is checked
//! So we let the layers pass once more, with one bit per state of memory, and check of each
//! * **V1** every state of layer `d` has an entry of at most `d`,
//! * **V2** every entry `e` belongs to some state of layer `e`.
//!
//! By V1 no entry is above the distance of any of its states: the bound is admissible. By V2 some
//! state has just that distance, so the entry is the minimum. V2 is checked by counting: an entry
//! is met at most once in the layer of its own number, so if as many are met as there are, all are.
//! Entries of 254 mean *that many or more*, and V1 is all there is to check of them.

use super::PatternError;
use super::builder::{Pause, digest, packed};
use super::layers::Layers;
use super::table::{LONGEST, PatternTable};
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Turn, read_size,
};

/// A table being checked, in as many sips of fuel as one likes.
pub struct TableCheck<'t> {
    /// The table that is checked.
    table: &'t PatternTable,
    /// The walk through the states.
    layers: Layers,
    /// How many entries have been met in the layer of their own number (V2), the goal among them.
    met: usize,
    /// How many must be: all entries that are less than 254.
    finite: usize,
}

impl<'t> TableCheck<'t> {
    /// Takes the memory, about an eighth or a quarter of that of the table, and starts at the goal.
    #[must_use]
    pub fn new(table: &'t PatternTable) -> Self {
        let layers = Layers::new(table.shape(), table.ranking());
        let finite = table.entries().iter().filter(|entry| **entry < LONGEST).count();
        Self { table, layers, met: 1, finite }
    }

    /// How many entries have been met in their layers, and how many must be.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.met, self.finite)
    }

    /// Checks on until the table is proved right, or the fuel is gone.
    ///
    /// # Errors
    /// If the table is wrong.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Result<Pause, PatternError> {
        let shape = self.table.shape();
        let orders = shape.order_count() as usize;
        while let Some(fresh) = self.layers.advance(self.table.ranking(), fuel) {
            let entries = &self.table.entries()[fresh.set * orders..][..orders];
            let distance = u8::try_from(fresh.layer).map_or(LONGEST, |layer| layer.min(LONGEST));
            let (mut met, mut above) = (0, None);
            fresh.each(|order| {
                met += usize::from(entries[order] == distance);
                if entries[order] > distance {
                    above = Some(order);
                }
            });
            if let Some(order) = above {
                return Err(PatternError::table(format!(
                    "{} at entry {} of {shape}, expected at most {distance}",
                    entries[order],
                    fresh.set * orders + order
                )));
            }
            if distance < LONGEST {
                self.met += met;
            }
        }
        if !self.layers.are_done() {
            return Ok(Pause::OutOfFuel);
        }
        if self.met != self.finite {
            let wrong = self.finite - self.met;
            return Err(PatternError::table(format!(
                "{wrong} entries of {shape} are too small, expected none"
            )));
        }
        Ok(Pause::Done)
    }
}

impl Stages for TableCheck<'_> {
    type Answer = Result<(), PatternError>;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer> {
        match self.advance(fuel) {
            Ok(Pause::OutOfFuel) => Turn::Going,
            Ok(Pause::Done) => Turn::Done(Ok(())),
            Err(error) => Turn::Done(Err(error)),
        }
    }

    fn progress(&self) -> Progress {
        let (met, all) = self.progress();
        Progress { done: met as u64, all: all as u64, note: String::new() }
    }
}

/// The records are: the name; how many entries have been met; and where the walk stands.
impl Snapshot for TableCheck<'_> {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        writer.numbers(&[self.met as u64]);
        self.layers.save(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [met] = reader.numbers()?;
        self.met = read_size(met)?;
        self.layers.load(&mut reader)?;
        reader.finish()?;
        // No entry is met twice.
        if self.met > self.finite { Err(BadSnapshot) } else { Ok(()) }
    }
}

impl TableCheck<'_> {
    /// The shape and all entries: what was found about one table says nothing about another.
    fn name(&self) -> [u64; 2] {
        let entries = Digest::of(self.table.entries().chunks(8).map(packed));
        [digest(self.table.shape()), entries]
    }
}
