//! The parts of a space make up the whole, and both builds of the hot loop walk the same tree.

use crate::problems::{bricks, samples};
use crate::walks::{Walk, space};
use kumiki_search::{Prefix, split};

#[test]
fn the_units_of_a_split_make_up_the_whole_in_order() {
    for (name, problem) in samples() {
        let space = space(&problem);
        let whole = Walk::through(&space);
        for wanted in [0, 1, 3, 10, 1000] {
            let (units, trunk) = split(&space, wanted);
            let mut sum = Walk { seen: Vec::new(), profile: trunk };
            for unit in &units {
                let part = Walk::below(&space, &unit.prefix, u64::MAX);
                sum.seen.extend(part.seen);
                sum.profile.merge(&part.profile);
            }
            assert_eq!(sum, whole, "{name} in {wanted} units");
        }
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
        let shares: f64 = units.iter().map(|unit| unit.share).sum();
        assert!(units.iter().all(|unit| unit.share > 0.0) && shares < 1.0 + 1e-9, "{shares}");
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

#[test]
fn a_prefix_can_be_entered_in_sips_too() {
    let space = space(&bricks("2x4x4", &["1x2x2"]));
    let (units, _) = split(&space, 20);
    assert!(units.iter().all(|unit| unit.prefix != Prefix::root()));
    for unit in units {
        let whole = Walk::below(&space, &unit.prefix, u64::MAX);
        assert_eq!(Walk::below(&space, &unit.prefix, 1), whole, "{:?}", unit.prefix);
    }
}
