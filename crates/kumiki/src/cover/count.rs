//! Counting all solutions: one by one, or by merging equal states where that pays.
//!
//! # When merging pays
//! Nobody knows beforehand. So the plain kernel starts, and if the first nodes do not finish the
//! job, a few random descents estimate how many nodes there are (Knuth's method: multiply the
//! numbers of choices on the way). Merging may then cost a tenth of the lower quartile of these
//! estimates. If that is not enough, it is given up, and little was lost.

use super::listing::{check_memory, engine, with_usable_threads};
use super::{Chosen, Found};
use crate::Halt;
use crate::pick::mix;
use kumiki_bits::BitsSpace;
use kumiki_cells::CellsSpace;
use kumiki_drive::{Ledger, Run, Walked};
use kumiki_memo::MemoCount;
use kumiki_model::{Kernel, StoppedBy};
use kumiki_plan::Plan;
use kumiki_search::{
    Expansion, Fuel, Prefix, Profile, Progress, Search, Space, Stages, Step, Turn,
};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// A count that takes the plain kernel no more nodes than this is left to it.
const SMALL: u64 = 1 << 16;
/// So many random descents estimate the size of a search.
const DESCENTS: u64 = 16;
/// Merging may cost this part of what the plain kernel is expected to cost.
const SHARE_OF_MERGING: f64 = 0.1;
/// Merging holds at most so many bytes, if no limit is given.
const MERGING_BYTES: u64 = 4 << 30;

/// Counts with the kernel that was asked for, or with the best one.
pub(super) fn count(asked: Kernel, plan: &Plan, run: &Run<'_>) -> Result<Found, Halt> {
    if asked == Kernel::Memo {
        return merge_only(plan, run);
    }
    let (kernel, reason) = engine(plan, asked, false)?;
    check_memory(plan, kernel, run)?;
    let run = &with_usable_threads(plan, run);
    if kernel == Kernel::Cells {
        let run = count_one_by_one(&CellsSpace::new(plan, None).counting(), run);
        return Ok(counted(run, Kernel::Cells, reason));
    }
    let space = BitsSpace::new(plan, None).expect("it suits").counting();
    if asked == Kernel::Bits {
        return Ok(counted(count_one_by_one(&space, run), Kernel::Bits, reason));
    }
    let reason = match try_merging(&space, plan, run) {
        Attempt::Needless(run) => {
            let reason = "it was done before anything else could be tried".to_owned();
            return Ok(counted(run, Kernel::Bits, reason));
        }
        Attempt::Merged { count, states, reason } => return Ok(merged(count, states, reason)),
        Attempt::Stopped(stopped_by) => return Ok(stopped(stopped_by)),
        Attempt::GivenUp(reason) => reason,
    };
    Ok(counted(count_one_by_one(&space, run), Kernel::Bits, reason))
}

