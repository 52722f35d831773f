//! Counting all solutions: listing and merging side by side.
//!
//! # Which of the two
//! Nobody knows beforehand. So listing starts, and if its first nodes do not finish the job, a few
//! random descents estimate how many there are ([`estimate_nodes`]). Merging may then take a tenth
//! of the time that listing is expected to take. If it is not done, listing goes on, and merging
//! takes turns with it, on the same threads. It may have taken a tenth of the time that listing has
//! taken so far; and as much as that while it is [expected](MemoCount::fuel_ahead) to take less in
//! all than listing, or less than listing has taken already. So neither can be stuck for long.

use super::listing::{Listing, engine_and_run};
use super::{EVERY, STOPPED};
use crate::Halt;
use crate::draft::Found;
use kumiki_bits::BitsSpace;
use kumiki_cells::CellsSpace;
use kumiki_drive::{Beside, Run, Wish};
use kumiki_memo::{MemoCount, Unsuited};
use kumiki_model::{Kernel, StoppedBy};
use kumiki_plan::Plan;
use kumiki_search::{
    BadSnapshot, Fuel, Prefix, Profile, Progress, Record, Search, Snapshot, Space, Stages, Step,
    Turn, estimate_nodes,
};
use num_bigint::BigUint;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// A count that takes listing no more nodes than this is left to it ...
const SMALL: u64 = 1 << 16;
/// ... if they take no more seconds than this.
const SHORT: f64 = 0.02;
/// Merging may cost this part of what listing is expected to cost, or has cost.
const SHARE_OF_MERGING: f64 = 0.1;
/// Seconds that a node takes where there is no clock.
const NODE: f64 = 1e-7;
/// Seconds that a unit of merging's fuel takes where there is no clock.
const FUEL: f64 = 2e-9;
/// Merging holds at most so many bytes, if no limit is given.
const MERGING_BYTES: u64 = 4 << 30;

/// What came of trying to merge states.
pub(super) enum Attempt<'h> {
    /// States were merged, until the end or until the run was stopped.
    Merged(Found),
    /// Listing was done in no time.
    Needless(Found),
    /// Solutions are to be looked for one by one, while merging takes its turns.
    Undecided(Costs, Box<Merger<'h>>),
    /// Solutions are to be looked for one by one, for this reason if there is one.
    GivenUp(Option<String>),
}

/// Counts by merging, if that is asked for, or if nothing is and it pays.
pub(super) fn try_merging<'h>(
    asked: Kernel,
    plan: &Plan,
    run: &Run<'h>,
) -> Result<Attempt<'h>, Halt> {
    match asked {
        Kernel::Memo => {
            let memo = MemoCount::new(plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
            let merging = run_merging(&mut Merger::new(memo, run), run);
            Ok(Attempt::Merged(merging.into_found("asked for".to_owned())))
        }
        Kernel::Auto if plan.is_plain() => try_both(plan, run),
        _ => Ok(Attempt::GivenUp(None)),
    }
}

/// Lists a little, and then merges a little.
fn try_both<'h>(plan: &Plan, run: &Run<'h>) -> Result<Attempt<'h>, Halt> {
    let (kernel, _, run) = engine_and_run(plan, Kernel::Auto, false, run)?;
    let began = run.elapsed();
    let trial = match kernel {
        Kernel::Bits => {
            let space = BitsSpace::new(plan, None).expect("it suits").counting();
            Trial::new(&space, began, &run, || estimate_nodes(&space))
        }
        // To descend a large problem by lot takes as long as the trial, or much longer.
        _ => Trial::new(&CellsSpace::new(plan, None).counting(), began, &run, || 0.0),
    };
    let costs = match trial {
        Trial::Done(found) => {
            let kernel_reason = "it was done before anything else could be tried".to_owned();
            return Ok(Attempt::Needless(Found { kernel, kernel_reason, ..found }));
        }
        Trial::Going(costs) => costs,
    };
    let memo = match MemoCount::new(plan) {
        Ok(memo) => memo,
        Err(unsuited) => {
            return Ok(Attempt::GivenUp(Some(format!("merging does not suit: {unsuited}"))));
        }
    };
    let mut merger = Merger::new(memo, &run).within_bytes();
    merger.costs = Some(costs);
    Ok(match run_merging(&mut merger, &run) {
        Merging::GivenUp(states) => Attempt::GivenUp(Some(format!(
            "merging was given up after {states} states, which took too much memory"
        ))),
        Merging::OutOfTime => Attempt::Undecided(costs, Box::new(merger)),
        merging => {
            let (states, nodes) = (merger.memo.states_seen(), costs.estimate);
            Attempt::Merged(merging.into_found(match nodes {
                0.0 => format!("merging took {states} states"),
                _ => format!(
                    "merging took {states} states, listing would take about {nodes:.1e} nodes"
                ),
            }))
        }
    })
}

