//! Problems at the edges: nothing to do, nothing that can be done, and very many items or options.

use crate::problems::{Dice, Sketch};
use crate::walks::{Cover, Walk, check_alone, space};
use kumiki_bricks::{CoverSpace, Limits, TooManyItems};
use kumiki_group::{Action, Group};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use kumiki_oracle::naive;

/// A problem without symmetries or requirements, its options written as lists of items.
fn problem(kinds: &[ItemKind], options: &[&[usize]]) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let items: Vec<ItemId> = kinds.iter().map(|kind| builder.item(*kind)).collect();
    for option in options {
        builder.option(option.iter().map(|at| items[*at]));
    }
    builder.build(Action::trivial(items.len())).expect("different nonempty options")
}

fn check(kinds: &[ItemKind], options: &[&[usize]], expected: &[&[usize]]) {
    let problem = problem(kinds, options);
    let covers: Vec<Cover> =
        expected.iter().map(|cover| cover.iter().map(|at| OptionId::new(*at)).collect()).collect();
    assert_eq!(Walk::of(&problem).sorted(), covers, "{problem:?}");
    assert_eq!(naive::covers(&problem), covers, "{problem:?}");
}

#[test]
fn problems_with_nothing_to_do_and_problems_with_nothing_to_be_done() {
    use ItemKind::{Optional, Primary};
    check(&[], &[], &[&[]]);
    check(&[Optional], &[], &[&[]]);
    check(&[Primary], &[], &[]);
    check(&[Primary], &[&[0]], &[&[0]]);
    check(&[Optional], &[&[0]], &[&[], &[0]]);
    check(&[Primary, Primary], &[&[0]], &[]);
    check(&[Primary, Optional], &[&[0]], &[&[0]]);
    check(&[Primary, Optional], &[&[1]], &[]);
    check(&[Primary, Primary, Primary], &[&[0, 1], &[1, 2], &[0, 2]], &[]);
    check(
        &[Primary, Optional, Primary],
        &[&[0, 1], &[1, 2], &[0], &[2]],
        &[&[0, 3], &[1, 2], &[2, 3]],
    );
}

/// The numbers of items around which the engine takes wider sets.
const EDGES: [usize; 13] = [1, 2, 63, 64, 65, 128, 129, 256, 257, 512, 513, 4095, 4096];

#[test]
fn independent_items_multiply_in_every_width() {
    for item_count in EDGES {
        let mut builder = CoverProblemBuilder::new();
        let mut twofold = 0;
        for at in 0..item_count {
            let item = builder.item(ItemKind::Primary);
            builder.option([item]);
            // Few enough items with two ways, the last one among them, that all solutions can be
            // seen.
            if (item_count - 1 - at).is_multiple_of(item_count.div_ceil(6)) {
                let extra = builder.item(ItemKind::Optional);
                builder.option([item, extra]);
                twofold += 1;
            }
        }
        let degree = builder.item_count();
        let problem = builder.build(Action::trivial(degree)).expect("different options");
        if degree > 4096 {
            let refused = TooManyItems { items: degree, limit: 4096 };
            assert_eq!(CoverSpace::new(&problem, Limits::default()).map(drop), Err(refused));
            continue;
        }
        let covers = Walk::of(&problem).sorted();
        assert_eq!(covers.len(), 1 << twofold, "{item_count} items");
        assert!(
            covers.is_sorted_by(|a, b| a < b)
                && covers.iter().all(|cover| cover.len() == item_count)
        );
    }
}

#[test]
fn a_circle_of_dominoes_closes_in_two_ways_or_none() {
    for item_count in EDGES.into_iter().filter(|count| *count > 2) {
        let kinds = vec![ItemKind::Primary; item_count];
        let dominoes: Vec<[usize; 2]> =
            (0..item_count).map(|at| [at, (at + 1) % item_count]).collect();
        let options: Vec<&[usize]> = dominoes.iter().map(|domino| &domino[..]).collect();
        let every_other =
            |from: usize| (from..item_count).step_by(2).map(OptionId::new).collect::<Cover>();
        let expected = if item_count.is_multiple_of(2) {
            vec![every_other(0), every_other(1)]
        } else {
            Vec::new()
        };
        assert_eq!(Walk::of(&problem(&kinds, &options)).sorted(), expected, "{item_count} items");
    }
}

