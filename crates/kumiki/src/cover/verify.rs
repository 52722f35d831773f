//! Counts of exact covers, confirmed by a second method.
//!
//! What bits have counted, cells count again, without symmetry: another engine, with the plan in
//! common. What cells have counted, a plain search counts again that shares nothing with them but
//! the problem. Where that takes too long, cells go another way through the same problem, and
//! merging settles the items in another order; then the line says that this is only a part.

use super::count::{Merger, Merging, run_merging, unsuited_memo};
use super::listing::Listing;
use crate::Halt;
use crate::draft::Found;
use kumiki_drive::{Pulse, Run};
use kumiki_memo::MemoCount;
use kumiki_model::{CoverProblem, Kernel, StoppedBy};
use kumiki_recount::count_covers;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The plain search tries no more options than this: some seconds, or a minute.
const MOST_TRIED: u64 = 1 << 21;
/// It does not begin if there are more options.
const MOST_OPTIONS: usize = 1 << 12;

/// Confirms a count. `noun` is what is counted.
pub(crate) fn verify(
    first: &Found,
    problem: &CoverProblem,
    listing: &Listing<'_>,
    noun: &str,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let agree = |second: &BigUint, how: &str| match *second == first.count {
        true => Ok(()),
        false => {
            let first = format!("{} {noun}", first.count);
            Err(Halt::disagreement(first, format!("{second} by {how}")))
        }
    };
    match first.kernel {
        Kernel::Memo => {
            let memo =
                MemoCount::backwards(listing.plan).map_err(|unsuited| unsuited_memo(&unsuited))?;
            let second = match run_merging(&mut Merger::new(memo, run), run) {
                Merging::Counted(count, _) => count,
                unfinished => return Err(unfinished.stopped_by().into()),
            };
            let how = "merging states in the opposite order";
            agree(&second, how)?;
            Ok(format!("verified in part: {how} counts {second} too; both counts merge alike"))
        }
        Kernel::Bits => {
            let second = listed(listing, run)?;
            let how = "the kernel cells without symmetry";
            agree(&second, how)?;
            Ok(format!("verified: {how} counts {second} too"))
        }
        _ => {
            let plain = if listing.keep.is_none() { recount(problem, run)? } else { None };
            if let Some(second) = plain {
                let how = "a plain search";
                agree(&second, how)?;
                return Ok(format!(
                    "verified: {how}, which shares no code with the kernel, counts {second} too"
                ));
            }
            let reversed = listing.plan.reversed();
            let second = listed(&Listing { plan: &reversed, ..*listing }, run)?;
            let how =
                "the kernel cells without symmetry, its items and options in the opposite order,";
            agree(&second, how)?;
            Ok(format!("verified in part: {how} counts {second} too; both counts search alike"))
        }
    }
}

/// What cells count, without symmetry.
fn listed(listing: &Listing<'_>, run: &Run<'_>) -> Result<BigUint, Halt> {
    let found = listing.count(Kernel::Cells, run)?;
    match found.stopped_by {
        None => Ok(found.count),
        Some(stopped_by) => Err(stopped_by.into()),
    }
}

/// What a plain search counts; nothing if that would take too long.
fn recount(problem: &CoverProblem, run: &Run<'_>) -> Result<Option<BigUint>, StoppedBy> {
    if problem.options().len() > MOST_OPTIONS {
        return Ok(None);
    }
    let count =
        |_: usize, pulse: &Pulse<'_, '_>| count_covers(problem, MOST_TRIED, &mut || pulse.go_on(1));
    let mut counted = None;
    run.parts_anew("counting again", 1, count, |count| {
        counted = count;
        ControlFlow::Continue(())
    })?;
    Ok(counted.map(BigUint::from))
}
