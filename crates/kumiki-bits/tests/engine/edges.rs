//! Problems at the edges: nothing to do, nothing that can be done, and as much as the engine takes.

use crate::problems::tangle;
use crate::walks::{Count, Walk, count, space};
use kumiki_bits::{BitsSpace, MAX_ITEMS, MAX_OPTIONS, Unsuited};
use kumiki_group::Action;
use kumiki_id::Id;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use kumiki_oracle::naive;
use kumiki_oracle::universe::Dice;
use kumiki_plan::Plan;

/// A problem without symmetries, its options written as lists of items.
fn problem(kinds: &[ItemKind], options: &[&[usize]]) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let items: Vec<ItemId> = kinds.iter().map(|kind| builder.item(*kind)).collect();
    for option in options {
        builder.option(option.iter().map(|at| items[*at]));
    }
    builder.build(Action::trivial(items.len())).expect("nonempty options")
}

fn check(kinds: &[ItemKind], options: &[&[usize]], expected: &[&[usize]]) {
    let problem = problem(kinds, options);
    let covers: Vec<Vec<OptionId>> =
        expected.iter().map(|cover| cover.iter().map(|at| OptionId::new(*at)).collect()).collect();
    assert_eq!(naive::covers(&problem), covers, "{problem:?}");
    let plan = Plan::new(&problem);
    for space in [space(&plan).with_tail(false), space(&plan).with_tail(true)] {
        assert_eq!(Walk::through(&space).sorted(&plan), covers, "{problem:?}");
        assert_eq!(usize::try_from(Count::of(&space).number), Ok(covers.len()), "{problem:?}");
    }
}

#[test]
fn problems_with_nothing_to_do_and_problems_with_nothing_to_be_done() {
    use ItemKind::{Optional, Primary};
    check(&[], &[], &[&[]]);
    check(&[Optional], &[], &[&[]]);
    check(&[Primary], &[], &[]);
    check(&[Primary], &[&[0]], &[&[0]]);
    check(&[Primary], &[&[0], &[0], &[0]], &[&[0], &[1], &[2]]);
    check(&[Primary, Primary], &[&[0]], &[]);
    check(&[Primary, Primary], &[&[0, 1], &[0, 1]], &[&[0], &[1]]);
    check(&[Primary, Optional], &[&[0]], &[&[0]]);
    check(&[Primary, Primary, Primary], &[&[0, 1], &[1, 2], &[0, 2]], &[]);
    check(
        &[Primary, Optional, Primary],
        &[&[0, 1], &[1, 2], &[0], &[2]],
        &[&[0, 3], &[1, 2], &[2, 3]],
    );
}

/// The numbers of items around which the engine takes another word or block.
const EDGES: [usize; 14] = [1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 257, 4095, 4096];

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
                builder.option([item]);
                twofold += 1;
            }
        }
        let problem = builder.build(Action::trivial(item_count)).expect("nonempty options");
        let plan = Plan::new(&problem);
        let covers = Walk::through(&space(&plan)).sorted(&plan);
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
            |from| (from..item_count).step_by(2).map(OptionId::new).collect::<Vec<_>>();
        let expected = if item_count.is_multiple_of(2) {
            vec![every_other(0), every_other(1)]
        } else {
            Vec::new()
        };
        let plan = Plan::new(&problem(&kinds, &options));
        assert_eq!(Walk::through(&space(&plan)).sorted(&plan), expected, "{item_count} items");
    }
}

/// Two primary items with so many options altogether: three for the first, the others for the
/// second, one of them in common. The options are shuffled.
fn check_ways(option_count: usize) {
    let mut builder = CoverProblemBuilder::new();
    let (a, b) = (builder.item(ItemKind::Primary), builder.item(ItemKind::Primary));
    let mut options = vec![vec![b]; option_count - 3];
    options.extend([vec![a], vec![a], vec![a, b]]);
    Dice::new(3).shuffle(&mut options);
    for option in options {
        builder.option(option);
    }
    let problem = builder.build(Action::trivial(2)).expect("nonempty options");
    let plan = Plan::new(&problem);
    let space = space(&plan);
    let mut covers = Walk::through(&space).sorted(&plan);
    covers.dedup();
    assert_eq!(covers.len(), 2 * (option_count - 3) + 1, "{option_count} options");
    assert_eq!(
        Walk::through(&space.clone().portable()),
        Walk::through(&space),
        "{option_count} options"
    );
}

