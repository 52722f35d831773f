//! The program from the outside: what is refused, and what is said about the star.

use crate::colorstar::PRINTED_DIGEST;
use crate::{digest, printed};

/// The line on the standard error of a command that ends with exit code 2.
fn refused(arguments: &str) -> String {
    let output = printed(arguments);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]), "{arguments}");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
    text.trim_end().to_owned()
}

#[test]
fn what_is_to_be_said_about_the_star_comes_after_its_list() {
    let output = printed("colorstar --verify");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    let (list, said) = text.split_once("\n\n").expect("a list and what is said about it");
    let lines: String = list
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(digest(lines.as_bytes()), PRINTED_DIGEST, "{list}");
    assert!(list.starts_with("ALLOCATING...\n1: ") && list.ends_with("Altogether 287 solutions."));
    for part in [
        "287 lines, 184 distinct up to the names of colours, 37 classes up to all symmetries\n",
        "            1         113\n            2          55\n            4          16\n",
        "In all there are 370 colourings, 37 classes up to all symmetries. ",
        "triangle, so 186 are not printed,",
        " triangles and prints the same 287 lines\n",
    ] {
        assert!(said.contains(part), "'{part}' is missing in\n{said}");
    }
}

#[test]
fn wrong_arguments_are_refused_with_one_line() {
    for (arguments, expected) in [
        ("", "error: expected a program: antislide, antislide3, obdd,"),
        ("antislide2", "error: 'antislide2': expected a program: antislide, "),
        ("antislide", "error: expected a box: 4x4x4"),
        ("antislide 4x4", "error: '4x4' is no box, expected three sides from 1 to 9: 4x4x4"),
        ("antislide 4x4x10", "error: '4x4x10' is no box, "),
        ("antislide 4x4x4 5x5x5", "error: '5x5x5': expected one question, and '4x4x4' is one"),
        ("antislide 4x4x4 --list", "error: '--list' is no option here, expected --verbose, --no-"),
        ("antislide 4x4x4 --verbose 4", "error: --verbose: 4 is out of range, expected 0 to 3"),
        ("antislide 4x4x4 --verbose --verbose", "error: --verbose is given twice, expected once"),
        ("antislide 4x4x4 --max-bricks", "error: --max-bricks: expected a number after it"),
        ("antislide 4x4x4 --max-bricks 17", "error: --max-bricks: 17 is out of range, expected 1"),
        (
            "antislide 2x2x3",
            "error: the program's limit, a quarter of the cells less three, allows",
        ),
        ("antislide 1x1x8 --max-bricks 1", "error: no brick fits into 1x1x8, expected two sides "),
        ("antislide 4x4x1 --no-corner --max-bricks 2", "error: 4x4x1 has no cell 001, expected a "),
        ("antislide3 3x4x4", "error: 3x4x4: expected equal sides to come first"),
        ("antislide3 4x4x4 --spacing 0", "error: --spacing: 0 is out of range, expected 1 to "),
        ("obdd 7x8", "error: '7x8' is no board, expected two even sides from 4 to 12: 8x8"),
        ("obdd 6x8x2", "error: '6x8x2' is no board, "),
        (
            "colorstar --postscript 288",
            "error: --postscript: 288 is out of range, expected 1 to 287",
        ),
        ("colorstar star", "error: 'star': expected options only"),
    ] {
        let line = refused(arguments);
        assert!(line.starts_with(expected), "{arguments}: {line}");
    }
}

/// These are lines of the originals.
#[test]
fn wrong_positions_are_refused_as_the_original_does() {
    for program in ["korf0", "korf1"] {
        let usage = format!("Usage: {program} startposition");
        assert_eq!(refused(program), usage);
        assert_eq!(refused(&format!("{program} 123456789abcdef0 --verbose")), usage);
        for (start, expected) in [
            ("12345678", "Your start position doesn't use 0!"),
            ("0123456789abcde", "Your start position doesn't use f!"),
            ("1123456789abcdef", "Your start position uses 1 twice!"),
            ("123456789abcdef00", "Your start position uses 0 twice!"),
            (
                "123456789ABCDEF0",
                "The start position should use only hex digits (0123456789abcdef)!",
            ),
        ] {
            assert_eq!(refused(&format!("{program} {start}")), expected);
        }
    }
}

/// The author had to double the storage for 8x6; with that of 6x8, it is full.
#[test]
fn a_storage_that_is_too_small_is_told_as_the_original_does() {
    assert_eq!(refused("obdd 8x6 --max-nodes 16384"), "Out of memory!");
    assert_eq!(refused("obdd 6x8 --max-nodes 8192"), "Out of memory!");
    for fits in ["obdd 8x6 --max-nodes 32768", "obdd 6x8 --max-nodes 16384"] {
        let output = printed(fits);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.ends_with("Total 5634 solutions and 5674 pseudo-solutions.\n"), "{text}");
    }
}

#[test]
fn the_help_has_examples_that_run() {
    let output = printed("help");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let (_, examples) = text.split_once("Examples\n").expect("examples");
    for example in examples.lines() {
        let arguments = example.trim_start().strip_prefix("printed ").expect("a command");
        assert!(printed(arguments).status.success(), "{example}");
    }
}
