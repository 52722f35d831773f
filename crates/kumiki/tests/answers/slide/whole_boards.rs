//! Small boards against the table of all their positions, which another engine makes.

use super::{bound, position, solved};
use kumiki::drive::Run;
use kumiki::engine::distances::Distances;
use kumiki::host::{TableCache, Terminal};
use kumiki::judge::judge_sliding_answer;
use kumiki::model::{Metric, SlidingPosition, SlidingQuestion};
use kumiki::search::{Fuel, Step};
use kumiki::slide::{Wishes, answer, answer_happy, answer_table};
use kumiki_oracle::naive;

fn table(goal: &SlidingPosition, metric: Metric) -> Distances {
    let mut table = Distances::new(goal, metric).expect("a small board");
    assert_eq!(table.advance(&mut Fuel::unlimited()), Step::Exhausted);
    table
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
        for heuristic in heuristics {
            let bound = bound(&goal, heuristic);
            for start in all.positions().step_by(stride) {
                let wishes = Wishes { count: true, list: 0 };
                let solved = solved(&start, &bound, Metric::Single, wishes, 1);
                assert_eq!(solved.moves, table.distance(&start), "{start} with {heuristic}");
                let count = table.shortest_count(&start).map(Into::into);
                assert_eq!(solved.optimal_solutions, count, "{start} with {heuristic}");
            }
        }
    }
}

#[test]
fn goals_with_the_blank_anywhere_and_random_positions_of_3x4() {
    for goal in ["123405678", "012345678", "876543210"] {
        let goal = position("3x3", goal);
        let (bound, table) = (bound(&goal, "default"), table(&goal, Metric::Single));
        for start in ["867254301", "123456780", "087654321", "281043765", "182043765"] {
            let start = position("3x3", start);
            let solved = solved(&start, &bound, Metric::Single, Wishes::default(), 2);
            assert_eq!(solved.moves, table.distance(&start));
            assert_eq!(solved.moves.is_none(), solved.unreachable.is_some());
        }
    }
    let goal = SlidingPosition::solved("3x4".parse().expect("a board"));
    let (bound, table) = (bound(&goal, "default"), table(&goal, Metric::Single));
    let (mut state, mut reached) = (7_u64, 0);
    for _ in 0..2000 {
        let mut tiles: Vec<u8> = (0..12).collect();
        for at in (1..tiles.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            tiles.swap(at, usize::try_from(state >> 33).expect("31 bits") % (at + 1));
        }
        let start = SlidingPosition::new(goal.board(), tiles).expect("a permutation");
        let solved = solved(&start, &bound, Metric::Single, Wishes::default(), 1);
        assert_eq!(solved.moves, table.distance(&start), "{start}");
        reached += usize::from(solved.moves.is_some());
    }
    assert!((900..1100).contains(&reached), "half of the positions, or about");
}

#[test]
fn slides_of_several_tiles_count_as_one() {
    let goal = SlidingPosition::solved("2x4".parse().expect("a board"));
    let (bound, table) = (bound(&goal, "manhattan"), table(&goal, Metric::Multi));
    let all = naive::sliding_distances(&goal, Metric::Multi);
    for start in all.positions().step_by(97) {
        let solved = solved(&start, &bound, Metric::Multi, Wishes { count: true, list: 3 }, 2);
        assert_eq!(solved.moves, table.distance(&start), "{start}");
        assert_eq!(
            solved.optimal_solutions,
            table.shortest_count(&start).map(Into::into),
            "{start}"
        );
    }
}

#[test]
fn the_judge_accepts_answers_and_the_second_method_agrees() {
    let terminal = Terminal::quiet(2);
    let run = Run::new(&terminal);
    for (board, start) in [
        ("3x3", "867254301"),
        ("3x3", "123456870"),
        ("2x5", "9876543210"),
        ("4x4", "51247308a6be9fcd"),
    ] {
        let goal = SlidingPosition::solved(board.parse().expect("a board"));
        let bound = bound(&goal, "default");
        for metric in [Metric::Single, Metric::Multi] {
            let question = SlidingQuestion::new(position(board, start), goal.clone(), metric)
                .expect("one board");
            let wishes = Wishes { count: true, list: 5 };
            let answered =
                answer(&question, &bound, wishes, Some(&TableCache::none()), &run).expect("no bug");
            assert!(answered.answer.complete);
            let verdict = judge_sliding_answer(&answered.answer).expect("a good answer");
            assert!(verdict.is_proved(), "{:?}", verdict.trusted);
            let verified = answered.answer.evidence.iter().any(|line| line.starts_with("verified"));
            assert_eq!(verified, question.unreachable().is_none(), "{board} {start}");
        }
    }
}

#[test]
fn tables_of_boards_are_judged() {
    let terminal = Terminal::quiet(1);
    let run = Run::new(&terminal);
    for board in ["2x2", "2x3", "3x3", "2x5"] {
        let goal = SlidingPosition::solved(board.parse().expect("a board"));
        for metric in [Metric::Single, Metric::Multi] {
            let answered = answer_table(&goal, metric, &run).expect("a small board");
            judge_sliding_answer(&answered.answer).expect("a good table");
        }
        let happy = answer_happy(&goal, &run).expect("a small board");
        judge_sliding_answer(&happy.answer).expect("a good table");
    }
}
