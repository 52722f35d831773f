//! `cover`: the figures, the fields that scripts read, formats, and what must not make a
//! difference.

use crate::program::{
    Folder, answer, assert_common_fields, assert_refused, assert_told, is_count, json, run, run_in,
    run_with_stdin, without_profile,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// 16x16 dominoes, from the product formula.
const DOMINOES: &str = "2444888770250892795802079170816";

/// Command lines, and parts of the answer in text.
const TOLD: &[(&str, &[&str])] = &[
    ("cover examples/pent6x10.dlx", &["9356 solutions\n", "method: "]),
    (
        "cover examples/pent6x10.dlx --symmetry auto",
        &[
            "9356 solutions; group of order 4, 2339 classes\n",
            "         1     2339\n",
            "identity: the sizes of the classes add up to 9356",
        ],
    ),
    ("cover examples/domino16.dlx", &["2444888770250892795802079170816 solutions\n"]),
    (
        "cover examples/domino16.dlx --verify",
        &["verified in part: merging states in the opposite order"],
    ),
    ("cover examples/queens8.dlx", &["92 solutions\n"]),
    (
        "cover examples/queens8.dlx --symmetry auto",
        &[
            "92 solutions; group of order 8, 12 classes\n",
            "         1       11\n         2        1\n",
        ],
    ),
    ("cover examples/queens8.dlx --verify", &["92 solutions\n", "verified: ", "counts 92 too"]),
    (
        "cover examples/queens8.dlx --kernel bits --profile",
        &["kernel bits: asked for\n", "level", " MB\n"],
    ),
    (
        "cover examples/queens8.dlx --kernel cells --profile",
        &["kernel cells: asked for\n", "level"],
    ),
    (
        "cover examples/queens8.dlx --kernel memo --profile",
        &["92 solutions\n", "kernel memo: asked for\n"],
    ),
    (
        "cover examples/queens8.dlx --first",
        &["1:\nr", "1 solution so far", "first solution, as asked"],
    ),
    ("cover examples/queens8.dlx --list 1 --count", &["1:\nr1 c", "\n\n92 solutions\n"]),
    // Colours, multiplicities, costs.
    ("cover examples/words.dlx", &["65 solutions\n"]),
    ("cover examples/rooks.dlx", &["2040 solutions\n"]),
    (
        "cover examples/rooks.dlx --symmetry auto",
        &["2040 solutions; group of order 28800, 2 classes\n"],
    ),
    ("cover examples/rooks.dlx --verify", &["verified: "]),
    ("cover examples/costs.dlx", &["120 solutions\n"]),
    (
        "cover examples/costs.dlx --cheapest",
        &["1: costs 101\n", "the cheapest solution costs 101\n"],
    ),
    ("cover examples/costs.dlx --cheapest --symmetry auto", &["costs 101; group of order 1\n"]),
    (
        "cover examples/costs.dlx --cheapest 3",
        &["2: costs 121\n", "3: costs 122\n", "the 3 cheapest solutions cost 101 to 122\n"],
    ),
    ("cover examples/costs.dlx --cheapest 999", &["the 120 cheapest solutions cost 101 to "]),
    ("cover examples/queens8.dlx --cheapest 2", &["the 2 cheapest solutions cost 0 each\n"]),
];

#[test]
fn the_text_tells_the_figures() {
    assert_told(TOLD);
}

#[test]
fn what_cannot_be_covered_is_an_answer_with_its_name() {
    for (problem, told) in [
        ("a b c\na b\n", "no solution: item 'c' is in no option\n"),
        ("a b\n", "no solution: items 'a' and 'b' are in no option\n"),
        ("a b c d e | x\na x\n", "no solution: items 'b', 'c', 'd' and 1 other are in no option\n"),
        ("a b c\na b\nb c\n", "no solution\n"),
        ("2:3|a b\na b\n", "no solution\n"),
    ] {
        let finished = run_with_stdin("cover -", problem.as_bytes());
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{problem}");
        assert!(finished.stdout.starts_with(told), "{problem}: {}", finished.stdout);
        let finished = run_with_stdin("cover - --json", problem.as_bytes());
        let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
        assert_eq!(
            (&answer["count"], &answer["complete"]),
            (&json!("0"), &json!(true)),
            "{problem}"
        );
        let named = answer["uncoverable"].as_array().map_or(0, Vec::len);
        assert_eq!(named > 0, told.contains("in no option"), "{problem}: {answer}");
    }
}

#[test]
fn options_that_are_left_out_are_mentioned_on_stderr() {
    let finished = run_with_stdin("cover - --json", b"a | x\na x:red |3\nx:blue\n");
    assert_eq!(finished.code, Some(0));
    assert_eq!(
        finished.stderr,
        "warning: stdin: line 3: option left out, it has no primary item\n"
    );
    let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    assert_eq!(answer["count"], "1");
}

#[test]
fn json_has_the_fields_of_the_contract() {
    for line in [
        "cover examples/queens8.dlx",
        "cover examples/queens8.dlx --list 3 --count --profile",
        "cover examples/queens8.dlx --symmetry auto --list",
        "cover examples/words.dlx --sample 2",
        "cover examples/costs.dlx --cheapest 2",
        "cover examples/domino16.dlx",
    ] {
        let answer = json(line);
        assert_common_fields(line, &answer);
        assert!(is_count(&answer["count"]), "{line}: {answer}");
        assert_eq!(answer["complete"], true, "{line}");
        assert_eq!(answer["question"]["command"], "cover", "{line}");
        assert!(answer["kernel"].is_string() && answer["kernel_reason"].is_string(), "{line}");
        let is_listed =
            line.contains("--list") || line.contains("--sample") || line.contains("--cheapest");
        let solutions = answer["solutions"].as_array();
        assert_eq!(solutions.is_some(), is_listed, "{line}");
        for solution in solutions.into_iter().flatten() {
            assert!(
                solution.as_array().is_some_and(|texts| texts.iter().all(Value::is_string)),
                "{line}"
            );
        }
        assert_eq!(answer.get("group_order").is_some(), line.contains("--symmetry auto"), "{line}");
    }
    let queens = json("cover examples/queens8.dlx --symmetry auto --list --profile --threads 2");
    assert_eq!([&queens["count"], &queens["group_order"], &queens["classes"]], ["92", "8", "12"]);
    assert_eq!(queens["solutions"].as_array().map(Vec::len), Some(12));
    assert_eq!(
        queens["by_symmetry"],
        json!([{"order": 1, "classes": "11"}, {"order": 2, "classes": "1"}])
    );
    assert_eq!(queens["profile"]["threads"], 2);
    assert!(queens["profile"]["levels"].as_array().is_some_and(|levels| !levels.is_empty()));
    let words = json("cover examples/words.dlx --list 1 --count");
    let first = words["solutions"][0].as_array().expect("a solution");
    assert_eq!(first.len(), 6, "three rows and three columns");
    assert!(
        first.iter().any(|text| text.as_str().is_some_and(|text| text.starts_with("row1 11:")))
    );
    assert_eq!(json("cover examples/domino16.dlx")["count"], DOMINOES);
    assert_eq!(json("cover examples/costs.dlx --cheapest 3")["costs"], json!([101, 121, 122]));
    // Those that cost more belong to classes too, which nobody has counted.
    let classes = json("cover examples/costs.dlx --cheapest 3 --symmetry auto");
    assert!(classes["group_order"].is_string() && classes.get("classes").is_none());
}

#[test]
fn threads_and_kernels_change_nothing() {
    for line in [
        "cover examples/pent6x10.dlx --list 40 --count",
        "cover examples/pent6x10.dlx --symmetry auto --list 40 --count",
        "cover examples/pent6x10.dlx --sample 5 --seed 3",
        "cover examples/rooks.dlx --list",
        "cover examples/costs.dlx --cheapest 20",
        "cover examples/domino16.dlx --sample 2 --seed 1",
    ] {
        let one = without_profile(&format!("{line} --threads 1"));
        assert_eq!(without_profile(&format!("{line} --threads 3")), one, "{line}");
    }
    for example in ["queens8", "words"] {
        let solutions = |kernel: &str| -> Vec<Value> {
            let line = format!("cover examples/{example}.dlx --list --kernel {kernel}");
            json(&line)["solutions"].as_array().expect("a list").clone()
        };
        assert_eq!(solutions("bits"), solutions("cells"), "{example}");
    }
}

/// The sets of option texts that a command line lists.
fn listed(line: &str) -> Vec<BTreeSet<String>> {
    let answer = json(line);
    let solutions = answer["solutions"].as_array().expect("a list");
    let texts = |solution: &Value| -> BTreeSet<String> {
        let texts = solution.as_array().into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    solutions.iter().map(texts).collect()
}

#[test]
fn samples_are_repeatable_and_from_the_whole() {
    let all: BTreeSet<BTreeSet<String>> =
        listed("cover examples/queens8.dlx --list").into_iter().collect();
    assert_eq!(all.len(), 92);
    let sample =
        |seed: u32| listed(&format!("cover examples/queens8.dlx --sample 5 --seed {seed}"));
    assert_eq!(sample(1), sample(1));
    let drawn: Vec<BTreeSet<BTreeSet<String>>> =
        (1..9).map(|seed| sample(seed).into_iter().collect()).collect();
    for sample in &drawn {
        assert!(sample.len() == 5 && sample.is_subset(&all), "{sample:?}");
    }
    let different: BTreeSet<&BTreeSet<BTreeSet<String>>> = drawn.iter().collect();
    assert!(different.len() > 6, "eight seeds, hardly ever the same five of 92");
    assert_eq!(listed("cover examples/queens8.dlx --sample 500").len(), 92, "there are no more");
    assert_eq!(
        listed("cover examples/domino16.dlx --sample 2")[0].len(),
        128,
        "no list of all is needed"
    );
}

#[test]
fn every_format_says_the_same() {
    let folder = Folder::new("cover-formats");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for (example, formats, count) in [
        ("queens8", &["dlx", "json"][..], "92"),
        ("words", &["dlx", "json"], "65"),
        ("rooks", &["dlx", "json"], "2040"),
        ("costs", &["dlx", "json"], "120"),
        ("pent6x10", &["dlx", "json", "rows", "matrix"], "9356"),
        ("domino16", &["dlx", "json", "rows", "matrix"], DOMINOES),
    ] {
        let file = format!("{root}/examples/{example}.dlx");
        for format in ["dlx", "rows", "matrix", "json", "dimacs"] {
            let line = format!("cover {file} --write {format} {example}.{format}");
            let finished = run_in(folder.path(), &line);
            if !formats.contains(&format) && format != "dimacs" {
                assert_refused(&line, &finished, &[example, format, "cannot say"]);
                continue;
            }
            let bytes = folder.read(&format!("{example}.{format}")).len();
            assert_eq!(
                finished.stdout,
                format!("{example}.{format} written, {bytes} bytes\n"),
                "{line}"
            );
            let printed = run_in(folder.path(), &format!("cover {file} --write {format} -"));
            assert_eq!(printed.stdout, folder.read(&format!("{example}.{format}")), "{line}");
            assert_eq!(
                run_in(folder.path(), &line).code,
                Some(2),
                "{line}: a file is not replaced"
            );
            assert_eq!(run_in(folder.path(), &format!("{line} --force")).code, Some(0), "{line}");
            if format != "dimacs" {
                let again = format!("cover {example}.{format} --format {format} --json");
                let answer: Value =
                    serde_json::from_str(&run_in(folder.path(), &again).stdout).expect("JSON");
                assert_eq!(answer["count"], count, "{again}");
            }
        }
    }
    let formula = folder.read("queens8.dimacs");
    assert!(formula.lines().any(|line| line.starts_with("p cnf ")), "{formula}");
}

/// The examples that are written by `pack` are what `pack` writes.
#[test]
fn the_pentominoes_are_those_of_the_gallery() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pent6x10.dlx");
    let example = std::fs::read_to_string(path).expect("an example");
    let without_comments = |text: &str| {
        text.lines().filter(|line| !line.starts_with('|')).collect::<Vec<_>>().join("\n")
    };
    let written = answer("pack pentominoes-6x10 --write dlx -");
    assert_eq!(without_comments(&example), without_comments(&written));
}

#[test]
fn a_time_limit_is_an_outcome_with_what_was_found() {
    let finished =
        run("cover examples/domino16.dlx --kernel bits --list 3 --count --time-limit 300ms --json");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(3), ""));
    let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    assert_common_fields("time limit", &answer);
    assert_eq!(
        (&answer["complete"], answer["solutions"].as_array().map(Vec::len)),
        (&json!(false), Some(3))
    );
    let finished = run("cover examples/domino16.dlx --kernel cells --time-limit 300ms");
    assert_eq!(finished.code, Some(3));
    assert!(finished.stdout.contains(" so far\n"), "{}", finished.stdout);
    assert!(
        finished.stdout.ends_with("stopped by the time limit: the counts above are not complete\n")
    );
}
