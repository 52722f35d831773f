//! Puzzles stated as exact cover, without a word about their symmetries.

use kumiki_group::Action;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use std::collections::{BTreeMap, BTreeSet};

/// A cell by its three coordinates.
pub(crate) type Cell = [i32; 3];

/// A problem from names of items: primary ones, optional ones, and options.
pub(crate) fn named(
    primary: impl IntoIterator<Item = String>,
    optional: impl IntoIterator<Item = String>,
    options: impl IntoIterator<Item = Vec<String>>,
) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let mut items: BTreeMap<String, ItemId> = BTreeMap::new();
    for name in primary {
        items.insert(name, builder.item(ItemKind::Primary));
    }
    for name in optional {
        items.insert(name, builder.item(ItemKind::Optional));
    }
    for option in options {
        builder.option(option.iter().map(|name| items[name]));
    }
    let degree = builder.item_count();
    builder.build(Action::trivial(degree)).expect("a puzzle")
}

/// Queens on a board of side n: rows and columns once, diagonals at most once.
pub(crate) fn queens(n: usize) -> CoverProblem {
    let lines = |letter: char, count: usize| (0..count).map(move |at| format!("{letter}{at}"));
    let options = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).map(|(r, c)| {
        vec![format!("r{r}"), format!("c{c}"), format!("a{}", r + c), format!("b{}", n - 1 + r - c)]
    });
    let diagonals = lines('a', 2 * n - 1).chain(lines('b', 2 * n - 1));
    named(lines('r', n).chain(lines('c', n)), diagonals, options)
}

/// Langford's pairs: the two k's with k numbers between them.
pub(crate) fn langford(n: usize) -> CoverProblem {
    let items = (1..=n).map(|k| format!("k{k}")).chain((0..2 * n).map(|at| format!("p{at}")));
    let options = (1..=n).flat_map(|k| {
        (0..2 * n - k - 1)
            .map(move |at| vec![format!("k{k}"), format!("p{at}"), format!("p{}", at + k + 1)])
    });
    named(items, [], options)
}

/// Latin squares: cell, row with symbol, column with symbol.
pub(crate) fn latin(n: usize) -> CoverProblem {
    let kinds = ["cell", "row", "column"];
    let pairs = move || (0..n).flat_map(move |a| (0..n).map(move |b| (a, b)));
    let items = kinds.iter().flat_map(|kind| pairs().map(move |(a, b)| format!("{kind}{a},{b}")));
    let options = pairs().flat_map(|(r, c)| {
        (0..n).map(move |s| {
            vec![format!("cell{r},{c}"), format!("row{r},{s}"), format!("column{c},{s}")]
        })
    });
    named(items, [], options)
}

/// The lines of the projective plane over the integers modulo a prime, as sets of points.
pub(crate) fn plane(q: usize) -> CoverProblem {
    let triples = (0..q * q * q).map(|n| [n / (q * q), n / q % q, n % q]);
    let points: Vec<[usize; 3]> =
        triples.filter(|triple| triple.iter().find(|c| **c > 0) == Some(&1)).collect();
    let is_on = |point: &[usize; 3], line: &[usize; 3]| {
        point.iter().zip(line).map(|(a, b)| a * b).sum::<usize>().is_multiple_of(q)
    };
    let lines = points.iter().map(|line| {
        points.iter().filter(|point| is_on(point, line)).map(|point| format!("{point:?}")).collect()
    });
    named(points.iter().map(|point| format!("{point:?}")), [], lines.collect::<Vec<_>>())
}

