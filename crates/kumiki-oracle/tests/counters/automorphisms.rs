//! The finder of symmetries of exact-cover problems.

use kumiki_group::Action;
use kumiki_model::{Colour, CoverProblem, OptionId};
use kumiki_model::{CoverProblemBuilder, ItemKind};
use kumiki_oracle::naive::covers;
use kumiki_oracle::naive::{automorphisms, is_automorphism, permutations};
use kumiki_oracle::universe;
use std::collections::BTreeSet;

#[test]
fn images_of_items_give_the_same_symmetries_as_all_permutations() {
    let mut order_sum = 0;
    let shape = universe::RandomShape {
        items: 4,
        options: 2,
        copies: 1,
        ..universe::RandomShape::with_everything()
    };
    for problem in universe::random_cover_problems(31, 200, &shape) {
        if problem.options().len() > 5 {
            continue;
        }
        let all: BTreeSet<Vec<usize>> = automorphisms(&problem).into_iter().collect();
        assert_eq!(
            kumiki_recount::automorphisms(&problem, u64::MAX),
            Some(all.clone()),
            "{problem:?}"
        );
        order_sum += all.len();
    }
    assert!(order_sum > 100, "{order_sum}");
}

#[test]
fn permutations_are_all_there_in_order() {
    assert_eq!(permutations(0), [[0; 0]]);
    let six = permutations(3);
    assert_eq!(six, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    assert_eq!(permutations(5).len(), 120);
}

/// Solutions go to solutions, and the symmetries are closed under composition.
fn check(problem: &CoverProblem) {
    let ids: Vec<OptionId> = problem.options().ids().collect();
    let position =
        |option: &OptionId| ids.iter().position(|id| id == option).expect("an option of it");
    let solutions: BTreeSet<Vec<OptionId>> = covers(problem).into_iter().collect();
    let group = automorphisms(problem);
    for one in &group {
        let moved = |solution: &Vec<OptionId>| {
            let mut image: Vec<OptionId> = solution.iter().map(|o| ids[one[position(o)]]).collect();
            image.sort_unstable();
            image
        };
        let images: BTreeSet<Vec<OptionId>> = solutions.iter().map(moved).collect();
        assert_eq!(images, solutions, "{one:?} of {problem:?}");
        for other in &group {
            let both: Vec<usize> = one.iter().map(|image| other[*image]).collect();
            assert!(group.binary_search(&both).is_ok(), "{one:?} then {other:?} of {problem:?}");
        }
    }
}

#[test]
fn symmetries_map_solutions_to_solutions_and_form_a_group() {
    let plain = universe::cover_problems(3, 4);
    let demanding = universe::cover_problems_with_requirements(2, 3, 2);
    let coloured = universe::cover_problems_with_colours(2, 3);
    let ranged = universe::cover_problems_with_ranges(2, 3);
    plain.chain(demanding).chain(coloured).chain(ranged).for_each(|problem| check(&problem));
}

/// Two primary items, each with one option that also colours an optional item; the problem is
/// changed by `change` and must then have so many symmetries.
fn with_change(change: impl Fn(&mut CoverProblemBuilder, [OptionId; 2]), expected: usize) {
    let mut builder = CoverProblemBuilder::new();
    let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
    let [x, y] = [ItemKind::Optional; 2].map(|kind| builder.item(kind));
    // The names of the colours differ, which must not matter.
    let left = builder.coloured_option([(a, None), (x, Some(Colour(0)))]);
    let right = builder.coloured_option([(b, None), (y, Some(Colour(1)))]);
    change(&mut builder, [left, right]);
    let degree = builder.item_count();
    let problem = builder.build(Action::trivial(degree)).expect("valid");
    assert_eq!(automorphisms(&problem).len(), expected, "{problem:?}");
}

#[test]
fn every_condition_can_break_a_symmetry() {
    let items = |problem: &CoverProblemBuilder| {
        let ids: kumiki_model::CoverProblem =
            problem.clone().build(Action::trivial(problem.item_count())).expect("valid");
        ids.items().ids().collect::<Vec<_>>()
    };
    with_change(|_, _| {}, 2);
    // N1, seen through an option each.
    let more = |builder: &mut CoverProblemBuilder, kinds: [ItemKind; 2]| {
        let [p, q] = kinds.map(|kind| builder.item(kind));
        let known = items(builder);
        builder.option([known[0], p]);
        builder.option([known[1], q]);
    };
    with_change(|builder, _| more(builder, [ItemKind::between(0, 2); 2]), 2);
    with_change(|builder, _| more(builder, [ItemKind::between(0, 2), ItemKind::between(0, 3)]), 1);
    // N3.
    with_change(|builder, both| both.iter().for_each(|option| builder.cost(*option, 3)), 2);
    with_change(|builder, [left, _]| builder.cost(left, 3), 1);
    // N5.
    let require = |builder: &mut CoverProblemBuilder, option, item: usize| {
        let known = items(builder);
        builder.require(option, [known[item]]);
    };
    with_change(|builder, [left, _]| require(builder, left, 3), 1);
    with_change(
        |builder, [left, right]| {
            require(builder, left, 3);
            require(builder, right, 2);
        },
        2,
    );
    // N4: a second use of each of the optional items, in a colour of its own, the same colour,
    // or none.
    let uses = |builder: &mut CoverProblemBuilder, colours: [Option<Colour>; 2]| {
        let known = items(builder);
        builder.coloured_option([(known[2], colours[0])]);
        builder.coloured_option([(known[3], colours[1])]);
    };
    let [zero, one] = [Some(Colour(0)), Some(Colour(1))];
    with_change(|builder, _| uses(builder, [zero, one]), 2);
    with_change(|builder, _| uses(builder, [one, zero]), 2);
    with_change(|builder, _| uses(builder, [zero, zero]), 1);
    with_change(|builder, _| uses(builder, [None, None]), 2);
    with_change(|builder, _| uses(builder, [one, None]), 1);
}

#[test]
fn items_are_part_of_a_symmetry() {
    let mut builder = CoverProblemBuilder::new();
    let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
    builder.option([a]);
    builder.option([b]);
    let problem = builder.build(Action::trivial(2)).expect("valid");
    assert!(is_automorphism(&problem, &[1, 0], &[1, 0]));
    assert!(!is_automorphism(&problem, &[1, 0], &[0, 1]));
}
