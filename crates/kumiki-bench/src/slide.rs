//! `cargo xtask bench slide`: sliding tiles, beside D. E. Knuth's 15PUZZLE-KORF1 in C, and KORF0.
//!
//! With the plain bound both programs make the same moves in the same order until they find the
//! same solution, so the ratio of their times is the ratio of their moves per second. Tables are
//! kept in a folder that begins empty and is removed in the end. Everything runs on one thread.
//!
//! * `cases`: what is measured, and what is expected of it.

mod cases;

use super::product::{Measured, Product};
use super::report::Row;
use super::workshop::Workshop;
use super::{child, compiler};
use crate::args::BenchArgs;
use crate::failure::Failure;
use cases::{CASES, Case, EASY_FILE, EASY_NUMBERS, PLAIN, Part};
use kumiki_model::{Answer, Part as Answered, SlidingRecord};
use kumiki_puzzles::positions;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Measures the cases that are asked for.
pub(super) fn run(args: &BenchArgs, rows: &mut Vec<Row>) -> Result<(), Failure> {
    let cases = super::wanted(args, CASES, |case| case.name, |case| case.is_long)?;
    let product = Product::find(args.program.as_deref())?;
    super::warn_if_unoptimised();
    let workshop = Workshop::open()?;
    for case in cases {
        let compared_seconds =
            if case.name == PLAIN { references(args, case, &workshop)? } else { None };
        let mut measured: Option<Measured> = None;
        for _ in 0..case.repeats {
            let now = measure(&product, case, &workshop)?;
            measured = Some(measured.map_or(now, |before| before.and(now)));
        }
        rows.push(Row {
            name: case.name,
            answer: Some(case.answer.to_owned()),
            measured: measured.expect("every case is run at least once"),
            compared_seconds,
            floor: case.floor,
            aim: case.aim,
        });
    }
    Ok(())
}

/// Runs a case, and checks its answer.
fn measure(product: &Product, case: &Case, workshop: &Workshop) -> Result<Measured, Failure> {
    let folder = workshop.folder().join("tables").display().to_string();
    let easy = workshop.write("easy24.txt", &easy_positions())?.display().to_string();
    let mut arguments = vec!["slide"];
    arguments
        .extend(case.arguments.split(' ').map(|word| if word == EASY_FILE { &easy } else { word }));
    arguments.extend(["--threads", "1", "--json", "--cache", &folder]);
    let answer: Answer = serde_json::from_str(&product.answer(&arguments)?)
        .map_err(|error| Failure::Machine(format!("bug: an answer cannot be read: {error}")))?;
    check(case, &answer)?;
    let whole = Measured::of(&answer.profile);
    let searching: f64 = records(&answer).map(|record| record.seconds).sum();
    let measured = match case.part {
        Part::Whole => whole,
        Part::Searching => Measured { seconds: searching, ..whole },
        Part::Preparing => Measured { seconds: whole.seconds - searching, ..whole },
    };
    measured.note(case.arguments);
    let nodes: u64 = records(&answer).map(|record| record.nodes).sum();
    if searching > 0.0 {
        let millions = f64::from(u32::try_from(nodes / 1000).unwrap_or(u32::MAX)) / 1e3;
        child::note(&format!("  {:.1} million moves per second", millions / searching));
    }
    Ok(measured)
}

/// The lines of `korf24` with the easy positions.
fn easy_positions() -> String {
    let list = positions::find("korf24").expect("it comes with Kumiki");
    let number = |line: &str| line.split(' ').next().and_then(|number| number.parse().ok());
    let is_easy = |line: &&str| number(line).is_some_and(|number| EASY_NUMBERS.contains(&number));
    list.text.lines().filter(is_easy).collect::<Vec<_>>().join("\n")
}

/// What is said about each start.
fn records(answer: &Answer) -> impl Iterator<Item = &SlidingRecord> {
    let (one, many) = match &answer.part {
        Answered::Slide(record) => (Some(&**record), &[][..]),
        Answered::SlideMany(part) => (None, &part.instances[..]),
        _ => (None, &[][..]),
    };
    one.into_iter().chain(many)
}

