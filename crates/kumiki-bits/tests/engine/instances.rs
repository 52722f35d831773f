//! Problems with published numbers of solutions, stated from scratch.

use kumiki_group::{Action, Group, Perm};
use kumiki_id::{Id, narrow};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use std::collections::{BTreeMap, BTreeSet};

/// So many items of a kind.
fn items(builder: &mut CoverProblemBuilder, count: usize, kind: ItemKind) -> Vec<ItemId> {
    (0..count).map(|_| builder.item(kind)).collect()
}

fn without_symmetries(builder: CoverProblemBuilder) -> CoverProblem {
    let degree = builder.item_count();
    builder.build(Action::trivial(degree)).expect("options are nonempty sets of known items")
}

/// n queens on an n x n board, none of which attacks another.
pub(crate) fn queens(n: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let rows = items(&mut builder, n, ItemKind::Primary);
    let columns = items(&mut builder, n, ItemKind::Primary);
    let rising = items(&mut builder, 2 * n - 1, ItemKind::Optional);
    let falling = items(&mut builder, 2 * n - 1, ItemKind::Optional);
    for row in 0..n {
        for column in 0..n {
            builder.option([
                rows[row],
                columns[column],
                rising[row + column],
                falling[row + n - 1 - column],
            ]);
        }
    }
    without_symmetries(builder)
}

/// The numbers 1 to n, each twice, in a row, with k other numbers between the two copies of k.
pub(crate) fn langford(n: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let numbers = items(&mut builder, n, ItemKind::Primary);
    let places = items(&mut builder, 2 * n, ItemKind::Primary);
    for (number, item) in (1..).zip(numbers) {
        for left in 0..(2 * n).saturating_sub(number + 1) {
            builder.option([item, places[left], places[left + number + 1]]);
        }
    }
    without_symmetries(builder)
}

/// Dominoes on a board of so many rows and columns.
pub(crate) fn dominoes(rows: usize, columns: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let cells = items(&mut builder, rows * columns, ItemKind::Primary);
    for row in 0..rows {
        for column in 0..columns {
            let cell = row * columns + column;
            if column + 1 < columns {
                builder.option([cells[cell], cells[cell + 1]]);
            }
            if row + 1 < rows {
                builder.option([cells[cell], cells[cell + columns]]);
            }
        }
    }
    without_symmetries(builder)
}

/// Permutation matrices: n! of them.
pub(crate) fn permutations(n: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let rows = items(&mut builder, n, ItemKind::Primary);
    let columns = items(&mut builder, n, ItemKind::Primary);
    for row in &rows {
        for column in &columns {
            builder.option([*row, *column]);
        }
    }
    without_symmetries(builder)
}

/// A ring of tiles, each with a colour at either end, where neighbours agree. `tiles[a][b]`
/// different tiles have colour a on the left and b on the right. There are as many rings as the
/// trace of a power of that matrix says.
pub(crate) fn ring(tiles: &[Vec<usize>], length: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let places = items(&mut builder, length, ItemKind::Primary);
    let joints = items(&mut builder, length, ItemKind::Optional);
    for place in 0..length {
        for (left, row) in tiles.iter().enumerate() {
            for (right, copies) in row.iter().enumerate() {
                for _ in 0..*copies {
                    builder.coloured_option([
                        (places[place], None),
                        (joints[place], Some(Colour(narrow(left)))),
                        (joints[(place + 1) % length], Some(Colour(narrow(right)))),
                    ]);
                }
            }
        }
    }
    without_symmetries(builder)
}

/// The trace of the matrix to the power of so much.
pub(crate) fn ring_count(tiles: &[Vec<usize>], length: usize) -> usize {
    let n = tiles.len();
    let entry = |a: &[Vec<usize>], i: usize, j: usize| (0..n).map(|k| a[i][k] * tiles[k][j]).sum();
    let mut power = tiles.to_vec();
    for _ in 1..length {
        power = (0..n).map(|i| (0..n).map(|j| entry(&power, i, j)).collect()).collect();
    }
    (0..n).map(|i| power[i][i]).sum()
}

/// A unit cube: layer, row and column.
type Cell = [i32; 3];

/// The cells that a drawing marks with `#`; rows are separated by `/` and layers by `|`.
fn drawn(drawing: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (layer, rows) in (0..).zip(drawing.split('|')) {
        for (row, text) in (0..).zip(rows.split('/')) {
            let marked = (0..).zip(text.chars()).filter(|(_, sign)| *sign == '#');
            cells.extend(marked.map(|(column, _)| [layer, row, column]));
        }
    }
    cells
}

/// Which axis each axis comes from, and whether it is reversed (-1) or not (1).
type Turn = ([usize; 3], [i32; 3]);

/// The ways to permute and reverse the axes: 24 rotations, and 24 reflections.
fn turns() -> Vec<Turn> {
    let axes = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let signs = (0..8).map(|bits| [0, 1, 2].map(|axis| 1 - 2 * (bits >> axis & 1)));
    signs.flat_map(|signs| axes.map(|axes| (axes, signs))).collect()
}

