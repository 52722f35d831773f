//! Graphs: vertices with names, edges between them, and the graphs of pieces on boards.

use crate::ModelError;
use std::collections::HashSet;
use std::str::FromStr;

/// An undirected graph without loops and multiple edges.
///
/// * **H1** An edge joins two different vertices, the lower number first; no edge comes twice, and
///   they are sorted.
/// * **H2** No two vertices have the same name. On a board, the vertex in row r and column c has
///   number r * columns + c and the name `r,c`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    names: Vec<String>,
    edges: Vec<[usize; 2]>,
    board: Option<[usize; 2]>,
}

impl Graph {
    /// The most vertices a graph may have.
    pub const MAX_VERTICES: usize = 1 << 12;

    /// A graph from names of vertices and pairs of their numbers.
    ///
    /// # Errors
    /// If a name comes twice, an edge is a loop, comes twice or has an end that is no vertex, or
    /// there are too many vertices.
    pub fn new(names: Vec<String>, edges: Vec<[usize; 2]>) -> Result<Self, ModelError> {
        let refuse = |reason: String| Err(ModelError::Graph { reason });
        let (count, most) = (names.len(), Self::MAX_VERTICES);
        if count > most {
            return refuse(format!("{count} vertices, expected at most {most}"));
        }
        let mut seen = HashSet::new();
        if let Some(name) = names.iter().find(|name| !seen.insert(name.as_str())) {
            return refuse(format!("vertex '{name}' comes twice, expected once"));
        }
        let mut sorted: Vec<[usize; 2]> = Vec::new();
        for [from, to] in edges {
            if let Some(unknown) = [from, to].into_iter().find(|end| *end >= names.len()) {
                return refuse(format!("an edge to vertex {unknown}, expected less than {count}"));
            }
            if from == to {
                let name = &names[from];
                return refuse(format!("a loop at vertex '{name}', expected two different ends"));
            }
            sorted.push([from.min(to), from.max(to)]);
        }
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let [from, to] = pair[0].map(|end| &names[end]);
            return refuse(format!("the edge from '{from}' to '{to}' comes twice, expected once"));
        }
        Ok(Self { names, edges: sorted, board: None })
    }

    /// The graph of a piece on a board, that goes from a cell to all cells that a rule names by
    /// their distances in rows and columns.
    fn of_piece(
        rows: usize,
        columns: usize,
        goes: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, ModelError> {
        let refuse = |reason: String| Err(ModelError::Graph { reason });
        if rows == 0 || columns == 0 {
            return refuse(format!("a board of {rows}x{columns} cells, expected at least one"));
        }
        let Some(cells) = rows.checked_mul(columns).filter(|cells| *cells <= Self::MAX_VERTICES)
        else {
            let most = Self::MAX_VERTICES;
            return refuse(format!("a board of {rows}x{columns} cells, expected at most {most}"));
        };
        let names =
            (0..cells).map(|cell| format!("{},{}", cell / columns, cell % columns)).collect();
        let mut edges = Vec::new();
        for from in 0..cells {
            for to in from + 1..cells {
                let across = (from % columns).abs_diff(to % columns);
                if goes(to / columns - from / columns, across) {
                    edges.push([from, to]);
                }
            }
        }
        Ok(Self { names, edges, board: Some([rows, columns]) })
    }

    /// Cells of a board and their neighbours in rows and columns.
    ///
    /// # Errors
    /// If there are no cells, or too many.
    pub fn grid(rows: usize, columns: usize) -> Result<Self, ModelError> {
        Self::of_piece(rows, columns, |down, across| down + across == 1)
    }

    /// Cells of a board and where a king goes from them.
    ///
    /// # Errors
    /// If there are no cells, or too many.
    pub fn king(rows: usize, columns: usize) -> Result<Self, ModelError> {
        Self::of_piece(rows, columns, |down, across| down.max(across) == 1)
    }

    /// Cells of a board and where a piece goes from them that leaps by `a` cells in one direction
    /// and by `b` in the other; a knight is a 1,2-leaper.
    ///
    /// # Errors
    /// If there are no cells, or too many, or if the piece stays where it is.
    pub fn leaper(rows: usize, columns: usize, a: usize, b: usize) -> Result<Self, ModelError> {
        if a == 0 && b == 0 {
            return Err(ModelError::Graph {
                reason: "a 0,0-leaper, expected a piece that moves".to_owned(),
            });
        }
        Self::of_piece(rows, columns, |down, across| {
            [down, across] == [a, b] || [down, across] == [b, a]
        })
    }

    /// The names of the vertices.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many vertices there are.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.names.len()
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }

    /// Rows and columns, if the vertices are the cells of a board.
    #[must_use]
    pub fn board(&self) -> Option<[usize; 2]> {
        self.board
    }

    /// The vertex with a name.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// The neighbours of each vertex, in order.
    #[must_use]
    pub fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.names.len()];
        for [from, to] in &self.edges {
            neighbours[*from].push(*to);
            neighbours[*to].push(*from);
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        neighbours
    }
}

