//! Subgraphs of a kind, counted by taking edges or not.

use kumiki_model::{Graph, SubgraphKind};

/// What is looked for: a kind of subgraph, and what some kinds need besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The kind.
    pub kind: SubgraphKind,
    /// The two ends of paths. Paths may have any ends if there are none.
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
        let mut degrees = vec![0; vertex_count];
        let mut parts = Parts::new(vertex_count);
        let mut has_cycle = false;
        for edge in edges {
            edge.iter().for_each(|vertex| degrees[*vertex] += 1);
            has_cycle |= !parts.join(*edge);
        }
        let bare_count = degrees.iter().filter(|degree| **degree == 0).count();
        let hangs_together = match self.kind {
            SubgraphKind::Matchings | SubgraphKind::Forests | SubgraphKind::Factors => true,
            // Apart from the vertices without edges, which are parts of their own.
            SubgraphKind::Paths | SubgraphKind::Cycles => parts.count == 1 + bare_count,
            SubgraphKind::HamiltonianCycles
            | SubgraphKind::HamiltonianPaths
            | SubgraphKind::SpanningTrees => parts.count == 1,
        };
        hangs_together
            && !(has_cycle && self.has_no_cycles())
            && (0..vertex_count).all(|vertex| self.allows(vertex_count, vertex, degrees[vertex]))
    }

    /// Whether a vertex, one of so many, may have so many edges.
    fn allows(&self, vertex_count: usize, vertex: usize, degree: usize) -> bool {
        let is_end = self.ends.is_some_and(|ends| ends.contains(&vertex));
        let is_alone = vertex_count == 1;
        match self.kind {
            SubgraphKind::Matchings => degree == 1,
            SubgraphKind::HamiltonianCycles => degree == 2,
            SubgraphKind::Cycles => degree == 0 || degree == 2,
            SubgraphKind::HamiltonianPaths | SubgraphKind::Paths if is_end => degree == 1,
            SubgraphKind::HamiltonianPaths => degree <= 2 && (degree > 0 || is_alone),
            SubgraphKind::Paths => degree <= 2 && (degree != 1 || self.ends.is_none()),
            SubgraphKind::SpanningTrees => degree > 0 || is_alone,
            SubgraphKind::Forests => true,
            SubgraphKind::Factors => self.degrees.contains(&degree),
        }
    }

    fn has_no_cycles(&self) -> bool {
        use SubgraphKind::{Forests, HamiltonianPaths, Paths, SpanningTrees};
        matches!(self.kind, HamiltonianPaths | Paths | SpanningTrees | Forests)
    }
}

/// Parts of a graph that hang together by the edges seen so far.
#[derive(Clone, Debug)]
pub struct Parts {
    /// For each vertex the same vertex of its part.
    names: Vec<usize>,
    /// How many parts there are; a vertex without edges is one.
    pub count: usize,
}

impl Parts {
    /// No edge has been seen.
    #[must_use]
    pub fn new(vertex_count: usize) -> Self {
        Self { names: (0..vertex_count).collect(), count: vertex_count }
    }

    /// Whether two vertices are in one part.
    pub fn are_joined(&self, [from, to]: [usize; 2]) -> bool {
        self.names[from] == self.names[to]
    }

    /// Sees an edge. Says whether it joins two parts; otherwise it closes a cycle.
    pub fn join(&mut self, edge: [usize; 2]) -> bool {
        let is_new = !self.are_joined(edge);
        if is_new {
            let [kept, lost] = edge.map(|vertex| self.names[vertex]);
            self.names.iter_mut().filter(|name| **name == lost).for_each(|name| *name = kept);
            self.count -= 1;
        }
        is_new
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
/// use kumiki_recount::{Wanted, subgraph_count};
/// use kumiki_model::SubgraphKind;
/// let graph = "grid:4x4".parse()?;
/// assert_eq!(subgraph_count(&graph, &Wanted::new(SubgraphKind::Matchings), 100_000), Some(36));
/// assert_eq!(subgraph_count(&graph, &Wanted::new(SubgraphKind::Forests), 100_000), None);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn subgraph_count(graph: &Graph, wanted: &Wanted, limit_steps: u64) -> Option<u64> {
    let vertex_count = graph.vertex_count();
    let mut last_edges = vec![Vec::new(); graph.edges().len() + 1];
    for vertex in 0..vertex_count {
        let last = graph.edges().iter().rposition(|edge| edge.contains(&vertex));
        last_edges[last.map_or(0, |at| at + 1)].push(vertex);
    }
    let most = |vertex: usize| {
        let is_allowed = |degree: &usize| wanted.allows(vertex_count, vertex, *degree);
        (0..vertex_count).rev().find(is_allowed).unwrap_or(0)
    };
    let mut search = Growth {
        edges: graph.edges(),
        wanted,
        last_edges,
        most: (0..vertex_count).map(most).collect(),
        degrees: vec![0; vertex_count],
        taken: Vec::new(),
        found: 0,
        steps_left: limit_steps,
    };
    search.decide(0, &Parts::new(vertex_count))?;
    Some(search.found)
}

/// A set of edges that grows.
struct Growth<'g> {
    edges: &'g [[usize; 2]],
    wanted: &'g Wanted,
    /// The vertices that have no edge from a number of edges on, but for earlier ones.
    last_edges: Vec<Vec<usize>>,
    /// The most edges that each vertex may have.
    most: Vec<usize>,
    degrees: Vec<usize>,
    taken: Vec<[usize; 2]>,
    found: u64,
    steps_left: u64,
}

impl Growth<'_> {
    /// Takes an edge or not, all earlier ones being decided; those taken make these parts.
    fn decide(&mut self, at: usize, parts: &Parts) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        let vertex_count = self.degrees.len();
        let is_settled =
            |vertex: &usize| self.wanted.allows(vertex_count, *vertex, self.degrees[*vertex]);
        if !self.last_edges[at].iter().all(is_settled) {
            return Some(());
        }
        let Some(edge) = self.edges.get(at).copied() else {
            self.found += u64::from(self.wanted.is_met_by(vertex_count, &self.taken));
            return Some(());
        };
        self.decide(at + 1, parts)?;
        let has_room = edge.iter().all(|vertex| self.degrees[*vertex] < self.most[*vertex]);
        if has_room && !(self.wanted.has_no_cycles() && parts.are_joined(edge)) {
            let mut joined = parts.clone();
            joined.join(edge);
            self.taken.push(edge);
            edge.iter().for_each(|vertex| self.degrees[*vertex] += 1);
            self.decide(at + 1, &joined)?;
            edge.iter().for_each(|vertex| self.degrees[*vertex] -= 1);
            self.taken.pop();
        }
        Some(())
    }
}
