//! OBDD told: diagrams of matchings, AND by AND, and pairs by their first cycles.

use super::{ALL, told, words};
use kumiki::drive::Unhosted;
use kumiki::judge::{follow_trace, judge};
use kumiki::model::{
    CellOrder, Part, Question, TourMethod, TourSymmetry, ToursAsk, TraceEvent, TraceStep,
};
use kumiki::solve;

/// The question of OBDD.
pub(super) fn paired(board: &str, piece: &str) -> ToursAsk {
    let ask = ToursAsk::new(board).piece(piece.to_owned()).symmetry(TourSymmetry::HalfTurn);
    ask.method(TourMethod::Diagram)
}

#[test]
fn matchings_and_their_pairs_are_told_and_lead_to_the_tours() {
    for (board, piece, tours, steps) in [
        ("4x4", "1,2", 0, 10),
        ("6x6", "1,2", 78, 20),
        ("4x6", "1,2", 0, 14),
        ("2x2", "1,2", 0, 2),
        ("4x4", "0,1", 2, 10),
        ("2x4", "0,1", 1, 6),
        ("4x6", "0,1", 5, 14),
        ("6x6", "2,3", 0, 10),
    ] {
        for order in [None, Some(CellOrder::Columns), Some(CellOrder::Best)] {
            let answer = told(paired(board, piece).order(order));
            assert_eq!(answer.count, Some(tours.into()), "{board} {piece}");
            assert_eq!(answer.trace.len(), steps, "{board} {piece}");
            let verdict = judge(&serde_json::to_string(&answer).expect("JSON"));
            verdict.unwrap_or_else(|fault| panic!("{board} {piece}: {fault}"));
        }
    }
}

#[test]
fn what_the_judge_does_not_work_out_of_matchings_is_said() {
    let question = Question::new(paired("6x8", "1,2")).trace(ALL);
    let answer = solve(&question, &Unhosted).expect("it can be told");
    let followed = follow_trace(&answer.question, &answer.trace).expect("it can be followed");
    // Nodes and sets of edges are the judge's own, and so is when pairs close their first cycle.
    let trusted = ["nodes before they are reduced", "which single cycles are tours"];
    assert_eq!(followed.trusted, trusted);
    assert!(!followed.is_count && !followed.is_cut_short);
    let line = format!("trace: taken on trust by the judge: {}", trusted.join("; "));
    assert!(answer.evidence.contains(&line), "{:?}", answer.evidence);
    // What it is told must be what is answered, all the same.
    let json = serde_json::to_string(&answer).expect("JSON");
    assert!(judge(&json).is_ok());
    let Part::Tours(part) = &answer.part else { unreachable!("tours") };
    let nodes = part.diagram.expect("a diagram").nodes;
    assert_eq!(nodes, 6708);
    for (said, changed) in
        [("\"nodes\":6708", "\"nodes\":6709"), ("\"pseudo\":\"5674\"", "\"pseudo\":\"5676\"")]
    {
        assert!(json.contains(said), "{said}");
        assert!(judge(&json.replacen(said, changed, 1)).is_err(), "{said}");
    }
}

#[test]
fn whatever_is_changed_in_matchings_cannot_be_followed() {
    for piece in ["1,2", "0,1"] {
        let answer = told(paired("4x4", piece));
        for at in 0..answer.trace.len() {
            let here = format!("{piece}, step {}", at + 1);
            let refused = |spoil: &dyn Fn(&mut Vec<TraceStep>)| {
                let mut spoilt = answer.trace.clone();
                spoil(&mut spoilt);
                follow_trace(&answer.question, &spoilt).is_err()
            };
            assert!(refused(&|steps| steps[at].step += 1), "{here}");
            assert!(refused(&|steps| steps[at].level += 1), "{here}");
            assert!(refused(&|steps| drop(steps.remove(at))) || at + 1 == answer.trace.len());
            if let TraceEvent::Round { limit } = &answer.trace[at].event {
                let event = TraceEvent::Round { limit: format!("{limit}.") };
                assert!(refused(&|steps| steps[at].event = event.clone()), "{here}");
            }
            for place in 0..words(&mut answer.trace[at].event.clone()).len() {
                // Every number but that of nodes before they are reduced, each made another one.
                let text = words(&mut answer.trace[at].event.clone())[place].clone();
                for (number, word) in text.split(' ').enumerate() {
                    let is_trusted = text.split(' ').nth(number + 2) == Some("before");
                    if is_trusted || !word.contains(|c: char| c.is_ascii_digit()) {
                        continue;
                    }
                    let other = |(other, word): (usize, &str)| match other == number {
                        true => format!("1{word}"),
                        false => word.to_owned(),
                    };
                    let changed: Vec<String> = text.split(' ').enumerate().map(other).collect();
                    let changed = changed.join(" ");
                    let spoil = |steps: &mut Vec<TraceStep>| {
                        changed.clone_into(words(&mut steps[at].event)[place]);
                    };
                    assert!(refused(&spoil), "{here}: {changed}");
                }
            }
        }
    }
}
