//! Graphs: files with an edge on each line.
//!
//! # The format
//! ```text
//! # A square with a tail, and somebody alone.
//! a b
//! b c
//! c d
//! d a
//! d 0,0       # names are anything without blanks and #
//! alone
//! ```
//! A line has the names of two vertices, with blanks or tabs between them: an edge. A line with one name says that there is such a vertex, with or
//! without edges. `#` begins a comment, and lines without names are skipped. Vertices are numbered as they first come. Loops, edges that come
//! twice, in whichever direction, and control characters in names are refused.
//!
//! The format of the DIMACS challenges is read too:
//! ```text
//! c a path
//! p edge 3 2
//! e 1 2
//! e 2 3
//! ```
//! The first line that is not a comment has `p`, a word `edge` or `col`, and the numbers of vertices and of edges; vertices have the names `1`, `2` and so
//! on. Such a line has too many names for the first format, so no file can be taken for the other kind.
//!
//! ```
//! use kumiki_formats::edges::{read, to_text};
//! let graph = read(b"a b\nb c\nd\n")?;
//! assert_eq!((graph.vertex_count(), graph.edges()), (4, &[[0, 1], [1, 2]][..]));
//! assert_eq!(to_text(&graph)?, "a b\nb c\nd\n");
//! let error = read(b"a b\nb a\n").expect_err("it is the same edge");
//! assert_eq!(error.to_string(), "line 2, column 1: the edge from 'b' to 'a' comes twice, first in line 1, expected once");
//! # Ok::<(), kumiki_formats::FormatError>(())
//! ```
//!
//! # Structure
//! `reader` cuts the text into rows of words and reads lines of names; `dimacs` reads the other format; both fill a `draft`, which knows where each
//! edge came first. `writer` writes.

mod dimacs;
mod draft;
mod reader;
mod writer;

pub use writer::to_text;

use crate::FormatError;
use crate::plain_text::{short, text_of};
use kumiki_model::Graph;

/// The graph that a file states.
///
/// # Errors
/// If the file is malformed, or has no vertices or too many; the error has the line and the column.
pub fn read(bytes: &[u8]) -> Result<Graph, FormatError> {
    reader::read(text_of(short(bytes)?)?)
}
