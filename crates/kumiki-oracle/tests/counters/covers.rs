//! The counter of exact covers.

use kumiki_group::Action;
use kumiki_model::{AntislideQuestion, CoverProblemBuilder, ItemKind, PlacedBrick};
use kumiki_model::{Colour, CoverProblem, ItemId, OptionId};
use kumiki_oracle::examples::bricks::{question, with};
use kumiki_oracle::naive::covers;
use kumiki_oracle::naive::{arrangements, packings};
use kumiki_oracle::universe::{self, RandomShape};

/// Cells are optional items, bricks are options, and a face that touches no wall requires a
/// cell it touches.
fn as_cover(question: &AntislideQuestion) -> CoverProblem {
    let container = question.container();
    let mut builder = CoverProblemBuilder::new();
    let cells: Vec<ItemId> =
        (0..container.cell_count()).map(|_| builder.item(ItemKind::Optional)).collect();
    let items =
        |brick: PlacedBrick| brick.places().map(|at| cells[container.cell(at)]).collect::<Vec<_>>();
    let single = with(question.clone(), |q| q.max_bricks = Some(1));
    arrangements(&single, &mut |bricks| {
        let [brick] = bricks else { return };
        let option = builder.option(items(*brick));
        for axis in 0..3 {
            let mut slab = *brick;
            slab.extent[axis] = 1;
            if let Some(before) = brick.origin[axis].checked_sub(1) {
                slab.origin[axis] = before;
                builder.require(option, items(slab));
            }
            slab.origin[axis] = brick.origin[axis] + brick.extent[axis];
            if slab.origin[axis] < container.sides()[axis] {
                builder.require(option, items(slab));
            }
        }
    });
    builder.build(Action::trivial(cells.len())).expect("different bricks cover different cells")
}

#[test]
fn rigid_packings_are_covers_with_requirements() {
    for (container, kinds, expected) in [
        ("2x2x3", vec!["1x2x2"], 6),
        ("3x3x3", vec!["1x2x2"], 9),
        ("1x3x3", vec!["1x1x2"], 3),
        ("1x4x4", vec!["1x1x2"], 37),
        ("2x3x4", vec!["1x2x2", "2x2x2"], 56),
    ] {
        let question = question(container, &kinds);
        assert_eq!(covers(&as_cover(&question)).len(), expected, "{container}");
        assert_eq!(packings(&question).len(), expected, "{container}");
    }
}

/// Every set of options, the uses of its items counted one by one.
fn covers_by_counting(problem: &CoverProblem) -> Vec<Vec<OptionId>> {
    let options: Vec<OptionId> = problem.options().ids().collect();
    let mut found = Vec::new();
    for set in 0_usize..1 << options.len() {
        let taken =
            || options.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, o)| *o);
        let uses = |item, colour| {
            taken()
                .filter(|option| problem.entries(*option).any(|entry| entry == (item, colour)))
                .count()
        };
        let plain = |item| uses(item, None);
        let shades = |item| (0..4).filter(|shade| uses(item, Some(Colour(*shade))) > 0).count();
        let items_fit = problem.items().enumerate().all(|(item, kind)| match kind {
            ItemKind::Primary => plain(item) == 1,
            ItemKind::Optional => plain(item) + shades(item) <= 1,
            ItemKind::Ranged { least, most } => {
                (*least..=*most).any(|times| usize::try_from(times) == Ok(plain(item)))
            }
        });
        let demands_met = taken().all(|option| {
            let mut demands =
                problem.requirements().iter().filter(|demand| demand.option == option);
            demands.all(|demand| demand.any_of.iter().any(|item| plain(*item) + shades(*item) > 0))
        });
        if items_fit && demands_met {
            found.push(taken().collect());
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn every_small_cover_problem_is_solved_as_by_counting() {
    let plain = universe::cover_problems(3, 7).chain(universe::cover_problems(4, 3));
    let demanding = universe::cover_problems_with_requirements(3, 4, 3);
    let coloured = universe::cover_problems_with_colours(2, 4);
    let ranged = universe::cover_problems_with_ranges(2, 5);
    for problem in plain.chain(demanding).chain(coloured).chain(ranged) {
        assert_eq!(covers(&problem), covers_by_counting(&problem), "{problem:?}");
    }
}

#[test]
fn random_problems_with_everything_are_solved_as_by_counting() {
    let mut solution_count = 0;
    for problem in universe::random_cover_problems(1, 80, &universe::RandomShape::with_everything())
    {
        let found = covers(&problem);
        assert_eq!(found, covers_by_counting(&problem), "{problem:?}");
        solution_count += found.len();
    }
    assert!(solution_count > 80, "the problems are not all unsolvable: {solution_count}");
}

#[test]
fn knuths_first_example_has_one_cover() {
    let mut builder = CoverProblemBuilder::new();
    let [a, b, c, d, e, f, g] = [ItemKind::Primary; 7].map(|kind| builder.item(kind));
    let cef = builder.option([c, e, f]);
    builder.option([a, d, g]);
    builder.option([b, c, f]);
    let ad = builder.option([a, d]);
    let bg = builder.option([b, g]);
    builder.option([d, e, g]);
    let problem = builder.build(Action::trivial(7)).expect("valid");
    assert_eq!(covers(&problem), [[cef, ad, bg]]);
}

#[test]
fn a_ranged_item_is_covered_so_often_and_equal_options_are_different() {
    let mut builder = CoverProblemBuilder::new();
    let item = builder.item(ItemKind::between(2, 3));
    let copies: Vec<OptionId> = (0..4).map(|_| builder.option([item])).collect();
    let problem = builder.build(Action::trivial(1)).expect("valid");
    // Two or three of four.
    assert_eq!(covers(&problem).len(), 6 + 4);
    assert!(covers(&problem).contains(&vec![copies[0], copies[3]]));
}

/// Counting item by item comes to as many as trying every option in and out; says how many.
fn recounted(problem: &CoverProblem) -> usize {
    let count = kumiki_recount::count_covers(problem, u64::MAX, &mut || Ok::<(), ()>(()));
    let expected = covers(problem).len();
    assert_eq!(count, Ok(Some(expected as u128)), "{problem:?}");
    expected
}

#[test]
fn counting_item_by_item_is_counting() {
    let problems = universe::cover_problems(3, 5)
        .chain(universe::cover_problems_with_colours(3, 2))
        .chain(universe::cover_problems_with_ranges(3, 3))
        .chain(universe::cover_problems_with_requirements(2, 3, 2));
    assert!(problems.filter(|problem| recounted(problem) > 1).count() > 1000);
    let shape = RandomShape::with_everything();
    let random = universe::random_cover_problems(9, 300, &shape);
    assert!(random.filter(|problem| recounted(problem) > 1).count() > 100);
}

#[test]
fn a_recount_can_be_ended() {
    let problem = as_cover(&question("2x3x4", &["1x2x2", "2x2x2"]));
    let mut tried = 0;
    let mut go_on = || {
        tried += 1;
        if tried < 100 { Ok(()) } else { Err("enough") }
    };
    assert_eq!(kumiki_recount::count_covers(&problem, u64::MAX, &mut go_on), Err("enough"));
    assert_eq!(kumiki_recount::count_covers(&problem, 50, &mut || Ok::<(), ()>(())), Ok(None));
}
