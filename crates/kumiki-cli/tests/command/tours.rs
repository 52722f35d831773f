//! `tours`: the known figures, the fields that scripts read, lists, samples, and everything that is
//! refused.

use crate::program::{
    Finished, Folder, answer, assert_all_refused, assert_common_fields, assert_refuted,
    assert_told, assert_too_large, json, run, run_in, without_profile,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Command lines, and parts of the answer in text.
const TOLD: &[(&str, &[&str])] = &[
    ("tours 6x6", &["closed tours of a knight on 6x6: 9862, 1245 classes\n"]),
    (
        "tours 5x6 --verify",
        &[": 8, 3 classes\n", "verified in part: counting in another order of cells says 8 too; "],
    ),
    (
        "tours 8x8 --symmetry half-turn --method diagram",
        &[
            "closed tours of a knight on 8x8 that the half-turn preserves: 2432932, 608233 \
             classes\n",
            "      106256  perfect matchings of the folded board\n",
            "      112740  nodes in the diagram of matchings\n",
            "       80572  of these are removed by zero-suppression\n",
            "     2432932  tours\n",
            "     2428776  pseudo-solutions",
        ],
    ),
    (
        "tours 6x8 --symmetry half-turn --verify",
        &["verified: the diagram of matchings, in pairs, says 5634 too\n"],
    ),
    (
        "tours 6x8 --symmetry half-turn --method diagram --verify",
        &["verified: the frontier method says 5634 too\n"],
    ),
    (
        "tours 6x6 --symmetry quarter-turn --verify",
        &[": 10, 5 classes\n", "another order of cells says 10 too; "],
    ),
    (
        "tours 2x2 --piece 0,1 --symmetry quarter-turn --list",
        &["1:\n 1 2\n 4 3\n", "preserves: 1, 1 class\n"],
    ),
    ("tours 6x6 --profile", &["level"]),
    (
        "tours 6x8 --symmetry half-turn --method diagram --profile",
        &[
            "\n0: 0.0--2.1 ",
            "\n57: 2.6--1.4 ",
            "\nnone                           -      106\n",
            "\n2.5                         9188     6708\n2.7                         6708     6708\n",
            "matchings by their first edge: 1329 and 1340\n1780860 pairs of these: 11308 make a \
             single cycle, one of 157\n",
            "\n           2   1329  770678     43.27           8.33\n",
            "\n          12  11308   11308      0.63           8.33\n",
            "\nBDD       6708              68178        1582701\n",
            "\nZDD       2123              12037         458702\n",
        ],
    ),
    (
        "tours 6x8 --symmetry half-turn --method diagram --order columns",
        &["        7298  nodes in the diagram", "        5156  of these are removed"],
    ),
    (
        "tours 6x8 --symmetry half-turn --method diagram --order best",
        &[
            "orders of cells tried, with nodes: rows 6708, columns 7298, diagonals 4754, greedy 2409",
        ],
    ),
    (
        "tours 6x6 --symmetry half-turn --edges --list 1",
        &["\nfirst matching: 0.0--2.1 ", "\nsecond matching: 0.0--1.2 "],
    ),
    ("tours 6x6 --symmetry quarter-turn --edges --list 1", &["moves: 0.0--1.2 ", "***"]),
];

#[test]
fn the_text_tells_the_figures() {
    assert_told(TOLD);
}

/// The figures of OBDD, and of a transcription of it for the boards that the seed does not have.
const FOLDED: [(&str, [&str; 3], [u32; 2]); 7] = [
    ("4x4", ["16", "0", "0"], [20, 10]),
    ("6x6", ["192", "78", "84"], [677, 468]),
    ("6x8", ["2669", "5634", "5674"], [6708, 4585]),
    ("8x6", ["2669", "5634", "5674"], [7298, 5156]),
    ("8x8", ["106256", "2432932", "2428776"], [112_740, 80572]),
    ("6x10", ["31224", "394128", "394414"], [35771, 25189]),
    ("10x6", ["31224", "394128", "394414"], [20959, 15511]),
];

#[test]
fn both_methods_have_the_figures_of_the_seed() {
    for (board, [matchings, tours, pseudo], [nodes, suppressed]) in FOLDED {
        let by_diagram = json(&format!("tours {board} --symmetry half-turn --method diagram"));
        let by_frontier = json(&format!("tours {board} --symmetry half-turn"));
        for found in [&by_diagram, &by_frontier] {
            assert_common_fields(board, found);
            let said = ["matchings", "tours", "pseudo"].map(|field| found[field].as_str());
            assert_eq!(said, [Some(matchings), Some(tours), Some(pseudo)], "{board}");
        }
        assert_eq!(
            by_diagram["diagram"],
            json!({ "nodes": nodes, "suppressed": suppressed }),
            "{board}"
        );
        assert_eq!(by_diagram["classes"], by_frontier["classes"], "{board}");
    }
    assert_eq!(json("tours 8x8 --symmetry half-turn")["classes"], "608233");
}

#[test]
fn all_tours_are_as_many_as_others_found_on_both_sides_of_the_board() {
    for (board, transposed, tours) in [
        ("5x6", "6x5", "8"),
        ("3x10", "10x3", "16"),
        ("3x12", "12x3", "176"),
        ("5x8", "8x5", "44202"),
        ("6x7", "7x6", "1067638"),
    ] {
        let [one, other] = [board, transposed].map(|board| json(&format!("tours {board}")));
        assert_eq!((&one["tours"], &one["complete"]), (&json!(tours), &json!(true)), "{board}");
        assert_eq!(
            (&one["tours"], &one["classes"]),
            (&other["tours"], &other["classes"]),
            "{board}"
        );
    }
    assert_eq!(json("tours 10x10 --symmetry quarter-turn")["tours"], "831804");
}

/// Boards without tours, and a part of the reason.
const NONE: &[(&str, &str)] = &[
    ("tours 5x5", "25 cells, an odd number"),
    ("tours 5x7 --symmetry half-turn", "the half-turn leaves the middle cell in place"),
    (
        "tours 5x7 --symmetry half-turn --method diagram",
        "the half-turn leaves the middle cell in place",
    ),
    ("tours 7x7 --symmetry quarter-turn", "the quarter-turn leaves the middle cell in place"),
    ("tours 1x12", "cannot get from cell 0,0 to cell 0,1"),
    ("tours 12x1", "cannot get from cell 0,0"),
    ("tours 1x1", "at least 3 cells"),
    ("tours 3x3 --list", "cannot get from cell 0,0 to cell 1,1"),
    ("tours 8x8 --piece 1,3", "cannot get from cell 0,0 to cell 0,1"),
    ("tours 8x8 --piece 1,1 --symmetry half-turn --method diagram", "cannot get"),
    ("tours 1x6 --piece 0,1", "cell 0,0 has one move only"),
    ("tours 8x8 --symmetry quarter-turn", "but it changes the colours"),
    ("tours 2x2 --symmetry half-turn --method diagram", "cannot get"),
];

#[test]
fn that_there_is_none_is_an_answer_with_a_reason() {
    for (line, reason) in NONE {
        let found = json(line);
        assert_common_fields(line, &found);
        assert_eq!((&found["tours"], &found["classes"]), (&json!("0"), &json!("0")), "{line}");
        assert_eq!(found["complete"], true, "{line}");
        let said = found["why_none"].as_str().unwrap_or_default();
        assert!(said.contains(reason), "{line}: {said}");
        assert!(answer(line).contains(&format!(": none: {said}\n")), "{line}");
    }
}

/// The solutions of an answer, each once.
fn solutions(line: &str) -> BTreeSet<Vec<String>> {
    let found = json(line);
    let listed = found["solutions"].as_array().expect("solutions");
    let names =
        |tour: &Value| serde_json::from_value::<Vec<String>>(tour.clone()).expect("names of cells");
    let set: BTreeSet<Vec<String>> = listed.iter().map(names).collect();
    assert_eq!(set.len(), listed.len(), "{line}: no tour twice");
    set
}

#[test]
fn lists_have_one_tour_per_class_if_asked() {
    for (line, classes, symmetries) in [
        ("tours 6x6", 1245, vec![(1, 1223), (2, 17), (4, 5)]),
        ("tours 6x6 --symmetry quarter-turn", 5, vec![(4, 5)]),
        ("tours 5x6", 3, vec![(1, 1), (2, 2)]),
    ] {
        let answer = json(&format!("{line} --list --one-per-class"));
        let listed = answer["solutions"].as_array().expect("solutions").len();
        assert_eq!(
            (listed, &answer["classes"]),
            (classes, &Value::from(classes.to_string())),
            "{line}"
        );
        let stated = answer["symmetries"].as_array().expect("a number of symmetries each");
        for (order, count) in symmetries {
            assert_eq!(
                stated.iter().filter(|own| **own == order).count(),
                count,
                "{line}: {order}"
            );
        }
        assert!(answer["evidence"].to_string().contains("classes listed add up to"), "{line}");
    }
    let refused = run("tours 6x6 --sample 2 --one-per-class");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

#[test]
fn lists_and_samples_are_parts_of_the_whole() {
    for (whole, count, drawn) in [
        ("tours 6x6", 9862, 40),
        ("tours 6x6 --symmetry half-turn", 78, 9),
        ("tours 6x6 --symmetry quarter-turn", 10, 3),
        ("tours 3x10 --symmetry half-turn", 4, 2),
        ("tours 4x6 --piece 0,1 --symmetry half-turn", 5, 3),
    ] {
        let all = solutions(&format!("{whole} --list"));
        assert_eq!(all.len(), count, "{whole}");
        let sample = solutions(&format!("{whole} --sample {drawn} --seed 5"));
        assert_eq!(sample.len(), drawn, "{whole}");
        assert!(sample.is_subset(&all), "{whole}");
        let again = solutions(&format!("{whole} --sample {drawn} --seed 5 --threads 3"));
        assert_eq!(again, sample, "{whole}: the same seed draws the same tours");
        assert_ne!(solutions(&format!("{whole} --sample {drawn} --seed 6")), sample, "{whole}");
        assert_eq!(
            solutions(&format!("{whole} --sample {}", count + 1)),
            all,
            "{whole}: more than there are"
        );
        assert!(solutions(&format!("{whole} --first")).is_subset(&all), "{whole}");
    }
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    for line in [
        "tours 5x8",
        "tours 6x8 --symmetry half-turn",
        "tours 6x8 --symmetry half-turn --method diagram",
    ] {
        let [one, three] = [1, 3].map(|threads| {
            let mut found = without_profile(&format!("{line} --list 5 --threads {threads}"));
            // Several threads are expected to be faster.
            found.as_object_mut().expect("an object").remove("forecast");
            found
        });
        assert_eq!(one, three, "{line}");
    }
}

#[test]
fn answers_stand_before_the_judge_and_forged_ones_fall() {
    let folder = Folder::new("tours-judged");
    let judge = |text: &str| {
        folder.write("answer.json", text);
        run_in(folder.path(), "check answer.json")
    };
    for line in [
        "tours 6x6 --list",
        "tours 6x6 --symmetry half-turn --list",
        "tours 6x6 --symmetry quarter-turn --sample 3 --seed 1",
        "tours 6x6 --symmetry half-turn --method diagram --list 5",
        "tours 3x10 --symmetry half-turn --list",
        "tours 5x6 --list",
        "tours 4x6 --piece 0,1 --list",
        "tours 5x5 --list",
        "tours 8x8 --symmetry half-turn --sample 20",
        "tours 4x4 --symmetry half-turn",
        "tours 6x6 --list --one-per-class",
        "tours 6x6 --symmetry half-turn --list --one-per-class",
        "tours 5x6 --list 2 --one-per-class",
        "tours 6x6 --symmetry half-turn --method diagram --profile",
        "tours 8x6 --symmetry half-turn --method diagram --order best --profile",
    ] {
        let verdict = judge(&run(&format!("{line} --json")).stdout);
        assert_eq!((verdict.code, verdict.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(verdict.stdout.contains("\nverdict: "), "{line}: {}", verdict.stdout);
    }
    let saved = run("tours 5x6 --list --json").stdout;
    for (right, wrong) in [
        ("\"tours\": \"8\"", "\"tours\": \"9\""),
        ("\"classes\": \"3\"", "\"classes\": \"2\""),
        ("\"1,2\"", "\"1,3\""),
        ("\"symmetry\": \"none\"", "\"symmetry\": \"half-turn\""),
    ] {
        assert!(saved.contains(right), "{right} in {saved}");
        assert_refuted(wrong, &judge(&saved.replacen(right, wrong, 1)), &["'answer.json' is "]);
    }
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new("tours-pictures");
    for (line, titles) in [
        ("tours 6x6 --list 3 --svg a.svg", "closed tours of a knight on 6x6: 3 of 9862"),
        ("tours 6x6 --symmetry quarter-turn --svg b.svg", "that the quarter-turn preserves<"),
        ("tours 5x5 --svg c.svg", "closed tours of a knight on 5x5<"),
    ] {
        assert_eq!(run_in(folder.path(), line).code, Some(0), "{line}");
        let svg = folder.read(line.rsplit(' ').next().expect("a name"));
        assert!(svg.starts_with("<svg") && svg.contains(titles), "{line}: {svg}");
    }
}

#[test]
fn diagrams_are_written_for_every_symmetry_and_method() {
    let folder = Folder::new("tours-diagrams");
    for (line, beginning) in [
        ("tours 5x6 --diagram a.dot", "digraph diagram {"),
        ("tours 6x6 --symmetry half-turn --diagram b.zdd", "2 "),
        ("tours 6x6 --symmetry quarter-turn --diagram c.knuth", "21: (~0?"),
        ("tours 6x6 --symmetry quarter-turn --diagram d.svg", "<svg "),
        ("tours 4x4 --symmetry half-turn --method diagram --diagram e.txt", "2: if 1.3--0.1 then"),
        ("tours 5x5 --diagram f.zdd", "B\n.\n"),
    ] {
        let finished = run_in(folder.path(), line);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(finished.stdout.contains("edges in the order of the diagram: "), "{line}");
        let text = folder.read(line.rsplit(' ').next().expect("a name"));
        assert!(text.starts_with(beginning), "{line}: {text}");
    }
    let found = json("tours 6x6 --symmetry half-turn --method diagram");
    assert!(found["pairing"].is_null(), "told with --profile only");
}

/// Command lines that make no sense, and words of the refusal.
const REFUSED: &[(&str, &[&str])] = &[
    ("tours", &["<BOARD> is missing", "expected 'kumiki tours"]),
    ("tours 8", &["'8'", "<BOARD>", "expected two positive sides such as 8x8"]),
    ("tours 0x8", &["'0x8'", "expected two positive sides"]),
    ("tours 8x8x8", &["'8x8x8'", "expected two positive sides"]),
    ("tours 99x99", &["99x99", "expected at most 4096"]),
    ("tours 99999999999x99999999999", &["expected at most 4096"]),
    ("tours 8x8 --piece rook", &["'rook'", "--piece", "expected knight or two leaps such as 1,2"]),
    ("tours 8x8 --piece 0,0", &["'0,0'", "--piece", "expected knight"]),
    ("tours 6x8 --symmetry quarter-turn", &["quarter-turn", "6x8", "expected a square board"]),
    (
        "tours 8x8 --symmetry turn",
        &["'turn'", "--symmetry", "expected none, half-turn or quarter-turn"],
    ),
    ("tours 8x8 --method diagram", &["--method diagram", "expected --symmetry half-turn"]),
    ("tours 6x6 --method diagram --symmetry quarter-turn", &["expected --symmetry half-turn"]),
    (
        "tours 5x6 --method diagram --symmetry half-turn",
        &["5x6", "exchanges the two colours", "expected even sides"],
    ),
    ("tours 6x6 --method magic", &["'magic'", "expected frontier or diagram"]),
    ("tours 6x6 --sample 0", &["--sample", "expected a positive number"]),
    ("tours 6x6 --seed 1", &["--sample"]),
    ("tours 6x6 --sample 1 --list", &["--sample", "--list", "expected one of them"]),
    ("tours 6x6 --order spiral", &["'spiral'", "expected rows, columns, diagonals or best"]),
    ("tours 6x6 --diagram a.pdf", &["'a.pdf'", "--diagram", "expected a name that ends in .dot"]),
    ("tours 6x6 --diagram a.svg", &["5950 nodes, expected at most 300"]),
];

#[test]
fn nonsense_is_refused_in_a_line() {
    assert_all_refused(REFUSED, run);
}

/// Command lines that are sound and too large, and words of the refusal.
const TOO_LARGE: &[(&str, &[&str])] = &[
    (
        "tours 8x8 --memory-limit 1G",
        &["states", "MB and", "1024 MB of memory may be used", "memory limit, --scratch"],
    ),
    ("tours 40x40", &["states", "expected"]),
    ("tours 64x64 --symmetry half-turn", &["states", "expected"]),
];

#[test]
fn what_is_too_large_is_refused_with_what_it_would_take() {
    assert_too_large(TOO_LARGE);
}

#[test]
fn a_time_limit_ends_a_long_count_with_a_forecast_and_what_is_known() {
    let Finished { code, stdout, stderr } = run("tours 8x8 --json --time-limit 5s");
    if stderr.starts_with("error: ") {
        // A machine without the memory refuses at once.
        assert_eq!(code, Some(3));
        return;
    }
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.starts_with("forecast: about ") && stderr.lines().count() == 1, "{stderr}");
    let found: Value = serde_json::from_str(&stdout).expect("an answer");
    assert_eq!((&found["complete"], &found["tours"]), (&json!(false), &Value::Null));
    assert!(found["forecast"]["seconds"].as_f64().is_some_and(|seconds| seconds > 3.0), "{stdout}");
}
