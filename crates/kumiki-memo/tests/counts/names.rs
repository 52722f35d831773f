//! What items, options and colours are called and in which order they come does not matter.

use crate::boards::dominoes;
use crate::problems::{Overlap, random, renamed, ring};
use crate::walks::{count, finish};
use kumiki_memo::MemoCount;
use kumiki_model::CoverProblem;
use kumiki_oracle::universe::{Dice, RandomShape};
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Stages};

#[test]
fn renaming_changes_no_number() {
    let mut dice = Dice::new(4);
    let coloured =
        RandomShape { primary_percent: 60, colours: 2, copies: 3, ..RandomShape::plain() };
    let mut problems = vec![
        dominoes(6, 6),
        dominoes(5, 8),
        ring(&[vec![3, 1, 2], vec![1, 0, 2], vec![1, 1, 1]], 9),
        Overlap::drawn(&mut dice, 50, 6, 3).problem(),
    ];
    problems.extend(random(5, 20, &coloured));
    for problem in &problems {
        let expected = count(problem);
        for _ in 0..5 {
            assert_eq!(count(&renamed(problem, &mut dice)), expected, "{problem:?}");
        }
    }
}

#[test]
fn a_shuffled_board_is_put_in_order_again() {
    let board = dominoes(10, 10);
    let states = |problem: &CoverProblem| {
        let mut count = MemoCount::new(&Plan::new(problem)).expect("narrow");
        count.advance(&mut Fuel::unlimited());
        count.states_seen()
    };
    let mut dice = Dice::new(6);
    for _ in 0..5 {
        let shuffled = renamed(&board, &mut dice);
        // Going outwards from a corner, the frontier is a diagonal of about ten cells, as in the
        // given order.
        assert!(
            states(&shuffled) < 20 * states(&board),
            "{} and {}",
            states(&shuffled),
            states(&board)
        );
        let number = finish(MemoCount::new(&Plan::new(&shuffled)).expect("narrow"));
        assert_eq!(number.to_string(), "258584046368");
    }
}
