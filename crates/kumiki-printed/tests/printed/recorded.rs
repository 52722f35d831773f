//! Whole outputs, held against those of the originals.
//!
//! How they were recorded: the programs were written out again in C from their published texts,
//! with the author's constants as macros for the compiler, and held against every figure that the
//! texts give. Each line that a text prints was printed, nothing else, and the output was kept as
//! its digest, its number of lines, and its first and last line cut off after 90 characters. These
//! are the entries of `recorded.txt`. The C programs ran with gcc 12 on x86-64 Linux; seconds were
//! masked.

use crate::{digest, printed};

const RECORDED: &str = include_str!("recorded.txt");

/// What is known about an output.
#[derive(PartialEq, Eq, Debug)]
struct Entry<'t> {
    digest: &'t str,
    command: &'t str,
    lines: &'t str,
    shown: Vec<&'t str>,
}

fn entries() -> Vec<Entry<'static>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in RECORDED.lines() {
        match (line.strip_prefix("    "), entries.last_mut()) {
            (Some(shown), Some(entry)) => entry.shown.push(shown),
            (None, Some(entry)) if entry.lines.is_empty() => entry.lines = line,
            _ => {
                let (digest, command) = line.split_once("  ").expect("a digest and a command");
                entries.push(Entry { digest, command, lines: "", shown: Vec::new() });
            }
        }
    }
    entries
}

/// Compares; lines come first, because they say more than digests.
fn check(entry: &Entry<'_>) {
    let output = printed(entry.command);
    let command = entry.command;
    assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let ends = match lines[..] {
        [first, .., last] => vec![first, last],
        _ => lines.clone(),
    };
    for (found, expected) in ends.iter().zip(&entry.shown) {
        match expected.strip_suffix(" ...") {
            Some(beginning) => assert!(found.starts_with(beginning), "{command}: {found}"),
            None => assert_eq!(found, expected, "{command}"),
        }
    }
    assert_eq!(ends.len(), entry.shown.len(), "{command}");
    assert_eq!(format!("{} lines", lines.len()), entry.lines, "{command}");
    assert_eq!(digest(text.as_bytes()), entry.digest, "{command}");
}

/// All entries of a program but those of the largest board.
fn check_all(program: &str, count: usize) {
    let entries = entries();
    let of_program = entries.iter().filter(|entry| {
        entry.command.split(' ').next() == Some(program) && !entry.command.contains("8x8")
    });
    assert_eq!(of_program.map(check).count(), count, "entries of {program}");
}

#[test]
fn antislide() {
    check_all("antislide", 22);
}

#[test]
fn antislide3() {
    check_all("antislide3", 34);
}

#[test]
fn obdd() {
    check_all("obdd", 21);
}

#[test]
fn obdd_on_the_largest_board() {
    let entries = entries();
    let largest = entries.iter().filter(|entry| entry.command.contains("8x8"));
    assert_eq!(largest.map(check).count(), 1);
}

#[test]
fn colorstar() {
    check_all("colorstar", 2);
}

#[test]
fn korf() {
    check_all("korf1", 18);
    check_all("korf0", 18);
}
