//! Numbered parts.

use kumiki_drive::{Pulse, Run};
use kumiki_model::StoppedBy;
use kumiki_trial::TestHost;
use std::ops::ControlFlow;
use std::time::Duration;

#[test]
fn results_arrive_in_order_whatever_the_number_of_threads() {
    for threads in [1, 2, 3, 7] {
        let mut seen = Vec::new();
        // Early parts take longest, so later ones have to wait for them.
        let work = |part: usize, _: &Pulse<'_, '_>| {
            let time = if part.is_multiple_of(50) { 3000 } else { 10 };
            std::thread::sleep(Duration::from_micros(time));
            Ok(part)
        };
        let done = Run::new(&TestHost::new(threads)).parts("parts", 1200, work, |part| {
            seen.push(part);
            ControlFlow::Continue(())
        });
        assert_eq!(done, Ok(()));
        assert_eq!(seen, (0..1200).collect::<Vec<_>>());
    }
}

#[test]
fn whoever_accepts_can_have_enough() {
    for threads in [1, 2, 3] {
        let mut seen = Vec::new();
        let host = TestHost::new(threads);
        let done = Run::new(&host).parts(
            "parts",
            10_000,
            |part, _| Ok(part),
            |part| {
                seen.push(part);
                if part == 41 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(done, Err(StoppedBy::Enough));
        assert_eq!(seen, (0..42).collect::<Vec<_>>());
    }
}

/// A run inside a part may hear of a stop before the phase does, whose meter does not ask all the
/// time.
#[test]
fn a_part_that_gives_up_by_itself_ends_all() {
    for threads in [1, 3] {
        let host = TestHost::new(threads);
        let mut seen = Vec::new();
        let done = Run::new(&host).parts(
            "parts",
            8,
            |part, _| if part < 5 { Ok(part) } else { Err(StoppedBy::Interrupt) },
            |part| {
                seen.push(part);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(done, Err(StoppedBy::Interrupt), "{threads} threads");
        assert!(seen.iter().copied().eq(0..seen.len()) && seen.len() <= 5, "{seen:?}");
    }
}

#[test]
fn parts_that_ask_are_stopped() {
    for threads in [1, 3] {
        let endless = |_: usize, pulse: &Pulse<'_, '_>| {
            loop {
                pulse.go_on(1)?;
            }
        };
        let host = TestHost::patient(threads, 100);
        let done = Run::new(&host).parts("parts", 4, endless, |()| ControlFlow::Continue(()));
        assert_eq!(done, Err(StoppedBy::Interrupt));
    }
}
