//! Graphs in the formats that are read.

use super::subgraphs::Graph;
use fastrand::Rng;

/// How a graph is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A line for each edge, with names.
    Names,
    Dimacs,
    /// Two columns, for graphs in which every vertex has an edge.
    Csv,
    Graph6,
    Sparse6,
    Dot,
    /// A board by its name.
    Board,
}

/// The formats that are tried.
pub(super) const FORMS: [Form; 7] =
    [Form::Names, Form::Dimacs, Form::Csv, Form::Graph6, Form::Sparse6, Form::Dot, Form::Board];

/// A small board by lot.
pub(super) fn board(lot: &mut Rng) -> Graph {
    loop {
        let (rows, columns) = (lot.usize(1..=4), lot.usize(1..=4));
        let (name, steps) = match lot.u8(..4) {
            0 => ("grid", vec![(0, 1)]),
            1 => ("king", vec![(0, 1), (1, 1)]),
            2 => ("knight", vec![(1, 2)]),
            _ => ("leaper", vec![(lot.usize(0..=1), lot.usize(1..=3))]),
        };
        let cells: Vec<(usize, usize)> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        let meet = |one: (usize, usize), other: (usize, usize)| {
            let (down, across) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
            steps.contains(&(down.min(across), down.max(across)))
        };
        let edges: Vec<(usize, usize)> = (0..cells.len())
            .flat_map(|to| (0..to).map(move |from| (from, to)))
            .filter(|(from, to)| meet(cells[*from], cells[*to]))
            .collect();
        if edges.len() <= 13 {
            let names = cells.iter().map(|(row, column)| format!("{row},{column}")).collect();
            let piece = if name == "leaper" {
                format!("{},{}:", steps[0].0, steps[0].1)
            } else {
                String::new()
            };
            return Graph { names, edges, board: Some(format!("{name}:{piece}{rows}x{columns}")) };
        }
    }
}

/// Some cells of a board by lot, and some edges between neighbours.
pub(super) fn region(lot: &mut Rng) -> Graph {
    let (rows, columns) = (lot.usize(1..=5), lot.usize(1..=5));
    let [top, left] = [lot.usize(0..=9), lot.usize(0..=9)];
    let mut cells: Vec<(usize, usize)> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    lot.shuffle(&mut cells);
    cells.truncate(lot.usize(1..=10));
    let meet = |one: (usize, usize), other: (usize, usize)| {
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
    };
    let mut edges: Vec<(usize, usize)> = (0..cells.len())
        .flat_map(|to| (0..to).map(move |from| (from, to)))
        .filter(|(from, to)| meet(cells[*from], cells[*to]))
        .collect();
    lot.shuffle(&mut edges);
    edges.truncate(lot.usize(8..=13));
    let name = |(row, column): &(usize, usize)| format!("{},{}", row + top, column + left);
    Graph { names: cells.iter().map(name).collect(), edges, board: None }
}

/// The form, or lists of names if the graph cannot be written in it.
fn usable(graph: &Graph, form: Form) -> Form {
    let has_edge =
        |vertex: usize| graph.edges.iter().any(|edge| edge.0 == vertex || edge.1 == vertex);
    match form {
        Form::Csv if !(0..graph.names.len()).all(has_edge) => Form::Names,
        _ => form,
    }
}

/// The names that vertices have once a file in a form is read.
pub(super) fn names_as_read(graph: &Graph, form: Form) -> Vec<String> {
    let numbers =
        |first: usize| (0..graph.names.len()).map(|vertex| (vertex + first).to_string()).collect();
    match form {
        Form::Names | Form::Board | Form::Csv | Form::Dot => graph.names.clone(),
        Form::Dimacs => numbers(1),
        Form::Graph6 | Form::Sparse6 => numbers(0),
    }
}

/// The file.
pub(super) fn text(graph: &Graph, form: Form, lot: &mut Rng) -> String {
    let form = usable(graph, form);
    let mut edges: Vec<(usize, usize)> = graph
        .edges
        .iter()
        .map(|(from, to)| if lot.bool() { (*from, *to) } else { (*to, *from) })
        .collect();
    lot.shuffle(&mut edges);
    let name = |vertex: usize| graph.names[vertex].as_str();
    let lines = match form {
        Form::Names | Form::Board => names(graph, &edges, lot),
        Form::Dimacs => dimacs(graph.names.len(), &edges, lot),
        Form::Csv => {
            let heading = ["", "source,target", "From, To"][lot.usize(..3)];
            let gap = [",", ", "][lot.usize(..2)];
            let rows = edges.iter().map(|(from, to)| format!("{}{gap}{}", name(*from), name(*to)));
            std::iter::once(heading.to_owned())
                .filter(|line| !line.is_empty())
                .chain(rows)
                .collect()
        }
        Form::Graph6 => {
            let heading = [">>graph6<<", ""][lot.usize(..2)];
            vec![heading.to_owned() + &graph6(graph.names.len(), &edges)]
        }
        Form::Sparse6 => vec![sparse6(graph.names.len(), &edges)],
        Form::Dot => dot(graph, &edges, lot),
    };
    let end = if lot.u8(..6) == 0 { "\r\n" } else { "\n" };
    lines.into_iter().map(|line| line + end).collect()
}

