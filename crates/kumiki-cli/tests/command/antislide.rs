//! Answers about bricks: the figures, the fields that scripts read, and what must not make a
//! difference.

use crate::program::{
    answer, assert_common_fields, assert_told, is_count, json, run, without_profile,
};
use serde_json::{Value, json};

/// Command lines, and parts of the answer in text.
const TOLD: &[(&str, &[&str])] = &[
    // The published tables, by bricks and by symmetries.
    (
        "antislide 4x4x4",
        &[
            "48556 packings, 2126 classes up to rotations, 1171 up to all symmetries",
            "    12        18                        4                     3\n",
            "    16     44913                     1964                  1073\n",
            "         1      889\n",
            "        24        1\n",
            "method: ",
            "sum of 48/symmetries over all classes = 48556 = packings counted without symmetry\n",
        ],
    ),
    (
        "antislide 4x4x4 --list --symmetry all --max-bricks 12",
        &[
            ": 0 bricks, 48 symmetries\n. . . .   . . . .   . . . .   . . . .\n",
            ": 12 bricks, 24 symmetries\n",
            ": 12 bricks, 6 symmetries\n",
            "\n4: ",
            "19 packings, 5 classes up to rotations, 4 up to all symmetries",
        ],
    ),
    (
        "antislide 3x4x4 --list --symmetry none",
        &["the judge, which shares no code with the search, has checked the 1102 packings \
             shown, one by one\n"],
    ),
    // ANTISLIDE as printed: 4 on level 12 and 6 on level 13.
    (
        "antislide 4x4x4 --start corner --max-bricks 13",
        &["10 packings", "    12         4 ", "    13         6 "],
    ),
    // ANTISLIDE on a box that is no cube asks three different questions, by the order of the sides.
    (
        "antislide 4x4x3 --start corner",
        &["4x4x3 box: 234 packings", "    10         3 ", "    11         6 ", "    12       225 "],
    ),
    (
        "antislide 4x3x4 --start corner",
        &["4x3x4 box: 234 packings", "    10         3 ", "    11         6 ", "    12       225 "],
    ),
    (
        "antislide 3x4x4 --start corner",
        &["3x4x4 box: 623 packings", "    10         2 ", "    11         6 ", "    12       615 "],
    ),
    // The symmetries of a packing are those of the box, although only two keep the first brick.
    (
        "antislide 4x4x4 --start corner --max-bricks 12 --list",
        &[
            "\n2: 12 bricks, 6 symmetries\n",
            "2 up to all symmetries that keep the first brick\n",
            "         6        2\n",
            "sum of 2/symmetries that keep the first brick over all classes = 4\n",
        ],
    ),
    ("antislide 4x4x4 --start no-corner", &["    12         2 ", "    14         6 "]),
    (
        "antislide 4x4x4 --brick 1x2x3",
        &["3201 packings", "78 up to all symmetries", "     9      2112 "],
    ),
    (
        "antislide 3x3x3 --brick 1x1x2",
        &["    11 ", "     2\n", "    12 ", "   142\n", "    13 ", "   190\n"],
    ),
    (
        "antislide 8x8x1 --brick 2x1x1 --fewest",
        &[
            "28 bricks, proved; 2 packings, 2 classes up to rotations, 1 up to all symmetries",
            "         4        1\n",
            "sum of 8/symmetries",
        ],
    ),
    (
        "antislide 4x4x4 --fewest",
        &["12 bricks, proved; 18 packings, 4 classes up to rotations, 3 up to"],
    ),
    (
        "antislide 4x4x4 --most",
        &["16 bricks, proved; 44913 packings, 1964 classes up to rotations, 1073 up to"],
    ),
    ("antislide 4x4x4 --rule group", &["48556 packings", "rule group"]),
    (
        "antislide 4x4x4 --verify",
        &["48556 packings", "confirmed by a second method", "all tables agree"],
    ),
    ("antislide 4x4x4 --profile", &["48556 packings", "level", "nodes", "threads, at most "]),
    ("antislide 4x4x4 --first --start corner", &["1: 1", "stopped at the first packing, as asked"]),
    // There is none: an answer, not an error.
    (
        "antislide 2x2x2 --brick 5x5x5",
        &["1 packing, 1 class up to rotations, 1 up to all symmetries"],
    ),
    ("antislide 2x2x2 --brick 5x5x5 --fewest", &["no packing but the empty one"]),
    ("antislide 2x2x2 --brick 5x5x5 --fewest --method direct", &["no packing but the empty one"]),
    ("antislide 4x4x4 --fewest --max-bricks 11", &["no packing but the empty one"]),
    ("antislide 2x2x2 --brick 5x5x5 --most", &["0 bricks, proved; 1 packing, 1 class"]),
    ("antislide 4x4x4 --start corner --max-bricks 11", &["box: no packing\n"]),
    ("antislide 4x4x4 --start corner --max-bricks 11 --fewest", &["box: no packing\n"]),
];

