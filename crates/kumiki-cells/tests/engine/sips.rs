//! Pausing changes nothing.

use crate::problems::{random, samples};
use crate::walks::{Walk, space};
use kumiki_model::CoverProblem;
use kumiki_oracle::universe;
use kumiki_search::{Fuel, Prefix, Search, Space, Step};

/// Whatever the sips, the same solutions come in the same order, and the profile is the same.
fn check(problem: &CoverProblem, sips: impl IntoIterator<Item = u64>) {
    let space = space(problem);
    let whole = Walk::through(&space);
    for sip in sips {
        assert_eq!(
            Walk::below(&space, &Prefix::root(), sip),
            whole,
            "in sips of {sip}: {problem:?}"
        );
    }
}

#[test]
fn small_problems_can_be_searched_in_sips_of_any_size() {
    let plain = universe::cover_problems(3, 7);
    let problems = plain
        .chain(universe::cover_problems_with_colours(2, 4))
        .chain(universe::cover_problems_with_ranges(2, 4))
        .chain(universe::cover_problems_with_requirements(3, 3, 2));
    problems.for_each(|problem| check(&problem, [1, 2]));
}

#[test]
fn random_problems_can_be_searched_in_sips_of_any_size() {
    random(3, 20).for_each(|problem| check(&problem, 1..=7));
    samples().iter().take(6).for_each(|(_, problem)| check(problem, [7, 100]));
}

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
