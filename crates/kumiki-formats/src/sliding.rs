//! Positions of sliding tiles, as people write them: one, or a list.
//!
//! # One position
//! A position is written row by row, 0 for the blank:
//!
//! * a word with one hexadecimal digit for each cell, on boards of up to 16 cells:
//!   `159d26ae37bf48c0`;
//! * a word of digits for each row: `159d/26ae/37bf/48c0`;
//! * a word for each tile: `1 5 9 d / 2 6 a e / 3 7 b f / 4 8 c 0`. All words are decimal numbers,
//!   or all are one hexadecimal digit; of both kinds together nobody knows what they mean, and they
//!   are refused.
//!
//! Between words there are blanks, commas, semicolons, slashes or ends of lines. Slashes,
//! semicolons and ends of lines are ends of rows, which must be as long as the board says.
//!
//! # Lists
//! A line of a list has one position. A number of the position may come before it, and what comes
//! after it is a remark, such as the length of its shortest solutions in the lists that go around.
//! If one number for each cell follows the first number, then that one comes before the position.
//! A position may also take as many lines as the board has rows, one below the other, and then
//! stands alone. Empty lines and lines that begin with `#` are skipped.

mod lot;

pub use lot::by_lot;

use crate::FormatError;
use kumiki_model::{ModelError, SlidingBoard, SlidingPosition};

/// Boards with so many cells or fewer can be written with one hexadecimal digit per cell.
const HEX_CELLS: usize = 16;

/// Reads one position of a board.
///
/// # Errors
/// If the text is no position, or could be several; the message says what is wrong.
pub fn position(board: SlidingBoard, text: &str) -> Result<SlidingPosition, ModelError> {
    let refuse = |reason: String| Err(ModelError::Sliding { reason });
    let text = text.trim();
    let ends_row = |c: char| matches!(c, '/' | ';' | '\n');
    let rows: Vec<Vec<&str>> =
        text.split(ends_row).map(words).filter(|row| !row.is_empty()).collect();
    let words: Vec<&str> = rows.concat();
    if words.len() < 2 {
        return SlidingPosition::parse(board, words.first().unwrap_or(&text));
    }
    let [height, width] = [board.rows(), board.columns()];
    if let Some(tiles) = by_rows(board, &words) {
        return tiles;
    }
    if rows.len() > 1 {
        if rows.len() != height {
            let given = rows.len();
            return refuse(format!("{given} rows, expected {height} for a board of {board}"));
        }
        if let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != width) {
            let (number, given) = (at + 1, row.len());
            return refuse(format!(
                "row {number} has {given} tiles, expected {width} for a board of {board}"
            ));
        }
    }
    by_tiles(board, &words)
}

/// The words of a text, whatever is between them.
fn words(text: &str) -> Vec<&str> {
    let is_between = |c: char| matches!(c, ',' | ';' | '/') || c.is_whitespace();
    text.split(is_between).filter(|word| !word.is_empty()).collect()
}

/// A position with a word of digits for each row, if there are as many words and they are as long
/// as rows are.
fn by_rows(board: SlidingBoard, words: &[&str]) -> Option<Result<SlidingPosition, ModelError>> {
    let is_row = |word: &&str| is_row_of_digits(board, word);
    let are_rows = words.len() == board.rows() && words.iter().all(is_row);
    are_rows.then(|| SlidingPosition::parse(board, &words.concat()))
}

/// Whether a word has a digit for each cell of a row.
fn is_row_of_digits(board: SlidingBoard, word: &str) -> bool {
    board.cell_count() <= HEX_CELLS
        && word.len() == board.columns()
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A position with a word for each tile.
fn by_tiles(board: SlidingBoard, words: &[&str]) -> Result<SlidingPosition, ModelError> {
    let is_letter = |word: &&&str| {
        word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_hexdigit()) && !is_number(word)
    };
    let is_small = board.cell_count() <= HEX_CELLS;
    let Some(letter) = words.iter().find(is_letter).filter(|_| is_small) else {
        return SlidingPosition::parse(board, &words.join(","));
    };
    if let Some(long) = words.iter().find(|word| word.len() > 1 && is_number(word)) {
        let reason = format!(
            "'{letter}' and '{long}', expected all tiles as decimal numbers or all as \
             hexadecimal digits"
        );
        return Err(ModelError::Sliding { reason });
    }
    if let Some(other) = words.iter().find(|word| word.len() > 1) {
        let last = board.cell_count() - 1;
        let reason = format!("'{other}' is no tile, expected digits from 0 to {last:x}");
        return Err(ModelError::Sliding { reason });
    }
    match words.len() == board.cell_count() {
        true => SlidingPosition::parse(board, &words.concat()),
        false => {
            let (given, count) = (words.len(), board.cell_count());
            let reason = format!("{given} tiles, expected {count} for a board of {board}");
            Err(ModelError::Sliding { reason })
        }
    }
}

