//! TOML, one key at a time: tables that know their keys, and values that know where they stand.
//!
//! The crate `toml` parses; a value that we take from it has a place in the text. Here we ask for
//! the value of a key as what it should be, and get an error with line and column if it is
//! something else.

use crate::row::Row;
use crate::{FormatError, quoted};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The version of our own formats.
pub(crate) const VERSION: i64 = 1;

/// The table that a file is.
pub(crate) fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, FormatError> {
    DeTable::parse(text).map_err(|error| {
        let reason = error.message().lines().collect::<Vec<_>>().join("; ");
        FormatError::at_offset(text.as_bytes(), error.span().map_or(0, |span| span.start), reason)
    })
}

/// A string with quotes and escapes, for writers.
pub(crate) fn literal(content: &str) -> String {
    toml::Value::from(content).to_string()
}

/// A table of the file.
pub(crate) struct Keys<'t> {
    text: &'t str,
    table: &'t DeTable<'t>,
    /// The byte of the text where it stands.
    pub(crate) offset: usize,
    /// How errors call it.
    name: &'static str,
}

impl<'t> Keys<'t> {
    /// The whole file, whose version is looked at before anything else: a file of the future is
    /// refused for its version and not for the keys that are new in it.
    pub(crate) fn of_file(text: &'t str, table: &'t DeTable<'t>) -> Result<Self, FormatError> {
        let file = Self::new(text, table, 0, "the file");
        let expected = format!("'kumiki = {VERSION}', the version of the format");
        file.require("kumiki", &expected)?
            .integer(VERSION..=VERSION, ", the only version so far")?;
        Ok(file)
    }

    /// A table that stands at a byte of the text.
    fn new(text: &'t str, table: &'t DeTable<'t>, offset: usize, name: &'static str) -> Self {
        Self { text, table, offset, name }
    }

    /// Refuses all keys but these.
    pub(crate) fn only(self, known: &[&str]) -> Result<Self, FormatError> {
        let unknown = self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        match unknown.min_by_key(|key| key.span().start) {
            None => Ok(self),
            Some(key) => {
                let (shown, name, known) = (quoted(key.get_ref()), self.name, known.join(", "));
                let reason = format!("unknown key {shown} in {name}, expected one of {known}");
                Err(FormatError::at_offset(self.text.as_bytes(), key.span().start, reason))
            }
        }
    }

    /// The text of the whole file.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&self, key: &'static str) -> Option<Value<'t>> {
        self.table.get(key).map(|value| Value { text: self.text, name: key, value })
    }

    /// All keys with their values, in the order of the file.
    pub(crate) fn entries(&self) -> Vec<Value<'t>> {
        let mut keys: Vec<_> = self.table.iter().collect();
        keys.sort_unstable_by_key(|(key, _)| key.span().start);
        keys.into_iter()
            .map(|(key, value)| Value { text: self.text, name: key.get_ref(), value })
            .collect()
    }

    /// The value of a key that has to be there.
    pub(crate) fn require(
        &self,
        key: &'static str,
        expected: &str,
    ) -> Result<Value<'t>, FormatError> {
        self.get(key).ok_or_else(|| {
            let reason = format!("{} has no key '{key}', expected {expected}", self.name);
            FormatError::at_offset(self.text.as_bytes(), self.offset, reason)
        })
    }

    /// The one of these keys that is there; it is an error if there are several or none.
    pub(crate) fn one_of(&self, keys: &[&'static str]) -> Result<Value<'t>, FormatError> {
        let mut found = keys.iter().filter_map(|key| self.get(key));
        let listed = keys.join(", ");
        match (found.next(), found.next()) {
            (Some(value), None) => Ok(value),
            (Some(first), Some(second)) => {
                let (first, name) = (first.name, self.name);
                let reason = format!("'{first}' is in {name} too");
                Err(second.error(format!("{reason}, expected only one of {listed}")))
            }
            (None, _) => {
                let reason =
                    format!("{} has none of the keys {listed}, expected one of them", self.name);
                Err(FormatError::at_offset(self.text.as_bytes(), self.offset, reason))
            }
        }
    }
}

/// A value of the file.
#[derive(Clone, Copy)]
pub(crate) struct Value<'t> {
    text: &'t str,
    /// The key that it belongs to.
    pub(crate) name: &'t str,
    value: &'t Spanned<DeValue<'t>>,
}

impl<'t> Value<'t> {
    /// The byte of the text where it starts.
    pub(crate) fn offset(&self) -> usize {
        self.value.span().start
    }

