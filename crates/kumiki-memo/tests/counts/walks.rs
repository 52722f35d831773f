//! Counting a problem in every way there is.

use kumiki_memo::MemoCount;
use kumiki_model::CoverProblem;
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Stages, Turn};
use num_bigint::BigUint;

/// How many solutions a problem has, counted in one go from either end.
pub(crate) fn count(problem: &CoverProblem) -> BigUint {
    let plan = Plan::new(problem);
    let forwards = finish(MemoCount::new(&plan).expect("narrow enough"));
    let backwards = finish(MemoCount::backwards(&plan).expect("as narrow"));
    assert_eq!(forwards, backwards, "{problem:?}");
    forwards
}

/// The number that a count arrives at.
pub(crate) fn finish(mut count: MemoCount) -> BigUint {
    let number = match count.advance(&mut Fuel::unlimited()) {
        Turn::Done(number) => number,
        Turn::Going => panic!("there was fuel"),
    };
    assert_eq!(count.steps_done(), count.step_count());
    number
}
