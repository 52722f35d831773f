//! Pauses, parts and threads change nothing, and both builds of the hot loop walk the same tree.

use crate::problems::{bricks, samples};
use crate::walks::{Walk, check, space};
use kumiki_search::split;

#[test]
fn larger_problems_stand_everything_that_the_driver_does() {
    for (name, problem) in samples() {
        check(&space(&problem), &name);
    }
}

#[test]
fn a_large_space_is_cut_into_as_many_units_as_wanted() {
    let space = space(&bricks("4x4x5", &["1x2x2"]));
    for wanted in [1, 3, 10, 1000] {
        let (units, _) = split(&space, wanted);
        assert!(
            (wanted..=40 * wanted).contains(&units.len()),
            "{} instead of {wanted}",
            units.len()
        );
    }
}

#[test]
fn both_builds_of_the_hot_loop_walk_the_same_tree() {
    for (name, problem) in samples() {
        let space = space(&problem);
        let portable = space.clone().portable();
        assert_eq!(Walk::through(&space), Walk::through(&portable), "{name}");
        // The profile of the nodes above the units is made by the same code in both builds.
        assert_eq!(split(&space, 10), split(&portable, 10), "{name}");
    }
}
