//! What leaves the library as a list, a picture or a file is judged first, in one place for all
//! families.
//!
//! # How much is judged
//! All of it, one by one, up to [`ONE_BY_ONE`] solutions; of longer lists so many, and then every
//! [`EVERY`]-th. Which ones these are depends on the list alone. The line for the evidence says
//! what was judged. All threads judge, limits and signals are heard, and the line says if they left
//! something unjudged.

use crate::Halt;
use kumiki_drive::{Pulse, Run};
use std::fmt::Display;
use std::ops::ControlFlow;

/// So many are judged one by one.
const ONE_BY_ONE: usize = 10_000;

/// Of those after them, every so many-th is judged.
const EVERY: usize = 100;

/// So many are judged at a stretch by one thread.
const STRETCH: usize = 64;

/// Lets `judge` look at what is shown; it is given numbers from 1, in the order of the list.
/// Returns the line for the evidence, or nothing if nothing is shown.
///
/// # Errors
/// If a solution is refused, which is a bug.
pub(crate) fn judge_shown<T: Sync, F: Display>(
    [one, many]: [&str; 2],
    shown: &[T],
    run: &Run<'_>,
    judge: impl Fn(usize, &T) -> Result<(), F> + Sync,
) -> Result<Option<String>, Halt> {
    if shown.is_empty() {
        return Ok(None);
    }
    let judged: Vec<usize> = numbers(shown.len()).collect();
    let stretches: Vec<&[usize]> = judged.chunks(STRETCH).collect();
    let (mut accepted, mut refused) = (0, None);
    let work = |at: usize, pulse: &Pulse<'_, '_>| {
        for number in stretches[at] {
            pulse.go_on(0)?;
            if let Err(fault) = judge(*number, &shown[number - 1]) {
                let what = format!("{one} {number}");
                return Ok(Err(Halt::Refuted { what, fault: fault.to_string() }));
            }
        }
        Ok(Ok(stretches[at].len()))
    };
    let done = run.parts("judging", stretches.len(), work, |result| match result {
        Ok(count) => {
            accepted += count;
            ControlFlow::Continue(())
        }
        Err(fault) => {
            refused = Some(fault);
            ControlFlow::Break(())
        }
    });
    match refused {
        Some(fault) => Err(fault),
        None if done.is_err() => Ok(Some(format!(
            "judge: stopped after {accepted} of the {} {many} shown, which obey the rules; the \
             others were not judged",
            shown.len()
        ))),
        None => Ok(Some(line([one, many], shown.len()))),
    }
}

/// The numbers of those that are judged, from 1.
fn numbers(count: usize) -> impl Iterator<Item = usize> {
    (1..=count).filter(|number| *number <= ONE_BY_ONE || number.is_multiple_of(EVERY))
}

fn line([one, many]: [&str; 2], count: usize) -> String {
    let who = "the judge, which shares no code with the search,";
    match count {
        1 => format!("{who} has checked the {one} shown"),
        ..=ONE_BY_ONE => format!("{who} has checked the {count} {many} shown, one by one"),
        _ => format!(
            "{who} has checked the first {ONE_BY_ONE} of the {count} {many} shown, and every \
             {EVERY}th of the others"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_drive::Limits;
    use kumiki_host::Terminal;

    const NOUNS: [&str; 2] = ["packing", "packings"];

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
                let refused =
                    judge_shown(NOUNS, &shown, &Run::new(&Terminal::quiet(threads)), is_even);
                let error = refused.expect_err("seven is odd");
                assert!(error.is_bug());
                let line = format!(
                    "bug: packing {false_one} was found, but the judge refuses it: 7 is odd; \
                     please report it"
                );
                assert_eq!(error.to_string(), line);
            }
        }
    }

    #[test]
    fn the_line_says_what_was_judged() {
        let said = |count: usize| {
            let line = judge_shown(NOUNS, &vec![2; count], &Run::new(&Terminal::quiet(2)), is_even)
                .expect("even");
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
    fn long_lists_are_sampled_by_their_numbers() {
        assert_eq!(numbers(10_350).count(), 10_003);
        assert_eq!(numbers(10_350).last(), Some(10_300));
    }

    #[test]
    fn a_stop_is_heard_and_said() {
        let limits = Limits { time: Some(std::time::Duration::ZERO), memory_bytes: None };
        let terminal = Terminal::quiet(1).limited(limits);
        let slow = |_: usize, _: &usize| {
            std::thread::sleep(std::time::Duration::from_millis(1));
            Ok::<(), String>(())
        };
        let line = judge_shown(NOUNS, &vec![2; 10_000], &Run::new(&terminal), slow)
            .expect("nothing is refused");
        let line = line.expect("something is shown");
        assert!(line.starts_with("judge: stopped after "), "{line}");
        assert!(line.ends_with(
            " of the 10000 packings shown, which obey the rules; the others were not judged"
        ));
    }
}
