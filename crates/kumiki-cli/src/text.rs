//! Words, numbers and tables for people.

use crate::failure::Failure;
use crate::guard;
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::io::{BufWriter, Write as _};

/// Prints to stdout.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let _printing = guard::phase(guard::Phase::Printing);
    printed(std::io::stdout().write_all(text.as_bytes()))
}

/// Prints an answer as JSON, as it is written: its text is nowhere as a whole.
pub(crate) fn print_json(answer: &impl Serialize) -> Result<(), Failure> {
    let _printing = guard::phase(guard::Phase::Printing);
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let written = serde_json::to_writer_pretty(&mut out, answer).map_err(std::io::Error::from);
    printed(written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()))
}

/// A reader who has left is no reason to complain.
fn printed(result: std::io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Machine(format!("the answer cannot be printed: {error}")))
        }
        _ => Ok(()),
    }
}

/// Tells something on stderr.
pub(crate) fn tell(line: &str) {
    // If stderr is gone, nobody wants to know.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Tells something on stderr that does no harm.
pub(crate) fn warn(line: &str) {
    tell(&format!("warning: {line}"));
}

/// A number with the right form of its noun. The number may be of any size.
pub(crate) fn plural(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

/// How symmetric something is that so many symmetries leave unchanged, the identity among them.
pub(crate) fn symmetries(number: usize) -> String {
    match number {
        1 => "no symmetry".to_owned(),
        _ => format!("{number} symmetries"),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn alternatives(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Bytes as megabytes with one digit after the point.
pub(crate) fn megabytes(bytes: u64) -> String {
    let tenths = bytes / (1 << 20) * 10 + bytes % (1 << 20) * 10 / (1 << 20);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Columns under their heads, aligned to the right; the columns named in `left` to the left.
pub(crate) fn table(head: &[&str], left: &[&str], rows: Vec<Vec<String>>) -> String {
    let lines: Vec<Vec<String>> =
        std::iter::once(head.iter().map(|name| (*name).to_owned()).collect()).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).zip(head).map(|((cell, width), name)| {
            if left.contains(name) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end()).expect("writing to a string");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_numbers() {
        assert_eq!(plural(0, "class", "classes"), "0 classes");
        assert_eq!(plural(1, "class", "classes"), "1 class");
        assert_eq!(plural("11", "class", "classes"), "11 classes");
    }

    #[test]
    fn the_identity_alone_is_no_symmetry() {
        assert_eq!(symmetries(1), "no symmetry");
        assert_eq!(symmetries(2), "2 symmetries");
    }

    #[test]
    fn alternatives_end_with_or() {
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(alternatives(&words[..0]), "");
        assert_eq!(alternatives(&words[..1]), "a");
        assert_eq!(alternatives(&words[..2]), "a or b");
        assert_eq!(alternatives(&words), "a, b or c");
    }

    #[test]
    fn megabytes_have_one_digit_after_the_point() {
        assert_eq!(megabytes(0), "0.0");
        assert_eq!(megabytes((1 << 20) - 1), "0.9");
        assert_eq!(megabytes(5 << 19), "2.5");
        assert_eq!(megabytes(u64::MAX), "17592186044415.9");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let text = table(
            &["case", "s", "reached"],
            &["case"],
            vec![row(["a b", "12.5", "-"]), row(["c", "1", "aim"])],
        );
        assert_eq!(text, "case     s  reached\na b   12.5        -\nc        1      aim\n");
    }
}
