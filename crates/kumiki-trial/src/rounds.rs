//! Rounds: a run that is stopped in the middle of one loses nothing and repeats nothing.
//!
//! # Promises
//! * **R1** A unit that has been worked on is not worked on again: that says 0 nodes, and changes
//!   nothing.
//! * **R2** What is written down when some units have been worked on, and others not, is taken up
//!   with the same units; those that have been worked on still count, and the answer is the same.

use crate::stages::written_down;
use kumiki_search::{Fuel, Snapshot, Stages, Turn};
use std::fmt::Debug;

/// More rounds than this are not stopped in the middle.
const ROUNDS: u64 = 200;

/// Stops work in the middle of its rounds, when every `nth` unit has been worked on.
///
/// # Errors
/// If a promise is broken. Otherwise this is the answer.
pub fn check_rounds<W>(make: impl Fn() -> W, nth: usize) -> Result<W::Answer, String>
where
    W: Stages + Snapshot,
    W::Answer: PartialEq + Debug,
{
    let plain = walk(make(), |_| Ok(None))?;
    let mut rounds = 0;
    let stopped = walk(make(), |work| {
        rounds += 1;
        if work.unit_count() == 0 || rounds > ROUNDS {
            return Ok(None);
        }
        for unit in (0..work.unit_count()).step_by(nth) {
            work.work(unit);
        }
        let records = written_down(work);
        let mut fresh = make();
        let loaded = fresh.load(&mut records.iter().cloned());
        loaded.map_err(|refused| format!("R2: in round {rounds}, {refused}"))?;
        if written_down(&fresh) != records {
            return Err(format!("R2: round {rounds} is written down in another way"));
        }
        if fresh.unit_count() != work.unit_count() {
            let [found, expected] = [&fresh, work].map(Stages::unit_count);
            return Err(format!("R2: {found} units in round {rounds}, expected {expected}"));
        }
        for unit in (0..work.unit_count()).step_by(nth) {
            for work in [work, &fresh] {
                let nodes = work.work(unit);
                if nodes > 0 || written_down(work) != records {
                    return Err(format!("R1: {nodes} nodes for unit {unit} again"));
                }
            }
        }
        Ok(Some(fresh))
    })?;
    if stopped != plain {
        return Err(format!("R2: the answer is {stopped:?}, expected {plain:?}"));
    }
    Ok(plain)
}

/// Goes from stage to stage. Before each round `stop` may put other work in the place of this one.
fn walk<W: Stages>(
    mut work: W,
    mut stop: impl FnMut(&W) -> Result<Option<W>, String>,
) -> Result<W::Answer, String> {
    loop {
        if let Some(other) = stop(&work)? {
            work = other;
        }
        for unit in 0..work.unit_count() {
            work.work(unit);
        }
        if let Turn::Done(answer) = work.advance(&mut Fuel::unlimited()) {
            return Ok(answer);
        }
    }
}
