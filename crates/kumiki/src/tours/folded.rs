//! Tours that a motion of the board preserves, counted in the folded graph on all cores.

use crate::Halt;
use crate::frontier::{Counted, Forecasted, count, forecast, plan};
use kumiki_drive::Run;
use kumiki_frontier::{Folding, Keys, Motion, Network, Plan, Problem, SymmetricTours};
use kumiki_model::{Graph, StoppedBy};
use kumiki_search::Profile;
use num_bigint::BigUint;

/// A folded board with a plan for each problem that has to be counted.
pub(super) struct Folded {
    pub(super) motion: Motion,
    pub(super) folding: Folding,
    pub(super) plans: Vec<Plan>,
}

/// What was counted in a folded board.
pub(super) struct FoldedCount {
    /// The tours, or why they were not counted to the end.
    pub(super) found: Result<SymmetricTours, StoppedBy>,
    pub(super) profile: Profile,
    pub(super) peak_states: u64,
}

impl Folded {
    /// Folds and plans.
    pub(super) fn new(graph: &Graph, motion: Motion, run: &Run<'_>) -> Result<Self, Halt> {
        let folding = Folding::new(graph, motion)?;
        let mut plans = Vec::new();
        for (network, problem) in folding.problems() {
            plans.push(plan(network, problem, run)?);
        }
        Ok(Self { motion, plans, folding })
    }

    /// The folded graph and the problem of each plan.
    pub(super) fn problems(&self) -> impl Iterator<Item = (&Plan, &Network, Problem)> {
        let problems = self.folding.problems();
        self.plans.iter().zip(problems).map(|(plan, (network, problem))| (plan, network, problem))
    }

    /// What all counts together are expected to need.
    pub(super) fn forecast(&self, threads: usize) -> Option<Forecasted> {
        let forecasts = self.plans.iter().map(|plan| forecast(plan, threads));
        forecasts.reduce(|first, second| Forecasted {
            peak_states: first.peak_states.max(second.peak_states),
            states: first.states.saturating_add(second.states),
            bytes: first.bytes.max(second.bytes),
            time: first.time.saturating_add(second.time),
        })
    }

    /// Counts with these plans, or with others for the same problems.
    pub(super) fn count(
        &self,
        plans: &[Plan],
        keys: Keys,
        run: &Run<'_>,
    ) -> Result<FoldedCount, Halt> {
        let (mut tallies, mut all, mut peak) = (Vec::new(), Profile::new(&[]), 0);
        for plan in plans {
            let Counted { tally, profile, peak_states } = count(plan, keys, run)?;
            all.merge(&profile);
            peak = peak_states.max(peak);
            match tally {
                Ok(tally) => tallies.push(tally),
                Err(by) => {
                    return Ok(FoldedCount { found: Err(by), profile: all, peak_states: peak });
                }
            }
        }
        Ok(FoldedCount { found: Ok(self.folding.tours(&tallies)), profile: all, peak_states: peak })
    }
}

/// The perfect matchings of the board folded by the half-turn. None if the half-turn can preserve
/// no tour as a rotation: then neither matchings nor pseudo-solutions have to do with tours, and
/// the folded cycles are not counted.
pub(super) fn matchings(folded: &Folded, run: &Run<'_>) -> Result<Option<BigUint>, Halt> {
    let cycles = folded.problems().find(|(_, _, problem)| *problem == Problem::HamiltonianCycles);
    let Some((_, network, _)) = cycles else { return Ok(None) };
    let plan = plan(network, Problem::PerfectMatchings, run)?;
    Ok(Some(count(&plan, Keys::Narrow, run)?.tally?.total()))
}
