//! Every table of the answer against the naive counter, which judges every arrangement of bricks.

use super::asking::{counting, listing, question, unjudged, with};
use kumiki::Halt;
use kumiki::model::{AntislideQuestion, Method, Objective, Packing, Start};
use kumiki_oracle::naive;

/// Says whether layers apply.
fn agrees(question: &AntislideQuestion) -> bool {
    let expected = naive::tally(question);
    let check = |method: Method| {
        let answer = match unjudged(&counting(question, method), 1) {
            Err(Halt::NotLayered(_)) => return false,
            other => other.expect("an answer"),
        };
        assert_eq!(answer.packings, expected.packings, "{method:?}: {question:?}");
        assert_eq!(answer.classes, expected.classes, "{method:?}: {question:?}");
        assert_eq!(answer.by_bricks, expected.by_bricks, "{method:?}: {question:?}");
        assert_eq!(answer.by_symmetry, expected.by_symmetry, "{method:?}: {question:?}");
        true
    };
    assert!(check(Method::Direct) && check(Method::Auto));
    check(Method::Layers)
}

/// A box and kinds of brick with every start, cap and objective.
fn check(container: &str, kinds: &[&str]) {
    let plain = question(container, kinds);
    agrees(&plain);
    for start in [Start::Corner, Start::NoCorner] {
        assert!(!agrees(&with(plain.clone(), |q| q.start = start)));
    }
    let most = naive::tally(&plain).by_bricks.last().expect("there is the empty packing").bricks;
    for objective in [Objective::Any, Objective::Fewest, Objective::Most] {
        for max_bricks in [None, Some(0), Some(1), Some(most.saturating_sub(1)), Some(most)] {
            agrees(&with(plain.clone(), |q| (q.objective, q.max_bricks) = (objective, max_bricks)));
        }
    }
    let cornered = with(plain, |q| (q.start, q.objective) = (Start::Corner, Objective::Fewest));
    assert!(!agrees(&with(cornered.clone(), |q| q.max_bricks = Some(most))));
    assert!(!agrees(&with(cornered, |q| q.objective = Objective::Most)));
}

/// Every box with at most so many cells, as it is.
fn check_boxes(kinds: &[&str], most_cells: usize) {
    for a in 1..=most_cells {
        for b in (a..=most_cells).take_while(|b| a * b * b <= most_cells) {
            for c in (b..=most_cells).take_while(|c| a * b * c <= most_cells) {
                agrees(&question(&format!("{a}x{b}x{c}"), kinds));
            }
        }
    }
}

#[test]
fn a_first_brick_lies_as_the_order_of_the_sides_says() {
    let cornered = |sides: &str, kinds: &[&str]| {
        assert!(!agrees(&with(question(sides, kinds), |q| q.start = Start::Corner)));
    };
    for sides in
        ["2x3x3", "3x2x3", "3x3x2", "1x3x4", "3x1x4", "4x3x1", "1x1x4", "4x1x1", "2x2x3", "3x2x2"]
    {
        cornered(sides, &["1x2x2"]);
        cornered(sides, &["1x2x3", "1x2x2"]);
    }
    for sides in ["1x3x4", "3x4x1", "4x1x3", "2x2x3", "2x3x2"] {
        cornered(sides, &["1x1x2"]);
        cornered(sides, &["1x1x3", "1x1x1"]);
    }
}

#[test]
fn every_small_box_agrees_with_the_naive_counter() {
    check_boxes(&["1x2x2"], 24);
    check_boxes(&["1x1x2"], 16);
    check_boxes(&["1x1x1"], 12);
    check_boxes(&["1x1x3"], 18);
    check_boxes(&["1x2x3"], 27);
    check_boxes(&["2x2x2"], 36);
    check_boxes(&["1x2x2", "1x1x2"], 12);
    check_boxes(&["1x1x2", "1x1x1"], 10);
    check_boxes(&["1x2x2", "1x1x3", "2x2x2"], 18);
}

#[test]
fn the_largest_box_of_the_naive_counter_agrees() {
    let plain = question("3x3x4", &["1x2x2"]);
    assert!(agrees(&plain));
    assert!(!agrees(&with(plain, |q| q.start = Start::Corner)));
    assert!(!agrees(&question("3x3x4", &["1x2x3"])));
    assert!(agrees(&question("3x4x4", &["2x2x2"])));
}

#[test]
fn starts_caps_and_objectives_agree_with_the_naive_counter() {
    check("1x2x2", &["1x2x2"]);
    check("2x2x3", &["1x2x2"]);
    check("2x2x6", &["1x2x2"]);
    check("2x3x4", &["1x2x2"]);
    check("3x3x3", &["1x2x2"]);
    check("1x1x6", &["1x1x2"]);
    check("1x3x4", &["1x1x2"]);
    check("1x4x4", &["1x1x2"]);
    check("2x2x2", &["1x1x2"]);
    check("2x2x3", &["1x1x2"]);
    check("1x4x5", &["1x1x3"]);
    check("2x3x3", &["1x1x3"]);
    check("3x3x3", &["1x2x3"]);
    check("2x3x4", &["1x2x3"]);
    check("2x2x4", &["2x2x2"]);
    check("3x3x4", &["1x3x3"]);
}

#[test]
fn starts_caps_and_objectives_of_mixed_bricks_agree_with_the_naive_counter() {
    check("1x2x5", &["1x1x2", "1x1x1"]);
    check("2x2x2", &["1x1x1"]);
    check("2x2x3", &["1x2x2", "1x1x2"]);
    // The first kind is the one that starts.
    check("2x2x3", &["1x1x2", "1x2x2"]);
    check("2x3x3", &["1x2x2", "1x1x3"]);
    check("2x3x4", &["1x2x2", "2x2x2"]);
    check("2x2x4", &["1x2x3", "2x2x2", "1x2x2"]);
}

#[test]
fn a_first_brick_that_is_missing_or_does_not_fit_leaves_no_packing() {
    for (container, kinds) in [
        ("1x1x1", &["1x1x2"][..]),
        ("2x2x2", &["1x1x3"]),
        ("1x3x3", &["1x1x4", "1x1x2"]),
        ("2x3x3", &["3x3x3"]),
    ] {
        assert!(!agrees(&with(question(container, kinds), |q| q.start = Start::Corner)));
    }
}

#[test]
fn a_list_without_symmetry_is_what_the_naive_counter_lists() {
    for (container, kinds) in [
        ("3x3x3", &["1x2x2"][..]),
        ("2x3x4", &["1x2x2", "2x2x2"]),
        ("1x4x4", &["1x1x2"]),
        ("2x2x3", &["1x1x2"]),
    ] {
        let question =
            with(question(container, kinds), |q| q.symmetry = kumiki::model::Symmetry::None);
        let sorted = |mut packings: Vec<Packing>| {
            packings.sort_unstable_by(|a, b| a.bricks().cmp(b.bricks()));
            packings
        };
        let listed = unjudged(&listing(&question, usize::MAX), 1).expect("an answer").listed;
        assert_eq!(sorted(listed), sorted(naive::packings(&question)), "{kinds:?} in {container}");
    }
}
