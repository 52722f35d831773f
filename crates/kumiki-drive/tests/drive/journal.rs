//! Journals: whatever happens to a run, another goes on from what is there, or refuses it.

use crate::words::{Walk, Words, count, nodes};
use kumiki_drive::{
    Host, JOURNAL, Journal, JournalDocument, JournalError, JournalStore, MergeError, Run, Shard,
    Walked, WorkRecord, merge, merge_stopped,
};
use kumiki_model::StoppedBy;
use kumiki_trial::{MemoryStore, Pieces, TestHost};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::time::Duration;

const EVERY: Duration = Duration::from_millis(3);
/// Long enough that the space is cut.
const LENGTH: usize = 12;
const WORDS: Words = Words { length: LENGTH };

type List = Vec<Vec<u32>>;

fn in_store(store: &MemoryStore) -> Journal {
    Journal::in_store(Box::new(store.clone()), json!("words"), EVERY)
}

/// Lists all words. The list is handed on as it grows.
fn list(run: Run<'_>, seen: &mut List) -> Walked<List> {
    let keep = |list: &mut List, walk: &Walk| {
        list.push(walk.word().to_vec());
        ControlFlow::Continue(())
    };
    let hand_on = |list: &mut List| {
        seen.append(list);
        ControlFlow::Continue(())
    };
    run.tree("listing", &WORDS, Vec::new, keep, hand_on)
}

fn number(run: Run<'_>) -> Walked<u64> {
    let add = |sum: &mut u64, _: &Walk| {
        *sum += 1;
        ControlFlow::Continue(())
    };
    run.tree("counting", &WORDS, || 0_u64, add, |_| ControlFlow::Continue(()))
}

/// Everything once, in order, with the nodes of the whole.
fn check_list(walked: &Walked<List>, seen: &List, how: &str) {
    assert_eq!(walked.stopped_by, None, "{how}");
    assert_eq!(seen.len() as u64, count(LENGTH), "{how}");
    assert!(seen.is_sorted(), "{how}");
    assert_eq!(walked.profile.nodes(), nodes(LENGTH), "{how}");
}

#[test]
fn a_list_goes_on_from_every_moment_with_any_threads() {
    for threads in [1, 3] {
        let store = MemoryStore::default();
        let (host, mut seen) = (TestHost::new(threads), Vec::new());
        let journal = in_store(&store);
        let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
        check_list(&walked, &seen, "at once");
        let history = store.history();
        assert!(history.len() > 6, "{} moments", history.len());
        assert!(history.iter().any(|pieces| pieces.contains_key("results-0")), "a long list");
        for (moment, pieces) in history.iter().enumerate().step_by(history.len() / 6) {
            let store = MemoryStore::of(pieces.clone());
            let Ok(journal) = Journal::open(Box::new(store), EVERY) else {
                assert!(!pieces.contains_key(JOURNAL), "moment {moment}");
                continue;
            };
            let (host, mut seen) = (TestHost::new(moment % 3 + 1), Vec::new());
            let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
            check_list(&walked, &seen, &format!("moment {moment} of {threads} threads"));
        }
    }
}

#[test]
fn a_run_that_is_stopped_again_and_again_comes_to_its_end() {
    let mut pieces = Pieces::new();
    for stops in 0.. {
        let store = MemoryStore::of(std::mem::take(&mut pieces));
        let journal = match stops {
            0 => in_store(&store),
            _ => Journal::open(Box::new(store.clone()), EVERY).expect("what was written"),
        };
        let host = TestHost::patient(stops % 3 + 1, 4);
        let walked = number(Run::new(&host).with_journal(&journal));
        journal.write(&host);
        if walked.stopped_by.is_none() {
            assert_eq!((walked.ledger, walked.profile.nodes()), (count(LENGTH), nodes(LENGTH)));
            assert!(stops > 3, "{stops} stops");
            return;
        }
        assert_eq!(walked.stopped_by, Some(StoppedBy::Interrupt));
        pieces = store.pieces();
        assert!(stops < 10_000, "it does not get on");
    }
}