    /// An error at this value.
    pub(crate) fn error(&self, reason: impl Into<String>) -> FormatError {
        FormatError::at_offset(self.text.as_bytes(), self.offset(), reason)
    }

    /// The error for a value of the wrong type.
    fn wrong(&self, expected: &str) -> FormatError {
        let kind = self.value.get_ref().type_str();
        let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
        self.error(format!("{} is {article} {kind}, expected {expected}", self.name))
    }

    /// Whether it is a string.
    pub(crate) fn is_string(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// It as a string.
    pub(crate) fn string(&self, expected: &str) -> Result<&'t str, FormatError> {
        self.value.get_ref().as_str().ok_or_else(|| self.wrong(expected))
    }

    /// It as true or false.
    pub(crate) fn boolean(&self) -> Result<bool, FormatError> {
        self.value.get_ref().as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// It as a number in a range. Numbers outside of it are refused, those beyond 64 bits too.
    pub(crate) fn integer(
        &self,
        range: std::ops::RangeInclusive<i64>,
        or: &str,
    ) -> Result<i64, FormatError> {
        let expected = match range.start() == range.end() {
            true => format!("{}{or}", range.start()),
            false => format!("{} to {}{or}", range.start(), range.end()),
        };
        let DeValue::Integer(digits) = self.value.get_ref() else {
            return Err(self.wrong(&expected));
        };
        let number = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.error(format!("{} is {digits}, expected {expected}", self.name)))
    }

    /// It as a number, or as the word "any", which is nothing.
    pub(crate) fn integer_or_any(
        &self,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<i64>, FormatError> {
        match self.value.get_ref().as_str() {
            Some("any") => Ok(None),
            _ => self.integer(range, " or \"any\"").map(Some),
        }
    }

    /// It as one of some words.
    pub(crate) fn word<W: Copy>(&self, words: &[(&str, W)]) -> Result<W, FormatError> {
        let expected =
            words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let given = self.string(&format!("one of {expected}"))?;
        let found = words.iter().find(|(word, _)| *word == given);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            self.error(format!("{} is {}, expected one of {expected}", self.name, quoted(given)))
        })
    }

    /// It as a table, called like that.
    pub(crate) fn table(&self, name: &'static str) -> Result<Keys<'t>, FormatError> {
        let table = self
            .value
            .get_ref()
            .as_table()
            .ok_or_else(|| self.wrong(&format!("a table {name}")))?;
        Ok(Keys::new(self.text, table, self.offset(), name))
    }

    /// It as a list.
    pub(crate) fn list(
        &self,
        expected: &str,
    ) -> Result<impl Iterator<Item = Value<'t>> + use<'t>, FormatError> {
        let array = self.value.get_ref().as_array().ok_or_else(|| self.wrong(expected))?;
        let (text, name) = (self.text, self.name);
        Ok(array.iter().map(move |value| Value { text, name, value }))
    }

    /// The lines of a string, each with its place. Where the string is written with escapes, what
    /// stands in the file is not what is meant; then all lines have the place of the string.
    pub(crate) fn rows(&self) -> Vec<Row<'t>> {
        let span = self.value.span();
        let meant = self.value.get_ref().as_str().unwrap_or_default();
        let verbatim = self.text.get(span.clone()).and_then(between_quotes);
        match verbatim.filter(|(_, written)| written.lines().eq(meant.lines())) {
            Some((skipped, written)) => {
                let mut offset = span.start + skipped;
                let row = |line: &'t str| {
                    let text = line.strip_suffix('\n').unwrap_or(line);
                    let row =
                        Row { text: text.strip_suffix('\r').unwrap_or(text), offset, exact: true };
                    offset += line.len();
                    row
                };
                written.split_inclusive('\n').map(row).collect()
            }
            None => meant
                .lines()
                .map(|line| Row { text: line, offset: span.start, exact: false })
                .collect(),
        }
    }
}

/// What stands between the quotes of a string literal, and after how many bytes. The line break
/// after three quotes does not belong to it.
fn between_quotes(literal: &str) -> Option<(usize, &str)> {
    for quotes in ["\"\"\"", "'''"] {
        if let Some(inside) =
            literal.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(quotes))
        {
            let line_break =
                ["\r\n", "\n"].into_iter().find(|line_break| inside.starts_with(line_break));
            let skipped = line_break.map_or(0, str::len);
            return Some((quotes.len() + skipped, &inside[skipped..]));
        }
    }
    let inside =
        ['"', '\''].into_iter().find_map(|quote| literal.strip_prefix(quote)?.strip_suffix(quote));
    inside.map(|inside| (1, inside))
}