fn is_rotation(turn: &Turn) -> bool {
    let is_even = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].contains(&turn.0);
    (turn.1.iter().product::<i32>() == 1) == is_even
}

/// The turned cells, moved such that the least coordinates are 0, and sorted.
fn turned(cells: &[Cell], (axes, signs): &Turn) -> Vec<Cell> {
    let turn = |cell: &Cell| [0, 1, 2].map(|axis| signs[axis] * cell[axes[axis]]);
    let mut cells: Vec<Cell> = cells.iter().map(turn).collect();
    let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
    for cell in &mut cells {
        *cell = [0, 1, 2].map(|axis| cell[axis] - least[axis]);
    }
    cells.sort_unstable();
    cells
}

/// All ways to fill a container with the given pieces, each used once and turned as one likes, with
/// the symmetries that the container has and that map pieces to pieces. A piece may be turned over
/// if it is flat. No two pieces may be equal.
pub(crate) fn packing(container: &str, pieces: &[&str]) -> CoverProblem {
    let cells = drawn(container);
    let rotations: Vec<Turn> = turns().into_iter().filter(is_rotation).collect();
    let all_shapes: Vec<BTreeSet<Vec<Cell>>> = pieces
        .iter()
        .map(|piece| rotations.iter().map(|turn| turned(&drawn(piece), turn)).collect())
        .collect();
    let mut builder = CoverProblemBuilder::new();
    let piece_items = items(&mut builder, pieces.len(), ItemKind::Primary);
    let cell_items: BTreeMap<Cell, ItemId> =
        cells.iter().map(|cell| (*cell, builder.item(ItemKind::Primary))).collect();
    for (piece, shapes) in piece_items.iter().zip(&all_shapes) {
        for shape in shapes {
            for origin in &cells {
                // The least cell of the shape comes to the origin.
                let place =
                    |cell: &Cell| [0, 1, 2].map(|axis| cell[axis] + origin[axis] - shape[0][axis]);
                let covered: Option<Vec<ItemId>> =
                    shape.iter().map(|cell| cell_items.get(&place(cell)).copied()).collect();
                if let Some(covered) = covered {
                    builder.option(covered.into_iter().chain([*piece]));
                }
            }
        }
    }
    let sorted = turned(&cells, &([0, 1, 2], [1; 3]));
    let generators: Vec<Perm> = turns()
        .iter()
        .filter(|turn| turned(&cells, turn) == sorted)
        .filter_map(|turn| {
            let of_piece = |shapes: &BTreeSet<Vec<Cell>>| {
                let image = turned(shapes.first()?, turn);
                all_shapes.iter().position(|shapes| shapes.contains(&image)).map(narrow)
            };
            let of_cell = |cell: &Cell| {
                let image = image_within(&cells, cell, turn);
                cell_items.get(&image).map(|item| narrow(item.index()))
            };
            let images: Option<Vec<u32>> =
                all_shapes.iter().map(of_piece).chain(cells.iter().map(of_cell)).collect();
            images.and_then(Perm::new)
        })
        .collect();
    let group = Group::generated_by(builder.item_count(), &generators);
    builder
        .build(Action::new(group, Clone::clone))
        .expect("turning the container maps placements to placements")
}

/// Where a turn of a container that it leaves unchanged takes one of its cells.
fn image_within(container: &[Cell], cell: &Cell, (axes, signs): &Turn) -> Cell {
    let turn = |cell: &Cell| [0, 1, 2].map(|axis| signs[axis] * cell[axes[axis]]);
    [0, 1, 2].map(|axis| {
        let least = container.iter().map(|cell| turn(cell)[axis]).min().unwrap_or(0);
        turn(cell)[axis] - least
    })
}

/// The twelve pentominoes.
pub(crate) const PENTOMINOES: [&str; 12] = [
    ".##/##./.#.",
    "#####",
    "#.../####",
    "##../.###",
    "##/##/#.",
    "###/.#./.#.",
    "#.#/###",
    "#../#../###",
    "#../##./.##",
    ".#./###/.#.",
    ".#../####",
    "##./.#./.##",
];

/// An 8x8 board without its four central cells.
pub(crate) const BOARD_WITH_HOLE: &str =
    "########/########/########/###..###/###..###/########/########/########";

/// A full board.
pub(crate) fn board(rows: usize, columns: usize) -> String {
    vec!["#".repeat(columns); rows].join("/")
}

/// Piet Hein's Soma cube, its corner and its two screws drawn layer by layer.
pub(crate) fn soma() -> CoverProblem {
    let cube = [board(3, 3), board(3, 3), board(3, 3)].join("|");
    let pieces =
        ["##/#.", "###/#..", "###/.#.", "##./.##", "##/#.|#./..", "##/#.|.#/..", "##/#.|../#."];
    packing(&cube, &pieces)
}
