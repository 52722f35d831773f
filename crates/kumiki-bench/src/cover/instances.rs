//! The instances, as text in Knuth's format: one line of items, then one option per line.
//!
//! Text, because the command and the peer then read the same file. The order of the items decides
//! between equally good choices, so it is part of an instance: pieces come before cells.

use kumiki_formats::puzzle::{PuzzleFormat, read};
use kumiki_model::Place;
use kumiki_reduce::pack;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A packing puzzle of which each piece is used once and each cell is filled: items are the pieces,
/// then the cells.
pub(super) fn packing(toml: &str) -> String {
    let question =
        read(toml.as_bytes(), PuzzleFormat::Toml).expect("a file of the gallery").question;
    let puzzle = pack(&question).expect("a puzzle of the gallery");
    let cell_name = |[layer, row, column]: &Place| format!("{layer}.{row}.{column}");
    let names: Vec<&str> = question.pieces().iter().map(|piece| piece.name.as_str()).collect();
    let mut text = names.join(" ");
    for cell in question.must() {
        write!(text, " {}", cell_name(cell)).expect("writing to a string");
    }
    for option in puzzle.problem().options().ids() {
        let piece =
            puzzle.placement(option).expect("no cell stays empty, so every option places a piece");
        let cells: Vec<String> = piece.cells.iter().map(cell_name).collect();
        write!(text, "\n{} {}", names[piece.kind], cells.join(" ")).expect("writing to a string");
    }
    text + "\n"
}

/// Queens on a square board that do not attack each other: rows and columns from the middle
/// outward, then diagonals, which need not all be occupied.
pub(super) fn queens(size: usize) -> String {
    let middle = (size - 1) / 2;
    let from_the_middle = (0..size)
        .map(|step| if step % 2 == 1 { middle + step.div_ceil(2) } else { middle - step / 2 });
    let lines = from_the_middle.map(|line| format!("r{line} c{line}"));
    let diagonals = |letter: char| (0..2 * size - 1).map(move |number| format!("{letter}{number}"));
    let items: Vec<String> =
        lines.chain(["|".to_owned()]).chain(diagonals('a')).chain(diagonals('b')).collect();
    let mut text = items.join(" ") + "\n";
    for row in 0..size {
        for column in 0..size {
            let (up, down) = (row + column, size - 1 + row - column);
            writeln!(text, "r{row} c{column} a{up} b{down}").expect("writing to a string");
        }
    }
    text
}

/// Langford pairs: 1, 1, 2, 2, … in a line of slots, so that `d` other numbers stand between the
/// two `d`s.
pub(super) fn langford(pairs: usize) -> String {
    let numbers = (1..=pairs).map(|number| format!("d{number}"));
    let slots = (1..=2 * pairs).map(|slot| format!("s{slot}"));
    let mut text = numbers.chain(slots).collect::<Vec<String>>().join(" ") + "\n";
    for number in 1..=pairs {
        for first in 1..2 * pairs - number {
            writeln!(text, "d{number} s{first} s{}", first + number + 1)
                .expect("writing to a string");
        }
    }
    text
}

/// Dominoes on a board.
pub(super) fn dominoes(rows: usize, columns: usize) -> String {
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let names: Vec<String> = cells().map(|(row, column)| format!("{row}.{column}")).collect();
    let mut text = names.join(" ") + "\n";
    for (row, column) in cells() {
        for (other_row, other_column) in [(row, column + 1), (row + 1, column)] {
            if other_row < rows && other_column < columns {
                writeln!(text, "{row}.{column} {other_row}.{other_column}")
                    .expect("writing to a string");
            }
        }
    }
    text
}

