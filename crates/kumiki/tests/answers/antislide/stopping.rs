//! Runs that end early: the limits, and lists that are long enough.

use super::asking::{
    Request, answered, answered_on, counting, listing, nonempty, question, unjudged, with,
};
use kumiki::Halt;
use kumiki::drive::Limits;
use kumiki::model::{Method, Objective, Start, StoppedBy, Symmetry};
use kumiki_host::Terminal;
use std::time::Duration;

fn limited(threads: usize, limits: Limits) -> Terminal {
    Terminal::quiet(threads).limited(limits)
}

#[test]
fn a_time_limit_gives_a_sound_but_incomplete_answer() {
    let limits = Limits { time: Some(Duration::from_millis(20)), memory_bytes: None };
    for threads in [1, 2] {
        let request = listing(&question("5x5x5", &["1x2x2"]), 30);
        for request in [&request, &counting(&request.question, Method::Layers)] {
            let answer = answered_on(request, &limited(threads, limits));
            let answer = answer.expect("what is known so far");
            assert_eq!(answer.stopped_by, Some(StoppedBy::TimeLimit));
        }
    }
}

#[test]
fn branch_and_bound_out_of_time_says_what_is_proved() {
    let limits = Limits { time: Some(Duration::from_millis(200)), memory_bytes: None };
    for (objective, words) in [(Objective::Fewest, "at most "), (Objective::Most, "at least ")] {
        let question = with(question("5x5x5", &["1x2x2"]), |q| q.objective = objective);
        let request = counting(&question, Method::Direct);
        let answer = answered_on(&request, &limited(2, limits)).expect("what is known so far");
        assert!(answer.stopped_by.is_some());
        // 200 ms are enough to find something, unless the machine is very busy, and far too little
        // to prove it best.
        assert_eq!(answer.bricks.is_some(), answer.bound.is_some());
        if let (Some(bricks), Some(bound)) = (answer.bricks, answer.bound) {
            // On a busy machine nothing but the empty packing may have been found.
            let is_empty = objective == Objective::Most && bricks == 0;
            assert!(is_empty || (24..=30).contains(&bricks), "{bricks}");
            assert!(bound.starts_with(&format!("{words}{bricks};")), "{bound}");
        }
    }
}

#[test]
fn stopping_when_listed_gives_the_beginning_of_the_full_list_and_the_first_is_not_empty() {
    for (container, start) in
        [("3x3x3", Start::Anywhere), ("3x4x4", Start::Anywhere), ("3x4x4", Start::Corner)]
    {
        for symmetry in [Symmetry::All, Symmetry::None] {
            let question = with(question(container, &["1x2x2"]), |q| {
                (q.start, q.symmetry) = (start, symmetry);
            });
            let whole = answered(&listing(&question, 200), 1).expect("an answer");
            let list = &whole.listed;
            assert_eq!(*list, nonempty(list));
            for length in [1, 2, 5, 60] {
                for threads in [1, 2] {
                    let request = Request { stop_when_listed: true, ..listing(&question, length) };
                    // What begins like a list that was judged need not be judged again and again.
                    let is_judged = threads == 1 && length == 5;
                    let answer = if is_judged { answered } else { unjudged };
                    let answer = answer(&request, threads).expect("an answer");
                    let expected = &list[..length.min(list.len())];
                    assert_eq!(answer.listed, expected, "{length} of {container}, {symmetry:?}");
                    if length <= list.len() {
                        let enough = Some(StoppedBy::Enough);
                        assert_eq!(answer.stopped_by, enough, "{length} of {container}");
                        assert!(answer.profile.nodes <= whole.profile.nodes, "{container}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_list_that_is_never_full_claims_to_be_complete_only_if_it_counts_everything() {
    let question = question("3x3x3", &["1x2x2"]);
    let request = Request { stop_when_listed: true, ..listing(&question, 100) };
    let answer = answered(&request, 1).expect("an answer");
    assert_eq!((answer.stopped_by, answer.packings), (None, 9.into()));
}

#[test]
fn a_memory_limit_too_low_for_the_tables_is_refused() {
    let request = counting(&question("5x5x5", &["1x2x2"]), Method::Direct);
    for threads in [1, 4] {
        let limits = Limits { time: None, memory_bytes: Some(100_000) };
        match answered_on(&request, &limited(threads, limits)) {
            Err(Halt::Memory { needed, limit }) => {
                assert!(limit == 100_000 && needed > limit);
            }
            other => panic!("{other:?}"),
        }
    }
    let refused = Halt::Memory { needed: 3 << 20, limit: 1 << 20 };
    assert!(refused.to_string().contains("about 3 MB") && !refused.is_bug(), "{refused}");
}

#[test]
fn a_memory_limit_below_what_the_process_holds_ends_the_run() {
    let limits = Limits { time: None, memory_bytes: Some(100_000) };
    let request = counting(&question("5x5x5", &["1x2x2"]), Method::Layers);
    let answer = answered_on(&request, &limited(1, limits)).expect("an empty answer");
    assert_eq!(answer.stopped_by, Some(StoppedBy::MemoryLimit));
}

#[test]
fn generous_limits_change_nothing() {
    let limits = Limits { time: Some(Duration::from_secs(600)), memory_bytes: Some(1 << 40) };
    let request = counting(&question("3x4x4", &["1x2x2"]), Method::Direct);
    let answer = answered_on(&request, &limited(2, limits)).expect("an answer");
    assert_eq!((answer.stopped_by, answer.packings), (None, 1102.into()));
}
