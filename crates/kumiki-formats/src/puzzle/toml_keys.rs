//! TOML, one key at a time: tables that know their keys, and values that know where they stand.
//!
//! The crate `toml` parses; a value that we take from it has a place in the text. Here we ask for the value of a
//! key as what it should be, and get an error with line and column if it is something else.

use super::MAX_CELLS;
use super::drawing::{self, Row};
use crate::{FormatError, quoted};
use kumiki_model::Place;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table of the file.
pub(super) struct Keys<'t> {
    text: &'t str,
    table: &'t DeTable<'t>,
    /// The byte of the text where it stands.
    pub(super) offset: usize,
    /// How errors call it.
    name: &'static str,
}

impl<'t> Keys<'t> {
    /// A table that stands at a byte of the text.
    pub(super) fn new(text: &'t str, table: &'t DeTable<'t>, offset: usize, name: &'static str) -> Self {
        Self { text, table, offset, name }
    }

    /// Refuses all keys but these.
    pub(super) fn only(self, known: &[&str]) -> Result<Self, FormatError> {
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
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &'static str) -> Option<Value<'t>> {
        self.table.get(key).map(|value| Value { text: self.text, name: key, value })
    }

    /// The value of a key that has to be there.
    pub(super) fn require(&self, key: &'static str, expected: &str) -> Result<Value<'t>, FormatError> {
        self.get(key).ok_or_else(|| {
            let reason = format!("{} has no key '{key}', expected {expected}", self.name);
            FormatError::at_offset(self.text.as_bytes(), self.offset, reason)
        })
    }

    /// The one of these keys that is there; it is an error if there are several or none.
    pub(super) fn one_of(&self, keys: &[&'static str]) -> Result<Value<'t>, FormatError> {
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
                let reason = format!("{} has none of the keys {listed}, expected one of them", self.name);
                Err(FormatError::at_offset(self.text.as_bytes(), self.offset, reason))
            }
        }
    }
}

/// A value of the file.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    text: &'t str,
    /// The key that it belongs to.
    pub(super) name: &'static str,
    value: &'t Spanned<DeValue<'t>>,
}

impl<'t> Value<'t> {
    /// The byte of the text where it starts.
    pub(super) fn offset(&self) -> usize {
        self.value.span().start
    }

    /// An error at this value.
    pub(super) fn error(&self, reason: impl Into<String>) -> FormatError {
        FormatError::at_offset(self.text.as_bytes(), self.offset(), reason)
    }

    /// The error for a value of the wrong type.
    fn wrong(&self, expected: &str) -> FormatError {
        let kind = self.value.get_ref().type_str();
        let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
        self.error(format!("{} is {article} {kind}, expected {expected}", self.name))
    }

    /// Whether it is a string.
    pub(super) fn is_string(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// It as a string.
    pub(super) fn string(&self, expected: &str) -> Result<&'t str, FormatError> {
        self.value.get_ref().as_str().ok_or_else(|| self.wrong(expected))
    }

    /// It as a number in a range. Numbers outside of it are refused, those beyond 64 bits too.
    pub(super) fn integer(&self, range: std::ops::RangeInclusive<i64>, or: &str) -> Result<i64, FormatError> {
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
    pub(super) fn integer_or_any(
        &self,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<i64>, FormatError> {
        match self.value.get_ref().as_str() {
            Some("any") => Ok(None),
            _ => self.integer(range, " or \"any\"").map(Some),
        }
    }

    /// It as one of some words.
    pub(super) fn word<W: Copy>(&self, words: &[(&str, W)]) -> Result<W, FormatError> {
        let expected = words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let given = self.string(&format!("one of {expected}"))?;
        let found = words.iter().find(|(word, _)| *word == given);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            self.error(format!("{} is {}, expected one of {expected}", self.name, quoted(given)))
        })
    }

    /// It as a table, called like that.
    pub(super) fn table(&self, name: &'static str) -> Result<Keys<'t>, FormatError> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.wrong(&format!("a table {name}")))?;
        Ok(Keys::new(self.text, table, self.offset(), name))
    }

    /// It as a list.
    pub(super) fn list(
        &self,
        expected: &str,
    ) -> Result<impl Iterator<Item = Value<'t>> + use<'t>, FormatError> {
        let array = self.value.get_ref().as_array().ok_or_else(|| self.wrong(expected))?;
        let (text, name) = (self.text, self.name);
        Ok(array.iter().map(move |value| Value { text, name, value }))
    }

