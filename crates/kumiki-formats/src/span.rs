//! Parts of a file that know where they stand: lines, words, values.

use crate::{FormatError, quoted};
use std::fmt;
use std::ops::Range;

/// A part of a file.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Span<'t> {
    /// The text of the whole file.
    pub(crate) file: &'t str,
    /// Its characters.
    pub(crate) text: &'t str,
    /// The byte of the file where they stand; where the file has escapes of them instead, or they
    /// are not from the file at all, the byte where what they were made of stands.
    pub(crate) offset: usize,
}

impl<'t> Span<'t> {
    /// A whole file.
    pub(crate) fn of(file: &'t str) -> Self {
        Self { file, text: file, offset: 0 }
    }

    /// Some bytes of the file.
    pub(crate) fn range(self, range: Range<usize>) -> Self {
        let offset = range.start;
        Self { text: self.file.get(range).unwrap_or_default(), offset, ..self }
    }

    /// Nothing, at a byte of the file.
    pub(crate) fn at(self, offset: usize) -> Self {
        self.range(offset..offset)
    }

    /// A part of this part, recognised by its address; or a text that was made of this part, which
    /// then has its place.
    pub(crate) fn part(self, text: &'t str) -> Self {
        let offset = text.as_ptr().addr().checked_sub(self.file.as_ptr().addr());
        let is_inside = |offset: &usize| offset + text.len() <= self.file.len();
        Self { text, offset: offset.filter(is_inside).unwrap_or(self.offset), ..self }
    }

    /// Its lines, without the line feeds.
    pub(crate) fn lines(self) -> impl Iterator<Item = Self> + Clone {
        self.text.split('\n').map(move |line| self.part(line))
    }

    /// What stands between characters of some kind.
    pub(crate) fn words(
        self,
        is_between: impl Fn(char) -> bool + Clone,
    ) -> impl Iterator<Item = Self> + Clone {
        let words = self.text.split(is_between).filter(|word| !word.is_empty());
        words.map(move |word| self.part(word))
    }

    /// What stands before and after a separator, if there is one.
    pub(crate) fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(separator)?;
        Some((self.part(before), self.part(after)))
    }

    /// The number of its first line in the file, from 1.
    pub(crate) fn line_number(self) -> usize {
        1 + self.file[..self.offset].matches('\n').count()
    }

    /// Something is wrong with it.
    pub(crate) fn error(self, reason: impl Into<String>) -> FormatError {
        FormatError::at_offset(self.file.as_bytes(), self.offset, reason)
    }

    /// Something is wrong with its line as a whole.
    pub(crate) fn line_error(self, reason: impl Into<String>) -> FormatError {
        FormatError::in_line(self.line_number(), reason)
    }

    /// Something is wrong with it.
    pub(crate) fn refuse<T>(self, reason: impl Into<String>) -> Result<T, FormatError> {
        Err(self.error(reason))
    }

    /// Refuses it, unless it is as it should be.
    pub(crate) fn check<R: Into<String>>(
        self,
        is_good: bool,
        reason: impl FnOnce() -> R,
    ) -> Result<(), FormatError> {
        if is_good { Ok(()) } else { self.refuse(reason()) }
    }

    /// Something is wrong at one of its bytes.
    pub(crate) fn refuse_at<T>(
        self,
        at: usize,
        reason: impl Into<String>,
    ) -> Result<T, FormatError> {
        self.part(&self.text[at..]).refuse(reason)
    }
}

/// Errors show it in quotes.
impl fmt::Display for Span<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quoted(self.text))
    }
}

/// A number in decimal digits alone.
pub(crate) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_knows_its_place_and_what_was_made_of_it_has_that_too() {
        let file = Span::of("ä b\n c:d");
        let words: Vec<Span<'_>> = file.lines().flat_map(|line| line.words(|c| c == ' ')).collect();
        let places = words.iter().map(|word| (word.text, word.offset, word.line_number()));
        assert!(places.eq([("ä", 0, 1), ("b", 3, 1), ("c:d", 6, 2)]));
        let (_, after) = words[2].split_once(':').expect("a colon");
        assert_eq!(after.error("no").to_string(), "line 2, column 4: no");
        let made = String::from("d");
        assert_eq!(words[1].part(&made).error("no").to_string(), "line 1, column 3: no");
        assert_eq!(file.at(5).error("no").to_string(), "line 2, column 1: no");
    }
}
