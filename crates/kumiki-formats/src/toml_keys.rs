//! TOML, one key at a time: values that know where they stand, tables among them.
//!
//! The crate `toml` parses; a value that we take from it has a place in the text. Here we ask for
//! the value of a key as what it should be, and get an error with line and column if it is
//! something else.

use crate::span::Span;
use crate::{FormatError, quoted};
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The version of our own formats.
pub(crate) const VERSION: i64 = 1;

/// The table that a file is.
pub(crate) fn parse(text: &str) -> Result<DeValue<'_>, FormatError> {
    let table = DeTable::parse(text).map_err(|error| {
        let reason = error.message().lines().collect::<Vec<_>>().join("; ");
        Span::of(text).at(error.span().map_or(0, |span| span.start)).error(reason)
    })?;
    Ok(DeValue::Table(table.into_inner()))
}

/// A file that is written, one key after the other.
pub(crate) struct Keys(String);

impl Keys {
    /// The version and the title, if there is one.
    pub(crate) fn new(title: &str) -> Self {
        let mut keys = Self(format!("kumiki = {VERSION}\n"));
        keys.add("title", (!title.is_empty()).then(|| literal(title)));
        keys
    }

    /// The heading of a table.
    pub(crate) fn heading(&mut self, heading: &str) {
        self.0 += &format!("\n{heading}\n");
    }

    /// A key, if it has a value.
    pub(crate) fn add(&mut self, key: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.0 += &format!("{key} = {value}\n");
        }
    }

    /// The text of the file.
    pub(crate) fn text(self) -> String {
        self.0
    }
}

/// A string with quotes and escapes, for writers.
pub(crate) fn literal(content: &str) -> String {
    toml::Value::from(content).to_string()
}

/// The word that has a meaning, for writers.
pub(crate) fn word_for<W: PartialEq>(words: &[(&str, W)], meaning: &W) -> String {
    words
        .iter()
        .find(|(_, other)| other == meaning)
        .map_or(String::new(), |(word, _)| literal(word))
}

/// A value of the file.
#[derive(Clone, Copy)]
pub(crate) struct Value<'t> {
    /// How it is written.
    pub(crate) span: Span<'t>,
    /// The key that it belongs to; of a table, how errors call it.
    pub(crate) name: &'t str,
    value: &'t DeValue<'t>,
}

impl<'t> Value<'t> {
    /// The whole file, whose version is looked at before anything else: a file of the future is
    /// refused for its version and not for the keys that are new in it.
    pub(crate) fn of_file(text: &'t str, value: &'t DeValue<'t>) -> Result<Self, FormatError> {
        let file = Self { span: Span::of(text), name: "the file", value };
        let expected = format!("'kumiki = {VERSION}', the version of the format");
        file.require("kumiki", &expected)?
            .integer(VERSION..=VERSION, ", the only version so far")?;
        Ok(file)
    }

    /// A value inside of this one.
    fn inside(&self, name: &'t str, value: &'t Spanned<DeValue<'t>>) -> Self {
        Self { span: self.span.range(value.span()), name, value: value.get_ref() }
    }

    /// All keys of a table, with where they stand and their values, in the order of the file.
    pub(crate) fn entries(&self) -> Vec<(usize, Value<'t>)> {
        let entries = self.value.as_table().into_iter().flatten();
        let mut keys: Vec<_> = entries
            .map(|(key, value)| (key.span().start, self.inside(key.get_ref(), value)))
            .collect();
        keys.sort_unstable_by_key(|(start, _)| *start);
        keys
    }

    /// Refuses all keys but these.
    pub(crate) fn only(self, known: &[&str]) -> Result<Self, FormatError> {
        match self.entries().iter().find(|(_, value)| !known.contains(&value.name)) {
            None => Ok(self),
            Some((start, Value { name: key, .. })) => {
                let (shown, name, known) = (quoted(key), self.name, known.join(", "));
                let reason = format!("unknown key {shown} in {name}, expected one of {known}");
                self.span.at(*start).refuse(reason)
            }
        }
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&self, key: &'static str) -> Option<Value<'t>> {
        self.value.as_table()?.get(key).map(|value| self.inside(key, value))
    }

    /// The value of a key that has to be there.
    pub(crate) fn require(
        &self,
        key: &'static str,
        expected: &str,
    ) -> Result<Value<'t>, FormatError> {
        let reason = || format!("{} has no key '{key}', expected {expected}", self.name);
        self.get(key).ok_or_else(|| self.span.error(reason()))
    }

