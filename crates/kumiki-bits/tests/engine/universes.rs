//! All small problems and many random ones against the naive counter.

use crate::problems::random;
use crate::walks::{Count, Walk, space};
use kumiki_bits::{BitsSpace, Unsuited};
use kumiki_model::CoverProblem;
use kumiki_oracle::universe::RandomShape;
use kumiki_oracle::{naive, universe};
use kumiki_plan::Plan;
use kumiki_search::Prefix;

/// In every mode, with every kernel and however often we pause, the solutions are those of the
/// naive counter, each once. Says whether there are any.
fn check(problem: &CoverProblem) -> bool {
    let plan = Plan::new(problem);
    if !problem.is_plain() {
        assert_eq!(BitsSpace::new(&plan, None).map(drop), Err(Unsuited::NotPlain), "{problem:?}");
        return false;
    }
    let expected = naive::covers(problem);
    let automatic = space(&plan);
    let whole = Walk::through(&automatic);
    assert_eq!(whole.sorted(&plan), expected, "{problem:?}");
    for space in [automatic.clone().with_tail(false), automatic.with_tail(true)] {
        let counting = space.clone().counting();
        for sip in [1, 3, u64::MAX] {
            let walk = Walk::below(&space, &Prefix::root(), sip);
            assert_eq!(walk.covers, whole.covers, "in sips of {sip}: {problem:?}");
            let count = Count::below(&counting, &Prefix::root(), sip);
            let same =
                Count { number: kumiki_id::narrow(expected.len()).into(), profile: walk.profile };
            assert_eq!(count, same, "in sips of {sip}: {problem:?}");
        }
    }
    !expected.is_empty()
}

/// Checks all problems and returns how many of them can be solved.
fn check_all(problems: impl Iterator<Item = CoverProblem>) -> usize {
    problems.filter(check).count()
}

#[test]
fn every_small_problem_agrees_with_the_naive_counter() {
    assert!(check_all((0..=2).flat_map(|items| universe::cover_problems(items, 3))) > 10);
    assert!(check_all(universe::cover_problems(3, 7)) > 100);
    assert!(check_all(universe::cover_problems(4, 5)) > 1000);
}

#[test]
fn every_small_problem_with_colours_agrees_with_the_naive_counter() {
    assert!(check_all(universe::cover_problems_with_colours(2, 4)) > 20);
    assert!(check_all(universe::cover_problems_with_colours(3, 3)) > 300);
}

#[test]
fn random_problems_agree_with_the_naive_counter() {
    let plain = RandomShape::plain();
    let copied = RandomShape { copies: 5, options: 10, ..RandomShape::plain() };
    let coloured =
        RandomShape { primary_percent: 50, colours: 3, option_len: 5, ..RandomShape::plain() };
    for (seed, shape) in [(1, plain), (2, copied), (3, coloured)] {
        assert!(check_all(random(seed, 60, &shape)) > 20, "{shape:?}");
    }
}
