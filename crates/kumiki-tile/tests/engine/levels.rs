//! The work of a count, level by level, beside a count of dominoes that knows cells only.

use crate::rhombs::rhombi;
use kumiki_oracle::universe::{dominoes, random_dissections, random_tiling_questions};
use kumiki_search::{Fuel, Level};
use kumiki_tile::{Corner, Memo, Pause};
use std::collections::{BTreeMap, BTreeSet};

fn counted(question: &kumiki_model::TilingQuestion, corner: Corner) -> Memo {
    let mut memo = Memo::new(question, corner, false).expect("small questions");
    assert_eq!(memo.advance(&mut Fuel::unlimited()), Pause::Done);
    memo
}

/// Cells: rows and columns.
type Cells = BTreeSet<(i32, i32)>;

/// What is left is remembered up to motions, as sets of cells. Dominoes are laid into the lowest
/// cell, the leftmost of several.
#[derive(Default)]
struct Naive {
    known: BTreeMap<Cells, u64>,
    /// Dominoes laid, polygons counted, and polygons that were known, by dominoes laid.
    levels: BTreeMap<usize, [u64; 3]>,
}

impl Naive {
    fn count(&mut self, cells: &Cells, laid: usize) -> u64 {
        let (row, column) = *cells.first().expect("something is left");
        let mut sum = 0;
        for other in [(row, column + 1), (row + 1, column)] {
            if !cells.contains(&other) {
                continue;
            }
            self.levels.entry(laid + 1).or_default()[0] += 1;
            let mut left = cells.clone();
            left.remove(&(row, column));
            left.remove(&other);
            let mut parts = parts(left);
            parts.sort_by_key(corners);
            let mut product = 1;
            for part in parts {
                // Nothing is looked up for a product that is nothing.
                if product > 0 {
                    product *= self.look_up(&part, laid + 1);
                }
            }
            sum += product;
        }
        self.known.insert(form(cells), sum);
        self.levels.entry(laid).or_default()[1] += 1;
        sum
    }

    fn look_up(&mut self, cells: &Cells, laid: usize) -> u64 {
        if let Some(known) = self.known.get(&form(cells)) {
            self.levels.entry(laid).or_default()[2] += 1;
            return *known;
        }
        self.count(cells, laid)
    }
}

/// Sets of cells that are connected by sides.
fn parts(mut cells: Cells) -> Vec<Cells> {
    let mut parts = Vec::new();
    while let Some(first) = cells.pop_first() {
        let (mut part, mut reached) = (Cells::new(), vec![first]);
        while let Some((row, column)) = reached.pop() {
            part.insert((row, column));
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                reached.extend(cells.take(&(row + down, column + right)));
            }
        }
        parts.push(part);
    }
    parts
}

/// How many corners a part without holes has: where one or three of four cells are in it.
fn corners(cells: &Cells) -> usize {
    let around = |(row, column): (i32, i32)| {
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| (row - down, column - right))
    };
    let points: Cells =
        cells.iter().flat_map(|(row, column)| around((row + 1, column + 1))).collect();
    let is_corner = |point: &&(i32, i32)| {
        around(**point).iter().filter(|cell| cells.contains(cell)).count() % 2 == 1
    };
    points.iter().filter(is_corner).count()
}

/// The least of all images, moved to the origin.
fn form(cells: &Cells) -> Cells {
    let image = |motion: u32| {
        let turned = cells.iter().map(|(row, column)| {
            let (row, column) = if motion & 1 > 0 { (*column, *row) } else { (*row, *column) };
            let flip = |number: i32, bit: u32| if motion & bit > 0 { -number } else { number };
            (flip(row, 2), flip(column, 4))
        });
        let turned: Vec<(i32, i32)> = turned.collect();
        let top = turned.iter().map(|cell| cell.0).min().expect("cells");
        let left = turned.iter().map(|cell| cell.1).min().expect("cells");
        turned.into_iter().map(|(row, column)| (row - top, column - left)).collect::<Cells>()
    };
    (0..8).map(image).min().expect("eight images")
}

#[test]
fn levels_are_those_of_a_count_of_cells() {
    for (rows, columns) in [(1, 2), (2, 2), (2, 3), (2, 7), (3, 4), (3, 6), (4, 4), (4, 5)] {
        let mut naive = Naive::default();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let count = naive.count(&cells.collect(), 0);
        let memo = counted(&dominoes(rows, columns), Corner::Lowest);
        assert_eq!(memo.count(), Some(count.into()), "{rows}x{columns}");
        let profile = memo.profile();
        assert_eq!(profile.names(), ["polygons", "remembered"]);
        let told = profile.levels().iter().map(|Level { nodes, tallies }| {
            <[u64; 3]>::try_from([&[*nodes], tallies.as_slice()].concat()).expect("three numbers")
        });
        let expected: Vec<[u64; 3]> = naive.levels.into_values().collect();
        assert_eq!(told.collect::<Vec<_>>(), expected, "{rows}x{columns}");
    }
}

#[test]
fn levels_add_up_and_begin_with_the_region() {
    let questions = random_tiling_questions(31, 40).chain(random_dissections(32, 10));
    let mut remembered = 0;
    for (at, question) in questions.chain([rhombi(10)]).enumerate() {
        for corner in [Corner::Fewest, Corner::Lowest] {
            let memo = counted(&question, corner);
            let profile = memo.profile();
            assert_eq!(profile.nodes(), memo.node_count(), "{at}, {corner:?}");
            let counted: u64 = profile.levels().iter().map(|level| level.tallies[0]).sum();
            assert_eq!(counted, memo.state_count() as u64, "{at}, {corner:?}");
            let region = profile.levels().first().expect("the region is counted");
            assert_eq!((region.nodes, region.tallies.as_slice()), (0, &[1, 0][..]), "{at}");
            remembered += profile.levels().iter().map(|level| level.tallies[1]).sum::<u64>();
        }
    }
    assert!(remembered > 1000, "{remembered}");
}

#[test]
fn the_square_of_two_dominoes_is_known_by_heart() {
    let levels = |corner: Corner| {
        let profile = counted(&dominoes(2, 2), corner).profile();
        let level = |level: &Level| (level.nodes, level.tallies.clone());
        profile.levels().iter().map(level).collect::<Vec<_>>()
    };
    // The second domino is looked up, and known the second time.
    let lowest = [(0, vec![1, 0]), (2, vec![1, 1]), (1, vec![0, 0])];
    assert_eq!(levels(Corner::Lowest), lowest);
    // The second domino is forced each time, and laid at once.
    let fewest = [(0, vec![1, 0]), (2, vec![0, 0]), (2, vec![0, 0])];
    assert_eq!(levels(Corner::Fewest), fewest);
}