    /// The one of these keys that is there; it is an error if there are several or none.
    pub(crate) fn one_of(&self, keys: &[&'static str]) -> Result<Value<'t>, FormatError> {
        let mut found = keys.iter().filter_map(|key| self.get(key));
        let (name, listed) = (self.name, keys.join(", "));
        match (found.next(), found.next()) {
            (Some(value), None) => Ok(value),
            (Some(Value { name: first, .. }), Some(second)) => second
                .span
                .refuse(format!("'{first}' is in {name} too, expected only one of {listed}")),
            (None, _) => {
                let reason = format!("{name} has none of the keys {listed}");
                self.span.refuse(format!("{reason}, expected one of them"))
            }
        }
    }

    /// The error for a value of the wrong type.
    fn wrong(&self, expected: &str) -> FormatError {
        let kind = self.value.type_str();
        let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
        self.span.error(format!("{} is {article} {kind}, expected {expected}", self.name))
    }

    /// Whether it is a string.
    pub(crate) fn is_string(&self) -> bool {
        self.value.is_str()
    }

    /// It as a string.
    pub(crate) fn string(&self, expected: &str) -> Result<&'t str, FormatError> {
        self.value.as_str().ok_or_else(|| self.wrong(expected))
    }

    /// It as a name, which is not empty.
    pub(crate) fn nonempty(&self) -> Result<String, FormatError> {
        match self.string("a string")? {
            "" => self.span.refuse("the name is empty, expected at least one character"),
            given => Ok(given.to_owned()),
        }
    }

    /// It as true or false.
    pub(crate) fn boolean(&self) -> Result<bool, FormatError> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// It as a number in a range. Numbers outside of it are refused, those beyond 64 bits too.
    pub(crate) fn integer<N: TryFrom<i64> + PartialOrd + Display>(
        &self,
        range: RangeInclusive<N>,
        or: &str,
    ) -> Result<N, FormatError> {
        let expected = match range.start() == range.end() {
            true => format!("{}{or}", range.start()),
            false => format!("{} to {}{or}", range.start(), range.end()),
        };
        let DeValue::Integer(digits) = self.value else {
            return Err(self.wrong(&expected));
        };
        let number = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
        let number = number.and_then(|number| N::try_from(number).ok());
        let reason = || format!("{} is {digits}, expected {expected}", self.name);
        number.filter(|number| range.contains(number)).ok_or_else(|| self.span.error(reason()))
    }

    /// It as a list of numbers in a range.
    pub(crate) fn integers<N: TryFrom<i64> + PartialOrd + Display + Clone>(
        &self,
        range: RangeInclusive<N>,
        expected: &str,
    ) -> Result<Vec<N>, FormatError> {
        self.list(expected)?.map(|number| number.integer(range.clone(), "")).collect()
    }

    /// It as one of some words.
    pub(crate) fn word<W: Copy>(&self, words: &[(&str, W)]) -> Result<W, FormatError> {
        let expected =
            words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let given = self.string(&format!("one of {expected}"))?;
        match words.iter().find(|(word, _)| *word == given) {
            Some((_, meaning)) => Ok(*meaning),
            None => {
                let (name, given) = (self.name, quoted(given));
                self.span.refuse(format!("{name} is {given}, expected one of {expected}"))
            }
        }
    }

    /// It as a table, called like that.
    pub(crate) fn table(self, name: &'static str) -> Result<Self, FormatError> {
        match self.value.is_table() {
            true => Ok(Self { name, ..self }),
            false => Err(self.wrong(&format!("a table {name}"))),
        }
    }

    /// It as a list.
    pub(crate) fn list(
        self,
        expected: &str,
    ) -> Result<impl Iterator<Item = Value<'t>> + use<'t>, FormatError> {
        let array = self.value.as_array().ok_or_else(|| self.wrong(expected))?;
        Ok(array.iter().map(move |value| self.inside(self.name, value)))
    }

    /// The lines of a string, each with its place. Where the string is written with escapes, what
    /// stands in the file is not what is meant; then all lines have the place of the string.
    pub(crate) fn rows(self) -> impl Iterator<Item = Span<'t>> {
        let mut rest = self.span.text;
        let is_verbatim = rest.starts_with('\'') || !rest.contains('\\');
        let meant = self.value.as_str().unwrap_or_default();
        meant.lines().map(move |line| match rest.find(line).filter(|_| is_verbatim) {
            Some(at) => {
                let row = self.span.part(&rest[at..at + line.len()]);
                rest = &rest[at + line.len()..];
                row
            }
            None => self.span.part(line),
        })
    }
}
