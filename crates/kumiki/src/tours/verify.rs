//! The count once more, in another way.

use super::Request;
use super::folded::Folded;
use super::pairs::count_pairs;
use crate::SolveError;
use crate::frontier::{SecondPlan, count, second_plan};
use crate::report::{NOT_VERIFIED, second_was_stopped};
use kumiki_diagram::tours::FoldedBoard;
use kumiki_frontier::{Keys, Network, Plan, Problem};
use kumiki_model::TourMethod;
use kumiki_run::Runner;
use num_bigint::BigUint;

/// Pairs of matchings of larger boards take hours.
const PAIRED_CELLS: usize = 64;

fn compare(first: &BigUint, second: &BigUint, how: &str) -> Result<String, SolveError> {
    if first == second {
        return Ok(format!("verified: {how} says {first} too"));
    }
    Err(SolveError::Disagreement { first: first.to_string(), second: format!("{second} by {how}") })
}

fn no_other_order() -> String {
    format!("{NOT_VERIFIED}the board has no other order of cells")
}

/// All tours, counted again in another order of cells.
pub(super) fn verify_all(
    network: &Network,
    first: &Plan,
    tours: &BigUint,
    runner: &Runner,
) -> Result<String, SolveError> {
    let second = match second_plan(network, &Problem::HamiltonianCycles, first, runner)? {
        SecondPlan::Plan(second) => second,
        SecondPlan::NoOther => return Ok(no_other_order()),
        SecondPlan::Stopped => return Ok(second_was_stopped()),
    };
    let counted =
        count(&second, Keys::Wide, runner).or_else(|_| count(&second, Keys::Narrow, runner))?;
    match counted.tally {
        Ok(tally) => compare(tours, &tally.total(), "counting in another order of cells"),
        Err(_) => Ok(second_was_stopped()),
    }
}

/// Symmetric tours: by pairs of matchings where that is quick, by the frontier if that was not the
/// first method, otherwise in another order of cells.
pub(super) fn verify_symmetric(
    request: &Request,
    folded: &Folded,
    tours: &BigUint,
    runner: &Runner,
) -> Result<String, SolveError> {
    let ([rows, columns], [a, b]) = (request.board, request.piece);
    if request.method == TourMethod::Diagram {
        return match folded.count(&folded.plans, Keys::Narrow, runner)?.found {
            Ok(found) => compare(tours, &found.tours, "the frontier method"),
            Err(_) => Ok(second_was_stopped()),
        };
    }
    let is_half_turn = request.symmetry == kumiki_model::TourSymmetry::HalfTurn;
    if is_half_turn
        && rows * columns <= PAIRED_CELLS
        && FoldedBoard::leaper(rows, columns, a, b).is_ok()
    {
        return match count_pairs(request.board, request.piece, runner)? {
            Ok(paired) => {
                compare(tours, &paired.totals.tours.into(), "the diagram of matchings, in pairs,")
            }
            Err(_) => Ok(second_was_stopped()),
        };
    }
    let mut plans = Vec::new();
    for (first, network, problem) in folded.problems() {
        plans.push(match second_plan(network, &problem, first, runner)? {
            SecondPlan::Plan(second) => *second,
            SecondPlan::NoOther => return Ok(no_other_order()),
            SecondPlan::Stopped => return Ok(second_was_stopped()),
        });
    }
    let counted = folded
        .count(&plans, Keys::Wide, runner)
        .or_else(|_| folded.count(&plans, Keys::Narrow, runner))?;
    match counted.found {
        Ok(found) => compare(tours, &found.tours, "counting in another order of cells"),
        Err(_) => Ok(second_was_stopped()),
    }
}
