//! The count once more, in another way.

use super::Request;
use crate::SolveError;
use crate::frontier::{SecondPlan, count, second_plan};
use crate::report::{NOT_VERIFIED, second_was_stopped};
use kumiki_frontier::{Keys, Network, Plan, Problem};
use kumiki_judge::recount::spanning_trees;
use kumiki_model::SubgraphKind;
use kumiki_run::Runner;
use num_bigint::BigUint;

/// Determinants of larger graphs take minutes.
const DETERMINANT_VERTICES: usize = 400;

/// Counts again, and gives a line that says how.
///
/// # Errors
/// If the second count is another, which is a bug, or cannot be made.
pub(super) fn verify(
    request: &Request<'_>,
    network: &Network,
    problem: &Problem,
    first: &Plan,
    counted: &BigUint,
    runner: &Runner,
) -> Result<String, SolveError> {
    let compare = |second: &BigUint, how: &str| {
        if second == counted {
            return Ok(format!("verified: {how} says {counted} too"));
        }
        let (first, second) = (counted.to_string(), format!("{second} by {how}"));
        Err(SolveError::Disagreement { first, second })
    };
    if request.kind == SubgraphKind::SpanningTrees
        && request.graph.vertex_count() <= DETERMINANT_VERTICES
    {
        let trees = spanning_trees(request.graph, u64::MAX).expect("nobody takes so many steps");
        return compare(&trees, "Kirchhoff's determinant");
    }
    let second = match second_plan(network, problem, first, runner)? {
        SecondPlan::Plan(second) => second,
        SecondPlan::NoOther => {
            return Ok(format!("{NOT_VERIFIED}the graph has no other order of vertices"));
        }
        SecondPlan::Stopped => return Ok(second_was_stopped()),
    };
    match count(&second, Keys::Wide, runner)
        .or_else(|_| count(&second, Keys::Narrow, runner))?
        .tally
    {
        Ok(tally) => compare(&tally.total(), "counting in another order of vertices"),
        Err(_) => Ok(second_was_stopped()),
    }
}
