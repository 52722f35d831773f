//! Graphs as tables of two columns with a comma between.

use super::draft::Draft;
use crate::row::Word;
use crate::{FormatError, quoted};
use kumiki_model::Graph;

/// What the columns may be called in the first row, in letters of any size. Every other first row
/// is an edge.
const HEADINGS: [[&str; 2]; 2] = [["source", "target"], ["from", "to"]];

/// Whether a row is two names with a comma between. Names have no blanks, so `0,1 exit` is none.
pub(super) fn is_likely(text: &str, row: &[Word<'_>]) -> bool {
    let is_name = |field: &Word<'_>| !field.text.is_empty() && !field.text.contains([' ', '\t']);
    let is_vertex_alone = row.len() == 1 && row[0].text.ends_with(':');
    let fields = fields(text, row);
    fields.len() == 2 && fields.iter().all(is_name) && !is_vertex_alone
}

/// What stands between the commas of a row, without the blanks around it.
fn fields<'t>(text: &'t str, row: &[Word<'t>]) -> Vec<Word<'t>> {
    let (first, last) = (row[0], row[row.len() - 1]);
    let mut offset = first.offset;
    let fields = text[first.offset..last.offset + last.text.len()].split(',').map(|field| {
        let start = field.trim_start_matches([' ', '\t']);
        let word = Word {
            text: start.trim_end_matches([' ', '\t']),
            offset: offset + field.len() - start.len(),
        };
        offset += field.len() + 1;
        word
    });
    fields.collect()
}

/// Reads rows of two columns, of which the first may be their headings.
pub(super) fn read<'t>(text: &'t str, rows: &[Vec<Word<'t>>]) -> Result<Graph, FormatError> {
    let mut draft = Draft::new(text);
    for (number, row) in rows.iter().enumerate() {
        let fields = fields(text, row);
        let &[from, to] = &fields[..] else {
            let reason =
                format!("{} columns, expected two names with a comma between", fields.len());
            return Err(draft.error(row[0], reason));
        };
        let is_heading = HEADINGS.iter().any(|[source, target]| {
            from.text.eq_ignore_ascii_case(source) && to.text.eq_ignore_ascii_case(target)
        });
        if number == 0 && is_heading {
            continue;
        }
        if let Some(field) = fields.iter().find(|field| field.text.contains('"')) {
            let reason =
                format!("the quote in {}, expected names without quotes", quoted(field.text));
            return Err(draft.error(*field, reason));
        }
        draft.join_names([from, to])?;
    }
    draft.graph()
}
