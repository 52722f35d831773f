//! Figures of D. E. Knuth's 15PUZZLE-KORF1 and of R. E. Korf's papers.

use super::{bound, position, solved};
use kumiki::drive::{Limits, Run};
use kumiki::formats::sliding;
use kumiki::host::Terminal;
use kumiki::model::{Metric, SlidingPosition, SlidingQuestion};
use kumiki::puzzles::positions;
use kumiki::slide::{Wishes, answer_all};
use std::time::Duration;

fn fifteen() -> SlidingPosition {
    SlidingPosition::solved("4x4".parse().expect("a board"))
}

#[test]
fn korfs_hundred_positions_have_the_published_lengths() {
    let list = positions::find("korf100").expect("it comes with Kumiki");
    let bound = bound(&list.goal(), "default");
    let question =
        |start: SlidingPosition| SlidingQuestion::new(start, list.goal(), Metric::Single);
    let starts =
        sliding::read(list.board(), list.text.as_bytes()).into_iter().map(|(_, start)| start);
    let questions: Vec<SlidingQuestion> =
        starts.map(|start| question(start.expect("a position")).expect("one board")).collect();
    let answered = answer_all(
        &questions,
        "korf100",
        &bound,
        Wishes::default(),
        &Run::new(&Terminal::quiet(2)),
    )
    .expect("no bug");
    let lengths: Vec<u32> = answered.solved.iter().filter_map(|solved| solved.moves).collect();
    assert_eq!(lengths, list.known_lengths());
    assert_eq!(answered.stopped_by, None);
}

#[test]
fn the_seeds_search_makes_as_many_moves_round_by_round() {
    let bound = bound(&fifteen(), "manhattan");
    let start = position("4x4", "ca6098dfb73254e1");
    let question = SlidingQuestion::new(start, fifteen(), Metric::Single).expect("one board");
    // Rounds until the clock says that it is enough: all that were finished must agree.
    let limits = Limits { time: Some(Duration::from_secs(1)), memory_bytes: None };
    let terminal = Terminal::quiet(2).limited(limits);
    let run = Run::new(&terminal);
    let solved = kumiki::slide::solve(&question, &bound, Wishes::default(), &run).expect("no bug");
    assert_eq!(solved.estimate, 43);
    let known = [0, 4, 117, 1769, 17830, 159_118, 1_261_563, 9_191_296, 63_179_964];
    let finished = &solved.rounds[..solved.rounds.len() - 1];
    assert!(finished.len() >= 5);
    for (round, nodes) in finished.iter().zip(known) {
        assert_eq!((round.nodes, round.happy() - round.sad()), (nodes, 43));
    }
}

#[test]
fn a_position_is_solved_by_happy_moves_alone() {
    let start = position("4x4", "bc9e80df3412a756");
    let plain =
        solved(&start, &bound(&fifteen(), "manhattan"), Metric::Single, Wishes::default(), 1);
    assert_eq!((plain.moves, plain.rounds.len(), plain.rounds[0].sad()), (Some(56), 1, 0));
    let wishes = Wishes { count: true, list: 1000 };
    let all = solved(&start, &bound(&fifteen(), "5-5-5"), Metric::Single, wishes, 2);
    assert_eq!(all.moves, Some(56));
    let listed = all.solutions.len();
    assert_eq!(
        all.optimal_solutions,
        Some(listed.into()),
        "counted by remembering, and listed one by one"
    );
    let mut sorted = all.solutions.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), listed);
}
