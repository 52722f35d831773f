//! Diagrams as text: Knuth's form, Graphillion's form, sentences, and pictures for Graphviz.
//!
//! What is written depends on the diagram alone, not on what else its store has seen.
//!
//! # Knuth's form
//! This is how Knuth's programs BDD14 and BDD15 print a diagram, and how others of his read and
//! write one.
//!
//! Written is one line for each branch node, the first variable first: `2a: (~3?0:1c)` means that
//! node 2a (hexadecimal) looks at variable 3 (decimal), goes to node 0 if it is 0, and to node 1c
//! if it is 1. Nodes 0 and 1 are the sinks and have no line. A diagram that is a sink is a line
//! with nothing but `0` or `1`.
//!
//! Read is the same, in any order; blank lines and spaces at the ends of lines are skipped. The
//! variables are those of the store. The root is the one node that no other refers to. The text
//! does not say whether a skipped variable is free or zero: the kind of store decides. A diagram
//! that is not reduced is reduced.
//!
//! # Graphillion's form
//! This is what `setset.dump` and `GraphSet.dump` of Graphillion write: a family of sets.
//!
//! Written is one line for each branch node, children before parents: `6 2 B 4` means that node 6
//! looks at element 2, goes to the sink ⊥ (`B`) if the element is not in the set, and to node 4 if
//! it is. `T` is the sink ⊤. The last node is the root. A family that is a sink is a line with `B`
//! or `T`. The end is a line with a single full stop. Graphillion's elements start from 1: element
//! 1 is our variable 0.
//!
//! Read is the same, with lines of nodes in any order but for the root, which is the last; blank
//! lines are skipped. The full stop must be there, and nothing after it: a text that was cut off is
//! refused.

mod error;
mod graphillion;
mod graphviz;
mod knuth;
mod listing;
mod rows;
mod sentences;

pub use error::{ReadError, TextError};
pub use listing::Listed;
