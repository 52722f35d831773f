//! A text as rows of words, and the rows as edges.

use super::dimacs;
use super::draft::{Draft, check_vertex_count};
use crate::row::Word;
use crate::{FormatError, quoted};
use kumiki_model::Graph;
use std::collections::HashMap;

/// Reads a text of either format.
pub(super) fn read(text: &str) -> Result<Graph, FormatError> {
    let rows = rows_of(text);
    let is_comment = |row: &Vec<Word<'_>>| row[0].text == "c";
    match rows.clone().find(|row| !is_comment(row)) {
        Some(heading) if heading[0].text == "p" && heading.len() > 2 => {
            dimacs::read(text, rows.filter(|row| !is_comment(row)))
        }
        _ => read_names(text, rows),
    }
}

/// The words of each line that has some. Blanks and tabs are between words, and `#` ends a line before its end.
fn rows_of(text: &str) -> impl Iterator<Item = Vec<Word<'_>>> + Clone {
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

/// Rows of one or two names.
fn read_names<'t>(text: &'t str, rows: impl Iterator<Item = Vec<Word<'t>>>) -> Result<Graph, FormatError> {
    let mut draft = Draft::new(text);
    let mut names: Vec<String> = Vec::new();
    let mut numbers: HashMap<&'t str, usize> = HashMap::new();
    for row in rows {
        let mut ends = Vec::new();
        for word in &row {
            if ends.len() == 2 {
                let reason = format!("a third name {}, expected one or two on a line", quoted(word.text));
                return Err(draft.error(*word, reason));
            }
            check_name(word).map_err(|(word, reason)| draft.error(word, reason))?;
            let number = *numbers.entry(word.text).or_insert(names.len());
            if number == names.len() {
                names.push(word.text.to_owned());
                check_vertex_count(names.len()).map_err(|reason| draft.error(*word, reason))?;
            }
            ends.push(number);
        }
        if let ([from, to], [start, end]) = (&ends[..], &row[..]) {
            draft.join([*from, *to], [*start, *end])?;
        }
    }
    draft.graph(names)
}

/// Whether a character can be in a name.
pub(super) fn is_of_names(character: char) -> bool {
    !character.is_control() && !character.is_whitespace() && character != '#'
}

/// Refuses a name with a character that nobody can see, and says where it is.
fn check_name<'t>(word: &Word<'t>) -> Result<(), (Word<'t>, String)> {
    match word.text.char_indices().find(|(_, character)| !is_of_names(*character)) {
        None => Ok(()),
        Some((at, character)) => {
            let shown = quoted(&character.to_string());
            let place = Word { text: &word.text[at..], offset: word.offset + at };
            Err((place, format!("the character {shown} in a name, expected blanks or tabs between names")))
        }
    }
}
