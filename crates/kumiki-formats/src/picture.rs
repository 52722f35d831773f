//! Packings as people draw them: characters in rows, layers side by side or one below the other.
//!
//! # What is read
//! ```text
//! the first one
//! 1 1 .   5 4 4   5 4 4
//! 1 1 2   5 . 2   5 6 6
//! 3 3 2   3 3 2   . 6 6
//!
//! 11. | 233 | 233
//! 114 | 2.4 | 255
//! 664 | 664 | .55
//! ```
//! `.` is an empty cell, and every other character is the label of a brick.
//!
//! * **Rows.** The layers of a row are separated by tabs, bars, or two or more blanks. Single
//!   blanks may stand between all cells of a layer. If a row has no other separator, equally long
//!   words of two or more characters are its layers: `11. 233 233`.
//! * **Words.** A line that begins with `#` is words. So is a line that is no such row and has
//!   three letters in a row, not all of them capital, `But the next one slides`; and a word of
//!   letters that stands alone, `But`. Any other line is refused.
//! * **Pictures.** Rows without a line between them are a block. A block with several layers is a
//!   picture. Blocks with one layer and equally many rows and columns, separated by blank lines,
//!   are the layers of one picture; words begin another one.

use crate::FormatError;
use crate::error::quoted;
use crate::plain_text::{short, utf8};

/// One packing that was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// Layers of rows of cells.
    pub layers: Vec<Vec<String>>,
}

/// What a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    Blank,
    Words,
    /// The cells of each layer.
    Row(Vec<String>),
    /// Neither words nor cells.
    Neither,
}

/// Rows that stand together.
struct Block {
    /// Where it begins.
    line: usize,
    /// The cells of each row, layer by layer.
    rows: Vec<Vec<String>>,
}

/// Reads all pictures of a text.
///
/// ```
/// use kumiki_formats::picture::read_pictures;
/// let pictures = read_pictures(b"1 1  2 2\n\n# in the plane\n11\n22\n")?;
/// assert_eq!(pictures.len(), 2);
/// assert_eq!(pictures[0].layers, [["11"], ["22"]]);
/// assert_eq!(pictures[1].layers, [["11", "22"]]);
/// # Ok::<(), kumiki_formats::FormatError>(())
/// ```
///
/// # Errors
/// If there is none, or if rows that stand together do not have the same layers.
pub fn read_pictures(file: &[u8]) -> Result<Vec<Picture>, FormatError> {
    let text = utf8(short(file)?)?;
    let lines: Vec<Line> = text.lines().map(read_line).collect();
    let mut pictures: Vec<Picture> = Vec::new();
    // Whether a block with one layer goes on with the last picture.
    let mut goes_on = false;
    let mut at = 0;
    while at < lines.len() {
        match &lines[at] {
            Line::Blank => at += 1,
            Line::Words => {
                goes_on = false;
                at += 1;
            }
            Line::Neither => {
                let reason = "cells that are not evenly spaced, expected layers such as \
                    '1 1 .   5 4 4' or '11. | 544', or words after #";
                return Err(FormatError::in_line(at + 1, reason));
            }
            Line::Row(_) => {
                let block = block(&lines, at)?;
                at += block.rows.len();
                if is_a_word(&block) {
                    goes_on = false;
                    continue;
                }
                let is_layer = block.rows[0].len() == 1;
                match pictures.last_mut().filter(|_| is_layer && goes_on) {
                    Some(picture) => add_layer(picture, &block)?,
                    None => pictures.push(picture(&block)),
                }
                goes_on = is_layer;
            }
        }
    }
    if pictures.is_empty() {
        return Err(FormatError::of_file(
            "there is no row of cells, expected layers such as '1 1 .   5 4 4', or '11. | 544'",
        ));
    }
    Ok(pictures)
}

fn read_line(line: &str) -> Line {
    let line = line.trim_end();
    if line.trim_start().is_empty() {
        return Line::Blank;
    }
    if line.starts_with('#') {
        return Line::Words;
    }
    let is_parted = line.trim().contains(['\t', '|']) || line.trim().contains("  ");
    let layers: Vec<Vec<&str>> = line
        .split(['\t', '|'])
        .flat_map(|part| part.split("  "))
        .map(|layer| layer.split_whitespace().collect::<Vec<_>>())
        .filter(|words| !words.is_empty())
        .collect();
    let length = |word: &&str| word.chars().count();
    let cells = |words: &Vec<&str>| {
        let is_row = words.len() == 1 || words.iter().all(|word| length(word) == 1);
        is_row.then(|| words.concat())
    };
    if let Some(layers) = layers.iter().map(cells).collect::<Option<Vec<String>>>() {
        return Line::Row(layers);
    }
    // Words of one length, with single blanks between them.
    match layers.as_slice() {
        [words] if !is_parted && words.iter().all(|word| length(word) == length(&words[0])) => {
            Line::Row(words.iter().map(|word| (*word).to_owned()).collect())
        }
        _ if has_words(line) => Line::Words,
        _ => Line::Neither,
    }
}

/// Whether three letters follow each other, not all of them capital.
fn has_words(line: &str) -> bool {
    let letters: Vec<char> = line.chars().collect();
    letters.windows(3).any(|three| {
        three.iter().all(|letter| letter.is_alphabetic())
            && three.iter().any(|letter| letter.is_lowercase())
    })
}

