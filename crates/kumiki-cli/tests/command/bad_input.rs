//! Bad input: exit code 2, nothing on stdout, one line that says what, where, and what was
//! expected.

use crate::program::{
    Finished, Folder, assert_all_refused, assert_refused, finish, kumiki, run, run_in,
};

/// Command lines, and words that the message must contain.
const REFUSED: &[(&str, &[&str])] = &[
    // The box and the bricks.
    ("antislide 4x0x4", &["'4x0x4'", "<BOX>", "a side is zero", "expected three positive sides"]),
    ("antislide 4x4", &["'4x4'", "<BOX>", "fewer than three sides", "expected"]),
    ("antislide 4x4x4x4", &["'4x4x4x4'", "<BOX>", "more than three sides", "expected"]),
    ("antislide 4xax4", &["'4xax4'", "<BOX>", "not a number", "expected"]),
    ("antislide 4x-4x4", &["'4x-4x4'", "<BOX>", "not a number", "expected"]),
    ("antislide 4x4x", &["'4x4x'", "<BOX>", "not a number", "expected"]),
    ("antislide 4×4×4", &["'4×4×4'", "<BOX>", "expected"]),
    ("antislide 4.5x4x4", &["'4.5x4x4'", "<BOX>", "not a number", "expected"]),
    (
        "antislide 99999x99999x99999",
        &["'99999x99999x99999'", "<BOX>", "too large", "expected at most 4096 cells"],
    ),
    (
        "antislide 100x100x100",
        &["'100x100x100'", "<BOX>", "too large", "expected at most 4096 cells"],
    ),
    ("antislide 99999999999999999999x1x1", &["too large", "expected at most 4096 cells"]),
    (
        "antislide 4x4x4 --brick 0x1x1",
        &["'0x1x1'", "--brick", "a side is zero", "expected", "2x2x1"],
    ),
    ("antislide 4x4x4 --brick 2x2", &["'2x2'", "--brick", "fewer than three sides", "expected"]),
    ("antislide 4x4x4 --brick", &["no value", "--brick", "expected <BRICK>"]),
    ("antislide", &["<BOX>", "missing", "expected 'kumiki antislide"]),
    ("antislide --json", &["<BOX>", "missing", "expected"]),
    ("antislide 4x4x4 5x5x5", &["'5x5x5'", "expected", "kumiki antislide --help"]),
    // Numbers, times and sizes.
    ("antislide 4x4x4 --threads 0", &["'0'", "--threads", "expected a number of threads from 1"]),
    ("antislide 4x4x4 --threads x", &["'x'", "--threads", "expected a number of threads"]),
    ("antislide 4x4x4 --threads -1", &["'-1'", "--threads", "expected a number of threads"]),
    (
        "antislide 4x4x4 --threads 99999999999999999999",
        &["--threads", "expected a number of threads"],
    ),
    (
        "antislide 4x4x4 --max-bricks x",
        &["'x'", "--max-bricks", "expected a whole number, 0 or more"],
    ),
    (
        "antislide 4x4x4 --max-bricks -1",
        &["'-1'", "--max-bricks", "expected a whole number, 0 or more"],
    ),
    ("antislide 4x4x4 --list 0", &["'0'", "--list", "expected a positive number"]),
    ("antislide 4x4x4 --list -3", &["'-3'", "--list", "expected a positive number"]),
    ("antislide --list 4x4x4", &["'4x4x4'", "--list", "the box or file comes before"]),
    ("antislide 4x4x4 --time-limit 5", &["'5'", "--time-limit", "expected a time such as"]),
    ("antislide 4x4x4 --time-limit -5s", &["'-5s'", "--time-limit", "expected a time such as"]),
    (
        "antislide 4x4x4 --time-limit 99999999999999999999h",
        &["--time-limit", "expected a time such as"],
    ),
    ("antislide 4x4x4 --memory-limit x", &["'x'", "--memory-limit", "expected a size such as"]),
    ("antislide 4x4x4 --memory-limit 0", &["'0'", "--memory-limit", "expected a size such as"]),
    // Options that do not exist, or not together.
    ("antislide 4x4x4 --bogus", &["'--bogus'", "expected", "kumiki antislide --help"]),
    ("antislide 4x4x4 --thread 2", &["'--thread'", "expected", "'--threads'"]),
    ("antislide 4x4x4 --fewest --most", &["--fewest", "--most", "expected one of them"]),
    ("antislide 4x4x4 --json --json", &["--json", "twice", "expected once"]),
    ("antislide 4x4x4 --rule tight", &["'tight'", "--rule", "expected piece or group"]),
    (
        "antislide 4x4x4 --symmetry some",
        &["'some'", "--symmetry", "expected all, rotations or none"],
    ),
    (
        "antislide 4x4x4 --start middle",
        &["'middle'", "--start", "expected anywhere, corner or no-corner"],
    ),
    (
        "antislide 4x4x4 --progress some",
        &["'some'", "--progress", "expected auto, always or never"],
    ),
    ("antislide 4x4x4 --method magic", &["'magic'", "--method", "expected auto, direct or layers"]),
    (
        "antislide 4x4x4 --method layers --list",
        &["--method layers", "a list cannot be had", "expected --method direct"],
    ),
    (
        "antislide 4x4x4 --method layers --first",
        &["--method layers", "a list cannot be had", "expected --method direct"],
    ),
    (
        "antislide 4x4x4 --method layers --profile",
        &["--method layers", "--profile", "expected --method direct"],
    ),
    (
        "antislide 4x4x4 --method layers --brick 1x3x3",
        &["layers", "three layers", "expected --method direct"],
    ),
    // Exact covers and packing puzzles.
    ("cover", &["<FILE>", "missing", "expected 'kumiki cover"]),
    (
        "cover examples/queens8.dlx --format xml",
        &["'xml'", "--format", "expected auto, dlx, rows, matrix or json"],
    ),
    (
        "cover examples/queens8.dlx --symmetry all",
        &["'all'", "--symmetry", "expected none or auto"],
    ),
    (
        "cover examples/queens8.dlx --kernel fast",
        &["'fast'", "--kernel", "expected auto, bits, cells or memo"],
    ),
    (
        "cover examples/queens8.dlx --kernel memo --list",
        &["memo", "only counts", "expected --kernel auto"],
    ),
    ("cover examples/rooks.dlx --kernel bits", &["bits", "multiplicities", "--kernel cells"]),
    (
        "cover examples/costs.dlx --kernel bits --cheapest",
        &["bits", "knows no costs", "expected --kernel"],
    ),
    ("cover examples/queens8.dlx --sample 0", &["'0'", "--sample", "expected a positive number"]),
    (
        "cover examples/queens8.dlx --cheapest 0",
        &["'0'", "--cheapest", "expected a positive number"],
    ),
    ("cover examples/queens8.dlx --seed 3", &["--sample", "missing"]),
    (
        "cover examples/queens8.dlx --sample 3 --seed x",
        &["'x'", "--seed", "expected a whole number, 0 or more"],
    ),
    (
        "cover examples/queens8.dlx --sample 3 --list",
        &["--sample", "--list", "expected one of them"],
    ),
    (
        "cover examples/queens8.dlx --cheapest --first",
        &["--cheapest", "--first", "expected one of them"],
    ),
    (
        "cover examples/queens8.dlx --write xml -",
        &["'xml'", "--write", "expected dlx, rows, matrix, json or"],
    ),
    ("cover examples/queens8.dlx --write json", &["--write", "expected 2"]),
    (
        "cover examples/queens8.dlx --write json - --list",
        &["--write", "--list", "expected one of them"],
    ),
    ("cover --list examples/queens8.dlx", &["--list", "the box or file comes before"]),
    ("pack", &["<FILE>", "missing", "expected 'kumiki pack"]),
    ("pack --gallery soma", &["--gallery", "expected no other arguments"]),
    ("pack soma --rule tight", &["'tight'", "--rule", "expected free, piece or group"]),
    (
        "pack soma --format xml",
        &["'xml'", "--format", "expected auto, toml, burrtools or polycube"],
    ),
    ("pack soma --problem -1", &["'-1'", "--problem", "expected a whole number, 0 or more"]),
    ("pack soma --symmetry auto", &["'auto'", "--symmetry", "expected all, rotations or none"]),
    (
        "pack soma --sample 3 --symmetry none",
        &["--sample", "--symmetry", "expected --symmetry all"],
    ),
    (
        "pack soma --kernel memo --list",
        &["memo", "--kernel", "expected --kernel auto, bits or cells"],
    ),
    // Commands.
    ("--bogus", &["'--bogus'", "expected", "kumiki --help"]),
    ("antislid 4x4x4", &["'antislid'", "expected", "antislide"]),
    ("help antislid", &["'antislid'", "expected", "antislide"]),
    ("demo 4x4x4", &["'4x4x4'", "expected", "kumiki demo --help"]),
    ("check", &["<FILE>", "missing", "expected 'kumiki check"]),
];

