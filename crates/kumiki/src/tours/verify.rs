//! The count once more, in another way.

use super::Tours;
use super::folded::Folded;
use super::pairs::count_pairs;
use crate::Halt;
use crate::frontier::{SAME_RULES, count, second_plan};
use crate::report::NOT_VERIFIED;
use kumiki_diagram::tours::FoldedBoard;
use kumiki_drive::Run;
use kumiki_frontier::{Keys, Network, Plan, Problem};
use kumiki_model::{TourMethod, TourSymmetry};
use num_bigint::BigUint;

/// Pairs of matchings of larger boards take hours.
const PAIRED_CELLS: usize = 64;

fn compare(first: &BigUint, second: &BigUint, how: &str) -> Result<String, Halt> {
    if first == second {
        return Ok(format!("verified: {how} says {first} too"));
    }
    Err(Halt::Disagreement { first: first.to_string(), second: format!("{second} by {how}") })
}

/// The second count has the engine of the first.
fn compare_orders(first: &BigUint, second: &BigUint) -> Result<String, Halt> {
    let how = "counting in another order of cells";
    compare(first, second, how)?;
    Ok(format!("verified in part: {how} says {first} too; {SAME_RULES}"))
}

fn no_other_order() -> String {
    format!("{NOT_VERIFIED}the board has no other order of cells")
}

/// All tours, counted again in another order of cells.
pub(super) fn verify_all(
    network: &Network,
    first: &Plan,
    tours: &BigUint,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let Some(second) = second_plan(network, &Problem::HamiltonianCycles, first, run)? else {
        return Ok(no_other_order());
    };
    let counted = count(&second, Keys::Wide, run).or_else(|_| count(&second, Keys::Narrow, run))?;
    compare_orders(tours, &counted.tally?.total())
}

impl Tours {
    /// Symmetric tours: by pairs of matchings where that is quick, by the frontier if that was not
    /// the first method, otherwise in another order of cells.
    pub(super) fn verify_symmetric(
        &self,
        folded: &Folded,
        tours: &BigUint,
        run: &Run<'_>,
    ) -> Result<String, Halt> {
        let ([rows, columns], [a, b]) = (self.board, self.piece);
        if self.ask.method == TourMethod::Diagram {
            let found = folded.count(&folded.plans, Keys::Narrow, run)?.found?;
            return compare(tours, &found.tours, "the frontier method");
        }
        let is_half_turn = self.ask.symmetry == TourSymmetry::HalfTurn;
        if is_half_turn
            && rows * columns <= PAIRED_CELLS
            && FoldedBoard::leaper(rows, columns, a, b).is_ok()
        {
            let paired = count_pairs(self.board, self.piece, run)?;
            return compare(
                tours,
                &paired.totals.tours.into(),
                "the diagram of matchings, in pairs,",
            );
        }
        let mut plans = Vec::new();
        for (first, network, problem) in folded.problems() {
            let Some(second) = second_plan(network, &problem, first, run)? else {
                return Ok(no_other_order());
            };
            plans.push(second);
        }
        let counted = folded
            .count(&plans, Keys::Wide, run)
            .or_else(|_| folded.count(&plans, Keys::Narrow, run))?;
        compare_orders(tours, &counted.found?.tours)
    }
}
