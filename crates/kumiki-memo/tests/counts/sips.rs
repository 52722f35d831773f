//! Pausing changes nothing.

use crate::boards::dominoes;
use crate::problems::{Overlap, random, ring};
use crate::walks::count;
use kumiki_memo::MemoCount;
use kumiki_model::CoverProblem;
use kumiki_oracle::universe::{Dice, RandomShape};
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Stages, Turn};
use num_bigint::BigUint;

/// Counts in sips, and returns the number and how many states were looked at.
fn in_sips(problem: &CoverProblem, sip: u64) -> (BigUint, u64) {
    let mut count = MemoCount::new(&Plan::new(problem)).expect("narrow enough");
    let (mut steps, mut states) = (0, 0);
    loop {
        let mut fuel = Fuel(sip);
        let turn = count.advance(&mut fuel);
        assert!(steps <= count.steps_done() && states <= count.states_seen());
        (steps, states) = (count.steps_done(), count.states_seen());
        match turn {
            Turn::Done(number) => {
                assert_eq!(steps, count.step_count());
                assert_eq!(
                    count.advance(&mut Fuel(0)),
                    Turn::Done(number.clone()),
                    "the end remains the end"
                );
                return (number, states);
            }
            Turn::Going => assert_eq!(fuel, Fuel(0)),
        }
    }
}

#[test]
fn pausing_changes_neither_the_number_nor_the_states() {
    let mut dice = Dice::new(2);
    let coloured = RandomShape { primary_percent: 60, colours: 2, ..RandomShape::plain() };
    let mut problems = vec![
        dominoes(1, 2),
        dominoes(7, 6),
        // The weights outgrow a word, and then two, in the middle of a level.
        ring(&[vec![3, 1, 2], vec![1, 0, 2], vec![1, 1, 1]], 90),
        Overlap::drawn(&mut dice, 100, 4, 5).problem(),
    ];
    problems.extend(random(3, 10, &coloured));
    for problem in &problems {
        let whole = in_sips(problem, u64::MAX);
        assert_eq!(whole.0, count(problem));
        for sip in 1..=7 {
            assert_eq!(in_sips(problem, sip), whole, "in sips of {sip}: {problem:?}");
        }
    }
}

#[test]
fn without_fuel_nothing_happens() {
    let mut count = MemoCount::new(&Plan::new(&dominoes(4, 4))).expect("narrow");
    assert_eq!(count.advance(&mut Fuel(0)), Turn::Going);
    assert_eq!((count.steps_done(), count.states_seen(), count.step_count()), (0, 0, 16));
}

#[test]
fn wider_boards_take_more_states_and_more_bytes() {
    let most_bytes = |side: usize| {
        let mut count = MemoCount::new(&Plan::new(&dominoes(side, side))).expect("narrow");
        let mut most = 0;
        while count.advance(&mut Fuel(1000)) == Turn::Going {
            most = most.max(count.bytes());
        }
        (count.states_seen(), most)
    };
    let (small, large) = (most_bytes(8), most_bytes(12));
    assert!(small.0 < large.0 && small.1 < large.1, "{small:?}, {large:?}");
    // A level of the larger board has C(12, 6) states and more, each a word and a weight.
    assert!(large.1 > 16 * 924, "{large:?}");
}

#[test]
fn what_lies_ahead_is_forecast_roughly() {
    let problem = dominoes(12, 12);
    let mut count = MemoCount::new(&Plan::new(&problem)).expect("narrow enough");
    // What each sip was followed by, as it was forecast and as it was.
    let mut forecasts = Vec::new();
    while count.advance(&mut Fuel(1 << 10)) == Turn::Going {
        forecasts.push(count.fuel_ahead());
    }
    assert_eq!(count.fuel_ahead(), 0.0, "nothing is left");
    let sips = forecasts.len();
    assert!(sips > 50);
    for (at, forecast) in forecasts.iter().enumerate().take(sips / 2).skip(sips / 8) {
        let truth = (sips - at) as f64 * 1024.0;
        assert!(*forecast > truth / 8.0 && *forecast < truth * 8.0, "{at}: {forecast} {truth}");
    }
}
