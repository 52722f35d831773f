//! What is wrong with a file: where, what, and what was expected.

use std::fmt;

/// A file that cannot be read, or a problem that a file format cannot say.
///
/// It prints as `line 3, column 7: unknown item 'x', expected one of the items of line 1`, on [one
/// line](one_line). Whoever knows the name of the file writes it in front.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FormatError {
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
    /// The character in that line, counted from 1.
    pub column: Option<usize>,
    /// What is wrong, and what was expected.
    pub reason: String,
}

impl FormatError {
    /// An error of the file as a whole.
    #[must_use]
    pub fn of_file(reason: impl Into<String>) -> Self {
        Self { line: None, column: None, reason: one_line(&reason.into()) }
    }

    /// An error in a line, counted from 1.
    #[must_use]
    pub fn in_line(line: usize, reason: impl Into<String>) -> Self {
        Self { line: Some(line), column: None, reason: one_line(&reason.into()) }
    }

    /// An error at a character of a line, both counted from 1.
    #[must_use]
    pub fn at(line: usize, column: usize, reason: impl Into<String>) -> Self {
        Self { line: Some(line), column: Some(column), reason: one_line(&reason.into()) }
    }

    /// An error at a byte of a file, whose line and column are counted here.
    ///
    /// Lines end in a line feed. Columns are characters; each byte that belongs to no character
    /// counts as one. An offset past the end means the end.
    #[must_use]
    pub fn at_offset(file: &[u8], offset: usize, reason: impl Into<String>) -> Self {
        let before = &file[..offset.min(file.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let line = 1 + before[..line_start].iter().filter(|byte| **byte == b'\n').count();
        let characters: usize = before[line_start..]
            .utf8_chunks()
            .map(|c| c.valid().chars().count() + c.invalid().len())
            .sum();
        Self::at(line, 1 + characters, reason)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            (None, _) => {}
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for FormatError {}

/// How many characters a message may have, and how many are kept of the start and of the end of a
/// longer one.
const MESSAGE: usize = 400;
const START: usize = 236;
const END: usize = 160;

/// A message on one line of no more than 400 characters, whatever input it repeats.
///
/// A message says first what is wrong and last what was expected, and input that it repeats is in
/// the middle. So the middle of a longer one is replaced by three dots. Control characters become
/// escapes.
///
/// ```
/// use kumiki_formats::one_line;
/// assert_eq!(one_line("bad \u{1b}[31m\nname"), "bad \\u{1b}[31m\\nname");
/// let long = one_line(&format!("bad value '{}', expected a number", "9".repeat(5000)));
/// assert!(long.starts_with("bad value '999") && long.ends_with("999', expected a number") && long.len() <= 400);
/// ```
#[must_use]
pub fn one_line(message: &str) -> String {
    let shown = escaped(message.chars(), char::is_control);
    match shown.len() > MESSAGE {
        true => shown[..START].iter().chain(&['.'; 3]).chain(&shown[shown.len() - END..]).collect(),
        false => shown.into_iter().collect(),
    }
}

/// How many characters of a name an error shows.
const SHOWN_NAME: usize = 40;

/// A name as errors show it: in quotes, on one line, and not longer than 40 characters.
///
/// What is cut off is replaced by three dots. Control characters, and white space other than the
/// plain space, are written as escapes.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("'{}'", shortened(name, SHOWN_NAME))
}

/// A text on one line, cut after so many characters.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let is_odd = |c: char| c.is_control() || (c.is_whitespace() && c != ' ');
    let end = if text.chars().nth(limit).is_some() { "..." } else { "" };
    escaped(text.chars().take(limit), is_odd).into_iter().chain(end.chars()).collect()
}

/// Characters, those of some kind as escapes.
fn escaped(text: impl Iterator<Item = char>, is_odd: impl Fn(char) -> bool) -> Vec<char> {
    let mut shown = Vec::new();
    for character in text {
        match is_odd(character) {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_as_much_about_the_place_as_it_knows() {
        assert_eq!(FormatError::of_file("no pieces").to_string(), "no pieces");
        assert_eq!(FormatError::in_line(2, "no pieces").to_string(), "line 2: no pieces");
        assert_eq!(FormatError::at(2, 5, "no pieces").to_string(), "line 2, column 5: no pieces");
    }

    #[test]
    fn an_offset_becomes_a_line_and_a_column_in_characters() {
        let place = |file: &[u8], offset: usize| {
            let error = FormatError::at_offset(file, offset, "");
            (error.line, error.column)
        };
        assert_eq!(place(b"", 0), (Some(1), Some(1)));
        assert_eq!(place(b"ab\ncd", 2), (Some(1), Some(3)));
        assert_eq!(place(b"ab\ncd", 3), (Some(2), Some(1)));
        assert_eq!(place(b"ab\ncd", 99), (Some(2), Some(3)));
        assert_eq!(place("ä\nöü!".as_bytes(), 7), (Some(2), Some(3)));
        assert_eq!(place(b"a\xff\xfe", 2), (Some(1), Some(3)));
    }

    #[test]
    fn a_long_name_is_cut_between_characters_and_odd_characters_are_escaped() {
        assert_eq!(quoted("x"), "'x'");
        assert_eq!(quoted("a\0\n\u{a0}b c"), "'a\\u{0}\\n\\u{a0}b c'");
        assert_eq!(quoted(&"ä".repeat(40)), format!("'{}'", "ä".repeat(40)));
        assert_eq!(quoted(&"ä".repeat(41)), format!("'{}...'", "ä".repeat(40)));
    }
}
