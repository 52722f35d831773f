//! A plan for a problem, searched for until the run is stopped.

use crate::SolveError;
use kumiki_frontier::{Network, Plan, Planning, Problem};
use kumiki_run::{Ended, Runner};
use kumiki_search::Fuel;

/// How many vertices of orders are looked at before anybody asks whether to go on: some
/// milliseconds, or in large graphs some hundredths of a second.
const SIP: u64 = 1 << 11;

/// The best plan that is found, or why the search for it was stopped.
///
/// # Errors
/// If the problem speaks of vertices that are not there.
pub(crate) fn plan(
    network: &Network,
    problem: Problem,
    runner: &Runner,
) -> Result<Result<Plan, Ended>, SolveError> {
    let mut planning = Planning::new(network, problem)?;
    let mut found = None;
    let ended = runner.alone("planning", |reporter| {
        reporter.say("looking for an order of vertices".to_owned());
        loop {
            found = planning.advance(&mut Fuel(SIP));
            let (done, all) = planning.progress();
            if found.is_some() || !reporter.go_on(super::fraction(done, all), 0) {
                return found.is_some();
            }
        }
    });
    Ok(found.ok_or(ended))
}
