//! Work that goes from stage to stage: level-wise counts, tables, diagrams, plans.
//!
//! Some of it is done alone, fuel by fuel ([`Stages::advance`]). Some of it is a round of units
//! that threads may share ([`Stages::unit_count`], [`Stages::work`]); then the work goes on by
//! itself again.

use crate::Fuel;
use std::fmt;

/// What came of going on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn<A> {
    /// The fuel is gone, or there is a round of units to be worked on first. Call again: nothing is
    /// lost and nothing repeats.
    Going,
    /// Everything is done, and this is the answer.
    Done(A),
}

/// How far work has come.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// How many things are done.
    pub done: u64,
    /// How many things there are; 0 if that is not known.
    pub all: u64,
    /// Where the work stands, in a few words; may be empty.
    pub note: String,
}

/// Work that goes from stage to stage.
pub trait Stages: Send + Sync {
    /// What comes of it.
    type Answer: Send;

    /// How many units there are to be worked on before the work can go on; none if it goes on by
    /// itself.
    fn unit_count(&self) -> usize {
        0
    }

    /// Works on a unit, and says how many nodes it went through. Each unit is worked on once, on
    /// any thread, at the same time as others.
    ///
    /// If a round was stopped, the next run asks for all of its units again: those that have been
    /// worked on do nothing, and say 0.
    fn work(&self, _unit: usize) -> u64 {
        0
    }

    /// Goes on by itself, when all units have been worked on, until the fuel is gone, there are
    /// units again, or all is done.
    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer>;

    /// How far it has come.
    fn progress(&self) -> Progress;
}

/// A line of a snapshot: plain numbers, whose meaning only the engine knows.
pub type Record = Vec<u64>;

/// A snapshot that this work cannot go on from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadSnapshot;

impl fmt::Display for BadSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the snapshot is of other work, or damaged")
    }
}

impl std::error::Error for BadSnapshot {}

/// Work whose state can be written down as plain numbers, and taken up by work that was begun with
/// the same question.
///
/// Records come one after the other, so that whoever writes or reads them need not hold them all.
pub trait Snapshot {
    /// Writes down everything that is known: between two calls of [`Stages::advance`], while no
    /// unit is worked on. Some units of the round may have been worked on, and others not.
    fn save(&self, record: &mut dyn FnMut(&[u64]));

    /// Goes on from what was written down.
    ///
    /// # Errors
    /// If the records do not fit this work, which is to be begun anew then.
    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot>;

    /// Brings the work to where it can be written down, and says whether it is there. If not, it
    /// goes on, and is asked again soon.
    fn settle(&mut self) -> bool {
        true
    }

    /// Whether the work is to be written down now, however short the last time is ago.
    fn wants_to_be_saved(&self) -> bool {
        false
    }

    /// What was written down last is safe: what only earlier snapshots need may go.
    fn saved(&mut self) {}
}
