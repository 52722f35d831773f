//! The parts of a space make up the whole.

use crate::problems::{bricks, langford, queens, random, samples};
use crate::walks::{Walk, space};
use kumiki_cells::CellsSpace;
use kumiki_oracle::universe;
use kumiki_search::{Expansion, Prefix, Profile, Search, Space, split};

/// Cut into as many units as wanted and searched one by one, in sips, a space shows what it shows
/// as a whole.
pub(crate) fn check(space: &CellsSpace, wanted: usize, name: &str) {
    let whole = Walk::through(space);
    let (units, trunk) = split(space, wanted);
    let mut sum = Walk { seen: Vec::new(), profile: trunk };
    for unit in &units {
        let part = Walk::below(space, &unit.prefix, 3);
        sum.seen.extend(part.seen);
        sum.profile.merge(&part.profile);
    }
    assert_eq!(sum.seen, whole.seen, "{name} in {wanted} units");
    // Levels without nodes are not always made.
    assert_eq!(sum.nodes_by_level(), whole.nodes_by_level(), "{name} in {wanted} units");
    for (mine, theirs) in sum.profile.levels().iter().zip(whole.profile.levels()) {
        assert_eq!(mine, theirs, "{name} in {wanted} units");
    }
}

#[test]
fn the_units_of_a_small_problem_make_up_the_whole_in_order() {
    let problems = universe::cover_problems(3, 4)
        .chain(universe::cover_problems_with_colours(2, 3))
        .chain(universe::cover_problems_with_ranges(2, 4))
        .chain(universe::cover_problems_with_requirements(3, 3, 1));
    for problem in problems {
        for wanted in [1, 3, 100] {
            check(&space(&problem), wanted, &format!("{problem:?}"));
        }
    }
}

#[test]
fn the_units_of_a_split_make_up_the_whole_in_order() {
    for (name, problem) in samples() {
        for wanted in [0, 1, 2, 10, 300] {
            check(&space(&problem), wanted, &name);
        }
    }
    for problem in random(4, 30) {
        for wanted in [2, 5, 1000] {
            check(&space(&problem), wanted, &format!("{problem:?}"));
        }
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
            let shares: f64 = units.iter().map(|unit| unit.share).sum();
            assert!(units.iter().all(|unit| unit.share > 0.0) && shares < 1.0 + 1e-9, "{shares}");
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
        let seen = Walk::below(&space, &prefix, u64::MAX).seen;
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].options, expected);
    }
}