#[test]
fn the_text_tells_the_figures() {
    assert_told(TOLD);
}

/// Asserts that the fields of the contract are there, with their types.
fn assert_fields(line: &str, answer: &Value) {
    let counts = ["/packings", "/classes/all", "/classes/rotations"];
    for path in counts {
        assert!(answer.pointer(path).is_some_and(is_count), "{line}: {path} in {answer}");
    }
    let rows = answer["by_bricks"].as_array().expect("a table by bricks");
    for row in rows {
        assert!(
            row["bricks"].is_u64()
                && counts.iter().all(|path| row.pointer(path).is_some_and(is_count)),
            "{row}"
        );
    }
    for row in answer["by_symmetry"].as_array().expect("a table by symmetries") {
        assert!(row["order"].is_u64() && is_count(&row["classes"]), "{row}");
    }
    assert_common_fields(line, answer);
}

#[test]
fn json_has_the_fields_of_the_contract() {
    for line in [
        "antislide 4x4x4",
        "antislide 4x4x4 --list --max-bricks 13",
        "antislide 8x8x1 --brick 2x1x1 --fewest",
        "antislide 4x4x5 --profile --threads 2",
        "antislide 2x2x2 --brick 5x5x5",
        "antislide 2x2x2 --brick 5x5x5 --fewest",
        "antislide 4x4x4 --start corner --max-bricks 11",
    ] {
        let answer = json(line);
        assert_fields(line, &answer);
        assert_eq!(answer["complete"], true, "{line}");
    }
}

#[test]
fn json_tells_the_figures() {
    let four = json("antislide 4x4x4");
    assert_eq!(four["packings"], "48556");
    assert_eq!(four["classes"], json!({"all": "1171", "rotations": "2126"}));
    assert_eq!(
        four["by_bricks"][0],
        json!({
            "bricks": 0, "packings": "1", "classes": {"all": "1", "rotations": "1"},
            "by_symmetry": [{"order": 48, "classes": "1"}]
        })
    );
    assert_eq!(
        four["by_bricks"][1],
        json!({
            "bricks": 12, "packings": "18", "classes": {"all": "3", "rotations": "4"},
            "by_symmetry": [{"order": 6, "classes": "2"}, {"order": 24, "classes": "1"}]
        })
    );
    assert_eq!(four["by_symmetry"][6], json!({"order": 24, "classes": "1"}));
    assert_eq!(four.get("solutions"), None);
    assert_eq!(four.get("bricks"), None);

    let dominoes = json("antislide 8x8x1 --brick 2x1x1 --fewest");
    assert_eq!(dominoes["bricks"], 28);
    assert_eq!(dominoes["classes"]["all"], "1");

    let nothing = json("antislide 2x2x2 --brick 5x5x5 --fewest");
    assert_eq!((nothing.get("bricks"), &nothing["packings"]), (None, &json!("0")));
    assert_eq!(json("antislide 2x2x2 --brick 5x5x5")["packings"], "1");

    let profiled = json("antislide 4x4x5 --profile --threads 2");
    assert_eq!(profiled["packings"], "733468");
    assert_eq!(profiled["classes"]["all"], "47403");
    assert_eq!(profiled["profile"]["threads"], 2);
    let levels = profiled["profile"]["levels"].as_array().expect("levels");
    let nodes: u64 = levels.iter().filter_map(|level| level["nodes"].as_u64()).sum();
    assert_eq!(Some(nodes), profiled["profile"]["nodes"].as_u64(), "the levels add up to the tree");
}

