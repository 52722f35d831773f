//! What the bench refuses, what it measures, and whose answers it does not believe. The programs
//! that it runs are scripts.
#![cfg(unix)]

use crate::program::{Folder, assert_failed, bench, finish, run_in};

/// A script that answers as `kumiki` does, with these fields.
fn answering(fields: &str) -> String {
    format!(
        "echo '{{{fields}, \"complete\": true, \"evidence\": [], \
         \"profile\": {{\"nodes\": 1, \"seconds\": 1.5, \"threads\": 1, \"peak_bytes\": 5}}}}'"
    )
}

/// What every answer about an exact cover has.
const COVER: &str = r#""version": "0.1.0", "digest": "",
    "question": {"command": "cover", "file": "x", "symmetry": "none"}, "kernel": "bits", "kernel_reason": "it is asked for""#;

#[test]
fn bad_references_are_refused_before_anything_is_measured() {
    let folder = Folder::new("bench");
    folder.write("wrong.c", "int main(void) { return nonsense; }\n");
    folder.write("text", "not a program\n");
    for (line, words) in [
        ("antislide --reference 5x5x5", &["'5x5x5'", "--reference", "expected BOX=PATH"][..]),
        ("antislide --reference 5x5=a", &["--reference", "fewer than three sides", "expected"]),
        (
            "antislide --reference 5x5x5=missing",
            &["'missing'", "--reference 5x5x5", "expected a compiled"],
        ),
        (
            "antislide --reference 3x3x3=text",
            &["--reference 3x3x3", "expected one of 4x4x6, 5x5x5"],
        ),
        (
            "antislide --reference 5x5x5=text --reference 5x5x5=text",
            &["5x5x5", "twice", "expected once"],
        ),
        (
            "antislide --compile-reference missing.c",
            &["'missing.c'", "--compile-reference", "expected the C source"],
        ),
        (
            "antislide --compile-reference .",
            &["'.'", "--compile-reference", "expected the C source"],
        ),
    ] {
        assert_failed(2, line, &run_in(&folder, line), words);
    }
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = Folder::new("no-compiler");
    folder.write("reference.c", "int main(void) { return 0; }\n");
    let line = "antislide --compile-reference reference.c";
    let mut command = bench(&folder, line);
    command.env("PATH", folder.path()).env("TMPDIR", folder.path());
    assert_failed(2, line, &finish(command), &["'gcc'", "expected a C compiler"]);
    assert_eq!(folder.names(), ["kumiki", "reference.c"], "the workshop is removed");
}

#[test]
fn a_reference_that_says_something_else_is_a_difference() {
    let folder = Folder::new("other-reference");
    let cases = [
        (
            "echo 'Altogether 11203186 solutions.'",
            1,
            "classes: the reference says 11203186, the known figure",
        ),
        (
            "printf 'Altogether 11203187 solutions.\\n 24: 15 = 9 |\\n'",
            1,
            "classes with 24 bricks: the reference says 15",
        ),
        ("echo hello", 2, "expected a line 'Altogether N solutions.'"),
        ("exit 7", 2, "failed"),
    ];
    for (script, code, words) in cases {
        folder.script("reference", script);
        let finished = run_in(&folder, "antislide --reference 5x5x5=reference");
        assert_failed(code, script, &finished, &[words]);
    }
}

#[test]
fn cases_are_chosen_by_name() {
    let folder = Folder::new("names");
    for (line, words) in [
        ("cover --only chess", &["'chess'", "expected a part of one of 'soma'", "'bedlam'"][..]),
        ("cover --only bedlam", &["'bedlam'", "takes long", "expected --long"]),
        ("antislide --only 9x9x9", &["'9x9x9'", "expected a part of"]),
        ("antislide --peer peer", &["--peer", "expected it for 'bench cover' only"]),
        ("cover --reference 5x5x5=a", &["--reference", "expected it for 'bench antislide' only"]),
        ("cover --compile-reference a.c", &["--compile-reference", "'bench antislide' only"]),
        ("tile --compile-reference a.c", &["--compile-reference", "'bench antislide' only"]),
        (
            "cover --compile-reference-decagon a.c",
            &["-decagon", "expected it for 'bench tile' only"],
        ),
        ("antislide --compile-reference-colorstar a.c", &["-colorstar", "'bench tile' only"]),
        ("slide --compile-reference-obdd a.c", &["-obdd", "expected it for 'bench diagram' only"]),
        (
            "diagram --only chess",
            &["'chess'", "expected a part of one of '8x8 half-turn, diagram'"],
        ),
        ("diagram --only 10x10", &["'10x10'", "takes long", "expected --long"]),
        (
            "diagram --compile-reference-obdd missing.c",
            &["'missing.c'", "--compile-reference-obdd", "expected the C source"],
        ),
        ("tile --only chess", &["'chess'", "expected a part of one of 'decagon, all visited'"]),
        (
            "tile --compile-reference-decagon missing.c",
            &["'missing.c'", "--compile-reference-decagon", "expected the C source"],
        ),
        ("cover --only soma --peer missing", &["'missing'", "--peer", "expected a program"]),
    ] {
        assert_failed(2, line, &run_in(&folder, line), words);
    }
}

