//! First ones, samples and cheapest ones.

use super::roads::{dominoes, queens};
use super::{answer, request};
use kumiki::cover::{Kernel, Show, Symmetry, solve};
use kumiki::drive::Run;
use kumiki::host::Terminal;
use kumiki::model::OptionId;
use kumiki::model::StoppedBy;
use kumiki_oracle::naive;
use kumiki_oracle::universe::{self, RandomShape};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn the_cheapest_are_the_cheapest() {
    let shape = RandomShape::with_everything();
    for problem in universe::random_cover_problems(3, 300, &shape) {
        let cost = |solution: &Vec<OptionId>| {
            solution.iter().map(|option| problem.cost(*option)).sum::<u64>()
        };
        let mut costs: Vec<u64> = naive::covers(&problem).iter().map(cost).collect();
        costs.sort_unstable();
        for most in [1, 3, 1000] {
            let solved =
                answer(&request(&problem, Kernel::Auto, Symmetry::None, Show::Cheapest(most)), 2);
            let found: Vec<u64> = solved.solutions.iter().map(|solution| solution.cost).collect();
            assert_eq!(found, costs[..most.min(costs.len())]);
            for solution in &solved.solutions {
                assert_eq!(cost(&solution.options), solution.cost);
            }
        }
    }
}

#[test]
fn the_first_one_ends_the_search() {
    let problem = queens(10);
    let request = request(&problem, Kernel::Auto, Symmetry::None, Show::First(1));
    let solved =
        solve(&request, &Run::new(&Terminal::quiet(1))).expect("a problem that can be solved");
    assert_eq!((solved.stopped_by, solved.solutions.len()), (Some(StoppedBy::Enough), 1));
}

#[test]
fn samples_repeat_with_the_seed_and_hit_everything_equally_often() {
    let problem = queens(6);
    let all: BTreeSet<Vec<OptionId>> = naive_solutions(&problem);
    assert_eq!(all.len(), 4);
    let draw = |seed, threads| {
        answer(
            &request(&problem, Kernel::Auto, Symmetry::None, Show::Sample { size: 1, seed }),
            threads,
        )
        .solutions
    };
    assert_eq!(draw(7, 1), draw(7, 3));
    let mut hits: BTreeMap<Vec<OptionId>, u32> = BTreeMap::new();
    for seed in 0..400 {
        for solution in draw(seed, 1) {
            assert!(all.contains(&solution.options));
            *hits.entry(solution.options).or_default() += 1;
        }
    }
    // 100 expected, standard deviation below 9.
    assert!(hits.len() == 4 && hits.values().all(|count| (60..=140).contains(count)), "{hits:?}");
}

#[test]
fn samples_from_merged_states_are_solutions_and_equally_likely() {
    let problem = dominoes(2, 5);
    let all = naive_solutions(&problem);
    assert_eq!(all.len(), 8);
    let show = Show::Sample { size: 800, seed: 3 };
    let mut hits: BTreeMap<Vec<OptionId>, u32> = BTreeMap::new();
    for solution in answer(&request(&problem, Kernel::Memo, Symmetry::None, show), 1).solutions {
        assert!(all.contains(&solution.options));
        *hits.entry(solution.options).or_default() += 1;
    }
    assert!(hits.len() == 8 && hits.values().all(|count| (60..=140).contains(count)), "{hits:?}");
    // Too many to list: only merging can draw.
    let board = dominoes(12, 12);
    let show = Show::Sample { size: 3, seed: 1 };
    let drawn = answer(&request(&board, Kernel::Auto, Symmetry::None, show), 1);
    assert_eq!((drawn.kernel, drawn.solutions.len()), (Kernel::Memo, 3));
    for solution in &drawn.solutions {
        assert_eq!(kumiki::judge::judge_cover(&board, &solution.options), Ok(()));
    }
}

fn naive_solutions(problem: &kumiki::model::CoverProblem) -> BTreeSet<Vec<OptionId>> {
    answer(&request(problem, Kernel::Cells, Symmetry::None, Show::List(usize::MAX)), 1)
        .solutions
        .into_iter()
        .map(|solution| solution.options)
        .collect()
}
