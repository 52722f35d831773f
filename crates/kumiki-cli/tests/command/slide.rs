//! `slide`: the known figures, the fields that scripts read, lists, tables, and everything that is
//! refused.

use crate::program::{
    Folder, answer, assert_common_fields, assert_refused, assert_told, json, run, run_in,
};
use serde_json::json;

/// Command lines, and parts of the answer in text.
const TOLD: &[(&str, &[&str])] = &[
    (
        "slide ca6098dfb73254e1",
        &[
            "ca6098dfb73254e1 to 123456789abcdef0\n65 moves: ",
            "bound: 6-6-3 and its reflection\n",
            "has replayed the solutions: 1\n",
        ],
    ),
    (
        "slide bc9e80df3412a756 --heuristic manhattan --all",
        &[
            "solution with 56+0 moves (1603 nodes)\n",
            "\n56 moves: ",
            "\n1 solution of this length\n",
        ],
    ),
    (
        "slide 123456789abcdfe0",
        &["unreachable: the permutation is odd but the blank must move an even number of times\n"],
    ),
    ("slide 123456789abcdef0", &["\n0 moves: \n"]),
    (
        "slide 8,7,6,5,4,3,2,1,0 --board 3x3 --goal 0,1,2,3,4,5,6,7,8 --verify",
        &[
            "876543210 to 012345678\n28 moves: ",
            "verified: the table of all positions of the board says 28 moves too\n",
        ],
    ),
    (
        "slide 867254301 --board 3x3 --metric multi",
        &[" slides: ", "bound: slides along rows and columns\n"],
    ),
    ("slide 867254301 --board 3x3 --play", &["push 31 of 31\n", "\n31 moves: "]),
    (
        "slide --table 3x3",
        &[
            "      31          2\n",
            "3x3: 181440 positions, at most 31 moves from 123456780: 2 positions\n  647850321\n  \
             867254301\n",
        ],
    ),
    ("slide --table 3x3 --happy", &[" that happy moves alone solve, at most "]),
    ("slide --table 3x3 --happy --list 1", &[" that happy moves alone solve, at most "]),
    ("slide --random 2 --seed 1 --board 3x3", &["2 of 2 positions solved"]),
    ("slide 867254301 --board 3x3 --letters", &["31 moves: RDLDLUURDRDLLUURRDDLLURURDDLULU\n"]),
    (
        "slide 123456789abcdef0 --tree 7",
        &["    6    108        107               1            107\n"],
    ),
    (
        "slide d68cfe0ab7459132 --heuristic 5-5-5 --profile",
        &["  growth  seconds\n", "\nthe last full round made "],
    ),
    (
        "slide 51247308a6be9fcd --verify",
        &[
            "27 moves: ",
            "the tables of the bound were proved right by a walk through all their layers: \
             11534880 entries\n",
            "verified in part: searching from the goal to the start, with the bound ",
        ],
    ),
];

#[test]
fn the_text_tells_the_figures() {
    assert_told(TOLD);
}

