//! The same problem in another order of vertices: other states in other places, for a second
//! opinion.

use crate::Halt;
use kumiki_drive::Run;
use kumiki_frontier::{Network, Plan, Problem};

/// What both counts have in common.
pub(crate) const SAME_RULES: &str = "both counts have the same rules for states";

/// The best plan in an order that is not the one of `first`: backwards, row by row, column by
/// column, or by numbers. None if there is no other order.
///
/// # Errors
/// If the problem speaks of vertices that are not there, or if it is time to stop.
pub(crate) fn second_plan(
    network: &Network,
    problem: &Problem,
    first: &Plan,
    run: &Run<'_>,
) -> Result<Option<Plan>, Halt> {
    let backwards = |order: &[usize]| order.iter().rev().copied().collect::<Vec<usize>>();
    let natural: Vec<usize> = (0..network.vertex_count()).collect();
    let forwards = network.sweeps().iter().cloned().chain([natural, first.order().to_vec()]);
    let orders: Vec<Vec<usize>> = forwards.flat_map(|order| [backwards(&order), order]).collect();
    let mut best: Option<Plan> = None;
    for order in orders.iter().filter(|order| *order != first.order()) {
        run.check()?;
        let plan = Plan::in_order(network, problem.clone(), order)?;
        if best.as_ref().is_none_or(|best| plan.forecast().states < best.forecast().states) {
            best = Some(plan);
        }
    }
    Ok(best)
}
