//! Searching by cases: every solution is accounted for, and every class is found once.

use crate::problems::{bricks, langford, symmetric};
use crate::walks::{self, Seen, Walk, space};
use kumiki_cells::CellsSpace;
use kumiki_group::{Action, Group, Perm};
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemKind, OptionId};
use kumiki_oracle::naive;
use kumiki_plan::{Cases, Classes, Plan, Standing, Weigher};
use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step};
use std::collections::BTreeSet;

/// Where a permutation of the plan's options takes a solution.
fn moved(options: &[u32], by: &Perm) -> Vec<u32> {
    let mut image: Vec<u32> =
        options.iter().map(|option| kumiki_id::narrow(by.apply(*option as usize))).collect();
    image.sort_unstable();
    image
}

/// What a counting search of each case has found.
fn weighed(space: &CellsSpace, prefixes: &[Prefix]) -> Vec<Weigher> {
    let counting = space.clone().counting();
    let count = |prefix: &Prefix| {
        let mut search = counting.begin(prefix);
        while search.advance(&mut Fuel(5)) != Step::Exhausted {
            assert!(search.solution().is_none(), "a counting search stops at no solution");
        }
        assert_eq!(search.audit(), Ok(()));
        search.weighers().to_vec()
    };
    let parts: Vec<Vec<Weigher>> = prefixes.iter().map(count).collect();
    match parts.as_slice() {
        [whole] => whole.clone(),
        _ => (0..parts.len()).map(|case| parts[case][case].clone()).collect(),
    }
}

/// Checks counting by cases and telling classes apart. Returns how many solutions and classes there
/// are.
fn check(problem: &CoverProblem, expected: &[Vec<OptionId>]) -> (usize, usize) {
    let plan = Plan::new(problem);
    let cases = Cases::new(&plan, problem.on_options());
    let space = CellsSpace::new(&plan, Some(&cases));
    let case_prefixes: Vec<Prefix> =
        (0..cases.len()).map(|case| Prefix::root().then(kumiki_id::narrow(case))).collect();

    let whole = weighed(&space, &[Prefix::root()]);
    assert_eq!(whole.len(), cases.len());
    let all: u128 =
        whole.iter().enumerate().map(|(case, found)| found.all(Some(cases.get(case)))).sum();
    assert_eq!(all, expected.len() as u128, "{problem:?}");

    let expansion =
        space.expand(&Prefix::root(), &mut Profile::new(kumiki_cells::CellsSearch::TALLIES));
    let Expansion::Choices(live) = expansion else { panic!("cases are choices") };
    for case in 0..cases.len() {
        if live.contains(&kumiki_id::narrow(case)) {
            let alone = weighed(&space, &case_prefixes[case..=case]);
            assert_eq!(alone[case], whole[case], "case {case} of {problem:?}");
        } else {
            assert_eq!(whole[case].found(), 0, "case {case} of {problem:?}");
        }
    }

    let classes = Classes::new(&plan, &cases, problem.on_options());
    let mut reached: BTreeSet<Vec<u32>> = BTreeSet::new();
    let mut class_count = 0;
    for Seen { options, case, .. } in Walk::through(&space).seen {
        let case = case.expect("there are cases");
        let Standing::First { stabiliser } = classes.standing(&cases, case, &options) else {
            continue;
        };
        let images: BTreeSet<Vec<u32>> =
            classes.elements().iter().map(|by| moved(&options, by)).collect();
        assert_eq!(images.len() * stabiliser.len(), classes.group_order(), "{problem:?}");
        reached.extend(images);
        class_count += 1;
    }
    assert_eq!(reached.len(), expected.len(), "each class once: {problem:?}");
    let solutions: BTreeSet<Vec<u32>> = expected
        .iter()
        .map(|cover| {
            let mut numbers: Vec<u32> = cover.iter().map(|option| plan.number(*option)).collect();
            numbers.sort_unstable();
            numbers
        })
        .collect();
    assert_eq!(reached, solutions, "{problem:?}");
    (expected.len(), class_count)
}

#[test]
fn random_symmetric_problems_are_counted_by_cases_and_once_per_class() {
    let (mut solution_count, mut class_count) = (0, 0);
    for problem in symmetric(5, 100) {
        let (solutions, classes) = check(&problem, &naive::covers(&problem));
        solution_count += solutions;
        class_count += classes;
    }
    assert!(
        class_count > 100 && 3 * class_count < 2 * solution_count,
        "{class_count} of {solution_count}"
    );
}

#[test]
fn rigid_packings_are_counted_by_cases_and_once_per_class() {
    for (container, kind, packings, classes) in
        [("2x4x4", "1x2x2", 166, 33), ("3x3x4", "1x2x2", 13, 4), ("1x4x4", "1x1x2", 37, 10)]
    {
        let problem = bricks(container, kind);
        let covers = Walk::of(&problem).covers(&Plan::new(&problem));
        assert_eq!(check(&problem, &covers), (packings, classes), "{container}");
    }
}

#[test]
fn a_case_that_was_needed_by_another_item_ends_the_search() {
    // Item 0 has four options in two orbits; the options of the first orbit are the only ones for
    // items 1 and 2.
    let mut builder = CoverProblemBuilder::new();
    let [a, b, c] = [(); 3].map(|()| builder.item(ItemKind::Primary));
    for items in [[a, b].as_slice(), &[a, c], &[a], &[a]] {
        builder.option(items.iter().copied());
    }
    let mirror = Perm::new(vec![0, 2, 1]).expect("a swap");
    let action = Action::new(Group::generated_by(3, &[mirror]), Clone::clone);
    let problem = builder.build(action).expect("valid");
    let plan = Plan::new(&problem);
    let swaps = [[1, 0, 2, 3], [0, 1, 3, 2]]
        .map(|images| Perm::new(images.to_vec()).expect("a permutation"));
    let cases = Cases::new(&plan, &swaps);
    assert_eq!(cases.len(), 2);
    let walk = Walk::through(&CellsSpace::new(&plan, Some(&cases)));
    assert_eq!((walk.seen.len(), walk.profile.nodes()), (0, 1), "the second case is not begun");
}

#[test]
fn without_cases_there_is_one_weigher() {
    let space = space(&langford(8));
    let weighers = weighed(&space, &[Prefix::root()]);
    assert_eq!(weighers.len(), 1);
    assert_eq!(weighers[0].all(None), 300);
}

#[test]
fn spaces_with_cases_stand_everything_that_the_driver_does() {
    for problem in symmetric(6, 6).chain([bricks("2x3x3", "1x1x2")]) {
        let plan = Plan::new(&problem);
        let cases = Cases::new(&plan, problem.on_options());
        let space = CellsSpace::new(&plan, Some(&cases));
        walks::check(&space, &format!("{problem:?}"));
    }
}
