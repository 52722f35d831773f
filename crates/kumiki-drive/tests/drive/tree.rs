//! Spaces: everything once, in order, whatever the threads, and what a stop leaves.

use crate::words::{Walk, Words, count, nodes};
use kumiki_drive::{Host, Limits, Run, Unhosted, Walked};
use kumiki_model::StoppedBy;
use kumiki_trial::TestHost;
use std::ops::ControlFlow;
use std::time::Duration;

type List = Vec<Vec<u32>>;

fn keep(list: &mut List, walk: &Walk) -> ControlFlow<()> {
    list.push(walk.word().to_vec());
    ControlFlow::Continue(())
}

fn number(sum: &mut u64, _: &Walk) -> ControlFlow<()> {
    *sum += 1;
    ControlFlow::Continue(())
}

fn list(host: &dyn Host, words: Words, most: usize) -> Walked<List> {
    let accept = |list: &mut List| {
        if list.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Run::new(host).tree("listing", &words, Vec::new, keep, accept)
}

#[test]
fn everything_is_found_once_and_in_order() {
    for length in [1, 2, 5, 11, 13] {
        let words = Words { length };
        for threads in [1, 2, 3, 7] {
            let walked = list(&TestHost::new(threads), words, usize::MAX);
            assert_eq!(walked.stopped_by, None);
            assert_eq!(walked.ledger.len() as u64, count(length), "{threads} threads");
            assert!(walked.ledger.is_sorted(), "{threads} threads");
            assert_eq!(walked.profile.nodes(), nodes(length), "{threads} threads");
        }
    }
}

#[test]
fn a_count_is_the_same_without_a_clock_and_without_threads() {
    let words = Words { length: 13 };
    let accept = |_: &mut u64| ControlFlow::Continue(());
    let walked = Run::new(&Unhosted).tree("counting", &words, || 0_u64, number, accept);
    assert_eq!((walked.ledger, walked.stopped_by), (count(13), None));
}

#[test]
fn solutions_are_handed_on_while_the_search_goes_on_and_few_wait() {
    let words = Words { length: 13 };
    for threads in [1, 2, 4] {
        let host = TestHost::new(threads);
        let (mut seen, mut most) = (Vec::new(), 0);
        let drain = |list: &mut List| {
            most = most.max(list.len());
            seen.append(list);
            ControlFlow::Continue(())
        };
        let walked = Run::new(&host).tree("listing", &words, Vec::new, keep, drain);
        assert!(walked.ledger.is_empty() && walked.stopped_by.is_none());
        assert_eq!(seen.len() as u64, count(13));
        assert!(seen.is_sorted(), "{threads} threads");
        assert!(most <= 2048, "{most} solutions at a time with {threads} threads");
    }
}

#[test]
fn enough_is_enough() {
    let words = Words { length: 13 };
    for (threads, most) in [(1, 1), (2, 1), (1, 5000), (3, 5000), (3, 200_000)] {
        let walked = list(&TestHost::new(threads), words, most);
        assert_eq!(walked.stopped_by, Some(StoppedBy::Enough));
        let list = walked.ledger;
        assert!(list.len() >= most && list.len() <= most + (1 << 18), "{}", list.len());
        let all = self::list(&TestHost::new(1), words, usize::MAX).ledger;
        assert_eq!(list[..most], all[..most], "the first {most}");
    }
    // Whoever looks at single solutions can have enough, too.
    let stop = |list: &mut List, walk: &Walk| {
        list.push(walk.word().to_vec());
        ControlFlow::Break(())
    };
    let accept = |_: &mut List| ControlFlow::Continue(());
    let walked = Run::new(&Unhosted).tree("listing", &words, Vec::new, stop, accept);
    assert_eq!((walked.ledger.len(), walked.stopped_by), (1, Some(StoppedBy::Enough)));
}

#[test]
fn a_stop_is_heard_and_what_was_found_is_kept() {
    let words = Words { length: 14 };
    let all = list(&TestHost::new(2), words, usize::MAX).ledger;
    for threads in [1, 2, 3] {
        for patience in [0, 1, 2, 5, 20, 50] {
            let walked = list(&TestHost::patient(threads, patience), words, usize::MAX);
            assert_eq!(walked.stopped_by, Some(StoppedBy::Interrupt), "after {patience}");
            assert!(walked.ledger.len() < all.len());
            assert!(walked.ledger.is_sorted());
            assert!(walked.ledger.iter().all(|word| all.binary_search(word).is_ok()));
        }
    }
}

#[test]
fn limits_are_reasons_to_stop() {
    let words = Words { length: 14 };
    let late = Limits { time: Some(Duration::from_millis(5)), memory_bytes: None };
    let mut host = TestHost::new(2);
    host.limits = late;
    assert_eq!(list(&host, words, usize::MAX).stopped_by, Some(StoppedBy::TimeLimit));
    let low = Limits { time: None, memory_bytes: Some(100) };
    // Where nobody knows how much is held, nothing may be used.
    for (held, stopped_by) in [
        (Some(101), Some(StoppedBy::MemoryLimit)),
        (None, Some(StoppedBy::MemoryLimit)),
        (Some(9), None),
    ] {
        let mut host = TestHost::new(2);
        (host.limits, host.held_bytes) = (low, held);
        assert_eq!(list(&host, words, usize::MAX).stopped_by, stopped_by);
    }
}

#[test]
fn the_host_hears_how_far_it_is_unless_the_run_is_within_a_part() {
    let words = Words { length: 13 };
    let accept = |_: &mut u64| ControlFlow::Continue(());
    let host = TestHost::new(2);
    let _ = Run::new(&host).within_a_part().tree("counting", &words, || 0_u64, number, accept);
    assert!(host.heard().is_empty());
    let _ = Run::new(&host).tree("counting", &words, || 0_u64, number, accept);
    let heard = host.heard();
    assert_eq!(heard.first().map(String::as_str), Some("counting: "));
    assert_eq!(heard.last().map(String::as_str), Some("counting ended"));
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_panic_in_a_thread_ends_the_run() {
    let words = Words { length: 13 };
    let caller = std::thread::current().id();
    let see = |sum: &mut u64, _: &Walk| {
        assert_eq!(std::thread::current().id(), caller, "only helpers fail");
        *sum += 1;
        ControlFlow::Continue(())
    };
    let accept = |_: &mut u64| ControlFlow::Continue(());
    let _ = Run::new(&TestHost::new(3)).tree("counting", &words, || 0_u64, see, accept);
}
