//! Subgraphs of a kind, counted by taking edges or not.

use kumiki_model::{Graph, SubgraphKind};

/// What is looked for: a kind of subgraph, and what some kinds need besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The kind.
    pub kind: SubgraphKind,
    /// The two ends of paths. Paths through all vertices may have any ends if there are none.
    pub ends: Option<[usize; 2]>,
    /// How many edges of a factor a vertex may have.
    pub degrees: Vec<usize>,
}

impl Wanted {
    /// A kind that needs nothing besides.
    #[must_use]
    pub fn new(kind: SubgraphKind) -> Self {
        Self { kind, ends: None, degrees: Vec::new() }
    }

    /// Whether a set of edges of a graph with so many vertices is what is wanted.
    #[must_use]
    pub fn is_met_by(&self, vertex_count: usize, edges: &[[usize; 2]]) -> bool {
        Numbers::of(vertex_count, edges).are_those_of(self)
    }
}

/// How many sets of edges are what is wanted, by taking edge after edge or not. Nothing if that
/// takes more than so many steps.
///
/// Matchings are perfect. A path has at least one edge, but in a graph of one vertex there is a
/// path through all vertices that has none. A cycle has at least three edges. The empty set is a
/// forest, and it is a tree of one vertex.
///
/// A set is given up when a vertex has more edges than any vertex may have, when the last edge of a
/// vertex is decided and its number of edges is not one it may have, and when a cycle is closed
/// where none may be.
///
/// ```
/// use kumiki_judge::recount::{Wanted, subgraph_count};
/// use kumiki_model::SubgraphKind;
/// let graph = "grid:4x4".parse()?;
/// assert_eq!(subgraph_count(&graph, &Wanted::new(SubgraphKind::Matchings), 100_000), Some(36));
/// assert_eq!(subgraph_count(&graph, &Wanted::new(SubgraphKind::Forests), 100_000), None);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn subgraph_count(graph: &Graph, wanted: &Wanted, limit_steps: u64) -> Option<u64> {
    let mut last_edges = vec![Vec::new(); graph.edges().len() + 1];
    for vertex in 0..graph.vertex_count() {
        let last = graph.edges().iter().rposition(|edge| edge.contains(&vertex));
        last_edges[last.map_or(0, |at| at + 1)].push(vertex);
    }
    let mut search = Growth {
        edges: graph.edges(),
        wanted,
        last_edges,
        degrees: vec![0; graph.vertex_count()],
        taken: Vec::new(),
        found: 0,
        steps_left: limit_steps,
    };
    search.decide(0)?;
    Some(search.found)
}

/// A set of edges that grows.
struct Growth<'g> {
    edges: &'g [[usize; 2]],
    wanted: &'g Wanted,
    /// The vertices that have no edge from a number of edges on, but for earlier ones.
    last_edges: Vec<Vec<usize>>,
    degrees: Vec<usize>,
    taken: Vec<[usize; 2]>,
    found: u64,
    steps_left: u64,
}

