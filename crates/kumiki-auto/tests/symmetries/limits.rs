//! A budget that is used up, problems with nothing in them, and problems made to mislead.

use crate::puzzles::{latin, plane, queens};
use kumiki_auto::{Budget, automorphisms, is_automorphism};
use kumiki_group::{Action, StabiliserChain};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use num_bigint::BigUint;
use std::collections::BTreeSet;

fn built(builder: CoverProblemBuilder) -> CoverProblem {
    let degree = builder.item_count();
    builder.build(Action::trivial(degree)).expect("valid")
}

#[test]
fn a_budget_that_is_used_up_leaves_a_subgroup_of_the_order_stated() {
    for problem in [queens(6), latin(4), plane(3)] {
        let whole = automorphisms(&problem, Budget::unlimited());
        let whole_chain = whole.chain();
        let mut orders: BTreeSet<BigUint> = BTreeSet::new();
        for percent in 0..=100 {
            let limit_steps = whole.steps() * percent / 100;
            let part = automorphisms(&problem, Budget { limit_steps });
            assert!(!part.is_complete() || part.order() == whole.order(), "{percent} %");
            assert!(part.generators().iter().all(|generator| is_automorphism(&problem, generator)));
            let perms = part.perms();
            assert!(perms.iter().all(|perm| whole_chain.contains(perm)));
            let counted = StabiliserChain::generated_by(problem.options().len(), &perms).order();
            assert_eq!(counted, *part.order(), "{percent} %");
            assert_eq!(part.chain().order(), counted, "{percent} %");
            assert_eq!(whole.order() % part.order(), BigUint::ZERO, "Lagrange");
            orders.insert(counted);
        }
        assert!(orders.len() > 2, "some budgets end the search half-way: {orders:?}");
        assert!(orders.contains(&BigUint::from(1_u32)) && orders.contains(whole.order()));
        assert!(!automorphisms(&problem, Budget { limit_steps: 0 }).is_complete());
    }
}

#[test]
fn equal_problems_give_equal_generators() {
    let [one, other] =
        [latin(4), latin(4)].map(|problem| automorphisms(&problem, Budget::default()));
    assert_eq!(one.generators(), other.generators());
    assert_eq!((one.base(), one.steps()), (other.base(), other.steps()));
}

#[test]
fn no_items_no_options_and_lonely_items_have_the_trivial_group() {
    let mut lonely = CoverProblemBuilder::new();
    lonely.item(ItemKind::Primary);
    lonely.item(ItemKind::Optional);
    let mut single = lonely.clone();
    single.option([ItemId::new(0)]);
    for builder in [CoverProblemBuilder::new(), lonely, single] {
        let problem = built(builder);
        let group = automorphisms(&problem, Budget::default());
        assert!(group.is_complete() && group.generators().is_empty());
        assert_eq!(*group.order(), BigUint::from(1_u32));
        assert_eq!(group.orbits().len(), problem.options().len());
    }
}

/// Items on circles, each two neighbours an option. Refining cannot tell a circle from another, or
/// from two.
fn circles(lengths: &[usize]) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    for len in lengths {
        let items: Vec<ItemId> = (0..*len).map(|_| builder.item(ItemKind::Primary)).collect();
        for at in 0..*len {
            builder.option([items[at], items[(at + 1) % len]]);
        }
    }
    built(builder)
}

#[test]
fn parts_that_refining_cannot_tell_apart_are_told_apart_by_the_search() {
    let order = |lengths: &[usize]| {
        let group = automorphisms(&circles(lengths), Budget { limit_steps: 100_000 });
        assert!(group.is_complete(), "{lengths:?}");
        group.order().clone()
    };
    // Circles of the same length change places; each can be turned and reflected.
    assert_eq!(order(&[6]), BigUint::from(12_u32));
    assert_eq!(order(&[6, 3, 3]), BigUint::from(12_u32 * 6 * 6 * 2));
    assert_eq!(order(&[3, 4, 5, 6, 7]), BigUint::from(6_u32 * 8 * 10 * 12 * 14));
    assert_eq!(
        order(&[8, 8, 8, 4, 4, 4, 4]),
        BigUint::from(16_u32.pow(3) * 6 * 8_u32.pow(4)) * 24_u32
    );
}

/// What options require from items that nobody covers: a graph whose edges are requirements.
fn required_edges(graphs: [&[[usize; 2]]; 2]) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let covered = [(); 2].map(|()| builder.item(ItemKind::Primary));
    for (item, edges) in covered.into_iter().zip(graphs) {
        let option = builder.option([item]);
        let corners: Vec<ItemId> = (0..6).map(|_| builder.item(ItemKind::Optional)).collect();
        for edge in edges {
            builder.require(option, edge.map(|corner| corners[corner]));
        }
    }
    built(builder)
}

#[test]
fn items_that_only_requirements_know_must_fit_as_well() {
    let hexagon = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];
    let shuffled = [[3, 1], [1, 5], [5, 0], [0, 2], [2, 4], [4, 3]];
    let triangles = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    let order = |graphs| automorphisms(&required_edges(graphs), Budget::default()).order().clone();
    assert_eq!(order([&hexagon, &shuffled]), BigUint::from(2_u32));
    assert_eq!(order([&triangles, &triangles]), BigUint::from(2_u32));
    assert_eq!(order([&hexagon, &triangles]), BigUint::from(1_u32));
}
