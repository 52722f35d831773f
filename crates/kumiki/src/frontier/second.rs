//! The same problem in another order of vertices: other states in other places, for a second
//! opinion.

use crate::SolveError;
use kumiki_frontier::{Network, Plan, Problem};
use kumiki_run::Runner;

/// A second opinion's plan.
#[derive(Debug)]
pub(crate) enum SecondPlan {
    /// The best plan in another order.
    Plan(Box<Plan>),
    /// There is no other order.
    NoOther,
    /// It was time to stop.
    Stopped,
}

/// The best plan in an order that is not the one of `first`: backwards, row by row, column by
/// column, or by numbers.
pub(crate) fn second_plan(
    network: &Network,
    problem: &Problem,
    first: &Plan,
    runner: &Runner,
) -> Result<SecondPlan, SolveError> {
    let backwards = |order: &[usize]| order.iter().rev().copied().collect::<Vec<usize>>();
    let natural: Vec<usize> = (0..network.vertex_count()).collect();
    let forwards = network.sweeps().iter().cloned().chain([natural, first.order().to_vec()]);
    let orders: Vec<Vec<usize>> = forwards.flat_map(|order| [backwards(&order), order]).collect();
    let mut best: Option<Plan> = None;
    for order in orders.iter().filter(|order| *order != first.order()) {
        if runner.reason_to_stop().is_some() {
            return Ok(SecondPlan::Stopped);
        }
        let plan = Plan::in_order(network, problem.clone(), order)?;
        if best.as_ref().is_none_or(|best| plan.forecast().states < best.forecast().states) {
            best = Some(plan);
        }
    }
    Ok(best.map_or(SecondPlan::NoOther, |plan| SecondPlan::Plan(Box::new(plan))))
}
