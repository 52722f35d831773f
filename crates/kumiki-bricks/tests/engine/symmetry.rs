//! One solution per class, whatever the group; and the solutions that a subgroup leaves unchanged.

use crate::problems::{Dice, Sketch, bricks, cube_corners, generated, image};
use crate::walks::{Cover, Walk};
use kumiki_group::{Group, Perm};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, OptionId};
use kumiki_oracle::naive;
use std::collections::BTreeSet;

/// Where a permutation of the options takes a solution.
fn moved(cover: &Cover, by: &Perm) -> Cover {
    let mut image: Cover =
        cover.iter().map(|option| OptionId::new(by.apply(option.index()))).collect();
    image.sort_unstable();
    image
}

/// Searched under its group, the problem must show exactly one solution of each orbit of `all`, and
/// its stabiliser.
fn check_classes(problem: &CoverProblem, all: &BTreeSet<Cover>) {
    let mut reached: BTreeSet<Cover> = BTreeSet::new();
    for seen in Walk::of(problem).seen {
        let images: Vec<Cover> =
            problem.on_options().iter().map(|by| moved(&seen.cover, by)).collect();
        let fixing: Vec<usize> = (0..images.len()).filter(|at| images[*at] == seen.cover).collect();
        assert_eq!(seen.stabiliser, fixing, "{:?} of {problem:?}", seen.cover);
        let orbit: BTreeSet<Cover> = images.into_iter().collect();
        assert_eq!(
            orbit.len() * fixing.len(),
            problem.on_options().len(),
            "orbits and stabilisers"
        );
        for member in orbit {
            assert!(all.contains(&member), "{member:?} is no solution of {problem:?}");
            assert!(
                reached.insert(member),
                "the class of {:?} came twice: {problem:?}",
                seen.cover
            );
        }
    }
    assert_eq!(reached.len(), all.len(), "some class is missing: {problem:?}");
}

/// The folded problem must have exactly those of `all` as solutions that the subgroup leaves
/// unchanged.
fn check_fixed(problem: &CoverProblem, subgroup: &[usize], all: &BTreeSet<Cover>) {
    let (folded, members) = problem.fixed_by(subgroup);
    let union = |cover: Cover| {
        let mut union: Cover =
            cover.iter().flat_map(|option| members[*option].iter().copied()).collect();
        union.sort_unstable();
        union
    };
    let mut found: Vec<Cover> = Walk::of(&folded).covers().into_iter().map(union).collect();
    found.sort_unstable();
    let is_fixed = |cover: &&Cover| {
        subgroup.iter().all(|at| moved(cover, &problem.on_options()[*at]) == **cover)
    };
    let expected: Vec<Cover> = all.iter().filter(is_fixed).cloned().collect();
    assert_eq!(found, expected, "fixed by {subgroup:?}: {problem:?}");
}

/// Both checks for every subgroup of the problem's group.
fn check_all_subgroups(problem: &CoverProblem, all: &BTreeSet<Cover>) {
    for subgroup in problem.symmetries().group().subgroups() {
        check_classes(&problem.with_symmetries(&subgroup), all);
        check_fixed(problem, &subgroup, all);
    }
}

/// All solutions, found without symmetry and each once; of small problems by the naive counter as
/// well.
fn all_of(problem: &CoverProblem) -> BTreeSet<Cover> {
    let all = Walk::of(&problem.with_symmetries(&[0])).sorted();
    if problem.options().len() <= 20 {
        assert_eq!(all, naive::covers(problem), "{problem:?}");
    }
    assert!(all.is_sorted_by(|a, b| a < b), "some solution comes twice: {problem:?}");
    all.into_iter().collect()
}

/// A box of bricks with so many packings, the empty one included.
fn check_bricks(container: &str, kinds: &[&str], packings: usize) {
    let problem = bricks(container, kinds);
    let all = all_of(&problem);
    assert_eq!(all.len(), packings, "{kinds:?} in {container}");
    check_all_subgroups(&problem, &all);
}

#[test]
fn every_class_of_packings_is_found_once_under_every_subgroup() {
    check_bricks("1x2x2", &["1x2x2"], 2);
    check_bricks("2x2x2", &["1x2x2"], 4);
    check_bricks("2x2x3", &["1x2x2"], 6);
    check_bricks("3x3x3", &["1x2x2"], 9);
    check_bricks("3x3x4", &["1x2x2"], 13);
    check_bricks("3x3x5", &["1x2x2"], 41);
    check_bricks("2x4x4", &["1x2x2"], 166);
    check_bricks("2x3x6", &["1x2x2"], 188);
    check_bricks("2x4x5", &["1x2x2"], 622);
    check_bricks("3x4x4", &["1x2x2"], 1102);
}

