//! Counts told state by state: they have the states of the count, and lead to its total.

use kumiki_memo::{Fate, MemoCount, Told, tell_count};
use kumiki_oracle::universe::{cover_problems, cover_problems_with_colours};
use kumiki_plan::{Entry, Plan};
use kumiki_search::{Fuel, Stages, Turn};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// How many states are told, and all solutions, each as often as there are ways to come to its
/// state.
fn told(plan: &Plan) -> (u64, BigUint) {
    let words = |state: &[Entry]| format!("{state:?}");
    let (mut here, mut next) = (HashMap::new(), HashMap::new());
    next.insert(words(&[]), BigUint::from(1_u32));
    let (mut seen, mut total) = (0, BigUint::ZERO);
    let hear = &mut |_: usize, told: Told<'_>| {
        match told {
            Told::Level { states, .. } => {
                here = std::mem::take(&mut next);
                assert_eq!(states, here.len());
                seen += states as u64;
            }
            Told::Carry { state, fate, .. } => {
                let ways: &BigUint = &here[&words(state)];
                match fate {
                    Fate::Dead => {}
                    Fate::Done => total += ways,
                    Fate::Live { state, is_new } => {
                        assert_eq!(is_new, !next.contains_key(&words(&state)));
                        *next.entry(words(&state)).or_default() += ways;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    };
    tell_count(plan, hear).expect("it suits");
    (seen, total)
}

#[test]
fn small_problems_are_told_with_the_states_of_the_count() {
    let mut checked = 0;
    for problem in cover_problems(3, 4).chain(cover_problems_with_colours(3, 2)) {
        let plan = Plan::new(&problem);
        let Ok(mut count) = MemoCount::new(&plan) else {
            assert!(tell_count(&plan, &mut |_, _| ControlFlow::Continue(())).is_err());
            continue;
        };
        if count.step_count() == 0 {
            continue; // there is nothing to tell
        }
        let Turn::Done(total) = count.advance(&mut Fuel::unlimited()) else { panic!("no count") };
        assert_eq!(told(&plan), (count.states_seen(), total), "{problem:?}");
        checked += 1;
    }
    assert!(checked > 400, "{checked}");
}