#[test]
fn a_finished_phase_is_gone_through_without_working() {
    let store = MemoryStore::default();
    let host = TestHost::new(2);
    let journal = in_store(&store);
    let walked = number(Run::new(&host).with_journal(&journal));
    journal.write(&host);
    // A host that stops at once lets nothing be searched.
    let again = Journal::open(Box::new(store), EVERY).expect("what was written");
    let impatient = TestHost::patient(1, 0);
    let replayed = number(Run::new(&impatient).with_journal(&again));
    assert_eq!((replayed.ledger, replayed.profile.nodes()), (walked.ledger, nodes(LENGTH)));
    // What works on something else is another phase.
    let other = Journal::of(again.document(Duration::ZERO));
    let anew = number(Run::new(&host).labelled("others").with_journal(&other));
    assert_eq!((anew.ledger, anew.stopped_by), (count(LENGTH), None));
}

/// A small journal with all that a journal has: results in a log, finished ones, waiting units.
fn small_journal() -> Pieces {
    let store = MemoryStore::default();
    let host = TestHost::patient(2, 40);
    let journal = in_store(&store);
    list(Run::new(&host).with_journal(&journal), &mut Vec::new());
    journal.write(&host);
    store.pieces()
}

#[test]
fn what_is_cut_off_or_changed_is_refused() {
    let whole = small_journal();
    assert!(Journal::open(Box::new(MemoryStore::of(whole.clone())), EVERY).is_ok());
    assert_eq!(whole.len(), 2, "a document and a log");
    for (name, bytes) in &whole {
        // All of a short piece; of a long one, some hundred places.
        let step = (bytes.len() / 150).max(1);
        for at in (0..bytes.len()).step_by(step) {
            let opened = |bytes: Vec<u8>| {
                let mut pieces = whole.clone();
                pieces.insert(name.clone(), bytes);
                Journal::open(Box::new(MemoryStore::of(pieces)), EVERY).map(drop)
            };
            let cut = opened(bytes[..at].to_vec());
            // Without its last byte, which ends the line, a document is still whole.
            let is_whole = name == JOURNAL && at == bytes.len() - 1;
            assert!(is_whole || cut.is_err(), "{name} cut off at {at}");
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                let found = opened(changed);
                assert!(found.is_err() || is_whole, "{name}, bit {bit} of byte {at}");
            }
        }
    }
}

#[test]
fn a_changed_byte_is_told_with_both_checksums() {
    let mut pieces = small_journal();
    let log = pieces.get_mut("results-0").expect("a log");
    log[100] ^= 1;
    let Err(error) = Journal::open(Box::new(MemoryStore::of(pieces)), EVERY) else {
        panic!("it is damaged");
    };
    let JournalError::Checksum { name, found, expected } = &error else { panic!("{error}") };
    assert_eq!(name, "results-0");
    let line = error.to_string();
    assert!(
        line.contains(&format!("{found:#018x}")) && line.contains(&format!("{expected:#018x}"))
    );
}

#[test]
fn a_full_disk_does_no_harm() {
    for room in [1000, 20_000, 1_000_000] {
        let store = MemoryStore::with_room(room);
        let (host, mut seen) = (TestHost::new(2), Vec::new());
        let journal = in_store(&store);
        let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
        check_list(&walked, &seen, &format!("room for {room} bytes"));
        // What is there leads to the same; if nothing fitted, nothing is there.
        let mut seen = Vec::new();
        match Journal::open(Box::new(MemoryStore::of(store.pieces())), EVERY) {
            Err(error) => {
                assert!(!store.pieces().contains_key(JOURNAL), "room for {room}: {error}");
                assert!(room < 1_000_000, "{error}");
            }
            Ok(journal) => {
                let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
                check_list(&walked, &seen, &format!("after room for {room} bytes"));
            }
        }
    }
}

