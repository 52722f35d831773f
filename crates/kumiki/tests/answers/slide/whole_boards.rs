//! Small boards against the table of all their positions, which another engine makes.

use super::{approved, ask, ask_many, records, solved};
use kumiki::engine::distances::Distances;
use kumiki::model::{Count, Metric, Part, Question, SlideAsk, SlidingPosition};
use kumiki::search::{Fuel, Step};
use kumiki_oracle::naive;

fn position(board: &str, text: &str) -> SlidingPosition {
    SlidingPosition::parse(board.parse().expect("a board"), text).expect("a position")
}

fn table(goal: &SlidingPosition, metric: Metric) -> Distances {
    let mut table = Distances::new(goal, metric).expect("a small board");
    assert_eq!(table.advance(&mut Fuel::unlimited()), Step::Exhausted);
    table
}

/// Every start of a file has the distance of the table and, if these are counted, as many shortest
/// solutions. Says how many can be solved.
fn compare(ask: SlideAsk, starts: &[SlidingPosition], table: &Distances, threads: usize) -> usize {
    let all = ask.all;
    let answer = solved(&Question::new(ask), threads);
    assert_eq!(records(&answer).len(), starts.len());
    for (start, record) in starts.iter().zip(records(&answer)) {
        assert_eq!(record.moves, table.distance(start), "{start}");
        assert_eq!(record.moves.is_none(), record.unreachable.is_some(), "{start}");
        let count = table.shortest_count(start).map(|count| Count(count.into()));
        assert_eq!(record.optimal_solutions, count.filter(|_| all), "{start}");
    }
    records(&answer).iter().filter(|record| record.moves.is_some()).count()
}

fn lines(starts: &[SlidingPosition]) -> Vec<String> {
    starts.iter().map(ToString::to_string).collect()
}

#[test]
fn every_bound_gives_the_distances_of_the_table() {
    for (board, heuristics) in [
        ("2x3", ["manhattan", "default", "aab/bb."]),
        ("3x3", ["manhattan", "default", "aab/ccb/dd."]),
    ] {
        let goal = SlidingPosition::solved(board.parse().expect("a board"));
        let table = table(&goal, Metric::Single);
        let all = naive::sliding_distances(&goal, Metric::Single);
        let stride = (all.position_count() / 300).max(1);
        let starts: Vec<SlidingPosition> = all.positions().step_by(stride).collect();
        for heuristic in heuristics {
            let asked = (heuristic != "default").then(|| heuristic.to_owned());
            let ask = ask_many(board, &lines(&starts)).all(true).heuristic(asked);
            assert_eq!(compare(ask, &starts, &table, 1), starts.len());
        }
    }
}

#[test]
fn goals_with_the_blank_anywhere_and_random_positions_of_3x4() {
    for goal in ["123405678", "012345678", "876543210"] {
        let starts = ["867254301", "123456780", "087654321", "281043765", "182043765"]
            .map(|start| position("3x3", start));
        let table = table(&position("3x3", goal), Metric::Single);
        let ask = ask_many("3x3", &lines(&starts)).goal(goal.to_owned());
        compare(ask, &starts, &table, 2);
    }
    let goal = SlidingPosition::solved("3x4".parse().expect("a board"));
    let mut state = 7_u64;
    let mut random = || {
        let mut tiles: Vec<u8> = (0..12).collect();
        for at in (1..tiles.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            tiles.swap(at, usize::try_from(state >> 33).expect("31 bits") % (at + 1));
        }
        SlidingPosition::new(goal.board(), tiles).expect("a permutation")
    };
    let starts: Vec<SlidingPosition> = (0..2000).map(|_| random()).collect();
    let table = table(&goal, Metric::Single);
    let reached = compare(ask_many("3x4", &lines(&starts)), &starts, &table, 1);
    assert!((900..1100).contains(&reached), "half of the positions, or about");
}

#[test]
fn slides_of_several_tiles_count_as_one() {
    let goal = SlidingPosition::solved("2x4".parse().expect("a board"));
    let table = table(&goal, Metric::Multi);
    let all = naive::sliding_distances(&goal, Metric::Multi);
    let starts: Vec<SlidingPosition> = all.positions().step_by(97).collect();
    let ask = ask_many("2x4", &lines(&starts)).metric(Metric::Multi).all(true);
    assert_eq!(compare(ask, &starts, &table, 2), starts.len());
}

#[test]
fn the_judge_accepts_answers_and_the_second_method_agrees() {
    for (board, start) in [
        ("3x3", "867254301"),
        ("3x3", "123456870"),
        ("2x5", "9876543210"),
        ("4x4", "51247308a6be9fcd"),
    ] {
        for metric in [Metric::Single, Metric::Multi] {
            let ask = ask(board, start).metric(metric).all(true);
            let answer = solved(&Question::new(ask).list(5).verify(), 2);
            let verdict = approved(&answer);
            assert!(verdict.is_proved(), "{:?}", verdict.trusted);
            let verified = answer.evidence.iter().any(|line| line.starts_with("verified"));
            assert_eq!(verified, answer.why_none.is_none(), "{board} {start}");
        }
    }
}

#[test]
fn tables_of_boards_are_judged() {
    for board in ["2x2", "2x3", "3x3", "2x5"] {
        let goal = SlidingPosition::solved(board.parse().expect("a board"));
        let ask = || SlideAsk::new().table(board.to_owned());
        for metric in [Metric::Single, Metric::Multi] {
            let answer = solved(&Question::new(ask().metric(metric)), 1);
            approved(&answer);
            let known = table(&goal, metric);
            assert_eq!(answer.count, Some(known.position_count().into()));
            let Part::SlideTable(part) = &answer.part else { panic!("{:?}", answer.part) };
            assert_eq!(part.positions.len(), known.layers().len());
        }
        approved(&solved(&Question::new(ask().happy(true)), 1));
    }
}
