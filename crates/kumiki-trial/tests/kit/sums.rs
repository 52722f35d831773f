//! Work from stage to stage, with planted faults: sums of numbers, some of them added in units.

use kumiki_search::{
    BadSnapshot, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
};
use kumiki_trial::{check_damage, check_rounds, check_stages};
use std::sync::atomic::{AtomicU64, Ordering};

const STAGES: u64 = 9;

/// What an engine may do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Nothing.
    None,
    /// Never comes to its end.
    Endless,
    /// Adds something at every pause.
    AddsAtPauses,
    /// Depends on the order of units.
    NeedsOrder,
    /// Does not write down the sum.
    ForgetsSum,
    /// Writes down something that is lost when it is taken up.
    ForgetsLater,
    /// Writes down where the stage began only.
    WritesStages,
    /// Forgets that there are units to be worked on.
    ForgetsUnits,
    /// Refuses what it has written.
    RefusesItself,
    /// Takes everything for a snapshot.
    TakesAnything,
    /// Tells a progress that goes back.
    GoesBack,
    /// Works on a unit again if it is told to.
    WorksAgain,
    /// Forgets which units have been worked on.
    ForgetsWorked,
    /// Fails at numbers that it does not expect.
    Panics,
}

/// Stage k adds up the numbers below 3k, each once, in units; then it counts to 10 by itself.
struct Sums {
    fault: Fault,
    stage: u64,
    sum: AtomicU64,
    /// A bit for each unit of the round that has been worked on.
    worked: AtomicU64,
    is_alone: bool,
    alone: u64,
    loads: u64,
}

impl Sums {
    fn new(fault: Fault) -> Self {
        let (sum, worked) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { fault, stage: 0, sum, worked, is_alone: false, alone: 0, loads: 0 }
    }
}

impl Stages for Sums {
    type Answer = (u64, u64);

    fn unit_count(&self) -> usize {
        if self.is_alone { 0 } else { usize::try_from(3 * self.stage).expect("small") }
    }

    fn work(&self, unit: usize) -> u64 {
        let is_new = self.worked.fetch_or(1 << unit, Ordering::Relaxed) >> unit & 1 == 0;
        if !is_new && self.fault != Fault::WorksAgain {
            return 0;
        }
        let unit = unit as u64;
        if self.fault == Fault::NeedsOrder {
            let sum = self.sum.load(Ordering::Relaxed);
            self.sum.store((2 * sum + unit) % 1_000_003, Ordering::Relaxed);
        } else {
            self.sum.fetch_add(unit, Ordering::Relaxed);
        }
        1
    }

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<(u64, u64)> {
        (self.is_alone, *self.worked.get_mut()) = (true, 0);
        loop {
            if !fuel.burn() {
                *self.sum.get_mut() += u64::from(self.fault == Fault::AddsAtPauses);
                return Turn::Going;
            }
            self.alone += 1;
            if self.alone.is_multiple_of(10) && self.fault != Fault::Endless {
                break;
            }
            if self.fault == Fault::Endless {
                return Turn::Going;
            }
        }
        (self.is_alone, self.stage) = (false, self.stage + 1);
        if self.stage < STAGES {
            Turn::Going
        } else {
            Turn::Done((*self.sum.get_mut(), self.alone))
        }
    }

    fn progress(&self) -> Progress {
        let is_back = self.fault == Fault::GoesBack && self.stage == 3 && self.alone % 10 > 5;
        let done = if is_back { 2 } else { self.stage };
        Progress { done, all: STAGES, note: String::new() }
    }
}

