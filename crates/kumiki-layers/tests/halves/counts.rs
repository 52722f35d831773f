//! All packings of many boxes.

use crate::methods::{direct, layered, question};
use kumiki_layers::{Counted, LayerCount, NotLayered};

/// Both methods must agree on every number of bricks. Says whether layers apply.
fn agrees(container: &str, kinds: &[&str]) -> bool {
    let question = question(container, kinds);
    match LayerCount::new(&question) {
        Ok(halves) => {
            assert_eq!(layered(halves).packings, direct(&question), "{kinds:?} in {container}");
            true
        }
        Err(NotLayered::NoSlicing) => false,
        Err(other) => panic!("{kinds:?} in {container}: {other}"),
    }
}

fn check(container: &str, kinds: &[&str]) {
    assert!(agrees(container, kinds), "layers apply to {kinds:?} in {container}");
}

/// Every box with at most so many cells; layers must apply to so many of them.
fn check_boxes(kinds: &[&str], most_cells: usize, expected: usize) {
    let mut applied = 0;
    for a in 1..=most_cells {
        for b in (a..=most_cells).take_while(|b| a * b * b <= most_cells) {
            for c in (b..=most_cells).take_while(|c| a * b * c <= most_cells) {
                applied += usize::from(agrees(&format!("{a}x{b}x{c}"), kinds));
            }
        }
    }
    assert_eq!(applied, expected, "{kinds:?} in boxes of up to {most_cells} cells");
}

#[test]
fn every_small_box_of_one_kind_of_brick_agrees_with_the_direct_search() {
    check_boxes(&["1x2x2"], 60, 168);
    check_boxes(&["1x1x2"], 24, 51);
    check_boxes(&["1x1x1"], 16, 30);
    check_boxes(&["2x2x2"], 80, 242);
    check_boxes(&["1x1x3"], 28, 61);
    check_boxes(&["1x2x3"], 48, 122);
    check_boxes(&["2x2x3"], 80, 230);
    check_boxes(&["1x3x3"], 60, 162);
}

#[test]
fn every_small_box_of_mixed_bricks_agrees_with_the_direct_search() {
    check_boxes(&["1x2x2", "1x1x2"], 18, 35);
    check_boxes(&["1x2x2", "2x2x2"], 36, 88);
    check_boxes(&["1x1x2", "1x1x1"], 12, 21);
    check_boxes(&["1x1x1", "2x2x2", "1x1x2"], 12, 21);
    check_boxes(&["1x2x2", "1x1x3"], 20, 40);
    check_boxes(&["1x2x3", "1x1x2"], 18, 35);
    check_boxes(&["1x2x3", "2x2x2", "1x2x2"], 30, 67);
}

#[test]
fn larger_boxes_agree_with_the_direct_search() {
    check("2x2x12", &["1x2x2"]);
    check("2x3x7", &["1x2x2"]);
    check("3x4x4", &["1x2x2"]);
    check("3x5x5", &["1x2x2"]);
    check("4x4x4", &["1x2x2"]);
    check("4x4x4", &["2x2x2"]);
    check("3x3x3", &["1x1x2"]);
    check("2x3x5", &["1x1x2"]);
    check("1x5x6", &["1x1x2"]);
    check("1x6x6", &["1x1x2"]);
    check("1x3x12", &["1x1x2"]);
}

#[test]
fn wide_layers_agree_with_the_direct_search() {
    // A layer of 64 cells is the largest. The families have up to 64, 128, 256 and 512 members.
    check("2x8x8", &["1x8x8"]);
    check("1x8x8", &["1x4x8"]);
    check("1x8x8", &["1x3x3"]);
    check("1x8x8", &["1x3x4"]);
    check("1x8x8", &["1x3x4", "1x3x5"]);
    check("2x7x7", &["1x3x4"]);
}

#[test]
fn known_numbers_of_packings_by_bricks() {
    let known = |container: &str, kinds: &[&str], expected: &[(usize, u32)]| {
        let halves = LayerCount::new(&question(container, kinds)).expect("layers apply");
        let expected: Counted =
            expected.iter().map(|(bricks, count)| (*bricks, (*count).into())).collect();
        assert_eq!(layered(halves).packings, expected, "{kinds:?} in {container}");
    };
    known("4x4x4", &["1x2x2"], &[(0, 1), (12, 18), (13, 24), (14, 3000), (15, 600), (16, 44_913)]);
    known("1x5x5", &["1x1x2"], &[(0, 1), (12, 244)]);
    known("1x6x6", &["1x1x2"], &[(0, 1), (16, 18), (17, 1536), (18, 6728)]);
    // A box too small for any brick, and one that a brick fills.
    known("1x1x1", &["1x2x2"], &[(0, 1)]);
    known("2x2x2", &["2x2x2"], &[(0, 1), (1, 1)]);
    known("2x2x2", &[], &[(0, 1)]);
}

#[test]
fn the_description_tells_how_the_box_is_sliced() {
    let describe = |container: &str, kinds: &[&str]| {
        LayerCount::new(&question(container, kinds)).expect("layers apply").describe()
    };
    assert_eq!(describe("4x4x5", &["1x2x2"]), "5 layers of 4x4, halves of 2 joined");
    assert_eq!(describe("2x4x6", &["1x2x2"]), "6 layers of 2x4, halves of 3 joined");
    // A brick of length three forces other layers.
    assert_eq!(describe("2x4x6", &["1x1x3"]), "2 layers of 4x6, halves of 1 joined");
}
