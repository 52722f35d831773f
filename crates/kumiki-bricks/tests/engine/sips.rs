//! All small problems, solved with as many pauses as one likes.

use crate::problems::{Dice, Sketch};
use crate::walks::{check_alone, space};
use kumiki_group::Group;
use kumiki_model::CoverProblem;
use kumiki_oracle::{naive, universe};

/// Whatever the driver does, the solutions are those of the naive counter, each once. Says whether
/// there are any.
fn check(problem: &CoverProblem) -> bool {
    let expected = naive::covers(problem);
    let mut covers = check_alone(&space(problem), &format!("{problem:?}"));
    covers.sort_unstable();
    assert_eq!(covers, expected, "{problem:?}");
    !expected.is_empty()
}

/// Checks all problems and returns how many of them can be solved.
fn check_all(problems: impl Iterator<Item = CoverProblem>) -> usize {
    problems.filter(check).count()
}

#[test]
fn every_small_problem_agrees_with_the_naive_counter_however_often_we_pause() {
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
fn random_problems_agree_with_the_naive_counter() {
    let mut dice = Dice::new(1);
    for (items, largest, options, demands, rounds) in
        [(6, 3, 10, 4, 400), (9, 4, 14, 6, 200), (12, 3, 14, 12, 100), (14, 6, 16, 20, 100)]
    {
        let group = Group::trivial(items);
        let drawn = || Sketch::drawn(&group, &mut dice, largest, options, demands).problem();
        let solvable = check_all(std::iter::repeat_with(drawn).take(rounds));
        assert!(
            solvable > rounds / 3,
            "only {solvable} of {rounds} problems with {items} items show anything"
        );
    }
}
