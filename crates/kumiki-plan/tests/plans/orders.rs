//! A plan is the problem with its options in another order.

use kumiki_group::{Action, Perm};
use kumiki_id::{Id, narrow};
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use kumiki_oracle::universe;
use kumiki_oracle::universe::{Dice, RandomShape, random_cover_problems};
use kumiki_plan::{Entry, Plan};
use std::collections::{BTreeMap, BTreeSet};

/// What is reversed has the same options, from the last to the first, and reversed again it is as
/// before.
fn check_reversed(plan: &Plan) {
    let reversed = plan.reversed();
    let twice = reversed.reversed();
    assert!(reversed.items().iter().eq(plan.items().iter().rev()));
    assert_eq!((twice.option_count(), twice.items()), (plan.option_count(), plan.items()));
    let last_item = narrow(plan.items().len()).wrapping_sub(1);
    for option in 0..plan.option_count() {
        let there = plan.option_count() - 1 - option;
        assert_eq!(reversed.id(there), plan.id(option));
        assert_eq!(reversed.number(plan.id(option)) as usize, there);
        assert_eq!(reversed.cost(there), plan.cost(option));
        let entries = reversed.entries(there);
        assert!(entries.is_sorted(), "L3");
        let items = |entries: &[Entry]| entries.iter().map(|e| (e.item, e.colour)).collect();
        let mut expected: Vec<(u32, u32)> = items(plan.entries(option));
        expected.iter_mut().for_each(|(item, _)| *item = last_item - *item);
        expected.reverse();
        assert_eq!(items(entries), expected);
        assert!(reversed.demands(there).iter().all(|items| items.is_sorted()), "L4");
        assert_eq!(twice.entries(option), plan.entries(option));
        assert_eq!(twice.demands(option), plan.demands(option));
        assert_eq!(reversed.demands(there).len(), plan.demands(option).len());
    }
}

/// Everything that the problem says, the plan says too.
fn check(problem: &CoverProblem) {
    let plan = Plan::new(problem);
    let kinds: Vec<ItemKind> =
        plan.items().iter().map(|item| ItemKind::between(item.least, item.most)).collect();
    assert!(problem.items().iter().eq(&kinds), "L1: {problem:?}");

    // Every option has one number, and back.
    assert_eq!(plan.option_count(), problem.options().len());
    let numbers: BTreeSet<u32> = problem.options().ids().map(|id| plan.number(id)).collect();
    assert!(numbers.into_iter().eq(0..narrow(plan.option_count())), "L2: {problem:?}");
    assert!(problem.options().ids().all(|id| plan.id(plan.number(id) as usize) == id));

    // Colours have other names, but different ones.
    let mut names: BTreeMap<(ItemId, u32), _> = BTreeMap::new();
    for option in 0..plan.option_count() {
        let id = plan.id(option);
        let entries = plan.entries(option);
        assert!(
            entries
                .iter()
                .map(|entry| entry.item as usize)
                .eq(problem.options()[id].iter().map(|i| i.index()))
        );
        for (Entry { colour, .. }, (item, name)) in entries.iter().zip(problem.entries(id)) {
            assert_eq!(*colour == 0, name.is_none(), "L3: {problem:?}");
            assert_eq!(*names.entry((item, *colour)).or_insert(name), name, "L3: {problem:?}");
        }
        let mut demands: Vec<Vec<usize>> = plan
            .demands(option)
            .iter()
            .map(|items| items.iter().map(|item| *item as usize).collect())
            .collect();
        demands.sort_unstable();
        let of_option =
            problem.requirements().iter().filter(|requirement| requirement.option == id);
        let mut expected: Vec<Vec<usize>> = of_option
            .map(|requirement| requirement.any_of.iter().map(|item| item.index()).collect())
            .collect();
        expected.sort_unstable();
        assert_eq!(demands, expected, "L4: {problem:?}");
        assert_eq!(plan.cost(option), problem.cost(id));
    }
    check_reversed(&plan);
    let different: BTreeSet<_> = names.iter().map(|((item, _), name)| (item, name)).collect();
    assert_eq!(different.len(), names.len(), "one name per colour: {problem:?}");
    for item in problem.items().ids() {
        // The numbers of an item's colours have no gaps.
        let colours = names
            .keys()
            .filter(|(of, colour)| *of == item && *colour > 0)
            .map(|(_, colour)| *colour);
        assert!(colours.eq(1..=narrow(
            names.keys().filter(|(of, colour)| *of == item && *colour > 0).count()
        )));
    }

    assert_eq!(plan.is_plain(), problem.is_plain());
    assert_eq!(plan.has_costs(), problem.has_costs());
    assert_eq!(plan.has_demands(), !problem.requirements().is_empty());
    for (item, row) in plan.options_by_item().iter().enumerate() {
        let covers = |option: &u32| {
            plan.entries(*option as usize).iter().any(|entry| entry.item as usize == item)
        };
        assert!(row.iter().copied().eq((0..narrow(plan.option_count())).filter(covers)));
    }
    let all: Vec<u32> = (0..narrow(plan.option_count())).rev().collect();
    assert!(plan.ids(&all).into_iter().eq(problem.options().ids()), "names come increasing");
    let total = problem.options().ids().map(|id| problem.cost(id)).sum::<u64>();
    assert_eq!(plan.total_cost(&all), total);
}