#[test]
fn scripts_find_their_fields() {
    let found = json("slide 867254301 --board 3x3 --all --list");
    assert_common_fields("slide", &found);
    assert_eq!(
        (&found["moves"], &found["lower_bound"], &found["complete"]),
        (&json!(31), &json!(31), &json!(true))
    );
    let pushes = found["solution"].as_array().expect("numbers");
    assert_eq!(pushes.len(), 31);
    let listed = found["solutions"].as_array().expect("a list");
    assert_eq!(found["optimal_solutions"], json!(listed.len().to_string()));
    let found = json("slide 51247308a6be9fcd --heuristic 5-5-5");
    assert_eq!(found["solution"].as_str().map(str::len), Some(27));
    assert_eq!(found["heuristic"], "5-5-5 and its reflection");
    assert!(found["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    let found = json("slide --table 2x3");
    let rows = found["positions"].as_array().expect("a table");
    assert_eq!((rows.len(), &rows[21]), (22, &json!({"distance": 21, "count": "1"})));
}

#[test]
fn lists_of_positions_are_answered_line_by_line() {
    let folder = Folder::new("slide-lists");
    folder.write("good.txt", "# two\n123456780\n2 867254301 31\n");
    folder.write("bad.txt", "867254301\n12345678\n123456870\n");
    let found = run_in(folder.path(), "slide --file good.txt --board 3x3 --json");
    assert_eq!(found.code, Some(0));
    let found: serde_json::Value = serde_json::from_str(&found.stdout).expect("JSON");
    let moves: Vec<_> = found["instances"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|record| record["moves"].clone())
        .collect();
    assert_eq!(moves, [json!(0), json!(31)]);
    let refused = run_in(folder.path(), "slide --file bad.txt --board 3x3");
    assert_eq!(refused.code, Some(2));
    assert_eq!(
        refused.stderr,
        "error: bad.txt: line 2: '12345678' is too short, expected 9 digits, one for each cell of \
         3x3\n"
    );
    let kept = run_in(folder.path(), "slide --file bad.txt --board 3x3 --keep-going");
    assert_eq!(kept.code, Some(2));
    assert!(
        kept.stderr.starts_with("warning: bad.txt: line 2: ")
            && kept.stderr.ends_with(
                "\nerror: bad.txt: 1 lines without a position were left out, expected one on each \
                 line\n"
            )
            && kept.stdout.contains("1 of 2 positions solved"),
        "{} {}",
        kept.stdout,
        kept.stderr
    );
    assert!(kept.stdout.contains("123456870: unreachable: "), "{}", kept.stdout);
}

#[test]
fn boards_are_read_as_they_are_printed() {
    let folder = Folder::new("slide-boards");
    folder.write("boards.txt", "8 6 7\n2 5 4\n3 0 1\n\n1 2 3 / 4 5 6 / 7 8 0\n867/254/301\n");
    let found = run_in(folder.path(), "slide --file boards.txt --board 3x3 --json");
    let found: serde_json::Value = serde_json::from_str(&found.stdout).expect("JSON");
    let starts: Vec<_> = found["instances"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|record| &record["start"])
        .collect();
    assert_eq!(starts, ["867254301", "123456780", "867254301"]);
    let found = run("slide 867/254/301 --board 3x3");
    assert!(found.stdout.contains("867254301 to 123456780\n31 moves: "), "{}", found.stdout);
}

#[test]
fn saved_answers_are_judged() {
    let folder = Folder::new("slide-judged");
    for (name, line) in [
        ("one.json", "slide 867254301 --board 3x3 --all --json"),
        ("table.json", "slide --table 3x3 --json"),
        ("happy.json", "slide --table 3x3 --happy --json"),
    ] {
        folder.write(name, &answer(line));
        let judged = run_in(folder.path(), &format!("check {name}"));
        assert_eq!(
            (judged.code, judged.stdout.ends_with("verdict: proved\n")),
            (Some(0), true),
            "{}",
            judged.stderr
        );
        let text = answer(line)
            .replace("\"31\"", "\"32\"")
            .replace(": 31", ": 29")
            .replace("\"181440\"", "\"181441\"");
        folder.write(name, &text.replace("\"distance\": 2,", "\"distance\": 3,"));
        assert_eq!(run_in(folder.path(), &format!("check {name}")).code, Some(1), "{name}");
    }
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new("slide-pictures");
    for line in ["slide 867254301 --board 3x3 --svg a.svg", "slide --table 3x3 --svg b.svg"] {
        assert_eq!(run_in(folder.path(), line).code, Some(0));
        assert_eq!(run_in(folder.path(), line).code, Some(2), "an existing file is not replaced");
    }
    assert!(folder.read("a.svg").contains("31: goal") && folder.read("b.svg").contains("181"));
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    for (line, message) in [
        (
            "slide 123",
            "bad START: '123' is too short, expected 16 digits, one for each cell of 4x4",
        ),
        (
            "slide 123456789abcdeff",
            "bad START: '123456789abcdeff' has f twice and no 0, expected each digit once",
        ),
        (
            "slide 123456789abcdefg",
            "bad START: 'g' at place 16 of '123456789abcdefg', expected digits from 0 to f",
        ),
        (
            "slide 1,2,3,4,5,6,7,8,0 --board 4x4",
            "bad START: 9 tiles, expected 16 for a board of 4x4",
        ),
        (
            "slide 123456780 --board 3x3 --goal 113456780",
            "bad --goal: '113456780' has 1 twice and no 2, expected each digit once",
        ),
        (
            "slide 123456789abcdef0 --heuristic 9-9",
            "partition '9-9', expected 5-5-5, 6-6-3, 7-8 or 4 rows of letters such as aab/acb/cc. \
             for 3x3, or manhattan",
        ),
        (
            "slide 123456780 --board 3x3 --seed 4",
            "--seed is given without --random, expected both or none",
        ),
        ("slide --table 5x5", "a board of 5x5 cells, expected at most 12 cells"),
        ("slide --table 5x5 --happy", "a board of 5x5 cells, expected at most 16 cells"),
        (
            "slide 867254301 --board 3x3 --metric multi --heuristic manhattan",
            "--heuristic is for single pushes, expected no --heuristic with --metric multi",
        ),
    ] {
        assert_refused(line, &run(line), &[message]);
    }
}