#[test]
fn a_problem_scattered_over_many_items_keeps_its_solutions() {
    let mut dice = Dice::new(13);
    for item_count in EDGES.into_iter().filter(|count| *count > 60) {
        for _ in 0..if item_count > 1000 { 3 } else { 30 } {
            let small = Sketch::drawn(&Group::trivial(9), &mut dice, 4, 12, 5).problem();
            // Nine different places: 7 has no factor in common with 9 consecutive multiples of the
            // ninth part.
            let place = |item: &ItemId| item.index() * (item_count / 9) + item.index() % 7;
            let mut builder = CoverProblemBuilder::new();
            let mut kinds = vec![ItemKind::Optional; item_count];
            for (item, kind) in small.items().enumerate() {
                kinds[place(&item)] = *kind;
            }
            let items: Vec<ItemId> = kinds.into_iter().map(|kind| builder.item(kind)).collect();
            let there =
                |set: &[ItemId]| set.iter().map(|item| items[place(item)]).collect::<Vec<_>>();
            for option in small.options().iter() {
                builder.option(there(option));
            }
            for requirement in small.requirements() {
                builder.require(requirement.option, there(&requirement.any_of));
            }
            let large =
                builder.build(Action::trivial(item_count)).expect("as valid as the small one");
            assert_eq!(
                Walk::of(&large).sorted(),
                naive::covers(&small),
                "{item_count} items: {small:?}"
            );
        }
    }
}

#[test]
fn more_items_than_the_widest_kernel_are_refused() {
    let most = problem(&[ItemKind::Optional; 4096], &[]);
    assert_eq!(Walk::of(&most).covers(), [Cover::new()]);
    assert!(CoverSpace::bytes_needed(&most).is_ok());
    let too_many = problem(&[ItemKind::Optional; 4097], &[]);
    let refused = TooManyItems { items: 4097, limit: 4096 };
    assert_eq!(CoverSpace::new(&too_many, Limits::default()).map(drop), Err(refused));
    assert_eq!(CoverSpace::bytes_needed(&too_many), Err(refused));
    assert_eq!(refused.to_string(), "problem with 4097 items, expected at most 4096");
}

/// Two primary items with so many options each, two of them in common.
fn check_ways(left: usize, right: usize) {
    let mut builder = CoverProblemBuilder::new();
    let (a, b) = (builder.item(ItemKind::Primary), builder.item(ItemKind::Primary));
    for (item, ways) in [(a, left), (b, right)] {
        for _ in 2..ways {
            let own = builder.item(ItemKind::Optional);
            builder.option([item, own]);
        }
    }
    let own = builder.item(ItemKind::Optional);
    builder.option([a, b]);
    builder.option([a, b, own]);
    let degree = builder.item_count();
    let problem = builder.build(Action::trivial(degree)).expect("different options");
    let space = space(&problem);
    let walk = Walk::through(&space);
    if right <= 5 {
        assert_eq!(
            check_alone(&space, &format!("{left} and {right} ways")),
            walk.covers(),
            "{left} and {right} ways"
        );
    }
    assert_eq!(walk.seen.len(), (left - 2) * (right - 2) + 2, "{left} and {right} ways");
    // The item with fewer ways is branched on first, as far as the engine counts.
    let first_level = usize::try_from(walk.profile.levels()[1].nodes).expect("at most 130");
    assert!(first_level == left || first_level == right);
    assert!(left.min(right) >= 32 || first_level == left.min(right), "{left} and {right} ways");
}

#[test]
fn items_may_have_more_options_than_the_engine_counts() {
    for left in [2, 14, 15, 16, 31, 32, 33, 63, 64, 65, 128] {
        for right in [2, 5, 32, 64, 65] {
            check_ways(left, right);
        }
    }
}