impl Growth<'_> {
    /// Takes an edge or not, all earlier ones being decided.
    fn decide(&mut self, at: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        if !self.last_edges[at].iter().all(|vertex| self.is_settled(*vertex)) {
            return Some(());
        }
        let Some(edge) = self.edges.get(at).copied() else {
            self.found += u64::from(self.wanted.is_met_by(self.degrees.len(), &self.taken));
            return Some(());
        };
        self.decide(at + 1)?;
        let has_room = edge.iter().all(|vertex| self.degrees[*vertex] < self.most(*vertex));
        if has_room && !(self.has_no_cycles() && self.are_joined(edge)) {
            self.taken.push(edge);
            edge.iter().for_each(|vertex| self.degrees[*vertex] += 1);
            self.decide(at + 1)?;
            edge.iter().for_each(|vertex| self.degrees[*vertex] -= 1);
            self.taken.pop();
        }
        Some(())
    }

    fn is_end(&self, vertex: usize) -> bool {
        self.wanted.ends.is_some_and(|ends| ends.contains(&vertex))
    }

    /// The most edges that a vertex may have.
    fn most(&self, vertex: usize) -> usize {
        match self.wanted.kind {
            SubgraphKind::Matchings => 1,
            SubgraphKind::HamiltonianCycles | SubgraphKind::Cycles => 2,
            SubgraphKind::HamiltonianPaths | SubgraphKind::Paths if self.is_end(vertex) => 1,
            SubgraphKind::HamiltonianPaths | SubgraphKind::Paths => 2,
            SubgraphKind::SpanningTrees | SubgraphKind::Forests => usize::MAX,
            SubgraphKind::Factors => self.wanted.degrees.iter().copied().max().unwrap_or(0),
        }
    }

    /// Whether a vertex may have the edges it has and no more.
    fn is_settled(&self, vertex: usize) -> bool {
        let degree = self.degrees[vertex];
        match self.wanted.kind {
            SubgraphKind::Matchings => degree == 1,
            SubgraphKind::HamiltonianCycles => degree == 2,
            SubgraphKind::Cycles => degree != 1,
            SubgraphKind::HamiltonianPaths | SubgraphKind::SpanningTrees => {
                degree > 0 || self.degrees.len() == 1
            }
            SubgraphKind::Paths if self.is_end(vertex) => degree == 1,
            SubgraphKind::Paths => degree != 1,
            SubgraphKind::Forests => true,
            SubgraphKind::Factors => self.wanted.degrees.contains(&degree),
        }
    }

    fn has_no_cycles(&self) -> bool {
        use SubgraphKind::{Forests, HamiltonianPaths, Paths, SpanningTrees};
        matches!(self.wanted.kind, HamiltonianPaths | Paths | SpanningTrees | Forests)
    }

    /// Whether edges that are taken join the two ends of another one.
    fn are_joined(&self, [from, to]: [usize; 2]) -> bool {
        let mut is_reached = vec![false; self.degrees.len()];
        is_reached[from] = true;
        while let Some(edge) =
            self.taken.iter().find(|edge| is_reached[edge[0]] != is_reached[edge[1]])
        {
            edge.iter().for_each(|vertex| is_reached[*vertex] = true);
        }
        is_reached[to]
    }
}

/// What is counted in a set of edges.
struct Numbers {
    /// The edges at each vertex.
    degrees: Vec<usize>,
    edge_count: usize,
    /// Parts that hang together; a vertex without edges is one.
    part_count: usize,
}

impl Numbers {
    fn of(vertex_count: usize, edges: &[[usize; 2]]) -> Self {
        let mut degrees = vec![0; vertex_count];
        let mut parts: Vec<usize> = (0..vertex_count).collect();
        for [from, to] in edges {
            degrees[*from] += 1;
            degrees[*to] += 1;
            let [kept, lost] = [parts[*from], parts[*to]];
            parts.iter_mut().filter(|part| **part == lost).for_each(|part| *part = kept);
        }
        let part_count = (0..vertex_count).filter(|name| parts.contains(name)).count();
        Self { degrees, edge_count: edges.len(), part_count }
    }

    fn are_those_of(&self, wanted: &Wanted) -> bool {
        let vertex_count = self.degrees.len();
        let touched = self.degrees.iter().filter(|degree| **degree > 0).count();
        let is_everywhere = touched == vertex_count;
        // Apart from the vertices without edges, everything is in one part.
        let is_one = self.part_count == 1 + vertex_count - touched && touched > 0;
        let has_no_cycle = self.edge_count + self.part_count == vertex_count;
        let is_cycle = is_one && self.degrees.iter().all(|degree| [0, 2].contains(degree));
        let is_path = is_one && has_no_cycle && self.degrees.iter().all(|degree| *degree <= 2);
        let ends_fit =
            wanted.ends.is_none_or(|ends| ends.iter().all(|end| self.degrees[*end] == 1));
        match wanted.kind {
            SubgraphKind::Matchings => self.degrees.iter().all(|degree| *degree == 1),
            SubgraphKind::HamiltonianCycles => is_cycle && is_everywhere,
            SubgraphKind::HamiltonianPaths => {
                vertex_count == 1 || (is_path && is_everywhere && ends_fit)
            }
            SubgraphKind::Paths => is_path && ends_fit,
            SubgraphKind::Cycles => is_cycle,
            SubgraphKind::SpanningTrees => has_no_cycle && self.part_count == 1,
            SubgraphKind::Forests => has_no_cycle,
            SubgraphKind::Factors => {
                self.degrees.iter().all(|degree| wanted.degrees.contains(degree))
            }
        }
    }
}
