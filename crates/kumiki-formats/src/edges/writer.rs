//! Graphs, written.

use super::draft::check_name;
use crate::{FormatError, quoted};
use kumiki_model::Graph;

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