fn parts(of: u32) -> Vec<(Shard, JournalDocument)> {
    let part = |index| {
        let shard = Shard { index, of };
        let journal = Journal::in_memory().for_shard(shard);
        let host = TestHost::new(1);
        let walked = list(Run::new(&host).with_journal(&journal), &mut Vec::new());
        assert_eq!(walked.stopped_by, Some(StoppedBy::Shard));
        assert!(journal.is_share_done());
        (shard, journal.document(host.elapsed()))
    };
    (0..of).map(part).collect()
}

#[test]
fn shards_make_up_the_whole() {
    for of in [1, 2, 7, 100] {
        let merged = merge(parts(of)).expect("all shards");
        let journal = Journal::of(merged.clone());
        let (host, mut seen) = (TestHost::patient(1, 0), Vec::new());
        let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
        // Nothing is searched: this host stops everything at once.
        assert_eq!(walked.stopped_by, Some(StoppedBy::Interrupt));
        let journal = Journal::of(merged);
        let (host, mut seen) = (TestHost::new(3), Vec::new());
        let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
        check_list(&walked, &seen, &format!("{of} shards"));
    }
}

#[test]
fn shards_that_are_no_whole_are_refused() {
    let whole = parts(3);
    assert!(merge(whole.clone()).is_ok());
    let merged = |parts: &[(Shard, JournalDocument)]| merge(parts.iter().cloned()).map(drop);
    assert_eq!(merged(&[]), Err(MergeError::Nothing));
    let missing = vec![0, 2];
    assert_eq!(merged(&whole[1..2]), Err(MergeError::Missing { missing, of: 3 }));
    let twice = [&whole[..], &whole[1..2]].concat();
    assert_eq!(merged(&twice), Err(MergeError::Repeated { shard: 1, of: 3 }));
    let mixed = [&whole[..2], &parts(2)[1..]].concat();
    assert!(matches!(merged(&mixed), Err(MergeError::Mixed { .. })));
    let change = |change: fn(&mut kumiki_drive::UnitsRecord)| {
        let mut changed = whole.clone();
        let WorkRecord::Units(units) = &mut changed[1].1.phases[0].work else { panic!("units") };
        change(units);
        merged(&changed)
    };
    let unfinished = vec![1];
    assert_eq!(
        change(|units| units.is_over = false),
        Err(MergeError::Unfinished { unfinished, of: 3 })
    );
    let different = change(|units| units.names.push("others".to_owned()));
    assert!(matches!(different, Err(MergeError::Different { shard: 1, .. })), "{different:?}");
    let different = change(|units| units.cut_into = Some(5));
    assert!(matches!(different, Err(MergeError::Different { shard: 1, .. })), "{different:?}");
}

