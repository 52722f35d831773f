//! One listed subgraph, held against its kind.

use super::wanted;
use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{Graph, GraphAsk, Subgraph, SubgraphKind};
use kumiki_recount::{Parts, Wanted, edge_between};
use std::collections::{BTreeSet, HashMap};

/// How a family speaks of subgraphs and of what is wrong with them.
#[derive(Debug)]
pub(crate) struct Words {
    /// One of them.
    pub(crate) one: &'static str,
    /// One of them as a fault names it.
    pub(crate) judged: &'static str,
    /// Those of a list.
    pub(crate) listed: &'static str,
    /// How many of those are different.
    pub(crate) different: &'static str,
    /// No vertex has this name.
    pub(crate) unknown: fn(&str) -> String,
    /// A vertex is visited again.
    pub(crate) twice: fn(&str) -> String,
    /// A vertex is not visited.
    pub(crate) left_out: fn(&str) -> String,
    /// No edge joins two vertices.
    pub(crate) no_edge: fn([&str; 2]) -> String,
}

/// How subgraphs are spoken of that are no tours.
pub(super) const SUBGRAPH: Words = Words {
    one: "subgraph",
    judged: "listed subgraph",
    listed: "listed subgraphs",
    different: "the number of different ones listed",
    unknown: |name| format!("names '{name}', expected a vertex of the graph"),
    twice: |name| format!("comes to '{name}' twice, expected once"),
    left_out: |name| format!("leaves '{name}' out, expected all vertices"),
    no_edge: |[from, to]| format!("joins '{from}' and '{to}', expected an edge of the graph"),
};

/// A graph by the names of its vertices. What it says about a subgraph is what follows `tour 3` or
/// the like; [`NamedGraph::in_subgraph`] puts that before it.
#[derive(Clone, Debug)]
pub(crate) struct NamedGraph {
    words: &'static Words,
    pub(crate) graph: Graph,
    numbers: HashMap<String, usize>,
}

impl NamedGraph {
    pub(crate) fn new(graph: Graph, words: &'static Words) -> Self {
        let numbers = graph.names().iter().cloned().zip(0..).collect();
        Self { words, graph, numbers }
    }

    pub(crate) fn name(&self, vertex: usize) -> &str {
        &self.graph.names()[vertex]
    }

    /// The fault of the subgraph that is listed with a number.
    pub(crate) fn in_subgraph(&self, number: usize, fault: &Fault) -> Fault {
        let what = format!("{} {number} {}", self.words.judged, fault.what);
        Fault::new(fault.rule, what).at(number)
    }

    fn vertex(&self, name: &str) -> Result<usize, Fault> {
        let number = self.numbers.get(name).copied();
        number.ok_or_else(|| Fault::new(rule::TEXT, (self.words.unknown)(name)))
    }

    /// The number of the edge between two vertices.
    fn edge(&self, ends: [usize; 2]) -> Result<usize, Fault> {
        let names = || ends.map(|end| self.name(end));
        edge_between(&self.graph, ends)
            .ok_or_else(|| Fault::new(rule::EDGE, (self.words.no_edge)(names())))
    }

    fn comes_twice<T>(&self, vertex: usize) -> Result<T, Fault> {
        refuse(rule::ONCE, (self.words.twice)(self.name(vertex)))
    }

    /// All vertices must be such.
    fn all_are(&self, is_visited: impl Fn(usize) -> bool) -> Result<(), Fault> {
        match (0..self.graph.vertex_count()).find(|vertex| !is_visited(*vertex)) {
            Some(vertex) => refuse(rule::VISITED, (self.words.left_out)(self.name(vertex))),
            None => Ok(()),
        }
    }

    /// The vertices of a walk, which comes to none of them twice.
    pub(crate) fn walk(&self, names: &[String]) -> Result<Vec<usize>, Fault> {
        let mut is_visited = vec![false; self.graph.vertex_count()];
        let visit = |name: &String| {
            let vertex = self.vertex(name)?;
            match std::mem::replace(&mut is_visited[vertex], true) {
                true => self.comes_twice(vertex),
                false => Ok(vertex),
            }
        };
        names.iter().map(visit).collect()
    }

    /// A walk that comes to no vertex twice must come to all of them.
    pub(crate) fn comes_to_all(&self, walk: &[usize]) -> Result<(), Fault> {
        self.all_are(|vertex| walk.len() == self.graph.vertex_count() || walk.contains(&vertex))
    }

    /// The edges along a walk, and that from its end back to its beginning if it is closed.
    pub(crate) fn edges_of(&self, walk: &[usize], is_closed: bool) -> Result<Vec<usize>, Fault> {
        let back = walk.first().filter(|_| is_closed);
        let steps = walk.iter().zip(walk.iter().skip(1).chain(back));
        let edges: Result<Vec<usize>, Fault> =
            steps.map(|(from, to)| self.edge([*from, *to])).collect();
        let mut edges = edges?;
        edges.sort_unstable();
        Ok(edges)
    }
}

