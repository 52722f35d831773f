//! `check`: saved answers are approved, and what was tampered with is refused.

use crate::program::{Folder, assert_refused, run, run_in};
use serde_json::Value;

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

/// A place in the JSON, what to put there, and words of the complaint.
struct Tampering {
    place: &'static str,
    becomes: Value,
    words: &'static [&'static str],
}

fn tamper(place: &'static str, becomes: impl Into<Value>, words: &'static [&'static str]) -> Tampering {
    Tampering { place, becomes: becomes.into(), words }
}

/// Saves an answer with one thing changed, and has it refused.
fn assert_falls(folder: &Folder, saved: &Value, Tampering { place, becomes, words }: Tampering) {
    let mut forged = saved.clone();
    let target = forged.pointer_mut(place).unwrap_or_else(|| panic!("{place} in {saved}"));
    assert_ne!(*target, becomes, "{place}: nothing is changed");
    *target = becomes.clone();
    folder.write("forged.json", &forged.to_string());
    let finished = run_in(folder.path(), "check forged.json");
    assert_refused(&format!("{place} := {becomes}"), &finished, &[&["'forged.json'"], words].concat());
}

/// In a 3x3x3 box there is the empty packing and one with six bricks, which has six symmetries.
fn three_cube() -> Value {
    let text = run("antislide 3x3x3 --list --json").stdout;
    let mut saved: Value = serde_json::from_str(&text).expect("one JSON object");
    let solutions = saved["solutions"].as_array_mut().expect("a list");
    solutions.sort_by_key(|solution| solution["bricks"].as_u64());
    saved
}

#[test]
fn tampered_figures_fall() {
    let (folder, saved) = (Folder::new("tampered-figures"), three_cube());
    for tampering in [
        tamper("/packings", "8", &["packings", "9", "8"]),
        tamper("/packings", 9, &["expected the output of"]),
        tamper("/packings", "nine", &["nine", "expected a decimal number"]),
        tamper("/classes/all", "3", &["classes", "2", "3"]),
        tamper("/classes/rotations", "1", &["rotations", "2", "1"]),
        tamper("/by_bricks/1/packings", "7", &["packings", "9"]),
        tamper("/by_symmetry/0/order", 5, &["5 symmetries", "48"]),
        tamper("/by_symmetry/0/order", 0, &["0 symmetries", "48"]),
        tamper("/question/container", "3x3x4", &["6 symmetries", "16"]),
        tamper("/question/container", "3x3", &["'3x3'", "expected"]),
        tamper("/question/brick/0", "1x2x3", &["kind"]),
        tamper("/question/command", "tile", &["'tile'", "expected 'antislide'"]),
        tamper("/question/max_bricks", 5, &["6 bricks", "at most 5"]),
        tamper("/question/symmetry", "some", &["expected the output of"]),
        tamper("/evidence", "trust me", &["expected the output of"]),
    ] {
        assert_falls(&folder, &saved, tampering);
    }
}

#[test]
fn tampered_solutions_fall() {
    let (folder, saved) = (Folder::new("tampered-solutions"), three_cube());
    let [empty, full] = [0, 1].map(|number| saved["solutions"][number].clone());
    for tampering in [
        tamper("/solutions/1/bricks", 7, &["solution 2", "7 bricks", "6"]),
        tamper("/solutions/1/symmetry", 3, &["solution 2", "3 symmetries", "6"]),
        tamper("/solutions/1/layers/0/0", "...", &["solution 2"]),
        tamper("/solutions/1/layers/0/0", "999", &["solution 2"]),
        tamper("/solutions/1/layers/0/0", "11", &["solution 2", "row 2", "3 cells instead of 2"]),
        tamper("/solutions/1/layers/0", full["layers"][2].clone(), &["solution 2"]),
        tamper("/solutions/1/layers", empty["layers"].clone(), &["solution 2", "6 bricks", "0"]),
        tamper("/solutions/0/layers", full["layers"].clone(), &["solution 1", "0 bricks", "6"]),
        tamper("/solutions/0", full.clone(), &["solutions 1 and 2", "same"]),
    ] {
        assert_falls(&folder, &saved, tampering);
    }
}

/// Any two different cells of a packing exchanged make another drawing, never another right one.
#[test]
fn two_cells_exchanged_are_noticed() {
    let (folder, saved) = (Folder::new("exchanged"), three_cube());
    let layers = &saved["solutions"][1]["layers"];
    for (place, layer, row) in [
        ("/solutions/1/layers/0/0", 0, 0),
        ("/solutions/1/layers/1/1", 1, 1),
        ("/solutions/1/layers/2/2", 2, 2),
    ] {
        let cells: Vec<char> = layers[layer][row].as_str().expect("a row").chars().collect();
        let other =
            cells.iter().position(|cell| *cell != cells[0]).expect("two bricks, or a brick and a gap");
        let mut exchanged = cells.clone();
        exchanged.swap(0, other);
        assert_falls(
            &folder,
            &saved,
            tamper(place, exchanged.into_iter().collect::<String>(), &["solution 2"]),
        );
    }
}
