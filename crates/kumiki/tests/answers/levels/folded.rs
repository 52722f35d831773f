//! Boards that a turn folds: cycles and paths told to the end lead to the tours that it preserves.

use super::{ALL, words};
use kumiki::drive::Unhosted;
use kumiki::judge::{follow_trace, judge};
use kumiki::model::{Answer, Question, TourSymmetry, ToursAsk, TraceEvent, TraceStep};
use kumiki::solve;

/// Tours that a turn preserves, told to the end.
fn told_folded(board: &str, piece: &str, symmetry: TourSymmetry) -> Answer {
    let ask = ToursAsk::new(board).piece(piece.to_owned()).symmetry(symmetry);
    let question = Question::new(ask.clone()).trace(ALL);
    let answer = solve(&question, &Unhosted).unwrap_or_else(|halt| panic!("{board}: {halt}"));
    let followed = follow_trace(&answer.question, &answer.trace).expect("it can be followed");
    // A board that folds to a single vertex has nothing to tell.
    assert!(followed.is_count || answer.trace.is_empty(), "{board} {piece}");
    if followed.is_count {
        assert_eq!(Some(followed.solutions.into()), answer.count, "{board} {piece}");
    }
    let untold = solve(&Question::new(ask), &Unhosted).expect("it can be counted");
    assert_eq!(answer.count, untold.count);
    // The judge walks all tours of such boards once more; of 2x2 no pseudo-solutions.
    let verdict = judge(&serde_json::to_string(&answer).expect("JSON"));
    let verdict = verdict.unwrap_or_else(|fault| panic!("{board} {piece}: {fault}"));
    assert!(verdict.is_proved() || board == "2x2", "{board} {piece}");
    answer
}

/// What is told round by round.
fn rounds(answer: &Answer) -> Vec<&str> {
    let rounds = answer.trace.iter().filter_map(|step| match &step.event {
        TraceEvent::Round { limit } => limit.split(' ').next(),
        _ => None,
    });
    rounds.collect()
}

#[test]
fn folded_boards_are_told_and_lead_to_the_tours_that_turns_preserve() {
    use TourSymmetry::{HalfTurn, QuarterTurn};
    for (board, piece, symmetry, tours, told) in [
        ("6x6", "1,2", HalfTurn, 78, "cycles"),
        ("6x6", "1,2", QuarterTurn, 10, "cycles"),
        ("3x10", "1,2", HalfTurn, 4, "cycles paths"),
        ("5x6", "1,2", HalfTurn, 0, "cycles paths"),
        ("4x6", "0,1", HalfTurn, 5, "cycles"),
        ("4x4", "0,1", QuarterTurn, 0, ""),
        ("2x2", "0,1", HalfTurn, 1, "cycles"),
        ("2x2", "0,1", QuarterTurn, 1, ""),
    ] {
        let answer = told_folded(board, piece, symmetry);
        assert_eq!(rounds(&answer).join(" "), told, "{board} {piece}");
        assert_eq!(answer.count, Some(tours.into()), "{board} {piece}");
    }
}

#[test]
fn small_folded_boards_of_some_leapers_are_told() {
    for [rows, columns] in [[2, 3], [3, 3], [2, 4], [3, 4], [4, 4], [1, 6], [2, 6], [4, 5], [5, 5]]
    {
        for piece in ["0,1", "1,2", "1,1", "0,2", "1,3", "2,3", "1,4"] {
            let board = format!("{rows}x{columns}");
            told_folded(&board, piece, TourSymmetry::HalfTurn);
            if rows == columns {
                told_folded(&board, piece, TourSymmetry::QuarterTurn);
            }
        }
    }
}

#[test]
fn spoilt_steps_of_a_folded_board_cannot_be_followed() {
    for (board, piece) in [("2x3", "0,1"), ("4x4", "0,1")] {
        let answer = told_folded(board, piece, TourSymmetry::HalfTurn);
        let last = answer.trace.len() - 1;
        let refused = |spoil: &dyn Fn(&mut Vec<TraceStep>)| {
            let mut spoilt = answer.trace.clone();
            spoil(&mut spoilt);
            follow_trace(&answer.question, &spoilt).is_err()
        };
        for at in 0..=last {
            let here = format!("{board} {piece}, step {}", at + 1);
            assert!(refused(&|steps| steps[at].step += 1), "{here}");
            assert!(refused(&|steps| steps[at].level += 1), "{here}");
            for place in 0..words(&mut answer.trace[at].event.clone()).len() {
                let spoil = |steps: &mut Vec<TraceStep>| {
                    words(&mut steps[at].event)[place].push('x');
                };
                assert!(refused(&spoil), "{here}");
            }
            if let TraceEvent::Round { .. } = &answer.trace[at].event {
                let other = TraceEvent::Round { limit: "trees".to_owned() };
                assert!(refused(&|steps| steps[at].event = other.clone()), "{here}");
            }
        }
        // Paths before cycles, and cycles twice.
        let second = (1..=last)
            .find(|at| matches!(answer.trace[*at].event, TraceEvent::Round { .. }))
            .unwrap_or(0);
        let number = |steps: &mut Vec<TraceStep>| {
            (1..).zip(steps).for_each(|(number, step)| step.step = number);
        };
        let rotate = |steps: &mut Vec<TraceStep>| {
            steps.rotate_left(second);
            number(steps);
        };
        assert!(second == 0 || refused(&rotate), "{board} {piece}");
        let double = |steps: &mut Vec<TraceStep>| {
            steps.extend_from_within(..);
            number(steps);
        };
        assert!(refused(&double), "{board} {piece}");
        // Without the paths it is no count.
        let (cut, _) = answer.trace.split_at(second);
        let followed = follow_trace(&answer.question, cut).expect("cycles only");
        assert!(!followed.is_count);
    }
}
