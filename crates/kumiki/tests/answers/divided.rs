//! Searches for one start of sliding tiles, divided among shards: what all find together is what
//! one run finds, whichever shard has a solution, and up to any number of moves.

use crate::resumed::{Impatient, without_cost};
use kumiki::drive::{Journal, JournalDocument, Run, Shard, Unhosted};
use kumiki::model::{Answer, Part, Question, RoundRecord, StoppedBy};
use kumiki::{JournalHead, Prepared, ResumeError, merge_parts};
use serde_json::{Value, json};
use std::time::Duration;

type Parts = Vec<(String, JournalDocument)>;

/// What a shard does. Every third is stopped on the way, again and again.
fn part(prepared: &Prepared, shard: Shard) -> JournalDocument {
    let head = JournalHead::new(prepared.question()).for_shard(Some(shard)).to_value();
    let mut journal = Journal::in_memory().with_head(head).for_shard(shard);
    let mut stops = 0;
    loop {
        let is_stopped = shard.index % 3 == 1 && stops < 5;
        let host = Impatient::after(if is_stopped { stops } else { u64::MAX });
        let answer = prepared.solve(&Run::new(&host).with_journal(&journal)).expect("an answer");
        let is_done = journal.is_share_done() && answer.stopped_by == Some(StoppedBy::Shard);
        let text = journal.part(is_done, Duration::ZERO).expect("in memory").to_text();
        let document = JournalDocument::from_text(&text, "it").expect("what was written");
        if is_done {
            return document;
        }
        assert_eq!(answer.stopped_by, Some(StoppedBy::Interrupt));
        stops += 1;
        journal = Journal::of(document).for_shard(shard);
    }
}

fn parts(prepared: &Prepared, of: u32) -> Parts {
    let part = |index| (format!("part {index}"), part(prepared, Shard { index, of }));
    (0..of).map(part).collect()
}

/// The answer of all shards together.
fn merged(prepared: &Prepared, parts: Parts) -> Result<Answer, ResumeError> {
    let journal = Journal::of(merge_parts(parts)?.1);
    Ok(prepared.solve(&Run::new(&Unhosted).with_journal(&journal)).expect("an answer"))
}

fn question(question: &Value) -> Prepared {
    let question = Question::from_json(&question.to_string()).expect("a question");
    Prepared::new(&question).expect("a question that makes sense")
}

fn rounds(answer: &Answer) -> &[RoundRecord] {
    let Part::Slide(record) = &answer.part else { panic!("one start") };
    &record.rounds
}

/// An answer without the moves that its search has made: how many are left out behind a solution
/// depends on the cut.
fn without_moves(answer: &Answer) -> Value {
    let mut value = without_cost(answer);
    value["nodes"].take();
    let rounds = value["rounds"].as_array_mut().expect("rounds");
    rounds.iter_mut().for_each(|round| drop(round["nodes"].take()));
    value
}

