//! Both kernels and all builds of the hot loop find the same.

use crate::problems::samples;
use crate::walks::{Count, Walk, space};
use kumiki_search::split;

#[test]
fn the_portable_build_walks_the_same_tree_as_the_best_one() {
    for (name, plan) in samples() {
        for is_tail_used in [false, true] {
            let best = space(&plan).with_tail(is_tail_used);
            let portable = best.clone().portable();
            assert_eq!(Walk::through(&best), Walk::through(&portable), "{name}");
            assert_eq!(Count::of(&best), Count::of(&portable), "{name}");
            assert_eq!(split(&best, 10), split(&portable, 10), "{name}");
        }
    }
}

#[test]
fn the_tail_kernel_changes_neither_the_solutions_nor_their_order() {
    let mut used = 0;
    for (name, plan) in samples() {
        let automatic = Walk::through(&space(&plan));
        let with = Walk::through(&space(&plan).with_tail(true));
        let without = Walk::through(&space(&plan).with_tail(false));
        assert_eq!(with.covers, without.covers, "{name}");
        assert_eq!(automatic.covers, without.covers, "{name}");
        // The trial decides for one of the two, and the tree is then that one's.
        assert!(
            automatic.profile == with.profile || automatic.profile == without.profile,
            "{name}"
        );
        used += usize::from(with.profile != without.profile);
    }
    assert!(used > 3, "only {used} samples can tell the kernels apart");
}

#[test]
fn counting_visits_the_same_nodes_as_listing() {
    for (name, plan) in samples() {
        for space in [space(&plan).with_tail(false), space(&plan).with_tail(true)] {
            let walk = Walk::through(&space);
            let count = Count::of(&space);
            assert_eq!(usize::try_from(count.number), Ok(walk.covers.len()), "{name}");
            assert_eq!(count.profile, walk.profile, "{name}");
        }
    }
}
