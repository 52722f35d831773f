//! `tile`: the known figures, the fields that scripts read, lists and samples, and everything that
//! is refused.

use crate::program::{
    Folder, answer, assert_common_fields, assert_refused, assert_told, is_count, json, run, run_in,
    run_with_stdin, without_profile,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Command lines, and parts of the answer in text.
const TOLD: &[(&str, &[&str])] = &[
    (
        "tile decagon",
        &[
            ": 5464292 tilings, 546442 classes up to rotations, 273221 up to all symmetries\n",
            "         1   273213\n         5        8\n",
            "identity: 20 x 273213 + 4 x 8 = 5464292: the classes, each with its number of \
             images, make up all",
        ],
    ),
    (
        "tile colorstar",
        &[
            ": 370 colourings on 280 tilings (8880 with names of colours), 74 classes up to \
             rotations, 37 up to",
            "          3             4            4             1          90        9\n",
            "          4             2            4             2         160       16\n",
            "          4             3            3             1         100       10\n",
            "          4             4            2             0          20        2\n",
            "identity: 10 x 37 = 370",
        ],
    ),
    (
        "tile decagon-star --verify",
        &[
            ": 3040 tilings, 608 classes up to rotations, 306 up to all symmetries\n",
            "identity: 10 x 302 + 5 x 4 = 3040",
            "cuts nothing and shares no code with the search, counts 3040 tilings too",
        ],
    ),
    (
        "tile decagon-color",
        &[
            ": 80 colourings on 80 tilings (1920 with names of colours), 16 classes up to \
             rotations, 8 up to",
            "identity: 10 x 8 = 80",
        ],
    ),
    (
        "tile stomachion",
        &["Stomachion: 17152 tilings, 4288 classes up to rotations, 2144 up to all"],
    ),
    ("tile tilings/stomachion-alike.toml", &["4288 tilings", "536 up to all symmetries\n"]),
    (
        "tile octagon --verify",
        &[
            "8 tilings, 1 class up",
            "verified: ",
            "cuts nothing and shares no code with the search, counts 8 tilings too",
        ],
    ),
    (
        "tile pentagon --list 2 --count --verify",
        &[
            "\n2: 7 tiles, ",
            "60 tilings",
            "has checked the 2 tilings shown, one by one\n",
            "  acute: (1.000, 0.000) (",
        ],
    ),
    ("tile rhombs-14 --symmetry none", &[": 24698 tilings\n", " comes to was remembered\n"]),
    (
        "tile dominoes-6x6 --profile --symmetry none",
        &["level  nodes  polygons  remembered\n    1 ", "\na level is a number of tiles laid; "],
    ),
    ("tile rhombs-14 --profile", &["922 up to all symmetries\n", " nodes, ", " MB\n"]),
    ("tile tangram-square", &["8 tilings, 2 classes up to rotations, 1 up to all symmetries\n"]),
    ("tile tangram-square --first", &["1: 7 tiles, no symmetry\n", "Tangram: square: 8 tilings\n"]),
    (
        "tile colorstar --first",
        &["1: 1", " tiles, no symmetry\n", ": not counted, since ", "first tiling, as asked"],
    ),
    ("tile --gallery", &["colorstar ", "5464292   273221\n", "'kumiki tile decagon'"]),
];

#[test]
fn the_text_tells_the_figures() {
    assert_told(TOLD);
}

#[test]
fn the_gallery_has_its_known_counts() {
    let gallery = answer("tile --gallery");
    let mut solved = 0;
    for line in gallery.lines().skip(1).take_while(|line| !line.is_empty()) {
        let row: Vec<&str> = line.split_whitespace().collect();
        let [name, .., tilings, classes] = row[..] else { panic!("{row:?}") };
        // The largest take ten seconds and minutes.
        if ["rhombs-20", "rhombs-22"].contains(&name) {
            continue;
        }
        let answer = json(&format!("tile {name}"));
        let total = answer.get("colourings").unwrap_or(&answer["tilings"]);
        assert!(tilings == "-" || total == tilings, "{name}: {total}");
        assert!(
            classes == "-" || answer["classes"]["all"] == classes,
            "{name}: {}",
            answer["classes"]
        );
        assert_eq!(answer["complete"], true, "{name}");
        solved += 1;
    }
    assert_eq!(solved, 37);
}

#[test]
fn json_has_the_fields_of_the_contract() {
    for line in [
        "tile octagon",
        "tile stomachion --list 3 --count --profile",
        "tile colorstar",
        "tile pentagon --sample 2",
    ] {
        let answer = json(line);
        assert_common_fields(line, &answer);
        for path in ["/tilings", "/classes/all", "/classes/rotations"] {
            assert!(answer.pointer(path).is_some_and(is_count), "{line}: {path} in {answer}");
        }
        for field in ["colourings", "labelled"] {
            assert_eq!(
                answer.get(field).is_some_and(is_count),
                line.contains("star"),
                "{line}: {field}"
            );
        }
        assert_eq!(answer["complete"], true, "{line}");
        let is_listed = line.contains("--list") || line.contains("--sample");
        assert_eq!(answer.get("solutions").is_some(), is_listed, "{line}");
    }
    let star = json("tile colorstar");
    assert_eq!([&star["colourings"], &star["labelled"], &star["tilings"]], ["370", "8880", "280"]);
    assert_eq!(
        (&star["classes"], &star["group_order"]),
        (&json!({"all": "37", "rotations": "74"}), &json!("10"))
    );
    assert_eq!(star["by_symmetry"], json!([{"order": 1, "classes": "37"}]));
    assert_eq!(
        star["by_composition"][1],
        json!({"tiles": [4, 2, 4, 2], "tilings": "160", "classes": "16"})
    );
    let uncounted = json("tile rhombs-14 --symmetry none");
    assert!(uncounted.get("classes").is_none() && uncounted["tilings"] == "24698", "{uncounted}");
}

#[test]
fn levels_of_a_count_add_up_to_what_the_method_says() {
    for (name, tiles) in [("decagon-star", 14), ("pentagon", 7), ("stomachion", 14)] {
        let answer = json(&format!("tile {name} --profile"));
        let levels = answer["profile"]["levels"].as_array().expect("levels");
        assert!(!levels.is_empty() && levels.len() <= tiles, "{name}: {levels:?}");
        let sum = |numbers: &dyn Fn(&Value) -> Option<u64>| {
            levels.iter().map(|level| numbers(level).expect("a number")).sum::<u64>()
        };
        let cuts = sum(&|level| level["nodes"].as_u64());
        // The region is on no level.
        let polygons = 1 + sum(&|level| level["tallies"][0][1].as_u64());
        assert_eq!(answer["profile"]["nodes"], cuts, "{name}");
        let method = answer["evidence"][0].as_str().expect("a method");
        let expected = format!("(polygons: {polygons}, cuts: {cuts})");
        assert!(method.ends_with(&expected), "{name}: {method}, not {expected}");
        assert_eq!(levels[0]["level"], 1, "{name}");
        assert_eq!(levels[0]["tallies"][1][0], "remembered", "{name}");
    }
    let uncalled = json("tile pentagon");
    assert!(uncalled["profile"].get("levels").is_none(), "{uncalled}");
}

/// The tiles of listed tilings, each tiling as a set.
fn listed(answer: &Value) -> BTreeSet<String> {
    let tilings = answer["solutions"].as_array().expect("a list").iter();
    tilings
        .map(|tiling| {
            let tiles: BTreeSet<String> = tiling["tiles"]
                .as_array()
                .expect("tiles")
                .iter()
                .map(ToString::to_string)
                .collect();
            format!("{tiles:?}")
        })
        .collect()
}

#[test]
fn lists_follow_the_symmetry_that_is_chosen() {
    for (name, [all, rotations, none]) in [
        ("octagon", [1, 1, 8]),
        ("colorstar", [37, 74, 370]),
        ("stomachion-alike", [536, 1072, 4288]),
    ] {
        for (symmetry, count) in [("all", all), ("rotations", rotations), ("none", none)] {
            let answer = json(&format!("tile {name} --list --symmetry {symmetry}"));
            assert_eq!(listed(&answer).len(), count, "{name}, {symmetry}");
        }
    }
    assert_eq!(listed(&json("tile stomachion --list 5 --count")).len(), 5);
}

#[test]
fn samples_are_repeatable_and_differ_by_seed() {
    for name in ["stomachion", "colorstar"] {
        let sample = |seed: u32| listed(&json(&format!("tile {name} --sample 4 --seed {seed}")));
        assert_eq!(sample(1), sample(1), "{name}");
        assert_ne!(sample(1), sample(2), "{name}");
        assert_eq!(sample(1).len(), 4, "{name}");
    }
    assert_eq!(listed(&json("tile pentagon --sample 1000")), listed(&json("tile pentagon --list")));
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    for line in ["tile colorstar --list", "tile colorstar --sample 3", "tile star --list 4 --count"]
    {
        assert_eq!(
            without_profile(&format!("{line} --threads 1")),
            without_profile(&format!("{line} --threads 3"))
        );
    }
}

#[test]
fn coloured_counts_are_confirmed_by_painting() {
    let text = answer("tile colorstar --verify");
    let line = "verified in part: painting each of the 178125 tilings without colours gives \
                370 colourings, 8880 with names, on 280 tilings too";
    assert!(text.contains(line), "{text}");
}

#[test]
fn a_file_wins_over_a_name_and_stdin_is_a_dash() {
    let folder = Folder::new("tile-names");
    folder.write("octagon", &domino("count = 2"));
    assert!(run_in(folder.path(), "tile octagon").stdout.starts_with("octagon: 2 tilings"));
    let told = run_with_stdin("tile -", domino("count = \"any\"").as_bytes());
    assert!(told.stdout.starts_with("stdin: 2 tilings"), "{told:?}");
    let written = answer("tile colorstar --write toml -");
    assert_eq!(run_with_stdin("tile - --json", written.as_bytes()).code, Some(0));
    let round = run_with_stdin("tile - --write toml -", written.as_bytes());
    assert_eq!(round.stdout, written);
}

/// Dominoes in a square of side 2.
fn domino(count: &str) -> String {
    problem(
        "[[0, 0], [2, 0], [2, 2], [0, 2]]",
        &format!("grid = [[0, 0], [2, 0], [2, 1], [0, 1]]\n{count}"),
    )
}

/// A region on the square grid, whose corners are in line 4, and a tile, which begins in line 7.
fn problem(region: &str, tile: &str) -> String {
    format!("kumiki = 1\nring = 4\n[region]\ngrid = {region}\n[[tile]]\nname = \"t\"\n{tile}\n")
}

const SQUARE: &str = "[[0, 0], [2, 0], [2, 2], [0, 2]]";

#[test]
fn bad_problems_get_one_line_with_their_place() {
    let folder = Folder::new("bad-tilings");
    let unit = "grid = [[0, 0], [1, 0], [1, 1], [0, 1]]";
    let with = |line: &str| problem(SQUARE, &format!("{unit}\n{line}"));
    let ring10 = |outline: &str| {
        format!(
            "kumiki = 1\nring = 10\n[region]\n{outline}\n[[tile]]\nname = \"t\"\nwalk = \"0 4 7\"\n"
        )
    };
    for (text, words) in [
        (String::new(), &["line 1", "'kumiki'", "expected"][..]),
        (
            problem("[[0, 0], [2, 2], [2, 0], [0, 2]]", unit),
            &["line 4", "crosses itself", "expected a simple"],
        ),
        (problem(SQUARE, "grid = [[0, 0], [1, 0], [2, 0]]"), &["line 7", "expected"]),
        (problem("[[0, 0], [2.5, 0], [0, 2]]", unit), &["line 4, column 18", "expected"]),
        (
            ring10("corners = [[0], [1], [1, 1, 1, 1, 1]]"),
            &["line 4", "corner 3", "5 coordinates", "expected"],
        ),
        (ring10("walk = \"0 2 4 6 7\""), &["line 4", "ends at", "-0.618", "expected to come back"]),
        (ring10("grid = [[0, 0], [1, 0], [0, 1]]"), &["line 4", "ring 10", "expected"]),
        (with("count = -2"), &["line 8", "-2", "expected"]),
        (with("count = 0"), &["line 8", "0", "expected"]),
        (with("count = 99999999999"), &["line 8", "99999999999", "expected"]),
        (with("count = \"5..2\""), &["line 8", "5", "expected"]),
        (with("each = 1"), &["line 8", "expected a table [colours]"]),
        (with("colour = 3"), &["line 8, column 1", "'colour'", "expected one of"]),
        (domino("count = 2").replace("ring = 4", "ring = 5"), &["line 2", "5", "expected"]),
        ("kumiki = = 1\n".to_owned(), &["line 1", "expected"]),
    ] {
        folder.write("bad.toml", &text);
        let finished = run_in(folder.path(), "tile bad.toml");
        assert_refused(&text, &finished, &[&["error: bad.toml: "], words].concat());
    }
    std::fs::write(folder.path().join("bad.toml"), b"kumiki = 1\n\xff\n")
        .expect("a writable folder");
    assert_refused(
        "bytes",
        &run_in(folder.path(), "tile bad.toml"),
        &["bad.toml: line 2", "UTF-8"],
    );
}

#[test]
fn bad_arguments_get_one_line() {
    for (line, words) in [
        ("tile hendecagon", &["'hendecagon'", "No such file", "'kumiki tile --gallery'"][..]),
        ("tile .", &["'.'", "expected a file with a tiling problem"]),
        ("tile", &["<FILE>", "missing", "expected"]),
        ("tile decagon --sample 2 --symmetry none", &["--sample", "expected --symmetry all"]),
        ("tile decagon --sample 2 --list", &["--sample", "--list", "expected one of them"]),
        ("tile decagon --write json -", &["'json'", "--write", "expected toml"]),
        ("tile decagon --write toml - --eps a.eps", &["--write", "--eps", "expected one of them"]),
        ("tile decagon --symmetry half", &["'half'", "expected all, rotations or none"]),
    ] {
        assert_refused(line, &run(line), words);
    }
}

#[test]
fn areas_that_cannot_add_up_are_an_answer_with_the_arithmetic() {
    let too_large = run_with_stdin("tile -", domino("count = 3").as_bytes());
    assert_eq!(too_large.code, Some(0), "{too_large:?}");
    let said = "stdin: no tiling: the tiles that must be used are too large, 3 x 2.0000 (t) = \
        6.0000, expected 4.0000, \
                the area of the region; exactly, 4i times these areas are [0, 24] and [0, 16]\n";
    assert!(too_large.stdout.starts_with(said), "{}", too_large.stdout);
    let too_small = run_with_stdin("tile - --json", domino("count = 1").as_bytes());
    let answer: Value = serde_json::from_str(&too_small.stdout).expect("an answer");
    assert_eq!((&answer["tilings"], &answer["complete"]), (&json!("0"), &json!(true)));
    assert!(
        answer["why_none"]
            .as_str()
            .is_some_and(|reason| reason.contains("1 x 2.0000 (t) = 2.0000"))
    );
    // An angle that no tile fills.
    let triangle =
        problem("[[0, 0], [2, 0], [0, 2]]", "grid = [[0, 0], [1, 0], [1, 1], [0, 1]]\ncount = 2");
    let none = run_with_stdin("tile - --verify", triangle.as_bytes());
    assert!(none.code == Some(0) && none.stdout.starts_with("stdin: no tiling\n"), "{none:?}");
}

#[test]
fn a_limit_stops_with_what_is_known() {
    let stopped = run("tile rhombs-20 --time-limit 100ms");
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    assert!(
        stopped.stdout.contains("not counted yet")
            && stopped.stdout.contains("stopped by the time limit")
    );
    let stopped = run("tile rhombs-20 --memory-limit 40M --json");
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
    let answer: Value = serde_json::from_str(&stopped.stdout).expect("an answer");
    assert_eq!(answer["complete"], false);
}
