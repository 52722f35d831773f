//! All small problems: the group must have exactly the elements that trying all permutations finds.

use kumiki_auto::{Automorphism, Budget, automorphisms, is_automorphism};
use kumiki_group::{Perm, StabiliserChain};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, ItemId, OptionId};
use kumiki_oracle::{naive, universe};
use num_bigint::BigUint;

fn images(perm: &Perm) -> Vec<usize> {
    (0..perm.degree()).map(|point| perm.apply(point)).collect()
}

fn check(problem: &CoverProblem) {
    let group = automorphisms(problem, Budget::unlimited());
    let expected = naive::automorphisms(problem);
    assert!(group.is_complete());
    assert_eq!(*group.order(), BigUint::from(expected.len()), "{problem:?}");
    let mut elements: Vec<Vec<usize>> =
        group.chain().elements().map(|element| images(&element)).collect();
    elements.sort_unstable();
    assert_eq!(elements, expected, "{problem:?}");
    // The chain above believes in its base; this one knows the generators only.
    let confirmed = StabiliserChain::generated_by(problem.options().len(), &group.perms());
    assert_eq!(confirmed.order(), *group.order(), "{problem:?}");
    for orbit in group.orbits() {
        for option in &orbit {
            let reached: Vec<OptionId> =
                confirmed.orbit_of(option.index()).into_iter().map(OptionId::new).collect();
            assert_eq!(reached, orbit, "{problem:?}");
        }
    }
    for generator in group.generators() {
        let [on_options, on_items] = [
            images(&generator.on_options(problem.options().len())),
            images(&generator.on_items(problem.items().len())),
        ];
        assert!(
            naive::is_automorphism(problem, &on_options, &on_items),
            "{generator:?} of {problem:?}"
        );
    }
}

#[test]
fn every_small_problem_has_the_symmetries_that_trying_all_permutations_finds() {
    universe::cover_problems(3, 5).for_each(|problem| check(&problem));
    universe::cover_problems(4, 3).for_each(|problem| check(&problem));
}

#[test]
fn every_small_problem_with_colours_has_its_symmetries() {
    universe::cover_problems_with_colours(2, 4).for_each(|problem| check(&problem));
    universe::cover_problems_with_colours(3, 2).for_each(|problem| check(&problem));
}

#[test]
fn every_small_problem_with_ranges_and_copies_has_its_symmetries() {
    universe::cover_problems_with_ranges(2, 4).for_each(|problem| check(&problem));
    universe::cover_problems_with_ranges(3, 2).for_each(|problem| check(&problem));
}

#[test]
fn every_small_problem_with_requirements_has_its_symmetries() {
    universe::cover_problems_with_requirements(2, 3, 6).for_each(|problem| check(&problem));
    universe::cover_problems_with_requirements(3, 2, 3).for_each(|problem| check(&problem));
}

#[test]
fn random_problems_with_everything_have_their_symmetries() {
    let shape = universe::RandomShape {
        items: 4,
        options: 4,
        option_len: 2,
        planted_solutions: 0,
        copies: 1,
        ..universe::RandomShape::with_everything()
    };
    universe::random_cover_problems(11, 150, &shape).for_each(|problem| check(&problem));
    let mirrored = universe::RandomShape {
        options: 2,
        max_cost: 1,
        symmetry: universe::PlantedSymmetry::Mirror,
        ..shape
    };
    universe::random_cover_problems(12, 100, &mirrored).for_each(|problem| check(&problem));
}

/// All permutations of so many points.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let swaps: Vec<Perm> = (1..count)
        .map(|at| {
            let mut images: Vec<u32> = (0..kumiki_id::narrow(count)).collect();
            images.swap(at - 1, at);
            Perm::new(images).expect("a swap")
        })
        .collect();
    StabiliserChain::generated_by(count, &swaps)
        .elements()
        .map(|element| images(&element))
        .collect()
}

/// The check that the search relies on looks only at what moves. It must agree with the one that
/// looks at everything.
#[test]
fn the_definition_is_the_naive_one_for_every_pair_of_permutations() {
    let shape = universe::RandomShape {
        items: 3,
        options: 3,
        option_len: 2,
        planted_solutions: 0,
        copies: 1,
        max_cost: 1,
        ..universe::RandomShape::with_everything()
    };
    let problems = universe::random_cover_problems(5, 60, &shape)
        .chain(universe::cover_problems(3, 3))
        .chain(universe::cover_problems_with_colours(2, 3))
        .chain(universe::cover_problems_with_ranges(2, 3))
        .chain(universe::cover_problems_with_requirements(2, 3, 3));
    let mut accepted = [0, 0];
    for problem in problems {
        for on_options in permutations(problem.options().len()) {
            for on_items in permutations(problem.items().len()) {
                let options = on_options.iter().enumerate();
                let items = on_items.iter().enumerate();
                let candidate = Automorphism::new(
                    options.map(|(from, to)| (OptionId::new(from), OptionId::new(*to))),
                    items.map(|(from, to)| (ItemId::new(from), ItemId::new(*to))),
                )
                .expect("permutations");
                let expected = naive::is_automorphism(&problem, &on_options, &on_items);
                assert_eq!(
                    is_automorphism(&problem, &candidate),
                    expected,
                    "{candidate:?} of {problem:?}"
                );
                accepted[usize::from(expected)] += 1;
            }
        }
    }
    assert!(accepted.iter().all(|times| *times > 2000), "{accepted:?}");
}

#[test]
fn what_moves_something_unknown_is_no_symmetry() {
    let problem = universe::cover_problems(2, 3).last().expect("a problem");
    let [near, far] = [0, 99].map(OptionId::new);
    let outside = Automorphism::new([(near, far), (far, near)], []).expect("a permutation");
    assert!(!is_automorphism(&problem, &outside));
    let [near, far] = [0, 99].map(ItemId::new);
    let outside = Automorphism::new([], [(near, far), (far, near)]).expect("a permutation");
    assert!(!is_automorphism(&problem, &outside));
}
