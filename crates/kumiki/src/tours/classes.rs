//! Tours up to the motions of the board.

use super::folded::{Folded, FoldedCount};
use crate::SolveError;
use kumiki_frontier::{Keys, Motion, classes, half_turn_classes};
use kumiki_model::{Graph, TourSymmetry};
use kumiki_run::{Ended, Runner};
use num_bigint::BigUint;

/// The number of classes, or why it is not known.
pub(super) enum Classes {
    /// So many.
    Counted(BigUint),
    /// Some other count that it follows from was stopped.
    Stopped(Ended),
    /// It does not follow from what can be counted; the words say why.
    Unknown(String),
}

/// Counts the classes of `tours` tours, which are all that `symmetry` preserves.
///
/// # Errors
/// If a count fails for another reason than its size.
pub(super) fn count_classes(
    graph: &Graph,
    board: [usize; 2],
    symmetry: TourSymmetry,
    tours: &BigUint,
    runner: &Runner,
) -> Result<Classes, SolveError> {
    if *tours == BigUint::ZERO {
        return Ok(Classes::Counted(BigUint::ZERO));
    }
    let mut fixed = Vec::new();
    for (motion, _) in Motion::of_board(board) {
        let is_known = matches!(
            (motion, symmetry),
            (Motion::HalfTurn, TourSymmetry::HalfTurn) | (Motion::QuarterTurn, TourSymmetry::QuarterTurn)
        );
        // What a quarter-turn preserves, a half-turn does too: how many more there are does not matter for the classes of the former.
        let is_idle = *motion == Motion::HalfTurn && symmetry == TourSymmetry::QuarterTurn;
        if is_known || is_idle {
            fixed.push(tours.clone());
            continue;
        }
        let folded = Folded::new(graph, *motion)?;
        match folded.count(&folded.plans, Keys::Narrow, runner) {
            Ok(FoldedCount { found: Ok(found), .. }) => fixed.push(found.tours),
            Ok(FoldedCount { found: Err(ended), .. }) => return Ok(Classes::Stopped(ended)),
            Err(error) if error.is_limit() => {
                return Ok(Classes::Unknown(format!("tours that another motion preserves: {error}")));
            }
            Err(error) => return Err(error),
        }
    }
    let counted = match symmetry {
        TourSymmetry::None => Some(classes(board, tours, &fixed)),
        TourSymmetry::HalfTurn => half_turn_classes(board, &fixed),
        TourSymmetry::QuarterTurn => quarter_turn_classes(board, tours, &fixed),
    };
    let mixed = || Classes::Unknown("some tours are preserved by reflections".to_owned());
    Ok(counted.map_or_else(mixed, Classes::Counted))
}

/// The classes of tours that quarter-turns preserve, if no tour is preserved by a reflection: each has a mirror image that is another.
fn quarter_turn_classes(board: [usize; 2], tours: &BigUint, fixed: &[BigUint]) -> Option<BigUint> {
    let is_reflection = |motion: Motion| !matches!(motion, Motion::HalfTurn | Motion::QuarterTurn);
    let motions = Motion::of_board(board).iter().zip(fixed);
    let has_mirrors =
        motions.filter(|((motion, _), _)| is_reflection(*motion)).any(|(_, fixed)| *fixed != BigUint::ZERO);
    (!has_mirrors).then(|| tours / 2_u32)
}