/// Looks for a word in rounds of one number of letters after the other, until there is one. Says
/// in which round it is, and how many nodes were visited in each.
fn deepen(run: Run<'_>, wanted: &[u32]) -> (Option<usize>, Vec<u64>) {
    let mut nodes = Vec::new();
    for length in LENGTH - 2..=LENGTH {
        let keep = |list: &mut List, walk: &Walk| {
            let is_it = length == wanted.len() && walk.word() == wanted;
            list.extend(is_it.then(|| walk.word().to_vec()));
            if is_it { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stop = |list: &mut List| match list.is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let walked = run.in_rounds().tree("round", &Words { length }, Vec::new, keep, stop);
        nodes.push(walked.profile.nodes());
        if !walked.ledger.is_empty() {
            return (Some(length), nodes);
        }
        if walked.stopped_by.is_some() {
            return (None, nodes);
        }
    }
    (None, nodes)
}

#[test]
fn shards_of_rounds_end_with_the_first_that_has_a_solution() {
    let (host, mut words) = (TestHost::new(1), Vec::new());
    list(Run::new(&host), &mut words);
    let middle = words[words.len() / 2].clone();
    for (wanted, expected) in
        [(&middle[..LENGTH - 1], Some(LENGTH - 1)), (&middle, Some(LENGTH)), (&[], None)]
    {
        let (found, whole) = deepen(Run::new(&host), wanted);
        assert_eq!(found, expected);
        for of in [1, 2, 7] {
            let part = |index| {
                let shard = Shard { index, of };
                let journal = Journal::in_memory().for_shard(shard);
                let run = Run::new(&host).with_journal(&journal);
                let (found, rounds) = deepen(run, wanted);
                assert!(!journal.is_share_done(), "there may be rounds to come");
                run.end_share();
                assert_eq!(run.check(), Err(StoppedBy::Shard));
                ((shard, journal.document(host.elapsed())), found, rounds.len())
            };
            let done: Vec<_> = (0..of).map(part).collect();
            // A word is in the share of one; the others do not hear of it.
            let finders = done.iter().filter(|(_, found, _)| found.is_some()).count();
            assert_eq!(finders, usize::from(expected.is_some()));
            let rounds = done.iter().map(|(.., rounds)| *rounds);
            let (fewest, most) = (rounds.clone().min(), rounds.max());
            assert_eq!(fewest < most, of > 1 && expected == Some(LENGTH - 1));
            let parts: Vec<_> = done.into_iter().map(|(part, ..)| part).collect();
            let merged = merge(parts).expect("all shards");
            assert_eq!(Some(merged.phases.len()), fewest, "those that all have come to");
            let journal = Journal::of(merged);
            let (found, nodes) = deepen(Run::new(&host).with_journal(&journal), wanted);
            assert_eq!(found, expected, "{of} shards");
            let ended = whole.len() - usize::from(expected.is_some());
            assert_eq!(nodes[..ended], whole[..ended], "{of} shards");
        }
    }
}

#[test]
fn shards_that_were_stopped_tell_what_they_have_found() {
    let (host, mut whole) = (TestHost::new(1), Vec::new());
    list(Run::new(&host), &mut whole);
    let mut parts = parts(3);
    let shard = Shard { index: 1, of: 3 };
    for polls in [0, 3] {
        let journal = Journal::in_memory().for_shard(shard);
        let host = TestHost::patient(1, polls);
        let walked = list(Run::new(&host).with_journal(&journal), &mut Vec::new());
        assert_eq!(walked.stopped_by, Some(StoppedBy::Interrupt));
        parts[1] = (shard, journal.part(false, host.elapsed()).expect("in memory"));
        assert!(matches!(merge(parts.clone()), Err(MergeError::Unfinished { .. })));
        let merged = merge_stopped(parts.clone()).expect("all shards");
        let journal = Journal::of(merged).leaving_the_rest(StoppedBy::TimeLimit);
        let (host, mut seen) = (TestHost::new(2), Vec::new());
        let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
        assert_eq!(walked.stopped_by, Some(StoppedBy::TimeLimit));
        // In the order of the whole, with gaps.
        let mut rest = whole.iter();
        assert!(seen.iter().all(|one| rest.any(|other| other == one)), "{polls} polls");
        assert!(!seen.is_empty() && seen.len() < whole.len(), "{polls} polls: {}", seen.len());
    }
    // Others that are done are no reason to think that all is done.
    let idle = Journal::in_memory().for_shard(shard).document(host.elapsed());
    let (never_begun, never_divided) = (None, Some((shard, idle)));
    for missed in [never_begun, never_divided] {
        let others = [0, 2].map(|done| parts[done].clone());
        let merged = merge_stopped(others.into_iter().chain(missed)).expect("shards of one run");
        let journal = Journal::of(merged).leaving_the_rest(StoppedBy::TimeLimit);
        let (host, mut seen) = (TestHost::new(2), Vec::new());
        let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
        assert_eq!(walked.stopped_by, Some(StoppedBy::TimeLimit));
        assert!(!seen.is_empty() && seen.len() < whole.len(), "{}", seen.len());
    }
    // Nothing at all was done.
    let nothing: Vec<(Shard, JournalDocument)> = (0..3)
        .map(|index| (Shard { index, of: 3 }, Journal::in_memory().document(host.elapsed())))
        .collect();
    let merged = merge_stopped(nothing).expect("all shards");
    let journal = Journal::of(merged).leaving_the_rest(StoppedBy::TimeLimit);
    let mut seen = Vec::new();
    let walked = list(Run::new(&host).with_journal(&journal), &mut seen);
    // What it finds before it asks for the first time is genuine.
    assert_eq!(walked.stopped_by, Some(StoppedBy::TimeLimit));
    assert!(seen.len() < whole.len() && seen[..] == whole[..seen.len()], "{}", seen.len());
}

#[test]
fn parts_are_kept_and_divided() {
    let work = |part: usize, _: &kumiki_drive::Pulse<'_, '_>| Ok(part * part);
    let squares = |run: Run<'_>| {
        let mut squares = Vec::new();
        let done = run.parts("squares", 50, work, |square| {
            squares.push(square);
            ControlFlow::Continue(())
        });
        (done, squares)
    };
    let expected: Vec<usize> = (0..50).map(|part| part * part).collect();
    let (host, store) = (TestHost::new(2), MemoryStore::default());
    let journal = in_store(&store);
    assert_eq!(squares(Run::new(&host).with_journal(&journal)), (Ok(()), expected.clone()));
    journal.write(&host);
    // What is over is not done twice.
    let again = Journal::open(Box::new(store), EVERY).expect("a journal");
    assert_eq!(squares(Run::new(&host).with_journal(&again)), (Ok(()), expected.clone()));
    let mut divided = Vec::new();
    for index in 0..3 {
        let shard = Shard { index, of: 3 };
        let (host, journal) = (TestHost::new(2), Journal::in_memory().for_shard(shard));
        let (done, own) = squares(Run::new(&host).with_journal(&journal));
        assert_eq!(done, Err(StoppedBy::Shard));
        assert_eq!(own.len(), (50 - index as usize).div_ceil(3));
        divided.push((shard, journal.document(host.elapsed())));
    }
    let (host, journal) = (TestHost::new(2), Journal::of(merge(divided).expect("all")));
    assert_eq!(squares(Run::new(&host).with_journal(&journal)), (Ok(()), expected));
}

#[test]
fn a_store_without_a_journal_is_refused_and_the_head_is_kept() {
    assert!(Journal::open(Box::new(MemoryStore::default()), EVERY).is_err());
    let store = MemoryStore::default();
    in_store(&store).write(&TestHost::new(1));
    let journal = Journal::open(Box::new(store.clone()), EVERY).expect("a journal");
    assert_eq!(*journal.head(), json!("words"));
    let text = JournalDocument { kumiki_journal: 2, ..journal.document(Duration::ZERO) }.to_text();
    store.put(JOURNAL, &mut |to| to.write_all(text.as_bytes())).expect("room");
    let Err(error) = Journal::open(Box::new(store), EVERY) else { panic!("another version") };
    assert_eq!(error.to_string(), "the journal has version 2, expected 1");
    assert_eq!(*Journal::in_memory().head(), Value::Null);
}

/// Whoever accepts may break because it was stopped itself, at once or while what was there before
/// is gone through. That must not look like the end.
#[test]
fn an_end_that_was_not_meant_is_no_end() {
    for (first, second) in [(1, 1), (3, 1), (3, 2), (20, 5), (20, 19), (60, 7)] {
        let mut pieces = Pieces::new();
        for most in [first, second, usize::MAX] {
            let store = MemoryStore::of(pieces.clone());
            let journal = if pieces.is_empty() {
                in_store(&store)
            } else {
                Journal::open(Box::new(store.clone()), EVERY).expect("what was written")
            };
            let (host, mut seen, mut calls) = (TestHost::new(2), List::new(), 0);
            let keep = |list: &mut List, walk: &Walk| {
                list.push(walk.word().to_vec());
                ControlFlow::Continue(())
            };
            let accept = |list: &mut List| {
                calls += 1;
                seen.append(list);
                if calls < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let run = Run::new(&host).with_journal(&journal);
            let walked = run.tree("listing", &WORDS, Vec::new, keep, accept);
            journal.write(&host);
            pieces = store.pieces();
            if most == usize::MAX {
                check_list(&walked, &seen, &format!("broken off at {first} and {second}"));
            } else {
                assert_eq!(walked.stopped_by, Some(StoppedBy::Enough), "{most}");
            }
        }
    }
}