    /// It as sides such as `3x4x5`; two sides have one layer.
    pub(super) fn sides(&self) -> Result<[usize; 3], FormatError> {
        const EXPECTED: &str = "layers x rows x columns such as \"3x4x5\", or rows x columns";
        let given = self.string(EXPECTED)?;
        let refused = |why: &str| self.error(format!("{} is {}{why}", self.name, quoted(given)));
        let sides: Option<Vec<usize>> = given
            .split('x')
            .map(|side| side.trim().parse().ok().filter(|side| (1..=MAX_CELLS).contains(side)))
            .collect();
        let sides = match sides.as_deref() {
            Some([rows, columns]) => [1, *rows, *columns],
            Some([layers, rows, columns]) => [*layers, *rows, *columns],
            _ => return Err(refused(&format!(", expected {EXPECTED}"))),
        };
        let cell_count = sides.iter().try_fold(1_usize, |product, side| product.checked_mul(*side));
        match cell_count.filter(|count| *count <= MAX_CELLS) {
            Some(_) => Ok(sides),
            None => Err(refused(&format!(", expected at most {MAX_CELLS} cells"))),
        }
    }

    /// It as a list of cells, each with its own value for errors.
    pub(super) fn cells(&self) -> Result<Vec<([i64; 3], Value<'t>)>, FormatError> {
        const LIST: &str = "a list of cells such as [[0, 0, 0], [0, 0, 1]]";
        const CELL: &str = "layer, row and column, or row and column";
        let bound = i64::try_from(MAX_CELLS).unwrap_or(i64::MAX);
        let mut cells = Vec::new();
        for cell in self.list(LIST)? {
            let numbers: Vec<i64> = cell
                .list(LIST)?
                .map(|number| number.integer(-bound..=bound, ""))
                .collect::<Result<_, _>>()?;
            match numbers[..] {
                [row, column] => cells.push(([0, row, column], cell)),
                [layer, row, column] => cells.push(([layer, row, column], cell)),
                _ => {
                    let reason = format!("a cell with {} numbers, expected {CELL}", numbers.len());
                    return Err(cell.error(reason));
                }
            }
        }
        Ok(cells)
    }

    /// It as a list of places, which are cells without negative numbers.
    pub(super) fn places(&self) -> Result<Vec<(Place, Value<'t>)>, FormatError> {
        let place = |(cell, value): ([i64; 3], Value<'t>)| match cell.map(|at| usize::try_from(at).ok()) {
            [Some(layer), Some(row), Some(column)] => Ok(([layer, row, column], value)),
            _ => Err(value.error(format!("cell {cell:?} is negative, expected numbers from 0"))),
        };
        self.cells()?.into_iter().map(place).collect()
    }

    /// It as a drawing: a string with blank lines between layers, or a list of layers, each a list of rows.
    pub(super) fn layers(&self) -> Result<Vec<Vec<Row<'t>>>, FormatError> {
        const EXPECTED: &str = "a drawing: a string, or a list of layers, each a list of rows";
        let layers = if self.is_string() {
            drawing::layers(self.rows())
        } else {
            let layers = self.list(EXPECTED)?;
            layers
                .map(|layer| layer.list(EXPECTED)?.map(|row| row.single_row(EXPECTED)).collect())
                .collect::<Result<_, FormatError>>()?
        };
        match layers.is_empty() {
            true => Err(self.error(format!("{} is empty, expected a drawing", self.name))),
            false => Ok(layers),
        }
    }

    /// It as one row of a drawing.
    fn single_row(&self, expected: &str) -> Result<Row<'t>, FormatError> {
        self.string(expected)?;
        let mut rows = self.rows();
        match (rows.pop(), rows.pop()) {
            (Some(row), None) => Ok(row),
            (None, _) => Ok(Row { text: "", offset: self.offset(), exact: false }),
            _ => Err(self.error(format!("a row of {} has a line break, expected none", self.name))),
        }
    }

    /// The lines of a string, each with its place. Where the string is written with escapes, what stands in the file
    /// is not what is meant; then all lines have the place of the string.
    fn rows(&self) -> Vec<Row<'t>> {
        let span = self.value.span();
        let meant = self.value.get_ref().as_str().unwrap_or_default();
        let verbatim = self.text.get(span.clone()).and_then(between_quotes);
        match verbatim.filter(|(_, written)| written.lines().eq(meant.lines())) {
            Some((skipped, written)) => {
                let mut offset = span.start + skipped;
                let row = |line: &'t str| {
                    let text = line.strip_suffix('\n').unwrap_or(line);
                    let row = Row { text: text.strip_suffix('\r').unwrap_or(text), offset, exact: true };
                    offset += line.len();
                    row
                };
                written.split_inclusive('\n').map(row).collect()
            }
            None => meant.lines().map(|line| Row { text: line, offset: span.start, exact: false }).collect(),
        }
    }
}

/// What stands between the quotes of a string literal, and after how many bytes. The line break after three quotes does
/// not belong to it.
fn between_quotes(literal: &str) -> Option<(usize, &str)> {
    for quotes in ["\"\"\"", "'''"] {
        if let Some(inside) = literal.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(quotes)) {
            let line_break = ["\r\n", "\n"].into_iter().find(|line_break| inside.starts_with(line_break));
            let skipped = line_break.map_or(0, str::len);
            return Some((quotes.len() + skipped, &inside[skipped..]));
        }
    }
    let inside = ['"', '\''].into_iter().find_map(|quote| literal.strip_prefix(quote)?.strip_suffix(quote));
    inside.map(|inside| (1, inside))
}
