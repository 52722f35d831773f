//! `cargo xtask bench tile`: polygons tiled by polygons, beside D. E. Knuth's DECAGON and
//! DECAGON-COLORSTAR in C.
//!
//! Our time is the one that the answer reports, from the problem, already read, to the answer; that
//! of a reference is the time of the whole process, with printing off. Everything runs on one
//! thread.
//!
//! * `cases`: what is measured, and what is expected of it.
//! * `reference`: the reference programs, compiled, run and read.

mod cases;
mod reference;

use super::product::{Measured, Product};
use super::report::Row;
use crate::args::BenchArgs;
use crate::failure::Failure;
use cases::{CASES, Case};
use kumiki_model::{Answer, ClassCount, Count, Part};
use kumiki_puzzles::tilings;
use reference::References;
use std::collections::BTreeMap;

/// Every problem is solved so often, and the shortest time counts.
const REPEATS: usize = 3;

/// Measures the cases that are asked for.
pub(super) fn run(args: &BenchArgs, rows: &mut Vec<Row>) -> Result<(), Failure> {
    let cases = super::wanted(args, CASES, |case| case.name, |_| false)?;
    let mut references = References::prepare(args)?;
    let product = Product::find(args.program.as_deref())?;
    super::warn_if_unoptimised();
    let mut done: BTreeMap<&str, Measured> = BTreeMap::new();
    for case in cases {
        let compared_seconds = match case.reference {
            Some(reference) => references.seconds(reference)?,
            None => None,
        };
        let measured = match done.get(case.arguments) {
            Some(measured) => *measured,
            None => measure(&product, case)?,
        };
        done.insert(case.arguments, measured);
        let answer = Some(case.answer.to_owned());
        rows.push(Row {
            name: case.name,
            answer,
            measured,
            compared_seconds,
            floor: case.floor,
            aim: case.aim,
        });
    }
    Ok(())
}

/// Runs a case, and checks each answer.
fn measure(product: &Product, case: &Case) -> Result<Measured, Failure> {
    let mut best: Option<Measured> = None;
    for _ in 0..REPEATS {
        let mut arguments = vec!["tile"];
        arguments.extend(case.arguments.split(' '));
        arguments.extend(["--threads", "1", "--json"]);
        let text = product.answer(&arguments)?;
        let answer: Answer = serde_json::from_str(&text)
            .map_err(|error| Failure::Machine(format!("bug: an answer cannot be read: {error}")))?;
        check(case, &answer)?;
        let now = Measured::of(&answer.profile);
        now.note(&arguments.join(" "));
        best = Some(best.map_or(now, |best| best.and(now)));
    }
    Ok(best.expect("every case is run at least once"))
}

/// Holds an answer against what is known.
fn check(case: &Case, answer: &Answer) -> Result<(), Failure> {
    let (true, Part::Tile(part)) = (answer.is_complete(), &answer.part) else {
        return Err(Failure::Machine(format!("bug: the answer for {} is not complete", case.name)));
    };
    let known =
        tilings::find(case.problem()).expect("the cases are problems that come with Kumiki").known;
    let classes = answer.classes.as_ref().map(ClassCount::all);
    for (quantity, said, expected) in [
        ("tilings", part.tilings.as_ref(), known.tilings),
        ("colourings", part.colourings.as_ref(), known.colourings),
        ("labelled colourings", part.labelled.as_ref(), known.labelled),
        (
            "classes",
            classes,
            known.colouring_classes.or(known.classes).filter(|_| !case.only_counts()),
        ),
    ] {
        if let Some(expected) = expected.map(Count::from)
            && said != Some(&expected)
        {
            let said = said.map_or_else(|| "nothing".to_owned(), ToString::to_string);
            return Err(Failure::Machine(format!(
                "answers differ for {}, {quantity}: kumiki says {said}, the known figure is \
                 {expected}, expected the same",
                case.name
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(tilings: &str, classes: Option<&str>, complete: bool) -> Answer {
        let classes = classes.map(|all| json!({"all": all, "rotations": "546442"}));
        let mut answer = json!({
            "version": "0.1.0", "digest": "",
            "question": {"kumiki": 1, "command": "tile", "file": "decagon"},
            "count": tilings, "tilings": tilings, "classes": classes, "complete": complete,
            "evidence": [],
            "profile": {"nodes": 1, "seconds": 1.0, "threads": 1, "peak_bytes": 1},
        });
        if !complete {
            answer["stopped_by"] = "time-limit".into();
        }
        serde_json::from_value(answer).expect("an answer")
    }

    #[test]
    fn a_wrong_answer_ends_the_bench() {
        let [visited, counted] = ["decagon, all visited", "decagon, counted"]
            .map(|name| CASES.iter().find(|case| case.name == name).expect("a case"));
        assert_eq!(check(visited, &answer("5464292", Some("273221"), true)), Ok(()));
        assert_eq!(check(counted, &answer("5464292", None, true)), Ok(()));
        for (wrong, words) in [
            (
                answer("5463628", Some("273221"), true),
                "tilings: kumiki says 5463628, the known figure is 5464292",
            ),
            (answer("5464292", Some("273222"), true), "classes: kumiki says 273222"),
            (answer("5464292", None, true), "classes: kumiki says nothing"),
            (answer("5464292", Some("273221"), false), "not complete"),
        ] {
            let failure = check(visited, &wrong).expect_err(words);
            let Failure::Machine(line) = failure else { panic!("{failure:?}") };
            assert!(line.contains("decagon, all visited") && line.contains(words), "{line}");
        }
    }

    #[test]
    fn every_case_is_about_a_problem_with_known_figures() {
        for case in CASES {
            let known = tilings::find(case.problem()).expect(case.name).known;
            assert!(known.tilings.or(known.colourings).is_some(), "{}", case.name);
        }
    }
}
