//! Counts that are paused, written down and taken up again.

use crate::boards::{dominoes, dominoes_on};
use crate::problems::{Overlap, random, ring};
use crate::walks::count;
use kumiki_memo::MemoCount;
use kumiki_model::CoverProblem;
use kumiki_oracle::universe::{Dice, RandomShape};
use kumiki_plan::Plan;
use kumiki_search::{BadSnapshot, Fuel, Snapshot, Stages, Turn};
use kumiki_trial::{check_damage, check_stages};
use num_bigint::BigUint;

fn check(problem: &CoverProblem) {
    let plan = Plan::new(problem);
    let expected = count(problem);
    for begin in [MemoCount::new, MemoCount::backwards] {
        let make = || begin(&plan).expect("narrow enough");
        assert_eq!(check_stages(make).as_ref(), Ok(&expected), "{problem:?}");
    }
}

#[test]
fn boards_without_solutions_and_with_few_are_taken_up() {
    check(&dominoes(1, 1));
    check(&dominoes(3, 3));
    check(&dominoes(1, 2));
    check(&dominoes(6, 6));
    check(&dominoes_on(6, 6, |row, column| [row, column] != [0, 0] && [row, column] != [0, 5]));
}

#[test]
fn states_of_one_two_and_four_words_are_taken_up() {
    let mut dice = Dice::new(5);
    for items in [20, 66, 130] {
        check(&Overlap::drawn(&mut dice, items, 4, 3).problem());
    }
}

#[test]
fn weights_of_all_widths_are_taken_up() {
    check(&ring(&[vec![3, 1, 2], vec![1, 0, 2], vec![1, 1, 1]], 60));
    for items in [130, 300] {
        check(&Overlap { ways: vec![2; items], large: vec![vec![0, 1], vec![1, 2]] }.problem());
    }
    // 1, 2, 4, 8, 16, 64 and 1024 limbs, and the change from each to the next.
    let items = 4200;
    let plan = Plan::new(&Overlap { ways: vec![2; items], large: Vec::new() }.problem());
    let make = || MemoCount::new(&plan).expect("narrow enough");
    let mut count = make();
    let mut most = 0;
    let number = loop {
        if let Turn::Done(number) = count.advance(&mut Fuel(101)) {
            break number;
        }
        let mut records = Vec::new();
        count.save(&mut |record| records.push(record.to_vec()));
        most = most.max(records.iter().map(Vec::len).max().unwrap_or(0));
        count = make();
        count.load(&mut records.into_iter()).expect("its own snapshot");
    };
    assert_eq!(number, BigUint::from(1_u32) << items);
    assert!(most > 1024, "{most} numbers in a record");
}

#[test]
fn colours_are_taken_up() {
    let coloured = RandomShape { primary_percent: 60, colours: 2, ..RandomShape::plain() };
    for problem in random(3, 10, &coloured) {
        check(&problem);
    }
}

#[test]
fn damaged_snapshots_are_refused() {
    let plan = Plan::new(&dominoes(5, 6));
    check_damage(|| MemoCount::new(&plan).expect("narrow"), 70, 8).expect("all is noticed");
    let plan = Plan::new(&Overlap::drawn(&mut Dice::new(9), 130, 3, 5).problem());
    check_damage(|| MemoCount::new(&plan).expect("narrow"), 200, 3).expect("all is noticed");
}

#[test]
fn snapshots_of_other_counts_are_refused() {
    let counts = [dominoes(4, 4), dominoes(4, 5), dominoes(5, 4)].map(|problem| {
        let plan = Plan::new(&problem);
        [MemoCount::new(&plan), MemoCount::backwards(&plan)].map(|count| count.expect("narrow"))
    });
    let counts: Vec<MemoCount> = counts.into_iter().flatten().collect();
    let mut refused = 0;
    for (number, from) in counts.iter().enumerate() {
        let mut from = from.clone();
        let _ = from.advance(&mut Fuel(20));
        for (other, to) in counts.iter().enumerate() {
            let mut records = Vec::new();
            from.save(&mut |record| records.push(record.to_vec()));
            let loaded = to.clone().load(&mut records.into_iter());
            assert!(number != other || loaded.is_ok(), "{number}");
            refused += usize::from(loaded == Err(BadSnapshot));
        }
    }
    // A square from behind is the same square, with the same states.
    assert!(refused >= 24, "{refused} refused");
}
