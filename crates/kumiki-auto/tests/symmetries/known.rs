//! Puzzles whose groups are known.

use crate::puzzles::{PENTOMINOES, SOMA, cuboid, langford, latin, packing, plane, queens};
use kumiki_auto::{Budget, automorphisms};
use kumiki_group::{Action, StabiliserChain};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind};

fn check(name: &str, problem: &CoverProblem, option_count: usize, order: &str) {
    assert_eq!(problem.options().len(), option_count, "{name}");
    let group = automorphisms(problem, Budget::default());
    assert!(group.is_complete(), "{name}");
    assert_eq!(group.order().to_string(), order, "{name}");
    let confirmed = StabiliserChain::generated_by(option_count, &group.perms());
    assert_eq!(confirmed.order(), *group.order(), "{name}");
}

const DOMINO: [(&str, &[&[&str]]); 1] = [("domino", &[&["##"]])];

#[test]
fn boards_have_the_symmetries_of_their_shape() {
    for n in [5, 6, 8] {
        check("queens", &queens(n), n * n, "8");
    }
    check("langford", &langford(12), 198, "2");
    check("pentominoes 6x10", &packing(&cuboid([1, 6, 10]), &PENTOMINOES, true), 2056, "4");
    let mut holed = cuboid([1, 8, 8]);
    holed.retain(|[_, y, z]| !([3, 4].contains(y) && [3, 4].contains(z)));
    check("pentominoes 8x8 without the centre", &packing(&holed, &PENTOMINOES, true), 1568, "8");
    check("dominoes 8x8", &packing(&cuboid([1, 8, 8]), &DOMINO, true), 112, "8");
    check("dominoes 4x6", &packing(&cuboid([1, 4, 6]), &DOMINO, true), 38, "4");
    check("dominoes 3x3x3", &packing(&cuboid([3, 3, 3]), &DOMINO, true), 54, "48");
}

#[test]
fn a_reflection_of_the_soma_cube_exchanges_its_chiral_pieces() {
    check("soma", &packing(&cuboid([3, 3, 3]), &SOMA, false), 688, "48");
    // Without one of the two, only rotations are left.
    let lame: Vec<_> = SOMA.into_iter().filter(|(piece, _)| *piece != "B").collect();
    check("soma without B", &packing(&cuboid([3, 3, 3]), &lame, false), 592, "24");
}

#[test]
fn structures_have_the_groups_of_the_literature() {
    // Rows, columns and symbols are permuted each, and exchanged with one another: 6 (n!)^3.
    check("latin squares of order 4", &latin(4), 64, "82944");
    check("latin squares of order 5", &latin(5), 125, "10368000");
    // The collineations of a projective plane over a prime field: (q^3 - 1)(q^3 - q) q^2.
    check("plane of order 2", &plane(2), 7, "168");
    check("plane of order 3", &plane(3), 13, "5616");
    check("plane of order 5", &plane(5), 31, "372000");
    check("plane of order 7", &plane(7), 57, "5630688");
}

/// The rows, columns and entries of the multiplication table of a group, as lines of three each.
fn tables(order: usize, products: &[&dyn Fn(usize, usize) -> usize]) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    for product in products {
        let lines: Vec<ItemId> = (0..3 * order).map(|_| builder.item(ItemKind::Primary)).collect();
        for (a, b) in (0..order).flat_map(|a| (0..order).map(move |b| (a, b))) {
            builder.option([lines[a], lines[order + b], lines[2 * order + product(a, b)]]);
        }
    }
    let degree = builder.item_count();
    builder.build(Action::trivial(degree)).expect("valid")
}

#[test]
fn tables_of_different_groups_are_told_apart() {
    // A table of a group with n elements and a automorphisms has 6 n^2 a symmetries.
    check("Z2 x Z2 x Z2", &tables(8, &[&|a, b| a ^ b]), 64, &(6 * 64 * 168).to_string());
    let cyclic = |a, b| (a + b) % 6;
    // Turns 0, 1, 2 and reflections 3, 4, 5 of a triangle.
    let triangle = |a: usize, b: usize| match (a < 3, b < 3) {
        (true, true) => (a + b) % 3,
        (true, false) => 3 + (b - 3 + a) % 3,
        (false, true) => 3 + (a - b) % 3,
        (false, false) => (3 + a - b) % 3,
    };
    let [one, other]: [u64; 2] = [6 * 36 * 2, 6 * 36 * 6];
    check("Z6", &tables(6, &[&cyclic]), 36, &one.to_string());
    check("S3", &tables(6, &[&triangle]), 36, &other.to_string());
    check("Z6 and S3", &tables(6, &[&cyclic, &triangle]), 72, &(one * other).to_string());
    let twice = tables(6, &[&cyclic, &triangle, &triangle, &cyclic]);
    check("two of each", &twice, 144, &(4 * one * other * one * other).to_string());
}

#[test]
fn colours_are_renamed_at_each_item_in_its_own_way() {
    // Letters of words that cross. Any two letters of a cell may be exchanged, as long as all its
    // words agree.
    let mut builder = CoverProblemBuilder::new();
    let words = [(); 2].map(|()| builder.item(ItemKind::Primary));
    let cells = [(); 3].map(|()| builder.item(ItemKind::Optional));
    for word in words {
        for letters in 0..27 {
            let letter = |place: u32| Some(Colour(letters / 3_u32.pow(place) % 3));
            builder.coloured_option([
                (word, None),
                (cells[0], letter(0)),
                (cells[1], letter(1)),
                (cells[2], letter(2)),
            ]);
        }
    }
    let problem = builder.build(Action::trivial(5)).expect("valid");
    // The two words are exchanged, the cells permuted, and the letters of each cell permuted.
    check("crossing words", &problem, 54, &(2 * 6 * 6 * 6 * 6).to_string());
}
