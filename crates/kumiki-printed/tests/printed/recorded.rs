//! Whole outputs, held against those of the originals.
//!
//! How they were recorded: the programs were written out again in C from their published texts,
//! with the author's constants as macros for the compiler, and held against every figure that the
//! texts give. Each line that a text prints was printed, nothing else, and the output was kept as
//! its digest, its number of lines, and its first and last line cut off after 90 characters. These
//! are the entries of `recorded.txt`. The C programs ran with gcc 12 on x86-64 Linux; seconds were
//! masked.

use crate::{digest, printed};
use kumiki_printed::colorstar::{FirstTile, PrintedStar};
use std::io::{self, Write};

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

/// The first 100 000 lines of the whole search. There are gigabytes of them; all were compared
/// once. Their digest is 75fe7a0810603e5dc1fe709c324fbc7c87b1000e99a72babd0c8ec9bb542fbde.
#[test]
fn the_beginning_of_the_tree_of_colorstar() {
    const LINES: usize = 100_000;
    const DIGEST: &str = "bd2071e3c5c82d68ec0b37348a8128befbf199f919b33a785b20540af90e8b37";
    let mut beginning = Beginning { text: Vec::new(), lines: 0 };
    let star = kumiki_puzzles::tilings::find("colorstar").expect("it comes with Kumiki");
    let question = kumiki_formats::tiling::read(star.text.as_bytes()).expect("our own problem");
    let star = PrintedStar::new(&question, FirstTile::Kept).expect("the star");
    let end = star.print_tree(1, &mut beginning).expect_err("the beginning is enough");
    assert_eq!(end.kind(), io::ErrorKind::BrokenPipe);
    assert_eq!((beginning.lines, digest(&beginning.text).as_str()), (LINES, DIGEST));

    /// Takes lines until there are enough.
    struct Beginning {
        text: Vec<u8>,
        lines: usize,
    }

    impl Write for Beginning {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.lines == LINES {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let end =
                bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
            self.text.extend(&bytes[..end]);
            self.lines += usize::from(bytes[..end].ends_with(b"\n"));
            Ok(end)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

/// The files that the original writes, each of its own.
#[test]
fn postscript_of_colorstar() {
    for (number, expected) in [
        (50, "ff5720d7db6f5a9faac15235488ec02444acca07d048ee2c32e677799319e946"),
        (100, "fcdcaae5af1ae1b85e8c2353d8061b97af5af9a4a3d40419e70da27dcff9999c"),
        (150, "b574cf1bfe912ff253ecf675a70459caff91a057eb503e6df5927ad07bc7da41"),
        (200, "b813e56d1d749116e1f0126b00b88ddef70b79da94c639a2be482879201d2f3f"),
        (250, "a93cdb70ba720f3b4d209eab3d9909a87068bd993fc50cbd4695ae91d327cb43"),
    ] {
        let output = printed(&format!("colorstar --postscript {number}"));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.starts_with("%!\n%%BoundingBox: -131 -1 555 652\n"), "{text}");
        assert_eq!(digest(text.as_bytes()), expected, "{number}: {text}");
    }
}

#[test]
fn korf() {
    check_all("korf1", 18);
    check_all("korf0", 18);
}
