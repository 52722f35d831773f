//! A plan for a problem, searched for until the run is stopped.

use crate::Halt;
use kumiki_drive::Run;
use kumiki_frontier::{Network, Plan, Planning, Problem};
use kumiki_search::Fuel;

/// How many vertices of orders are looked at before anybody asks whether to go on: some
/// milliseconds, or in large graphs some hundredths of a second.
const SIP: u64 = 1 << 11;

/// The best plan that is found.
///
/// # Errors
/// If the problem speaks of vertices that are not there, or if the search is stopped.
pub(crate) fn plan(network: &Network, problem: Problem, run: &Run<'_>) -> Result<Plan, Halt> {
    let mut planning = Planning::new(network, problem)?;
    let plan = run.alone("planning", |pulse| {
        loop {
            if let Some(plan) = planning.advance(&mut Fuel(SIP)) {
                return Ok(plan);
            }
            let (done, all) = planning.progress();
            pulse.set_progress(done as u64, all as u64);
            pulse.go_on_saying(0, || "looking for an order of vertices".to_owned())?;
        }
    })?;
    Ok(plan)
}
