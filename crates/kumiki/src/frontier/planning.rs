//! A plan for a problem, searched for until the run is stopped.

use crate::Halt;
use kumiki_drive::Run;
use kumiki_frontier::{Network, Plan, Planning, Problem};

/// The best plan that is found.
///
/// # Errors
/// If the problem speaks of vertices that are not there, or if the search is stopped.
pub(crate) fn plan(network: &Network, problem: Problem, run: &Run<'_>) -> Result<Plan, Halt> {
    Ok(run.stages("planning", &mut Planning::new(network, problem)?)?)
}
