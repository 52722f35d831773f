//! States of all lengths and weights of all sizes.

use crate::problems::{Overlap, ring, ring_count};
use crate::walks::count;
use kumiki_group::Action;
use kumiki_memo::{MAX_STATE_BITS, MemoCount, Unsuited, sample};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use kumiki_oracle::universe::Dice;
use kumiki_plan::Plan;
use num_bigint::BigUint;

#[test]
fn problems_with_nothing_to_do_and_problems_with_nothing_to_be_done() {
    use ItemKind::{Optional, Primary};
    for (kinds, options, expected) in [
        (&[][..], &[][..], 1_u32),
        (&[Optional], &[], 1),
        (&[Primary], &[], 0),
        (&[Primary], &[&[0][..]], 1),
        (&[Primary], &[&[0], &[0], &[0]], 3),
        (&[Primary, Primary], &[&[0]], 0),
        (&[Primary, Primary], &[&[1]], 0),
        (&[Primary, Optional], &[&[0]], 1),
        (&[Primary, Optional], &[&[0, 1], &[0]], 2),
        (&[Primary, Primary, Primary], &[&[0, 1], &[1, 2], &[0, 2]], 0),
    ] {
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> = kinds.iter().map(|kind| builder.item(*kind)).collect();
        for option in options {
            builder.option(option.iter().map(|at: &usize| items[*at]));
        }
        let problem = builder.build(Action::trivial(items.len())).expect("nonempty options");
        assert_eq!(count(&problem), BigUint::from(expected), "{problem:?}");
    }
}

#[test]
fn states_of_one_two_and_four_words_are_merged_alike() {
    let mut dice = Dice::new(7);
    for items in [2, 20, 60, 63, 64, 65, 66, 100, 126, 127, 128, 129, 130, 180, 220] {
        for large in [0, 1, 3, 7] {
            let overlap = Overlap::drawn(&mut dice, items, large, 3);
            assert_eq!(
                count(&overlap.problem()),
                overlap.count(),
                "{items} items, {large} large options"
            );
        }
    }
}

/// One option covers all items, which therefore are all remembered after the first step.
fn all_or_one_by_one(items: usize) -> CoverProblem {
    Overlap { ways: vec![2; items], large: vec![(0..items).collect()] }.problem()
}

#[test]
fn states_that_are_too_long_are_refused() {
    let widest = MAX_STATE_BITS + 1;
    assert_eq!(count(&all_or_one_by_one(widest)), (BigUint::from(1_u32) << widest) + 1_u32);
    let plan = Plan::new(&all_or_one_by_one(widest + 1));
    let refused = Unsuited::TooWide { bits: MAX_STATE_BITS + 1 };
    assert_eq!(MemoCount::new(&plan).map(drop), Err(refused));
    assert_eq!(MemoCount::backwards(&plan).map(drop), Err(refused));
    assert_eq!(sample(&plan, 1, 0), Err(refused));
    assert_eq!(refused.to_string(), "states of 257 bits, expected at most 256");
}

#[test]
fn problems_that_are_not_plain_are_refused() {
    let mut builder = CoverProblemBuilder::new();
    let [primary, optional] =
        [ItemKind::Primary, ItemKind::Optional].map(|kind| builder.item(kind));
    builder.option([primary]);
    builder.option([optional]);
    let plan = Plan::new(&builder.build(Action::trivial(2)).expect("nonempty options"));
    assert_eq!(MemoCount::new(&plan).map(drop), Err(Unsuited::NotPlain));
    assert_eq!(MemoCount::backwards(&plan).map(drop), Err(Unsuited::NotPlain));
    assert_eq!(sample(&plan, 1, 0), Err(Unsuited::NotPlain));
    let text = Unsuited::NotPlain.to_string();
    assert_eq!(text, "problem with multiplicities, requirements or free options");
}

#[test]
fn rings_of_coloured_tiles_are_counted_as_the_trace_says() {
    for tiles in [
        vec![vec![1]],
        vec![vec![0, 1], vec![1, 0]],
        vec![vec![1, 1], vec![1, 0]],
        vec![vec![0, 1, 1], vec![1, 0, 2], vec![1, 0, 1]],
        vec![vec![2, 1, 0, 0], vec![0, 0, 1, 1], vec![2, 0, 0, 1], vec![1, 0, 1, 3]],
    ] {
        for length in (2..=12).chain([60, 150]) {
            assert_eq!(
                count(&ring(&tiles, length)),
                ring_count(&tiles, length),
                "{tiles:?}, {length} tiles"
            );
        }
    }
}

#[test]
fn an_item_may_have_very_many_colours() {
    for colours in [1, 2, 3, 6, 7, 255, 1000] {
        let mut builder = CoverProblemBuilder::new();
        let places: Vec<ItemId> = (0..3).map(|_| builder.item(ItemKind::Primary)).collect();
        let shared = builder.item(ItemKind::Optional);
        for place in places {
            for colour in 0..colours {
                builder.coloured_option([(place, None), (shared, Some(Colour(7 * colour)))]);
            }
            builder.option([place, shared]);
            builder.option([place]);
        }
        let problem = builder.build(Action::trivial(4)).expect("nonempty options");
        // Nobody has a colour: all three do without the item, or one of them has it alone.
        // Otherwise one colour is chosen, and one, two or three of them have it.
        assert_eq!(count(&problem), BigUint::from(1 + 3 + colours * 7), "{colours} colours");
    }
}

#[test]
fn weights_of_all_sizes_are_exact() {
    // Independent items: the number doubles or triples at every step, through all sizes of weights.
    for (items, ways) in
        [(63, 2), (64, 2), (65, 2), (128, 2), (129, 2), (600, 2), (1100, 2), (4095, 2), (2580, 3)]
    {
        let overlap = Overlap { ways: vec![ways; items], large: Vec::new() };
        let expected = BigUint::from(ways).pow(kumiki_id::narrow(items));
        assert_eq!(count(&overlap.problem()), expected, "{ways}^{items}");
    }
}