#[test]
fn bad_command_lines_get_one_line_each() {
    assert_all_refused(REFUSED, run);
}

#[test]
fn arguments_with_strange_characters_get_one_line_too() {
    for (argument, words) in [
        ("", ["''", "expected"]),
        ("4x\n4x4", ["not a number", "expected"]),
        ("4x4x4\u{1b}[31m", ["not a number", "expected"]),
    ] {
        let finished = finish(kumiki().args(["antislide", argument]));
        assert_refused(argument, &finished, &words);
        assert!(!finished.stderr.contains('\u{1b}'), "control characters stay out of the message");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_gets_one_line() {
    use std::os::unix::ffi::OsStrExt;
    let argument = std::ffi::OsStr::from_bytes(b"4x4x\xff");
    assert_refused(
        "4x4x\\xff",
        &finish(kumiki().args(["antislide".as_ref(), argument])),
        &["UTF-8", "expected"],
    );
}

#[test]
fn without_a_command_the_help_is_shown_and_nothing_is_answered() {
    let Finished { code, stdout, stderr } = run("");
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("Usage: kumiki <COMMAND>") && stderr.contains("antislide"), "{stderr}");
}

#[test]
fn pictures_are_refused_before_the_search_and_leave_nothing_behind() {
    let folder = Folder::new("refused-pictures");
    folder.write("taken.svg", "not a picture");
    std::fs::create_dir(folder.path().join("folder.svg")).expect("a writable folder");
    for (line, words) in [
        (
            "antislide 5x5x6 --svg taken.svg",
            &["'taken.svg'", "exists", "expected a new name or --force"],
        ),
        (
            "antislide 5x5x6 --svg no/such/a.svg",
            &["'no/such/a.svg'", "No such file", "expected a folder that exists"],
        ),
        (
            "antislide 5x5x6 --svg folder.svg",
            &["'folder.svg'", "folder", "expected the name of a file"],
        ),
        (
            "antislide 5x5x6 --svg folder.svg --force",
            &["'folder.svg'", "folder", "expected the name of a file"],
        ),
        ("antislide 5x5x6 --svg taken.svg/a.svg", &["'taken.svg/a.svg'", "--svg", "expected"]),
        ("antislide 5x5x6 --svg ..", &["'..'", "folder", "expected the name of a file"]),
        (
            "antislide 5x5x6 --svg a.svg --method layers",
            &["--method layers", "a list cannot be had", "expected --method direct"],
        ),
        ("demo --svg taken.svg", &["'taken.svg'", "exists", "expected a new name or --force"]),
    ] {
        assert_refused(line, &run_in(folder.path(), line), words);
    }
    assert_eq!(folder.read("taken.svg"), "not a picture");
    assert_eq!(folder.names(), ["folder.svg", "taken.svg"]);
}
