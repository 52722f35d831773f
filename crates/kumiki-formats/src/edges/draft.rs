//! A graph while its file is being read.

use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_model::Graph;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

/// Vertices with their names, and edges with the places where they stand.
///
/// * **E1** An edge has two different ends, the lower number first.
/// * **E2** The vertices that have names are numbered from 0, without gaps.
#[derive(Default)]
pub(super) struct Draft<'t> {
    numbers: HashMap<&'t str, usize>,
    /// The byte of the text at which each edge begins.
    edges: BTreeMap<[usize; 2], usize>,
}

impl<'t> Draft<'t> {
    /// How many edges there are so far.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The number of the vertex with a name. New names get the next number.
    pub(super) fn vertex(&mut self, name: Span<'t>) -> Result<usize, FormatError> {
        if let Some(number) = self.numbers.get(name.text) {
            return Ok(*number);
        }
        check_name(name.text).or_else(|(at, reason)| name.refuse_at(at, reason))?;
        let number = self.numbers.len();
        check_vertex_count(name, number + 1)?;
        self.numbers.insert(name.text, number);
        Ok(number)
    }

    /// Takes the edge between two vertices that have names.
    pub(super) fn join_names(&mut self, names: [Span<'t>; 2]) -> Result<(), FormatError> {
        let ends = [self.vertex(names[0])?, self.vertex(names[1])?];
        self.join(ends, names)
    }

    /// Takes the edge between two vertices, whose numbers come with the words that name them.
    pub(super) fn join(
        &mut self,
        [from, to]: [usize; 2],
        [start, end]: [Span<'_>; 2],
    ) -> Result<(), FormatError> {
        end.check(from != to, || format!("a loop at vertex {start}, expected two different ends"))?;
        match self.edges.entry([from.min(to), from.max(to)]) {
            Entry::Vacant(place) => {
                place.insert(start.offset);
                Ok(())
            }
            Entry::Occupied(earlier) => {
                let line = start.at(*earlier.get()).line_number();
                start.refuse(format!(
                    "the edge from {start} to {end} comes twice, first in line {line}, expected \
                     once"
                ))
            }
        }
    }

    /// The graph of the edges between the vertices named so far.
    pub(super) fn graph(self) -> Result<Graph, FormatError> {
        let mut names = vec![String::new(); self.numbers.len()];
        for (name, number) in &self.numbers {
            names[*number] = (*name).to_owned();
        }
        self.graph_of(names)
    }

    /// The graph of the edges between vertices with these names.
    pub(super) fn graph_of(self, names: Vec<String>) -> Result<Graph, FormatError> {
        if names.is_empty() {
            let reason = "a file without vertices, expected lines of two names";
            return Err(FormatError::of_file(reason));
        }
        Graph::new(names, self.edges.into_keys().collect())
            .map_err(|error| FormatError::of_file(error.to_string()))
    }
}

/// Refuses more vertices than a graph can have.
pub(super) fn check_vertex_count(place: Span<'_>, count: usize) -> Result<(), FormatError> {
    match count > Graph::MAX_VERTICES {
        true => place.refuse(format!("{count} vertices, expected at most {}", Graph::MAX_VERTICES)),
        false => Ok(()),
    }
}

/// Refuses a name with a character that nobody can see, or that looks like the end of a column;
/// says at which byte and why.
pub(super) fn check_name(name: &str) -> Result<(), (usize, String)> {
    if name.is_empty() {
        return Err((0, "an empty name, expected at least one character".to_owned()));
    }
    if let Some(at) = name.find(|c: char| c.is_control() || c.is_whitespace() || c == '#') {
        let shown = name[at..].chars().next().map(|c| quoted(&c.to_string())).unwrap_or_default();
        let expected = "expected none that is blank, hidden or '#'";
        return Err((at, format!("the character {shown} in a name, {expected}")));
    }
    let at_an_end = |place: &str, at: usize| {
        let character = &name[at..=at];
        (at, format!("'{character}' at the {place} of a name, expected two names on a line"))
    };
    if name.starts_with([',', ';']) {
        return Err(at_an_end("start", 0));
    }
    match name.ends_with([',', ';', ':']) {
        // The only character is the first one rather than the last.
        true if name.len() == 1 => Err(at_an_end("start", 0)),
        true => Err(at_an_end("end", name.len() - 1)),
        false => Ok(()),
    }
}
