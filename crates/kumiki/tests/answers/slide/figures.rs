//! Figures of D. E. Knuth's 15PUZZLE-KORF1 and of R. E. Korf's papers.

use super::{approved, ask, records, solved};
use kumiki::drive::Limits;
use kumiki::model::{Question, SlideAsk, Source};
use kumiki::puzzles::positions;
use kumiki_host::Terminal;
use std::time::Duration;

#[test]
fn korfs_hundred_positions_have_the_published_lengths() {
    let list = positions::find("korf100").expect("it comes with Kumiki");
    let answer = solved(&Question::new(SlideAsk::new().file(Source::from("korf100"))), 2);
    let lengths: Vec<u32> = records(&answer).iter().filter_map(|record| record.moves).collect();
    assert_eq!(lengths, list.known_lengths());
}

#[test]
fn the_seeds_search_makes_as_many_moves_round_by_round() {
    let ask = ask("4x4", "ca6098dfb73254e1").heuristic("manhattan".to_owned());
    // Rounds until the clock says that it is enough: all that were finished must agree.
    let limits = Limits { time: Some(Duration::from_secs(1)), memory_bytes: None };
    let terminal = Terminal::quiet(2).limited(limits);
    let answer = kumiki::solve(&Question::new(ask), &terminal).expect("no bug");
    approved(&answer);
    let record = &records(&answer)[0];
    assert_eq!(record.estimate, Some(43));
    let known = [0, 4, 117, 1769, 17830, 159_118, 1_261_563, 9_191_296, 63_179_964];
    let finished = &record.rounds[..record.rounds.len() - 1];
    assert!(finished.len() >= 5);
    for (round, nodes) in finished.iter().zip(known) {
        let sad = round.sad.expect("the plain bound");
        assert_eq!((round.nodes, round.moves - 2 * sad), (nodes, 43));
    }
}

#[test]
fn a_position_is_solved_by_happy_moves_alone() {
    let start = ask("4x4", "bc9e80df3412a756");
    let plain = solved(&Question::new(start.clone().heuristic("manhattan".to_owned())), 1);
    let record = &records(&plain)[0];
    assert_eq!((record.moves, record.rounds.len(), record.rounds[0].sad), (Some(56), 1, Some(0)));
    let all = Question::new(start.heuristic("5-5-5".to_owned()).all(true)).list(1000);
    let all = solved(&all, 2);
    assert_eq!(records(&all)[0].moves, Some(56));
    let listed = all.solutions.clone().expect("listed");
    let count = all.count.clone().expect("counted");
    assert_eq!(count, (listed.len() as u64).into(), "counted by remembering, and listed");
    // The judge sees that no two are the same.
    approved(&all);
}