/// Judges subgraphs one by one: S2 of an answer. It has the graph by the names of its vertices, and
/// what is asked about it.
#[derive(Clone, Debug)]
pub struct SubgraphJudge {
    named: NamedGraph,
    wanted: Wanted,
}

impl SubgraphJudge {
    /// A judge of subgraphs that answer a question.
    ///
    /// # Errors
    /// If the question is none (S1).
    pub fn new(graph: &Graph, ask: &GraphAsk) -> Result<Self, Fault> {
        Ok(Self { wanted: wanted(graph, ask)?, named: NamedGraph::new(graph.clone(), &SUBGRAPH) })
    }

    /// What is asked.
    pub(super) fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// Judges the subgraph that is listed with a number. Gives the numbers of its edges.
    ///
    /// # Errors
    /// With the first rule that it breaks.
    pub fn judge(&self, number: usize, subgraph: &Subgraph) -> Result<Vec<usize>, Fault> {
        use SubgraphKind::{Cycles, HamiltonianCycles, HamiltonianPaths, Paths};
        let is_walked =
            matches!(self.wanted.kind, HamiltonianCycles | HamiltonianPaths | Paths | Cycles);
        let edges = match subgraph {
            Subgraph::Vertices(names) if is_walked => self.judge_walk(names),
            Subgraph::Edges(edges) if !is_walked => self.judge_edges(edges),
            Subgraph::Vertices(_) => {
                refuse(rule::TEXT, "has another form, expected the ends of each edge")
            }
            Subgraph::Edges(_) => {
                refuse(rule::TEXT, "has another form, expected vertices in order")
            }
        };
        edges.map_err(|fault| self.named.in_subgraph(number, &fault))
    }

    /// A path or a cycle by its vertices.
    fn judge_walk(&self, names: &[String]) -> Result<Vec<usize>, Fault> {
        let walk = self.named.walk(names)?;
        let (is_closed, is_everywhere, least) = match self.wanted.kind {
            SubgraphKind::HamiltonianCycles => (true, true, 3),
            SubgraphKind::Cycles => (true, false, 3),
            SubgraphKind::HamiltonianPaths => (false, true, 1),
            _ => (false, false, 2),
        };
        require(walk.len() >= least, rule::SHORT, || {
            format!("has {} vertices, expected more", walk.len())
        })?;
        let edges = self.named.edges_of(&walk, is_closed)?;
        let [first, last] = [walk[0], walk[walk.len() - 1]];
        require(self.wanted.ends.is_none_or(|ends| ends == [first, last]), rule::ENDS, || {
            let [from, to] = [first, last].map(|end| self.named.name(end));
            format!("goes from '{from}' to '{to}', expected the ends asked for")
        })?;
        if is_everywhere {
            self.named.comes_to_all(&walk)?;
        }
        Ok(edges)
    }

    /// A matching, a tree, a forest or a factor by its edges.
    fn judge_edges(&self, listed: &[[String; 2]]) -> Result<Vec<usize>, Fault> {
        let (named, kind) = (&self.named, self.wanted.kind);
        let vertex_count = named.graph.vertex_count();
        let mut edges = BTreeSet::new();
        let mut degrees = vec![0; vertex_count];
        let mut parts = Parts::new(vertex_count);
        for [start, end] in listed {
            let ends = [named.vertex(start)?, named.vertex(end)?];
            require(edges.insert(named.edge(ends)?), rule::ONCE, || {
                format!("has the edge from '{start}' to '{end}' twice, expected once")
            })?;
            for vertex in ends {
                degrees[vertex] += 1;
                if degrees[vertex] == 2 && kind == SubgraphKind::Matchings {
                    return named.comes_twice(vertex);
                }
            }
            require(parts.join(ends) || kind == SubgraphKind::Factors, rule::CYCLE, || {
                format!("has a cycle through '{start}' and '{end}', expected none")
            })?;
        }
        match kind {
            SubgraphKind::Matchings => named.all_are(|vertex| degrees[vertex] > 0)?,
            SubgraphKind::SpanningTrees => named.all_are(|vertex| parts.are_joined([0, vertex]))?,
            SubgraphKind::Factors => {
                let is_wrong = |degree: &usize| !self.wanted.degrees.contains(degree);
                if let Some(vertex) = degrees.iter().position(is_wrong) {
                    let (name, degree) = (named.name(vertex), degrees[vertex]);
                    let what = format!(
                        "has {degree} edges at '{name}', expected a number that was asked for"
                    );
                    return refuse(rule::DEGREE, what);
                }
            }
            _ => {}
        }
        Ok(edges.into_iter().collect())
    }
}
