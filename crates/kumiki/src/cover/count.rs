//! Counting all solutions: one by one, or by merging equal states where that pays.
//!
//! # When merging pays
//! Nobody knows beforehand. So the plain kernel starts, and if the first nodes do not finish the
//! job, a few random descents estimate how many nodes there are (Knuth's method: multiply the
//! numbers of choices on the way). Merging may then cost a tenth of the lower quartile of these
//! estimates. If that is not enough, it is given up, and little was lost.

use super::hunt::{check_memory, crew, engine};
use super::{Kernel, Request, Solution, Solved};
use crate::SolveError;
use crate::pick::stir;
use crate::report::second_was_stopped;
use kumiki_bits::BitsSpace;
use kumiki_cells::CellsSpace;
use kumiki_memo::{MemoCount, Pause};
use kumiki_plan::Plan;
use kumiki_run::{Ended, Runner, SpaceRun};
use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// A count that takes the plain kernel no more nodes than this is left to it.
const SMALL: u64 = 1 << 16;
/// So many random descents estimate the size of a search.
const DESCENTS: u64 = 16;
/// Merging may cost this part of what the plain kernel is expected to cost.
const SHARE_OF_MERGING: f64 = 0.1;
/// Merging holds at most so many bytes, if no limit is given.
const MERGING_BYTES: u64 = 4 << 30;
/// So much fuel is burnt between two looks at the clock.
const SIP: u64 = 1 << 18;

/// Counts with the kernel that was asked for, or with the best one.
pub(super) fn count(
    request: &Request<'_>,
    plan: &Plan,
    runner: &Runner,
) -> Result<Solved, SolveError> {
    if request.kernel == Kernel::Memo {
        return merge_only(plan, runner);
    }
    let (kernel, reason) = engine(plan, request.kernel, false)?;
    check_memory(plan, kernel, runner)?;
    let runner = &crew(plan, runner);
    if kernel == Kernel::Cells {
        let run = count_one_by_one(&CellsSpace::new(plan, None).counting(), runner);
        return Ok(counted(run, Kernel::Cells, reason));
    }
    let space = BitsSpace::new(plan, None).expect("it suits").counting();
    if request.kernel == Kernel::Bits {
        return Ok(counted(count_one_by_one(&space, runner), Kernel::Bits, reason));
    }
    let reason = match try_merging(&space, plan, runner) {
        Attempt::Needless(run) => {
            let reason = "it was done before anything else could be tried".to_owned();
            return Ok(counted(run, Kernel::Bits, reason));
        }
        Attempt::Merged { count, states, reason } => return Ok(merged(count, states, reason)),
        Attempt::Stopped(ended) => return Ok(stopped(ended)),
        Attempt::GivenUp(reason) => reason,
    };
    Ok(counted(count_one_by_one(&space, runner), Kernel::Bits, reason))
}

