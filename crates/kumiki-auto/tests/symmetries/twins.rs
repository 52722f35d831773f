//! What can be exchanged freely must not explode.

use kumiki_auto::{Budget, automorphisms, is_automorphism};
use kumiki_group::{Action, StabiliserChain};
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use num_bigint::BigUint;

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

fn built(builder: CoverProblemBuilder) -> CoverProblem {
    let degree = builder.item_count();
    builder.build(Action::trivial(degree)).expect("valid")
}

/// The order within a budget that leaves no room for anything but linear work.
fn check(problem: &CoverProblem, expected: &BigUint) {
    let limit_steps =
        200 * u64::try_from(problem.options().len() + problem.items().len()).expect("small");
    let group = automorphisms(problem, Budget { limit_steps });
    assert!(group.is_complete(), "{} steps", group.steps());
    assert_eq!(group.order(), expected);
}

#[test]
fn a_thousand_copies_of_an_option_have_a_factorial_of_symmetries() {
    let mut builder = CoverProblemBuilder::new();
    let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
    for _ in 0..1000 {
        builder.option([a, b]);
    }
    check(&built(builder.clone()), &factorial(1000));
    for item in [a, b] {
        (0..500).for_each(|_| {
            builder.option([item]);
        });
    }
    // The copies of `a` go to those of `b` as a whole.
    check(&built(builder), &(factorial(1000) * factorial(500) * factorial(500) * 2_u32));
}

#[test]
fn copies_count_only_with_equal_costs_and_requirements() {
    let mut builder = CoverProblemBuilder::new();
    let [a, b] = [ItemKind::Primary, ItemKind::Optional].map(|kind| builder.item(kind));
    let copies: Vec<_> = (0..9).map(|_| builder.option([a])).collect();
    builder.option([b]);
    check(&built(builder.clone()), &factorial(9));
    builder.cost(copies[0], 4);
    builder.cost(copies[5], 4);
    check(&built(builder.clone()), &(factorial(2) * factorial(7)));
    builder.require(copies[1], [b]);
    builder.require(copies[2], [b]);
    builder.require(copies[3], [b]);
    check(&built(builder), &(factorial(2) * factorial(3) * factorial(4)));
}

#[test]
fn interchangeable_items_do_not_count() {
    // Each option has items of its own: they can be permuted without moving an option.
    let mut builder = CoverProblemBuilder::new();
    let shared = builder.item(ItemKind::Primary);
    for _ in 0..50 {
        let own: Vec<ItemId> = (0..10).map(|_| builder.item(ItemKind::Optional)).collect();
        builder.option(own.into_iter().chain([shared]));
    }
    // Nor do items that no option has.
    (0..100).for_each(|_| {
        builder.item(ItemKind::Optional);
    });
    check(&built(builder), &factorial(50));
}

#[test]
fn equal_parts_are_exchanged_whole() {
    let part = |builder: &mut CoverProblemBuilder| {
        let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
        builder.option([a]);
        builder.option([a, b]);
        builder.option([b]);
    };
    let mut builder = CoverProblemBuilder::new();
    (0..300).for_each(|_| part(&mut builder));
    check(&built(builder), &(factorial(300) << 300));
    let mut builder = CoverProblemBuilder::new();
    (0..6).for_each(|_| part(&mut builder));
    let problem = built(builder);
    let group = automorphisms(&problem, Budget::unlimited());
    let confirmed = StabiliserChain::generated_by(18, &group.perms());
    assert_eq!(confirmed.order(), factorial(6) << 6);
    assert_eq!(group.chain().order(), factorial(6) << 6);
    assert!(group.generators().iter().all(|generator| is_automorphism(&problem, generator)));
}

#[test]
fn copies_follow_when_their_classes_are_exchanged() {
    // Two triangles of items; each side occurs three times.
    let mut builder = CoverProblemBuilder::new();
    for _ in 0..2 {
        let corners = [(); 3].map(|()| builder.item(ItemKind::Primary));
        for at in 0..3 {
            for _ in 0..3 {
                builder.option([corners[at], corners[(at + 1) % 3]]);
            }
        }
    }
    let problem = built(builder);
    let group = automorphisms(&problem, Budget::unlimited());
    let expected = BigUint::from(6_u32 * 6 * 2) * BigUint::from(6_u32).pow(6);
    assert_eq!(*group.order(), expected);
    assert_eq!(StabiliserChain::generated_by(18, &group.perms()).order(), expected);
    assert_eq!(group.chain().order(), expected);
    assert_eq!(group.base().len(), group.chain().base().len());
}
