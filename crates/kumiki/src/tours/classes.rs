//! Tours up to the motions of the board.

use super::folded::{Folded, FoldedCount};
use super::images::class_count;
use super::{Request, Show, shown};
use crate::Halt;
use kumiki_drive::Run;
use kumiki_frontier::{Keys, Motion, classes, half_turn_classes};
use kumiki_model::{Graph, TourSymmetry};
use num_bigint::BigUint;

/// Where counting does not tell, up to so many tours are listed and sorted into classes.
const SORTED_TOURS: u32 = 100_000;

/// The number of classes, or why it is not known.
pub(super) enum Classes {
    /// So many, and how that was found out.
    Counted(BigUint, &'static str),
    /// It does not follow from what can be counted; the words say why.
    Unknown(String),
}

/// Counts the classes of `tours` tours, which are all that the request asks for; `folded` is the
/// board that they were counted in, unless all tours are asked for.
///
/// # Errors
/// If a count is stopped, or fails for another reason than its size.
pub(super) fn count_classes(
    request: &Request,
    graph: &Graph,
    folded: Option<&Folded>,
    tours: &BigUint,
    run: &Run<'_>,
) -> Result<Classes, Halt> {
    let burnside = "Burnside's lemma, with the tours that each motion of the board preserves";
    if *tours == BigUint::ZERO {
        return Ok(Classes::Counted(BigUint::ZERO, "there are none without tours"));
    }
    let mut fixed = Vec::new();
    for (motion, _) in Motion::of_board(request.board) {
        // What a quarter-turn preserves, a half-turn does too: how many more there are does not
        // matter for the classes of the former.
        let is_idle = *motion == Motion::HalfTurn && request.symmetry == TourSymmetry::QuarterTurn;
        if is_idle || folded.is_some_and(|folded| folded.motion == *motion) {
            fixed.push(tours.clone());
            continue;
        }
        let other = Folded::new(graph, *motion, run)?;
        match other.count(&other.plans, Keys::Narrow, run) {
            Ok(FoldedCount { found, .. }) => fixed.push(found?.tours),
            Err(error) if error.is_limit() => {
                return Ok(Classes::Unknown(format!(
                    "tours that another motion preserves: {error}"
                )));
            }
            Err(error) => return Err(error),
        }
    }
    let counted = match request.symmetry {
        TourSymmetry::None => Some(classes(request.board, tours, &fixed)),
        TourSymmetry::HalfTurn => half_turn_classes(request.board, &fixed),
        TourSymmetry::QuarterTurn => quarter_turn_classes(request.board, tours, &fixed),
    };
    match (counted, folded) {
        (Some(counted), _) => Ok(Classes::Counted(counted, burnside)),
        (None, Some(folded)) if *tours <= BigUint::from(SORTED_TOURS) => {
            let all = Request { show: Show::List(usize::MAX), one_per_class: false, ..*request };
            match shown::of_symmetric(&all, graph, folded, tours, run) {
                Ok(tours) => Ok(Classes::Counted(
                    class_count(request.board, &tours).into(),
                    "all tours were listed and sorted, because some are preserved by reflections",
                )),
                Err(error) if error.is_limit() => {
                    Ok(Classes::Unknown(format!("some are preserved by reflections, and {error}")))
                }
                Err(error) => Err(error),
            }
        }
        (None, _) => Ok(Classes::Unknown("some tours are preserved by reflections".to_owned())),
    }
}

/// The classes of tours that quarter-turns preserve, if no tour is preserved by a reflection: each
/// has a mirror image that is another.
fn quarter_turn_classes(board: [usize; 2], tours: &BigUint, fixed: &[BigUint]) -> Option<BigUint> {
    let is_reflection = |motion: Motion| !matches!(motion, Motion::HalfTurn | Motion::QuarterTurn);
    let motions = Motion::of_board(board).iter().zip(fixed);
    let mut reflections = motions.filter(|((motion, _), _)| is_reflection(*motion));
    reflections.all(|(_, fixed)| *fixed == BigUint::ZERO).then(|| tours / 2_u32)
}
