//! Spaces: everything once, in order, whatever the threads, and what a stop leaves.

use crate::words::{Walk, Words, count, nodes};
use kumiki_drive::{Beside, Event, Host, Limits, Run, Unhosted, Walked, Wish};
use kumiki_model::StoppedBy;
use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step};
use kumiki_trial::TestHost;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
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
    assert!(heard.iter().any(|line| line.ends_with(" % done")), "{heard:?}");
    let is_told = |line: &String| line.starts_with("counting: ");
    assert!(heard[..heard.len() - 1].iter().all(is_told), "{heard:?}");
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

/// A host whose clock goes a thousand times as fast, so that searches take long.
struct Slow(TestHost);

impl Host for Slow {
    fn elapsed(&self) -> Duration {
        self.0.elapsed() * 1000
    }

    fn threads(&self) -> usize {
        self.0.threads()
    }

    fn hear(&self, event: &Event<'_>) {
        self.0.hear(event);
    }
}

#[test]
fn long_counts_are_cut_by_lot_and_come_to_the_same() {
    let words = Words { length: 11 };
    for threads in [1, 3] {
        let host = Slow(TestHost::new(threads));
        let accept = |_: &mut u64| ControlFlow::Continue(());
        let walked = Run::new(&host).tree("counting", &words, || 0_u64, number, accept);
        assert_eq!((walked.ledger, walked.stopped_by), (count(11), None), "{threads} threads");
        assert_eq!(walked.profile.nodes(), nodes(11), "{threads} threads");
        let heard = host.0.heard();
        assert!(heard.iter().any(|line| line.ends_with(" % done")), "{heard:?}");
        // Lists stay in order, however long they take.
        let walked = list(&host, words, usize::MAX);
        assert_eq!(walked.ledger.len() as u64, count(11), "{threads} threads");
        assert!(walked.ledger.is_sorted(), "{threads} threads");
    }
}

/// Words, and beside them one solution that is half of everything by weight: it cannot be cut.
struct Lopsided(Words);

struct LopsidedWalk {
    words: Option<Walk>,
    is_single_left: bool,
    profile: Profile,
}

impl Space for Lopsided {
    type Search<'s> = LopsidedWalk;

    fn begin(&self, prefix: &Prefix) -> LopsidedWalk {
        let words = match prefix.choices() {
            [] => Some(self.0.begin(&Prefix::root())),
            [0, below @ ..] => Some(self.0.begin(&below.to_vec().into())),
            _ => None,
        };
        let is_single_left = prefix.is_empty() || words.is_none();
        LopsidedWalk { words, is_single_left, profile: Profile::new(&[]) }
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        match prefix.choices() {
            [] => Expansion::Choices(vec![0, 1]),
            [0, below @ ..] => self.0.expand(&below.to_vec().into(), profile),
            _ => Expansion::Solution,
        }
    }
}

impl Search for LopsidedWalk {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        match self.words.as_mut().map_or(Step::Exhausted, |words| words.advance(fuel)) {
            Step::Exhausted if std::mem::take(&mut self.is_single_left) => Step::Solution,
            step => step,
        }
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        let words = self.words.as_mut().map(Walk::remaining).unwrap_or_default();
        let below = |word: Prefix| Prefix::from([&[0], word.choices()].concat());
        let single = std::mem::take(&mut self.is_single_left).then(|| Prefix::root().then(1));
        words.into_iter().map(below).chain(single).collect()
    }

    fn profile(&self) -> &Profile {
        self.words.as_ref().map_or(&self.profile, Walk::profile)
    }

    fn audit(&self) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn what_cannot_be_cut_is_searched_as_it_is() {
    let space = Lopsided(Words { length: 11 });
    let host = Slow(TestHost::new(2));
    let see = |sum: &mut u64, _: &LopsidedWalk| {
        *sum += 1;
        ControlFlow::Continue(())
    };
    let accept = |_: &mut u64| ControlFlow::Continue(());
    let walked = Run::new(&host).tree("counting", &space, || 0_u64, see, accept);
    assert_eq!((walked.ledger, walked.stopped_by), (count(11) + 1, None));
}

/// Work that has its answer after so many turns, unless it never has; it takes three at a time.
struct Turns {
    taken: AtomicU64,
    needed: Option<u64>,
}

impl Beside for Turns {
    fn turn(&self, nodes: u64) -> Wish {
        assert!(nodes > 0, "the search goes first");
        let taken = self.taken.fetch_add(1, Ordering::Relaxed) + 1;
        match self.needed {
            Some(needed) if taken >= needed => Wish::End,
            _ if taken.is_multiple_of(3) => Wish::Wait,
            _ => Wish::Again,
        }
    }
}

#[test]
fn work_beside_a_search_ends_it_or_makes_no_difference() {
    let words = Words { length: 15 };
    let accept = |_: &mut u64| ControlFlow::Continue(());
    for threads in [1, 3] {
        let host = TestHost::new(threads);
        let count_beside = |needed| {
            let beside = Turns { taken: AtomicU64::new(0), needed };
            let run = Run::new(&host);
            let walked = run.beside(&beside).tree("counting", &words, || 0_u64, number, accept);
            (walked, beside.taken.into_inner())
        };
        let (walked, taken) = count_beside(None);
        assert_eq!((walked.ledger, walked.stopped_by), (count(15), None));
        assert!(taken > 3 && taken.is_multiple_of(3), "{taken} turns");
        // All of the first turns follow the first sip.
        let (walked, taken) = count_beside(Some(2));
        assert!(walked.ledger < count(15), "the search has ended early");
        assert!(taken >= 2 && walked.stopped_by.is_none());
    }
}

#[test]
fn a_stop_is_heard_between_two_turns() {
    struct Endless;
    impl Beside for Endless {
        fn turn(&self, _: u64) -> Wish {
            std::thread::sleep(Duration::from_millis(1));
            Wish::Again
        }
    }
    let host = TestHost::patient(2, 10);
    let accept = |_: &mut u64| ControlFlow::Continue(());
    let run = Run::new(&host).beside(&Endless);
    let walked = run.tree("counting", &Words { length: 15 }, || 0_u64, number, accept);
    assert_eq!(walked.stopped_by, Some(StoppedBy::Interrupt));
}
