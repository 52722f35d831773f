//! Building a table, pausably: the layers, written down as they come.

use super::layers::Layers;
use super::shape::PatternShape;
use super::table::{LONGEST, PatternTable, UNREACHABLE};
use kumiki_search::{Fuel, Progress, Stages, Turn};

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
    table: PatternTable,
    layers: Layers,
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