/// Holds an answer against what is known: the moves of all starts together, or the positions of a
/// table.
fn check(case: &Case, answer: &Answer) -> Result<(), Failure> {
    let said = match &answer.part {
        Answered::SlideTable(part) => part
            .positions
            .last()
            .map_or_else(String::new, |last| format!("{} at {}", last.count, last.distance)),
        _ => records(answer).filter_map(|record| record.moves).sum::<u32>().to_string(),
    };
    if answer.is_complete() && said == case.answer {
        return Ok(());
    }
    Err(Failure::Machine(format!(
        "answers differ for {}: kumiki says {said}, the known figure is {}, expected the same",
        case.name, case.answer
    )))
}

/// How long KORF1 takes for a case, if it is there. If KORF0 is there too, it is measured beside
/// it: one loop with all tests in it, instead of a case for each place and way of the blank.
fn references(args: &BenchArgs, case: &Case, workshop: &Workshop) -> Result<Option<f64>, Failure> {
    let measure = |source: &Option<PathBuf>, flag: &str| {
        source.as_ref().map(|source| reference(source, flag, case, workshop)).transpose()
    };
    let korf1 = measure(&args.compile_reference_korf1, "--compile-reference-korf1")?;
    let korf0 = measure(&args.compile_reference_korf0, "--compile-reference-korf0")?;
    if let (Some(one), Some(zero)) = (korf1, korf0) {
        child::note(&format!("KORF0 takes {:.2} times as long as KORF1", zero / one));
    }
    Ok(korf1)
}

/// How long the reference of a flag takes for a case.
fn reference(source: &Path, flag: &str, case: &Case, workshop: &Workshop) -> Result<f64, Failure> {
    let program = workshop.folder().join(flag.trim_start_matches('-'));
    compiler::compile(source, flag, [], &program, "")?;
    let start = case.arguments.split(' ').next().unwrap_or_default();
    let ran = child::run(Command::new(&program).arg(start), "a reference program")?;
    let length =
        ran.stdout.lines().find_map(|line| line.strip_prefix("Solution in ")?.split(' ').next());
    let numbers = length.unwrap_or_default().split('+').map(str::parse::<u32>);
    let moves: u32 = numbers.sum::<Result<u32, _>>().unwrap_or(0);
    if moves.to_string() != case.answer {
        return Err(Failure::Input(format!(
            "the program of {flag} says {moves} moves, expected a line 'Solution in N+N moves' \
             with {} in all",
            case.answer
        )));
    }
    child::note(&format!("the program of {flag}: {:.3} s, the answer agrees", ran.seconds));
    Ok(ran.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(moves: u32, complete: bool) -> Answer {
        let mut answer = json!({
            "version": "0.1.0", "digest": "",
            "question": {"kumiki": 1, "command": "slide", "start": "d68cfe0ab7459132", "board": "4x4",
                "goal": "123456789abcdef0", "metric": "single"},
            "start": "d68cfe0ab7459132", "moves": moves, "nodes": 1, "heuristic": "manhattan", "seconds": 1.0,
            "complete": complete, "evidence": [],
            "profile": {"nodes": 1, "seconds": 1.0, "threads": 1, "peak_bytes": 1},
        });
        if !complete {
            answer["stopped_by"] = "time-limit".into();
        }
        serde_json::from_value(answer).expect("an answer")
    }

    #[test]
    fn the_easy_positions_have_the_length_of_their_case() {
        let length =
            |line: &str| line.split(' ').next_back().and_then(|length| length.parse::<u32>().ok());
        let lengths: Vec<u32> = easy_positions().lines().filter_map(length).collect();
        let case = CASES.iter().find(|case| case.arguments.contains(EASY_FILE)).expect("a case");
        assert_eq!(
            (lengths.len(), lengths.iter().sum::<u32>().to_string().as_str()),
            (10, case.answer)
        );
    }

    #[test]
    fn a_wrong_answer_ends_the_bench() {
        let case = CASES.iter().find(|case| case.name == PLAIN).expect("a case");
        assert_eq!(check(case, &answer(57, true)), Ok(()));
        for wrong in [answer(59, true), answer(57, false)] {
            let failure = check(case, &wrong).expect_err("wrong");
            let Failure::Machine(line) = failure else { panic!("{failure:?}") };
            assert!(line.contains("the known figure is 57"), "{line}");
        }
    }
}
