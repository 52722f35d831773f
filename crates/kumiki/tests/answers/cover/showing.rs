//! First ones, samples and cheapest ones.

use super::roads::{dominoes, queens};
use super::{answer, answer_or_halt, ask, listed, number, part, texts};
use kumiki::model::{CoverProblem, CoverSymmetry, Kernel, OptionId, Question, StoppedBy};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{self, RandomShape};
use std::collections::BTreeMap;

fn question(problem: &CoverProblem, kernel: Kernel) -> Question {
    Question::new(ask(problem, kernel, CoverSymmetry::None))
}

#[test]
fn the_cheapest_are_the_cheapest() {
    let shape = RandomShape::with_everything();
    for problem in universe::random_cover_problems(3, 300, &shape) {
        let cost = |solution: &Vec<OptionId>| {
            solution.iter().map(|option| problem.cost(*option)).sum::<u64>()
        };
        let covers = naive::covers(&problem);
        let mut costs: Vec<u64> = covers.iter().map(cost).collect();
        costs.sort_unstable();
        for most in [1, 3, 1000] {
            let asked = ask(&problem, Kernel::Auto, CoverSymmetry::None).cheapest(most);
            let found = answer(&Question::new(asked), 2);
            let expected = &costs[..most.min(costs.len())];
            assert_eq!(found.count, Some(number(expected.len())));
            let none = || vec![0; listed(&found).len()];
            // The judge has held the costs against the options.
            assert_eq!(found.costs.clone().unwrap_or_else(none), expected, "{problem:?}");
            if costs.len() <= most {
                let mut shown = listed(&found);
                shown.sort_unstable();
                assert!(shown == texts(&problem, &covers), "each once: {problem:?}");
            }
        }
    }
}

#[test]
fn the_first_one_ends_the_search() {
    let first = answer_or_halt(&question(&queens(10), Kernel::Auto).list(1), 1);
    let first = first.expect("a problem that can be solved");
    assert_eq!((first.stopped_by, listed(&first).len()), (Some(StoppedBy::Enough), 1));
    assert_eq!(first.count, Some(1.into()));
}

#[test]
fn samples_repeat_with_the_seed_and_hit_everything_equally_often() {
    let problem = queens(6);
    let all = texts(&problem, &naive::covers(&problem));
    assert_eq!(all.len(), 4);
    let draw =
        |seed, threads| listed(&answer(&question(&problem, Kernel::Auto).sample(1, seed), threads));
    assert_eq!(draw(7, 1), draw(7, 3));
    let mut hits: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    for seed in 0..400 {
        for solution in draw(seed, 1) {
            assert!(all.contains(&solution));
            *hits.entry(solution).or_default() += 1;
        }
    }
    // 100 expected, standard deviation below 9.
    assert!(hits.len() == 4 && hits.values().all(|count| (60..=140).contains(count)), "{hits:?}");
}

#[test]
fn samples_from_merged_states_are_solutions_and_equally_likely() {
    let problem = dominoes(2, 5);
    let all = texts(&problem, &naive::covers(&problem));
    assert_eq!(all.len(), 8);
    let mut hits: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    for seed in 0..800 {
        let drawn = answer(&question(&problem, Kernel::Memo).sample(1, seed), 1);
        for solution in listed(&drawn) {
            assert!(all.contains(&solution));
            *hits.entry(solution).or_default() += 1;
        }
    }
    assert!(hits.len() == 8 && hits.values().all(|count| (60..=140).contains(count)), "{hits:?}");
    // Too many to list: only merging can draw. The judge approves of what was drawn.
    let drawn = answer(&question(&dominoes(12, 12), Kernel::Auto).sample(3, 1), 1);
    assert_eq!((part(&drawn).kernel.as_str(), listed(&drawn).len()), ("memo", 3));
}
