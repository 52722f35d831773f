//! A matrix of zeros and ones: rows are options, columns are items, named by their numbers from 1.
//!
//! ```text
//! 0010110
//! 1001001
//! ```
//! Blanks and commas between the digits are skipped. Comments and blank lines are as in Knuth's
//! text.

use super::draft::Draft;
use super::lines::{Line, is_space, lines_of};
use super::{CoverFile, CoverFormat};
use crate::{FormatError, quoted};
use kumiki_id::Id;
use kumiki_model::ItemKind;

/// The longest text that is written.
const SIZE_LIMIT_BYTES: usize = 1 << 30;

/// Whether a text looks like a matrix: rows of equally many digits, more than one, written either
/// together or one by one. (Words such as `01 10` are more likely names.)
pub(super) fn is_likely(text: &str) -> Result<bool, FormatError> {
    let mut widths = lines_of(text)?.map(likely_width);
    let Some(first) = widths.next().flatten().filter(|width| *width > 1) else {
        return Ok(false);
    };
    Ok(widths.all(|width| width == Some(first)))
}

/// How many columns a line has, if it looks like a row.
fn likely_width(line: Line<'_>) -> Option<usize> {
    let bytes = line.text.as_bytes();
    if !bytes.iter().all(|byte| is_digit(*byte) || is_gap(*byte)) {
        return None;
    }
    let digit_count = bytes.iter().filter(|byte| is_digit(**byte)).count();
    let words = || bytes.split(|byte| is_gap(*byte)).filter(|word| !word.is_empty());
    (words().count() == 1 || words().all(|word| word.len() == 1)).then_some(digit_count)
}

fn is_digit(byte: u8) -> bool {
    matches!(byte, b'0' | b'1')
}

fn is_gap(byte: u8) -> bool {
    byte == b',' || is_space(byte)
}

/// Reads a file in this dialect.
pub(super) fn read(text: &str) -> Result<CoverFile, FormatError> {
    let mut lines = lines_of(text)?.peekable();
    let Some(first) = lines.peek().copied() else {
        return Err(FormatError::of_file("nothing to read, expected rows of 0 and 1"));
    };
    let width = digits_of(first).try_fold(0, |width, digit| digit.map(|_| width + 1))?;
    let names: Vec<String> = (1..=width).map(|column| column.to_string()).collect();
    let mut draft = Draft::new();
    let items: Vec<_> = names
        .iter()
        .map(|name| draft.item(name, ItemKind::Primary).expect("numbers are different"))
        .collect();
    for line in lines {
        draft.begin_option();
        let (mut column, mut is_zero) = (0, true);
        for digit in digits_of(line) {
            if let ('1', Some(item)) = (digit?, items.get(column)) {
                is_zero = false;
                draft.cover(*item, None);
            }
            column += 1;
        }
        if column != width {
            let reason =
                format!("row of {column} columns, expected {width} as in line {}", first.number);
            return Err(line.error(reason));
        }
        if is_zero {
            return Err(line.error("row of zeros, expected at least one 1"));
        }
        draft.end_option(0).expect("nothing is always affordable");
    }
    Ok(draft.finish(Vec::new()))
}

/// The digits of a row; where something else stands, an error.
fn digits_of(line: Line<'_>) -> impl Iterator<Item = Result<char, FormatError>> {
    let characters = line.text.char_indices().filter(|(_, c)| !u8::try_from(*c).is_ok_and(is_gap));
    characters.map(move |(at, c)| match c {
        '0' | '1' => Ok(c),
        _ => {
            Err(line
                .error_at(at, format!("{}, expected 0 or 1", quoted(c.encode_utf8(&mut [0; 4])))))
        }
    })
}

/// Writes a file in this dialect. The names of the items go into a comment.
pub(super) fn write(file: &CoverFile) -> Result<String, FormatError> {
    file.refuse_all_but_primary(CoverFormat::Matrix)?;
    let problem = file.problem();
    let (row_count, width) = (problem.options().len(), problem.items().len());
    if row_count == 0 {
        return Err(FormatError::of_file("a problem without options, which matrix cannot say"));
    }
    if (width + 1).saturating_mul(row_count) > SIZE_LIMIT_BYTES {
        let reason = format!(
            "{row_count} rows of {width} digits, expected at most {SIZE_LIMIT_BYTES} bytes"
        );
        return Err(FormatError::of_file(reason));
    }
    let mut text = String::from("| columns:");
    for item in problem.items().ids() {
        text.push(' ');
        text.push_str(file.item_name(item));
    }
    text.push('\n');
    for covered in problem.options().iter() {
        let mut end = 0;
        for column in covered.iter().map(|item| item.index()) {
            text.extend(std::iter::repeat_n('0', column - end).chain(['1']));
            end = column + 1;
        }
        text.extend(std::iter::repeat_n('0', width - end).chain(['\n']));
    }
    Ok(text)
}
