//! Where the levels of a count are: in memory, or in files if they do not fit.

use super::count::{STATES_FOR_ONE_THREAD, forecast, in_words};
use crate::Halt;
use kumiki_drive::{Run, Scratch};
use kumiki_frontier::Plan;
use kumiki_model::ForecastRecord;
use num_bigint::BigUint;

/// A count with levels in files takes about so many times as long as one thread in memory.
const SLOWER: f64 = 2.0;

/// With less memory than this, a count in files is not begun.
const LEAST_BYTES: u64 = 32 << 20;

/// Children that wait between the threads of a count in memory take up to about so much, which is
/// no part of the forecast.
const WAITING_BYTES: u64 = 48 << 20;

/// So much is left to what nobody foresees, beside an eighth of the rest.
const SPARE_BYTES: u64 = 8 << 20;

/// Where levels are.
pub(super) enum Place<'h> {
    /// In memory.
    Memory,
    /// In files.
    Files {
        /// The files.
        scratch: &'h dyn Scratch,
        /// How much memory the count may use, in bytes.
        budget_bytes: usize,
    },
}

/// How many bytes are expected in files at a time.
pub(super) fn file_bytes(plans: &[Plan]) -> u128 {
    plans.iter().map(Plan::scratch_bytes).max().unwrap_or(0)
}

/// Where the levels of counts with these plans have room, and what the counts are expected to need
/// there, one after the other.
///
/// # Errors
/// If there is not enough room anywhere.
pub(super) fn place<'h>(
    plans: &[Plan],
    run: &Run<'h>,
) -> Result<(Place<'h>, ForecastRecord), Halt> {
    let expected = forecast(plans, run.threads());
    let Some(limit) = run.memory_limit() else { return Ok((Place::Memory, expected)) };
    let fits = |bytes: u64| expected.bytes.0 <= BigUint::from(bytes);
    let Some(scratch) = run.host().scratch() else {
        return if fits(limit) {
            Ok((Place::Memory, expected))
        } else {
            Err(Halt::TooMuch { forecast: in_words(&expected, None), limit })
        };
    };
    // Without what the program holds anyway.
    let held = run.host().held_bytes().unwrap_or(0);
    let budget = limit.saturating_sub(held + SPARE_BYTES) / 8 * 7;
    let is_shared = run.threads() > 1
        && plans.iter().any(|plan| plan.forecast().states > STATES_FOR_ONE_THREAD);
    let waiting = if is_shared { WAITING_BYTES } else { 0 };
    if fits(budget.saturating_sub(waiting)) {
        return Ok((Place::Memory, expected));
    }
    if budget < LEAST_BYTES {
        return Err(Halt::Memory { needed: held + SPARE_BYTES + LEAST_BYTES / 7 * 8, limit });
    }
    let seconds = forecast(plans, 1).seconds * SLOWER;
    let expected = ForecastRecord { bytes: BigUint::from(limit).into(), seconds, ..expected };
    let needed = file_bytes(plans);
    if let Some(free) = scratch.free_bytes().filter(|free| u128::from(*free) < needed) {
        return Err(Halt::NoRoom { forecast: in_words(&expected, Some(needed)), free });
    }
    let budget_bytes = usize::try_from(budget).unwrap_or(usize::MAX);
    Ok((Place::Files { scratch, budget_bytes }, expected))
}