/// P. A. MacMahon's squares: each square is laid once, edges that touch have the same colour, and
/// the border of the board is in the first colour. Items are the squares, the cells, and the inner
/// edges, which have colours.
pub(super) fn coloured_squares(squares: &BTreeSet<Square>, rows: usize, columns: usize) -> String {
    let letter = |colour: u8| char::from(b'a' + colour);
    let name = |square: &Square| square.iter().map(|colour| letter(*colour)).collect::<String>();
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut items: Vec<String> = squares.iter().map(name).collect();
    items.extend(cells().map(|(row, column)| format!("{row}.{column}")));
    items.push("|".to_owned());
    items.extend(
        cells().filter(|(row, _)| *row > 0).map(|(row, column)| format!("above-{row}.{column}")),
    );
    items.extend(
        cells()
            .filter(|(_, column)| *column > 0)
            .map(|(row, column)| format!("left-of-{row}.{column}")),
    );
    let mut text = items.join(" ") + "\n";
    for square in squares {
        for turned in BTreeSet::from(turns(square)) {
            for (row, column) in cells() {
                let [above, right, below, left] = turned;
                let edges = [
                    (above, (row > 0).then(|| format!("above-{row}.{column}"))),
                    (
                        right,
                        (column + 1 < columns).then(|| format!("left-of-{row}.{}", column + 1)),
                    ),
                    (below, (row + 1 < rows).then(|| format!("above-{}.{column}", row + 1))),
                    (left, (column > 0).then(|| format!("left-of-{row}.{column}"))),
                ];
                if edges.iter().any(|(colour, edge)| edge.is_none() && *colour > 0) {
                    continue;
                }
                write!(text, "{} {row}.{column}", name(square)).expect("writing to a string");
                for (colour, edge) in edges {
                    if let Some(edge) = edge {
                        write!(text, " {edge}:{}", letter(colour)).expect("writing to a string");
                    }
                }
                text.push('\n');
            }
        }
    }
    text
}

/// The colours of a square's edges: above, right, below, left.
pub(super) type Square = [u8; 4];

/// A square turned in all four ways.
fn turns(square: &Square) -> [Square; 4] {
    let [a, b, c, d] = *square;
    [[a, b, c, d], [d, a, b, c], [c, d, a, b], [b, c, d, a]]
}

/// All squares with so many colours, each once whichever way it is turned.
pub(super) fn squares(colours: u8) -> BTreeSet<Square> {
    let pairs = || (0..colours).flat_map(|first| (0..colours).map(move |second| (first, second)));
    let all = pairs()
        .flat_map(|(above, right)| pairs().map(move |(below, left)| [above, right, below, left]));
    all.map(|square| turns(&square).into_iter().min().expect("four turns")).collect()
}

/// A large instance that takes no guessing: `groups` of four items, each an option, among `decoys`
/// other options of four items that are all in the way, and `squares` of four items that two
/// dominoes cover in two ways. There are two to the power of `squares` solutions. There are at
/// least two groups.
///
/// The first item of the first group is in no decoy. A decoy that has the first item of a group has
/// an item of an earlier group. So the groups are forced one after the other, and each of them
/// removes decoys.
pub(super) fn planted(groups: usize, decoys: usize, squares: usize) -> String {
    let item_count = 4 * (groups + squares);
    let mut text =
        (0..item_count).map(|item| item.to_string()).collect::<Vec<String>>().join(" ") + "\n";
    let mut option = |items: &[usize]| {
        let names: Vec<String> = items.iter().map(usize::to_string).collect();
        text += &names.join(" ");
        text.push('\n');
    };
    let mut dice = Dice(1);
    for _ in 0..decoys {
        let group = dice.below(groups - 1);
        let first = 4 * group + 1 + dice.below(3);
        let later = 4 * (group + 1);
        let mut items = BTreeSet::from([first]);
        while items.len() < 4 {
            items.insert(later + dice.below(item_count - later));
        }
        option(&items.into_iter().collect::<Vec<usize>>());
    }
    for group in 0..groups {
        option(&[0, 1, 2, 3].map(|item| 4 * group + item));
    }
    for square in groups..groups + squares {
        for domino in [[0, 1], [2, 3], [0, 2], [1, 3]] {
            option(&domino.map(|item| 4 * square + item));
        }
    }
    text
}

/// Numbers that look random and are always the same: the high half of a linear congruential
/// generator.
struct Dice(u64);

impl Dice {
    /// A number from 0 to `limit - 1`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}

#[cfg(test)]
mod tests {
    use super::super::cases::{INSTANCES, Solver};
    use super::*;
    use kumiki_bits::BitsSpace;
    use kumiki_formats::cover::{CoverFile, CoverFormat};
    use kumiki_model::ItemKind;
    use kumiki_plan::Plan;
    use kumiki_search::{Fuel, Prefix, Search, Space, Step};

    fn parsed(text: &str) -> CoverFile {
        let file = CoverFile::read(text.as_bytes(), CoverFormat::Dlx).expect("a valid instance");
        assert_eq!(file.warnings(), [""; 0]);
        file
    }

