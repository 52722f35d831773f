//! Graphs in the formats of nauty and its relatives: one line of printable characters, six bits in
//! each.
//!
//! `graph6` has a bit for each pair of vertices, column by column of the upper triangle. `sparse6`
//! begins with `:` and has a list of edges: bits `b` and numbers `x` in turns, about a current
//! vertex `v`, 0 at first. If `b` is set, `v` grows by one; then `x > v` moves `v` to `x`, and any
//! other `x` is an edge from `x` to `v`. Ones fill up the last character; they are too few for an
//! edge, or are about a vertex that does not exist.
//!
//! Vertices are numbered from 0. Loops, and edges that come twice, which `sparse6` can say, are
//! refused, and so is `digraph6`, whose graphs have directions.

use super::draft::{Draft, check_vertex_count, error_at};
use crate::row::Word;
use crate::{FormatError, quoted};
use kumiki_model::Graph;

/// What may stand before the first graph, the last in vain.
const HEADINGS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

/// Whether a row has the mark of one of the formats: a heading, or the character that only theirs
/// begin with. With a colon at its end it is a vertex.
pub(super) fn is_marked(row: &[Word<'_>]) -> bool {
    let text = row[0].text;
    let is_graph =
        row.len() == 1 && text.starts_with([':', '&']) && !(text.len() > 1 && text.ends_with(':'));
    is_graph || HEADINGS.iter().any(|heading| text.starts_with(heading))
}

/// Reads rows of which the first [is marked](is_marked), or each is one word.
pub(super) fn read<'t>(text: &'t str, rows: &[Vec<Word<'t>>]) -> Result<Graph, FormatError> {
    let first = rows[0][0];
    let mut lines: Vec<Word<'t>> = Vec::new();
    for row in rows {
        if let Some(second) = row.get(1) {
            let reason = format!(
                "{} behind a graph, expected nothing else on its line",
                quoted(second.text)
            );
            return Err(error_at(text, second.offset, reason));
        }
        // Nauty writes the first graph right behind the heading; some put a line break between.
        let heading = HEADINGS
            .into_iter()
            .find(|heading| lines.is_empty() && row[0].text.starts_with(heading));
        let skipped = heading.map_or(0, str::len);
        let line = Word { text: &row[0].text[skipped..], offset: row[0].offset + skipped };
        lines.extend((!line.text.is_empty()).then_some(line));
    }
    let Some(&line) = lines.first() else {
        return Err(error_at(
            text,
            first.offset,
            "a heading without a graph, expected one behind it",
        ));
    };
    let graph = match line.text.chars().next() {
        Some(':') => sparse6(text, line),
        Some('&') => {
            let reason = format!(
                "{}, expected a graph without directions, in graph6 or sparse6",
                quoted(line.text)
            );
            Err(error_at(text, line.offset, reason))
        }
        _ => graph6(text, line)
            .map_err(|error| if is_marked(&rows[0]) { error } else { alone(text, line) }),
    }?;
    match lines.get(1) {
        None => Ok(graph),
        Some(second) => {
            let reason = format!("graph 2 of {}, expected one graph in a file", lines.len());
            Err(error_at(text, second.offset, reason))
        }
    }
}

/// The error that a line is a word and nothing else.
pub(super) fn alone(text: &str, word: Word<'_>) -> FormatError {
    let name = quoted(word.text);
    let reason = format!(
        "{name} alone, expected two names, a name and a colon for a vertex without edges, or one \
         graph in graph6"
    );
    error_at(text, word.offset, reason)
}

/// The bits of some characters, the highest first, or the first character that has none.
fn bits(word: Word<'_>) -> Result<Vec<bool>, (usize, String)> {
    let mut bits = Vec::with_capacity(6 * word.text.len());
    for (at, character) in word.text.char_indices() {
        if !('?'..='~').contains(&character) {
            let shown = quoted(&character.to_string());
            return Err((
                word.offset + at,
                format!("the character {shown}, expected one from '?' to '~'"),
            ));
        }
        let value = u32::from(character) - u32::from('?');
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    Ok(bits)
}

fn number(bits: &[bool]) -> usize {
    bits.iter().fold(0, |number, bit| number << 1 | usize::from(*bit))
}

/// The number of vertices that some bits begin with, and the bits behind it.
fn vertex_count(bits: &[bool]) -> Option<(usize, &[bool])> {
    let is_full = |at: usize| bits.get(6 * at..6 * at + 6).is_some_and(|bits| number(bits) == 63);
    let (from, to) = match (is_full(0), is_full(1)) {
        (true, true) => (12, 48),
        (true, false) => (6, 24),
        (false, _) => (0, 6),
    };
    Some((number(bits.get(from..to)?), &bits[to..]))
}

/// The number of vertices of a line, and its bits behind it.
fn opened(text: &str, line: Word<'_>) -> Result<(usize, Vec<bool>), FormatError> {
    let bits = bits(line).map_err(|(offset, reason)| error_at(text, offset, reason))?;
    let Some((count, rest)) = vertex_count(&bits) else {
        let reason = "the number of vertices is cut short, expected 1, 4 or 8 characters of it";
        return Err(error_at(text, line.offset, reason));
    };
    check_vertex_count(count).map_err(|reason| error_at(text, line.offset, reason))?;
    Ok((count, rest.to_vec()))
}

fn graph6(text: &str, line: Word<'_>) -> Result<Graph, FormatError> {
    let (count, bits) = opened(text, line)?;
    let pairs = (0..count).flat_map(|to| (0..to).map(move |from| [from, to]));
    let pair_count = count * count.saturating_sub(1) / 2;
    if bits.len() != pair_count.div_ceil(6) * 6 {
        let reason = format!(
            "{} characters behind the number of vertices, expected {} for {count} vertices",
            bits.len() / 6,
            pair_count.div_ceil(6)
        );
        return Err(error_at(text, line.offset, reason));
    }
    if bits[pair_count..].contains(&true) {
        let end = line.offset + line.text.len() - 1;
        return Err(error_at(text, end, "a bit behind the last pair of vertices, expected zeros"));
    }
    let mut draft = Draft::new(text);
    for ([from, to], _) in pairs.zip(&bits).filter(|(_, bit)| **bit) {
        draft.join([from, to], [line, line])?;
    }
    draft.numbered_graph(count, 0)
}

fn sparse6(text: &str, line: Word<'_>) -> Result<Graph, FormatError> {
    let (count, bits) = opened(text, Word { text: &line.text[1..], offset: line.offset + 1 })?;
    let width = usize::try_from(usize::BITS - count.saturating_sub(1).leading_zeros()).unwrap_or(0);
    let mut draft = Draft::new(text);
    let (mut current, mut rest) = (0, &bits[..]);
    while rest.len() > width {
        let (is_next, other) = (rest[0], number(&rest[1..=width]));
        current += usize::from(is_next);
        if other >= count || current >= count {
            break;
        }
        rest = &rest[width + 1..];
        if other > current {
            current = other;
            continue;
        }
        let ends = [other, current];
        let names = ends.map(|end| end.to_string());
        let word = |name| Word { text: name, offset: line.offset };
        draft.join(ends, [word(&names[0]), word(&names[1])])?;
    }
    if rest.len() >= 6 || rest.contains(&false) {
        let reason = format!(
            "data behind the edges of {count} vertices, expected ones that fill up a character"
        );
        return Err(error_at(text, line.offset, reason));
    }
    draft.numbered_graph(count, 0)
}
