//! `check`: saved answers are approved, and what was tampered with is refused.

use crate::program::{Folder, assert_refused, run, run_in};
use serde_json::{Value, json};

#[test]
fn saved_answers_stand() {
    let folder = Folder::new("saved");
    for (line, phrase) in [
        ("antislide 4x4x4", "no solutions are listed"),
        ("antislide 4x4x4 --list --symmetry all", "all 1171 classes are listed, with 48556 packings"),
        ("antislide 4x4x4 --list --symmetry rotations", "all 2126 classes are listed"),
        ("antislide 3x4x4 --list --symmetry none", "all 1102 classes are listed"),
        ("antislide 4x4x4 --list 10", "listed solutions that obey the rules"),
        ("antislide 4x4x4 --first", "the search was not finished"),
        ("antislide 4x4x4 --list --start corner --max-bricks 13", "all 5 classes are listed"),
        ("antislide 4x4x4 --list --start no-corner", "classes are listed"),
        ("antislide 4x4x4 --list --fewest", "all 3 classes are listed"),
        ("antislide 4x4x4 --list --rule group --max-bricks 14", "all 77 classes are listed"),
        ("antislide 4x4x4 --list --brick 1x2x3 --brick 2x2x2 --symmetry rotations", "classes are listed"),
        ("antislide 6x6x1 --list --brick 2x1x1 --symmetry none --max-bricks 16", "all 19 classes are listed"),
        ("antislide 2x2x2 --brick 5x5x5 --fewest --list", "the tables add up to 0 packings"),
        ("antislide 5x5x5 --method direct --time-limit 300ms", "the search was not finished"),
        ("antislide 5x5x5 --list 50 --time-limit 300ms", "the search was not finished"),
    ] {
        folder.write("answer.json", &run(&format!("{line} --json")).stdout);
        let verdict = run_in(folder.path(), "check answer.json");
        assert_eq!((verdict.code, verdict.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(verdict.stdout.contains(phrase), "{line}: {}", verdict.stdout);
        assert!(verdict.stdout.ends_with("the answer stands\n"), "{line}: {}", verdict.stdout);
    }
}

#[test]
fn files_that_are_no_answers_are_refused() {
    let folder = Folder::new("no-answers");
    folder.write("text.json", "48556 packings\n");
    folder.write("empty.json", "");
    folder.write("half.json", "{\"question\": {");
    folder.write("list.json", "[]");
    folder.write("other.json", "{\"name\": \"something else\"}");
    folder.write("deep.json", &"[".repeat(100_000));
    std::fs::write(folder.path().join("bytes.json"), b"\xff\xfe").expect("a writable folder");
    for (line, words) in [
        ("check missing.json", &["'missing.json'", "cannot read", "expected a saved answer"][..]),
        ("check .", &["'.'", "cannot read", "expected a saved answer"]),
        ("check bytes.json", &["'bytes.json'", "UTF-8", "expected a saved answer"]),
        ("check text.json", &["'text.json'", "line 1", "expected the output of"]),
        ("check empty.json", &["'empty.json'", "line 1", "expected the output of"]),
        ("check half.json", &["'half.json'", "line 1", "expected the output of"]),
        ("check list.json", &["'list.json'", "expected the output of"]),
        ("check other.json", &["'other.json'", "`question`", "expected the output of"]),
        ("check deep.json", &["'deep.json'", "expected the output of"]),
    ] {
        assert_refused(line, &run_in(folder.path(), line), words);
    }
}

/// What to tamper with: a place in the JSON, what stands there, what to put there, and a word of the complaint.
struct Tampering {
    place: &'static str,
    was: Value,
    becomes: Value,
    words: &'static [&'static str],
}

fn tamper(
    place: &'static str,
    was: impl Into<Value>,
    becomes: impl Into<Value>,
    words: &'static [&'static str],
) -> Tampering {
    Tampering { place, was: was.into(), becomes: becomes.into(), words }
}

#[test]
fn tampered_answers_fall() {
    let folder = Folder::new("tampered");
    let saved = run("antislide 3x3x3 --list --json").stdout;
    let saved: Value = serde_json::from_str(&saved).expect("one JSON object");
    for Tampering { place, was, becomes, words } in [
        tamper("/packings", "9", "8", &["packings", "9", "8"]),
        tamper("/packings", "9", 9, &["expected the output of"]),
        tamper("/packings", "9", "nine", &["nine", "expected a decimal number"]),
        tamper("/classes/all", "2", "3", &["classes", "2", "3"]),
        tamper("/classes/rotations", "2", "1", &["rotations", "2", "1"]),
        tamper("/by_bricks/1/packings", "8", "7", &["packings", "9"]),
        tamper("/by_symmetry/0/order", 6, 5, &["5 symmetries", "48"]),
        tamper("/by_symmetry/0/order", 6, 0, &["0 symmetries", "48"]),
        tamper("/solutions/1/bricks", 6, 7, &["solution 2", "7 bricks", "6"]),
        tamper("/solutions/1/symmetry", 6, 3, &["solution 2", "3 symmetries", "6"]),
        tamper("/solutions/1/layers/0/0", ".11", "1.1", &["solution 2", "label '1'"]),
        tamper("/solutions/1/layers/1/1", "2.5", "2.6", &["solution 2", "label"]),
        tamper("/solutions/1/layers/0/0", ".11", "...", &["solution 2", "kind"]),
        tamper("/solutions/1/layers/0/0", ".11", "11", &["solution 2", "cells"]),
        tamper(
            "/solutions/0/layers",
            saved["solutions"][0]["layers"].clone(),
            saved["solutions"][1]["layers"].clone(),
            &["solution 1", "bricks"],
        ),
        tamper(
            "/solutions/0",
            saved["solutions"][0].clone(),
            saved["solutions"][1].clone(),
            &["solutions 1 and 2", "same"],
        ),
        tamper("/question/container", "3x3x3", "3x3x4", &["6 symmetries", "16"]),
        tamper("/question/container", "3x3x3", "3x3", &["'3x3'", "expected"]),
        tamper("/question/brick/0", "1x2x2", "1x2x3", &["kind"]),
        tamper("/question/command", "antislide", "tile", &["'tile'", "expected 'antislide'"]),
        tamper("/question/max_bricks", Value::Null, 5, &["6 bricks", "at most 5"]),
        tamper("/question/symmetry", "all", "some", &["expected the output of"]),
        tamper("/evidence", saved["evidence"].clone(), json!("trust me"), &["expected the output of"]),
    ] {
        let mut forged = saved.clone();
        let target = forged.pointer_mut(place).unwrap_or_else(|| panic!("{place} in {saved}"));
        assert_eq!(*target, was, "{place}");
        *target = becomes.clone();
        folder.write("forged.json", &forged.to_string());
        let finished = run_in(folder.path(), "check forged.json");
        assert_refused(&format!("{place} := {becomes}"), &finished, &[&["'forged.json'"], words].concat());
    }
}
