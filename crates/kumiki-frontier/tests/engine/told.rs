//! Counts told state by state: they have the states of the count, and lead to its total.

use kumiki_frontier::{Count, Fate, Keys, Network, Plan, Problem, Step, Told, tell_count};
use kumiki_model::Graph;
use kumiki_search::Fuel;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The states of each level that is told, and all solutions, each as often as there are ways to
/// come to its state.
fn told(plan: &Plan) -> (Vec<u64>, BigUint) {
    let (mut here, mut next) = (HashMap::new(), HashMap::new());
    next.insert("[]".to_owned(), BigUint::from(1_u32));
    let (mut levels, mut total) = (Vec::new(), BigUint::ZERO);
    let hear = &mut |level: usize, told: Told<'_>| {
        match told {
            Told::Level { states, .. } => {
                here = std::mem::take(&mut next);
                assert_eq!((level, states), (levels.len(), here.len()));
                levels.push(states as u64);
            }
            Told::Carry { state, fate, .. } => {
                let ways: &BigUint = &here[&format!("{state:?}")];
                match fate {
                    Fate::Dead => {}
                    Fate::Done => total += ways,
                    Fate::Live { state, is_new } => {
                        let state = format!("{state:?}");
                        assert_eq!(is_new, !next.contains_key(&state), "{state}");
                        *next.entry(state).or_default() += ways;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    };
    tell_count(plan, hear).expect("small enough");
    (levels, total)
}

/// What is told has the states of a count in tables, level by level, and its total.
pub(crate) fn check(plan: &Plan) {
    let mut count = Count::new(plan, 0, Keys::Wide).expect("small enough");
    let Step::Counted(tally) = count.advance(&mut Fuel::unlimited()) else { panic!("no count") };
    if plan.order().is_empty() {
        return; // there is nothing to tell
    }
    let (levels, total) = told(plan);
    assert_eq!(levels, count.level_states(), "{plan:?}");
    assert_eq!(total, tally.total(), "{plan:?}");
}

#[test]
fn boards_are_told_with_the_states_of_the_count() {
    for (name, problem) in [
        ("grid:4x5", Problem::HamiltonianCycles),
        ("grid:4x4", Problem::Cycles),
        ("grid:4x4", Problem::hamiltonian_paths(16)),
        ("grid:4x5", Problem::PerfectMatchings),
        ("grid:4x4", Problem::SpanningTrees),
        ("grid:4x4", Problem::Forests),
        ("king:3x4", Problem::Paths { from: 0, to: 11 }),
        ("king:3x4", Problem::Degrees { allowed: vec![0b101; 12] }),
        ("knight:5x6", Problem::HamiltonianCycles),
    ] {
        let network = Network::from(&name.parse::<Graph>().expect("a graph"));
        check(&Plan::new(&network, problem).expect("a plan"));
    }
}

#[test]
fn telling_ends_when_enough_is_heard() {
    let network = Network::from(&"grid:6x6".parse::<Graph>().expect("a graph"));
    let plan = Plan::new(&network, Problem::HamiltonianCycles).expect("a plan");
    for most in 1..40 {
        let mut heard = 0;
        let hear = &mut |_: usize, _: Told<'_>| {
            heard += 1;
            if heard == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        tell_count(&plan, hear).expect("small enough");
        assert_eq!(heard, most);
    }
}
