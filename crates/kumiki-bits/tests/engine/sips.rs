//! How much of a search lies behind us.

use crate::instances::soma;
use crate::problems::{samples, tangle};
use crate::walks::space;
use kumiki_bits::BitsSpace;
use kumiki_plan::{Cases, Plan};
use kumiki_search::{Fuel, Prefix, Search, Space, Step};

#[test]
fn without_fuel_nothing_happens() {
    for (name, plan) in samples() {
        let space = space(&plan);
        let mut search = space.begin(&Prefix::root());
        for _ in 0..3 {
            assert_eq!(search.advance(&mut Fuel(0)), Step::OutOfFuel, "{name}");
        }
        assert_eq!(search.profile().nodes(), 0, "{name}");
    }
}

/// Searches everything in sips and looks at the part that lies behind us after each.
fn check_progress(name: &str, space: &BitsSpace, sip: u64) {
    let (mut search, mut behind_us) = (space.begin(&Prefix::root()), 0.0);
    loop {
        let step = search.advance(&mut Fuel(sip));
        let searched = search.searched();
        let range = behind_us - 1e-9..=1.0 + 1e-9;
        assert!(range.contains(&searched), "{name}: {behind_us}, then {searched} after {step:?}");
        behind_us = searched;
        if step == Step::Exhausted {
            break;
        }
    }
    assert!(behind_us > 1.0 - 1e-9, "{name}: {behind_us} in the end");
}

#[test]
fn the_part_that_lies_behind_us_never_shrinks() {
    for (name, plan) in samples().into_iter().chain([("a tangle".to_owned(), tangle())]) {
        for space in [space(&plan).with_tail(false), space(&plan).with_tail(true)] {
            for sip in [1, 2, 50] {
                check_progress(&name, &space, sip);
            }
        }
    }
}

#[test]
fn the_part_that_lies_behind_us_never_shrinks_from_case_to_case() {
    let soma = soma();
    let plan = Plan::new(&soma);
    let cases = Cases::new(&plan, soma.on_options());
    assert!(cases.len() > 1);
    let space = BitsSpace::new(&plan, Some(&cases)).expect("a plain problem of moderate size");
    check_progress("soma by cases", &space, 20);
    check_progress("soma by cases, counted", &space.counting(), 20);
}
