//! A text cut into lines and words that know where they stand.
//!
//! White space is what C's `isspace` says of ASCII: blank, tab, carriage return, vertical tab, form
//! feed. So both kinds of line ending are read alike, and a character of another script never ends
//! a word.

use crate::FormatError;

/// A longer line is refused before anything is made of it. A million items with names of ten
/// letters fit.
const LINE_LIMIT_BYTES: usize = 1 << 24;

/// Whether a byte is white space.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The lines that say something: not blank, and not a comment, whose first word begins with `|`.
pub(super) fn lines_of(text: &str) -> Result<impl Iterator<Item = Line<'_>> + Clone, FormatError> {
    let all = (1..).zip(text.split('\n')).map(|(number, text)| Line { number, text });
    if let Some(long) = all.clone().find(|line| line.text.len() > LINE_LIMIT_BYTES) {
        let length = long.text.len();
        let reason = format!("line of {length} bytes, expected at most {LINE_LIMIT_BYTES}");
        return Err(FormatError::in_line(long.number, reason));
    }
    Ok(all.filter(|line| line.words().next().is_some_and(|word| !word.text.starts_with('|'))))
}

/// A line of a file.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    /// Counted from 1.
    pub(super) number: usize,
    /// Without its end.
    pub(super) text: &'t str,
}

impl<'t> Line<'t> {
    /// What stands between white space.
    pub(super) fn words(self) -> impl Iterator<Item = Word<'t>> + Clone {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + bytes[at..].iter().position(|byte| !is_space(*byte))?;
            let length = bytes[start..].iter().position(|byte| is_space(*byte));
            at = length.map_or(bytes.len(), |length| start + length);
            Some(Word { text: &self.text[start..at], line: self, start })
        })
    }

    /// Something is wrong with the line as a whole.
    pub(super) fn error(self, reason: impl Into<String>) -> FormatError {
        FormatError::in_line(self.number, reason)
    }

    /// Something is wrong at a byte of the line.
    pub(super) fn error_at(self, offset: usize, reason: impl Into<String>) -> FormatError {
        FormatError::at(self.number, 1 + self.text[..offset].chars().count(), reason)
    }
}

/// A word of a line, or a part of one.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    /// The word itself.
    pub(super) text: &'t str,
    line: Line<'t>,
    /// The byte of the line at which it begins.
    start: usize,
}

impl Word<'_> {
    /// The two parts before and after a separator of one byte.
    pub(super) fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(separator)?;
        let rest = Self { text: after, start: self.start + before.len() + 1, ..self };
        Some((Self { text: before, ..self }, rest))
    }

    /// Something is wrong with the word.
    pub(super) fn error(self, reason: impl Into<String>) -> FormatError {
        self.error_at(0, reason)
    }

    /// Something is wrong at a byte of the word.
    pub(super) fn error_at(self, offset: usize, reason: impl Into<String>) -> FormatError {
        self.line.error_at(self.start + offset, reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_by_line(text: &str) -> Vec<(usize, Vec<&str>)> {
        let lines = lines_of(text).expect("short lines");
        lines.map(|line| (line.number, line.words().map(|word| word.text).collect())).collect()
    }

    #[test]
    fn comments_and_blank_lines_count_but_are_not_seen() {
        let expected = [(3, vec!["a", "b"]), (6, vec!["ä\u{a0}b", "c|d"])];
        assert_eq!(words_by_line("| x\n\n a\tb \r\n\x0b\x0c\r\n  |a b\nä\u{a0}b c|d"), expected);
        assert_eq!(words_by_line(""), []);
    }

    #[test]
    fn a_place_is_a_line_and_a_character() {
        let line = lines_of("\n  äö x:red").expect("short").next().expect("one");
        let word = line.words().nth(1).expect("two words");
        let place = |error: FormatError| (error.line, error.column);
        assert_eq!(place(word.error("")), (Some(2), Some(6)));
        let (_, colour) = word.split_once(':').expect("a colour");
        assert_eq!((colour.text, place(colour.error_at(1, ""))), ("red", (Some(2), Some(9))));
        assert_eq!(place(line.error("")), (Some(2), None));
    }

    #[test]
    fn a_line_of_more_than_16_mebibytes_is_refused() {
        let longest = " ".repeat(LINE_LIMIT_BYTES);
        assert!(lines_of(&longest).is_ok());
        let error = lines_of(&format!("a\n{longest} ")).err().expect("too long").to_string();
        assert_eq!(error, "line 2: line of 16777217 bytes, expected at most 16777216");
    }
}
