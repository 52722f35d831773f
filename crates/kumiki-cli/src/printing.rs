//! Stdout and stderr: what is printed, and that it does no harm there.

use crate::failure::Failure;
use kumiki::formats::one_line;
use kumiki_host::guard;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal as _, Write};

/// Prints something for people to stdout, where nothing in it [commands a terminal](visible). Says
/// whether somebody still reads it.
pub(crate) fn print(text: &str) -> Result<bool, Failure> {
    print_as_it_is(&visible(text))
}

/// Prints something for other programs to stdout, byte by byte unless it is a terminal.
pub(crate) fn print_data(text: &str) -> Result<bool, Failure> {
    if io::stdout().is_terminal() { print(text) } else { print_as_it_is(text) }
}

/// Prints to stdout.
pub(crate) fn print_as_it_is(text: &str) -> Result<bool, Failure> {
    put(|out| out.write_all(text.as_bytes()))
}

/// Prints an answer as JSON, as it is written: its text is nowhere as a whole.
pub(crate) fn print_json(answer: &impl Serialize) -> Result<bool, Failure> {
    put(|out| {
        serde_json::to_writer_pretty(Visible(&mut *out), answer)?;
        out.write_all(b"\n")
    })
}

/// Prints an object on a line of its own.
pub(crate) fn print_line(object: &impl Serialize) -> Result<bool, Failure> {
    put(|out| {
        serde_json::to_writer(Visible(&mut *out), object)?;
        out.write_all(b"\n")
    })
}

/// Prints what is made while it is printed, for other programs.
pub(crate) fn print_long(
    make: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let is_terminal = io::stdout().is_terminal();
    put(|out| if is_terminal { make(&mut Visible(out)) } else { make(out) }).map(drop)
}

/// Writes to stdout, and says whether somebody still reads it. A reader who has left is no reason
/// to complain.
fn put(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<bool, Failure> {
    let _printing = guard::phase(guard::Phase::Printing);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Machine(format!("the answer cannot be printed: {error}"))),
        Ok(()) => Ok(true),
    }
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

/// Tells something on stderr, in a line.
pub(crate) fn tell(line: &str) {
    // If stderr is gone, nobody wants to know.
    let _ = writeln!(std::io::stderr(), "{}", one_line(line));
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
}
