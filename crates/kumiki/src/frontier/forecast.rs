//! What a count will need: states, bytes and time; refused if that is more than there is.

use crate::Halt;
use kumiki_drive::{Event, Run};
use kumiki_frontier::Plan;
use kumiki_model::ForecastRecord;
use num_bigint::BigUint;
use std::fmt;
use std::time::Duration;

/// States that a thread makes in a millisecond: in hash tables, and in arrays. Assumed: a machine
/// of 2020 makes about so many.
const STATES_PER_MS: [u128; 2] = [25_000, 100_000];

/// What a count was expected to need before it began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Forecasted {
    /// The most states of a level.
    pub(crate) peak_states: u128,
    /// The states of all levels.
    pub(crate) states: u128,
    /// The most memory.
    pub(crate) bytes: u128,
    /// How long it should take.
    pub(crate) time: Duration,
}

impl Forecasted {
    /// As it is written into an answer.
    pub(crate) fn record(&self) -> ForecastRecord {
        ForecastRecord {
            peak_states: BigUint::from(self.peak_states).into(),
            states: BigUint::from(self.states).into(),
            bytes: BigUint::from(self.bytes).into(),
            seconds: self.time.as_secs_f64(),
        }
    }
}

impl fmt::Display for Forecasted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "about {} states, {} at a time, {} MB and {}",
            rough(self.states),
            rough(self.peak_states),
            rough(self.bytes.div_ceil(1 << 20)),
            rough_time(self.time)
        )
    }
}

/// A number for people: in words or as a power of ten if it is long.
fn rough(number: u128) -> String {
    match number {
        0..1_000_000 => number.to_string(),
        1_000_000..10_000_000_000 => format!("{} million", number / 1_000_000),
        10_000_000_000..10_000_000_000_000_000 => {
            format!("{} thousand million", number / 1_000_000_000)
        }
        _ => format!("10^{}", number.ilog10()),
    }
}

fn rough_time(time: Duration) -> String {
    match time.as_secs() {
        0 => "less than a second".to_owned(),
        seconds @ 1..100 => format!("{seconds} s"),
        seconds @ 100..6_000 => format!("{} min", seconds / 60),
        seconds @ 6_000..360_000 => format!("{} h", seconds / 3_600),
        seconds @ 360_000..31_536_000_000 => format!("{} days", seconds / 86_400),
        _ => "more than a thousand years".to_owned(),
    }
}

/// What a plan will need on so many threads.
pub(crate) fn forecast(plan: &Plan, threads: usize) -> Forecasted {
    let expected = plan.forecast();
    let threads = u128::try_from(threads.max(1)).unwrap_or(1);
    let per_ms = STATES_PER_MS[usize::from(expected.is_dense)] * threads;
    let milliseconds = u64::try_from(expected.transitions / per_ms).unwrap_or(u64::MAX);
    Forecasted {
        peak_states: expected.peak_states,
        states: expected.states,
        bytes: expected.bytes,
        time: Duration::from_millis(milliseconds),
    }
}

impl Forecasted {
    /// Whether there is enough memory for it.
    ///
    /// # Errors
    /// If there is not.
    pub(crate) fn check(&self, run: &Run<'_>) -> Result<(), Halt> {
        match run.memory_limit() {
            Some(limit) if self.bytes > u128::from(limit) => {
                Err(Halt::TooMuch { forecast: self.to_string(), limit })
            }
            _ => Ok(()),
        }
    }

    /// Tells the host.
    pub(crate) fn tell(&self, run: &Run<'_>) {
        let event = Event::Forecast { what: &self.to_string(), time: self.time };
        run.host().hear(&event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_as_rough_as_they_are_long() {
        let check = |number: u128, expected: &str| assert_eq!(rough(number), expected);
        check(999_999, "999999");
        check(1_000_000, "1 million");
        check(9_999_999_999, "9999 million");
        check(10_000_000_000, "10 thousand million");
        check(10_u128.pow(16), "10^16");
        check(u128::MAX, "10^38");
        let check = |seconds: u64, expected: &str| {
            assert_eq!(rough_time(Duration::from_secs(seconds)), expected);
        };
        check(0, "less than a second");
        check(99, "99 s");
        check(100, "1 min");
        check(6_000, "1 h");
        check(400_000, "4 days");
        check(u64::MAX, "more than a thousand years");
    }
}
