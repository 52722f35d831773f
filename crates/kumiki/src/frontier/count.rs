//! Problems counted on all cores: planned, foretold, counted, and counted again in another order.

use super::Terms;
use super::place::{Place, file_bytes, place};
use crate::Halt;
use crate::draft::Draft;
use crate::report::NOT_VERIFIED;
use kumiki_drive::{Event, Run};
use kumiki_frontier::{
    Count, Fault, FiledCount, Forecast, FrontierError, Keys, Network, Plan, Planning, Problem,
    Tally,
};
use kumiki_model::{ForecastRecord, Part};
use num_bigint::BigUint;
use std::time::Duration;

/// Below so many expected states one thread is as fast as several.
pub(super) const STATES_FOR_ONE_THREAD: u128 = 500_000;

/// States that a thread makes in a millisecond: in hash tables, and in arrays. Assumed: a machine
/// of 2020 makes about so many.
pub(crate) const MADE_PER_MS: [u128; 2] = [25_000, 100_000];

/// The best plan that is found for each problem.
///
/// # Errors
/// If a problem speaks of vertices that are not there, or if the search for an order is stopped.
pub(crate) fn plans(
    network: &Network,
    problems: &[Problem],
    run: &Run<'_>,
) -> Result<Vec<Plan>, Halt> {
    let plan = |problem: &Problem| -> Result<Plan, Halt> {
        Ok(run.stages("planning", &mut Planning::new(network, problem.clone())?)?)
    };
    problems.iter().map(plan).collect()
}

/// Plans in an order of vertices if one is given, otherwise the best that are found.
///
/// # Errors
/// As for [`plans`].
pub(crate) fn plans_in(
    network: &Network,
    problems: &[Problem],
    order: Option<&[usize]>,
    run: &Run<'_>,
) -> Result<Vec<Plan>, Halt> {
    let Some(order) = order else { return plans(network, problems, run) };
    let plan = |problem: &Problem| Ok(Plan::in_order(network, problem.clone(), order)?);
    problems.iter().map(plan).collect()
}

/// What counts with these plans are expected to need on so many threads, one after the other.
pub(super) fn forecast(plans: &[Plan], threads: usize) -> ForecastRecord {
    let all: Vec<Forecast> = plans.iter().map(Plan::forecast).collect();
    let time = |expected: &Forecast| {
        let per_ms = MADE_PER_MS[usize::from(expected.is_dense)] * threads as u128;
        Duration::from_millis(u64::try_from(expected.transitions / per_ms).unwrap_or(u64::MAX))
    };
    let most = |of: fn(&Forecast) -> u128| BigUint::from(all.iter().map(of).max().unwrap_or(0));
    ForecastRecord {
        peak_states: most(|expected| expected.peak_states).into(),
        states: all.iter().map(|expected| BigUint::from(expected.states)).sum::<BigUint>().into(),
        bytes: most(|expected| expected.bytes).into(),
        seconds: all.iter().map(time).fold(Duration::ZERO, Duration::saturating_add).as_secs_f64(),
    }
}

/// What is expected, in words: files are told of if there are any.
pub(crate) fn in_words(expected: &ForecastRecord, file_bytes: Option<u128>) -> String {
    let [states, peak, bytes] = [&expected.states, &expected.peak_states, &expected.bytes]
        .map(|number| u128::try_from(&number.0).unwrap_or(u128::MAX));
    let files = file_bytes.map(|bytes| format!("{} MB in files, ", rough(bytes.div_ceil(1 << 20))));
    format!(
        "about {} states, {} at a time, {}{} MB and {}",
        rough(states),
        rough(peak),
        files.unwrap_or_default(),
        rough(bytes.div_ceil(1 << 20)),
        rough_time(Duration::from_secs_f64(expected.seconds))
    )
}

/// A number for people: in words or as a power of ten if it is long.
fn rough(number: u128) -> String {
    match number {
        0..1_000_000 => number.to_string(),
        1_000_000..10_000_000_000 => format!("{} million", number / 1_000_000),
        10_000_000_000..10_000_000_000_000_000 => {
            format!("{} thousand million", number / 1_000_000_000)
        }
        _ => format!("10^{}", number.ilog10()),
    }
}

fn rough_time(time: Duration) -> String {
    match time.as_secs() {
        0 => "less than a second".to_owned(),
        seconds @ 1..100 => format!("{seconds} s"),
        seconds @ 100..6_000 => format!("{} min", seconds / 60),
        seconds @ 6_000..360_000 => format!("{} h", seconds / 3_600),
        seconds @ 360_000..31_536_000_000 => format!("{} days", seconds / 86_400),
        _ => "more than a thousand years".to_owned(),
    }
}

/// What a count took.
struct Taken<'c> {
    /// The states of each level.
    level_states: &'c [u64],
    /// The most states of a level.
    peak_states: u64,
}

