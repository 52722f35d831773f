//! Cases meet every class once, and what is found in them tells how many solutions there are.

use crate::symmetric::{groups_of_four_points, problems};
use kumiki_group::Perm;
use kumiki_id::narrow;
use kumiki_model::CoverProblem;
use kumiki_oracle::naive;
use kumiki_oracle::universe::{PlantedSymmetry, RandomShape, random_cover_problems};
use kumiki_plan::{Cases, Classes, Plan, Standing, Weigher};
use std::collections::BTreeSet;

/// A solution as a sorted list of the plan's options.
type Cover = Vec<u32>;

fn moved(cover: &Cover, by: &Perm) -> Cover {
    let mut image: Cover = cover.iter().map(|option| narrow(by.apply(*option as usize))).collect();
    image.sort_unstable();
    image
}

/// X1 and X2, from what the elements of the group say.
fn check_shape(plan: &Plan, cases: &Cases, elements: &[Perm]) {
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    for number in 0..cases.len() {
        let case = cases.get(number);
        assert_eq!(case.forced, case.orbit.first().copied(), "X1");
        assert!(case.orbit.is_sorted_by(|a, b| a < b), "X1");
        for option in 0..plan.option_count() {
            assert_eq!(cases.is_excluded(number, option), seen.contains(&narrow(option)), "X2");
        }
        if let Some(forced) = case.forced {
            let images: BTreeSet<u32> =
                elements.iter().map(|by| narrow(by.apply(forced as usize))).collect();
            assert!(images.iter().eq(&case.orbit), "X1: these are its images");
        }
        let before = seen.len();
        seen.extend(&case.orbit);
        assert_eq!(seen.len(), before + case.orbit.len(), "an option is in one case");
    }
}

/// Cuts the naive solutions by cases and compares what is left with their classes. Returns how many
/// classes there are.
fn check(problem: &CoverProblem) -> usize {
    let plan = Plan::new(problem);
    let cases = Cases::new(&plan, problem.on_options());
    let classes = Classes::new(&plan, &cases, problem.on_options());
    check_shape(&plan, &cases, classes.elements());
    assert_eq!(classes.group_order(), problem.on_options().len());
    let all: BTreeSet<Cover> = naive::covers(problem)
        .iter()
        .map(|cover| {
            let mut cover: Cover = cover.iter().map(|id| plan.number(*id)).collect();
            cover.sort_unstable();
            cover
        })
        .collect();
    let mut met: BTreeSet<Cover> = BTreeSet::new();
    let (mut total, mut class_count) = (0, 0);
    for number in 0..cases.len() {
        let case = cases.get(number);
        let mut weigher = Weigher::default();
        let is_inside = |cover: &&Cover| {
            case.forced.is_none_or(|forced| cover.contains(&forced))
                && !cover.iter().any(|option| cases.is_excluded(number, *option as usize))
        };
        let inside: Vec<&Cover> = all.iter().filter(is_inside).collect();
        for cover in &inside {
            weigher.add(Some(case), cover);
            let images: Vec<Cover> = classes.elements().iter().map(|by| moved(cover, by)).collect();
            let Standing::First { stabiliser } = classes.standing(&cases, number, cover) else {
                let better = |image: &&Cover| image < cover && inside.contains(image);
                assert!(
                    images.iter().any(|image| better(&image)),
                    "somebody else must stand for it: {problem:?}"
                );
                continue;
            };
            let mut stabiliser: Vec<usize> =
                stabiliser.into_iter().map(|number| number as usize).collect();
            stabiliser.sort_unstable();
            let fixing = (0..images.len()).filter(|at| images[*at] == **cover);
            assert!(fixing.eq(stabiliser), "{problem:?}");
            class_count += 1;
            for member in images.into_iter().collect::<BTreeSet<Cover>>() {
                assert!(met.insert(member), "X3: some class comes twice: {problem:?}");
            }
        }
        assert_eq!(usize::try_from(weigher.found()), Ok(inside.len()));
        total += weigher.all(Some(case));
    }
    assert_eq!(met, all, "X3: {problem:?}");
    assert_eq!(usize::try_from(total), Ok(all.len()), "{problem:?}");
    class_count
}

#[test]
fn every_small_symmetric_problem_is_cut_into_cases_that_meet_every_class_once() {
    for group in groups_of_four_points() {
        let order = group.order();
        // Without symmetry there are too many problems, and too little to see.
        if order > 1 {
            let class_count: usize = problems(&group).map(|problem| check(&problem)).sum();
            assert!(class_count > 50, "{class_count} under a group of order {order}");
        }
    }
}

#[test]
fn random_problems_with_everything_are_cut_into_cases_that_meet_every_class_once() {
    let mut class_count = 0;
    for symmetry in [
        PlantedSymmetry::None,
        PlantedSymmetry::Mirror,
        PlantedSymmetry::Shift { by: 1 },
        PlantedSymmetry::Shift { by: 2 },
        PlantedSymmetry::Shift { by: 3 },
    ] {
        let shape = RandomShape { options: 4, symmetry, ..RandomShape::with_everything() };
        for problem in
            random_cover_problems(7, 60, &shape).filter(|problem| problem.options().len() <= 18)
        {
            class_count += check(&problem);
        }
    }
    assert!(class_count > 1000, "{class_count}");
}

#[test]
fn it_does_not_matter_which_elements_generate_the_group() {
    let shape = RandomShape { symmetry: PlantedSymmetry::Shift { by: 1 }, ..RandomShape::plain() };
    for problem in random_cover_problems(8, 10, &shape) {
        let plan = Plan::new(&problem);
        let listed = |generators: &[Perm]| {
            let cases = Cases::new(&plan, generators);
            (0..cases.len()).map(|number| cases.get(number).clone()).collect::<Vec<_>>()
        };
        let all = problem.on_options();
        let shift = all.iter().find(|by| {
            // An element of order 12 generates the group.
            let mut power = (*by).clone();
            (1..12).all(|_| {
                let is_other = !power.is_identity();
                power = power.then(by);
                is_other
            })
        });
        let shift = shift.expect("the group is cyclic of order 12");
        assert_eq!(listed(std::slice::from_ref(shift)), listed(all));
    }
}

#[test]
fn parts_of_a_case_are_weighed_as_the_whole() {
    let mut whole = Weigher::default();
    let mut parts = [Weigher::default(), Weigher::default()];
    for (in_orbit, count) in [(1, 4), (2, 6), (3, 3), (2, 2)] {
        whole.add_many(in_orbit, count);
        parts[in_orbit % 2].add_many(in_orbit, count);
    }
    let [mut sum, other] = parts;
    sum.merge(&other);
    assert_eq!(sum, whole);
    assert_eq!(sum.found(), 15);
    // Without cases, every solution stands for itself.
    let mut plain = Weigher::default();
    plain.add(None, &[1, 2, 3]);
    assert_eq!((plain.found(), plain.all(None)), (1, 1));
}
