//! Counting all solutions by merging equal states, where that pays.
//!
//! # When merging pays
//! Nobody knows beforehand. So the plain kernel starts, and if the first nodes do not finish the
//! job, a few random descents estimate how many nodes there are ([`estimate_nodes`]). Merging may
//! then cost a tenth of that. If it is not enough, merging is given up, and little was lost.

use super::listing::{Listing, engine_and_run};
use crate::Halt;
use crate::draft::Found;
use kumiki_bits::BitsSpace;
use kumiki_drive::Run;
use kumiki_memo::{MemoCount, Unsuited};
use kumiki_model::{Kernel, StoppedBy};
use kumiki_plan::Plan;
use kumiki_search::{
    BadSnapshot, Fuel, Prefix, Profile, Progress, Record, Search, Snapshot, Space, Stages, Step,
    Turn, estimate_nodes,
};
use num_bigint::BigUint;

/// A count that takes the plain kernel no more nodes than this is left to it.
const SMALL: u64 = 1 << 16;
/// Merging may cost this part of what the plain kernel is expected to cost.
const SHARE_OF_MERGING: f64 = 0.1;
/// Merging holds at most so many bytes, if no limit is given.
const MERGING_BYTES: u64 = 4 << 30;

/// What came of trying to merge states.
pub(super) enum Attempt {
    /// States were merged, until the end or until the run was stopped.
    Merged(Found),
    /// The plain kernel was done in no time.
    Needless(Found),
    /// Solutions are to be looked for one by one, for this reason if there is one.
    GivenUp(Option<String>),
}

