//! The counter of packings of bricks.

use kumiki_model::{AntislideQuestion, Count, Objective, Packing};
use kumiki_model::{Rule, Start};
use kumiki_oracle::examples::bricks::{brick, question, with};
use kumiki_oracle::naive::{arrangements, packings, tally};

/// All packings, classes, and `bricks:classes` for the nonempty ones; the identity must hold.
fn check(container: &str, kind: &str, packings: u64, classes: u64, by_bricks: &str) {
    let question = question(container, &[kind]);
    let tally = tally(&question);
    assert_eq!(
        (tally.packings.clone(), tally.classes.all),
        (packings.into(), classes.into()),
        "{container}"
    );
    let nonempty = tally.by_bricks.iter().filter(|row| row.bricks > 0);
    let found: Vec<String> =
        nonempty.map(|row| format!("{}:{}", row.bricks, row.classes.all)).collect();
    assert_eq!(found.join(" "), by_bricks, "{container}");
    let group_order = question.container().symmetries().group().order();
    let contained =
        tally.by_symmetry.into_iter().map(|row| row.classes.0 * (group_order / row.order));
    assert_eq!(Count(contained.sum()), tally.packings, "{container}");
}

#[test]
fn the_known_figures_for_the_square_brick() {
    check("2x2x1", "2x2x1", 2, 2, "1:1");
    check("2x2x2", "2x2x1", 4, 2, "2:1");
    check("2x2x3", "2x2x1", 6, 3, "3:2");
    check("2x3x3", "2x2x1", 3, 2, "4:1");
    check("2x3x6", "2x2x1", 188, 57, "7:1 8:3 9:52");
    check("2x4x4", "2x2x1", 166, 33, "8:32");
    check("3x3x3", "2x2x1", 9, 2, "6:1");
    check("3x3x4", "2x2x1", 13, 4, "8:3");
}

#[test]
fn the_known_figure_for_three_by_three_by_five() {
    check("3x3x5", "2x2x1", 41, 4, "10:3");
}

#[test]
fn long_narrow_boxes_follow_jacobsthal() {
    // A nonempty packing leaves no gap: its first layer is one flat brick, or its first two
    // layers are two upright ones in one of two ways. So each number is the last plus twice the
    // last but one.
    for (length, nonempty) in [(1, 1), (2, 3), (3, 5), (4, 11), (5, 21), (6, 43)] {
        let found = tally(&question(&format!("2x2x{length}"), &["2x2x1"]));
        assert_eq!(found.packings, (nonempty + 1).into(), "2x2x{length}");
    }
}

/// The numbers of arrangements and of full boxes are known from the literature on dominoes:
/// monomer-dimer coverings and perfect matchings of the grid graph.
fn dominoes(container: &str, arrangement_count: usize, full_count: u64) {
    let question = question(container, &["1x1x2"]);
    let mut seen = 0;
    arrangements(&question, &mut |_| seen += 1);
    assert_eq!(seen, arrangement_count, "{container}");
    let half = question.container().cell_count() / 2;
    let full = tally(&question).by_bricks.into_iter().find(|row| row.bricks == half);
    assert_eq!(full.map(|row| row.packings), Some(full_count.into()), "{container}");
}

#[test]
fn a_cap_bounds_the_arrangements() {
    for (cap, expected) in [(0, 1), (1, 1 + 4), (2, 1 + 4 + 2), (3, 1 + 4 + 2)] {
        let mut seen = 0;
        let question = with(question("1x2x2", &["1x1x2"]), |q| q.max_bricks = Some(cap));
        arrangements(&question, &mut |_| seen += 1);
        assert_eq!(seen, expected, "at most {cap}");
    }
}

#[test]
fn a_box_full_of_dominoes_is_rigid_and_their_number_is_known() {
    dominoes("1x1x6", 13, 1); // 1 1 2 3 5 8 13
    dominoes("1x2x2", 7, 2);
    dominoes("1x2x4", 71, 5);
    dominoes("1x3x4", 823, 11);
    dominoes("1x4x4", 10_012, 36);
    dominoes("1x4x5", 120_465, 95);
    dominoes("2x2x2", 108, 9);
    dominoes("2x2x3", 1511, 32);
    dominoes("2x2x4", 21_497, 121);
}

#[test]
fn dominoes_by_hand() {
    // In a corridor each domino pushes the next against the wall, so there are no gaps.
    check("1x1x6", "1x1x2", 2, 2, "3:1");
    check("1x1x7", "1x1x2", 1, 1, "");
    // In 3x3, a hole at the rim would need two dominoes on one cell; the pinwheel has two
    // senses.
    check("1x3x3", "1x1x2", 3, 2, "4:1");
    // All 36 are full boards.
    check("1x4x4", "1x1x2", 37, 10, "8:9");
}

#[test]
fn the_group_rule_counts_the_same() {
    for (container, kinds) in [("3x3x3", ["1x2x2"]), ("1x4x4", ["1x1x2"])] {
        let by_group = with(question(container, &kinds), |q| q.rule = Rule::Group);
        assert_eq!(tally(&by_group), tally(&question(container, &kinds)));
    }
}

#[test]
fn starts_caps_and_objectives_select_from_all_packings() {
    let plain = question("2x2x4", &["1x2x2", "1x1x3", "1x1x1"]);
    let all = packings(&plain);
    let selected = |change: &dyn Fn(&mut AntislideQuestion), wanted: &dyn Fn(&Packing) -> bool| {
        let expected: Vec<Packing> =
            all.iter().filter(|packing| wanted(packing)).cloned().collect();
        assert!(!expected.is_empty() && expected.len() < all.len());
        assert!(packings(&with(plain.clone(), change)) == expected);
    };
    let flat_in_corner = brick([0, 0, 0], [1, 2, 2]);
    selected(&|q| q.start = Start::Corner, &|packing| packing.bricks().contains(&flat_in_corner));
    selected(&|q| q.start = Start::NoCorner, &|packing| {
        let drawing = packing.layers().concat();
        drawing.iter().all(|row| row.starts_with('.') && row.ends_with('.'))
    });
    selected(&|q| q.max_bricks = Some(7), &|packing| packing.bricks().len() <= 7);
    selected(&|q| q.objective = Objective::Fewest, &|packing| packing.bricks().len() == 4);
    selected(&|q| q.objective = Objective::Most, &|packing| packing.bricks().len() == 16);
}
