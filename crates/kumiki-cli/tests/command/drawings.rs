//! Drawn packings before the judge.

use crate::program::{Folder, assert_refused, run_in, run_with_stdin};
use serde_json::{Value, json};

/// The pictures of ANTISLIDE3: a rigid one, a loose one, and the first one from another side.
const THREE: &str = "1 1 .\t5 4 4\t5 4 4\n1 1 2\t5 . 2\t5 6 6\n3 3 2\t3 3 2\t. 6 6\n\nBut\n\n\
    1 1 2\t4 4 2\t4 4 .\n1 1 2\t. . 2\t. 5 5\n3 3 .\t3 3 .\t. 5 5\n\nis not rigid.\n\n\
    1 1 .\t1 1 4\t6 6 4\n2 3 3\t2 . 4\t6 6 4\n2 3 3\t2 5 5\t. 5 5\n";

#[test]
fn every_brick_that_slides_is_named() {
    let finished = run_with_stdin("check -", THREE.as_bytes());
    assert_eq!(finished.code, Some(1));
    assert_eq!(
        finished.stdout,
        "picture 1: 6 bricks 1x2x2 in a 3x3x3 box, rigid, 6 symmetries\n\
         picture 2: 5 bricks 1x2x2 in a 3x3x3 box, not rigid, no symmetry\n  \
         brick 2 can slide: down\n  brick 3 can slide: right\n  brick 5 can slide: left\n\
         picture 3: 6 bricks 1x2x2 in a 3x3x3 box, rigid, 6 symmetries; it is picture 1, turned\n\
         verdict: refuted\n"
    );
    let line = "error: 'stdin' is refuted: in picture 2 bricks 2, 3 and 5 can slide, expected \
        none\n";
    assert_eq!(finished.stderr, line);
}

#[test]
fn pictures_are_told_as_json() {
    let finished = run_with_stdin("check - --json", b"11 22\n.1 22\n\n33.\n");
    assert_eq!(finished.code, Some(2), "{}", finished.stderr);
    let finished = run_with_stdin("check - --json", b"11.\n\nagain\n\n.22\n");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(1), ""));
    let told: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    assert_eq!(told["verdict"], "refuted");
    assert_eq!(told["pictures"][0]["box"], "1x1x3");
    assert_eq!(told["pictures"][0]["sliding"], json!([{"brick": "1", "to": ["right"]}]));
    assert_eq!(told["pictures"][1]["same_as"], json!({"picture": 1, "how": "turned"}));
}

#[test]
fn what_the_command_lists_can_be_judged_as_a_picture() {
    let folder = Folder::new("drawings");
    let listed = run_in(folder.path(), "antislide 4x4x4 --fewest --list");
    let pictures: String = listed.stdout.lines().take(17).flat_map(|line| [line, "\n"]).collect();
    folder.write("fewest.txt", &pictures);
    let finished = run_in(folder.path(), "check fewest.txt");
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    assert!(finished.stdout.contains("12 bricks 1x2x2 in a 4x4x4 box, rigid, 24 symmetries\n"));
    assert_eq!(finished.stdout.matches("rigid, 6 symmetries\n").count(), 2, "{}", finished.stdout);
    assert!(finished.stdout.ends_with("verdict: proved\n"));
}

#[test]
fn bad_pictures_get_one_line_each() {
    for (picture, words) in [
        ("", "there is no row of cells, expected layers"),
        ("what is this\n", "there is no row of cells, expected layers"),
        ("11\n1.\n", "line 1: label '1' marks 3 cells that do not fill a box"),
        ("11 22\n11\n", "line 2: 1 layer, expected 2 layers as in line 1"),
        ("\u{1b}[31m1\n11\n", "expected"),
    ] {
        let finished = run_with_stdin("check -", picture.as_bytes());
        assert_refused(picture, &finished, &["is neither a saved answer nor a picture", words]);
    }
    let finished = run_with_stdin("check -", b"\xff\xfe1 1");
    assert_refused("bytes", &finished, &["expected UTF-8"]);
}
