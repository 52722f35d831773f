//! Solutions drawn at random: they are solutions, all of them occur, and none is preferred.

use crate::boards::dominoes;
use crate::problems::{Overlap, random};
use kumiki_judge::judge_cover;
use kumiki_memo::sample;
use kumiki_model::{CoverProblem, OptionId};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{Dice, RandomShape};
use kumiki_plan::Plan;
use std::collections::BTreeMap;

/// Draws so many solutions and returns how often each was drawn.
fn drawn(problem: &CoverProblem, size: usize, seed: u64) -> BTreeMap<Vec<OptionId>, usize> {
    let plan = Plan::new(problem);
    let covers = sample(&plan, size, seed).expect("narrow and plain");
    assert_eq!(sample(&plan, size, seed).as_ref(), Ok(&covers), "the same seed draws the same");
    let mut times = BTreeMap::new();
    for cover in &covers {
        *times.entry(plan.ids(cover)).or_default() += 1;
    }
    times
}

/// Draws so often that each solution should come 200 times. The sum of the squares of the
/// deviations tells whether some are preferred: with k solutions it is about 200 k, and more than
/// twice that is out of the question.
fn check(problem: &CoverProblem, solutions: &[Vec<OptionId>], seed: u64) {
    let times = drawn(problem, 200 * solutions.len(), seed);
    assert!(times.keys().eq(solutions), "exactly the solutions are drawn: {problem:?}");
    let squares: usize = times.values().map(|times| times.abs_diff(200).pow(2)).sum();
    assert!(squares < 200 * (2 * solutions.len() + 20), "{times:?}");
}

#[test]
fn every_solution_is_drawn_equally_often() {
    let shape = RandomShape { primary_percent: 60, colours: 2, copies: 2, ..RandomShape::plain() };
    let mut checked = 0;
    for (seed, problem) in (1..).zip(random(1, 40, &shape)) {
        let mut solutions = naive::covers(&problem);
        solutions.sort_unstable();
        if solutions.len() < 60 {
            check(&problem, &solutions, seed);
            checked += usize::from(solutions.len() > 1);
        }
    }
    assert!(checked > 20, "{checked}");
    check(&dominoes(4, 4), &naive::covers(&dominoes(4, 4)), 99);
}

#[test]
fn nothing_is_drawn_where_there_is_nothing() {
    assert_eq!(sample(&Plan::new(&dominoes(3, 3)), 5, 1), Ok(Vec::new()));
    let empty = Plan::new(&dominoes(0, 0));
    assert_eq!(sample(&empty, 3, 1), Ok(vec![Vec::new(); 3]), "the empty solution is one");
    assert_eq!(sample(&Plan::new(&dominoes(2, 2)), 0, 1), Ok(Vec::new()));
}

#[test]
fn draws_from_very_many_solutions_are_solutions_and_depend_on_the_seed() {
    let mut dice = Dice::new(3);
    for problem in [dominoes(12, 12), Overlap::drawn(&mut dice, 150, 5, 9).problem()] {
        let draws = drawn(&problem, 50, 1);
        assert_eq!(draws.len(), 50, "no two are equal among so many");
        assert!(draws.keys().all(|cover| judge_cover(&problem, cover).is_ok()));
        assert!(drawn(&problem, 50, 2).keys().all(|cover| !draws.contains_key(cover)));
    }
}
