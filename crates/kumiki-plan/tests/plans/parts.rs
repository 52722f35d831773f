//! Problems that fall apart have as many solutions as the product of their parts says.

use kumiki_group::Action;
use kumiki_id::Id;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, OptionId};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{self, Dice, RandomShape, random_cover_problems};
use kumiki_plan::components;

/// Counts a problem part by part. Says into how many it falls.
fn check(problem: &CoverProblem) -> u32 {
    let parts = components(problem);
    let mut product = 1;
    for part in &parts {
        product *= naive::covers(&part.problem).len().pow(part.times);
        let [alone] = &components(&part.problem)[..] else {
            panic!("a part is in one piece: {problem:?}")
        };
        assert_eq!(alone.problem.options(), part.problem.options(), "P1: {problem:?}");
    }
    assert_eq!(product, naive::covers(problem).len(), "{problem:?}");
    let options: usize =
        parts.iter().map(|part| part.times as usize * part.problem.options().len()).sum();
    assert_eq!(options, problem.options().len(), "every option is in one part: {problem:?}");
    parts.iter().map(|part| part.times).sum()
}

/// Checks all problems, and says how many of them fall apart.
fn check_all(problems: impl Iterator<Item = CoverProblem>) -> usize {
    problems.filter(|problem| check(problem) > 1).count()
}

#[test]
fn every_small_problem_is_the_product_of_its_parts() {
    assert!(check_all(universe::cover_problems(3, 4)) > 30);
    assert!(check_all(universe::cover_problems(4, 3)) > 300);
    assert!(check_all(universe::cover_problems_with_colours(2, 3)) > 10);
    assert!(check_all(universe::cover_problems_with_ranges(2, 3)) > 10);
    assert!(check_all(universe::cover_problems_with_requirements(3, 2, 0)) > 100);
}

/// Several problems in one, with their items and options shuffled among each other.
fn together(problems: &[CoverProblem], dice: &mut Dice) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let shuffled = |counts: Vec<usize>, dice: &mut Dice| {
        let mut all: Vec<(usize, usize)> = counts
            .into_iter()
            .enumerate()
            .flat_map(|(problem, count)| (0..count).map(move |number| (problem, number)))
            .collect();
        dice.shuffle(&mut all);
        all
    };
    let items = shuffled(problems.iter().map(|p| p.items().len()).collect(), dice);
    for (problem, number) in &items {
        builder.item(problems[*problem].items()[ItemId::new(*number)]);
    }
    let item = |problem: usize, item: ItemId| {
        let place = items.iter().position(|at| *at == (problem, item.index()));
        ItemId::new(place.expect("every item is there"))
    };
    for (problem, number) in shuffled(problems.iter().map(|p| p.options().len()).collect(), dice) {
        let (whole, option) = (&problems[problem], OptionId::new(number));
        let entries = whole.entries(option).map(|(i, colour)| (item(problem, i), colour));
        let here = builder.coloured_option(entries);
        for requirement in whole.requirements().iter().filter(|r| r.option == option) {
            builder.require(here, requirement.any_of.iter().map(|i| item(problem, *i)));
        }
    }
    let symmetries = Action::trivial(builder.item_count());
    builder.build(symmetries).expect("problems side by side are a problem")
}

#[test]
fn problems_side_by_side_are_told_apart() {
    let shape = RandomShape { items: 3, options: 4, ..RandomShape::with_everything() };
    let some: Vec<CoverProblem> = random_cover_problems(5, 60, &shape).collect();
    let mut dice = Dice::new(6);
    for group in some.chunks(2) {
        let parts: u32 = group.iter().map(check).sum();
        assert_eq!(check(&together(group, &mut dice)), parts, "{group:?}");
    }
}

#[test]
fn equal_parts_are_counted_once() {
    // Three squares, each with its two ways to be laid with dominoes, and a pair apart.
    let mut builder = CoverProblemBuilder::new();
    for corners in [4, 4, 2, 4] {
        let kind = kumiki_model::ItemKind::Primary;
        let items: Vec<ItemId> = (0..corners).map(|_| builder.item(kind)).collect();
        for at in 0..corners {
            builder.option([items[at], items[(at + 1) % corners]]);
        }
    }
    let problem = builder.build(Action::trivial(14)).expect("a problem");
    let times: Vec<u32> = components(&problem).iter().map(|part| part.times).collect();
    assert_eq!(times, [3, 1]);
    assert_eq!(check(&problem), 4);
    assert_eq!(naive::covers(&problem).len(), 2 * 2 * 2 * 2);
}
