//! A text as rows of words, the format that they are in, and rows of names as edges.

use super::draft::Draft;
use super::{compact, csv, dimacs, dot};
use crate::FormatError;
use crate::quoted;
use crate::row::Word;
use kumiki_model::Graph;

/// Reads a text of any format. Which one it is, its first row tells; only a word alone may have
/// edges below.
pub(super) fn read(text: &str) -> Result<Graph, FormatError> {
    if dot::is_likely(text) {
        return dot::read(text);
    }
    let rows: Vec<Vec<Word<'_>>> = rows_of(text).collect();
    let is_one_bare_word = |row: &Vec<Word<'_>>| row.len() == 1 && !row[0].text.ends_with(':');
    match rows.first() {
        Some(first) if compact::is_marked(first) => compact::read(text, &rows),
        Some(_) if dimacs::is_likely(&rows) => dimacs::read(text, &rows),
        Some(first) if csv::is_likely(text, first) => csv::read(text, &rows),
        Some(_) if rows.iter().all(is_one_bare_word) => compact::read(text, &rows),
        _ => read_names(text, &rows),
    }
}

/// The words of each line that has some. Blanks and tabs are between words, and `#` ends a line
/// before its end.
fn rows_of(text: &str) -> impl Iterator<Item = Vec<Word<'_>>> {
    let mut line_start = 0;
    let rows = text.split('\n').map(move |line| {
        let mut offset = line_start;
        line_start += line.len() + 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let before_comment = line.split('#').next().unwrap_or(line);
        let words = before_comment.split([' ', '\t']).map(|text| {
            let word = Word { text, offset };
            offset += text.len() + 1;
            word
        });
        words.filter(|word| !word.text.is_empty()).collect::<Vec<_>>()
    });
    rows.filter(|row| !row.is_empty())
}

/// Rows of two names, or of one with a colon.
fn read_names<'t>(text: &'t str, rows: &[Vec<Word<'t>>]) -> Result<Graph, FormatError> {
    let mut draft = Draft::new(text);
    for row in rows {
        match row[..] {
            [name] => {
                let bare = name.text.strip_suffix(':');
                if bare.is_none() && !is_plain(name.text) {
                    return Err(compact::alone(text, name));
                }
                draft.vertex(Word { text: bare.unwrap_or(name.text), ..name })?;
            }
            [from, to] => draft.join_names([from, to])?,
            [first, second, third, ..] => {
                draft.vertex(first)?;
                draft.vertex(second)?;
                let reason =
                    format!("a third name {}, expected one or two on a line", quoted(third.text));
                return Err(draft.error(third, reason));
            }
            [] => {}
        }
    }
    draft.graph()
}

/// Whether nobody can take a name alone for something else: a number of vertices, or two names with
/// a sign between.
fn is_plain(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}