/// Whether a word is a decimal number.
fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a list of positions of a board: for each line with something on it, or for the first line
/// of those that have one position together, its number and the position, or what is wrong with it.
/// Bad lines do not spoil the others.
#[must_use]
pub fn read(
    board: SlidingBoard,
    bytes: &[u8],
) -> Vec<(usize, Result<SlidingPosition, FormatError>)> {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(str::from_utf8).zip(1..).peekable();
    let mut list = Vec::new();
    while let Some((text, number)) = lines.next() {
        let refused = |reason: String| Err(FormatError::in_line(number, reason));
        let Ok(text) = text.map(str::trim) else {
            list.push((number, refused("text that is not UTF-8, expected a position".to_owned())));
            continue;
        };
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if !is_row(board, text) {
            let position = in_a_line(board, text).or_else(|error| refused(error.to_string()));
            list.push((number, position));
            continue;
        }
        let mut rows = vec![text];
        let next_row = |(text, _): &(Result<&'_ str, _>, usize)| {
            text.as_ref().is_ok_and(|text| is_row(board, text.trim()))
        };
        while rows.len() < board.rows() {
            let Some((Ok(row), _)) = lines.next_if(next_row) else { break };
            rows.push(row);
        }
        let position = match rows.len() == board.rows() {
            true => position(board, &rows.join("\n")).or_else(|error| refused(error.to_string())),
            false => refused(format!(
                "{} of {} tiles, expected {} one below the other, or a position in a line",
                if rows.len() == 1 { "1 row".to_owned() } else { format!("{} rows", rows.len()) },
                board.columns(),
                board.rows(),
            )),
        };
        list.push((number, position));
    }
    list
}

/// Whether a line is a row of a board: as many tiles, or a word of as many digits.
fn is_row(board: SlidingBoard, text: &str) -> bool {
    let is_tile = |word: &&str| match word.len() {
        1 => word.bytes().all(|byte| byte.is_ascii_hexdigit()),
        length => length == 2 && is_number(word),
    };
    match words(text)[..] {
        [word] => is_row_of_digits(board, word),
        ref words => words.len() == board.columns() && words.iter().all(is_tile),
    }
}

/// The position of a line, with what may come before and after it.
fn in_a_line(board: SlidingBoard, text: &str) -> Result<SlidingPosition, ModelError> {
    let count = board.cell_count();
    let words = words(text);
    let is_numbered = words.first().is_some_and(|word| is_number(word));
    match words[..] {
        // A word of digits, at the beginning or behind a number.
        [first, ..] if first.len() == count && count > 2 => {
            return SlidingPosition::parse(board, first);
        }
        [_, second, ..] if second.len() == count && is_numbered => {
            return SlidingPosition::parse(board, second);
        }
        [] | [_] => return position(board, text),
        _ => {}
    }
    // A word for each row.
    let beginnings = [0, 1].into_iter().take(if is_numbered { 2 } else { 1 });
    let rows = beginnings.filter_map(|begin| words.get(begin..begin + board.rows()));
    let mut rows = rows.filter_map(|rows| by_rows(board, rows));
    if let Some(position) = rows.find_map(Result::ok) {
        return Ok(position);
    }
    // A word for each tile.
    let behind = words.get(1..=count).filter(|_| is_numbered);
    if let Some(Ok(position)) = behind.map(|tiles| by_tiles(board, tiles)) {
        return Ok(position);
    }
    let is_all_numbers = words.len() > count && words[..=count].iter().all(|word| is_number(word));
    let first = by_tiles(board, &words[..words.len().min(count)]);
    match behind.filter(|_| is_all_numbers && first.is_err()) {
        Some(tiles) => by_tiles(board, tiles),
        None => first,
    }
}

#[cfg(test)]
mod tests;
