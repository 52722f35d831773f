//! Pauses, parts and threads change nothing.

use crate::problems::{bricks, langford, queens, random, samples};
use crate::walks::{Walk, check, check_alone, space};
use kumiki_oracle::universe;
use kumiki_search::{Expansion, Prefix, Profile, Search, Space, split};

#[test]
fn small_problems_stand_everything_that_the_driver_does() {
    let plain = universe::cover_problems(3, 7);
    let problems = plain
        .chain(universe::cover_problems_with_colours(2, 4))
        .chain(universe::cover_problems_with_ranges(2, 4))
        .chain(universe::cover_problems_with_requirements(3, 3, 2));
    for problem in problems {
        check_alone(&space(&problem), &format!("{problem:?}"));
    }
}

#[test]
fn random_and_larger_problems_stand_everything_that_the_driver_does() {
    for problem in random(4, 10) {
        check_alone(&space(&problem), &format!("{problem:?}"));
    }
    for (name, problem) in samples() {
        check(&space(&problem), &name);
    }
}

#[test]
fn a_large_space_is_cut_into_as_many_units_as_wanted() {
    for space in [queens(10), langford(9), bricks("3x4x4", "1x2x2")].map(|problem| space(&problem))
    {
        for wanted in [1, 3, 10, 100] {
            let (units, _) = split(&space, wanted);
            assert!(
                (wanted..=100 * wanted).contains(&units.len()),
                "{} instead of {wanted}",
                units.len()
            );
        }
    }
}

#[test]
fn a_solution_that_can_be_extended_is_a_choice_of_its_own() {
    let space = space(&bricks("1x1x2", "1x1x2"));
    let mut profile = space.begin(&Prefix::root()).profile().clone();
    let expanded = space.expand(&Prefix::root(), &mut profile);
    assert_eq!(expanded, Expansion::Choices(vec![u32::MAX, 0]));
    let nothing = Prefix::root().then(u32::MAX);
    assert_eq!(space.expand(&nothing, &mut Profile::new(profile.names())), Expansion::Solution);
    for (prefix, expected) in [(nothing, vec![]), (Prefix::root().then(0), vec![0])] {
        let seen = Walk::below(&space, &prefix).seen;
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].options, expected);
    }
}