#[test]
fn lists_have_one_packing_per_class() {
    for (symmetry, listed) in [("all", 5), ("rotations", 6), ("none", 43)] {
        let answer = json(&format!("antislide 4x4x4 --list --max-bricks 13 --symmetry {symmetry}"));
        let solutions = answer["solutions"].as_array().expect("a list");
        assert_eq!(solutions.len(), listed, "{symmetry}");
        for solution in solutions {
            assert!(solution["symmetry"].as_u64().is_some_and(|order| order > 0), "{solution}");
            let layers = solution["layers"].as_array().expect("layers");
            assert_eq!(layers.len(), 4);
            let rows: Vec<&str> = layers
                .iter()
                .flat_map(|layer| layer.as_array().expect("rows"))
                .filter_map(Value::as_str)
                .collect();
            assert!(
                rows.len() == 16 && rows.iter().all(|row| row.chars().count() == 4),
                "{solution}"
            );
            let filled =
                rows.iter().flat_map(|row| row.chars()).filter(|cell| *cell != '.').count();
            assert_eq!(solution["bricks"].as_u64(), u64::try_from(filled / 4).ok(), "{solution}");
        }
    }
    let three = json("antislide 4x4x4 --list 3 --count");
    assert_eq!(three["solutions"].as_array().map(Vec::len), Some(3));
    assert_eq!(three["packings"], "48556", "a short list does not shorten the count");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for line in [
        "antislide 4x4x4",
        "antislide 4x4x4 --method direct",
        "antislide 4x4x5 --method direct --list 200 --count --symmetry rotations",
        "antislide 4x4x4 --list --fewest",
        "antislide 4x4x5 --list --fewest --symmetry none",
        "antislide 4x4x4 --list --most",
        "antislide 4x4x4 --brick 1x2x3 --brick 2x2x2 --list",
    ] {
        let one = without_profile(&format!("{line} --threads 1"));
        for threads in [2, 3] {
            assert_eq!(
                without_profile(&format!("{line} --threads {threads}")),
                one,
                "{line}, {threads} threads"
            );
        }
    }
}

#[test]
fn the_order_of_sides_changes_nothing() {
    for (first, second) in [
        ("antislide 5x4x4", "antislide 4x4x5"),
        ("antislide 4x5x4 --list 9 --count", "antislide 4x4x5 --list 9 --count"),
        ("antislide 3x4x5 --brick 2x1x2", "antislide 5x3x4 --brick 1x2x2"),
    ] {
        assert_eq!(without_profile(first), without_profile(second), "{first}");
    }
}

#[test]
fn both_methods_say_the_same() {
    for container in ["3x4x5", "4x4x4", "2x5x5"] {
        let counts = |method: &str| {
            let answer = json(&format!("antislide {container} --method {method}"));
            ["packings", "classes", "by_bricks", "by_symmetry"].map(|field| answer[field].clone())
        };
        assert_eq!(counts("direct"), counts("layers"), "{container}");
    }
}

#[test]
fn the_demo_finds_every_known_figure() {
    let text = answer("demo");
    assert!(text.contains("All figures agree."), "{text}");
    assert!(text.contains("5x5x5  537718437  11203187"), "{text}");
    assert!(!text.contains("DIFFERS"), "{text}");
}

#[test]
fn a_reader_who_leaves_early_causes_no_complaint() {
    let line = "{ \"$0\" antislide 4x4x4 --list; echo \"exit code $?\" >&2; } | head -n 1";
    let mut shell = std::process::Command::new("sh");
    let finished = crate::program::finish(shell.args(["-c", line, env!("CARGO_BIN_EXE_kumiki")]));
    assert!(
        finished.stdout.starts_with("1: ") && finished.stdout.lines().count() == 1,
        "{}",
        finished.stdout
    );
    assert_eq!(finished.stderr, "exit code 0\n");
}

#[test]
fn a_time_limit_is_an_outcome_with_what_was_found() {
    let finished = run("antislide 5x5x5 --method direct --time-limit 300ms --json");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(3), ""));
    let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    assert_fields("time limit", &answer);
    assert_eq!(answer["complete"], false);
    assert_ne!(answer["packings"], "0");

    let finished = run("antislide 5x5x5 --method layers --time-limit 1ms");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(3), ""));
    assert!(finished.stdout.contains("box: nothing counted yet\n"), "{}", finished.stdout);
    assert!(
        finished.stdout.ends_with("the direct method counts as it goes\n"),
        "{}",
        finished.stdout
    );
}