impl FromStr for Graph {
    type Err = ModelError;

    /// Reads `grid:8x8`, `king:6x6`, `knight:8x8` or `leaper:1,3:10x10`.
    fn from_str(text: &str) -> Result<Self, ModelError> {
        let bad = || ModelError::Graph {
            reason: format!(
                "bad graph '{text}', expected grid:8x8, king:6x6, knight:8x8, leaper:1,3:10x10 or \
                 a file of edges"
            ),
        };
        let pair = |text: &str, between: char| -> Option<[usize; 2]> {
            let (first, second) = text.split_once(between)?;
            Some([first.parse().ok()?, second.parse().ok()?])
        };
        let (kind, rest) = text.split_once(':').ok_or_else(bad)?;
        let (leap, size) = match kind {
            "leaper" => rest.split_once(':').ok_or_else(bad)?,
            _ => ("1,2", rest),
        };
        let [rows, columns] = pair(size, 'x').ok_or_else(bad)?;
        let [a, b] = pair(leap, ',').ok_or_else(bad)?;
        match kind {
            "grid" => Self::grid(rows, columns),
            "king" => Self::king(rows, columns),
            "knight" | "leaper" => Self::leaper(rows, columns, a, b),
            _ => Err(bad()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_as_many_edges_as_formulas_say() {
        for rows in 1..7 {
            for columns in 1..7 {
                let count =
                    |graph: Result<Graph, ModelError>| graph.expect("a board").edges().len();
                let straight = rows * (columns - 1) + columns * (rows - 1);
                let diagonal = 2 * (rows - 1) * (columns - 1);
                assert_eq!(count(Graph::grid(rows, columns)), straight);
                assert_eq!(count(Graph::king(rows, columns)), straight + diagonal);
                let knight =
                    |a: usize, b: usize| 2 * rows.saturating_sub(a) * columns.saturating_sub(b);
                assert_eq!(count(Graph::leaper(rows, columns, 1, 2)), knight(1, 2) + knight(2, 1));
                assert_eq!(count(Graph::leaper(rows, columns, 1, 1)), diagonal);
                assert_eq!(count(Graph::leaper(rows, columns, 0, 1)), straight);
            }
        }
    }

    #[test]
    fn neighbours_are_the_other_ends() {
        let graph: Graph = "knight:4x5".parse().expect("valid");
        for (vertex, neighbours) in graph.neighbours().iter().enumerate() {
            let ends = |[from, to]: &[usize; 2]| {
                if *from == vertex { Some(*to) } else { (*to == vertex).then_some(*from) }
            };
            let mut others: Vec<usize> = graph.edges().iter().filter_map(ends).collect();
            others.sort_unstable();
            assert_eq!(*neighbours, others);
        }
        assert_eq!(graph.vertex("1,2"), Some(7));
    }

    #[test]
    fn bad_graphs_are_refused_with_a_reason() {
        let names = || ["a", "b", "c"].map(str::to_owned).to_vec();
        let check = |graph: Result<Graph, ModelError>, message: &str| {
            assert_eq!(graph.expect_err("refused").to_string(), message);
        };
        check(
            Graph::new(names(), vec![[1, 1]]),
            "a loop at vertex 'b', expected two different ends",
        );
        check(
            Graph::new(names(), vec![[0, 1], [1, 0]]),
            "the edge from 'a' to 'b' comes twice, expected once",
        );
        check(Graph::new(names(), vec![[0, 3]]), "an edge to vertex 3, expected less than 3");
        check(
            Graph::new(vec!["a".to_owned(), "a".to_owned()], Vec::new()),
            "vertex 'a' comes twice, expected once",
        );
        check("grid:0x3".parse(), "a board of 0x3 cells, expected at least one");
        check("grid:99x99".parse(), "a board of 99x99 cells, expected at most 4096");
        check("leaper:0,0:3x3".parse(), "a 0,0-leaper, expected a piece that moves");
        for text in ["torus:3x3", "grid", "grid:3", "leaper:3x3", "knight:ax3"] {
            assert!(
                text.parse::<Graph>().expect_err("refused").to_string().starts_with("bad graph")
            );
        }
    }
}
