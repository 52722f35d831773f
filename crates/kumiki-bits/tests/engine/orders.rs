//! Larger problems against two other engines: the same number, the same solutions, the same order.

use crate::instances::{
    PENTOMINOES, board, dominoes, langford, packing, permutations, queens, ring, ring_count, soma,
};
use crate::problems::{Band, crowd, random, samples, side_by_side, two_for_each};
use crate::walks::{Cover, Walk, count, space};
use kumiki_cells::CellsSpace;
use kumiki_id::Id;
use kumiki_memo::MemoCount;
use kumiki_model::{CoverProblem, ItemId, ItemKind};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{Dice, RandomShape};
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Prefix, Space, Stages, Turn, collect};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// How many primary items a problem has.
fn primary_count(problem: &CoverProblem) -> usize {
    problem.items().iter().filter(|kind| **kind == ItemKind::Primary).count()
}

/// What the engine on sparse sets lists, in its order.
fn listed_by_cells(plan: &Plan) -> Vec<Cover> {
    let space = CellsSpace::new(plan, None);
    let cover = |search: &kumiki_cells::CellsSearch<'_>| {
        let mut cover = search.solution().expect("at a solution").to_vec();
        cover.sort_unstable();
        cover
    };
    collect(&mut space.begin(&Prefix::root()), cover).collect()
}

#[test]
fn the_engine_on_sparse_sets_lists_the_same_solutions_in_the_same_order() {
    let mut solution_count = 0;
    for (name, plan) in samples() {
        let walk = Walk::through(&space(&plan));
        assert_eq!(walk.covers, listed_by_cells(&plan), "{name}");
        solution_count += walk.covers.len();
    }
    assert!(solution_count > 10_000, "{solution_count}");
}

#[test]
fn the_order_is_the_same_for_problems_with_figures() {
    let problems =
        [queens(9), langford(8), dominoes(6, 6), soma(), packing(&board(3, 20), &PENTOMINOES)];
    for problem in problems {
        let plan = Plan::new(&problem);
        assert_eq!(Walk::through(&space(&plan)).covers, listed_by_cells(&plan));
    }
}

#[test]
fn long_problems_have_as_many_solutions_as_merging_states_says() {
    let mut dice = Dice::new(5);
    let mut largest = 0;
    for (items, options, rounds) in [(60, 60, 40), (96, 80, 30), (150, 120, 20), (220, 140, 10)] {
        for round in 0..rounds {
            let problem = Band { items, options, copies: 3, colours: round % 4 }.drawn(&mut dice);
            let expected = match MemoCount::new(&Plan::new(&problem))
                .map(|mut c| c.advance(&mut Fuel::unlimited()))
            {
                Ok(Turn::Done(number)) => number,
                other => panic!("{other:?}"),
            };
            let found = count(&problem);
            assert_eq!(BigUint::from(found), expected, "{problem:?}");
            assert!(found > 0, "a solution was planted");
            largest = largest.max(found);
        }
    }
    assert!(largest > 1000, "{largest}");
}

#[test]
fn independent_problems_multiply() {
    let mut dice = Dice::new(6);
    let shape = RandomShape {
        primary_percent: 80,
        options: 5,
        planted_solutions: 1,
        colours: 1,
        copies: 1,
        ..RandomShape::plain()
    };
    let mut rounds_beyond_two_words = 0;
    for round in 0..4 {
        let (mut parts, mut product) = (Vec::new(), 1);
        for problem in random(round, 30, &shape) {
            let solutions = naive::covers(&problem).len();
            if solutions > 0 && solutions * product <= 20_000 {
                product *= solutions;
                parts.push(problem);
            }
            if parts.len() == 20 {
                break;
            }
        }
        let union = side_by_side(&parts, &mut dice);
        rounds_beyond_two_words += usize::from(primary_count(&union) > 128);
        let plan = Plan::new(&union);
        let mut covers = Walk::through(&space(&plan)).sorted(&plan);
        assert_eq!(covers.len(), product, "{} parts", parts.len());
        covers.dedup();
        assert_eq!(covers.len(), product, "some solution comes twice");
        assert!(covers.iter().all(|cover| kumiki_judge::judge_cover(&union, cover).is_ok()));
    }
    assert!(rounds_beyond_two_words > 2, "{rounds_beyond_two_words}");
}

/// How many solutions of three options each a crowd of options of a third of the items has, by
/// looking up what two disjoint options leave.
fn triples(problem: &CoverProblem) -> usize {
    let mask =
        |option: &Vec<ItemId>| option.iter().fold(0_u32, |mask, item| mask | 1 << item.index());
    let masks: Vec<u32> = problem.options().iter().map(mask).collect();
    let whole = (1 << problem.items().len()) - 1;
    let mut times: BTreeMap<u32, usize> = BTreeMap::new();
    for mask in &masks {
        *times.entry(*mask).or_default() += 1;
    }
    let with = |item: u32| masks.iter().filter(move |mask| *mask >> item & 1 == 1);
    let mut sum = 0;
    for a in with(0) {
        for b in with(a.trailing_ones()).filter(|b| a & *b == 0) {
            sum += times.get(&(whole & !a & !b)).copied().unwrap_or(0);
        }
    }
    sum
}

#[test]
fn very_many_options_are_searched_completely() {
    let mut dice = Dice::new(7);
    // One word per patch, two and four.
    for (options, third) in [(4096, 8), (4097, 8), (8192, 9), (8193, 9), (12_000, 10)] {
        let problem = crowd(&mut dice, options, 3 * third, third);
        let plan = Plan::new(&problem);
        let covers = Walk::through(&space(&plan)).sorted(&plan);
        assert!(
            covers.len() > 3 && covers.is_sorted_by(|a, b| a < b),
            "{} solutions",
            covers.len()
        );
        assert!(covers.iter().all(|cover| kumiki_judge::judge_cover(&problem, cover).is_ok()));
        assert_eq!(covers.len(), triples(&problem), "{options} options");
    }
}

#[test]
fn permutation_matrices_and_rings_are_counted_as_the_formulas_say() {
    let mut factorial = 1;
    for n in 1_u32..=9 {
        factorial *= n;
        assert_eq!(count(&permutations(n as usize)), u64::from(factorial));
    }
    let matrices = [
        vec![vec![1]],
        vec![vec![0, 1], vec![1, 0]],
        vec![vec![1, 1], vec![1, 0]],
        vec![vec![0, 1, 1], vec![1, 0, 2], vec![1, 0, 1]],
        vec![vec![0, 1, 0, 0], vec![0, 0, 1, 1], vec![2, 0, 0, 1], vec![1, 0, 1, 0]],
        two_for_each(24),
    ];
    for tiles in matrices {
        // A single tile would meet itself, which no set of items can say.
        for length in 2..=11 {
            let expected = kumiki_id::narrow(ring_count(&tiles, length));
            assert_eq!(
                count(&ring(&tiles, length)),
                u64::from(expected),
                "{tiles:?}, {length} tiles"
            );
        }
    }
}
