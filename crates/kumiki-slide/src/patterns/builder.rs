//! Building a table, pausably: the layers, written down as they come.

use super::layers::Layers;
use super::shape::PatternShape;
use super::table::{LONGEST, PatternTable, UNREACHABLE};
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Turn, read_size,
};

/// What became of a call with fuel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// Call again with more.
    OutOfFuel,
    /// There is nothing left to do.
    Done,
}

/// A table being built, in as many sips of fuel as one likes.
///
/// * **B1** An entry is settled, and right, if some state of it is in a layer that has been walked
///   through; all others are [`UNREACHABLE`].
pub struct TableBuilder {
    /// The table, complete as far as B1 says.
    table: PatternTable,
    /// The walk through the states.
    layers: Layers,
    /// How many entries are settled (B1), the goal among them.
    settled: usize,
}

impl TableBuilder {
    /// Takes the memory, [`PatternShape::bytes_to_build`], and starts at the goal.
    #[must_use]
    pub fn new(shape: PatternShape) -> Self {
        let table = PatternTable::unfilled(shape);
        let layers = Layers::new(table.shape(), table.ranking());
        Self { table, layers, settled: 1 }
    }

    /// Builds on until the table is complete or the fuel is gone. A unit of fuel is a word of 64
    /// states.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Pause {
        while let Some(fresh) = self.layers.advance(self.table.ranking(), fuel) {
            let distance = u8::try_from(fresh.layer).map_or(LONGEST, |layer| layer.min(LONGEST));
            let entries = self.table.entries_of_set(fresh.set);
            let mut settled = 0;
            fresh.each(|order| {
                if entries[order] == UNREACHABLE {
                    entries[order] = distance;
                    settled += 1;
                }
            });
            self.settled += settled;
        }
        if self.layers.are_done() { Pause::Done } else { Pause::OutOfFuel }
    }

    /// How many entries are settled, and how many there are. Some remain unsettled if the pattern
    /// leaves fewer than two tiles out.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.settled, self.table.entries().len())
    }

    /// The table. Whatever is left to build is built first.
    #[must_use]
    pub fn finish(mut self) -> PatternTable {
        self.advance(&mut Fuel::unlimited());
        self.table
    }
}

impl Stages for TableBuilder {
    type Answer = ();

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<()> {
        if self.advance(fuel) == Pause::Done { Turn::Done(()) } else { Turn::Going }
    }

    fn progress(&self) -> Progress {
        let (settled, all) = self.progress();
        Progress { done: settled as u64, all: all as u64, note: String::new() }
    }
}

/// The records are: the name; how many entries are settled; the entries, eight in a number; and
/// where the walk stands.
impl Snapshot for TableBuilder {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &[digest(self.table.shape())]);
        writer.numbers(&[self.settled as u64]);
        writer.list(1, self.table.entries().chunks(8), |entries, line| line.push(packed(entries)));
        self.layers.save(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[digest(self.table.shape())])?;
        let [settled] = reader.numbers()?;
        let settled = read_size(settled)?;
        let all = self.table.entries().len();
        let mut entries = Vec::new();
        reader.list(1, |number| {
            entries.extend(number[0].to_le_bytes());
            Ok(())
        })?;
        if entries.len() != all.next_multiple_of(8) {
            return Err(BadSnapshot);
        }
        entries.truncate(all);
        self.layers.load(&mut reader)?;
        reader.finish()?;
        // B1
        if entries.iter().filter(|entry| **entry != UNREACHABLE).count() != settled {
            return Err(BadSnapshot);
        }
        self.table.set_entries(entries);
        self.settled = settled;
        Ok(())
    }
}

/// A digest of a shape.
pub(super) fn digest(shape: &PatternShape) -> u64 {
    let (board, home) = (shape.board(), shape.home());
    Digest::of([board.rows() as u64, board.columns() as u64, shape.goals(), home])
}

/// Up to eight entries in a number.
pub(super) fn packed(entries: &[u8]) -> u64 {
    entries.iter().rev().fold(0, |number, entry| number << 8 | u64::from(*entry))
}