#[test]
fn shards_of_a_start_make_up_the_whole_up_to_any_number_of_moves() {
    let (mut found_by_few, mut beyond) = (0, 0);
    for (number, (board, start, metric, heuristic)) in [
        ("2x3", "341205", "single", Some("manhattan")),
        ("2x3", "341205", "multi", None),
        ("3x3", "867254301", "single", Some("manhattan")),
        ("2x4", "13526470", "multi", None),
        ("3x3", "647850321", "single", Some("manhattan")),
        ("2x5", "6315297840", "single", Some("manhattan")),
        ("3x3", "123456780", "single", Some("manhattan")),
    ]
    .into_iter()
    .enumerate()
    {
        let asked = |most: Option<u32>| {
            let mut asked = json!({"command": "slide", "start": start, "board": board,
                                   "metric": metric, "all": true, "list": 3});
            if let Some(most) = most {
                asked["max_moves"] = most.into();
            }
            if let Some(name) = heuristic {
                asked["heuristic"] = name.into();
            }
            question(&asked)
        };
        let unlimited = asked(None).solve(&Run::new(&Unhosted)).expect("an answer");
        let [first, last] = [rounds(&unlimited).first(), rounds(&unlimited).last()]
            .map(|round| round.expect("a round at least").moves);
        let limits = [first, last.saturating_sub(1), last, last + 3];
        for most in limits.into_iter().filter(|most| *most >= first) {
            let prepared = asked(Some(most));
            let whole = prepared.solve(&Run::new(&Unhosted)).expect("an answer");
            let is_beyond = most < last;
            beyond += u32::from(is_beyond);
            let stopped_by = is_beyond.then_some(StoppedBy::MoveLimit);
            assert_eq!(whole.stopped_by, stopped_by, "{number}: {most}");
            if !is_beyond {
                let mut same = without_cost(&unlimited);
                for name in ["question", "digest"] {
                    same[name] = without_cost(&whole)[name].clone();
                }
                assert_eq!(without_cost(&whole), same, "{number}: {most}");
            }
            for of in [1, 2, 7] {
                let how = format!("{board} {start} {metric} up to {most}, {of} shards");
                let parts = parts(&prepared, of);
                let phases: Vec<usize> = parts.iter().map(|(_, part)| part.phases.len()).collect();
                found_by_few += u32::from(phases.iter().any(|rounds| *rounds != phases[0]));
                let answer = merged(&prepared, parts).expect("all shards");
                assert_eq!(without_moves(&answer), without_moves(&whole), "{how}");
                // What is searched to its end takes the same moves.
                let ended = rounds(&whole).len() - usize::from(!is_beyond);
                let nodes = |answer: &Answer| -> Vec<u64> {
                    rounds(answer)[..ended].iter().map(|round| round.nodes).collect()
                };
                assert_eq!(nodes(&answer), nodes(&whole), "{how}");
            }
        }
    }
    assert!(found_by_few > 3, "some shards go on beyond the solution of another: {found_by_few}");
    assert!(beyond > 10, "{beyond}");
}

#[test]
fn shards_of_a_start_that_are_no_whole_are_refused() {
    let asked = json!({"command": "slide", "start": "867254301", "board": "3x3",
                       "heuristic": "manhattan", "max_moves": 31});
    let prepared = question(&asked);
    let whole = parts(&prepared, 3);
    assert!(merged(&prepared, whole.clone()).is_ok());
    let refused = |parts: &[(String, JournalDocument)]| {
        merged(&prepared, parts.to_vec()).expect_err("no whole").to_string()
    };
    assert_eq!(refused(&whole[..2]), "1 of 3 shards are missing, expected all of them");
    // A share that is not finished in its last round is not finished.
    let mut cut_off = whole.clone();
    let shard = Shard { index: 2, of: 3 };
    let head = cut_off[2].1.head.clone();
    let journal = Journal::in_memory().with_head(head).for_shard(shard);
    let host = Impatient::after(3);
    let _ = prepared.solve(&Run::new(&host).with_journal(&journal)).expect("an answer");
    cut_off[2].1 = journal.part(false, Duration::ZERO).expect("in memory");
    assert!(!cut_off[2].1.phases.is_empty());
    assert_eq!(refused(&cut_off), "1 of 3 shards are not finished, expected all of them");
    // Nor does a share of fewer moves go with others.
    let mut fewer = asked.clone();
    fewer["max_moves"] = 29.into();
    let mut mixed = whole;
    mixed[2].1 = part(&question(&fewer), shard);
    assert!(refused(&mixed).contains("is about question"), "{}", refused(&mixed));
    // Without a limit a shard would not come to its end, and without a search there is none.
    let refused = |asked: &Value| {
        let prepared = question(asked);
        let journal = Journal::in_memory().for_shard(shard);
        let done = prepared.solve(&Run::new(&Unhosted).with_journal(&journal));
        done.expect_err("no share").to_string()
    };
    let endless = json!({"command": "slide", "start": "867254301", "board": "3x3"});
    assert!(refused(&endless).contains("`max_moves`"), "{}", refused(&endless));
    fewer["max_moves"] = 3.into();
    assert!(refused(&fewer).contains("without a long search"), "{}", refused(&fewer));
}
