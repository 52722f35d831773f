//! `bench`: what it refuses. The measuring itself takes minutes and is not for tests.

use crate::program::{Folder, assert_refused, finish, kumiki, run_in};

#[test]
fn bad_references_are_refused_before_anything_is_measured() {
    let folder = Folder::new("bench");
    folder.write("wrong.c", "int main(void) { return nonsense; }\n");
    folder.write("text", "not a program\n");
    for (line, words) in [
        ("bench antislide --reference 5x5x5", &["'5x5x5'", "--reference", "expected BOX=PATH"][..]),
        ("bench antislide --reference 5x5=a", &["--reference", "fewer than three sides", "expected"]),
        (
            "bench antislide --reference 5x5x5=missing",
            &["'missing'", "--reference 5x5x5", "expected a compiled"],
        ),
        ("bench antislide --reference 3x3x3=text", &["--reference 3x3x3", "expected 4x4x6 or 5x5x5"]),
        (
            "bench antislide --reference 5x5x5=text --reference 5x5x5=text",
            &["5x5x5", "twice", "expected once"],
        ),
        (
            "bench antislide --compile-reference missing.c",
            &["'missing.c'", "--compile-reference", "expected the C source"],
        ),
        ("bench antislide --compile-reference .", &["'.'", "--compile-reference", "expected the C source"]),
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
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("our own file");
        let finished = run_in(folder.path(), "bench antislide --reference 5x5x5=reference");
        assert_eq!(finished.code, Some(code), "{script}: {}", finished.stderr);
        let last = finished.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: ") && last.contains(words), "{script}: {last}");
    }
}
