//! Costs: a ceiling filters, and a ceiling that comes down ends at the cheapest.

use crate::walks::{Seen, Walk, check_alone, space};
use kumiki_cells::{Ceiling, CellsSpace};
use kumiki_group::Action;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemKind};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{RandomShape, random_cover_problems};
use kumiki_search::{Fuel, Prefix, Space, split, visit};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Random problems with costs.
fn priced(seed: u64, count: usize) -> impl Iterator<Item = CoverProblem> {
    let plain = RandomShape {
        max_cost: 9,
        planted_solutions: 2,
        items: 8,
        options: 10,
        ..RandomShape::plain()
    };
    let everything = RandomShape { max_cost: 5, ..RandomShape::with_everything() };
    let ranged =
        RandomShape { ranged_percent: 100, primary_percent: 10, items: 7, ..plain.clone() };
    let free =
        RandomShape { primary_percent: 10, items: 6, options: 6, requirements: 3, ..plain.clone() };
    let shapes = [plain, everything, ranged, free];
    let problems =
        shapes.into_iter().flat_map(move |shape| random_cover_problems(seed, count, &shape));
    // The naive counter is patient, we are not.
    problems.filter(|problem| problem.options().len() <= 18)
}

#[test]
fn a_ceiling_leaves_what_a_filter_leaves_in_the_same_order() {
    for problem in priced(7, 25) {
        let whole = Walk::of(&problem);
        let highest = whole.seen.iter().map(|seen| seen.cost).max().unwrap_or(0);
        for ceiling in [0, highest / 3, highest / 2, highest, u64::MAX] {
            let bounded = space(&problem).bounded_by(Arc::new(Ceiling::new(ceiling)));
            let expected: Vec<Seen> =
                whole.seen.iter().filter(|seen| seen.cost <= ceiling).cloned().collect();
            assert_eq!(Walk::through(&bounded).seen, expected, "at most {ceiling}: {problem:?}");
        }
        let bounded = space(&problem).bounded_by(Arc::new(Ceiling::new(highest / 2)));
        check_alone(&bounded, &format!("at most {}: {problem:?}", highest / 2));
    }
}

/// The costs of the k cheapest solutions, found by lowering the ceiling to the k-th as soon as k
/// are known. The parts of the space are searched in the given order.
fn cheapest(space: &CellsSpace, prefixes: &[Prefix], k: usize) -> Vec<u64> {
    let ceiling = Arc::new(Ceiling::new(u64::MAX));
    let bounded = space.clone().bounded_by(Arc::clone(&ceiling));
    let mut costs: Vec<u64> = Vec::new();
    for prefix in prefixes {
        let outcome = visit(&mut bounded.begin(prefix), &mut Fuel::unlimited(), |search| {
            costs.push(search.cost());
            costs.sort_unstable();
            costs.truncate(k);
            if costs.len() == k {
                ceiling.lower_to(costs[k - 1]);
            }
            ControlFlow::<()>::Continue(())
        });
        assert!(outcome.is_exhausted());
    }
    costs
}

#[test]
fn the_cheapest_solutions_are_those_of_the_naive_counter() {
    let mut several = 0;
    for problem in priced(8, 30) {
        let covers = naive::covers(&problem);
        let mut expected: Vec<u64> = covers
            .iter()
            .map(|cover| cover.iter().map(|option| problem.cost(*option)).sum())
            .collect();
        expected.sort_unstable();
        several += usize::from(expected.len() > 5);
        let space = space(&problem);
        let prefixes: Vec<Prefix> =
            split(&space, 10).0.into_iter().map(|unit| unit.prefix).collect();
        let backwards: Vec<Prefix> = prefixes.iter().rev().cloned().collect();
        for k in [1, 2, 5] {
            for order in [&[Prefix::root()][..], &prefixes, &backwards] {
                let k_cheapest = &expected[..k.min(expected.len())];
                assert_eq!(cheapest(&space, order, k), k_cheapest, "{k} of {problem:?}");
            }
        }
    }
    assert!(several > 50, "only {several} problems have more than five solutions");
}

/// Agents and tasks, one of each for the other, at costs drawn by a simple rule.
fn assignment(n: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let items: Vec<_> = (0..2 * n).map(|_| builder.item(ItemKind::Primary)).collect();
    for agent in 0..n {
        for task in 0..n {
            let option = builder.option([items[agent], items[n + task]]);
            let cost = 100 + (agent * 31 + task * 17 + agent * task * 7) % 41;
            builder.cost(option, u64::try_from(cost).expect("small"));
        }
    }
    builder.build(Action::trivial(2 * n)).expect("valid")
}

#[test]
fn taxes_spare_most_of_the_search() {
    let space = space(&assignment(7));
    let whole = Walk::through(&space);
    assert_eq!(whole.seen.len(), 5040);
    let least = whole.seen.iter().map(|seen| seen.cost).min().expect("there are solutions");
    assert_eq!(cheapest(&space, &[Prefix::root()], 1), [least]);
    // What is common to all options is known from the beginning: the ceiling need not be reached to
    // be felt.
    let bounded = space.bounded_by(Arc::new(Ceiling::new(least)));
    let nodes = Walk::through(&bounded).profile.nodes();
    assert!(20 * nodes < whole.profile.nodes(), "{nodes} of {}", whole.profile.nodes());
}

#[test]
fn sums_of_the_highest_costs_are_exact() {
    let most = CoverProblem::MAX_TOTAL_COST / 6;
    let mut builder = CoverProblemBuilder::new();
    let items = [(); 3].map(|()| builder.item(ItemKind::Primary));
    for item in items {
        for cost in [most - 2, most - 3, 3] {
            let option = builder.option([item]);
            builder.cost(option, cost);
        }
    }
    let mut too_dear = builder.clone();
    let problem = builder.build(Action::trivial(3)).expect("valid");
    let space = space(&problem);
    let whole = Walk::through(&space);
    assert_eq!(whole.seen.len(), 27);
    assert_eq!(whole.seen.iter().map(|seen| seen.cost).max(), Some(3 * most - 6));
    assert_eq!(cheapest(&space, &[Prefix::root()], 3), [9, most + 3, most + 3]);
    let all = space.bounded_by(Arc::new(Ceiling::new(u64::MAX)));
    assert_eq!(Walk::through(&all).seen, whole.seen);

    // One option more, and the sums could be too large to be told apart.
    let option = too_dear.option([items[0]]);
    too_dear.cost(option, u64::MAX);
    let error = too_dear.build(Action::trivial(3)).expect_err("too dear").to_string();
    assert!(error.contains("add up to more than 9007199254740991, expected"), "{error}");
}
