//! `bench`: what it refuses, and its quickest cases. The whole takes minutes and is not for tests.

use crate::program::{Folder, assert_refused, finish, kumiki, run, run_in};

#[test]
fn bad_references_are_refused_before_anything_is_measured() {
    let folder = Folder::new("bench");
    folder.write("wrong.c", "int main(void) { return nonsense; }\n");
    folder.write("text", "not a program\n");
    for (line, words) in [
        ("bench antislide --reference 5x5x5", &["'5x5x5'", "--reference", "expected BOX=PATH"][..]),
        (
            "bench antislide --reference 5x5=a",
            &["--reference", "fewer than three sides", "expected"],
        ),
        (
            "bench antislide --reference 5x5x5=missing",
            &["'missing'", "--reference 5x5x5", "expected a compiled"],
        ),
        (
            "bench antislide --reference 3x3x3=text",
            &["--reference 3x3x3", "expected 4x4x6 or 5x5x5"],
        ),
        (
            "bench antislide --reference 5x5x5=text --reference 5x5x5=text",
            &["5x5x5", "twice", "expected once"],
        ),
        (
            "bench antislide --compile-reference missing.c",
            &["'missing.c'", "--compile-reference", "expected the C source"],
        ),
        (
            "bench antislide --compile-reference .",
            &["'.'", "--compile-reference", "expected the C source"],
        ),
    ] {
        assert_refused(line, &run_in(folder.path(), line), words);
    }
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = Folder::new("no-compiler");
    folder.write("reference.c", "int main(void) { return 0; }\n");
    let line = "bench antislide --compile-reference reference.c";
    let mut command = kumiki();
    command
        .args(line.split(' '))
        .current_dir(folder.path())
        .env("PATH", folder.path())
        .env("TMPDIR", folder.path());
    assert_refused(line, &finish(&mut command), &["'gcc'", "expected a C compiler"]);
    assert_eq!(folder.names(), ["reference.c"], "the workshop is removed");
}

#[cfg(unix)]
#[test]
fn a_reference_that_says_something_else_is_a_difference() {
    use std::os::unix::fs::PermissionsExt;
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
        folder.write("reference", &format!("#!/bin/sh\n{script}\n"));
        let path = folder.path().join("reference");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
            .expect("our own file");
        let finished = run_in(folder.path(), "bench antislide --reference 5x5x5=reference");
        assert_eq!(finished.code, Some(code), "{script}: {}", finished.stderr);
        let last = finished.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: ") && last.contains(words), "{script}: {last}");
    }
}

#[test]
fn cases_are_chosen_by_name() {
    for (line, words) in [
        ("bench cover --only chess", &["'chess'", "expected a part of 'soma'", "'bedlam'"][..]),
        ("bench cover --only bedlam", &["'bedlam'", "takes long", "expected --long"]),
        ("bench antislide --only 9x9x9", &["'9x9x9'", "expected a part of"]),
        ("bench antislide --peer peer", &["--peer", "expected it for 'bench cover' only"]),
        (
            "bench cover --reference 5x5x5=a",
            &["--reference", "expected it for 'bench antislide' only"],
        ),
        ("bench cover --compile-reference a.c", &["--compile-reference", "'bench antislide' only"]),
        ("bench tile --compile-reference a.c", &["--compile-reference", "'bench antislide' only"]),
        (
            "bench cover --compile-reference-decagon a.c",
            &["-decagon", "expected it for 'bench tile' only"],
        ),
        ("bench antislide --compile-reference-colorstar a.c", &["-colorstar", "'bench tile' only"]),
        (
            "bench slide --compile-reference-obdd a.c",
            &["-obdd", "expected it for 'bench diagram' only"],
        ),
        ("bench diagram --only chess", &["'chess'", "expected a part of '8x8 half-turn, diagram'"]),
        ("bench diagram --only 10x10", &["'10x10'", "takes long", "expected --long"]),
        (
            "bench diagram --compile-reference-obdd missing.c",
            &["'missing.c'", "--compile-reference-obdd", "expected the C source"],
        ),
        ("bench tile --only chess", &["'chess'", "expected a part of 'decagon, all visited'"]),
        (
            "bench tile --compile-reference-decagon missing.c",
            &["'missing.c'", "--compile-reference-decagon", "expected the C source"],
        ),
        ("bench cover --only soma --peer missing", &["'missing'", "--peer", "expected a program"]),
    ] {
        assert_refused(line, &run(line), words);
    }
}

/// The cells of the table's line for a case, whose name is one word.
#[cfg(unix)]
fn row<'t>(table: &'t str, case: &str) -> Vec<&'t str> {
    let lines: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    lines
        .into_iter()
        .find(|cells| cells.first() == Some(&case))
        .unwrap_or_else(|| panic!("{case} in {table}"))
}

/// A program that says what a peer would say.
#[cfg(unix)]
fn write_peer(folder: &Folder, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    folder.write("peer", &format!("#!/bin/sh\n{script}\n"));
    let path = folder.path().join("peer");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("our own file");
}

#[cfg(unix)]
#[test]
fn quick_covers_are_measured_beside_a_peer() {
    let folder = Folder::new("peer");
    // It reads the file that it is given, and takes a day.
    write_peer(
        &folder,
        "test \"$(head -c 6 \"$1\")\" = 'V L T ' && echo count 11520 && echo seconds 86400",
    );
    let finished = run_in(folder.path(), "bench cover --only soma --peer peer");
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

#[cfg(unix)]
#[test]
fn a_peer_that_says_something_else_is_a_difference() {
    let folder = Folder::new("other-peer");
    for (script, code, words) in [
        ("echo count 11519; echo seconds 1", 1, "the peer says 11519, the known figure is 11520"),
        ("echo hello", 2, "prints 'hello', expected lines 'count N' and 'seconds S'"),
        ("echo 'error: bad day' >&2; exit 7", 2, "error: bad day, expected it to count"),
    ] {
        write_peer(&folder, script);
        let finished = run_in(folder.path(), "bench cover --only soma --peer peer");
        assert_eq!(
            (finished.code, finished.stdout.as_str()),
            (Some(code), ""),
            "{script}: {}",
            finished.stderr
        );
        let last = finished.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: ") && last.contains(words), "{script}: {last}");
    }
}

#[test]
fn a_count_too_long_to_list_is_checked_too() {
    let finished = run("bench cover --only domino16");
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    assert!(finished.stdout.contains(" 2444888770250892795802079170816 "), "{}", finished.stdout);
}

#[test]
fn tilings_are_measured_and_checked() {
    let finished = run("bench tile --only stomachion");
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    assert!(finished.stdout.contains("stomachion, listed   17152 "), "{}", finished.stdout);
    let folder = Folder::new("star-reference");
    folder.write(
        "star.c",
        "#include <stdio.h>\nint main(void) { puts(\"Altogether 288 solutions.\"); return 0; }\n",
    );
    let line = "bench tile --only colorstar --compile-reference-colorstar star.c";
    let finished = run_in(folder.path(), line);
    assert_eq!(finished.code, Some(1), "{}", finished.stderr);
    let last = finished.stderr.lines().last().unwrap_or_default();
    assert!(last.contains("says 288, the known figure is 287"), "{last}");
}
