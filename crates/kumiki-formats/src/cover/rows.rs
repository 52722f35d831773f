//! Plain lists of rows: every line an option, its items separated by white space, and no line of
//! items.
//!
//! ```text
//! 3 5 6
//! 1 4 7
//! ```
//! The items are the words that occur, each to be covered once. If all are numbers they come in the
//! order of numbers, otherwise by first occurrence. Comments and blank lines are as in Knuth's
//! text.

use super::draft::Draft;
use super::lines::{Word, lines_of};
use super::words::{Fault, check_name, is_number};
use super::{CoverFile, CoverFormat, items_without_options};
use crate::{FormatError, quoted};
use kumiki_model::ItemKind;
use std::collections::HashSet;

/// Reads a file in this dialect.
pub(super) fn read(text: &str) -> Result<CoverFile, FormatError> {
    let lines = lines_of(text)?;
    let mut names: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for word in lines.clone().flat_map(super::lines::Line::words) {
        if known.insert(word.text) {
            check_name(word.text)
                .map_err(|Fault { offset, reason }| word.error_at(offset, reason))?;
            names.push(word.text);
        }
    }
    if names.is_empty() {
        return Err(FormatError::of_file("nothing to read, expected rows of items"));
    }
    let mut warnings = Vec::new();
    if names.iter().all(|name| is_number(name)) {
        names.sort_unstable_by_key(|name| {
            (significant_digits(name).len(), significant_digits(name), *name)
        });
        let are_equal = |pair: &&[&str]| significant_digits(pair[0]) == significant_digits(pair[1]);
        if let Some(pair) = names.windows(2).find(are_equal) {
            warnings.push(format!("'{}' and '{}' are read as two items", pair[0], pair[1]));
        }
    }
    let mut draft = Draft::new();
    for name in names {
        draft.item(name, ItemKind::Primary).expect("the names are different");
    }
    for line in lines {
        draft.begin_option();
        for word in line.words() {
            cover(&mut draft, word)?;
        }
        draft.end_option(0).expect("nothing is always affordable");
    }
    Ok(draft.finish(warnings))
}

/// A number without the zeros in front.
fn significant_digits(number: &str) -> &str {
    number.trim_start_matches('0')
}

fn cover<'t>(draft: &mut Draft<'t>, word: Word<'t>) -> Result<(), FormatError> {
    let item = draft.find(word.text).expect("every word has become an item");
    if draft.cover(item, None) {
        return Ok(());
    }
    Err(word.error(format!("item {} twice in a row, expected it once", quoted(word.text))))
}

/// Writes a file in this dialect.
pub(super) fn write(file: &CoverFile) -> Result<String, FormatError> {
    file.refuse_all_but_primary(CoverFormat::Rows)?;
    if file.problem().options().is_empty() {
        return Err(FormatError::of_file("a problem without options, which rows cannot say"));
    }
    if let Some(item) = items_without_options(file.problem()).first() {
        let name = quoted(file.item_name(*item));
        return Err(FormatError::of_file(format!(
            "item {name} is in no option, which rows cannot say"
        )));
    }
    Ok(file.problem().options().ids().flat_map(|option| [file.option_text(option), "\n"]).collect())
}