/// Counts and draws solutions from the merged states, if merging pays.
pub(super) fn sample(
    asked: Kernel,
    plan: &Plan,
    size: usize,
    seed: u64,
    run: &Run<'_>,
) -> Result<Option<(Found, Vec<Chosen>)>, Halt> {
    let mut found = match asked {
        Kernel::Memo => merge_only(plan, run)?,
        Kernel::Auto if BitsSpace::suits(plan).is_ok() => {
            let space = BitsSpace::new(plan, None).expect("it suits").counting();
            match try_merging(&space, plan, run) {
                Attempt::Merged { count, states, reason } => merged(count, states, reason),
                Attempt::Stopped(stopped_by) => stopped(stopped_by),
                Attempt::Needless(_) | Attempt::GivenUp(_) => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    if found.stopped_by.is_some() {
        return Ok(Some((found, Vec::new())));
    }
    let drawn =
        kumiki_memo::sample(plan, size, seed).map_err(|unsuited| unsuited_memo(&unsuited))?;
    let chosen = |options: Vec<u32>| Chosen {
        cost: plan.total_cost(&options),
        options: plan.ids(&options),
        symmetries: 1,
    };
    found.evidence.push(
        "the sample was drawn from the merged states, each solution equally likely".to_owned(),
    );
    Ok(Some((found, drawn.into_iter().map(chosen).collect())))
}

/// What came of trying to merge states.
enum Attempt {
    /// The plain kernel was done in no time.
    Needless(Walked<Counted>),
    Merged {
        count: BigUint,
        states: u64,
        reason: String,
    },
    GivenUp(String),
    Stopped(StoppedBy),
}

fn try_merging(space: &BitsSpace, plan: &Plan, run: &Run<'_>) -> Attempt {
    let mut trial = space.begin(&Prefix::root());
    if trial.advance(&mut Fuel(SMALL)) == Step::Exhausted {
        let (profile, counted) = (trial.profile().clone(), trial.counted().into());
        let (ledger, stopped_by) = (Counted, None);
        return Attempt::Needless(Walked { ledger, profile, counted, stopped_by });
    }
    drop(trial);
    let nodes = estimate(space);
    match merge_within(plan, run, nodes * SHARE_OF_MERGING) {
        Merging::Counted(count, states) => {
            let reason =
                format!("merging took {states} states, listing would take about {nodes:.1e} nodes");
            Attempt::Merged { count, states, reason }
        }
        Merging::Stopped(stopped_by) => Attempt::Stopped(stopped_by),
        Merging::Unsuited(reason) => Attempt::GivenUp(format!("merging does not suit: {reason}")),
        Merging::GivenUp(states) => Attempt::GivenUp(format!(
            "merging was given up after {states} states; listing takes about {nodes:.1e} nodes"
        )),
    }
}

/// Confirms a count by another kernel.
pub(super) fn verify(first: &Found, plan: &Plan, run: &Run<'_>) -> Result<String, Halt> {
    let (second, how) = if first.kernel == Kernel::Memo {
        let memo = MemoCount::backwards(plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
        match merge(memo, run, None, f64::INFINITY) {
            Merging::Counted(count, _) => (count, "merging states in the opposite order"),
            Merging::Stopped(stopped_by) => return Err(stopped_by.into()),
            Merging::GivenUp(_) | Merging::Unsuited(_) => return Err(StoppedBy::MemoryLimit.into()),
        }
    } else {
        let (walked, how) = if first.kernel == Kernel::Cells && BitsSpace::suits(plan).is_ok() {
            let space = BitsSpace::new(plan, None).expect("it suits").counting();
            (count_one_by_one(&space, run), "the kernel bits without symmetry")
        } else {
            let how = "the kernel cells without symmetry";
            (count_one_by_one(&CellsSpace::new(plan, None).counting(), run), how)
        };
        if let Some(stopped_by) = walked.stopped_by {
            return Err(stopped_by.into());
        }
        (BigUint::from(walked.counted), how)
    };
    if second == first.count {
        return Ok(match first.kernel {
            Kernel::Memo => {
                format!("verified in part: {how} counts {second} too; both counts merge alike")
            }
            _ => format!("verified: {how} counts {second} too"),
        });
    }
    Err(Halt::Disagreement {
        first: format!("{} solutions", first.count),
        second: format!("{second} by {how}"),
    })
}

/// The search counts by itself.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Counted;

impl Ledger for Counted {
    fn absorb(&mut self, _: Self) {}
}

fn count_one_by_one<S: Space>(space: &S, run: &Run<'_>) -> Walked<Counted> {
    run.tree(
        "counting",
        space,
        || Counted,
        |_, _: &S::Search<'_>| ControlFlow::Continue(()),
        |_| ControlFlow::Continue(()),
    )
}

fn counted(walked: Walked<Counted>, kernel: Kernel, kernel_reason: String) -> Found {
    let method = match walked.stopped_by {
        None => "every solution was visited",
        Some(_) => "solutions were visited one by one until the search was stopped",
    };
    Found {
        count: walked.counted.into(),
        symmetries: None,
        kernel,
        kernel_reason,
        stopped_by: walked.stopped_by,
        evidence: vec![format!("method: {method}")],
        profile: walked.profile,
    }
}

fn merged(count: BigUint, states: u64, kernel_reason: String) -> Found {
    let mut profile = Profile::new(&[]);
    profile.level(0).nodes = states;
    Found {
        count,
        symmetries: None,
        kernel: Kernel::Memo,
        kernel_reason,
        stopped_by: None,
        evidence: vec![format!(
            "method: equal states were merged; {states} states carry the count"
        )],
        profile,
    }
}

fn stopped(stopped_by: StoppedBy) -> Found {
    let reason = "stopped while states were merged".to_owned();
    let evidence = vec!["method: equal states were merged until the count was stopped".to_owned()];
    Found { stopped_by: Some(stopped_by), evidence, ..merged(BigUint::default(), 0, reason) }
}

fn unsuited_memo(unsuited: &kumiki_memo::Unsuited) -> Halt {
    Halt::Kernel { kernel: "memo", reason: format!("{unsuited}, or another kernel") }
}

/// How an attempt at merging ended.
enum Merging {
    Counted(BigUint, u64),
    GivenUp(u64),
    Unsuited(String),
    Stopped(StoppedBy),
}

fn merge_only(plan: &Plan, run: &Run<'_>) -> Result<Found, Halt> {
    let memo = MemoCount::new(plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
    Ok(match merge(memo, run, None, f64::INFINITY) {
        Merging::Counted(count, states) => merged(count, states, "asked for".to_owned()),
        Merging::Stopped(stopped_by) => stopped(stopped_by),
        Merging::GivenUp(_) | Merging::Unsuited(_) => stopped(StoppedBy::MemoryLimit),
    })
}

fn merge_within(plan: &Plan, run: &Run<'_>, fuel: f64) -> Merging {
    match MemoCount::new(plan) {
        Ok(memo) => {
            let bytes = run.memory_limit().unwrap_or(MERGING_BYTES).min(MERGING_BYTES);
            merge(memo, run, Some(bytes), fuel)
        }
        Err(unsuited) => Merging::Unsuited(unsuited.to_string()),
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

/// The lower quartile of a few estimates of how many nodes a search has.
fn estimate<S: Space>(space: &S) -> f64 {
    let mut estimates: Vec<f64> = (0..DESCENTS).map(|seed| descend(space, seed)).collect();
    estimates.sort_by(f64::total_cmp);
    estimates[estimates.len() / 4]
}

/// A random descent, and the number of nodes it suggests.
fn descend<S: Space>(space: &S, seed: u64) -> f64 {
    let mut prefix = Prefix::root();
    let (mut level_size, mut nodes) = (1.0, 0.0);
    let mut dice = seed;
    while let Expansion::Choices(choices) = space.expand(&prefix, &mut Profile::new(&[])) {
        if choices.is_empty() {
            break;
        }
        level_size *= f64::from(kumiki_id::narrow(choices.len()));
        nodes += level_size;
        dice = mix(dice);
        let drawn = dice % choices.len() as u64;
        prefix = prefix.then(choices[usize::try_from(drawn).unwrap_or(0)]);
    }
    nodes
}
