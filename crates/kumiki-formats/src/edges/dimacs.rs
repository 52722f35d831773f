//! Graphs in the format of the DIMACS challenges.

use super::draft::{Draft, check_vertex_count};
use crate::row::Word;
use crate::{FormatError, quoted};
use kumiki_model::Graph;

/// Whether a row is one that this format skips.
pub(super) fn is_comment(row: &[Word<'_>]) -> bool {
    row[0].text == "c"
}

/// Whether the first row that is no comment is a heading of this format. With two words it is an
/// edge of somebody called `p`.
pub(super) fn is_likely(rows: &[Vec<Word<'_>>]) -> bool {
    let heading = rows.iter().find(|row| !is_comment(row));
    heading.is_some_and(|row| row[0].text == "p" && row.len() > 2)
}

/// Reads rows of which the first one that is no comment is a heading.
pub(super) fn read<'t>(text: &'t str, rows: &[Vec<Word<'t>>]) -> Result<Graph, FormatError> {
    let mut rows = rows.iter().filter(|row| !is_comment(row));
    let mut draft = Draft::new(text);
    let heading = rows.next().expect("somebody saw the heading");
    let &[_, kind, vertices, edges] = &heading[..] else {
        let reason =
            format!("a heading of {} words, expected 'p edge VERTICES EDGES'", heading.len());
        return Err(draft.error(heading[0], reason));
    };
    if !["edge", "col"].contains(&kind.text) {
        let reason = format!("a problem of kind {}, expected 'edge' or 'col'", quoted(kind.text));
        return Err(draft.error(kind, reason));
    }
    let [vertex_count, edge_count] = {
        let count = |word: Word<'t>, what: &str| {
            let reason =
                || format!("{} for the number of {what}, expected digits", quoted(word.text));
            number(word.text).ok_or_else(|| draft.error(word, reason()))
        };
        [count(vertices, "vertices")?, count(edges, "edges")?]
    };
    check_vertex_count(vertex_count).map_err(|reason| draft.error(vertices, reason))?;
    for row in rows {
        match row[..] {
            [letter, from, to] if letter.text == "e" => {
                let vertex = |word: Word<'t>| {
                    let known =
                        number(word.text).filter(|number| (1..=vertex_count).contains(number));
                    let reason = || {
                        format!(
                            "vertex {}, expected a number from 1 to {vertex_count}",
                            quoted(word.text)
                        )
                    };
                    known.map(|number| number - 1).ok_or_else(|| draft.error(word, reason()))
                };
                let ends = [vertex(from)?, vertex(to)?];
                draft.join(ends, [from, to])?;
            }
            [letter, ..] if letter.text == "e" => {
                let reason =
                    format!("an edge with {} ends, expected 'e' and two numbers", row.len() - 1);
                return Err(draft.error(letter, reason));
            }
            _ => {
                let reason =
                    format!("a line that begins with {}, expected 'e' or 'c'", quoted(row[0].text));
                return Err(draft.error(row[0], reason));
            }
        }
    }
    if draft.edge_count() != edge_count {
        let found = draft.edge_count();
        return Err(draft.error(
            edges,
            format!("{edge_count} edges announced, but {found} follow, expected as many"),
        ));
    }
    draft.numbered_graph(vertex_count, 1)
}

/// A number in decimal digits alone.
fn number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
