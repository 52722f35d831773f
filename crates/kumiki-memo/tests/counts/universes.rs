//! All small problems and many random ones.

use crate::problems::random;
use crate::walks::count;
use kumiki_bits::BitsSpace;
use kumiki_memo::{MemoCount, Unsuited};
use kumiki_model::CoverProblem;
use kumiki_oracle::universe::RandomShape;
use kumiki_oracle::{naive, universe};
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Prefix, Search, Space};
use num_bigint::BigUint;

/// The number must be the naive one. Says whether it is not 0.
fn check(problem: &CoverProblem) -> bool {
    if !problem.is_plain() {
        let plan = Plan::new(problem);
        assert_eq!(MemoCount::new(&plan).map(drop), Err(Unsuited::NotPlain), "{problem:?}");
        return false;
    }
    let expected = naive::covers(problem).len();
    assert_eq!(count(problem), BigUint::from(expected), "{problem:?}");
    expected > 0
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
fn random_problems_agree_with_listing() {
    let plain = RandomShape { items: 18, options: 60, ..RandomShape::plain() };
    let copied = RandomShape { copies: 20, ..plain.clone() };
    let coloured = RandomShape { primary_percent: 50, colours: 3, option_len: 6, ..plain.clone() };
    let longer = RandomShape {
        items: 40,
        option_len: 8,
        options: 50,
        planted_solutions: 3,
        ..plain.clone()
    };
    let mut solvable = 0;
    for (seed, shape) in [(1, plain), (2, copied), (3, coloured), (4, longer)] {
        for problem in random(seed, 20, &shape) {
            let space = BitsSpace::new(&Plan::new(&problem), None)
                .expect("a small plain problem")
                .counting();
            let mut search = space.begin(&Prefix::root());
            search.advance(&mut Fuel::unlimited());
            assert_eq!(count(&problem), BigUint::from(search.counted()), "{problem:?}");
            solvable += usize::from(search.counted() > 0);
        }
    }
    assert!(solvable > 60, "{solvable}");
}
