//! Networks: graphs with labels on their edges, as they arise when a board is folded.

use kumiki_model::Graph;
use kumiki_search::Digest;

/// An edge of a [`Network`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The two vertices it joins.
    pub ends: [usize; 2],
    /// What it adds to the total when it is walked from the first end to the second. The other way
    /// it adds the opposite.
    pub label: u32,
}

impl Link {
    /// The end that is not `vertex`, and what the walk there adds, in a cyclic group of order
    /// `turns`.
    #[must_use]
    pub fn from(&self, vertex: usize, turns: u32) -> (usize, u32) {
        if self.ends[0] == vertex {
            (self.ends[1], self.label)
        } else {
            (self.ends[0], (turns - self.label) % turns)
        }
    }
}

/// A graph that may have several edges between two vertices, and labels on its edges from a cyclic
/// group.
///
/// * **N1** The ends of an edge are different vertices below `vertex_count`.
/// * **N2** The order `turns` of the group is 1, 2 or 4, and labels are below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Vertices are numbered from 0 up to this (N1).
    vertex_count: usize,
    /// The edges. Their positions are their numbers.
    links: Vec<Link>,
    /// Order of the group of labels (N2): 1 if there are no labels.
    turns: u32,
    /// Whether no two edges cross, because they join neighbours in the rows and columns of a board.
    is_grid: bool,
    /// Orders of all vertices that are worth trying; for a board, straight by rows and straight by
    /// columns come first. None if there is no board.
    sweeps: Vec<Vec<usize>>,
}

impl Network {
    /// A network, if its links keep to N1 and N2.
    pub(crate) fn new(vertex_count: usize, links: Vec<Link>, turns: u32) -> Self {
        assert!(matches!(turns, 1 | 2 | 4), "N2: a group of order {turns}");
        for Link { ends: [from, to], label } in &links {
            assert!(from != to && *from.max(to) < vertex_count, "N1: an edge from {from} to {to}");
            assert!(*label < turns, "N2: label {label}");
        }
        Self { vertex_count, links, turns, is_grid: false, sweeps: Vec::new() }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// The edges. Their positions are their numbers.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The order of the group of labels.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Adds what tells it from other networks to a digest.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        digest.add([self.vertex_count as u64, u64::from(self.turns), self.links.len() as u64]);
        for Link { ends: [from, to], label } in &self.links {
            digest.add([*from as u64, *to as u64, u64::from(*label)]);
        }
    }

    /// The same network with orders of its vertices that are worth trying.
    pub(crate) fn with_sweeps(self, sweeps: Vec<Vec<usize>>) -> Self {
        Self { sweeps, ..self }
    }

    /// Orders of the vertices that are worth trying: row by row and column by column if they are
    /// cells of a board.
    #[must_use]
    pub fn sweeps(&self) -> &[Vec<usize>] {
        &self.sweeps
    }

    /// Whether the vertices are cells of a board and edges join neighbours in rows and columns
    /// only, so that no two edges cross.
    #[must_use]
    pub fn is_grid(&self) -> bool {
        self.is_grid
    }

    /// Whether no edges cross and an order goes straight, row by row or column by column: then the
    /// frontier is always a line, with all settled vertices on one side of it.
    pub(crate) fn is_flat(&self, order: &[usize]) -> bool {
        self.is_grid && self.sweeps.iter().take(2).any(|sweep| sweep == order)
    }

    /// The numbers of the edges at each vertex.
    #[must_use]
    pub fn incidences(&self) -> Vec<Vec<usize>> {
        let mut incidences = vec![Vec::new(); self.vertex_count];
        for (number, link) in self.links.iter().enumerate() {
            for end in link.ends {
                incidences[end].push(number);
            }
        }
        incidences
    }

    /// The two sides of a bipartite network: `false` or `true` for each vertex. `None` if there is
    /// a circle of odd length.
    #[must_use]
    pub fn sides(&self) -> Option<Vec<bool>> {
        let incidences = self.incidences();
        let mut sides: Vec<Option<bool>> = vec![None; self.vertex_count];
        for start in 0..self.vertex_count {
            let mut waiting = vec![start];
            sides[start].get_or_insert(false);
            while let Some(vertex) = waiting.pop() {
                for &number in &incidences[vertex] {
                    let (other, _) = self.links[number].from(vertex, self.turns);
                    if sides[other].is_none() {
                        sides[other] = sides[vertex].map(|side| !side);
                        waiting.push(other);
                    }
                    if sides[other] == sides[vertex] {
                        return None;
                    }
                }
            }
        }
        Some(sides.into_iter().map(|side| side.unwrap_or(false)).collect())
    }
}

impl From<&Graph> for Network {
    /// The graph with no labels: edge k of the network is edge k of the graph.
    fn from(graph: &Graph) -> Self {
        let links = graph.edges().iter().map(|&ends| Link { ends, label: 0 }).collect();
        let is_grid = graph.board().is_some_and(|[_, columns]| {
            let step = |[from, to]: &[usize; 2]| {
                to - from == columns || (to - from == 1 && to % columns != 0)
            };
            graph.edges().iter().all(step)
        });
        let sweeps = graph.board().map_or_else(Vec::new, |[rows, columns]| sweeps(rows, columns));
        Self { is_grid, ..Self::new(graph.vertex_count(), links, 1).with_sweeps(sweeps) }
    }
}

/// The cells of a board row by row and column by column; each row or column from end to end, or
/// from both ends to the middle as 0, 2, 4, 5, 3, 1, which lets a knight see fewer cells ahead.
pub(crate) fn sweeps(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let straight = |count: usize| (0..count).collect::<Vec<usize>>();
    let folded = |count: usize| {
        let odd = (0..count).rev().filter(|number| number % 2 == 1);
        (0..count).step_by(2).chain(odd).collect::<Vec<usize>>()
    };
    let by_rows = |line: Vec<usize>| -> Vec<usize> {
        (0..rows).flat_map(|row| line.iter().map(move |column| row * columns + column)).collect()
    };
    let by_columns = |line: Vec<usize>| -> Vec<usize> {
        (0..columns).flat_map(|column| line.iter().map(move |row| row * columns + column)).collect()
    };
    let mut sweeps = vec![by_rows(straight(columns)), by_columns(straight(rows))];
    sweeps.extend([by_rows(folded(columns)), by_columns(folded(rows))]);
    sweeps
}
