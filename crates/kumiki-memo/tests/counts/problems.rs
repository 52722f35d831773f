//! Problems whose numbers of solutions are known by other means.

use kumiki_group::Action;
use kumiki_id::{Id, narrow};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use kumiki_oracle::universe::{Dice, RandomShape, random_cover_problems};
use num_bigint::BigUint;

/// So many random problems, without the options that cover no primary item.
pub(crate) fn random(
    seed: u64,
    count: usize,
    shape: &RandomShape,
) -> impl Iterator<Item = CoverProblem> + use<> {
    random_cover_problems(seed, count, shape).map(|problem| {
        let mut builder = CoverProblemBuilder::new();
        for kind in problem.items().iter() {
            builder.item(*kind);
        }
        for (id, option) in problem.options().enumerate() {
            if option.iter().any(|item| problem.items()[*item] == ItemKind::Primary) {
                builder.coloured_option(problem.entries(id));
            }
        }
        builder.build(problem.symmetries().clone()).expect("as valid as before")
    })
}

/// The same problem with its items, options and colours in other words.
pub(crate) fn renamed(problem: &CoverProblem, dice: &mut Dice) -> CoverProblem {
    let mut items: Vec<ItemId> = problem.items().ids().collect();
    let mut options: Vec<_> = problem.options().ids().collect();
    dice.shuffle(&mut items);
    dice.shuffle(&mut options);
    let stride = narrow(1 + dice.below(1000));
    let mut builder = CoverProblemBuilder::new();
    let mut new_id = vec![ItemId::new(0); items.len()];
    for item in &items {
        new_id[item.index()] = builder.item(problem.items()[*item]);
    }
    for option in options {
        let entries = problem.entries(option);
        let renamed = entries.map(|(item, colour)| {
            (new_id[item.index()], colour.map(|Colour(number)| Colour(1_000_000 - number * stride)))
        });
        builder.coloured_option(renamed.collect::<Vec<_>>());
    }
    builder.build(Action::trivial(items.len())).expect("as valid as before")
}

/// Items that can be covered one by one, in so many ways each, and options that cover many of them
/// at once.
#[derive(Clone, Debug)]
pub(crate) struct Overlap {
    /// How many ways there are to cover each item alone.
    pub(crate) ways: Vec<usize>,
    /// The items that each large option covers.
    pub(crate) large: Vec<Vec<usize>>,
}

impl Overlap {
    /// Large options of about half of the items; the first one covers the first and the last item.
    pub(crate) fn drawn(dice: &mut Dice, items: usize, large: usize, most_ways: usize) -> Self {
        let ways = (0..items).map(|_| 1 + dice.below(most_ways)).collect();
        let mut overlap = Self { ways, large: Vec::new() };
        for number in 0..large {
            let is_end = |item: usize| item == number % items || (number == 0 && item + 1 == items);
            overlap
                .large
                .push((0..items).filter(|item| is_end(*item) || dice.percent(50)).collect());
        }
        overlap
    }

    pub(crate) fn problem(&self) -> CoverProblem {
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> =
            self.ways.iter().map(|_| builder.item(ItemKind::Primary)).collect();
        for (item, ways) in items.iter().zip(&self.ways) {
            for _ in 0..*ways {
                builder.option([*item]);
            }
        }
        for large in &self.large {
            builder.option(large.iter().map(|item| items[*item]));
        }
        builder.build(Action::trivial(items.len())).expect("nonempty options")
    }

    /// Every set of disjoint large options, times the ways to cover what they leave.
    pub(crate) fn count(&self) -> BigUint {
        let mut sum = BigUint::default();
        for set in 0_usize..1 << self.large.len() {
            let taken = self.large.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            let mut covered = vec![0; self.ways.len()];
            for item in taken.flat_map(|(_, large)| large) {
                covered[*item] += 1;
            }
            if covered.iter().all(|times| *times <= 1) {
                let left = self.ways.iter().zip(&covered).filter(|(_, times)| **times == 0);
                sum += left.map(|(ways, _)| BigUint::from(*ways)).product::<BigUint>();
            }
        }
        sum
    }
}

/// A ring of tiles with a colour at either end, where neighbours agree; `tiles[a][b]` tiles have
/// colour a on the left and b on the right.
pub(crate) fn ring(tiles: &[Vec<u32>], length: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let places: Vec<ItemId> = (0..length).map(|_| builder.item(ItemKind::Primary)).collect();
    let joints: Vec<ItemId> = (0..length).map(|_| builder.item(ItemKind::Optional)).collect();
    for place in 0..length {
        for (left, row) in (0..).zip(tiles) {
            for (right, copies) in (0..).zip(row) {
                for _ in 0..*copies {
                    builder.coloured_option([
                        (places[place], None),
                        (joints[place], Some(Colour(left))),
                        (joints[(place + 1) % length], Some(Colour(right))),
                    ]);
                }
            }
        }
    }
    builder.build(Action::trivial(2 * length)).expect("nonempty options")
}

/// How many rings there are: the trace of a power of the matrix.
pub(crate) fn ring_count(tiles: &[Vec<u32>], length: usize) -> BigUint {
    let n = tiles.len();
    let mut power: Vec<Vec<BigUint>> =
        tiles.iter().map(|row| row.iter().copied().map(BigUint::from).collect()).collect();
    for _ in 1..length {
        let entry =
            |i: usize, j: usize| (0..n).map(|k| &power[i][k] * tiles[k][j]).sum::<BigUint>();
        power = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    }
    (0..n).map(|i| &power[i][i]).sum()
}
