//! Symmetries planted in random problems are found, and whatever is found is a symmetry.

use kumiki_auto::{Budget, automorphisms, is_automorphism};
use kumiki_group::{Action, Perm, StabiliserChain};
use kumiki_id::Id;
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, OptionId};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{Dice, PlantedSymmetry, RandomShape, random_cover_problems};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

const PLANTED: [(PlantedSymmetry, u32); 4] = [
    (PlantedSymmetry::Mirror, 2),
    (PlantedSymmetry::Shift { by: 6 }, 2),
    (PlantedSymmetry::Shift { by: 4 }, 3),
    (PlantedSymmetry::Shift { by: 1 }, 12),
];

#[test]
fn planted_symmetries_are_found() {
    for (symmetry, order) in PLANTED {
        let bare =
            RandomShape { symmetry, options: 9, planted_solutions: 0, ..RandomShape::plain() };
        let rich = RandomShape {
            items: 12,
            options: 7,
            planted_solutions: 0,
            symmetry,
            ..RandomShape::with_everything()
        };
        for shape in [bare, rich] {
            for problem in random_cover_problems(3, 25, &shape) {
                let group = automorphisms(&problem, Budget::unlimited());
                assert!(group.is_complete());
                let acting =
                    StabiliserChain::generated_by(problem.options().len(), problem.on_options());
                assert!(acting.order() <= BigUint::from(order));
                assert_eq!(group.order() % acting.order(), BigUint::ZERO, "{problem:?}");
                let chain = group.chain();
                assert!(
                    problem.on_options().iter().all(|planted| chain.contains(planted)),
                    "{problem:?}"
                );
                let confirmed =
                    StabiliserChain::generated_by(problem.options().len(), &group.perms());
                assert_eq!(confirmed.order(), *group.order(), "{problem:?}");
                assert!(
                    group.generators().iter().all(|g| is_automorphism(&problem, g)),
                    "{problem:?}"
                );
            }
        }
    }
}

fn moved(solution: &[OptionId], perm: &Perm) -> Vec<OptionId> {
    let mut image: Vec<OptionId> =
        solution.iter().map(|o| OptionId::new(perm.apply(o.index()))).collect();
    image.sort_unstable();
    image
}

#[test]
fn solutions_go_to_solutions() {
    let mut solution_count = 0;
    for symmetry in
        [PlantedSymmetry::None, PlantedSymmetry::Mirror, PlantedSymmetry::Shift { by: 3 }]
    {
        let shape =
            RandomShape { options: 2, copies: 1, symmetry, ..RandomShape::with_everything() };
        for problem in random_cover_problems(8, 30, &shape) {
            let solutions: BTreeSet<Vec<OptionId>> = naive::covers(&problem).into_iter().collect();
            for perm in automorphisms(&problem, Budget::unlimited()).perms() {
                let images: BTreeSet<Vec<OptionId>> =
                    solutions.iter().map(|s| moved(s, &perm)).collect();
                assert_eq!(images, solutions, "{perm:?} of {problem:?}");
                solution_count += solutions.len();
            }
        }
    }
    assert!(solution_count > 1000, "{solution_count}");
}

/// The same problem with other numbers for options and items and other names for colours, at each
/// item in its own way.
fn renumbered(problem: &CoverProblem, dice: &mut Dice) -> CoverProblem {
    let mut items: Vec<ItemId> = problem.items().ids().collect();
    dice.shuffle(&mut items);
    let mut options: Vec<OptionId> = problem.options().ids().collect();
    dice.shuffle(&mut options);
    let mut builder = CoverProblemBuilder::new();
    let new_item: BTreeMap<ItemId, ItemId> =
        items.iter().map(|item| (*item, builder.item(problem.items()[*item]))).collect();
    let mut new_option: BTreeMap<OptionId, OptionId> = BTreeMap::new();
    for option in options {
        let entries = problem.entries(option).map(|(item, colour)| {
            let renamed =
                |Colour(number)| Colour(100 * kumiki_id::narrow(item.index()) + 7 - number);
            (new_item[&item], colour.map(renamed))
        });
        let id = builder.coloured_option(entries);
        builder.cost(id, problem.cost(option));
        new_option.insert(option, id);
    }
    for requirement in problem.requirements() {
        builder.require(
            new_option[&requirement.option],
            requirement.any_of.iter().map(|i| new_item[i]),
        );
    }
    builder.build(Action::trivial(items.len())).expect("a renumbered problem is one")
}

#[test]
fn renumbering_changes_neither_the_order_nor_the_orbit_lengths() {
    let mut dice = Dice::new(4);
    for (symmetry, _) in PLANTED {
        let shape = RandomShape { items: 12, symmetry, ..RandomShape::with_everything() };
        for problem in random_cover_problems(6, 20, &shape) {
            let described = |problem: &CoverProblem| {
                let group = automorphisms(problem, Budget::unlimited());
                let mut lengths: Vec<usize> = group.orbits().iter().map(Vec::len).collect();
                lengths.sort_unstable();
                (group.order().clone(), lengths)
            };
            let expected = described(&problem);
            for _ in 0..3 {
                assert_eq!(described(&renumbered(&problem, &mut dice)), expected, "{problem:?}");
            }
        }
    }
}
