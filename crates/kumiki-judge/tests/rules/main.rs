//! Every rule of the judge finds a fault that was planted for it in an answer that is right.

use kumiki_judge::{judge, rule};
use kumiki_model::Question;
use serde_json::Value;
use std::collections::BTreeSet;

/// The answers, with the lines of `planted.txt` that change them.
fn planted() -> Vec<(Value, &'static str, Vec<[&'static str; 3]>)> {
    let (_, table) =
        include_str!("planted.txt").split_once("several changes.\n\n").expect("a head");
    let mut found = Vec::new();
    for line in table.lines() {
        match line.strip_prefix("    ") {
            None => found.push((answer(line), line, Vec::new())),
            Some(fault) => {
                let mut parts = fault.split(" | ");
                let fault = [(); 3].map(|()| parts.next().expect("three parts"));
                found.last_mut().expect("an answer comes first").2.push(fault);
            }
        }
    }
    found
}

fn answer(name: &str) -> Value {
    let path = format!("{}/tests/rules/answers/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).expect("JSON")
}

/// Makes one change.
fn change(answer: &mut Value, change: &str) {
    let (place, value) = if let Some(place) = change.strip_suffix(" -") {
        (place, None)
    } else if let Some((place, from)) = change.split_once(" := ") {
        (place, answer.pointer(from).cloned())
    } else {
        let (place, value) = change.split_once(" = ").expect("a change");
        (place, Some(serde_json::from_str(value).expect("a value")))
    };
    let (parent, key) = place.rsplit_once('/').expect("a place");
    match (answer.pointer_mut(parent).expect("a place of the answer"), value) {
        (Value::Object(fields), Some(value)) => drop(fields.insert(key.to_owned(), value)),
        (Value::Object(fields), None) => drop(fields.remove(key).expect("a field")),
        (Value::Array(list), value) => {
            let at: usize = key.parse().expect("a number");
            drop(list.splice(at..list.len().min(at + 1), value));
        }
        _ => panic!("{place} is not in a list or an object"),
    }
}

/// Signs a question that was changed, so that the change is not found by the digest alone.
fn sign(answer: &mut Value) {
    if let Ok(question) = serde_json::from_value::<Question>(answer["question"].clone())
        && let Some(digest) = answer.get_mut("digest")
    {
        *digest = question.digest().into();
    }
}

#[test]
fn every_planted_fault_is_found_by_its_rule() {
    let mut broken = BTreeSet::new();
    let mut wrong = Vec::new();
    for (right, name, faults) in planted() {
        let verdict = judge(&right.to_string()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(verdict.is_proved(), "{name}: {:?}", verdict.trusted);
        for [changes, rule, what] in faults {
            let mut spoilt = right.clone();
            changes.split(" & ").for_each(|one| change(&mut spoilt, one));
            if changes.contains("/question") {
                sign(&mut spoilt);
            }
            match judge(&spoilt.to_string()) {
                Err(fault) if fault.rule == rule && fault.what == what => {}
                other => wrong.push(format!("{name}: {changes} | {rule} | {what}\n  {other:?}")),
            }
            broken.insert(rule);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let known: BTreeSet<&str> = rule::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(broken, known);
}