#[test]
fn plans_keep_everything_that_small_problems_say() {
    universe::cover_problems(3, 4).for_each(|problem| check(&problem));
    universe::cover_problems_with_requirements(3, 2, 2).for_each(|problem| check(&problem));
    universe::cover_problems_with_colours(3, 2).for_each(|problem| check(&problem));
    universe::cover_problems_with_ranges(2, 3).for_each(|problem| check(&problem));
    random_cover_problems(1, 100, &RandomShape::with_everything())
        .for_each(|problem| check(&problem));
}

/// Enough options that sorting them can pay.
fn large(seed: u64) -> impl Iterator<Item = CoverProblem> {
    let shape =
        RandomShape { items: 40, options: 150, option_len: 5, ..RandomShape::with_everything() };
    random_cover_problems(seed, 20, &shape)
}

#[test]
fn plans_keep_everything_that_large_problems_say() {
    large(2).for_each(|problem| check(&problem));
}

/// In how many words of 64 options there is one for each item, added up.
fn words_touched(problem: &CoverProblem, order: &[OptionId]) -> usize {
    let mut touched: BTreeSet<(ItemId, usize)> = BTreeSet::new();
    for (at, option) in order.iter().enumerate() {
        let counted = problem.options()[*option]
            .iter()
            .filter(|i| problem.items()[**i] != ItemKind::Optional);
        touched.extend(counted.map(|item| (*item, at / 64)));
    }
    touched.len()
}

#[test]
fn the_options_of_an_item_lie_no_further_apart_than_in_the_given_order() {
    let mut dice = Dice::new(3);
    let mut gain = 0;
    // Each option covers a few neighbours in a long row of items; they are given in random order.
    let rows = (0..20).map(|_| {
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> = (0..100).map(|_| builder.item(ItemKind::Primary)).collect();
        for _ in 0..400 {
            let first = dice.below(96);
            builder.option(items[first..first + 1 + dice.below(4)].iter().copied());
        }
        builder.build(Action::trivial(100)).expect("nonempty options")
    });
    for problem in rows.chain(large(4)) {
        let given: Vec<OptionId> = problem.options().ids().collect();
        let plan = Plan::new(&problem);
        let planned: Vec<OptionId> =
            (0..plan.option_count()).map(|option| plan.id(option)).collect();
        let (before, after) = (words_touched(&problem, &given), words_touched(&problem, &planned));
        assert!(after <= before, "L2: {before} words, then {after}");
        gain += usize::from(2 * after < before);
    }
    assert!(gain >= 20, "rows of items are put in order: {gain}");
}

#[test]
fn symmetries_are_renumbered_with_the_options() {
    let mut dice = Dice::new(5);
    for problem in large(6) {
        let plan = Plan::new(&problem);
        let mut images: Vec<u32> = (0..narrow(plan.option_count())).collect();
        dice.shuffle(&mut images);
        let symmetry = Perm::new(images).expect("a shuffled list");
        let renumbered = plan.renumber(&symmetry);
        for id in problem.options().ids() {
            let image = OptionId::new(symmetry.apply(id.index()));
            assert_eq!(renumbered.apply(plan.number(id) as usize), plan.number(image) as usize);
        }
    }
}