/// Counts by merging, if that is asked for, or if nothing is and it pays.
pub(super) fn try_merging(asked: Kernel, plan: &Plan, run: &Run<'_>) -> Result<Attempt, Halt> {
    let (merging, nodes) = match asked {
        Kernel::Memo => {
            let memo = MemoCount::new(plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
            (merge(memo, run, None, f64::INFINITY), None)
        }
        Kernel::Auto if BitsSpace::suits(plan).is_ok() => {
            let (kernel, _, run) = engine_and_run(plan, asked, false, run)?;
            let space = BitsSpace::new(plan, None).expect("it suits").counting();
            let mut trial = space.begin(&Prefix::root());
            if trial.advance(&mut Fuel(SMALL)) == Step::Exhausted {
                let kernel_reason = "it was done before anything else could be tried".to_owned();
                let (count, found) =
                    (trial.counted().into(), Found::new(trial.profile().clone(), None));
                return Ok(Attempt::Needless(Found { count, kernel, kernel_reason, ..found }));
            }
            drop(trial);
            let memo = match MemoCount::new(plan) {
                Ok(memo) => memo,
                Err(unsuited) => {
                    let reason = format!("merging does not suit: {unsuited}");
                    return Ok(Attempt::GivenUp(Some(reason)));
                }
            };
            let nodes = estimate_nodes(&space);
            let bytes = run.memory_limit().unwrap_or(MERGING_BYTES).min(MERGING_BYTES);
            (merge(memo, &run, Some(bytes), nodes * SHARE_OF_MERGING), Some(nodes))
        }
        _ => return Ok(Attempt::GivenUp(None)),
    };
    let mut found = Found { kernel: Kernel::Memo, ..Found::new(Profile::new(&[]), None) };
    match (merging, nodes) {
        (Merging::Counted(count, states), _) => {
            found.count = count;
            found.profile.level(0).nodes = states;
            found.kernel_reason = nodes.map_or("asked for".to_owned(), |nodes| {
                format!("merging took {states} states, listing would take about {nodes:.1e} nodes")
            });
            found.evidence =
                vec![format!("method: equal states were merged; {states} states carry the count")];
        }
        (Merging::GivenUp(states), Some(nodes)) => {
            return Ok(Attempt::GivenUp(Some(format!(
                "merging was given up after {states} states; listing takes about {nodes:.1e} nodes"
            ))));
        }
        (unfinished, _) => {
            found.stopped_by = Some(unfinished.stopped_by());
            found.kernel_reason = "stopped while states were merged".to_owned();
            found.evidence =
                vec!["method: equal states were merged until the count was stopped".to_owned()];
        }
    }
    Ok(Attempt::Merged(found))
}

/// Counts by merging, and does not look for solutions one by one.
///
/// # Errors
/// If the problem does not suit.
pub(crate) fn count_merged(plan: &Plan, run: &Run<'_>) -> Result<Found, Halt> {
    match try_merging(Kernel::Memo, plan, run)? {
        Attempt::Merged(found) | Attempt::Needless(found) => Ok(found),
        Attempt::GivenUp(_) => unreachable!("merging that is asked for is not given up"),
    }
}

/// Confirms a count by another kernel, without symmetry. `noun` is what is counted.
pub(crate) fn verify(
    first: &Found,
    listing: &Listing<'_>,
    noun: &str,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let is_memo = first.kernel == Kernel::Memo;
    let (second, how) = if is_memo {
        let memo =
            MemoCount::backwards(listing.plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
        match merge(memo, run, None, f64::INFINITY) {
            Merging::Counted(count, _) => {
                (count, "merging states in the opposite order".to_owned())
            }
            unfinished => return Err(unfinished.stopped_by().into()),
        }
    } else {
        let kernel = if first.kernel == Kernel::Bits { Kernel::Cells } else { Kernel::Auto };
        let second = listing.count(kernel, run)?;
        if let Some(stopped_by) = second.stopped_by {
            return Err(stopped_by.into());
        }
        (second.count, format!("the kernel {} without symmetry", second.kernel.name()))
    };
    if second != first.count {
        let first = format!("{} {noun}", first.count);
        return Err(Halt::disagreement(first, format!("{second} by {how}")));
    }
    Ok(match is_memo {
        true => format!("verified in part: {how} counts {second} too; both counts merge alike"),
        false => format!("verified: {how} counts {second} too"),
    })
}

/// That a problem cannot be merged.
pub(super) fn unsuited_memo(unsuited: &Unsuited) -> Halt {
    let instead = match unsuited {
        Unsuited::NotPlain => "expected a plain one, or `kernel` auto or cells",
        _ => "or another kernel",
    };
    Halt::Kernel { kernel: "memo", reason: format!("{unsuited}, {instead}") }
}

/// How merging ended.
enum Merging {
    /// The count, and how many states carry it.
    Counted(BigUint, u64),
    /// It took too many bytes or too much fuel, after so many states.
    GivenUp(u64),
    Stopped(StoppedBy),
}

impl Merging {
    /// Why there is no count.
    fn stopped_by(&self) -> StoppedBy {
        if let Self::Stopped(stopped_by) = self { *stopped_by } else { StoppedBy::MemoryLimit }
    }
}

/// Merges until the end, the end of the fuel, or too many bytes.
fn merge(memo: MemoCount, run: &Run<'_>, bytes: Option<u64>, fuel: f64) -> Merging {
    let mut budgeted = Budgeted { memo, bytes, fuel };
    run.stages("merging states", &mut budgeted).unwrap_or_else(Merging::Stopped)
}

/// So much fuel is burnt before it is asked again whether merging pays.
const SIP: u64 = 1 << 18;

/// A count that is given up when it costs too much.
struct Budgeted {
    memo: MemoCount,
    /// The most bytes.
    bytes: Option<u64>,
    /// The fuel that may still be burnt.
    fuel: f64,
}

impl Stages for Budgeted {
    type Answer = Merging;

    /// In sips of its own: when it is given up must not depend on how fast the machine is.
    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Merging> {
        if let Turn::Done(count) = self.memo.advance(&mut Fuel(SIP)) {
            return Turn::Done(Merging::Counted(count, self.memo.states_seen()));
        }
        fuel.0 = fuel.0.saturating_sub(SIP);
        self.fuel -= SIP as f64;
        let is_too_large = self.bytes.is_some_and(|most| self.memo.bytes() as u64 > most);
        if self.fuel < 0.0 || is_too_large {
            return Turn::Done(Merging::GivenUp(self.memo.states_seen()));
        }
        Turn::Going
    }

    fn progress(&self) -> Progress {
        self.memo.progress()
    }
}

impl Snapshot for Budgeted {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        record(&[self.fuel.to_bits()]);
        self.memo.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let [fuel] = records.next().and_then(|first| first.try_into().ok()).ok_or(BadSnapshot)?;
        self.fuel = f64::from_bits(fuel);
        self.memo.load(records)
    }
}
