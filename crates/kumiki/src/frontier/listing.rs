//! Solutions that a question asks for, out of the diagrams of all solutions: shown and judged.

use super::classes::ClassSizes;
use super::family::{Family, pick};
use crate::Halt;
use crate::draft::Draft;
use crate::sink::Shown;
use kumiki_judge::Fault;
use kumiki_model::Solution;
use num_bigint::BigUint;

/// What is listed.
pub(crate) struct Listing<'a> {
    /// The diagrams of all solutions.
    pub(crate) families: &'a [Family],
    /// How many solutions there are.
    pub(crate) count: &'a BigUint,
    /// If one solution of each class is listed: how many symmetries there are.
    pub(crate) order: Option<usize>,
    /// One solution, and many, in words.
    pub(crate) nouns: [&'static str; 2],
}

/// Shows solutions as they are found. `lift` makes them of members of the diagrams, as in [`pick`];
/// if they stand for classes, it says how symmetric they are. Says how many classes there are if
/// one of each was listed; these must contain all solutions.
///
/// # Errors
/// If the run was stopped, or the judge refuses a solution, or classes are missing.
pub(crate) fn show(
    draft: &mut Draft<'_>,
    listing: &Listing<'_>,
    lift: impl Fn(usize, &[usize]) -> Option<Shown>,
    judge: impl Fn(usize, &Solution) -> Result<(), Fault> + Sync,
) -> Result<Option<u64>, Halt> {
    let (how, run) = (draft.how.clone(), draft.run);
    let mut sizes = ClassSizes::default();
    let take = |batch: Vec<Shown>| {
        for shown in &batch {
            if let (Some(order), Some(unchanged)) = (listing.order, shown.symmetry) {
                sizes.add(order, unchanged);
            }
        }
        draft.show(batch, |number, shown| judge(number, &shown.solution), Shown::clone)
    };
    let picked = pick(listing.families, listing.count, &how, &run, lift, take);
    let is_done = picked.map_err(Halt::from).and_then(|()| draft.check_shown());
    let is_whole = listing.order.is_some() && draft.shown_count() < how.room();
    if is_done.is_ok() && is_whole {
        draft.answer.evidence.push(sizes.compare(listing.count)?);
    }
    draft.note_judged(listing.nouns);
    is_done.map(|()| is_whole.then(|| sizes.count()))
}