/// What the first nodes of listing lead to.
enum Trial {
    Done(Found),
    Going(Costs),
}

impl Trial {
    /// Visits the first nodes of a space, to prepare which was begun at that time.
    fn new<S: Space>(
        space: &S,
        began: Duration,
        run: &Run<'_>,
        estimate: impl Fn() -> f64,
    ) -> Self {
        let mut search = space.begin(&Prefix::root());
        let prepared = run.elapsed();
        let (mut nodes, mut seconds) = (0, 0.0);
        while nodes < SMALL && seconds < SHORT {
            let sip = (nodes / 2).max(16);
            if search.advance(&mut Fuel(sip)) == Step::Exhausted {
                let (count, profile) = (search.counted().into(), search.profile().clone());
                return Self::Done(Found { count, ..Found::new(profile, None) });
            }
            nodes += sip;
            seconds = seconds_since(prepared, run, nodes as f64 * NODE);
        }
        let of_node = seconds / nodes as f64;
        let beforehand = prepared.saturating_sub(began).as_secs_f64() + seconds;
        Self::Going(Costs { estimate: estimate(), of_node, beforehand })
    }
}

/// How long something took; where there is no clock, what it costs as a rule.
fn seconds_since(began: Duration, run: &Run<'_>, as_a_rule: f64) -> f64 {
    let took = run.elapsed().saturating_sub(began);
    if took.is_zero() { as_a_rule } else { took.as_secs_f64() }
}

/// What listing costs.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    /// About how many nodes there are; 0 if nobody knows.
    estimate: f64,
    /// The seconds that a node takes.
    of_node: f64,
    /// The seconds that it took to prepare listing and try it out.
    beforehand: f64,
}

impl Costs {
    /// What merging may have cost when listing has visited so many nodes, if merging is expected to
    /// cost so much in all.
    fn allowed(&self, nodes: u64, merging: f64) -> f64 {
        let spent = self.beforehand + nodes as f64 * self.of_node;
        let listing = spent.max(self.estimate * self.of_node);
        let share = if merging < listing { spent } else { 0.0 };
        share.max(SHARE_OF_MERGING * listing)
    }
}

/// Merging that takes turns with listing.
struct Rival<'h> {
    /// Nothing if it has been given up.
    merger: Mutex<Option<Merger<'h>>>,
    costs: Costs,
    answer: OnceLock<Merging>,
}

impl Beside for Rival<'_> {
    fn turn(&self, nodes: u64) -> Wish {
        // Whoever is late need not wait.
        let Ok(mut place) = self.merger.try_lock() else { return Wish::Wait };
        let Some(merger) = place.as_mut() else { return Wish::Wait };
        if merger.burnt >= self.costs.allowed(nodes, merger.expected()) {
            return Wish::Wait;
        }
        match merger.sip() {
            Turn::Going => Wish::Again,
            Turn::Done(counted @ Merging::Counted(..)) => {
                self.answer.get_or_init(|| counted);
                Wish::End
            }
            Turn::Done(_) => {
                *place = None;
                Wish::Wait
            }
        }
    }
}

/// Counts all solutions, and shows none.
pub(super) fn count(listing: &Listing<'_>, run: &Run<'_>) -> Result<Found, Halt> {
    let (listed, reason) = match try_merging(listing.kernel, listing.plan, run)? {
        Attempt::Merged(found) => return Ok(found),
        Attempt::Needless(found) => (found, None),
        Attempt::Undecided(costs, merger) => {
            let merger = Mutex::new(Some(Merger { costs: None, ..*merger }));
            let rival = Rival { merger, costs, answer: OnceLock::new() };
            let found = listing.count(listing.kernel, &run.beside(&rival))?;
            if let Some(merged) = rival.answer.into_inner() {
                let reason = "it was done before listing, with which it took turns";
                return Ok(merged.into_found(reason.to_owned()));
            }
            let reason = "it was done before merging, with which it took turns";
            (found, Some(reason.to_owned()))
        }
        Attempt::GivenUp(reason) => (listing.count(listing.kernel, run)?, reason),
    };
    let mut found = listed;
    found.kernel_reason = reason.unwrap_or(found.kernel_reason);
    let method = if found.stopped_by.is_some() { STOPPED } else { EVERY };
    found.evidence.insert(0, format!("method: {method}"));
    Ok(found)
}

