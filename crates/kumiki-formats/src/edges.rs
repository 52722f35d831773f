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
//! `reader` cuts the text into rows of words, recognises the format and reads lines of names;
//! `dimacs`, `csv`, `compact` (graph6 and sparse6) and `dot` read the other formats; all fill a
//! `draft`, which knows where each edge came first. `writer` writes lines of names.
//!
//! # Sources
//! B. D. McKay, formats.txt of nauty and Traces, for graph6 and sparse6; the grammar of DOT in the
//! documentation of Graphviz.

mod compact;
mod csv;
mod dimacs;
mod dot;
mod draft;
mod reader;
mod writer;

pub use writer::to_text;

use crate::FormatError;
use crate::plain_text::{short, utf8};
use kumiki_model::Graph;

/// The graph that a file states.
///
/// # Errors
/// If the file is malformed, or has no vertices or too many; the error has the line and the column.
pub fn read(bytes: &[u8]) -> Result<Graph, FormatError> {
    reader::read(utf8(short(bytes)?)?)
}