/// The rows that stand together from a line on.
fn block(lines: &[Line], from: usize) -> Result<Block, FormatError> {
    let rows = lines[from..].iter().map_while(|line| match line {
        Line::Row(cells) => Some(cells.clone()),
        _ => None,
    });
    let block = Block { line: from + 1, rows: rows.collect() };
    let shape = |row: &[String]| (row.len(), row[0].chars().count());
    let (layers, columns) = shape(&block.rows[0]);
    for (line, row) in (block.line..).zip(&block.rows) {
        let odd = row.iter().position(|cells| cells.chars().count() != columns);
        if row.len() != layers {
            let (expected, found) = (in_layers(layers), in_layers(row.len()));
            let line_before = block.line;
            let reason = format!("{found}, expected {expected} as in line {line_before}");
            return Err(FormatError::in_line(line, reason));
        }
        if let Some(odd) = odd {
            let found = row[odd].chars().count();
            let number = odd + 1;
            let reason =
                format!("{found} cells in layer {number}, expected {columns} as in layer 1");
            return Err(FormatError::in_line(line, reason));
        }
    }
    Ok(block)
}

fn in_layers(count: usize) -> String {
    match count {
        1 => "1 layer".to_owned(),
        _ => format!("{count} layers"),
    }
}

/// Whether a block is a word that stands alone.
fn is_a_word(block: &Block) -> bool {
    let [row] = block.rows.as_slice() else { return false };
    let [word] = row.as_slice() else { return false };
    word.chars().count() > 1
        && word.chars().all(char::is_alphabetic)
        && word.chars().any(char::is_lowercase)
}

fn picture(block: &Block) -> Picture {
    let layers = (0..block.rows[0].len())
        .map(|layer| block.rows.iter().map(|row| row[layer].clone()).collect());
    Picture { line: block.line, layers: layers.collect() }
}

/// The next layer of a picture, which has the shape of those before.
fn add_layer(picture: &mut Picture, block: &Block) -> Result<(), FormatError> {
    let layer: Vec<String> = block.rows.iter().map(|row| row[0].clone()).collect();
    let shape = |layer: &[String]| [layer.len(), layer[0].chars().count()];
    let ([rows, columns], expected) = (shape(&layer), shape(&picture.layers[0]));
    if [rows, columns] != expected {
        let reason = format!(
            "a layer of {rows} rows and {columns} columns, expected {} rows and {} columns as in \
             line {}, or words between pictures",
            expected[0], expected[1], picture.line
        );
        return Err(FormatError::in_line(block.line, reason));
    }
    picture.layers.push(layer);
    Ok(())
}

/// What a picture whose label does not mark a box is refused with.
#[must_use]
pub fn not_a_box(picture: &Picture, label: char, cells: usize) -> FormatError {
    let label = quoted(&label.to_string());
    let reason = format!(
        "label {label} marks {cells} cells that do not fill a box, expected one brick each"
    );
    FormatError::in_line(picture.line, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(text: &str) -> Vec<Vec<Vec<String>>> {
        let pictures = read_pictures(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        pictures.into_iter().map(|picture| picture.layers).collect()
    }

    #[test]
    fn layers_may_be_written_in_many_ways() {
        let expected = vec![vec![vec!["11.", "112"], vec!["544", "5.2"]]];
        for text in [
            "1 1 .   5 4 4\n1 1 2   5 . 2\n",
            "1 1 .\t5 4 4\n1 1 2\t5 . 2\n",
            "11.|544\n112|5.2\n",
            "  11.  544\n  112  5.2",
            "11. 544\n112 5.2\n",
            "| 1 1 . | 5 4 4 |\r\n| 1 1 2 | 5 . 2 |\r\n",
            "11.\n112\n\n544\n5.2\n",
            "1 1 .\n1 1 2\n\n\n5 4 4\n5 . 2\n\n",
            "\u{feff}11. 544\n112 5.2\n",
        ] {
            assert_eq!(layers(text), expected, "{text:?}");
        }
        assert_eq!(layers("1 1 2 2\n"), [[["1122"]]]);
    }

    #[test]
    fn words_and_blank_lines_part_pictures() {
        let two = vec![vec![vec!["12"], vec!["12"]], vec![vec!["33"], vec![".."]]];
        for text in [
            "1 2   1 2\n\n3 3   . .\n",
            "1 2   1 2\nBut this one slides:\n3 3   . .\n",
            "1: 2 bricks, no symmetry\n1 2   1 2\n2: 1 brick\n3 3   . .\n",
            "1 2   1 2\n\nBut\n\n3 3   . .\n",
            "12\n\n12\n# another\n33\n\n..\n",
            "12\n\n12\n\nbut\n\n33\n\n..\n",
        ] {
            assert_eq!(layers(text), two, "{text:?}");
        }
        assert_eq!(read_pictures(b"\n\n12\n").expect("a row")[0].line, 3);
    }

    #[test]
    fn bad_pictures_are_refused_in_one_line() {
        for (text, expected) in [
            ("", "there is no row of cells, expected layers such as"),
            ("nothing to be seen here\n", "there is no row of cells"),
            ("1 1  2\n", "line 1: 1 cells in layer 2, expected 2 as in layer 1"),
            ("11 22\n11 2\n", "line 2: cells that are not evenly spaced, expected layers"),
            ("11  22\n11  2\n", "line 2: 1 cells in layer 2, expected 2 as in layer 1"),
            ("11 22\n11\n", "line 2: 1 layer, expected 2 layers as in line 1"),
            ("11\n22\n\n11\n", "line 4: a layer of 1 rows and 2 columns, expected 2 rows and 2"),
        ] {
            let error = read_pictures(text.as_bytes()).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
        assert!(read_pictures(b"\xff\n").is_err());
    }
}
