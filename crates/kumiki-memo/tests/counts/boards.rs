//! Boards of cells to be covered by dominoes, and a second method to count the ways.

use kumiki_group::Action;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use num_bigint::{BigInt, BigUint};

/// Dominoes on the cells for which `has` says so, of a board of so many rows and columns.
pub(crate) fn dominoes_on(
    rows: usize,
    columns: usize,
    mut has: impl FnMut(usize, usize) -> bool,
) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let mut cells: Vec<Vec<Option<ItemId>>> = Vec::new();
    for row in 0..rows {
        let item = |column| has(row, column).then(|| builder.item(ItemKind::Primary));
        cells.push((0..columns).map(item).collect());
    }
    for row in 0..rows {
        for column in 0..columns {
            let below = cells.get(row + 1).and_then(|below| below[column]);
            let right = cells[row].get(column + 1).copied().flatten();
            for neighbour in [right, below] {
                if let (Some(cell), Some(neighbour)) = (cells[row][column], neighbour) {
                    builder.option([cell, neighbour]);
                }
            }
        }
    }
    let degree = builder.item_count();
    builder.build(Action::trivial(degree)).expect("two cells each")
}

/// Dominoes on a full board.
pub(crate) fn dominoes(rows: usize, columns: usize) -> CoverProblem {
    dominoes_on(rows, columns, |_, _| true)
}

/// The number of ways to cover a full board with dominoes, as the determinant of a matrix that says
/// which black cell is next to which white one. With vertical neighbours in every other column
/// counted as -1, all ways get the same sign (Kasteleyn 1961, Temperley and Fisher 1961).
pub(crate) fn kasteleyn(rows: usize, columns: usize) -> BigUint {
    let of_colour = |colour: usize| {
        let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        all.filter(move |(row, column)| (row + column) % 2 == colour).collect::<Vec<_>>()
    };
    let (black, white) = (of_colour(0), of_colour(1));
    if black.len() != white.len() {
        return BigUint::default();
    }
    let entry = |(row, column): (usize, usize), (other_row, other_column): (usize, usize)| match (
        row.abs_diff(other_row),
        column.abs_diff(other_column),
    ) {
        (0, 1) => 1,
        (1, 0) if column.is_multiple_of(2) => 1,
        (1, 0) => -1,
        _ => 0,
    };
    let matrix =
        black.iter().map(|b| white.iter().map(|w| BigInt::from(entry(*b, *w))).collect()).collect();
    determinant(matrix).into_parts().1
}

/// The determinant of a square matrix of integers, by elimination without fractions (Bareiss 1968):
/// each division comes out even.
fn determinant(mut matrix: Vec<Vec<BigInt>>) -> BigInt {
    let zero = BigInt::default();
    let mut last_pivot = BigInt::from(1);
    let mut sign = BigInt::from(1);
    for step in 0..matrix.len() {
        let Some(row) = (step..matrix.len()).find(|row| matrix[*row][step] != zero) else {
            return zero;
        };
        if row != step {
            matrix.swap(row, step);
            sign = -sign;
        }
        let (above, below) = matrix.split_at_mut(step + 1);
        let pivot_row = &above[step];
        for row in below {
            let factor = std::mem::take(&mut row[step]);
            for (entry, other) in row[step + 1..].iter_mut().zip(&pivot_row[step + 1..]) {
                if *entry != zero || (factor != zero && *other != zero) {
                    *entry = (&*entry * &pivot_row[step] - &factor * other) / &last_pivot;
                }
            }
        }
        last_pivot = pivot_row[step].clone();
    }
    last_pivot * sign
}

#[test]
fn determinants_are_those_of_the_textbook() {
    let matrix = |rows: &[&[i32]]| {
        rows.iter().map(|row| row.iter().copied().map(BigInt::from).collect()).collect()
    };
    assert_eq!(determinant(matrix(&[])), BigInt::from(1));
    assert_eq!(determinant(matrix(&[&[0, 2], &[3, 4]])), BigInt::from(-6));
    assert_eq!(determinant(matrix(&[&[2, 0, 1], &[1, 3, 2], &[1, 1, 4]])), BigInt::from(18));
    assert_eq!(determinant(matrix(&[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]])), BigInt::from(0));
}
