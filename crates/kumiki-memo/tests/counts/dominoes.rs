//! Boards covered by dominoes.

use crate::boards::{dominoes, dominoes_on, kasteleyn};
use crate::walks::{count, finish};
use kumiki_bits::BitsSpace;
use kumiki_memo::MemoCount;
use kumiki_oracle::universe::Dice;
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Prefix, Search, Space};
use num_bigint::BigUint;

#[test]
fn all_boards_up_to_ten_by_ten_are_covered_as_often_as_the_determinant_says() {
    for rows in 1..=10 {
        for columns in 1..=10 {
            assert_eq!(
                count(&dominoes(rows, columns)),
                kasteleyn(rows, columns),
                "{rows}x{columns}"
            );
        }
    }
}

#[test]
fn large_boards_are_covered_as_often_as_the_determinant_says() {
    for (rows, columns) in [(12, 13), (16, 16), (9, 40)] {
        assert_eq!(count(&dominoes(rows, columns)), kasteleyn(rows, columns), "{rows}x{columns}");
    }
    // More than 128 bits, hence three kinds of weights.
    let large = finish(MemoCount::new(&Plan::new(&dominoes(20, 20))).expect("21 cells at a time"));
    assert_eq!(large, kasteleyn(20, 20));
    assert!(large.bits() > 128, "{large}");
}

#[test]
fn published_numbers_are_met() {
    // OEIS A004003.
    for (side, expected) in [
        (2, "2"),
        (4, "36"),
        (6, "6728"),
        (8, "12988816"),
        (10, "258584046368"),
        (16, "2444888770250892795802079170816"),
    ] {
        assert_eq!(count(&dominoes(side, side)).to_string(), expected, "{side}x{side}");
    }
}

#[test]
fn boards_with_holes_are_covered_as_often_as_listing_says() {
    let mut dice = Dice::new(1);
    let mut total = 0;
    for (rows, columns, percent) in [(5, 6, 90), (6, 7, 95), (8, 8, 85), (4, 16, 94)] {
        for _ in 0..25 {
            let problem = dominoes_on(rows, columns, |_, _| dice.percent(percent));
            let space = BitsSpace::new(&Plan::new(&problem), None)
                .expect("a small plain problem")
                .counting();
            let mut search = space.begin(&Prefix::root());
            search.advance(&mut Fuel::unlimited());
            assert_eq!(count(&problem), BigUint::from(search.counted()), "{problem:?}");
            total += search.counted();
        }
    }
    assert!(total > 1000, "{total}");
}
