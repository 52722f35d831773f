//! Published numbers of solutions.

use crate::instances::{
    BOARD_WITH_HOLE, PENTOMINOES, board, dominoes, langford, packing, queens, soma,
};
use crate::walks::count;

#[test]
fn queens_are_placed_as_often_as_known() {
    // OEIS A000170.
    for (n, expected) in
        [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (10, 724), (12, 14_200)]
    {
        assert_eq!(count(&queens(n)), expected, "{n} queens");
    }
}

#[test]
fn langford_pairs_are_arranged_as_often_as_known() {
    // Twice OEIS A014552, which does not tell an arrangement from its mirror image.
    for (n, expected) in [(1, 0), (3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300), (11, 35_584)] {
        assert_eq!(count(&langford(n)), expected, "{n} pairs");
    }
}

#[test]
fn boards_are_covered_by_dominoes_as_often_as_known() {
    // OEIS A004003 for the squares, and Fibonacci's numbers for the strips.
    for (rows, columns, expected) in
        [(2, 2, 2), (3, 3, 0), (2, 10, 89), (4, 4, 36), (6, 6, 6728), (8, 8, 12_988_816)]
    {
        assert_eq!(count(&dominoes(rows, columns)), expected, "{rows}x{columns}");
    }
}

#[test]
fn pentominoes_and_the_soma_cube_are_packed_as_often_as_known() {
    assert_eq!(count(&soma()), 240 * 48);
    assert_eq!(count(&packing(BOARD_WITH_HOLE, &PENTOMINOES)), 65 * 8);
    assert_eq!(count(&packing(&board(3, 20), &PENTOMINOES)), 2 * 4);
    assert_eq!(count(&packing(&board(6, 10), &PENTOMINOES)), 2339 * 4);
}