/// The cells of the table's line for a case, whose name is one word.
fn row<'t>(table: &'t str, case: &str) -> Vec<&'t str> {
    let lines: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    lines
        .into_iter()
        .find(|cells| cells.first() == Some(&case))
        .unwrap_or_else(|| panic!("{case} in {table}"))
}

#[test]
fn quick_covers_are_measured_beside_a_peer() {
    let folder = Folder::new("peer");
    // It reads the file that it is given, and takes a day.
    folder.script(
        "peer",
        "test \"$(head -c 6 \"$1\")\" = 'V L T ' && echo count 11520 && echo seconds 86400",
    );
    folder.script("kumiki", &answering(&format!(r#"{COVER}, "count": "11520""#)));
    let finished = run_in(&folder, "cover --only soma --peer peer");
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    let cells = row(&finished.stdout, "soma");
    assert_eq!(cells[1], "11520", "{}", finished.stdout);
    assert_eq!(cells[3], "86400000.0", "{}", finished.stdout);
    assert_eq!(cells[5..8], ["8x", "15x", "aim"], "{}", finished.stdout);
    let runs = |words: &str| finished.stderr.lines().filter(|line| line.starts_with(words)).count();
    assert_eq!(
        (runs("soma, the peer: "), runs("soma, --kernel bits ")),
        (5, 5),
        "{}",
        finished.stderr
    );
}

#[test]
fn a_peer_that_says_something_else_is_a_difference() {
    let folder = Folder::new("other-peer");
    for (script, code, words) in [
        ("echo count 11519; echo seconds 1", 1, "the peer says 11519, the known figure is 11520"),
        ("echo hello", 2, "prints 'hello', expected lines 'count N' and 'seconds S'"),
        ("echo 'error: bad day' >&2; exit 7", 2, "error: bad day, expected it to count"),
    ] {
        folder.script("peer", script);
        let finished = run_in(&folder, "cover --only soma --peer peer");
        assert_failed(code, script, &finished, &[words]);
    }
}

#[test]
fn a_command_that_says_something_else_is_a_difference() {
    let folder = Folder::new("other-answer");
    let said = answering(&format!(r#"{COVER}, "count": "11519""#));
    for (script, code, words) in [
        (said.as_str(), 1, "kumiki says 11519, the known figure is 11520"),
        ("echo '{}'", 1, "an answer cannot be read"),
        ("echo 'error: bad day' >&2; exit 1", 1, "error: bad day"),
        ("exit 3", 3, "was interrupted"),
    ] {
        folder.script("kumiki", script);
        let finished = run_in(&folder, "cover --only soma");
        assert_failed(code, script, &finished, &[words]);
    }
    let line = "cover --only soma --program missing";
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kumiki-bench"));
    command.args(line.split(' ')).current_dir(folder.path());
    assert_failed(2, line, &finish(command), &["'missing'", "expected the command to measure"]);
}

#[test]
fn a_reference_that_counts_wrong_is_a_difference() {
    let folder = Folder::new("star-reference");
    folder.write(
        "star.c",
        "#include <stdio.h>\nint main(void) { puts(\"Altogether 288 solutions.\"); return 0; }\n",
    );
    let line = "tile --only colorstar --compile-reference-colorstar star.c";
    let finished = run_in(&folder, line);
    assert_failed(1, line, &finished, &["says 288, the known figure is 287"]);
}
