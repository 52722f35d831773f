//! Graphs: files with an edge on each line, and what other programs write.
//!
//! # The format
//! ```text
//! # A square with a tail, and somebody alone.
//! a b
//! b c
//! c d
//! d a
//! d 0,0       # names are anything without blanks and #
//! alone:
//! ```
//! A line has the names of two vertices, with blanks or tabs between them: an edge. A line with one
//! name and a colon says that there is such a vertex, with or without edges. If the file has edges,
//! a name that begins with a letter and has only letters, digits and `_` needs no colon. `#` begins
//! a comment, and lines without names are skipped. Vertices are numbered as they first come. Names
//! do not begin or end with `,` or `;`, nor end with `:`, and have no control characters.
//!
//! # Other formats
//! What a file is, its content tells, not its name:
//!
//! | format | known by its first line | vertices are called |
//! |---|---|---|
//! | DIMACS | `p edge 3 2` or `p col 3 2`, after comments that begin with `c` | `1`, `2` ... |
//! | CSV | two names with one comma between; `source,target` and `from,to` are headings | as the file calls them |
//! | graph6 | `>>graph6<<`, or each line of the file is one word | `0`, `1` ... |
//! | sparse6 | `>>sparse6<<` or `:` | `0`, `1` ... |
//! | DOT | `graph` or `strict graph`, and a brace | as the file calls them |
//!
//! A file has one graph. Loops and edges that come twice, in whichever direction, are refused in
//! all formats, and so are directions: `digraph6`, `digraph`, `->`. Of DOT, vertices and edges are
//! read and attributes are skipped; subgraphs and ports are refused. A line that is not understood
//! is never a vertex.
//!
//! ```
//! use kumiki_formats::edges::{read, to_text};
//! let graph = read(b"a b\nb c\nd\n")?;
//! assert_eq!((graph.vertex_count(), graph.edges()), (4, &[[0, 1], [1, 2]][..]));
//! assert_eq!(to_text(&graph)?, "a b\nb c\nd:\n");
//! assert_eq!(read(b"Bw")?.edges(), [[0, 1], [0, 2], [1, 2]], "a triangle in graph6");
//! let error = read(b"a b\nb a\n").expect_err("it is the same edge");
//! assert_eq!(error.to_string(), "line 2, column 1: the edge from 'b' to 'a' comes twice, first in line 1, expected once");
//! # Ok::<(), kumiki_formats::FormatError>(())
//! ```
//!
//! # Structure
//! `lines` cuts the text into rows of words and reads formats with an edge on each line; `compact`
//! reads graph6 and sparse6, and `dot` the language of Graphviz. All fill a `draft`, which knows
//! where each edge came first.
//!
//! # Sources
//! B. D. McKay, formats.txt of nauty and Traces, for graph6 and sparse6; the grammar of DOT in the
//! documentation of Graphviz.

mod compact;
mod dot;
mod draft;
mod lines;

pub use lines::to_text;

use crate::FormatError;
use crate::plain_text::{short, utf8};
use kumiki_model::Graph;

/// The graph that a file states. Which format it is in, its first row tells; only a word alone may
/// have edges below.
///
/// # Errors
/// If the file is malformed, or has no vertices or too many; the error has the line and the column.
pub fn read(bytes: &[u8]) -> Result<Graph, FormatError> {
    let text = utf8(short(bytes)?)?;
    if dot::is_likely(text) {
        return dot::read(text);
    }
    let rows = lines::rows_of(text);
    let is_one_bare_word = |row: &lines::Row<'_>| row.len() == 1 && !row[0].text.ends_with(':');
    match rows.first() {
        Some(first) if compact::is_marked(first) => compact::read(&rows),
        Some(_) if lines::is_dimacs(&rows) => lines::read_dimacs(&rows),
        Some(first) if lines::is_csv(text, first) => lines::read_csv(text, &rows),
        Some(_) if rows.iter().all(is_one_bare_word) => compact::read(&rows),
        _ => lines::read_names(&rows),
    }
}