#[test]
fn every_class_of_packings_is_found_once_with_other_bricks_and_flat_boxes() {
    check_bricks("1x1x6", &["1x1x2"], 2);
    check_bricks("1x3x3", &["1x1x2"], 3);
    check_bricks("1x4x4", &["1x1x2"], 37);
    check_bricks("1x1x5", &["1x1x2", "1x1x1"], 9);
    check_bricks("2x2x2", &["1x1x2"], 18);
    check_bricks("2x2x3", &["1x1x2"], 73);
    check_bricks("2x3x4", &["1x2x2", "2x2x2"], 56);
}

#[test]
fn the_four_cube_is_searched_under_its_large_groups() {
    let problem = bricks("4x4x4", &["1x2x2"]);
    let all = all_of(&problem);
    assert_eq!(all.len(), 48_556);
    for class in
        problem.symmetries().group().subgroup_classes().iter().filter(|class| class.order() >= 12)
    {
        check_classes(&problem.with_symmetries(class.representative()), &all);
        check_fixed(&problem, class.representative(), &all);
    }
}

/// All problems without requirements that the group respects, and some with requirements for each
/// of them.
fn check_universe(group: &Group) {
    let orbits: BTreeSet<BTreeSet<usize>> = (1..1_usize << group.degree())
        .map(|set| group.elements().iter().map(|element| image(set, element)).collect())
        .collect();
    let points = group.orbits();
    let mut dice = Dice::new(3);
    for number in 0..1_usize << (orbits.len() + points.len()) {
        let taken = orbits.iter().enumerate().filter(|(at, _)| number >> at & 1 == 1);
        let primary =
            points.iter().enumerate().filter(|(at, _)| number >> (orbits.len() + at) & 1 == 1);
        let mut sketch = Sketch {
            group: group.clone(),
            primary: primary.flat_map(|(_, orbit)| orbit).fold(0, |set, item| set | 1 << item),
            options: taken.flat_map(|(_, orbit)| orbit.iter().copied()).collect(),
            demands: BTreeSet::new(),
        };
        for _ in 0..3 {
            let problem = sketch.problem();
            let all: BTreeSet<Cover> = naive::covers(&problem).into_iter().collect();
            check_classes(&problem, &all);
            check_fixed(&problem, &(0..group.order()).collect::<Vec<_>>(), &all);
            let drawn = dice.below(sketch.options.len().max(1));
            let Some(option) = sketch.options.iter().nth(drawn).copied() else { break };
            let any_of = dice.set(group.degree(), 3);
            let demand = |element: &Perm| (image(option, element), image(any_of, element));
            sketch.demands.extend(group.elements().iter().map(demand));
        }
    }
}

#[test]
fn every_small_symmetric_problem_is_solved_once_per_class() {
    let symmetric_group = generated(&[&[1, 0, 2, 3], &[1, 2, 3, 0]]);
    assert_eq!(symmetric_group.order(), 24);
    for class in symmetric_group.subgroup_classes() {
        if class.order() > 1 {
            check_universe(&symmetric_group.restrict(class.representative()));
        }
    }
}

#[test]
fn random_symmetric_problems_are_solved_once_per_class_under_every_subgroup() {
    let mut dice = Dice::new(5);
    let hexagon = generated(&[&[1, 2, 3, 4, 5, 0], &[5, 4, 3, 2, 1, 0]]);
    let two_rows = generated(&[&[1, 2, 3, 0, 5, 6, 7, 4], &[4, 5, 6, 7, 0, 1, 2, 3]]);
    // The last two points stay where they are.
    let triangle = generated(&[&[1, 2, 0, 4, 5, 3, 6, 7], &[1, 0, 2, 4, 3, 5, 6, 7]]);
    for (group, options, rounds) in
        [(hexagon, 3, 30), (two_rows, 3, 15), (triangle, 5, 25), (cube_corners(), 2, 4)]
    {
        for _ in 0..rounds {
            let problem = Sketch::drawn(&group, &mut dice, 3, options, 3).problem();
            check_all_subgroups(&problem, &all_of(&problem));
        }
    }
}
