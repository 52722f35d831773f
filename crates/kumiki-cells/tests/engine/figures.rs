//! Numbers that are known from elsewhere.

use crate::problems::{attacks, bricks, dominating_queens, dominoes, langford, queens, squares};
use crate::walks::space;
use kumiki_group::Action;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use kumiki_search::{Fuel, Prefix, Search, Space, Step};
use std::collections::BTreeSet;

fn count(problem: &CoverProblem) -> u64 {
    let space = space(problem).counting();
    let mut search = space.begin(&Prefix::root());
    assert_eq!(search.advance(&mut Fuel::unlimited()), Step::Exhausted);
    assert_eq!(search.audit(), Ok(()));
    search.counted()
}

#[test]
fn queens_that_do_not_attack_each_other() {
    for (n, expected) in
        [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (10, 724)]
    {
        assert_eq!(count(&queens(n)), expected, "{n} queens");
    }
}

#[test]
fn langford_pairs() {
    for (n, expected) in [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300), (11, 35_584)] {
        assert_eq!(count(&langford(n)), expected, "pairs up to {n}");
    }
}

#[test]
fn dominoes_on_square_boards() {
    for (n, expected) in [(2, 2), (3, 0), (4, 36), (5, 0), (6, 6728)] {
        assert_eq!(count(&dominoes(n)), expected, "{n}x{n}");
    }
}

#[test]
fn bricks_that_cannot_slide() {
    for (container, kind, expected) in [
        ("2x2x3", "1x2x2", 6),
        ("3x3x3", "1x2x2", 9),
        ("3x3x4", "1x2x2", 13),
        ("2x4x4", "1x2x2", 166),
        ("2x3x6", "1x2x2", 188),
        ("1x4x4", "1x1x2", 37),
    ] {
        assert_eq!(count(&bricks(container, kind)), expected, "{kind} in {container}");
    }
}

/// The fewest queens that attack or occupy all squares, tried one by one.
fn dominating_by_hand(n: usize, count: usize) -> usize {
    fn extend(n: usize, count: usize, queens: &mut Vec<[usize; 2]>, from: usize) -> usize {
        if queens.len() == count {
            return usize::from(
                squares(n).all(|cell| queens.iter().any(|queen| attacks(*queen, cell))),
            );
        }
        let mut found = 0;
        for (at, square) in squares(n).enumerate().skip(from) {
            queens.push(square);
            found += extend(n, count, queens, at + 1);
            queens.pop();
        }
        found
    }
    extend(n, count, &mut Vec::new(), 0)
}

#[test]
fn queens_that_dominate_a_board() {
    for (n, queens, expected) in [(3, 1, 1), (4, 2, 12), (5, 3, 186), (6, 3, 4), (7, 4, 86)] {
        assert_eq!(
            dominating_by_hand(n, widened(queens)),
            widened(expected),
            "{queens} on {n}x{n}"
        );
        assert_eq!(
            count(&dominating_queens(n, queens)),
            u64::from(expected),
            "{queens} on {n}x{n}"
        );
    }
}

fn widened(number: u32) -> usize {
    number as usize
}

/// The pieces of the Soma cube as cells of a 3x3x3 cube.
const SOMA: [&[[usize; 3]]; 7] = [
    &[[0, 0, 0], [0, 0, 1], [0, 1, 0]],
    &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0]],
    &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1]],
    &[[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 2]],
    &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]],
    &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]],
    &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]],
];

/// A piece turned a quarter about one axis, then moved to the corner.
fn turned(cells: &[[usize; 3]], axis: usize) -> Vec<[usize; 3]> {
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
    let turn = |cell: &[usize; 3]| {
        let mut image = *cell;
        (image[a], image[b]) = (2 - cell[b], cell[a]);
        image
    };
    let mut image: Vec<[usize; 3]> = cells.iter().map(turn).collect();
    for axis in 0..3 {
        let least = image.iter().map(|cell| cell[axis]).min().unwrap_or(0);
        image.iter_mut().for_each(|cell| cell[axis] -= least);
    }
    image.sort_unstable();
    image
}

#[test]
fn the_soma_cube_has_11520_solutions() {
    let mut builder = CoverProblemBuilder::new();
    let pieces: Vec<ItemId> = SOMA.iter().map(|_| builder.item(ItemKind::Primary)).collect();
    let cells: Vec<ItemId> = (0..27).map(|_| builder.item(ItemKind::Primary)).collect();
    for (piece, shape) in pieces.iter().zip(SOMA) {
        let mut attitudes = BTreeSet::from([shape.to_vec()]);
        while let Some(new) = attitudes
            .iter()
            .flat_map(|attitude| (0..3).map(|axis| turned(attitude, axis)))
            .find(|image| !attitudes.contains(image))
        {
            attitudes.insert(new);
        }
        for attitude in attitudes {
            for shift in (0..27).map(|at| [at / 9, at / 3 % 3, at % 3]) {
                let shifted =
                    attitude.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] + shift[axis]));
                if shifted.clone().all(|cell| cell.iter().all(|along| *along < 3)) {
                    let covered = shifted.map(|[x, y, z]| cells[9 * x + 3 * y + z]);
                    builder.option(covered.chain([*piece]));
                }
            }
        }
    }
    let problem = builder.build(Action::trivial(34)).expect("valid");
    assert_eq!(problem.options().len(), 688);
    assert_eq!(count(&problem), 11_520);
}
