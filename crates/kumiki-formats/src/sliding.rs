//! Lists of positions of sliding tiles, one to a line.
//!
//! A line has a position: on boards of up to 16 cells one word of as many hexadecimal digits, or,
//! on any board, as many numbers. A number of the position may come before it, and what comes after
//! it is a remark, such as the length of its shortest solutions in the lists that go around. Empty
//! lines and lines that begin with `#` are skipped.

use crate::FormatError;
use kumiki_model::{ModelError, SlidingBoard, SlidingPosition};

/// Reads a list of positions of a board: for each line with something on it, its number and the
/// position, or what is wrong with it. Bad lines do not spoil the others.
#[must_use]
pub fn read(
    board: SlidingBoard,
    bytes: &[u8],
) -> Vec<(usize, Result<SlidingPosition, FormatError>)> {
    let entry = |(text, line): (&[u8], usize)| {
        let Ok(text) = std::str::from_utf8(text) else {
            return Some((
                line,
                Err(FormatError::in_line(line, "text that is not UTF-8, expected a position")),
            ));
        };
        let text = text.trim();
        let position = || {
            read_line(board, text).map_err(|error| FormatError::in_line(line, error.to_string()))
        };
        (!text.is_empty() && !text.starts_with('#')).then(|| (line, position()))
    };
    bytes.split(|byte| *byte == b'\n').zip(1..).filter_map(entry).collect()
}

fn read_line(board: SlidingBoard, text: &str) -> Result<SlidingPosition, ModelError> {
    let count = board.cell_count();
    let words: Vec<&str> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    let parse = |text: &str| SlidingPosition::parse(board, text);
    // A word of digits, at the beginning or behind a number.
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words[..] {
        [first, ..] if first.len() == count && count > 2 => parse(first),
        [first, second, ..] if second.len() == count && is_number(&first) => parse(second),
        // One number for each cell, and perhaps one before and some behind.
        _ if words.len() > count && words[..=count].iter().all(is_number) => {
            parse(&words[1..=count].join(","))
        }
        _ if words.len() > 1 => parse(&words[..words.len().min(count)].join(",")),
        _ => parse(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(size: &str, text: &str) -> Vec<(usize, Result<String, String>)> {
        let entries = read(size.parse().expect("a board"), text.as_bytes());
        let written = |position: Result<SlidingPosition, FormatError>| {
            position.map(|position| position.to_string()).map_err(|error| error.to_string())
        };
        entries.into_iter().map(|(line, position)| (line, written(position))).collect()
    }

    #[test]
    fn lists_of_all_kinds_are_read() {
        let solved = || Ok("123456789abcdef0".to_owned());
        let text = "# a list\n\n123456789abcdef0\n7 123456789abcdef0 80 moves\n\
                    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n3 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 \
                    0 12\n\
                    1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0\r\n";
        let expected: Vec<_> = (3..=7).map(|line| (line, solved())).collect();
        assert_eq!(positions("4x4", text), expected);
        assert_eq!(
            positions("2x2", "1230\n1 2 3 0\n9 1 2 3 0\n"),
            (1..=3).map(|line| (line, Ok("1230".to_owned()))).collect::<Vec<_>>()
        );
        let long: Vec<String> = (0..25).map(|tile| tile.to_string()).collect();
        let text = format!("1 {} 95", long.join(" "));
        assert_eq!(positions("5x5", &text), [(1, Ok(long.join(",")))]);
    }

    #[test]
    fn bad_lines_are_named_and_do_not_spoil_the_others() {
        let read = positions("3x3", "123456780\n12345678\n123456788\n1 2 3\n012345678\n");
        let lines: Vec<(usize, bool)> =
            read.iter().map(|(line, position)| (*line, position.is_ok())).collect();
        assert_eq!(lines, [(1, true), (2, false), (3, false), (4, false), (5, true)]);
        let messages: Vec<&String> =
            read.iter().filter_map(|(_, position)| position.as_ref().err()).collect();
        assert_eq!(
            *messages[0],
            "line 2: '12345678' is too short, expected 9 digits, one for each cell of 3x3"
        );
        assert_eq!(
            *messages[1],
            "line 3: '123456788' has 8 twice and no 0, expected each digit once"
        );
        assert_eq!(*messages[2], "line 4: 3 tiles, expected 9 for a board of 3x3");
    }
}