/// Pieces in a box that they fill, each used once. A drawing shows a piece layer by layer;
/// `mirrors` says whether it may be turned over to its mirror image.
pub(crate) fn packing(
    cells: &[Cell],
    pieces: &[(&str, &[&[&str]])],
    mirrors: bool,
) -> CoverProblem {
    let inside: BTreeSet<Cell> = cells.iter().copied().collect();
    let name = |cell: &Cell| format!("{cell:?}");
    let mut options: Vec<Vec<String>> = Vec::new();
    for (piece, drawing) in pieces {
        let mut placements: BTreeSet<BTreeSet<Cell>> = BTreeSet::new();
        for held in ways_to_hold(&drawn(drawing), mirrors) {
            for origin in cells {
                let first = held[0];
                let placed = held.iter().map(|cell| {
                    std::array::from_fn(|axis| cell[axis] - first[axis] + origin[axis])
                });
                let placed: BTreeSet<Cell> = placed.collect();
                if placed.is_subset(&inside) {
                    placements.insert(placed);
                }
            }
        }
        let named = placements.iter().map(|placed| {
            std::iter::once((*piece).to_owned()).chain(placed.iter().map(name)).collect::<Vec<_>>()
        });
        options.extend(named);
    }
    let items = pieces.iter().map(|(piece, _)| (*piece).to_owned()).chain(cells.iter().map(name));
    named(items, [], options)
}

/// The cells of a box.
pub(crate) fn cuboid(sides: Cell) -> Vec<Cell> {
    let [x, y, z] = sides;
    (0..x).flat_map(|a| (0..y).flat_map(move |b| (0..z).map(move |c| [a, b, c]))).collect()
}

/// The cells marked in a drawing.
fn drawn(layers: &[&[&str]]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (x, layer) in (0..).zip(layers) {
        for (y, row) in (0..).zip(*layer) {
            for (z, mark) in (0..).zip(row.chars()) {
                if mark == '#' {
                    cells.push([x, y, z]);
                }
            }
        }
    }
    cells
}

/// A piece in all its positions about the origin.
fn ways_to_hold(piece: &[Cell], mirrors: bool) -> Vec<Vec<Cell>> {
    let orders: [([usize; 3], i32); 6] = [
        ([0, 1, 2], 1),
        ([1, 2, 0], 1),
        ([2, 0, 1], 1),
        ([0, 2, 1], -1),
        ([2, 1, 0], -1),
        ([1, 0, 2], -1),
    ];
    let mut ways = Vec::new();
    for (order, parity) in orders {
        for signs in cuboid([2, 2, 2]) {
            let signs = signs.map(|sign| 1 - 2 * sign);
            if mirrors || parity * signs.iter().product::<i32>() == 1 {
                let turn =
                    |cell: &Cell| std::array::from_fn(|axis| signs[axis] * cell[order[axis]]);
                ways.push(piece.iter().map(turn).collect());
            }
        }
    }
    ways
}

/// The twelve pentominoes.
pub(crate) const PENTOMINOES: [(&str, &[&[&str]]); 12] = [
    ("F", &[&[".##", "##.", ".#."]]),
    ("I", &[&["#####"]]),
    ("L", &[&["####", "#..."]]),
    ("N", &[&["###.", "..##"]]),
    ("P", &[&["###", "##."]]),
    ("T", &[&["###", ".#.", ".#."]]),
    ("U", &[&["#.#", "###"]]),
    ("V", &[&["#..", "#..", "###"]]),
    ("W", &[&["#..", "##.", ".##"]]),
    ("X", &[&[".#.", "###", ".#."]]),
    ("Y", &[&["####", ".#.."]]),
    ("Z", &[&["##.", ".#.", ".##"]]),
];

/// The seven pieces of the Soma cube; A and B are mirror images of each other.
pub(crate) const SOMA: [(&str, &[&[&str]]); 7] = [
    ("V", &[&["##", "#."]]),
    ("L", &[&["###", "#.."]]),
    ("T", &[&["###", ".#."]]),
    ("Z", &[&["##.", ".##"]]),
    ("A", &[&["#.", "##"], &["#.", ".."]]),
    ("B", &[&["#.", "##"], &["..", ".#"]]),
    ("P", &[&["##", "#."], &["#.", ".."]]),
];