/// Counts by merging, and does not look for solutions one by one.
///
/// # Errors
/// If the problem does not suit.
pub(crate) fn count_merged(plan: &Plan, run: &Run<'_>) -> Result<Found, Halt> {
    match try_merging(Kernel::Memo, plan, run)? {
        Attempt::Merged(found) | Attempt::Needless(found) => Ok(found),
        _ => unreachable!("merging that is asked for is not given up"),
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
        match run_merging(&mut Merger::new(memo, run), run) {
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
pub(super) enum Merging {
    /// The count, and how many states carry it.
    Counted(BigUint, u64),
    /// It took too many bytes, after so many states.
    GivenUp(u64),
    /// It has taken the time that it may.
    OutOfTime,
    Stopped(StoppedBy),
}

impl Merging {
    /// Why there is no count.
    fn stopped_by(&self) -> StoppedBy {
        if let Self::Stopped(stopped_by) = self { *stopped_by } else { StoppedBy::MemoryLimit }
    }

    /// What was found, for a reason.
    fn into_found(self, kernel_reason: String) -> Found {
        let mut found = Found { kernel: Kernel::Memo, ..Found::new(Profile::new(&[]), None) };
        match self {
            Self::Counted(count, states) => {
                found.count = count;
                found.profile.level(0).nodes = states;
                found.kernel_reason = kernel_reason;
                found.evidence = vec![format!(
                    "method: equal states were merged; {states} states carry the count"
                )];
            }
            unfinished => {
                found.stopped_by = Some(unfinished.stopped_by());
                found.kernel_reason = "stopped while states were merged".to_owned();
                found.evidence =
                    vec!["method: equal states were merged until the count was stopped".to_owned()];
            }
        }
        found
    }
}

/// Merges until the end, the end of the time, or too many bytes.
fn run_merging(merger: &mut Merger<'_>, run: &Run<'_>) -> Merging {
    run.stages("merging states", merger).unwrap_or_else(Merging::Stopped)
}

/// So much fuel is burnt before it is asked again whether merging pays.
const SIP: u64 = 1 << 18;

/// A count that ends when it costs too much.
pub(super) struct Merger<'h> {
    memo: MemoCount,
    /// The most bytes.
    bytes: Option<u64>,
    /// How many sips were burnt, ...
    sips: u64,
    /// ... and how many seconds that took.
    burnt: f64,
    /// What listing costs, if merging is to end when it takes too long beside that.
    costs: Option<Costs>,
    run: Run<'h>,
}

impl<'h> Merger<'h> {
    /// A count that ends when it is done.
    fn new(memo: MemoCount, run: &Run<'h>) -> Self {
        Self { memo, bytes: None, sips: 0, burnt: 0.0, costs: None, run: *run }
    }

    /// The same count, which ends when it takes too many bytes.
    fn within_bytes(self) -> Self {
        let most = self.run.memory_limit().unwrap_or(MERGING_BYTES).min(MERGING_BYTES);
        Self { bytes: Some(most), ..self }
    }

    /// What merging is expected to cost in all.
    fn expected(&self) -> f64 {
        let fuel = self.sips as f64 * SIP as f64;
        let each = if fuel > 0.0 { self.burnt / fuel } else { FUEL };
        self.burnt + self.memo.fuel_ahead() * each
    }

    /// Goes on for a sip.
    fn sip(&mut self) -> Turn<Merging> {
        if self.costs.is_some_and(|costs| self.burnt >= costs.allowed(0, self.expected())) {
            return Turn::Done(Merging::OutOfTime);
        }
        let began = self.run.elapsed();
        if let Turn::Done(count) = self.memo.advance(&mut Fuel(SIP)) {
            return Turn::Done(Merging::Counted(count, self.memo.states_seen()));
        }
        self.sips += 1;
        self.burnt += seconds_since(began, &self.run, SIP as f64 * FUEL);
        if self.bytes.is_some_and(|most| self.memo.bytes() as u64 > most) {
            return Turn::Done(Merging::GivenUp(self.memo.states_seen()));
        }
        Turn::Going
    }
}

impl Stages for Merger<'_> {
    type Answer = Merging;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Merging> {
        fuel.0 = fuel.0.saturating_sub(SIP);
        self.sip()
    }

    fn progress(&self) -> Progress {
        self.memo.progress()
    }
}

impl Snapshot for Merger<'_> {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        record(&[self.sips, self.burnt.to_bits()]);
        self.memo.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let [sips, burnt] =
            records.next().and_then(|first| first.try_into().ok()).ok_or(BadSnapshot)?;
        (self.sips, self.burnt) = (sips, f64::from_bits(burnt));
        self.memo.load(records)
    }
}
