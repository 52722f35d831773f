//! Formats with an edge on each line: names, CSV, and the format of the DIMACS challenges.

use super::compact;
use super::draft::{Draft, check_name, check_vertex_count};
use crate::span::{Span, number};
use crate::{FormatError, quoted};
use kumiki_model::Graph;

/// The words of a line.
pub(super) type Row<'t> = Vec<Span<'t>>;

/// The words of each line that has some. Blanks and tabs are between words, and `#` ends a line
/// before its end.
pub(super) fn rows_of(text: &str) -> Vec<Row<'_>> {
    let rows = Span::of(text).lines().map(|line| {
        let line = line.part(line.text.strip_suffix('\r').unwrap_or(line.text));
        line.split_once('#').map_or(line, |(before, _)| before).words(is_blank).collect()
    });
    rows.filter(|row: &Row<'_>| !row.is_empty()).collect()
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Reads rows of two names, or of one with a colon.
pub(super) fn read_names(rows: &[Row<'_>]) -> Result<Graph, FormatError> {
    let mut draft = Draft::default();
    for row in rows {
        match row[..] {
            [name] => {
                let bare = name.text.strip_suffix(':');
                if bare.is_none() && !is_plain(name.text) {
                    return Err(compact::alone(name));
                }
                draft.vertex(name.part(bare.unwrap_or(name.text)))?;
            }
            [from, to] => draft.join_names([from, to])?,
            [first, second, third, ..] => {
                draft.vertex(first)?;
                draft.vertex(second)?;
                let reason = format!("a third name {third}, expected one or two on a line");
                return third.refuse(reason);
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

/// A graph as lines of names. What is written reads back as the same graph with the same numbers of
/// vertices, but without the knowledge that it was made of the cells of a board.
///
/// # Errors
/// If there are no vertices, or a name is empty, has blanks, control characters or `#` in it, or
/// looks as if a column ended there.
pub fn to_text(graph: &Graph) -> Result<String, FormatError> {
    let names = graph.names();
    if names.is_empty() {
        return Err(FormatError::of_file("a graph without vertices, expected at least one"));
    }
    for name in names {
        check_name(name).map_err(|(_, reason)| {
            FormatError::of_file(format!("the name {}: {reason}", quoted(name)))
        })?;
    }
    let mut text = String::new();
    // A reader numbers vertices as they come, so one that would come too late is named on a line of
    // its own.
    let mut named_count = 0;
    for [from, to] in graph.edges() {
        let comes_in_order = *to < named_count
            || [*from, *to] == [named_count, named_count + 1]
            || { *from < named_count && *to == named_count };
        if !comes_in_order {
            names[named_count..=*to].iter().for_each(|name| text += &format!("{name}:\n"));
        }
        named_count = named_count.max(to + 1);
        text += &format!("{} {}\n", names[*from], names[*to]);
    }
    names[named_count..].iter().for_each(|name| text += &format!("{name}:\n"));
    Ok(text)
}

/// What the columns of CSV may be called in the first row, in letters of any size. Every other
/// first row is an edge.
const HEADINGS: [[&str; 2]; 2] = [["source", "target"], ["from", "to"]];

/// Whether a row is two names with a comma between. Names have no blanks, so `0,1 exit` is none.
pub(super) fn is_csv(text: &str, row: &[Span<'_>]) -> bool {
    let is_name = |field: &Span<'_>| !field.text.is_empty() && !field.text.contains(is_blank);
    let is_vertex_alone = row.len() == 1 && row[0].text.ends_with(':');
    let fields = fields(text, row);
    fields.len() == 2 && fields.iter().all(is_name) && !is_vertex_alone
}

/// What stands between the commas of a row, without the blanks around it.
fn fields<'t>(text: &'t str, row: &[Span<'t>]) -> Row<'t> {
    let (first, last) = (row[0], row[row.len() - 1]);
    let fields = text[first.offset..last.offset + last.text.len()].split(',');
    fields.map(|field| first.part(field.trim_matches(is_blank))).collect()
}

/// Reads rows of two columns, of which the first may be their headings.
pub(super) fn read_csv<'t>(text: &'t str, rows: &[Row<'t>]) -> Result<Graph, FormatError> {
    let mut draft = Draft::default();
    for (at, row) in rows.iter().enumerate() {
        let fields = fields(text, row);
        let &[from, to] = &fields[..] else {
            let count = fields.len();
            let reason = format!("{count} columns, expected two names with a comma between");
            return row[0].refuse(reason);
        };
        let is_heading = HEADINGS.iter().any(|[source, target]| {
            from.text.eq_ignore_ascii_case(source) && to.text.eq_ignore_ascii_case(target)
        });
        if at == 0 && is_heading {
            continue;
        }
        if let Some(field) = fields.iter().find(|field| field.text.contains('"')) {
            return field.refuse(format!("the quote in {field}, expected names without quotes"));
        }
        draft.join_names([from, to])?;
    }
    draft.graph()
}

/// Whether the first row that is no comment is a heading of DIMACS. With two words it is an edge of
/// somebody called `p`.
pub(super) fn is_dimacs(rows: &[Row<'_>]) -> bool {
    let heading = rows.iter().find(|row| row[0].text != "c");
    heading.is_some_and(|row| row[0].text == "p" && row.len() > 2)
}

/// Reads rows of which the first one that is no comment is a heading.
pub(super) fn read_dimacs(rows: &[Row<'_>]) -> Result<Graph, FormatError> {
    let mut rows = rows.iter().filter(|row| row[0].text != "c");
    let heading = rows.next().expect("somebody saw the heading");
    let &[_, kind, vertices, edges] = &heading[..] else {
        let count = heading.len();
        let reason = format!("a heading of {count} words, expected 'p edge VERTICES EDGES'");
        return heading[0].refuse(reason);
    };
    kind.check(["edge", "col"].contains(&kind.text), || {
        format!("a problem of kind {kind}, expected 'edge' or 'col'")
    })?;
    let count = |word: Span<'_>, what: &str| {
        number(word.text)
            .ok_or_else(|| word.error(format!("{word} for the number of {what}, expected digits")))
    };
    let (vertex_count, edge_count): (usize, usize) =
        (count(vertices, "vertices")?, count(edges, "edges")?);
    check_vertex_count(vertices, vertex_count)?;
    let vertex = |word: Span<'_>| match number(word.text) {
        Some(number) if (1..=vertex_count).contains(&number) => Ok(number - 1),
        _ => word.refuse(format!("vertex {word}, expected a number from 1 to {vertex_count}")),
    };
    let mut draft = Draft::default();
    for row in rows {
        match row[..] {
            [letter, from, to] if letter.text == "e" => {
                draft.join([vertex(from)?, vertex(to)?], [from, to])?;
            }
            [letter, ..] if letter.text == "e" => {
                let count = row.len() - 1;
                let reason = format!("an edge with {count} ends, expected 'e' and two numbers");
                return letter.refuse(reason);
            }
            _ => {
                let first = row[0];
                let reason = format!("a line that begins with {first}, expected 'e' or 'c'");
                return first.refuse(reason);
            }
        }
    }
    edges.check(draft.edge_count() == edge_count, || {
        let found = draft.edge_count();
        format!("{edge_count} edges announced, but {found} follow, expected as many")
    })?;
    draft.graph_of((1..=vertex_count).map(|number| number.to_string()).collect())
}
