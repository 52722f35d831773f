//! What leaves the library as a list, a picture or a file is judged first, in one place for all
//! families.
//!
//! # How much is judged
//! All of it, one by one, up to [`ONE_BY_ONE`] solutions; of longer lists so many, and then every
//! [`EVERY`]-th. Which ones these are depends on the list alone. The line for the evidence says
//! what was judged. All threads judge many solutions; limits and signals are heard, and what could
//! not be judged is not shown.

use crate::Halt;
use kumiki_drive::{Pulse, Run};
use kumiki_model::StoppedBy;
use std::fmt::Display;
use std::ops::ControlFlow;

/// So many are judged one by one.
const ONE_BY_ONE: usize = 10_000;

/// Of those after them, every so many-th is judged.
const EVERY: usize = 100;

/// So many are judged at a stretch by one thread. Fewer are not worth starting others.
const STRETCH: usize = 64;

/// How many of the first so many are judged.
pub(crate) fn judged_count(shown: usize) -> usize {
    let sampled = (shown / EVERY).saturating_sub(ONE_BY_ONE / EVERY);
    shown.min(ONE_BY_ONE) + sampled
}

/// The line that says what was judged; nothing if nothing was. `which` says what they have in
/// common: that they are shown, for example.
pub(crate) fn judged_line(shown: usize, [one, many]: [&str; 2], which: &str) -> Option<String> {
    let what = match shown {
        0 => return None,
        1 => format!("the {one} {which}"),
        2..=ONE_BY_ONE => format!("the {shown} {many} {which}, one by one"),
        _ => format!(
            "the first {ONE_BY_ONE} of the {shown} {many} {which}, and every {EVERY}th of the \
             others"
        ),
    };
    Some(format!("the judge, which shares no code with the search, has checked {what}"))
}

/// Lets `judge` look at what comes next after so many; it is given numbers from 1, in the order of
/// the list. Says how many may be shown, and why not all.
pub(crate) fn judge_batch<T: Sync, F: Display>(
    before: usize,
    batch: &[T],
    run: &Run<'_>,
    judge: impl Fn(usize, &T) -> Result<(), F> + Sync,
) -> (usize, Option<Halt>) {
    let is_judged = |number: usize| number <= ONE_BY_ONE || number.is_multiple_of(EVERY);
    let judged: Vec<usize> = (0..batch.len()).filter(|at| is_judged(before + at + 1)).collect();
    let stretches: Vec<&[usize]> = judged.chunks(STRETCH).collect();
    // Says how many of the batch may be shown when a stretch and those before it are judged.
    let judge_stretch = |stretch: usize| -> Result<usize, Halt> {
        for at in stretches[stretch] {
            let number = before + at + 1;
            if let Err(fault) = judge(number, &batch[*at]) {
                let what = format!("solution {number}");
                return Err(Halt::Refuted { what, fault: fault.to_string() });
            }
        }
        Ok(stretches.get(stretch + 1).map_or(batch.len(), |next| next[0]))
    };
    let (mut obeying, mut refused) = (0, None);
    let mut accept = |result| match result {
        Ok(so_far) => {
            obeying = so_far;
            ControlFlow::Continue(())
        }
        Err(halt) => {
            refused = Some(halt);
            ControlFlow::Break(())
        }
    };
    let done = match stretches.len() {
        0 => {
            obeying = batch.len();
            Ok(())
        }
        // A few are judged even if it is time to stop: they are what was found so far.
        1 => {
            let _ = accept(judge_stretch(0));
            Ok(())
        }
        count => {
            let work = |at: usize, pulse: &Pulse<'_, '_>| {
                pulse.go_on(0)?;
                Ok(judge_stretch(at))
            };
            run.quietly().parts_anew("judging", count, work, &mut accept)
        }
    };
    let stopped = done.err().filter(|by| *by != StoppedBy::Enough).map(Halt::Stopped);
    (obeying, refused.or(stopped))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_drive::{Host, Limits, Unhosted};

    struct Threads(usize);

    impl Host for Threads {
        fn threads(&self) -> usize {
            self.0
        }
    }

    fn is_even(_: usize, number: &usize) -> Result<(), String> {
        if number.is_multiple_of(2) { Ok(()) } else { Err(format!("{number} is odd")) }
    }

    #[test]
    fn a_false_solution_is_refused_and_named() {
        for (count, false_one) in [(1, 1), (70, 70), (200, 65), (10_000, 10_000), (10_200, 10_100)]
        {
            for threads in [1, 3] {
                let mut shown = vec![2; count];
                shown[false_one - 1] = 7;
                let host = Threads(threads);
                let (_, halt) = judge_batch(0, &shown, &Run::new(&host), is_even);
                let halt = halt.expect("seven is odd");
                assert!(halt.is_bug());
                let line = format!(
                    "bug: solution {false_one} was found, but the judge refuses it: 7 is odd; \
                     please report it"
                );
                assert_eq!(halt.to_string(), line);
            }
        }
    }

    #[test]
    fn batches_count_on() {
        let before = 10_000;
        let mut batch = vec![2; 150];
        batch[98] = 7;
        let judged = |batch: &[usize]| judge_batch(before, batch, &Run::new(&Unhosted), is_even);
        assert!(matches!(judged(&batch), (150, None)), "number 10099 is not looked at");
        batch[99] = 7;
        assert!(judged(&batch).1.is_some(), "number 10100 is");
    }

    #[test]
    fn the_line_says_what_was_judged() {
        let said = |shown: usize| {
            let line = judged_line(shown, ["packing", "packings"], "shown");
            line.map(|line| {
                line.replace("the judge, which shares no code with the search, has checked ", "")
            })
        };
        assert_eq!(said(0), None);
        assert_eq!(said(1).as_deref(), Some("the packing shown"));
        assert_eq!(said(10_000).as_deref(), Some("the 10000 packings shown, one by one"));
        let sampled = "the first 10000 of the 10001 packings shown, and every 100th of the others";
        assert_eq!(said(10_001).as_deref(), Some(sampled));
    }

    #[test]
    fn what_could_not_be_judged_is_not_shown() {
        struct Late;
        impl Host for Late {
            fn limits(&self) -> Limits {
                Limits { time: Some(std::time::Duration::ZERO), memory_bytes: None }
            }
        }
        let shown = vec![2; 10_000];
        let (obeying, halt) = judge_batch(0, &shown, &Run::new(&Late), is_even);
        assert!(obeying < shown.len());
        assert_eq!(halt, Some(Halt::Stopped(StoppedBy::TimeLimit)));
    }
}
