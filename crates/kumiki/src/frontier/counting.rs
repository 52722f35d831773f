//! A plan counted on all cores.

use super::forecast::forecast;
use crate::SolveError;
use kumiki_frontier::{Count, FrontierError, Keys, Plan, Round, Tally};
use kumiki_run::{Ended, Rounds, Runner};
use kumiki_search::Profile;
use std::ops::ControlFlow;

/// Below so many expected states one thread is as fast as several.
const STATES_FOR_ONE_THREAD: u128 = 500_000;

/// What a count has found.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// The solutions.
    pub(crate) tally: Result<Tally, Ended>,
    /// The states of each level, as a search tree.
    pub(crate) profile: Profile,
    /// The most states of a level.
    pub(crate) peak_states: u64,
}

/// Counts.
///
/// # Errors
/// If there is not enough memory for what is expected, the frontier is too wide for a key, or a
/// count has more than 1024 bits.
pub(crate) fn count(plan: &Plan, keys: Keys, runner: &Runner) -> Result<Counted, SolveError> {
    let expected = forecast(plan, runner.threads);
    expected.check(runner)?;
    let is_small = runner.threads == 1 || expected.states <= STATES_FOR_ONE_THREAD;
    let part_bits = if is_small { 0 } else { runner.threads.next_power_of_two().ilog2() + 2 };
    let threads = if is_small { 1 } else { runner.threads };
    let count = Count::new(plan, part_bits, keys).map_err(|error| match error {
        FrontierError::TooWide { .. } => {
            SolveError::TooWide { error, forecast: expected.to_string() }
        }
        other => SolveError::Frontier(other),
    })?;
    let mut walk = Walk { count };
    let answer = Runner { threads, ..*runner }.rounds("counting", &mut walk);
    let tally = match answer {
        Ok(Some(tally)) => Ok(tally),
        Ok(None) => return Err(SolveError::TooManySolutions),
        Err(ended) => Err(ended),
    };
    let mut profile = Profile::new(&[]);
    for (level, states) in walk.count.level_states().iter().enumerate() {
        profile.level(level).nodes = *states;
    }
    Ok(Counted { tally, profile, peak_states: walk.count.peak_states() })
}

/// A count as work in rounds. The answer is none if a count has more than 1024 bits.
struct Walk {
    count: Count,
}

impl Rounds for Walk {
    type Answer = Option<Tally>;

    fn unit_count(&self) -> usize {
        self.count.unit_count()
    }

    fn work(&self, unit: usize) -> u64 {
        self.count.work(unit)
    }

    fn turn(&mut self) -> ControlFlow<Option<Tally>> {
        match self.count.turn() {
            Round::Next | Round::Level => ControlFlow::Continue(()),
            Round::Counted(tally) => ControlFlow::Break(Some(tally)),
            Round::TooLarge => ControlFlow::Break(None),
        }
    }

    fn note(&self) -> String {
        let (settled, all) = self.count.progress();
        let states = self.count.level_states().last().copied().unwrap_or(1);
        format!("{settled} of {all} vertices, {states} states")
    }
}
