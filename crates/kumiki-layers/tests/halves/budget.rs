//! Only cheap halves: what the counts are worth then.

use crate::methods::{grown, joined, question};
use kumiki_layers::{Counted, LayerCount};

/// The packings of up to so many bricks.
fn up_to(counted: &Counted, most: usize) -> Counted {
    counted.range(..=most).map(|(bricks, count)| (*bricks, count.clone())).collect()
}

/// With every budget, the counts must be right as far as they are said to be, never too large
/// beyond that, and said to be right ever further as the budget grows. The turns are a group of the
/// layer.
fn check(container: &str, kinds: &[&str], turns: &[usize]) {
    let question = question(container, kinds);
    let all = grown(LayerCount::folded(&question, turns).expect("layers apply"));
    assert_eq!(all.complete_up_to(), None);
    let whole = joined(&all).expect("small numbers");
    let most_bricks = *whole.packings.keys().next_back().expect("the empty packing");
    let mut before = 0;
    for budget in 0..=2 * most_bricks + 2 {
        let join =
            grown(LayerCount::budgeted(&question, turns, Some(budget)).expect("layers apply"));
        let sure = join.complete_up_to().expect("there is a budget");
        let part = joined(&join).expect("smaller numbers");
        let context = format!("{kinds:?} in {container}, turns {turns:?}, budget {budget}");
        assert!(sure >= before, "{context}: {sure}, {before} before");
        before = sure;
        check_part(&part.packings, &whole.packings, sure, &context);
        for (part, whole) in part.mirrored.iter().zip(&whole.mirrored) {
            check_part(part, whole, sure, &context);
        }
        assert!(join.half_count() <= all.half_count(), "{context}");
        assert_eq!(joined(&grown(join.exact())), Ok(part), "{context}");
    }
    assert!(before >= most_bricks, "{kinds:?} in {container}: {before} of {most_bricks}");
    let generous =
        LayerCount::budgeted(&question, turns, Some(2 * most_bricks)).expect("layers apply");
    assert_eq!(joined(&grown(generous)), Ok(whole), "{kinds:?} in {container}");
}

fn check_part(part: &Counted, whole: &Counted, sure: usize, context: &str) {
    assert_eq!(up_to(part, sure), up_to(whole, sure), "{context}, up to {sure}");
    assert!(
        part.iter().all(|(bricks, count)| whole.get(bricks).is_some_and(|all| count <= all)),
        "{context}"
    );
}

#[test]
fn a_budget_counts_everything_that_it_claims() {
    check("2x2x5", &["1x2x2"], &[0]);
    check("2x2x6", &["1x2x2"], &[0]);
    check("2x3x6", &["1x2x2"], &[0]);
    check("2x4x5", &["1x2x2"], &[0]);
    check("3x4x4", &["1x2x2"], &[0]);
    check("3x5x5", &["1x2x2"], &[0]);
    check("4x4x4", &["1x2x2"], &[0]);
    check("1x5x6", &["1x1x2"], &[0]);
    check("1x6x6", &["1x1x2"], &[0]);
    check("3x3x3", &["1x1x2"], &[0]);
    check("2x2x3", &["1x1x2", "1x1x1"], &[0]);
    check("2x3x4", &["1x2x2", "2x2x2", "1x1x2"], &[0]);
    check("2x2x4", &["1x1x3"], &[0]);
    check("1x3x3", &["1x1x3"], &[0]);
}

#[test]
fn a_budget_folds_like_everything_else() {
    for turns in [&[0, 1][..], &[0, 2], &[0, 3], &[0, 1, 2, 3]] {
        check("2x4x5", &["1x2x2"], turns);
        check("3x4x4", &["1x2x2"], turns);
        check("4x4x4", &["1x2x2"], turns);
        check("3x3x3", &["1x1x2"], turns);
        check("1x5x6", &["1x1x2"], turns);
    }
}

#[test]
fn a_budget_claims_what_two_of_the_cheapest_halves_prove() {
    let question = question("4x4x4", &["1x2x2"]);
    // The cheapest half that is not empty on top costs 12.
    for (budget, expected) in [(0, 0), (11, 11), (12, 12), (13, 12), (19, 15), (20, 16), (32, 22)] {
        let join =
            grown(LayerCount::budgeted(&question, &[0], Some(budget)).expect("layers apply"));
        assert_eq!(join.complete_up_to(), Some(expected), "budget {budget}");
    }
}

#[test]
fn a_small_budget_builds_few_halves() {
    let question = question("4x4x6", &["1x2x2"]);
    let join = |budget| grown(LayerCount::budgeted(&question, &[0], budget).expect("layers apply"));
    let (none, few, all) = (join(Some(0)), join(Some(20)).half_count(), join(None).half_count());
    assert!(none.half_count() == 1 && 1 < few && 2 * few < all, "{few}, {all}");
    let total = joined(&none).expect("small numbers");
    assert_eq!(total.packings, Counted::from([(0, 1_u32.into())]));
}
