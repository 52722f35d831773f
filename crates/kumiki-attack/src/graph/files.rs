//! Graphs in the formats that are read.

use super::subgraphs::Graph;
use fastrand::Rng;

/// How a graph is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A line for each edge, with names.
    Names,
    Dimacs,
    /// A board by its name.
    Board,
}

/// The formats that are tried.
pub(super) const FORMS: [Form; 4] = [Form::Names, Form::Dimacs, Form::Names, Form::Board];

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
            let piece =
                if name == "leaper" { format!("{},{}:", steps[0].0, steps[0].1) } else { String::new() };
            return Graph { names, edges, board: Some(format!("{name}:{piece}{rows}x{columns}")) };
        }
    }
}

/// The names that vertices have once a file in a form is read.
pub(super) fn names_as_read(graph: &Graph, form: Form) -> Vec<String> {
    match form {
        Form::Names | Form::Board => graph.names.clone(),
        Form::Dimacs => (1..=graph.names.len()).map(|vertex| vertex.to_string()).collect(),
    }
}

/// The file.
pub(super) fn text(graph: &Graph, form: Form, lot: &mut Rng) -> String {
    let count = graph.names.len();
    let mut lines: Vec<String> = Vec::new();
    match form {
        Form::Names | Form::Board => {
            let name = |vertex: usize| &graph.names[vertex];
            let has_edge =
                |vertex: &usize| graph.edges.iter().any(|edge| edge.0 == *vertex || edge.1 == *vertex);
            lines.extend(
                (0..count)
                    .filter(|vertex| !has_edge(vertex) || lot.u8(..8) == 0)
                    .map(|vertex| name(vertex).clone()),
            );
            for (from, to) in &graph.edges {
                let (from, to) = if lot.bool() { (from, to) } else { (to, from) };
                let gap = [" ", "\t", "  "][lot.usize(..3)];
                let remark = if lot.u8(..10) == 0 { " # a remark" } else { "" };
                lines.push(format!("{}{gap}{}{remark}", name(*from), name(*to)));
            }
            lot.shuffle(&mut lines);
            if lot.u8(..5) == 0 {
                lines.insert(0, "# a comment".into());
            }
        }
        Form::Dimacs => {
            for (from, to) in &graph.edges {
                let (from, to) = if lot.bool() { (from, to) } else { (to, from) };
                lines.push(format!("e {} {}", from + 1, to + 1));
            }
            lot.shuffle(&mut lines);
            let word = ["edge", "col"][lot.usize(..2)];
            lines.insert(0, format!("p {word} {count} {}", graph.edges.len()));
            if lot.bool() {
                lines.insert(0, "c a comment".into());
            }
        }
    }
    let end = if lot.u8(..6) == 0 { "\r\n" } else { "\n" };
    lines.into_iter().map(|line| line + end).collect()
}