impl Snapshot for Sums {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let sum = self.sum.load(Ordering::Relaxed);
        let alone = match self.fault {
            Fault::WritesStages => self.stage * 10,
            _ => self.alone,
        };
        let worked = match self.fault {
            Fault::ForgetsWorked => 0,
            _ => self.worked.load(Ordering::Relaxed),
        };
        record(&[self.stage, u64::from(self.is_alone) + 2 * worked]);
        record(&[alone, if self.fault == Fault::ForgetsSum { 0 } else { sum }]);
        if self.fault == Fault::ForgetsLater {
            record(&[self.loads]);
        }
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut next = || match records.next().as_deref() {
            Some(&[one, other]) => Ok([one, other]),
            None if self.fault == Fault::TakesAnything => Ok([0, 0]),
            _ => Err(BadSnapshot),
        };
        let ([stage, is_alone], [alone, sum]) = (next()?, next()?);
        if self.fault == Fault::ForgetsLater {
            self.loads = records.next().ok_or(BadSnapshot)?[0] + 1;
        }
        if self.fault == Fault::RefusesItself && stage == 4 {
            return Err(BadSnapshot);
        }
        assert!(self.fault != Fault::Panics || stage < 255, "a stage");
        self.worked = AtomicU64::new(is_alone / 2);
        self.is_alone = is_alone % 2 != 0 || self.fault == Fault::ForgetsUnits;
        (self.stage, self.alone, self.sum) = (stage, alone, AtomicU64::new(sum));
        Ok(())
    }
}

#[test]
fn work_without_faults_passes() {
    let sum = (0..STAGES).map(|stage| (0..3 * stage).sum::<u64>()).sum();
    assert_eq!(check_stages(|| Sums::new(Fault::None)), Ok((sum, 10 * STAGES)));
}

#[test]
fn every_planted_fault_is_named() {
    for (fault, label, what) in [
        (Fault::Endless, "D1: ", "does not get on"),
        (Fault::AddsAtPauses, "D2: ", "the answer is"),
        (Fault::NeedsOrder, "D2: ", "the answer is"),
        (Fault::ForgetsSum, "D3: ", "the answer is"),
        (Fault::ForgetsLater, "D3: ", "in another way"),
        (Fault::WritesStages, "D3: ", "does not get on"),
        (Fault::ForgetsUnits, "D3: ", "in another way"),
        (Fault::RefusesItself, "D3: ", "is refused"),
        (Fault::TakesAnything, "D3: ", "D4: 0 of 2 records"),
        (Fault::GoesBack, "D2: ", "D5: 2 of 9 are done, and 3 were before"),
    ] {
        let found = check_stages(|| Sums::new(fault)).expect_err("a fault");
        assert!(found.starts_with(label) && found.contains(what), "{fault:?}: {found}");
    }
}

#[test]
fn faults_in_the_middle_of_a_round_are_named() {
    let sum = (0..STAGES).map(|stage| (0..3 * stage).sum::<u64>()).sum();
    for nth in [1, 2, 5] {
        let found = check_rounds(|| Sums::new(Fault::None), nth);
        assert_eq!(found, Ok((sum, 10 * STAGES)));
        for (fault, what) in [
            (Fault::WorksAgain, "R1: 1 nodes for unit 0 again"),
            (Fault::ForgetsWorked, "R1: 1 nodes for unit 0 again"),
            (Fault::ForgetsUnits, "R2: round 2 is written down in another way"),
            (Fault::RefusesItself, "R2: in round 5, the snapshot is of other work, or damaged"),
        ] {
            let found = check_rounds(|| Sums::new(fault), nth).expect_err("a fault");
            assert_eq!(found, what, "{fault:?}");
        }
    }
}

/// Sums with a checksum.
struct Sealed(Sums);

impl Stages for Sealed {
    type Answer = (u64, u64);

    fn unit_count(&self) -> usize {
        self.0.unit_count()
    }

    fn work(&self, unit: usize) -> u64 {
        self.0.work(unit)
    }

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<(u64, u64)> {
        self.0.advance(fuel)
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }
}

impl Snapshot for Sealed {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &[1]);
        self.0.save(&mut |record| writer.numbers(record));
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[1])?;
        let lines = [reader.record()?, reader.record()?];
        reader.finish()?;
        self.0.load(&mut lines.into_iter())
    }
}

#[test]
fn damage_that_is_not_noticed_is_named() {
    assert_eq!(check_damage(|| Sealed(Sums::new(Fault::None)), 3, 20), Ok(()));
    let found = check_damage(|| Sums::new(Fault::None), 3, 20).expect_err("no checksum");
    assert!(found.starts_with("X1: at pause 0, taken for a snapshot: "), "{found}");
}

#[test]
#[should_panic(expected = "a stage")]
fn work_that_fails_at_foreign_numbers_fails() {
    let _ = check_damage(|| Sealed(Sums::new(Fault::Panics)), 3, 20);
}
