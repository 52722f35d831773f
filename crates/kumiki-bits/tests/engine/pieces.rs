//! Pauses, parts and threads change nothing.

use crate::problems::{random, samples};
use crate::walks::{Cover, Walk, check, space};
use kumiki_bits::BitsSpace;
use kumiki_oracle::universe;
use kumiki_oracle::universe::RandomShape;
use kumiki_plan::Plan;
use kumiki_search::{Expansion, Prefix, Profile, Search, Space, split};

#[test]
fn spaces_stand_everything_that_the_driver_does() {
    for (name, plan) in samples() {
        for tail in [false, true] {
            check(&space(&plan).with_tail(tail), &format!("{name}, tail: {tail}"));
        }
    }
}

#[test]
fn a_large_space_is_cut_into_as_many_units_as_wanted() {
    let space = space(&Plan::new(&crate::instances::queens(10)));
    for wanted in [1, 3, 10, 1000] {
        let (units, _) = split(&space, wanted);
        assert!(
            (wanted..=40 * wanted).contains(&units.len()),
            "{} instead of {wanted}",
            units.len()
        );
    }
}

/// What lies below a prefix is what lies below its choices, one after the other. Returns it.
fn check_below(space: &BitsSpace, prefix: &Prefix) -> Vec<Cover> {
    let here = Walk::below(space, prefix, u64::MAX).covers;
    assert_eq!(Walk::below(space, prefix, 1).covers, here, "{prefix:?} in sips");
    let profile = space.begin(prefix).profile().clone();
    let below: Vec<Cover> = match space.expand(prefix, &mut profile.clone()) {
        Expansion::Solution => {
            let mut cover = prefix.choices().to_vec();
            cover.sort_unstable();
            vec![cover]
        }
        Expansion::Choices(choices) => {
            assert!(
                choices.is_sorted_by(|a, b| a < b),
                "{choices:?} are tried in the plan's order"
            );
            choices
                .into_iter()
                .flat_map(|choice| check_below(space, &prefix.then(choice)))
                .collect()
        }
    };
    assert_eq!(below, here, "below {prefix:?}");
    assert_eq!(profile, Profile::new(profile.names()), "nothing has been visited yet");
    here
}

#[test]
fn a_search_can_begin_below_every_prefix() {
    let small = universe::cover_problems(3, 5).chain(universe::cover_problems_with_colours(2, 3));
    let shape = RandomShape { primary_percent: 70, colours: 2, copies: 2, ..RandomShape::plain() };
    let mut solution_count = 0;
    for problem in small.chain(random(8, 40, &shape)).filter(kumiki_model::CoverProblem::is_plain) {
        let plan = Plan::new(&problem);
        for space in [space(&plan).with_tail(false), space(&plan).with_tail(true)] {
            solution_count += check_below(&space, &Prefix::root()).len();
        }
    }
    assert!(solution_count > 1000, "{solution_count}");
    let plan = Plan::new(&crate::instances::langford(7));
    assert_eq!(check_below(&space(&plan), &Prefix::root()).len(), 52);
}