/// Counts with each plan, and lets `note` look at the counts that are over or stopped.
///
/// # Errors
/// If there is not enough memory for what is expected, the frontier is too wide for a key, or a
/// count has more than 1024 bits or is stopped.
fn count(
    plans: &[Plan],
    keys: Keys,
    run: &Run<'_>,
    mut note: impl FnMut(&Taken<'_>),
) -> Result<Vec<Tally>, Halt> {
    let tally = |plan: &Plan| {
        let (place, expected) = place(std::slice::from_ref(plan), run)?;
        let refused = |error: FrontierError| match error {
            FrontierError::TooWide { .. } => {
                Halt::TooWide { error, forecast: in_words(&expected, None) }
            }
            other => Halt::Frontier(other),
        };
        let failed = |fault: Fault| Halt::Scratch { fault };
        let tally = match place {
            Place::Memory => {
                let is_small =
                    run.threads() == 1 || plan.forecast().states <= STATES_FOR_ONE_THREAD;
                let part_bits =
                    if is_small { 0 } else { run.threads().next_power_of_two().ilog2() + 2 };
                let mut count = Count::new(plan, part_bits, keys).map_err(refused)?;
                let run = if is_small { run.on_one_thread() } else { *run };
                let tally = run.stages("counting", &mut count);
                let (level_states, peak_states) = (count.level_states(), count.peak_states());
                note(&Taken { level_states, peak_states });
                tally?
            }
            Place::Files { scratch, budget_bytes } => {
                let count = FiledCount::new(plan, keys, scratch, budget_bytes).map_err(refused)?;
                let mut count = count.map_err(failed)?;
                // Levels that stay when the process ends are gone on from.
                let tally = match scratch.name() {
                    Some(_) => run.labelled("in files").stages("counting", &mut count),
                    None => run.stages_anew("counting", &mut count),
                };
                let (level_states, peak_states) = (count.level_states(), count.peak_states());
                note(&Taken { level_states, peak_states });
                tally?.map_err(failed)?
            }
        };
        tally.ok_or(Halt::TooManySolutions)
    };
    plans.iter().map(tally).collect()
}

/// What counts with each plan find.
///
/// # Errors
/// If they are too large, or stopped.
pub(crate) fn tallies(plans: &[Plan], run: &Run<'_>) -> Result<Vec<Tally>, Halt> {
    count(plans, Keys::Narrow, run, |_| ())
}

/// Tells what counts with each plan will need, counts, and notes what it took.
///
/// # Errors
/// If they are too large, or stopped.
pub(crate) fn count_for(
    draft: &mut Draft<'_>,
    plans: &[Plan],
    terms: &Terms,
) -> Result<Vec<Tally>, Halt> {
    let run = draft.run;
    let mut is_in_files = false;
    if !plans.is_empty() {
        let (place, expected) = place(plans, &run)?;
        let time = Duration::from_secs_f64(expected.seconds);
        let files = matches!(place, Place::Files { .. }).then(|| file_bytes(plans));
        run.host().hear(&Event::Forecast { what: &in_words(&expected, files), time });
        is_in_files = files.is_some();
        match &mut draft.answer.part {
            Part::Tours(part) => part.forecast = Some(expected),
            Part::Graph(part) => part.forecast = Some(expected),
            _ => unreachable!("no other family counts by states of a frontier"),
        }
    }
    let mut peak_states = 0;
    let counted = count(plans, Keys::Narrow, &run, |taken| {
        // The states of each level, as a search tree.
        for (level, states) in taken.level_states.iter().enumerate() {
            draft.profile.level(level).nodes += *states;
        }
        peak_states = peak_states.max(taken.peak_states);
    });
    let files = if is_in_files { ", levels in files" } else { "" };
    let [vertex, _] = terms.vertices;
    draft.note(match plans {
        [] => "method: the board is folded, and nothing is left to count".to_owned(),
        _ => format!(
            "method: states of a frontier, {vertex} by {vertex}, at most {peak_states} at a \
             time{files}"
        ),
    });
    counted
}

/// What a second count says.
///
/// # Errors
/// If it is another number, which is a bug.
pub(crate) fn compare(first: &BigUint, second: &BigUint, how: &str) -> Result<String, Halt> {
    if first == second {
        return Ok(format!("verified: {how} says {first} too"));
    }
    Err(Halt::Disagreement { first: first.to_string(), second: format!("{second} by {how}") })
}

/// What the same plans in other orders say; `total` makes the number of tallies. The second count
/// has the engine of the first.
///
/// # Errors
/// If it is another number, which is a bug, or if it cannot be counted.
pub(crate) fn compare_orders(
    first: &BigUint,
    plans: &[Plan],
    total: impl Fn(&[Tally]) -> BigUint,
    terms: &Terms,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let &Terms { graph, vertices: [_, vertices], .. } = terms;
    let others = plans.iter().map(|plan| in_another_order(plan, run));
    let Some(others) = others.collect::<Result<Option<Vec<Plan>>, Halt>>()? else {
        return Ok(format!("{NOT_VERIFIED}the {graph} has no other order of {vertices}"));
    };
    let tallies = match count(&others, Keys::Wide, run, |_| ()) {
        Err(halt) if !matches!(halt, Halt::Stopped(_)) => tallies(&others, run),
        counted => counted,
    };
    let how = format!("counting in another order of {vertices}");
    compare(first, &total(&tallies?), &how)?;
    let shared = "both counts have the same rules for states";
    Ok(format!("verified in part: {how} says {first} too; {shared}"))
}

/// The best plan in another order than that of `first`; none if there is no other order.
fn in_another_order(first: &Plan, run: &Run<'_>) -> Result<Option<Plan>, Halt> {
    let mut best: Option<Plan> = None;
    for order in first.other_orders() {
        run.check()?;
        let plan = Plan::in_order(first.network(), first.problem().clone(), &order)?;
        if best.as_ref().is_none_or(|best| plan.forecast().states < best.forecast().states) {
            best = Some(plan);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_as_rough_as_they_are_long() {
        let check = |number: u128, expected: &str| assert_eq!(rough(number), expected);
        check(999_999, "999999");
        check(1_000_000, "1 million");
        check(9_999_999_999, "9999 million");
        check(10_000_000_000, "10 thousand million");
        check(10_u128.pow(16), "10^16");
        check(u128::MAX, "10^38");
        let check = |seconds: u64, expected: &str| {
            assert_eq!(rough_time(Duration::from_secs(seconds)), expected);
        };
        check(0, "less than a second");
        check(99, "99 s");
        check(100, "1 min");
        check(6_000, "1 h");
        check(400_000, "4 days");
        check(u64::MAX, "more than a thousand years");
    }
}