#[test]
fn options_may_be_as_many_as_the_table_holds() {
    for edge in [64, 256, 4096, 8192, MAX_OPTIONS] {
        check_ways(edge - 1);
        check_ways(edge);
        if edge < MAX_OPTIONS {
            check_ways(edge + 1);
        }
    }
}

#[test]
fn many_open_items_keep_the_tail_kernel_out_until_they_fit() {
    // The formula is that of the tangle's own construction.
    assert_eq!(Count::of(&space(&tangle()).with_tail(true)).number, 81);
    assert_eq!(Count::of(&space(&tangle()).with_tail(false)).number, 81);
}

fn refused(problem: &CoverProblem) -> Option<Unsuited> {
    let plan = Plan::new(problem);
    let suits = BitsSpace::suits(&plan);
    assert_eq!(BitsSpace::new(&plan, None).map(drop), suits);
    suits.err()
}

#[test]
fn problems_beyond_the_limits_are_refused() {
    let many_options = |count: usize| {
        let options = vec![&[0_usize][..]; count];
        problem(&[ItemKind::Primary], &options)
    };
    let why = refused(&many_options(MAX_OPTIONS + 1));
    assert_eq!(why, Some(Unsuited::TooManyOptions { options: MAX_OPTIONS + 1 }));
    assert_eq!(
        why.map(|why| why.to_string()).as_deref(),
        Some("problem with 16385 options, expected at most 16384")
    );
    assert_eq!(count(&many_options(MAX_OPTIONS)), 1 << 14);

    let why = refused(&problem(&[ItemKind::Primary; MAX_ITEMS + 1], &[]));
    assert_eq!(why, Some(Unsuited::TooManyItems { items: MAX_ITEMS + 1 }));
    assert_eq!(
        why.map(|why| why.to_string()).as_deref(),
        Some("problem with 4097 items, expected at most 4096 primary ones and 65535 in all")
    );
    assert_eq!(refused(&problem(&[ItemKind::Primary; MAX_ITEMS], &[])), None);
    let optional = |count: usize| problem(&vec![ItemKind::Optional; count], &[]);
    assert_eq!(refused(&optional(65_535)), None);
    assert_eq!(refused(&optional(65_536)), Some(Unsuited::TooManyItems { items: 65_536 }));
}

#[test]
fn problems_that_are_not_plain_are_refused() {
    use ItemKind::{Optional, Primary};
    let free = problem(&[Primary, Optional], &[&[0], &[1]]);
    let ranged = problem(&[Primary, ItemKind::between(0, 2)], &[&[0, 1]]);
    let mut builder = CoverProblemBuilder::new();
    let item = builder.item(Primary);
    let option = builder.option([item]);
    builder.require(option, [item]);
    let demanding = builder.build(Action::trivial(1)).expect("nonempty option");
    for problem in [free, ranged, demanding] {
        assert_eq!(refused(&problem), Some(Unsuited::NotPlain), "{problem:?}");
    }
    let text = Unsuited::NotPlain.to_string();
    assert_eq!(text, "problem with multiplicities, requirements or free options");
}

#[test]
fn the_bytes_told_beforehand_are_dominated_by_the_clashes() {
    let options = vec![&[0_usize][..]; MAX_OPTIONS];
    let bytes = BitsSpace::bytes_needed(&Plan::new(&problem(&[ItemKind::Primary], &options)));
    let table = u64::try_from(MAX_OPTIONS * MAX_OPTIONS / 8).expect("32 MB");
    assert_eq!(table, 32 << 20);
    assert!((table..table + table / 100).contains(&bytes), "{bytes}");
}
