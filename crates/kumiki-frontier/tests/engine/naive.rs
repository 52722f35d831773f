//! Sets of edges one by one, and what can be said about each.

use kumiki_model::Graph;

/// A set of edges of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Subgraph {
    /// How many edges each vertex has.
    pub(crate) degrees: Vec<usize>,
    /// How many components there are, vertices without edges included.
    pub(crate) component_count: usize,
    /// The numbers of the edges.
    pub(crate) edges: Vec<usize>,
    /// How many components have edges.
    parts_with_edges: usize,
}

/// All sets of edges of a graph.
pub(crate) fn subgraphs(graph: &Graph) -> Vec<Subgraph> {
    let edges = graph.edges();
    (0..1_usize << edges.len())
        .map(|set| {
            let chosen: Vec<usize> =
                (0..edges.len()).filter(|number| set >> number & 1 != 0).collect();
            let mut degrees = vec![0; graph.vertex_count()];
            let mut component: Vec<usize> = (0..graph.vertex_count()).collect();
            for &number in &chosen {
                let [from, to] = edges[number];
                (degrees[from], degrees[to]) = (degrees[from] + 1, degrees[to] + 1);
                let [keep, drop] = [component[from], component[to]];
                component.iter_mut().filter(|name| **name == drop).for_each(|name| *name = keep);
            }
            let count = |keep: &dyn Fn(usize) -> bool| {
                let mut names: Vec<usize> =
                    (0..component.len()).filter(|v| keep(*v)).map(|v| component[v]).collect();
                names.sort_unstable();
                names.dedup();
                names.len()
            };
            let parts_with_edges = count(&|vertex| degrees[vertex] > 0);
            Subgraph { component_count: count(&|_| true), parts_with_edges, degrees, edges: chosen }
        })
        .collect()
}

impl Subgraph {
    /// How many vertices have edges.
    pub(crate) fn visited(&self) -> usize {
        self.degrees.iter().filter(|degree| **degree > 0).count()
    }

    /// Whether the edges form one cycle.
    pub(crate) fn is_cycle(&self) -> bool {
        self.parts_with_edges == 1 && self.degrees.iter().all(|degree| matches!(degree, 0 | 2))
    }

    /// The ends, in order, if the edges form one path.
    pub(crate) fn ends_of_path(&self) -> Option<[usize; 2]> {
        let ends: Vec<usize> =
            (0..self.degrees.len()).filter(|vertex| self.degrees[*vertex] == 1).collect();
        let is_path = self.parts_with_edges == 1 && self.degrees.iter().all(|degree| *degree <= 2);
        <[usize; 2]>::try_from(ends).ok().filter(|_| is_path)
    }

    /// Whether there are no cycles.
    pub(crate) fn is_forest(&self) -> bool {
        self.edges.len() + self.component_count == self.degrees.len()
    }
}
