//! The same answer and the same list, whatever the number of threads.

use super::asking::{
    Request, Told, answered, counting, lasting, listing, nonempty, question, unjudged, with,
};
use kumiki::judge::judge_packing;
use kumiki::model::{AntislideQuestion, Method, Objective, Rule, Start, Symmetry};

/// Everything but the cost must be the same for 1, 2 and 3 threads, and every listed packing must
/// be rigid by the other rule too.
fn check(request: &Request) -> Told {
    check_others(request, answered(request, 1).expect("an answer"))
}

/// The same for the beginning of a list that was judged as a whole.
fn check_beginning(request: &Request) -> Told {
    check_others(request, unjudged(request, 1).expect("an answer"))
}

fn check_others(request: &Request, first: Told) -> Told {
    for threads in [2, 3] {
        let other = unjudged(request, threads).expect("an answer");
        assert_eq!(other.profile.threads, threads);
        assert_eq!(
            comparable(request, &other),
            comparable(request, &first),
            "{threads} threads: {request:?}"
        );
    }
    let by_group = with(request.question.clone(), |q| q.rule = Rule::Group);
    for packing in &first.listed {
        assert_eq!(judge_packing(&by_group, packing), Ok(()), "{packing:?}");
    }
    first
}

/// What must not depend on the threads. How many nodes a branch and bound visits does, by its
/// nature: it prunes with what other threads have found.
fn comparable(request: &Request, answer: &Told) -> Told {
    let mut answer = lasting(answer);
    if request.question.objective != Objective::Any {
        answer.profile.nodes = 0;
    }
    answer
}

/// All packings of a question listed under each idea of sameness: there must be as many as are
/// counted.
fn check_lists(question: &AntislideQuestion) {
    for symmetry in [Symmetry::All, Symmetry::Rotations, Symmetry::None] {
        let question = with(question.clone(), |q| q.symmetry = symmetry);
        let solved = check(&listing(&question, usize::MAX));
        let counted = match symmetry {
            Symmetry::All => &solved.classes.all,
            Symmetry::Rotations => &solved.classes.rotations,
            Symmetry::None => &solved.packings,
        };
        assert_eq!(counted.0, solved.listed.len().into(), "{question:?}");
        // A shorter list is the beginning of the longer one, without the empty packing.
        let list = if question.objective == Objective::Any {
            nonempty(&solved.listed)
        } else {
            solved.listed.clone()
        };
        for length in [1, 2, 7] {
            let some = check_beginning(&listing(&question, length));
            assert_eq!(some.listed[..], list[..length.min(list.len())], "{question:?}");
            assert_eq!(some.packings, solved.packings, "{question:?}");
        }
    }
}

#[test]
fn lists_of_small_boxes_do_not_depend_on_threads() {
    check_lists(&question("3x3x3", &["1x2x2"]));
    check_lists(&question("2x3x6", &["1x2x2"]));
    check_lists(&question("2x2x3", &["1x1x2", "1x1x1"]));
    check_lists(&with(question("2x3x6", &["1x2x2"]), |q| {
        (q.start, q.max_bricks) = (Start::Corner, Some(8));
    }));
    check_lists(&with(question("2x3x6", &["1x2x2"]), |q| q.start = Start::NoCorner));
}

#[test]
fn a_space_that_is_split_gives_the_same_answer_for_any_number_of_threads() {
    let question = question("4x4x5", &["1x2x2"]);
    let request = Request { profile: true, ..listing(&question, 500) };
    let solved = check(&request);
    assert!(solved.profile.nodes > 1 << 17, "large enough to be split");
    assert_eq!(
        solved.profile.levels.iter().map(|level| level.nodes).sum::<u64>(),
        solved.profile.nodes
    );
    check(&counting(&question, Method::Layers));
}

#[test]
fn the_fewest_and_the_most_do_not_depend_on_threads() {
    for objective in [Objective::Fewest, Objective::Most] {
        for container in ["2x4x5", "3x4x4"] {
            let question = with(question(container, &["1x2x2"]), |q| q.objective = objective);
            check(&counting(&question, Method::Direct));
            check(&counting(&question, Method::Layers));
        }
    }
}

#[test]
fn a_list_of_the_fewest_and_the_most_is_complete() {
    for objective in [Objective::Fewest, Objective::Most] {
        for container in ["2x3x6", "2x4x4"] {
            for symmetry in [Symmetry::All, Symmetry::Rotations, Symmetry::None] {
                let question = with(question(container, &["1x2x2"]), |q| {
                    (q.objective, q.symmetry) = (objective, symmetry);
                });
                let whole = check(&listing(&question, usize::MAX));
                assert!(!whole.listed.is_empty());
                for length in [1, 2] {
                    let some = check_beginning(&listing(&question, length));
                    let expected = &whole.listed[..length.min(whole.listed.len())];
                    assert_eq!(
                        some.listed, expected,
                        "{objective:?} in {container}, a list of {length}"
                    );
                }
            }
        }
    }
}
