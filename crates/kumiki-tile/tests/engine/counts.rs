//! Counts against the naive counter of the judge.

use kumiki_check::universe::{random_coloured_tiling_questions, random_tiling_questions};
use kumiki_check::{judge_tiling, naive};
use kumiki_model::TilingQuestion;
use kumiki_search::{Fuel, Prefix, Search, Space, Step};
use kumiki_tile::{Colourings, Corner, Memo, Pause};

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

#[test]
fn random_coloured_questions_have_as_many_colourings_as_the_naive_counter_finds() {
    let mut total = 0;
    for (at, question) in random_coloured_tiling_questions(2, 300).enumerate() {
        let expected = naive::tilings(&question).expect("made of atoms").len();
        let space = Colourings::new(&question).expect("small questions");
        let mut search = space.begin(&Prefix::root());
        let mut found = Vec::new();
        loop {
            search.audit().unwrap_or_else(|fault| panic!("question {at}: {fault}"));
            match search.advance(&mut Fuel(7)) {
                Step::Solution => found.push(search.solution().expect("at a solution").to_vec()),
                Step::OutOfFuel => {}
                Step::Exhausted => break,
            }
        }
        assert_eq!(found.len(), expected, "question {at}: {question:?}");
        for tiling in &found {
            judge_tiling(&question, tiling).unwrap_or_else(|fault| panic!("question {at}: {fault}"));
        }
        total += expected;
    }
    assert!(total > 1000, "{total}");
}
