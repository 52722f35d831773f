//! All small problems of every kind, and many larger ones, against the naive counter.

use crate::problems::random;
use crate::walks::{Walk, space};
use kumiki_model::CoverProblem;
use kumiki_oracle::{naive, universe};
use kumiki_plan::Plan;

/// The solutions are those of the naive counter, each once, and so are their costs. Says whether
/// there are any.
fn check(problem: &CoverProblem) -> bool {
    let plan = Plan::new(problem);
    let expected = naive::covers(problem);
    let walk = Walk::through(&space(problem));
    assert_eq!(walk.covers(&plan), expected, "{problem:?}");
    for seen in &walk.seen {
        let cost =
            plan.ids(&seen.options).into_iter().map(|option| problem.cost(option)).sum::<u64>();
        assert_eq!((seen.cost, seen.case), (cost, None), "{problem:?}");
    }
    !expected.is_empty()
}

/// Checks all problems and returns how many of them can be solved.
fn check_all(problems: impl Iterator<Item = CoverProblem>) -> usize {
    problems.filter(check).count()
}

#[test]
fn every_small_plain_problem_agrees_with_the_naive_counter() {
    assert!(check_all((0..=2).flat_map(|items| universe::cover_problems(items, 3))) > 10);
    assert!(check_all(universe::cover_problems(3, 7)) > 200);
    assert!(check_all(universe::cover_problems(4, 5)) > 5000);
}

#[test]
fn every_small_problem_with_requirements_agrees_with_the_naive_counter() {
    assert!(check_all(universe::cover_problems_with_requirements(2, 3, 20)) > 200);
    assert!(check_all(universe::cover_problems_with_requirements(3, 7, 3)) > 2000);
    assert!(check_all(universe::cover_problems_with_requirements(4, 2, 3)) > 2000);
}

#[test]
fn every_small_problem_with_colours_agrees_with_the_naive_counter() {
    assert!(check_all(universe::cover_problems_with_colours(2, 4)) > 500);
    assert!(check_all(universe::cover_problems_with_colours(3, 3)) > 20_000);
}

#[test]
fn every_small_problem_with_ranges_agrees_with_the_naive_counter() {
    assert!(check_all(universe::cover_problems_with_ranges(2, 5)) > 500);
    assert!(check_all(universe::cover_problems_with_ranges(3, 4)) > 5000);
}

#[test]
fn random_problems_of_every_kind_agree_with_the_naive_counter() {
    let solvable = check_all(random(2, 60));
    assert!(solvable > 200, "only {solvable} problems can be solved");
}
