//! Bounds on the number of options: fixed ones filter, and branch and bound ends at the best.

use crate::problems::{bricks, samples};
use crate::walks::{Seen, Walk, check, space};
use kumiki_bricks::{CoverSpace, Incumbent, Limits};
use kumiki_model::CoverProblem;
use kumiki_search::{Fuel, Prefix, Space, split, visit};
use std::ops::ControlFlow;
use std::sync::Arc;

fn bounded(problem: &CoverProblem, at_least: Option<u32>, at_most: Option<u32>) -> CoverSpace {
    CoverSpace::new(problem, Limits { at_most, at_least }).expect("few items")
}

fn option_count(seen: &Seen) -> u32 {
    kumiki_id::narrow(seen.cover.len())
}

#[test]
fn limits_leave_what_a_filter_leaves_in_the_same_order() {
    for (name, problem) in samples() {
        let all = Walk::of(&problem).seen;
        let most = all.iter().map(option_count).max().unwrap_or(0);
        let bounds =
            || [None, Some(0), Some(1), Some(most.saturating_sub(1)), Some(most), Some(most + 1)];
        for at_least in bounds() {
            for at_most in bounds() {
                let fits = |seen: &&Seen| {
                    let count = option_count(seen);
                    at_least.is_none_or(|least| least <= count)
                        && at_most.is_none_or(|most| count <= most)
                };
                let expected: Vec<Seen> = all.iter().filter(fits).cloned().collect();
                let found = Walk::through(&bounded(&problem, at_least, at_most)).seen;
                assert_eq!(found, expected, "{name}, {at_least:?} to {at_most:?}");
            }
        }
    }
}

#[test]
fn limited_spaces_stand_everything_that_the_driver_does() {
    for (name, problem) in samples() {
        check(&bounded(&problem, Some(1), Some(9)), &name);
    }
}

/// Everything that searches of the units, in the given order, see while they tighten the incumbent.
fn branch_and_bound(
    space: &CoverSpace,
    incumbent: &Arc<Incumbent>,
    prefixes: &[Prefix],
) -> Vec<Seen> {
    let space = space.clone().bounded_by(Arc::clone(incumbent));
    let mut found = Vec::new();
    for prefix in prefixes {
        let outcome = visit(&mut space.begin(prefix), &mut Fuel::unlimited(), |search| {
            let seen = Seen::at(search);
            incumbent.offer(option_count(&seen));
            found.push(seen);
            ControlFlow::<()>::Continue(())
        });
        assert!(outcome.is_exhausted());
    }
    found
}

#[test]
fn branch_and_bound_sees_all_of_the_best_and_knows_that_they_are() {
    for (name, problem) in samples() {
        let space = bounded(&problem, Some(1), None);
        let all = Walk::through(&space).seen;
        let prefixes: Vec<Prefix> =
            split(&space, 20).0.into_iter().map(|unit| unit.prefix).collect();
        let backwards: Vec<Prefix> = prefixes.iter().rev().cloned().collect();
        let numbers = || all.iter().map(option_count);
        for (incumbent, best) in [
            (Incumbent::fewest as fn() -> Incumbent, numbers().min()),
            (Incumbent::most, numbers().max().or(Some(0))),
        ] {
            let mut expected: Vec<Seen> =
                all.iter().filter(|seen| Some(option_count(seen)) == best).cloned().collect();
            for order in [&[Prefix::root()][..], &prefixes, &backwards] {
                let incumbent = Arc::new(incumbent());
                let mut found = branch_and_bound(&space, &incumbent, order);
                assert_eq!(incumbent.best(), best, "{name}");
                found.retain(|seen| Some(option_count(seen)) == best);
                found.sort_unstable_by_key(|seen| seen.cover.clone());
                expected.sort_unstable_by_key(|seen| seen.cover.clone());
                assert_eq!(found, expected, "{name}");
            }
        }
    }
}

#[test]
fn branch_and_bound_visits_fewer_nodes() {
    let problem = bricks("3x5x5", &["1x2x2"]);
    let whole = Walk::through(&space(&problem)).profile.nodes();
    for (incumbent, least) in [(Incumbent::fewest(), Some(1)), (Incumbent::most(), None)] {
        let incumbent = Arc::new(incumbent);
        let space = bounded(&problem, least, None).bounded_by(Arc::clone(&incumbent));
        let mut search = space.begin(&Prefix::root());
        let offer = |search: &kumiki_bricks::CoverSearch<'_>| {
            incumbent.offer(option_count(&Seen::at(search)));
            ControlFlow::<()>::Continue(())
        };
        assert!(visit(&mut search, &mut Fuel::unlimited(), offer).is_exhausted());
        let nodes = kumiki_search::Search::profile(&search).nodes();
        assert!(nodes < whole, "{nodes} of {whole}");
    }
}
