//! Searching by cases under a group: all solutions are counted, and every class is found once.

use crate::instances::{BOARD_WITH_HOLE, PENTOMINOES, board, packing, soma};
use crate::problems::random;
use crate::walks::{Count, Cover, Walk, check};
use kumiki_bits::BitsSpace;
use kumiki_model::{CoverProblem, OptionId};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{PlantedSymmetry, RandomShape};
use kumiki_plan::{Cases, Classes, Plan, Standing, Weigher};
use kumiki_search::{Prefix, Space, Unit, split};
use std::collections::BTreeSet;

/// What a search by cases says about a problem under all of its stated symmetries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum {
    /// All solutions.
    all: u128,
    /// Those that stand for their class.
    classes: usize,
    /// The sizes of the classes, added up.
    members: usize,
}

/// Searches every case, and every unit of a finer cut.
fn by_cases(problem: &CoverProblem) -> Sum {
    let plan = Plan::new(problem);
    let cases = Cases::new(&plan, problem.on_options());
    let classes = Classes::new(&plan, &cases, problem.on_options());
    let space = BitsSpace::new(&plan, Some(&cases)).expect("a plain problem of moderate size");
    let counting = space.clone().counting();
    let mut sum = Sum { all: 0, classes: 0, members: 0 };
    let mut in_order: Vec<Cover> = Vec::new();
    for number in 0..cases.len() {
        let prefix = Prefix::root().then(kumiki_id::narrow(number));
        assert_eq!(space.begin(&prefix).case(), Some(number));
        let covers = Walk::below(&space, &prefix, u64::MAX).covers;
        assert_eq!(usize::try_from(Count::below(&counting, &prefix, 7).number), Ok(covers.len()));
        let mut weigher = Weigher::default();
        for cover in &covers {
            weigher.add(Some(cases.get(number)), cover);
            if let Standing::First { stabiliser } = classes.standing(&cases, number, cover) {
                sum.classes += 1;
                assert_eq!(classes.group_order() % stabiliser.len(), 0, "Lagrange");
                sum.members += classes.group_order() / stabiliser.len();
            }
        }
        sum.all += weigher.all(Some(cases.get(number)));
        in_order.extend(covers);
    }
    // A search from the root goes through all cases, and so do the units of any cut.
    for wanted in [1, 2, 30] {
        let (units, _) = split(&space, wanted);
        let below = |unit: &Unit| Walk::below(&space, &unit.prefix, u64::MAX).covers;
        let in_units: Vec<Cover> = units.iter().flat_map(below).collect();
        assert_eq!(in_units, in_order, "{} units: {problem:?}", units.len());
    }
    assert_eq!(
        usize::try_from(Count::below(&counting, &Prefix::root(), 3).number),
        Ok(in_order.len())
    );
    sum
}

/// Collects all solutions and sorts them into classes.
fn by_collecting(problem: &CoverProblem, all: &[Vec<OptionId>]) -> Sum {
    let moved = |cover: &[OptionId], by: &kumiki_group::Perm| {
        let place = |option: &OptionId| by.apply(kumiki_id::Id::index(*option));
        let mut image: Vec<usize> = cover.iter().map(place).collect();
        image.sort_unstable();
        image
    };
    let least =
        |cover: &Vec<OptionId>| problem.on_options().iter().map(|by| moved(cover, by)).min();
    let classes: BTreeSet<_> = all.iter().map(least).collect();
    Sum { all: all.len() as u128, classes: classes.len(), members: all.len() }
}

#[test]
fn random_problems_with_planted_groups_are_solved_once_per_class() {
    let mut class_count = 0;
    for (seed, symmetry, options) in [
        (1, PlantedSymmetry::None, 12),
        (2, PlantedSymmetry::Mirror, 8),
        (3, PlantedSymmetry::Shift { by: 1 }, 2),
        (4, PlantedSymmetry::Shift { by: 3 }, 3),
        (5, PlantedSymmetry::Shift { by: 4 }, 4),
        (6, PlantedSymmetry::Shift { by: 6 }, 6),
    ] {
        let shape = RandomShape {
            symmetry,
            options,
            planted_solutions: 0,
            option_len: 3,
            copies: 1,
            ..RandomShape::plain()
        };
        let coloured = RandomShape { primary_percent: 50, colours: 2, ..shape.clone() };
        for problem in random(seed, 12, &shape).chain(random(seed + 10, 12, &coloured)) {
            if problem.options().len() > 26 {
                continue;
            }
            let expected = by_collecting(&problem, &naive::covers(&problem));
            assert_eq!(by_cases(&problem), expected, "{problem:?}");
            class_count += expected.classes;
        }
    }
    assert!(class_count > 100, "{class_count}");
}

#[test]
fn spaces_with_cases_stand_everything_that_the_driver_does() {
    let mut several = 0;
    for (seed, by) in [(1, 2), (2, 3)] {
        let symmetry = PlantedSymmetry::Shift { by };
        let shape = RandomShape {
            symmetry,
            options: 4,
            planted_solutions: 2,
            primary_percent: 60,
            ..RandomShape::plain()
        };
        for problem in random(seed, 8, &shape) {
            let plan = Plan::new(&problem);
            let cases = Cases::new(&plan, problem.on_options());
            let space = BitsSpace::new(&plan, Some(&cases)).expect("a plain problem");
            check(&space, &format!("{problem:?}"));
            several += usize::from(cases.len() > 1);
        }
    }
    assert!(several > 3, "{several}");
}

#[test]
fn puzzles_have_as_many_classes_as_known() {
    let hole = packing(BOARD_WITH_HOLE, &PENTOMINOES);
    assert_eq!(hole.symmetries().group().order(), 8);
    assert_eq!(by_cases(&hole), Sum { all: 520, classes: 65, members: 520 });
    let strip = packing(&board(3, 20), &PENTOMINOES);
    assert_eq!(strip.symmetries().group().order(), 4);
    assert_eq!(by_cases(&strip), Sum { all: 8, classes: 2, members: 8 });
    let soma = soma();
    assert_eq!(soma.symmetries().group().order(), 48);
    assert_eq!(by_cases(&soma), Sum { all: 11_520, classes: 240, members: 11_520 });
}

#[test]
fn an_item_that_no_option_covers_leaves_no_case() {
    let shape = RandomShape {
        options: 0,
        planted_solutions: 0,
        primary_percent: 100,
        ..RandomShape::plain()
    };
    for problem in random(1, 1, &shape) {
        let plan = Plan::new(&problem);
        let cases = Cases::new(&plan, problem.on_options());
        assert!(cases.is_empty());
        assert_eq!(by_cases(&problem), Sum { all: 0, classes: 0, members: 0 });
    }
}
