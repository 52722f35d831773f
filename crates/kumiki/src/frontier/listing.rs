//! Solutions that a question asks for, out of the diagrams of all solutions: shown and judged.

use super::Terms;
use super::diagram::{Diagram, pick};
use crate::Halt;
use crate::draft::Draft;
use crate::sink::Shown;
use kumiki_judge::Fault;
use kumiki_model::Solution;
use num_bigint::BigUint;

/// Shows solutions as they are found, out of diagrams of all, of which there are `counted`. `lift`
/// makes them of members of the diagrams, as in [`pick`]. If `order` is given, they stand for
/// classes under so many symmetries, and `lift` says how symmetric they are. Says how many classes
/// there are if one of each was listed; these must contain all solutions.
///
/// # Errors
/// If the run was stopped, or the judge refuses a solution, or classes are missing.
pub(crate) fn show(
    draft: &mut Draft<'_>,
    diagrams: &[Diagram],
    counted: &BigUint,
    order: Option<usize>,
    terms: &Terms,
    lift: impl Fn(&[usize]) -> Option<Shown>,
    judge: impl Fn(usize, &Solution) -> Result<(), Fault> + Sync,
) -> Result<Option<u64>, Halt> {
    let (how, run) = (draft.how.clone(), draft.run);
    // The classes so far, and the solutions that they contain.
    let (mut classes, mut contained) = (0_u64, BigUint::ZERO);
    let take = |batch: Vec<Shown>| {
        for unchanged in batch.iter().filter_map(|shown| shown.symmetry) {
            classes += 1;
            contained += order.map_or(0, |order| order / unchanged);
        }
        draft.show(batch, |number, shown| judge(number, &shown.solution), Shown::clone)
    };
    let picked = pick(diagrams, counted, &how, &run, lift, take);
    let is_done = picked.map_err(Halt::from).and_then(|()| draft.check_shown());
    let is_whole = order.is_some() && draft.shown_count() < how.room();
    if is_done.is_ok() && is_whole {
        if contained != *counted {
            let first = format!("{counted} solutions");
            let second = format!("{contained} in {classes} classes");
            return Err(Halt::Disagreement { first, second });
        }
        draft.note(format!(
            "identity: the sizes of the {classes} classes listed add up to {counted}"
        ));
    }
    draft.note_judged(terms.solutions);
    is_done.map(|()| is_whole.then_some(classes))
}