/// Draws solutions from the merged states, if merging pays.
pub(super) fn sample(
    request: &Request<'_>,
    plan: &Plan,
    size: usize,
    seed: u64,
    runner: &Runner,
) -> Result<Option<Solved>, SolveError> {
    let mut solved = match request.kernel {
        Kernel::Memo => merge_only(plan, runner)?,
        Kernel::Auto if BitsSpace::suits(plan).is_ok() => {
            let space = BitsSpace::new(plan, None).expect("it suits").counting();
            match try_merging(&space, plan, runner) {
                Attempt::Merged { count, states, reason } => merged(count, states, reason),
                Attempt::Stopped(ended) => stopped(ended),
                Attempt::Needless(_) | Attempt::GivenUp(_) => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    if solved.ended == Ended::Complete {
        let drawn =
            kumiki_memo::sample(plan, size, seed).map_err(|unsuited| unsuited_memo(&unsuited))?;
        let shown = |options: Vec<u32>| Solution {
            cost: plan.total_cost(&options),
            options: plan.ids(&options),
            symmetries: 1,
        };
        solved.solutions = drawn.into_iter().map(shown).collect();
        solved.evidence.push(
            "the sample was drawn from the merged states, each solution equally likely".to_owned(),
        );
    }
    Ok(Some(solved))
}

/// What came of trying to merge states.
enum Attempt {
    /// The plain kernel was done in no time.
    Needless(SpaceRun),
    Merged {
        count: BigUint,
        states: u64,
        reason: String,
    },
    GivenUp(String),
    Stopped(Ended),
}

fn try_merging(space: &BitsSpace, plan: &Plan, runner: &Runner) -> Attempt {
    let mut trial = space.begin(&Prefix::root());
    if trial.advance(&mut Fuel(SMALL)) == Step::Exhausted {
        let (profile, counted) = (trial.profile().clone(), trial.counted().into());
        return Attempt::Needless(SpaceRun { ended: Ended::Complete, profile, counted });
    }
    drop(trial);
    let nodes = estimate(space);
    match merge_within(plan, runner, nodes * SHARE_OF_MERGING) {
        Merging::Counted(count, states) => {
            let reason =
                format!("merging took {states} states, listing would take about {nodes:.1e} nodes");
            Attempt::Merged { count, states, reason }
        }
        Merging::Stopped(ended) => Attempt::Stopped(ended),
        Merging::Unsuited(reason) => Attempt::GivenUp(format!("merging does not suit: {reason}")),
        Merging::GivenUp(states) => Attempt::GivenUp(format!(
            "merging was given up after {states} states; listing takes about {nodes:.1e} nodes"
        )),
    }
}

/// Confirms a count by another kernel.
pub(super) fn verify(solved: &Solved, plan: &Plan, runner: &Runner) -> Result<String, SolveError> {
    let (second, how) = if solved.kernel == Kernel::Memo {
        let memo = MemoCount::backwards(plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
        match merge(memo, runner, None, f64::INFINITY) {
            Merging::Counted(count, _) => (count, "merging states in the opposite order"),
            _ => return Ok(second_was_stopped()),
        }
    } else {
        let (run, how) = if solved.kernel == Kernel::Cells && BitsSpace::suits(plan).is_ok() {
            let space = BitsSpace::new(plan, None).expect("it suits").counting();
            (count_one_by_one(&space, runner), "the kernel bits without symmetry")
        } else {
            let how = "the kernel cells without symmetry";
            (count_one_by_one(&CellsSpace::new(plan, None).counting(), runner), how)
        };
        if run.ended != Ended::Complete {
            return Ok(second_was_stopped());
        }
        (BigUint::from(run.counted), how)
    };
    if second == solved.count {
        return Ok(format!("verified: {how} counts {second} too"));
    }
    Err(SolveError::Disagreement {
        first: format!("{} solutions", solved.count),
        second: format!("{second} by {how}"),
    })
}

fn count_one_by_one<S: Space>(space: &S, runner: &Runner) -> SpaceRun {
    runner.space(
        space,
        "counting",
        || (),
        |(), _: &S::Search<'_>| ControlFlow::Continue(()),
        |()| ControlFlow::Continue(()),
    )
}

fn counted(run: SpaceRun, kernel: Kernel, kernel_reason: String) -> Solved {
    let method = match run.ended {
        Ended::Complete => "every solution was visited",
        _ => "solutions were visited one by one until the search was stopped",
    };
    Solved {
        count: run.counted.into(),
        symmetries: None,
        solutions: Vec::new(),
        kernel,
        kernel_reason,
        ended: run.ended,
        evidence: vec![format!("method: {method}")],
        profile: run.profile,
    }
}

fn merged(count: BigUint, states: u64, kernel_reason: String) -> Solved {
    let mut profile = Profile::new(&[]);
    profile.level(0).nodes = states;
    Solved {
        count,
        symmetries: None,
        solutions: Vec::new(),
        kernel: Kernel::Memo,
        kernel_reason,
        ended: Ended::Complete,
        evidence: vec![format!(
            "method: equal states were merged; {states} states carry the count"
        )],
        profile,
    }
}

fn stopped(ended: Ended) -> Solved {
    let reason = "stopped while states were merged".to_owned();
    let evidence = vec!["method: equal states were merged until the count was stopped".to_owned()];
    Solved { ended, evidence, ..merged(BigUint::default(), 0, reason) }
}

fn unsuited_memo(unsuited: &kumiki_memo::Unsuited) -> SolveError {
    SolveError::Kernel { kernel: "memo", reason: format!("{unsuited}, or another kernel") }
}

/// How an attempt at merging ended.
enum Merging {
    Counted(BigUint, u64),
    GivenUp(u64),
    Unsuited(String),
    Stopped(Ended),
}

fn merge_only(plan: &Plan, runner: &Runner) -> Result<Solved, SolveError> {
    let memo = MemoCount::new(plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
    Ok(match merge(memo, runner, None, f64::INFINITY) {
        Merging::Counted(count, states) => merged(count, states, "asked for".to_owned()),
        Merging::Stopped(ended) => stopped(ended),
        Merging::GivenUp(_) | Merging::Unsuited(_) => stopped(Ended::MemoryLimit),
    })
}

fn merge_within(plan: &Plan, runner: &Runner, fuel: f64) -> Merging {
    match MemoCount::new(plan) {
        Ok(memo) => {
            let bytes = runner.limits.memory_bytes.unwrap_or(MERGING_BYTES).min(MERGING_BYTES);
            merge(memo, runner, Some(bytes), fuel)
        }
        Err(unsuited) => Merging::Unsuited(unsuited.to_string()),
    }
}

/// Merges until the end, the end of the fuel, or too many bytes.
fn merge(mut memo: MemoCount, runner: &Runner, bytes: Option<u64>, fuel: f64) -> Merging {
    let (mut burnt, mut outcome, mut seen) = (0.0, None, 0);
    let ended = runner.alone("merging states", |reporter| {
        loop {
            match memo.advance(&mut Fuel(SIP)) {
                Pause::Counted(count) => {
                    outcome = Some(Merging::Counted(count, memo.states_seen()));
                    return true;
                }
                Pause::OutOfFuel => {
                    burnt += SIP as f64;
                    let is_too_large = bytes.is_some_and(|most| memo.bytes() as u64 > most);
                    if burnt > fuel || is_too_large {
                        outcome = Some(Merging::GivenUp(memo.states_seen()));
                        return true;
                    }
                    let steps = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
                    let states = memo.states_seen();
                    if !reporter
                        .go_on(steps(memo.steps_done()) / steps(memo.step_count()), states - seen)
                    {
                        return false;
                    }
                    seen = states;
                }
            }
        }
    });
    outcome.unwrap_or(Merging::Stopped(ended))
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
        dice = stir(dice);
        let drawn = dice % choices.len() as u64;
        prefix = prefix.then(choices[usize::try_from(drawn).unwrap_or(0)]);
    }
    nodes
}
