//! A graph while its file is being read.

use crate::row::Word;
use crate::{FormatError, quoted};
use kumiki_model::Graph;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

/// Vertices with their names, and edges with the places where they stand.
///
/// * **E1** An edge has two different ends, the lower number first.
/// * **E2** `numbers[names[v]] == v` for every vertex `v`.
pub(super) struct Draft<'t> {
    text: &'t str,
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// The byte of the text at which each edge begins.
    edges: BTreeMap<[usize; 2], usize>,
}

impl<'t> Draft<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, names: Vec::new(), numbers: HashMap::new(), edges: BTreeMap::new() }
    }

    /// An error at a word.
    pub(super) fn error(&self, word: Word<'_>, reason: impl Into<String>) -> FormatError {
        error_at(self.text, word.offset, reason)
    }

    /// How many edges there are so far.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The number of the vertex with a name. New names get the next number.
    pub(super) fn vertex(&mut self, name: Word<'_>) -> Result<usize, FormatError> {
        if let Some(number) = self.numbers.get(name.text) {
            return Ok(*number);
        }
        if let Err((at, reason)) = check_name(name.text) {
            return Err(error_at(self.text, name.offset + at, reason));
        }
        check_vertex_count(self.names.len() + 1).map_err(|reason| self.error(name, reason))?;
        self.names.push(name.text.to_owned());
        self.numbers.insert(name.text.to_owned(), self.names.len() - 1);
        Ok(self.names.len() - 1)
    }

    /// Takes the edge between two vertices that have names.
    pub(super) fn join_names(&mut self, names: [Word<'_>; 2]) -> Result<(), FormatError> {
        let ends = [self.vertex(names[0])?, self.vertex(names[1])?];
        self.join(ends, names)
    }

    /// Takes the edge between two vertices, whose numbers come with the words that name them.
    pub(super) fn join(
        &mut self,
        [from, to]: [usize; 2],
        names: [Word<'_>; 2],
    ) -> Result<(), FormatError> {
        let [start, end] = names;
        if from == to {
            let reason =
                format!("a loop at vertex {}, expected two different ends", quoted(start.text));
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
                let reason = format!(
                    "the edge from {from} to {to} comes twice, first in line {line}, expected once"
                );
                Err(self.error(start, reason))
            }
        }
    }

    /// The graph of the edges between the vertices named so far.
    pub(super) fn graph(self) -> Result<Graph, FormatError> {
        let Self { names, edges, .. } = self;
        graph(names, edges.into_keys().collect())
    }

    /// The graph of the edges between so many vertices that the format numbers, the first one with
    /// this number.
    pub(super) fn numbered_graph(
        self,
        vertex_count: usize,
        first: usize,
    ) -> Result<Graph, FormatError> {
        let names = (first..).take(vertex_count).map(|number| number.to_string()).collect();
        graph(names, self.edges.into_keys().collect())
    }
}

fn graph(names: Vec<String>, edges: Vec<[usize; 2]>) -> Result<Graph, FormatError> {
    if names.is_empty() {
        return Err(FormatError::of_file("a file without vertices, expected lines of two names"));
    }
    Graph::new(names, edges).map_err(|error| FormatError::of_file(error.to_string()))
}

/// An error at a byte of the text.
pub(super) fn error_at(text: &str, offset: usize, reason: impl Into<String>) -> FormatError {
    FormatError::at_offset(text.as_bytes(), offset, reason)
}

/// Refuses more vertices than a graph can have.
pub(super) fn check_vertex_count(count: usize) -> Result<(), String> {
    match count > Graph::MAX_VERTICES {
        true => Err(format!("{count} vertices, expected at most {}", Graph::MAX_VERTICES)),
        false => Ok(()),
    }
}

/// Refuses a name with a character that nobody can see, or that looks like the end of a column;
/// says at which byte and why.
pub(super) fn check_name(name: &str) -> Result<(), (usize, String)> {
    if name.is_empty() {
        return Err((0, "an empty name, expected at least one character".to_owned()));
    }
    let is_hidden = |c: char| c.is_control() || c.is_whitespace() || c == '#';
    if let Some((at, character)) = name.char_indices().find(|(_, character)| is_hidden(*character))
    {
        let shown = quoted(&character.to_string());
        return Err((
            at,
            format!("the character {shown} in a name, expected none that is blank, hidden or '#'"),
        ));
    }
    let separator =
        [',', ';'].into_iter().find(|separator| name.starts_with(*separator)).map(|c| (0, c));
    let separator = separator.or_else(|| {
        let last = [',', ';', ':'].into_iter().find(|separator| name.ends_with(*separator))?;
        Some((name.len() - 1, last))
    });
    match separator {
        None => Ok(()),
        Some((at, character)) => {
            let place = if at == 0 { "start" } else { "end" };
            Err((
                at,
                format!("'{character}' at the {place} of a name, expected two names on a line"),
            ))
        }
    }
}
