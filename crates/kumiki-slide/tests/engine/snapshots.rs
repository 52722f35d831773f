//! Happy positions and counts of shortest solutions that are paused, written down and taken up
//! again.

use crate::naive;
use crate::questions::{position, question};
use kumiki_model::{Metric, SlidingPosition, SlidingQuestion};
use kumiki_search::{Fuel, Snapshot, Stages, Turn};
use kumiki_slide::{Automaton, HappyPositions, Manhattan, Optima, Paths};
use kumiki_trial::{Told, check_damage, check_stages};

fn happy(goal: &SlidingPosition) -> Told<HappyPositions, Vec<u64>> {
    let work = HappyPositions::new(goal).expect("a small board");
    Told { work, tell: |happy| happy.layers().to_vec() }
}

#[test]
fn happy_positions_are_taken_up() {
    for (board, tiles) in [
        ("2x2", "1230"),
        ("2x3", "123450"),
        ("3x2", "012345"),
        ("2x4", "76543210"),
        ("3x3", "123405678"),
    ] {
        let goal = position(board, tiles);
        let told = check_stages(|| happy(&goal));
        let ((), layers) = told.unwrap_or_else(|fault| panic!("{board}: {fault}"));
        assert!(layers.len() > 3, "{board}: {layers:?}");
        check_damage(|| happy(&goal), 7, 5).unwrap_or_else(|fault| panic!("{board}: {fault}"));
    }
}

#[test]
fn happy_positions_of_other_goals_are_refused() {
    let goals = [("2x3", "123450"), ("3x2", "123450"), ("2x3", "012345")]
        .map(|(board, tiles)| position(board, tiles));
    for (from, goal) in goals.iter().enumerate() {
        let mut work = happy(goal);
        assert_eq!(work.advance(&mut Fuel(3)), Turn::Going);
        let mut records = Vec::new();
        work.save(&mut |record| records.push(record.to_vec()));
        for (to, goal) in goals.iter().enumerate() {
            let loaded = happy(goal).load(&mut records.iter().cloned());
            assert_eq!(loaded.is_ok(), from == to, "{from} and {to}");
        }
    }
}

/// A question, and how many moves its solutions have, and how many there are.
struct Case {
    question: SlidingQuestion,
    length: u32,
    count: u64,
}

/// Some positions of a board, from near the goal to far away.
fn cases(board: &str, goal: &str, step: usize) -> Vec<Case> {
    let goal = position(board, goal);
    let known = naive::distances(&goal, Metric::Single);
    let mut sorted: Vec<_> = known.into_iter().collect();
    sorted.sort_by_key(|(start, (length, _))| (*length, start.tiles().to_vec()));
    let chosen = sorted.into_iter().rev().step_by(step);
    chosen
        .map(|(start, (length, count))| Case {
            question: question(&start, &goal, Metric::Single),
            length,
            count,
        })
        .collect()
}

#[test]
fn counts_of_shortest_solutions_are_taken_up() {
    let all = Automaton::no_way_back();
    let cases = [("2x3", "123450", 37), ("3x2", "120345", 53), ("2x4", "12345670", 2999)]
        .into_iter()
        .flat_map(|(board, goal, step)| cases(board, goal, step));
    for Case { question, length, count } in cases {
        let guide = Manhattan::new(question.start().board());
        for limit_bytes in [0, 1000, 1 << 20] {
            let paths = Paths::new(&question, &guide, &all, length);
            let make = || Told {
                work: Optima::new(&paths, limit_bytes),
                tell: |optima: &Optima<'_, Manhattan>| (optima.solutions(), optima.nodes()),
            };
            let told = check_stages(make);
            let ((), (solutions, _)) =
                told.unwrap_or_else(|fault| panic!("{}: {fault}", question.start()));
            assert_eq!(solutions, Some(u128::from(count)), "{}", question.start());
        }
    }
}

#[test]
fn damaged_counts_of_shortest_solutions_are_refused() {
    let all = Automaton::no_way_back();
    for (board, goal) in [("2x3", "123450"), ("2x4", "12345670")] {
        for Case { question, length, .. } in cases(board, goal, 4999) {
            let guide = Manhattan::new(question.start().board());
            let paths = Paths::new(&question, &guide, &all, length);
            check_damage(|| Optima::new(&paths, 1 << 20), 60, 6)
                .unwrap_or_else(|fault| panic!("{board}: {fault}"));
            // Another length is other work.
            let mut records = Vec::new();
            Optima::new(&paths, 0).save(&mut |record| records.push(record.to_vec()));
            let longer = paths.with_limit(length + 2);
            assert!(Optima::new(&paths, 0).load(&mut records.iter().cloned()).is_ok());
            assert!(Optima::new(&longer, 0).load(&mut records.into_iter()).is_err());
        }
    }
}
