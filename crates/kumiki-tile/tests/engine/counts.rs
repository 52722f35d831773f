//! Counts against the naive counter of the judge.

use kumiki_check::naive;
use kumiki_check::universe::random_tiling_questions;
use kumiki_model::TilingQuestion;
use kumiki_search::Fuel;
use kumiki_tile::{Corner, Memo, Pause};

fn count(question: &TilingQuestion, corner: Corner) -> u128 {
    let mut memo = Memo::new(question, corner, false).expect("small questions");
    assert_eq!(memo.advance(&mut Fuel::unlimited()), Pause::Done);
    memo.count().expect("small numbers")
}

#[test]
fn random_questions_have_as_many_tilings_as_the_naive_counter_finds() {
    let mut total = 0;
    for (at, question) in random_tiling_questions(1, 400).enumerate() {
        let expected = naive::tilings(&question).expect("made of atoms").len() as u128;
        assert_eq!(count(&question, Corner::Fewest), expected, "question {at}: {question:?}");
        assert_eq!(count(&question, Corner::Lowest), expected, "question {at}");
        total += expected;
    }
    assert!(total > 1000, "{total}");
}
