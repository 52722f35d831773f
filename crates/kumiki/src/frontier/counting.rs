//! A plan counted on all cores.

use super::forecast::forecast;
use crate::Halt;
use kumiki_drive::Run;
use kumiki_frontier::{Count, FrontierError, Keys, Plan, Round, Tally};
use kumiki_model::StoppedBy;
use kumiki_search::{Fuel, Profile, Progress, Stages, Turn};

/// Below so many expected states one thread is as fast as several.
const STATES_FOR_ONE_THREAD: u128 = 500_000;

/// What a count has found.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// The solutions.
    pub(crate) tally: Result<Tally, StoppedBy>,
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
pub(crate) fn count(plan: &Plan, keys: Keys, run: &Run<'_>) -> Result<Counted, Halt> {
    let expected = forecast(plan, run.threads());
    expected.check(run)?;
    let is_small = run.threads() == 1 || expected.states <= STATES_FOR_ONE_THREAD;
    let part_bits = if is_small { 0 } else { run.threads().next_power_of_two().ilog2() + 2 };
    let count = Count::new(plan, part_bits, keys).map_err(|error| match error {
        FrontierError::TooWide { .. } => Halt::TooWide { error, forecast: expected.to_string() },
        other => Halt::Frontier(other),
    })?;
    let mut walk = Walk { count };
    let run = if is_small { run.on_one_thread() } else { *run };
    let answer = run.stages("counting", &mut walk);
    let tally = match answer {
        Ok(Some(tally)) => Ok(tally),
        Ok(None) => return Err(Halt::TooManySolutions),
        Err(stopped_by) => Err(stopped_by),
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

impl Stages for Walk {
    type Answer = Option<Tally>;

    fn unit_count(&self) -> usize {
        self.count.unit_count()
    }

    fn work(&self, unit: usize) -> u64 {
        self.count.work(unit)
    }

    fn advance(&mut self, _: &mut Fuel) -> Turn<Option<Tally>> {
        match self.count.turn() {
            Round::Next | Round::Level => Turn::Going,
            Round::Counted(tally) => Turn::Done(Some(tally)),
            Round::TooLarge => Turn::Done(None),
        }
    }

    fn progress(&self) -> Progress {
        let (settled, all) = self.count.progress();
        let states = self.count.level_states().last().copied().unwrap_or(1);
        let note = format!("{settled} of {all} vertices, {states} states");
        // The levels differ too much to be a measure.
        Progress { done: 0, all: 0, note }
    }
}
