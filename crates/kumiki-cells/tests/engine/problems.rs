//! The problems that the tests search.

use kumiki_group::Action;
use kumiki_model::{AntislideQuestion, CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use kumiki_oracle::universe::{PlantedSymmetry, RandomShape, random_cover_problems};

/// A board with a square of side `n` for every pair of numbers below `n`.
pub(crate) fn squares(n: usize) -> impl Iterator<Item = [usize; 2]> + Clone {
    (0..n * n).map(move |at| [at / n, at % n])
}

/// Queens that do not attack one another: each row and column has one, each diagonal at most one.
pub(crate) fn queens(n: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let lines: Vec<ItemId> = (0..2 * n).map(|_| builder.item(ItemKind::Primary)).collect();
    let diagonals: Vec<ItemId> = (0..4 * n).map(|_| builder.item(ItemKind::Optional)).collect();
    for [x, y] in squares(n) {
        builder.option([lines[x], lines[n + y], diagonals[x + y], diagonals[2 * n + n + x - y]]);
    }
    builder.build(Action::trivial(6 * n)).expect("valid")
}

/// Whether queens on two squares attack each other, or are the same.
pub(crate) fn attacks([a, b]: [usize; 2], [c, d]: [usize; 2]) -> bool {
    a == c || b == d || a + b == c + d || a + d == c + b
}

/// So many queens that attack or occupy every square: every square is covered once to `count`
/// times, and a last item, which all options cover, `count` times.
pub(crate) fn dominating_queens(n: usize, count: u32) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let cells: Vec<ItemId> =
        squares(n).map(|_| builder.item(ItemKind::between(1, count))).collect();
    let number = builder.item(ItemKind::between(count, count));
    for queen in squares(n) {
        let attacked = squares(n).zip(&cells).filter(|(cell, _)| attacks(queen, *cell));
        builder.option(attacked.map(|(_, item)| *item).chain([number]));
    }
    builder.build(Action::trivial(n * n + 1)).expect("valid")
}

/// Two copies of each number up to n in a row, the copies of k with k others in between.
pub(crate) fn langford(n: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let numbers: Vec<ItemId> = (0..n).map(|_| builder.item(ItemKind::Primary)).collect();
    let places: Vec<ItemId> = (0..2 * n).map(|_| builder.item(ItemKind::Primary)).collect();
    for (k, number) in (1..).zip(&numbers) {
        for first in 0..2 * n - k - 1 {
            builder.option([*number, places[first], places[first + k + 1]]);
        }
    }
    builder.build(Action::trivial(3 * n)).expect("valid")
}

/// Dominoes that fill a square board.
pub(crate) fn dominoes(n: usize) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let cells: Vec<ItemId> = squares(n).map(|_| builder.item(ItemKind::Primary)).collect();
    for [x, y] in squares(n) {
        if y + 1 < n {
            builder.option([cells[x * n + y], cells[x * n + y + 1]]);
        }
        if x + 1 < n {
            builder.option([cells[x * n + y], cells[(x + 1) * n + y]]);
        }
    }
    builder.build(Action::trivial(n * n)).expect("valid")
}

/// Bricks that cannot slide: optional cells, and a requirement for every face of every brick.
pub(crate) fn bricks(container: &str, kind: &str) -> CoverProblem {
    let size = |text: &str| text.parse().expect("a size");
    let question = AntislideQuestion::new(size(container), vec![size(kind)]);
    kumiki_reduce::antislide(&question).expect("a valid question").problem().clone()
}

/// Random problems of every kind, small enough for the naive counter.
pub(crate) fn random(seed: u64, count: usize) -> impl Iterator<Item = CoverProblem> {
    let coloured = RandomShape {
        colours: 3,
        primary_percent: 50,
        items: 9,
        options: 12,
        ..RandomShape::plain()
    };
    let ranged =
        RandomShape { ranged_percent: 100, primary_percent: 20, items: 7, ..RandomShape::plain() };
    let demanding =
        RandomShape { requirements: 8, primary_percent: 30, items: 8, ..RandomShape::plain() };
    let shapes =
        [RandomShape::plain(), RandomShape::with_everything(), coloured, ranged, demanding];
    shapes.into_iter().flat_map(move |shape| random_cover_problems(seed, count, &shape))
}

/// Random problems with a group, of every kind and with at most 14 options.
pub(crate) fn symmetric(seed: u64, count: usize) -> impl Iterator<Item = CoverProblem> {
    let planted = [
        PlantedSymmetry::Mirror,
        PlantedSymmetry::Shift { by: 2 },
        PlantedSymmetry::Shift { by: 3 },
    ];
    let problems = planted.into_iter().flat_map(move |symmetry| {
        let plain = RandomShape { symmetry, options: 3, items: 9, ..RandomShape::plain() };
        let everything =
            RandomShape { symmetry, options: 3, copies: 0, ..RandomShape::with_everything() };
        let free = RandomShape {
            symmetry,
            options: 2,
            primary_percent: 0,
            requirements: 2,
            ..plain.clone()
        };
        [plain, everything, free]
            .into_iter()
            .flat_map(move |shape| random_cover_problems(seed, count, &shape))
    });
    problems.filter(|problem| problem.options().len() <= 14)
}

/// Problems of every kind, their searches a handful to some ten thousand nodes, and their names.
pub(crate) fn samples() -> Vec<(String, CoverProblem)> {
    let mut samples = vec![
        (String::from("8 queens"), queens(8)),
        (String::from("5 dominating queens"), dominating_queens(5, 3)),
        (String::from("Langford pairs up to 7"), langford(7)),
        (String::from("dominoes on 4x4"), dominoes(4)),
        (String::from("bricks in 2x4x4"), bricks("2x4x4", "1x2x2")),
        (String::from("bricks in 1x4x4"), bricks("1x4x4", "1x1x2")),
    ];
    let random = random(11, 8).enumerate();
    samples.extend(random.map(|(number, problem)| (format!("random problem {number}"), problem)));
    samples
}
