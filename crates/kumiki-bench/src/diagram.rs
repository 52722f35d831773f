//! `cargo xtask bench diagram`: decision diagrams, tours and subgraphs, beside D. E. Knuth's OBDD
//! in C.
//!
//! The reference counts the tours of a knight on 8x8 that the half-turn preserves. Its time is the
//! yardstick T for all cases, even if they ask for something else: a goal of 0.5 T means half of
//! it. What has goals for time and for memory has a row for each.
//!
//! * `cases`: what is measured, and what is expected of it.

mod cases;

use super::product::{Measured, Product};
use super::report::Row;
use super::workshop::Workshop;
use super::{child, compiler};
use crate::args::BenchArgs;
use crate::failure::Failure;
use cases::{CASES, Case};
use kumiki_model::RunReport;
use serde_json::Value;
use std::process::Command;

/// What the reference says in the end.
const REFERENCE_ANSWER: &str = "Total 2432932 solutions and 2428776 pseudo-solutions.";

/// Measures the cases that are asked for.
pub(super) fn run(args: &BenchArgs, rows: &mut Vec<Row>) -> Result<(), Failure> {
    let cases = super::wanted(args, CASES, |case| case.name, |case| case.is_long)?;
    let product = Product::find(args.program.as_deref())?;
    let compared_seconds = reference(args)?;
    super::warn_if_unoptimised();
    for case in cases {
        let mut measured: Option<Measured> = None;
        let mut answer = String::new();
        for _ in 0..case.repeats {
            let (now, said) = measure(&product, case)?;
            measured = Some(measured.map_or(now, |before| before.and(now)));
            answer = said;
        }
        let measured = measured.expect("every case is run at least once");
        let row = Row {
            name: case.name,
            answer: Some(answer),
            measured,
            compared_seconds,
            floor: case.floor,
            aim: case.aim,
        };
        rows.push(row.clone());
        if case.memory_floor.is_some() {
            let (floor, aim) = (case.memory_floor, case.memory_aim);
            rows.push(Row {
                name: "  and its memory",
                answer: None,
                compared_seconds: None,
                floor,
                aim,
                ..row
            });
        }
    }
    Ok(())
}

/// Runs a case, and checks its answer. Says the first of its figures.
fn measure(product: &Product, case: &Case) -> Result<(Measured, String), Failure> {
    let mut arguments: Vec<&str> = case.arguments.split(' ').collect();
    arguments.push("--json");
    if !case.is_long {
        arguments.extend(["--threads", "1"]);
    }
    let unreadable = |error| Failure::Machine(format!("bug: an answer cannot be read: {error}"));
    let answer: Value = serde_json::from_str(&product.answer(&arguments)?).map_err(unreadable)?;
    let first = check(case, &answer)?;
    let report: RunReport =
        serde_json::from_value(answer["profile"].clone()).map_err(unreadable)?;
    let measured = Measured::of(&report);
    measured.note(case.arguments);
    Ok((measured, first))
}

/// Holds an answer against what is known, and says the first of its figures.
fn check(case: &Case, answer: &Value) -> Result<String, Failure> {
    let differ = |field: &str, said: &str, known: &str| {
        Err(Failure::Machine(format!(
            "answers differ for {}: kumiki says {said} for {field}, the known figure is {known}, \
             expected the same",
            case.name
        )))
    };
    if answer["complete"] != true {
        return differ("complete", &answer["complete"].to_string(), "true");
    }
    let said = |pointer: &str| match answer.pointer(pointer) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "nothing".to_owned(),
    };
    for (pointer, known) in case.figures {
        let said = said(pointer);
        if said != *known {
            return differ(pointer, &said, known);
        }
    }
    Ok(said(case.shown))
}

/// The yardstick: how long the reference takes, if there is a reference. The best of two runs.
fn reference(args: &BenchArgs) -> Result<Option<f64>, Failure> {
    let flag = "--compile-reference-obdd";
    let Some(source) = &args.compile_reference_obdd else { return Ok(None) };
    let workshop = Workshop::open()?;
    let program = workshop.folder().join("obdd");
    compiler::compile(source, flag, [], &program, "")?;
    let mut best = f64::INFINITY;
    for _ in 0..2 {
        let ran = child::run(&mut Command::new(&program), "a reference program")?;
        if !ran.stdout.lines().any(|line| line == REFERENCE_ANSWER) {
            let last = ran.stdout.lines().last().unwrap_or("nothing");
            return Err(Failure::Input(format!(
                "the program of {flag} ends with '{last}', expected '{REFERENCE_ANSWER}'"
            )));
        }
        child::note(&format!("the reference: {:.3} s, the answer agrees", ran.seconds));
        best = best.min(ran.seconds);
    }
    Ok(Some(best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_wrong_answer_ends_the_bench() {
        let case = CASES.first().expect("a case");
        let right = json!({
            "tours": "2432932", "pseudo": "2428776", "matchings": "106256",
            "diagram": {"nodes": 112_740, "suppressed": 80572}, "complete": true,
        });
        assert_eq!(check(case, &right), Ok("2432932".to_owned()));
        for (field, wrong) in [
            ("tours", json!("1")),
            ("pseudo", json!(null)),
            ("diagram", json!({})),
            ("complete", json!(false)),
        ] {
            let mut answer = right.clone();
            answer[field] = wrong;
            let failure = check(case, &answer).expect_err(field);
            let Failure::Machine(line) = failure else { panic!("{failure:?}") };
            assert!(line.contains("the known figure is"), "{line}");
        }
    }
}
