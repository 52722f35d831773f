//! A graph while its file is being read.

use crate::row::Word;
use crate::{FormatError, quoted};
use kumiki_model::Graph;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Edges with the places where they stand.
///
/// * **E1** An edge has two different ends, the lower number first.
pub(super) struct Draft<'t> {
    text: &'t str,
    /// The byte of the text at which each edge begins.
    edges: BTreeMap<[usize; 2], usize>,
}

impl<'t> Draft<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, edges: BTreeMap::new() }
    }

    /// An error at a word.
    pub(super) fn error(&self, word: Word<'t>, reason: impl Into<String>) -> FormatError {
        FormatError::at_offset(self.text.as_bytes(), word.offset, reason)
    }

    /// How many edges there are so far.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Takes the edge between two vertices, whose numbers come with the words that name them.
    pub(super) fn join(&mut self, [from, to]: [usize; 2], names: [Word<'t>; 2]) -> Result<(), FormatError> {
        let [start, end] = names;
        if from == to {
            let reason = format!("a loop at vertex {}, expected two different ends", quoted(start.text));
            return Err(self.error(end, reason));
        }
        match self.edges.entry([from.min(to), from.max(to)]) {
            Entry::Vacant(place) => {
                place.insert(start.offset);
                Ok(())
            }
            Entry::Occupied(first) => {
                let line = 1 + self.text[..*first.get()].matches('\n').count();
                let [from, to] = names.map(|name| quoted(name.text));
                let reason =
                    format!("the edge from {from} to {to} comes twice, first in line {line}, expected once");
                Err(self.error(start, reason))
            }
        }
    }

    /// The graph of the edges.
    pub(super) fn graph(self, names: Vec<String>) -> Result<Graph, FormatError> {
        if names.is_empty() {
            return Err(FormatError::of_file("a file without vertices, expected lines of two names"));
        }
        let edges = self.edges.into_keys().collect();
        Graph::new(names, edges).map_err(|error| FormatError::of_file(error.to_string()))
    }
}

/// Refuses more vertices than a graph can have.
pub(super) fn check_vertex_count(count: usize) -> Result<(), String> {
    match count > Graph::MAX_VERTICES {
        true => Err(format!("{count} vertices, expected at most {}", Graph::MAX_VERTICES)),
        false => Ok(()),
    }
}
