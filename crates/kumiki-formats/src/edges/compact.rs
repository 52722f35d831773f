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

use super::draft::{Draft, check_vertex_count};
use super::lines::Row;
use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_model::Graph;

/// What may stand before the first graph, the last in vain.
const HEADINGS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

/// Whether a row has the mark of one of the formats: a heading, or the character that only theirs
/// begin with. With a colon at its end it is a vertex.
pub(super) fn is_marked(row: &[Span<'_>]) -> bool {
    let text = row[0].text;
    let is_graph =
        row.len() == 1 && text.starts_with([':', '&']) && !(text.len() > 1 && text.ends_with(':'));
    is_graph || HEADINGS.iter().any(|heading| text.starts_with(heading))
}

/// Reads rows of which the first [is marked](is_marked), or each is one word.
pub(super) fn read(rows: &[Row<'_>]) -> Result<Graph, FormatError> {
    let mut lines: Row<'_> = Vec::new();
    for row in rows {
        if let Some(second) = row.get(1) {
            let reason = format!("{second} behind a graph, expected nothing else on its line");
            return second.refuse(reason);
        }
        // Nauty writes the first graph right behind the heading; some put a line break between.
        let mut headings = HEADINGS.iter().filter(|_| lines.is_empty());
        let graph = headings.find_map(|heading| row[0].text.strip_prefix(heading));
        let line = graph.map_or(row[0], |graph| row[0].part(graph));
        lines.extend((!line.text.is_empty()).then_some(line));
    }
    let Some(&line) = lines.first() else {
        return rows[0][0].refuse("a heading without a graph, expected one behind it");
    };
    let graph = match line.text.chars().next() {
        Some(':') => sparse6(line),
        Some('&') => {
            let expected = "expected a graph without directions, in graph6 or sparse6";
            line.refuse(format!("{line}, {expected}"))
        }
        _ => graph6(line).map_err(|error| if is_marked(&rows[0]) { error } else { alone(line) }),
    }?;
    match lines.get(1) {
        None => Ok(graph),
        Some(second) => {
            second.refuse(format!("graph 2 of {}, expected one graph in a file", lines.len()))
        }
    }
}

/// The error that a line is a word and nothing else.
pub(super) fn alone(word: Span<'_>) -> FormatError {
    word.error(format!(
        "{word} alone, expected two names, a name and a colon for a vertex without edges, or one \
         graph in graph6"
    ))
}

fn number(bits: &[bool]) -> usize {
    bits.iter().fold(0, |number, bit| number << 1 | usize::from(*bit))
}

/// The number of vertices of a line, and its bits behind it, the highest of each character first.
fn opened(line: Span<'_>) -> Result<(usize, Vec<bool>), FormatError> {
    let mut bits = Vec::with_capacity(6 * line.text.len());
    for (at, character) in line.text.char_indices() {
        if !('?'..='~').contains(&character) {
            let shown = quoted(&character.to_string());
            return line
                .refuse_at(at, format!("the character {shown}, expected one from '?' to '~'"));
        }
        let value = u32::from(character) - u32::from('?');
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    let is_full = |at: usize| bits.get(6 * at..6 * at + 6).is_some_and(|bits| number(bits) == 63);
    let (from, to) = match (is_full(0), is_full(1)) {
        (true, true) => (12, 48),
        (true, false) => (6, 24),
        (false, _) => (0, 6),
    };
    let Some(count) = bits.get(from..to).map(number) else {
        let reason = "the number of vertices is cut short, expected 1, 4 or 8 characters of it";
        return line.refuse(reason);
    };
    check_vertex_count(line, count)?;
    Ok((count, bits.split_off(to)))
}

fn graph6(line: Span<'_>) -> Result<Graph, FormatError> {
    let (count, bits) = opened(line)?;
    let pairs = (0..count).flat_map(|to| (0..to).map(move |from| [from, to]));
    let pair_count = count * count.saturating_sub(1) / 2;
    let (found, expected) = (bits.len() / 6, pair_count.div_ceil(6));
    line.check(found == expected, || {
        format!(
            "{found} characters behind the number of vertices, expected {expected} for {count} \
             vertices"
        )
    })?;
    if bits[pair_count..].contains(&true) {
        let reason = "a bit behind the last pair of vertices, expected zeros";
        return line.refuse_at(line.text.len() - 1, reason);
    }
    let mut draft = Draft::default();
    for (ends, _) in pairs.zip(&bits).filter(|(_, bit)| **bit) {
        draft.join(ends, [line, line])?;
    }
    draft.graph_of((0..count).map(|number| number.to_string()).collect())
}

fn sparse6(line: Span<'_>) -> Result<Graph, FormatError> {
    let (count, bits) = opened(line.part(&line.text[1..]))?;
    let width = usize::try_from(usize::BITS - count.saturating_sub(1).leading_zeros()).unwrap_or(0);
    let names: Vec<String> = (0..count).map(|number| number.to_string()).collect();
    let mut draft = Draft::default();
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
        } else {
            let ends = [other, current];
            draft.join(ends, ends.map(|end| line.part(&names[end])))?;
        }
    }
    line.check(rest.len() < 6 && !rest.contains(&false), || {
        format!("data behind the edges of {count} vertices, expected ones that fill up a character")
    })?;
    draft.graph_of(names)
}
