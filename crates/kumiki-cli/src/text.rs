//! Words, numbers and tables for people.

use crate::failure::Failure;
use crate::guard;
use kumiki::formats::one_line;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, IsTerminal as _, Write};

/// Prints an answer to stdout, where nothing in it [commands a terminal](visible).
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_as_it_is(&visible(text))
}

/// Prints something for other programs to stdout, byte by byte unless it is a terminal.
pub(crate) fn print_data(text: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() { print(text) } else { print_as_it_is(text) }
}

/// Prints to stdout.
pub(crate) fn print_as_it_is(text: &str) -> Result<(), Failure> {
    let _printing = guard::phase(guard::Phase::Printing);
    let mut stdout = io::stdout().lock();
    printed(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Names and titles come from files, and files may have characters that command a terminal or
/// change the order of what is read there. They are written as JSON writes them, `\u001b`, so that
/// JSON stays what it is.
fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for character in text.chars() {
        if is_hidden(character) {
            write!(shown, "\\u{:04x}", u32::from(character)).expect("writing to a string");
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Where text becomes [visible]. It is given whole characters.
struct Visible<W>(W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_all(visible(text).as_bytes()).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints an answer as JSON, as it is written: its text is nowhere as a whole.
pub(crate) fn print_json(answer: &impl Serialize) -> Result<(), Failure> {
    let _printing = guard::phase(guard::Phase::Printing);
    let mut out = Visible(BufWriter::with_capacity(1 << 16, io::stdout().lock()));
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

/// Tells something on stderr, in a line.
pub(crate) fn tell(line: &str) {
    // If stderr is gone, nobody wants to know.
    let _ = writeln!(std::io::stderr(), "{}", one_line(line));
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

/// The number of something that is shown, from 1, and how symmetric it is, if that is known.
pub(crate) fn numbered(number: usize, all: Option<&[usize]>) -> String {
    match all.and_then(|all| all.get(number - 1)) {
        Some(known) => format!("{number}, {}", symmetries(*known)),
        None => number.to_string(),
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
    let width =
        |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).zip(head).map(|((cell, width), name)| {
            if left.contains(name) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())
            .expect("writing to a string");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_an_answer_commands_a_terminal() {
        assert_eq!(visible("a\tb\nü \u{1F642}"), "a\tb\nü \u{1F642}");
        assert_eq!(
            visible("\u{1b}[31m\r\u{9b}2J\u{7f}\u{202e}"),
            "\\u001b[31m\\u000d\\u009b2J\\u007f\\u202e"
        );
        let name = "ü\u{9b}\u{7f}\u{1b}\u{2066}";
        let mut json = Vec::new();
        serde_json::to_writer_pretty(Visible(&mut json), &[name]).expect("a list");
        assert!(!json.contains(&0x7f) && !json.contains(&0x9b), "{json:?}");
        assert_eq!(serde_json::from_slice::<[String; 1]>(&json).expect("still JSON"), [name]);
    }

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
