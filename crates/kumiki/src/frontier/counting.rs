//! A plan counted on all cores.

use super::forecast::forecast;
use crate::Halt;
use kumiki_drive::Run;
use kumiki_frontier::{Count, FrontierError, Keys, Plan, Tally};
use kumiki_model::StoppedBy;
use kumiki_search::Profile;

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
    let mut count = Count::new(plan, part_bits, keys).map_err(|error| match error {
        FrontierError::TooWide { .. } => Halt::TooWide { error, forecast: expected.to_string() },
        other => Halt::Frontier(other),
    })?;
    let run = if is_small { run.on_one_thread() } else { *run };
    let answer = run.stages("counting", &mut count);
    let tally = match answer {
        Ok(Some(tally)) => Ok(tally),
        Ok(None) => return Err(Halt::TooManySolutions),
        Err(stopped_by) => Err(stopped_by),
    };
    let mut profile = Profile::new(&[]);
    for (level, states) in count.level_states().iter().enumerate() {
        profile.level(level).nodes = *states;
    }
    Ok(Counted { tally, profile, peak_states: count.peak_states() })
}
