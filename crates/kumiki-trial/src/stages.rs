//! Stages: however they are paused, written down, taken up again and shared, the answer is the
//! same.
//!
//! # Promises
//! * **D1** With enough fuel the work comes to its end, round by round.
//! * **D2** Pausing changes nothing, nor does the order in which the units of a round are worked
//!   on; the work gets on in the smallest sips.
//! * **D3** What is written down at a pause can be taken up by work that was just begun. That has
//!   the same units to be worked on, writes down the same, and comes to the same answer, even if
//!   this happens at every pause.
//! * **D4** Damaged snapshots are refused: those without records, and those whose last is missing.
//! * **D5** The progress does not go back, nor beyond its end.
//! * **D6** The driver finds the same with any number of threads.
//! * **D7** So it does with a journal, from what was in its store at any moment of another run.

use crate::host::TestHost;
use crate::store::MemoryStore;
use kumiki_drive::{Journal, Run};
use kumiki_search::{Fuel, Progress, Record, Snapshot, Stages, Turn};
use serde_json::Value;
use std::fmt::Debug;
use std::time::Duration;

/// Sips of fuel.
const SIPS: [u64; 7] = [1, 2, 3, 7, 20, 100, 1000];
/// No more pauses than about this: long work is not done in the smallest sips.
const PAUSES: u64 = 5000;
/// At most about so many snapshots on the way.
const SNAPSHOTS: u64 = 500;
/// How often a journal is written, on the clock of the host.
const EVERY: Duration = Duration::from_millis(5);
/// At most about so many moments of a run are gone on from.
const MOMENTS: usize = 3;
/// More pauses than this without burning anything mean that the work does not get on.
const MANY: u64 = 1000;

/// Tries out everything that can happen to work that goes from stage to stage. `make` begins it.
///
/// # Errors
/// If a promise is broken. Otherwise this is the answer.
pub fn check_stages<W>(make: impl Fn() -> W) -> Result<W::Answer, String>
where
    W: Stages + Snapshot,
    W::Answer: PartialEq + Debug,
{
    let (plain, burned) = walk(make(), u64::MAX, MANY, false, |_| Ok(None))
        .map_err(|fault| format!("D1: without a pause, {fault}"))?;
    let compare = |answer: W::Answer, how: &str| {
        if answer == plain {
            return Ok(());
        }
        Err(format!("{how}, the answer is {answer:?}, expected {plain:?}"))
    };
    let most = burned.saturating_mul(8).saturating_add(MANY);
    for sip in SIPS.into_iter().filter(|sip| burned / sip <= PAUSES) {
        let how = format!("D2: in sips of {sip}");
        let walked = walk(make(), sip, most, true, |_| Ok(None));
        compare(walked.map_err(|fault| format!("{how}, {fault}"))?.0, &how)?;

        let saved = (burned / sip / SNAPSHOTS).max(1);
        let how = format!("D3: taken up after every {saved} sips of {sip}");
        let mut pauses = 0_u64;
        let walked = walk(make(), sip, most, true, |work| {
            pauses += 1;
            pauses.is_multiple_of(saved).then(|| taken_up(work, &make)).transpose()
        });
        compare(walked.map_err(|fault| format!("{how}, {fault}"))?.0, &how)?;
    }
    for threads in 1..=3 {
        let how = format!("D6: with {threads} threads");
        let answer = Run::new(&TestHost::new(threads)).stages("trial", &mut make());
        compare(answer.map_err(|reason| format!("{how}, stopped by {reason:?}"))?, &how)?;
    }
    let threads = 2;
    let store = MemoryStore::default();
    let journal = Journal::in_store(Box::new(store.clone()), Value::Null, EVERY);
    let how = format!("D7: {threads} threads with a journal");
    let host = TestHost::new(threads);
    let answer = Run::new(&host).with_journal(&journal).stages("trial", &mut make());
    compare(answer.map_err(|reason| format!("{how}, stopped by {reason:?}"))?, &how)?;
    let history = store.history();
    for moment in (0..history.len()).step_by(history.len().div_ceil(MOMENTS).max(1)) {
        let mut pieces = history[moment].clone();
        let other = 3 - threads;
        let how = format!("D7: moment {moment} of {threads} threads, by {other}");
        if Journal::read(&MemoryStore::of(pieces.clone())).is_err() {
            continue;
        }
        // Stopped again and again; it must get on.
        for stop in 0.. {
            let host = match stop {
                0..4 => TestHost::patient(other, 10 + 10 * stop),
                _ => TestHost::new(other),
            };
            let store = MemoryStore::of(pieces);
            let journal = Journal::open(Box::new(store.clone()), EVERY)
                .map_err(|error| format!("{how}, {error}"))?;
            let run = Run::new(&host).with_journal(&journal);
            if let Ok(answer) = run.stages("trial", &mut make()) {
                compare(answer, &how)?;
                break;
            }
            pieces = store.pieces();
        }
    }
    Ok(plain)
}

/// Goes from stage to stage, and through the units of a round from the last to the first if it goes
/// `backwards`. At each of at most so many pauses `anew` may put other work in the place of this
/// one. Gives the answer and the fuel that was burned.
fn walk<W: Stages>(
    mut work: W,
    sip: u64,
    most: u64,
    backwards: bool,
    mut anew: impl FnMut(&W) -> Result<Option<W>, String>,
) -> Result<(W::Answer, u64), String> {
    let mut told = work.progress();
    let (mut burned, mut pauses) = (0_u64, 0);
    loop {
        let units = work.unit_count();
        for unit in 0..units {
            work.work(if backwards { units - 1 - unit } else { unit });
        }
        let mut fuel = Fuel(sip);
        let turn = work.advance(&mut fuel);
        burned = burned.saturating_add(sip - fuel.0);
        if let Turn::Done(answer) = turn {
            return Ok((answer, burned));
        }
        pauses += u64::from(work.unit_count() == 0);
        if pauses > most {
            return Err("it does not get on".to_owned());
        }
        if let Some(other) = anew(&work)? {
            work = other;
        }
        let Progress { done, all, .. } = work.progress();
        if done < told.done || (all > 0 && done > all) {
            let before = told.done;
            return Err(format!("D5: {done} of {all} are done, and {before} were before"));
        }
        told = work.progress();
    }
}

/// D3, D4: work that goes on from what other work has written down.
fn taken_up<W: Stages + Snapshot>(work: &W, make: &impl Fn() -> W) -> Result<W, String> {
    let records = written_down(work);
    if let [first @ .., _] = &records[..] {
        for damaged in [&[], first] {
            if make().load(&mut damaged.iter().cloned()).is_ok() {
                let (few, all) = (damaged.len(), records.len());
                return Err(format!("D4: {few} of {all} records are taken for a snapshot"));
            }
        }
    }
    let mut fresh = make();
    let loaded = fresh.load(&mut records.iter().cloned());
    loaded.map_err(|refused| format!("what was written down is refused: {refused}"))?;
    if written_down(&fresh) != records {
        return Err("what was taken up is written down in another way".to_owned());
    }
    if fresh.unit_count() != work.unit_count() {
        let [found, expected] = [&fresh, work].map(Stages::unit_count);
        return Err(format!("{found} units are to be worked on, expected {expected}"));
    }
    Ok(fresh)
}

pub(crate) fn written_down(work: &impl Snapshot) -> Vec<Record> {
    let mut records = Vec::new();
    work.save(&mut |record| records.push(record.to_vec()));
    records
}
