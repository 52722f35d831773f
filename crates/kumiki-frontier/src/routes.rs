//! Where the counts of a class go when a vertex is settled: for each change of pairings that has
//! occurred, a table of numbers.

use crate::pairings::{Change, Pairings};
use rustc_hash::FxHashMap;

/// The tables made so far.
#[derive(Debug)]
pub(crate) struct Routes {
    /// The numbers of pairings: of the flat ones if paths cannot cross.
    pairings: Pairings,
    /// Element p of a table is the number after a change of pairing p, or the number of all
    /// pairings afterwards if a cycle is closed.
    tables: Vec<Vec<u32>>,
    /// Position in `tables`, by how many ends there are before the change, and by the change.
    numbers: FxHashMap<(usize, Change), u32>,
}

impl Routes {
    /// No tables yet.
    pub(crate) fn new(is_flat: bool) -> Self {
        let pairings = Pairings::new(is_flat);
        Self { pairings, tables: Vec::new(), numbers: FxHashMap::default() }
    }

    /// The numbers of pairings.
    pub(crate) fn pairings(&self) -> &Pairings {
        &self.pairings
    }

    /// The number of the table for a change of so many ends, made if it is not there. `None` if all
    /// counts keep their places.
    #[inline(always)]
    pub(crate) fn route(&mut self, ends: usize, change: Change) -> Option<u32> {
        let keeps = match change {
            Change::Keep => true,
            Change::Move { from, to } => from == to,
            _ => false,
        };
        if keeps {
            return None;
        }
        let Self { pairings, tables, numbers } = self;
        Some(*numbers.entry((ends, change)).or_insert_with(|| {
            tables.push(pairings.table(ends, change));
            kumiki_id::narrow(tables.len() - 1)
        }))
    }

    /// The table with a number.
    #[inline(always)]
    pub(crate) fn table(&self, number: u32) -> &[u32] {
        &self.tables[number as usize]
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.iter().map(Vec::capacity).sum::<usize>() * size_of::<u32>()
    }
}
