//! Paths and cycles of planar boards, counted by words of brackets: when that applies, when it
//! pays, and what it is expected to need.

use super::Subgraphs;
use crate::Halt;
use crate::draft::{Draft, part};
use crate::frontier::{MADE_PER_MS, in_words};
use kumiki_drive::{Event, Run};
use kumiki_model::{ForecastRecord, SubgraphKind};
use kumiki_planar::{Count, Plan, Sought};
use num_bigint::BigUint;
use std::time::Duration;

/// Limbs of counts that a thread goes through in a millisecond. Assumed: a machine of 2020.
const LIMBS_PER_MS: u64 = 1_000_000;

/// Counts that take less than so many limbs are not compared with tables: to find an order for
/// these takes as long.
const FEW_LIMBS: u64 = 200_000_000;

/// Programs and words take up to so many bytes beside the counts.
const SPARE_BYTES: u64 = 8 << 20;

impl Subgraphs {
    /// The plan of a count by words of brackets, if the graph is a board and an order of vertices
    /// is not asked for.
    pub(super) fn planar(&self) -> Option<Plan> {
        let sought = match (self.ask.kind, self.ends) {
            (SubgraphKind::Cycles, _) => Sought::Cycles,
            (SubgraphKind::HamiltonianCycles, _) => Sought::HamiltonianCycles,
            (SubgraphKind::Paths, Some(ends)) => Sought::Paths { ends },
            (SubgraphKind::HamiltonianPaths, Some(ends)) => Sought::HamiltonianPaths { ends },
            _ => return None,
        };
        Plan::new(&self.graph, sought).filter(|_| self.order.is_none())
    }

    /// Whether a count by words of brackets is the better one. If that is not clear, `tables` says
    /// what a count in tables would need.
    ///
    /// # Errors
    /// If no count fits into memory.
    pub(super) fn prefers(
        plan: &Plan,
        run: &Run<'_>,
        tables: impl FnOnce() -> Result<kumiki_frontier::Forecast, Halt>,
    ) -> Result<bool, Halt> {
        let expected = plan.forecast();
        if !fits(plan, run) {
            // Tables may be in files.
            let limit = run.memory_limit().unwrap_or(u64::MAX);
            return match run.host().scratch() {
                Some(_) => Ok(false),
                None => Err(Halt::TooMuch { forecast: in_words(&record(plan), None), limit }),
            };
        }
        if expected.limbs < FEW_LIMBS || plan.is_whole() {
            return Ok(true);
        }
        let made = tables()?;
        let by_tables = made.transitions / MADE_PER_MS[usize::from(made.is_dense)];
        Ok(u128::from(expected.limbs / LIMBS_PER_MS) <= by_tables)
    }
}

/// Whether a count has room in memory.
fn fits(plan: &Plan, run: &Run<'_>) -> bool {
    let held = run.host().held_bytes().unwrap_or(0);
    let needed = plan.forecast().bytes.saturating_add(held).saturating_add(SPARE_BYTES);
    let most = u64::try_from(isize::MAX).expect("not negative");
    needed <= run.memory_limit().unwrap_or(most).min(most)
}

/// What a count is expected to need.
fn record(plan: &Plan) -> ForecastRecord {
    let expected = plan.forecast();
    let number = |number: u64| BigUint::from(number).into();
    ForecastRecord {
        peak_states: number(expected.peak_states),
        states: number(expected.states),
        bytes: number(expected.bytes),
        seconds: Duration::from_millis(expected.limbs / LIMBS_PER_MS).as_secs_f64(),
    }
}

/// Tells what a count will need, counts, and notes what it took.
///
/// # Errors
/// If it is stopped.
pub(super) fn count_for(draft: &mut Draft<'_>, plan: &Plan) -> Result<BigUint, Halt> {
    let run = draft.run;
    let expected = record(plan);
    let time = Duration::from_secs_f64(expected.seconds);
    run.host().hear(&Event::Forecast { what: &in_words(&expected, None), time });
    part!(draft.answer, Graph).forecast = Some(expected);
    let mut count = Count::new(plan);
    let counted = run.stages("counting", &mut count);
    let level_states = count.level_states();
    for (level, states) in level_states.iter().enumerate() {
        draft.profile.level(level).nodes += *states;
    }
    let (most, bits) = (level_states.iter().max().copied().unwrap_or(1), count.bits());
    draft.note(format!(
        "method: words of brackets, vertex by vertex, {most} at a time, each with a count of \
         {bits} bits in the end"
    ));
    Ok(counted?)
}