fn names(graph: &Graph, edges: &[(usize, usize)], lot: &mut Rng) -> Vec<String> {
    let has_edge = |vertex: usize| edges.iter().any(|edge| edge.0 == vertex || edge.1 == vertex);
    let mut lines: Vec<String> = Vec::new();
    for (vertex, name) in graph.names.iter().enumerate() {
        if !has_edge(vertex) || lot.u8(..8) == 0 {
            lines.push(format!("{name}:"));
        }
    }
    for (from, to) in edges {
        let gap = [" ", "\t", "  "][lot.usize(..3)];
        let remark = if lot.u8(..10) == 0 { " # a remark" } else { "" };
        lines.push(format!("{}{gap}{}{remark}", graph.names[*from], graph.names[*to]));
    }
    lot.shuffle(&mut lines);
    if lot.u8(..5) == 0 {
        lines.insert(0, "# a comment".into());
    }
    lines
}

fn dimacs(count: usize, edges: &[(usize, usize)], lot: &mut Rng) -> Vec<String> {
    let word = ["edge", "col"][lot.usize(..2)];
    let mut lines = vec![format!("p {word} {count} {}", edges.len())];
    lines.extend(edges.iter().map(|(from, to)| format!("e {} {}", from + 1, to + 1)));
    if lot.bool() {
        lines.insert(0, "c a comment".into());
    }
    lines
}

fn dot(graph: &Graph, edges: &[(usize, usize)], lot: &mut Rng) -> Vec<String> {
    let name = |vertex: usize| format!("\"{}\"", graph.names[vertex]);
    let mut lines: Vec<String> =
        (0..graph.names.len()).map(|vertex| format!("  {};", name(vertex))).collect();
    lines.extend(edges.iter().map(|(from, to)| {
        let tail = ["", ";", " [label=\"x -- y\"];"][lot.usize(..3)];
        format!("  {} -- {}{tail}", name(*from), name(*to))
    }));
    lot.shuffle(&mut lines);
    lines.insert(
        0,
        ["graph {", "strict graph G {", "// a comment\ngraph \"g\" {\n  node [shape=box]"]
            [lot.usize(..3)]
        .into(),
    );
    lines.push("}".into());
    lines
}

/// Six bits a character, the highest first.
fn characters(bits: &[bool]) -> String {
    let value = |six: &[bool]| six.iter().fold(0u8, |value, bit| value << 1 | u8::from(*bit));
    bits.chunks(6).map(|six| char::from(b'?' + (value(six) << (6 - six.len())))).collect()
}

/// A bit for each pair of vertices.
fn graph6(count: usize, edges: &[(usize, usize)]) -> String {
    let pairs = (0..count).flat_map(|to| (0..to).map(move |from| (from, to)));
    let bits: Vec<bool> = pairs
        .map(|(from, to)| edges.contains(&(from, to)) || edges.contains(&(to, from)))
        .collect();
    let count = u8::try_from(count).expect("few vertices");
    format!("{}{}", char::from(b'?' + count), characters(&bits))
}

/// A list of edges about a current vertex, as nauty writes it.
fn sparse6(count: usize, edges: &[(usize, usize)]) -> String {
    let width = (0..).find(|width| 1 << width >= count).unwrap_or(0);
    let mut edges: Vec<(usize, usize)> =
        edges.iter().map(|(from, to)| (*from.max(to), *from.min(to))).collect();
    edges.sort_unstable();
    let (mut bits, mut current) = (Vec::new(), 0);
    let push = |is_next: bool, number: usize, bits: &mut Vec<bool>| {
        bits.push(is_next);
        bits.extend((0..width).rev().map(|bit| number >> bit & 1 == 1));
    };
    for (high, low) in &edges {
        if *high > current + 1 {
            push(true, *high, &mut bits);
            push(false, *low, &mut bits);
        } else {
            push(*high == current + 1, *low, &mut bits);
        }
        current = *high;
    }
    // Ones would be a loop at the last vertex if the last but one is current: then a zero comes
    // first.
    let missing = (6 - bits.len() % 6) % 6;
    let is_mistaken =
        1 << width == count && current + 2 == count && missing > width && !edges.is_empty();
    if is_mistaken {
        bits.push(false);
    }
    while bits.len() % 6 != 0 {
        bits.push(true);
    }
    let count = u8::try_from(count).expect("few vertices");
    format!(":{}{}", char::from(b'?' + count), characters(&bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_formats_are_as_their_description_has_them() {
        // Both examples are of the description of the formats that comes with nauty.
        assert_eq!(graph6(5, &[(0, 2), (0, 4), (1, 3), (3, 4)]), "DQc");
        assert_eq!(sparse6(7, &[(0, 1), (0, 2), (1, 2), (5, 6)]), ":Fa@x^");
    }
}
