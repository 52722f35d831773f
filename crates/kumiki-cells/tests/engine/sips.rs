//! How much of a search lies behind us.

use crate::problems::samples;
use crate::walks::{Walk, space};
use kumiki_search::{Fuel, Prefix, Search, Space, Step};

#[test]
fn the_part_that_lies_behind_us_never_shrinks() {
    for (name, problem) in samples() {
        let space = space(&problem);
        for sip in [1, 2, 50] {
            let (mut search, mut behind_us) = (space.begin(&Prefix::root()), 0.0);
            loop {
                let step = search.advance(&mut Fuel(sip));
                let searched = search.searched();
                let range = behind_us - 1e-9..=1.0 + 1e-9;
                assert!(
                    range.contains(&searched),
                    "{name}: {behind_us}, then {searched} after {step:?}"
                );
                behind_us = searched;
                if step == Step::Exhausted {
                    break;
                }
            }
            assert!(behind_us > 1.0 - 1e-9, "{name}: {behind_us} in the end");
        }
    }
}

#[test]
fn some_of_a_search_lies_behind_us_before_it_ends() {
    let space = space(&crate::problems::queens(8));
    let mut search = space.begin(&Prefix::root());
    let nodes = Walk::through(&space).profile.nodes();
    assert_eq!(search.searched(), 0.0);
    while search.profile().nodes() < nodes / 2 {
        search.advance(&mut Fuel(100));
    }
    assert!((0.2..0.8).contains(&search.searched()), "{}", search.searched());
}