    fn count(text: &str) -> String {
        let plan = Plan::new(parsed(text).problem());
        let space = BitsSpace::new(&plan, None).expect("it suits").counting();
        let mut search = space.begin(&Prefix::root());
        assert_eq!(search.advance(&mut Fuel::unlimited()), Step::Exhausted);
        search.counted().to_string()
    }

    #[test]
    fn small_instances_have_their_known_counts() {
        for (size, solutions) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)]
        {
            assert_eq!(count(&queens(size)), solutions.to_string(), "{size} queens");
        }
        for (pairs, solutions) in
            [(1, 0), (2, 0), (3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)]
        {
            assert_eq!(count(&langford(pairs)), solutions.to_string(), "{pairs} pairs");
        }
        for (rows, columns, solutions) in
            [(1, 1, 0), (1, 4, 1), (2, 3, 3), (4, 5, 95), (6, 6, 6728)]
        {
            assert_eq!(count(&dominoes(rows, columns)), solutions.to_string(), "{rows}x{columns}");
        }
        for (groups, decoys, squares) in [(2, 0, 0), (3, 9, 1), (50, 400, 3), (50, 400, 5)] {
            let solutions = (1 << squares).to_string();
            assert_eq!(
                count(&planted(groups, decoys, squares)),
                solutions,
                "{groups} groups, {squares} squares"
            );
        }
    }

    #[test]
    fn four_coloured_squares_are_counted_as_by_trying_everything() {
        assert_eq!([1, 2, 3].map(|colours| squares(colours).len()), [1, 6, 24]);
        let all: Vec<Square> = squares(3).into_iter().take(10).collect();
        let mut total = 0;
        for chosen in (0u32..1 << all.len()).filter(|chosen| chosen.count_ones() == 4) {
            let is_chosen = |at: &usize| chosen >> at & 1 == 1;
            let four: BTreeSet<Square> =
                (0..all.len()).filter(is_chosen).map(|at| all[at]).collect();
            for (rows, columns) in [(2, 2), (1, 4)] {
                let boards = lay(&mut Vec::new(), &four, columns);
                assert_eq!(
                    count(&coloured_squares(&four, rows, columns)),
                    boards.to_string(),
                    "{four:?}"
                );
                total += boards;
            }
        }
        assert!(total > 0, "nothing was compared");
    }

    /// In how many ways the rest of the squares completes a board, cell by cell.
    fn lay(board: &mut Vec<Square>, rest: &BTreeSet<Square>, columns: usize) -> u64 {
        if rest.is_empty() {
            return u64::from(is_right(board, columns));
        }
        let mut found = 0;
        for square in rest {
            let others: BTreeSet<Square> =
                rest.iter().filter(|other| *other != square).copied().collect();
            for turned in BTreeSet::from(turns(square)) {
                board.push(turned);
                found += lay(board, &others, columns);
                board.pop();
            }
        }
        found
    }

    fn is_right(board: &[Square], columns: usize) -> bool {
        (0..board.len()).all(|cell| {
            let [above, right, below, left] = board[cell];
            let (row_start, row_end) = (cell % columns == 0, cell % columns == columns - 1);
            above == if cell < columns { 0 } else { board[cell - columns][2] }
                && left == if row_start { 0 } else { board[cell - 1][1] }
                && (cell + columns < board.len() || below == 0)
                && (!row_end || right == 0)
        })
    }

    /// Numbers of primary items, of all items and of options: an instance with others is another
    /// instance.
    #[test]
    fn the_instances_have_their_known_sizes() {
        let mut seen = 0;
        for (name, sizes) in [
            ("soma", [34, 34, 688]),
            ("pent8x8h", [72, 72, 1568]),
            ("pent6x10", [72, 72, 2056]),
            ("pent6x10-cells", [72, 72, 2056]),
            ("langford12", [36, 36, 198]),
            ("queens13", [26, 76, 169]),
            ("domino8", [64, 64, 112]),
            ("domino16", [256, 256, 480]),
            ("squares4x6", [48, 86, 1008]),
            ("planted", [50_000, 50_000, 100_000]),
        ] {
            let instance = INSTANCES.iter().find(|instance| instance.name == name).expect(name);
            let file = parsed(&(instance.text)());
            let kinds = file.problem().items();
            let primary = kinds.iter().filter(|kind| **kind == ItemKind::Primary).count();
            assert_eq!([primary, kinds.len(), file.problem().options().len()], sizes, "{name}");
            seen += 1;
        }
        assert_eq!(
            seen,
            INSTANCES.iter().filter(|instance| instance.solver == Solver::Cover).count()
        );
    }
}
