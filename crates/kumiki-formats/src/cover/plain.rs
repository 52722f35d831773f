//! Options of primary items without a line of items: lists of rows, and a matrix of zeros and ones.
//!
//! # Rows
//! ```text
//! 3 5 6
//! 1 4 7
//! ```
//! Every line is an option, its items separated by white space. The items are the words that occur,
//! each to be covered once. If all are numbers they come in the order of numbers, otherwise by
//! first occurrence.
//!
//! # A matrix
//! ```text
//! 0010110
//! 1001001
//! ```
//! Rows are options, columns are items, named by their numbers from 1. Blanks and commas between
//! the digits are skipped.
//!
//! Comments and blank lines are as in Knuth's text.

use super::draft::{Draft, check_name, is_number, is_space, lines_of, words_of};
use super::{CoverFile, CoverFormat, cannot_say, items_without_options};
use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_id::Id;
use kumiki_model::ItemKind;
use std::collections::HashSet;

/// The longest matrix that is written.
const SIZE_LIMIT_BYTES: usize = 1 << 30;

/// Reads rows.
pub(super) fn read_rows(text: &str) -> Result<CoverFile, FormatError> {
    let lines = lines_of(text)?;
    let mut names: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for word in lines.clone().flat_map(words_of) {
        if known.insert(word.text) {
            check_name(word.text).or_else(|(at, reason)| word.refuse_at(at, reason))?;
            names.push(word.text);
        }
    }
    if names.is_empty() {
        return Err(FormatError::of_file("nothing to read, expected rows of items"));
    }
    let mut warnings = Vec::new();
    if names.iter().all(|name| is_number(name)) {
        let digits = |name: &str| name.trim_start_matches('0').to_owned();
        names.sort_by_cached_key(|name| (digits(name).len(), digits(name), *name));
        let are_equal = |pair: &&[&str]| digits(pair[0]) == digits(pair[1]);
        if let Some(pair) = names.windows(2).find(are_equal) {
            warnings.push(format!("'{}' and '{}' are read as two items", pair[0], pair[1]));
        }
    }
    let mut draft = Draft::default();
    for name in names {
        draft.item(name, ItemKind::Primary).expect("the names are different");
    }
    for line in lines {
        draft.begin_option();
        for word in words_of(line) {
            let item = draft.find(word.text).expect("every word has become an item");
            word.check(draft.cover(item, None), || {
                format!("item {word} twice in a row, expected it once")
            })?;
        }
        draft.end_option(0).expect("nothing is always affordable");
    }
    Ok(draft.finish(warnings))
}

impl CoverFile {
    /// The problem as lists of items.
    ///
    /// # Errors
    /// If an item is not primary or is in no option, or the problem has costs, requirements, or no
    /// options.
    pub fn to_rows(&self) -> Result<String, FormatError> {
        self.refuse_all_but_primary(CoverFormat::Rows)?;
        if let Some(item) = items_without_options(self.problem()).first() {
            let what = format!("item {} is in no option", quoted(self.item_name(*item)));
            return Err(cannot_say(CoverFormat::Rows, &what));
        }
        Ok(self.option_lines())
    }
}

/// Whether a text looks like a matrix: rows of equally many digits, more than one, written either
/// together or one by one. (Words such as `01 10` are more likely names.)
pub(super) fn is_matrix(text: &str) -> Result<bool, FormatError> {
    let mut widths = lines_of(text)?.map(likely_width);
    let first = widths.next().flatten();
    Ok(first.is_some_and(|width| width > 1) && widths.all(|width| width == first))
}

/// How many columns a line has, if it looks like a row.
fn likely_width(line: Span<'_>) -> Option<usize> {
    let words = || line.words(is_gap).map(|word| word.text.len());
    let is_good = line.text.chars().all(|c| matches!(c, '0' | '1') || is_gap(c));
    let is_uniform = || words().count() == 1 || words().all(|length| length == 1);
    (is_good && is_uniform()).then(|| words().sum())
}

fn is_gap(character: char) -> bool {
    character == ',' || is_space(character)
}

/// Reads a matrix.
pub(super) fn read_matrix(text: &str) -> Result<CoverFile, FormatError> {
    let mut lines = lines_of(text)?.peekable();
    let Some(first) = lines.peek().copied() else {
        return Err(FormatError::of_file("nothing to read, expected rows of 0 and 1"));
    };
    let width = ones_of(first)?.len();
    let names: Vec<String> = (1..=width).map(|column| column.to_string()).collect();
    let mut draft = Draft::default();
    let items: Vec<_> = names
        .iter()
        .map(|name| draft.item(name, ItemKind::Primary).expect("numbers are different"))
        .collect();
    for line in lines {
        draft.begin_option();
        let row = ones_of(line)?;
        if row.len() != width {
            let (column, first) = (row.len(), first.line_number());
            let reason = format!("row of {column} columns, expected {width} as in line {first}");
            return Err(line.line_error(reason));
        }
        if !row.contains(&true) {
            return Err(line.line_error("row of zeros, expected at least one 1"));
        }
        for (item, _) in items.iter().zip(row).filter(|(_, is_one)| *is_one) {
            draft.cover(*item, None);
        }
        draft.end_option(0).expect("nothing is always affordable");
    }
    Ok(draft.finish(Vec::new()))
}

/// Which digits of a row are ones.
fn ones_of(line: Span<'_>) -> Result<Vec<bool>, FormatError> {
    let characters = line.text.char_indices().filter(|(_, c)| !is_gap(*c));
    let digit = |(at, character): (usize, char)| match character {
        '0' | '1' => Ok(character == '1'),
        _ => {
            let shown = quoted(&character.to_string());
            line.refuse_at(at, format!("{shown}, expected 0 or 1"))
        }
    };
    characters.map(digit).collect()
}

impl CoverFile {
    /// The problem as zeros and ones; the names of the items become a comment.
    ///
    /// # Errors
    /// If an item is not primary, the problem has costs, requirements, or no options, or the text
    /// would be longer than a gibibyte.
    pub fn to_matrix(&self) -> Result<String, FormatError> {
        self.refuse_all_but_primary(CoverFormat::Matrix)?;
        let problem = self.problem();
        let (row_count, width) = (problem.options().len(), problem.items().len());
        if (width + 1).saturating_mul(row_count) > SIZE_LIMIT_BYTES {
            let expected = format!("expected at most {SIZE_LIMIT_BYTES} bytes");
            let reason = format!("{row_count} rows of {width} digits, {expected}");
            return Err(FormatError::of_file(reason));
        }
        let mut text = String::from("| columns:");
        for item in problem.items().ids() {
            text.extend([" ", self.item_name(item)]);
        }
        text.push('\n');
        for covered in problem.options().iter() {
            let mut row = vec!['0'; width];
            covered.iter().for_each(|item| row[item.index()] = '1');
            text.extend(row);
            text.push('\n');
        }
        Ok(text)
    }
}
