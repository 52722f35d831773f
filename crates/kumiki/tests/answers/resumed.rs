//! Runs that are stopped at any moment and gone on with: the same answer as that of a run that
//! nothing has disturbed, with the same list and the same evidence.

use kumiki::Prepared;
use kumiki::drive::{Host, Journal, Run, Unhosted};
use kumiki::model::{Answer, Question, StoppedBy};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A host that wants a run to stop when it asks once more than so many times.
pub(crate) struct Impatient {
    patience: u64,
    asked: AtomicU64,
    looks: AtomicU64,
}

impl Impatient {
    pub(crate) fn after(patience: u64) -> Self {
        Self { patience, asked: AtomicU64::new(0), looks: AtomicU64::new(0) }
    }
}

impl Host for Impatient {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(30 * self.looks.fetch_add(1, Ordering::Relaxed))
    }

    fn is_stop_asked(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.patience
    }
}

/// An answer without what its run took.
pub(crate) fn without_cost(answer: &Answer) -> Value {
    let mut value = serde_json::to_value(answer).expect("plain data");
    forget(&mut value);
    value
}

/// Removes the profile, and how long anything took.
fn forget(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| name != "profile" && name != "seconds");
            fields.values_mut().for_each(forget);
        }
        Value::Array(values) => values.iter_mut().for_each(forget),
        _ => {}
    }
}

/// Stops a run when it has asked so often, and again when the next one has, up to a number of runs;
/// then lets it come to its end. Says how often it was stopped.
fn stopped_again_and_again(question: &Question, patience: u64, whole: &Value) -> u64 {
    let prepared = Prepared::new(question).expect("valid");
    let mut journal = Journal::in_memory();
    let mut stops = 0;
    loop {
        let patience = if stops < 40 { patience + stops % 5 } else { u64::MAX };
        let host = Impatient::after(patience);
        let answer = prepared.solve(&Run::new(&host).with_journal(&journal)).expect("an answer");
        if answer.stopped_by != Some(StoppedBy::Interrupt) {
            assert_eq!(without_cost(&answer), *whole, "stopped {stops} times after {patience}");
            return stops;
        }
        stops += 1;
        let document = journal.document(Duration::ZERO).to_text();
        let document = kumiki::drive::JournalDocument::from_text(&document, "it");
        journal = Journal::of(document.expect("what was written"));
    }
}

#[test]
fn whatever_is_stopped_goes_on_to_the_same_answer() {
    for (patience, question) in [
        (
            90,
            json!({"command": "antislide", "box": "4x4x4", "method": "direct", "fewest": true,
                    "list": "all"}),
        ),
        (
            90,
            json!({"command": "antislide", "box": "4x4x4", "method": "direct", "most": true,
                    "list": "all"}),
        ),
        (
            5,
            json!({"command": "antislide", "box": "3x4x4", "method": "direct", "list": 7,
                   "count": true, "symmetry": "rotations"}),
        ),
        (
            5,
            json!({"command": "antislide", "box": "3x4x4", "method": "direct", "list": 5,
                   "most_symmetric": true}),
        ),
        (90, json!({"command": "pack", "file": "soma", "list": 30, "count": true})),
        (90, json!({"command": "pack", "file": "soma", "sample": 4, "seed": 3})),
        (1, json!({"command": "tile", "file": "octagon", "list": "all"})),
        (
            1,
            json!({"command": "slide", "start": "867254301", "board": "3x3", "all": true,
                   "heuristic": "manhattan"}),
        ),
    ] {
        let question = Question::from_json(&question.to_string()).expect("a question");
        let whole = kumiki::solve(&question, &Unhosted).expect("an answer");
        let stops = stopped_again_and_again(&question, patience, &without_cost(&whole));
        assert!(stops > 0, "{:?}: {stops}", question.ask.command());
    }
}
