//! Counting on several threads: counts of the same region that know the same polygons (M6).

use crate::Unsuited;
use crate::memo::{Corner, Memo, Pause, Shared};
use kumiki_model::TilingQuestion;
use kumiki_search::{BadSnapshot, Fuel, Profile, Progress, Record, Snapshot, Stages, Turn};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many tiles are cut off by each member between two looks at the others: some 10 ms.
const ROUND: u64 = 1 << 10;

/// A count by several members, each of which may work on a thread of its own.
///
/// * **T1** The first member counts from the beginning; the others join it when the first round
///   begins. What is saved is what is known, and where the first member stands.
#[derive(Debug)]
pub struct Team {
    question: TilingQuestion,
    corner: Corner,
    /// How many members there are to be.
    size: usize,
    /// So many tiles are cut off by each member in a round.
    round: u64,
    /// What the members know.
    shared: Shared,
    /// Those who have joined (T1), with what came of their last round.
    members: Vec<Mutex<(Memo, Pause)>>,
}

impl Team {
    /// Prepares to count with so many members, at least one.
    ///
    /// # Errors
    /// If the question does not suit this engine.
    pub fn new(question: &TilingQuestion, corner: Corner, size: usize) -> Result<Self, Unsuited> {
        let shared = Shared::new();
        let (question, size) = (question.clone(), size.max(1));
        let mut team = Self { question, corner, size, round: ROUND, shared, members: Vec::new() };
        team.join()?;
        Ok(team)
    }

    /// The same with rounds of so many tiles; for tests.
    #[must_use]
    pub fn in_rounds_of(mut self, tiles: u64) -> Self {
        self.round = tiles;
        self
    }

    /// One more member.
    fn join(&mut self) -> Result<(), Unsuited> {
        let place = [self.members.len(), self.size];
        let memo = Memo::together(&self.question, self.corner, &self.shared, place)?;
        self.members.push(Mutex::new((memo, Pause::OutOfFuel)));
        Ok(())
    }

    fn member(&self, number: usize) -> MutexGuard<'_, (Memo, Pause)> {
        self.members[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who has ended with a pause.
    fn with(&self, pause: Pause) -> Option<usize> {
        (0..self.members.len()).find(|number| self.member(*number).1 == pause)
    }

    /// How many different polygons were met.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.with(Pause::Done).map_or(self.shared.len(), |done| self.member(done).0.state_count())
    }

    /// How many tiles were cut off, by all members.
    #[must_use]
    pub fn node_count(&self) -> u64 {
        (0..self.members.len()).map(|number| self.member(number).0.node_count()).sum()
    }

    /// What was done, level by level; see [`Memo::profile`].
    #[must_use]
    pub fn profile(&self) -> Profile {
        let mut sum = self.member(0).0.profile();
        (1..self.members.len()).for_each(|number| sum.merge(&self.member(number).0.profile()));
        sum
    }

    /// The number of tilings, once everything is counted. `None` if it outgrows 128 bits.
    ///
    /// # Panics
    /// If not everything is counted.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        let done = self.with(Pause::Done).expect("everything is counted");
        self.member(done).0.count()
    }
}

impl Stages for Team {
    /// Whether everything is counted; false if a number outgrew 128 bits.
    type Answer = bool;

    fn unit_count(&self) -> usize {
        if self.members.len() == self.size { self.size } else { 0 }
    }

    fn work(&self, unit: usize) -> u64 {
        let (memo, pause) = &mut *self.member(unit);
        let before = memo.node_count();
        if *pause == Pause::OutOfFuel {
            *pause = memo.advance(&mut Fuel(self.round));
        }
        memo.node_count() - before
    }

    fn advance(&mut self, _: &mut Fuel) -> Turn<bool> {
        while self.members.len() < self.size {
            self.join().expect("the first could join");
        }
        match (self.with(Pause::Done), self.with(Pause::TooMany)) {
            (Some(_), _) => Turn::Done(true),
            (None, Some(_)) => Turn::Done(false),
            (None, None) => Turn::Going,
        }
    }

    fn progress(&self) -> Progress {
        let note = format!("{} polygons so far", self.shared.len());
        Progress { note, ..Progress::default() }
    }
}

impl Snapshot for Team {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.member(0).0.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.members.truncate(1);
        let (memo, pause) = &mut *self.member(0);
        *pause = Pause::OutOfFuel;
        memo.load(records)
    }
}
