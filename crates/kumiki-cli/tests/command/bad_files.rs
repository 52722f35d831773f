//! Bad files: exit code 2, nothing on stdout, one line that says which file, where, what, and what
//! was expected.

use crate::program::{Folder, assert_refused, run_in, run_with_stdin};
use std::io::Write;

/// Files of exact covers, and what is said about them after their names.
const COVERS: &[(&str, &str)] = &[
    ("", "nothing to read, expected a line of items"),
    ("\n \n| only a comment\n", "nothing to read, expected a line of items"),
    ("a b | x\n\na y\n", "line 3, column 3: unknown item 'y', expected one of the items of line 1"),
    ("a b\nb\na b a\n", "line 3, column 5: item 'a' twice in an option, expected it once"),
    (
        "a b | a\nb\n",
        "line 1, column 7: item 'a' stands before and after '|', expected only one of the two",
    ),
    (
        "a b | x\na:red b\n",
        "line 2, column 2: a colour on primary item 'a', expected none before '|'",
    ),
    ("3:1|x y\nx y\n", "line 1, column 1: bounds 3:1, expected lo at most hi"),
    ("a | x\na x:\n", "line 2, column 5: nothing after ':', expected a colour"),
    (
        "{\"items\": 3}",
        "line 1, column 11: bad JSON: invalid type: integer `3`, expected a sequence",
    ),
];

#[test]
fn bad_exact_covers_get_one_line_with_line_and_column() {
    let folder = Folder::new("bad-covers");
    for (text, said) in COVERS {
        folder.write("bad.dlx", text);
        let finished = run_in(folder.path(), "cover bad.dlx");
        assert_refused(text, &finished, &[]);
        assert_eq!(finished.stderr, format!("error: bad.dlx: {said}\n"), "{text}");
        let finished = run_with_stdin("cover -", text.as_bytes());
        assert_eq!(finished.stderr, format!("error: stdin: {said}\n"), "{text}");
    }
    std::fs::write(folder.path().join("bytes.dlx"), b"a b\na \xff\n").expect("a writable folder");
    let finished = run_in(folder.path(), "cover bytes.dlx");
    assert_refused(
        "bytes",
        &finished,
        &["bytes.dlx: line 2, column 3", "not text", "expected UTF-8"],
    );
    folder.write("matrix.txt", "101\n01\n");
    let line = "cover matrix.txt --format matrix";
    assert_refused(line, &run_in(folder.path(), line), &["matrix.txt: line 2", "expected"]);
}

#[test]
fn a_line_without_end_is_refused() {
    let folder = Folder::new("long-line");
    let mut file =
        std::fs::File::create(folder.path().join("long.dlx")).expect("a writable folder");
    let chunk = "item ".repeat(1 << 18);
    for _ in 0..160 {
        file.write_all(chunk.as_bytes()).expect("room for 200 MB");
    }
    drop(file);
    let finished = run_in(folder.path(), "cover long.dlx");
    assert_refused(
        "200 MB",
        &finished,
        &["long.dlx: line 1", "209715200 bytes", "expected at most 16777216"],
    );
    let finished = run_in(folder.path(), "pack long.dlx");
    assert_refused(
        "200 MB",
        &finished,
        &["'long.dlx'", "more than 64 MB", "expected a puzzle file"],
    );
}

#[test]
fn what_is_no_file_gets_one_line() {
    let folder = Folder::new("no-files");
    for (line, words) in [
        (
            "cover missing.dlx",
            &["'missing.dlx'", "No such file", "expected a file with an exact-cover problem"][..],
        ),
        ("cover .", &["'.'", "directory", "expected a file with an exact-cover problem"]),
        (
            "pack missing.toml",
            &["'missing.toml'", "No such file", "expected a puzzle file or a name that"],
        ),
        ("pack sofa", &["'sofa'", "No such file", "'kumiki pack --gallery'"]),
        ("pack .", &["'.'", "directory", "expected a puzzle file"]),
        ("check missing.json", &["'missing.json'", "No such file", "expected a saved answer"]),
    ] {
        assert_refused(line, &run_in(folder.path(), line), words);
    }
}

/// A puzzle with a box of 2x3 and one piece.
fn puzzle(piece: &str) -> String {
    format!("kumiki = 1\n[box]\nsize = \"2x3\"\n[[piece]]\nname = \"P\"\n{piece}\n")
}

#[test]
fn bad_puzzles_get_one_line_with_their_place() {
    let folder = Folder::new("bad-puzzles");
    let xml = |grid: &str, end: &str| {
        format!(
            "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"{grid}\"/>\n{end}"
        )
    };
    for (name, text, words) in [
        ("empty.toml", String::new(), &["expected"][..]),
        ("no-toml.toml", "kumiki = = 1\n".to_owned(), &["line 1", "expected"]),
        (
            "apart.toml",
            puzzle("layers = \"#.#\""),
            &["line 6, column 10", "'P'", "not connected", "expected"],
        ),
        (
            "large.toml",
            puzzle("brick = \"1x4\""),
            &["line 6", "'P'", "fits the box of 1x2x3 in no direction"],
        ),
        ("heavy.toml", puzzle("brick = \"3x3\""), &["line 6", "'P'", "9 cells, the box only 6"]),
        ("key.toml", puzzle("color = 3"), &["line 6, column 1", "'color'", "expected one of"]),
        (
            "teal.toml",
            puzzle("brick = \"1x1\"\ncolour = \"teal\""),
            &["line 7, column 10", "'teal'", "expected \"#rrggbb\" or one of red, orange"],
        ),
        (
            "bright.xmpuzzle",
            xml("0", "<colors><color red=\"256\" green=\"0\" blue=\"0\"/></colors></puzzle>"),
            &["line 4, column 9", "red of <color> is 256", "expected 0 to 255"],
        ),
        ("spheres.xmpuzzle", xml("2", "</puzzle>"), &["line 3", "grid type 2", "expected 0"]),
        ("cut.xmpuzzle", xml("0", "<colors/>"), &["line 4", "expected </puzzle>"]),
        ("text.txt", "D:xDim=2:yDim=2:zDim=0\n~D\n".to_owned(), &["line 1", "expected"]),
    ] {
        folder.write(name, &text);
        let line = format!("pack {name}");
        let finished = run_in(folder.path(), &line);
        assert_refused(&line, &finished, &[&[format!("error: {name}: ").as_str()], words].concat());
    }
    // The first bytes of something packed by gzip, and then nothing.
    std::fs::write(folder.path().join("cut.gz"), b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b\x4c")
        .expect("a writable folder");
    assert_refused("cut.gz", &run_in(folder.path(), "pack cut.gz"), &["error: cut.gz: ", "gzip"]);
    std::fs::write(folder.path().join("bytes.toml"), b"kumiki = 1\n\xff\n")
        .expect("a writable folder");
    assert_refused(
        "bytes",
        &run_in(folder.path(), "pack bytes.toml"),
        &["bytes.toml: line 2", "UTF-8"],
    );
    folder.write("one.toml", &puzzle("brick = \"1x2\""));
    let line = "pack one.toml --problem 3";
    assert_refused(
        line,
        &run_in(folder.path(), line),
        &["one.toml: there is no puzzle 3", "one puzzle"],
    );
}
