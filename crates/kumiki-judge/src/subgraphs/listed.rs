//! One listed subgraph, held against its kind.

use super::wanted;
use crate::recount::Wanted;
use crate::{Fault, rule};
use kumiki_model::{Graph, GraphAsk, Subgraph, SubgraphKind};
use std::collections::{BTreeSet, HashMap};

/// Judges subgraphs one by one: S2 of an answer. It has the graph by the names of its vertices, and
/// what is asked about it.
#[derive(Clone, Debug)]
pub struct SubgraphJudge<'a> {
    graph: &'a Graph,
    wanted: Wanted,
    numbers: HashMap<&'a str, usize>,
    edges: BTreeSet<[usize; 2]>,
}

impl<'a> SubgraphJudge<'a> {
    /// A judge of subgraphs that answer a question.
    ///
    /// # Errors
    /// If the question is none (S1).
    pub fn new(graph: &'a Graph, ask: &GraphAsk) -> Result<Self, Fault> {
        Ok(Self::of(graph, wanted(graph, ask)?))
    }

    pub(super) fn of(graph: &'a Graph, wanted: Wanted) -> Self {
        let numbers = graph
            .names()
            .iter()
            .enumerate()
            .map(|(number, name)| (name.as_str(), number))
            .collect();
        Self { graph, wanted, numbers, edges: graph.edges().iter().copied().collect() }
    }

    /// Judges the subgraph that is listed with a number. Gives its edges.
    ///
    /// # Errors
    /// With the first rule that it breaks.
    pub fn judge(&self, number: usize, subgraph: &Subgraph) -> Result<BTreeSet<[usize; 2]>, Fault> {
        let is_walked = matches!(
            self.wanted.kind,
            SubgraphKind::HamiltonianCycles
                | SubgraphKind::HamiltonianPaths
                | SubgraphKind::Paths
                | SubgraphKind::Cycles
        );
        match subgraph {
            Subgraph::Vertices(names) if is_walked => self.judge_walk(number, names),
            Subgraph::Edges(edges) if !is_walked => self.judge_edges(number, edges),
            Subgraph::Vertices(_) => {
                let what = "has another form, expected the ends of each edge";
                Err(broken(number, rule::TEXT, what))
            }
            Subgraph::Edges(_) => {
                Err(broken(number, rule::TEXT, "has another form, expected vertices in order"))
            }
        }
    }

    fn vertex(&self, number: usize, name: &str) -> Result<usize, Fault> {
        self.numbers.get(name).copied().ok_or_else(|| {
            broken(number, rule::TEXT, &format!("names '{name}', expected a vertex of the graph"))
        })
    }

    fn name(&self, vertex: usize) -> &str {
        &self.graph.names()[vertex]
    }

    /// The edge between two vertices, the lower number first.
    fn edge(&self, number: usize, [from, to]: [usize; 2]) -> Result<[usize; 2], Fault> {
        let edge = [from.min(to), from.max(to)];
        if self.edges.contains(&edge) {
            return Ok(edge);
        }
        let (from, to) = (self.name(from), self.name(to));
        let what = format!("joins '{from}' and '{to}', expected an edge of the graph");
        Err(broken(number, rule::EDGE, &what))
    }

    /// All vertices must be among these.
    fn all_are_visited(&self, number: usize, is_visited: &[bool]) -> Result<(), Fault> {
        match is_visited.iter().position(|is_visited| !is_visited) {
            Some(vertex) => {
                let what = format!("leaves '{}' out, expected all vertices", self.name(vertex));
                Err(broken(number, rule::VISITED, &what))
            }
            None => Ok(()),
        }
    }

    /// A path or a cycle by its vertices.
    fn judge_walk(&self, number: usize, names: &[String]) -> Result<BTreeSet<[usize; 2]>, Fault> {
        let mut is_visited = vec![false; self.graph.vertex_count()];
        let mut walk = Vec::new();
        for name in names {
            let vertex = self.vertex(number, name)?;
            if std::mem::replace(&mut is_visited[vertex], true) {
                return Err(comes_twice(number, name));
            }
            walk.push(vertex);
        }
        let is_closed =
            matches!(self.wanted.kind, SubgraphKind::HamiltonianCycles | SubgraphKind::Cycles);
        let least = match self.wanted.kind {
            _ if is_closed => 3,
            SubgraphKind::HamiltonianPaths => 1,
            _ => 2,
        };
        if walk.len() < least {
            let what = format!("has {} vertices, expected more", walk.len());
            return Err(broken(number, rule::SHORT, &what));
        }
        let (first, last) = (walk[0], walk[walk.len() - 1]);
        let mut edges = BTreeSet::new();
        for step in walk.windows(2) {
            edges.insert(self.edge(number, [step[0], step[1]])?);
        }
        if is_closed {
            edges.insert(self.edge(number, [last, first])?);
        }
        if self.wanted.ends.is_some_and(|ends| ends != [first, last]) {
            let (from, to) = (self.name(first), self.name(last));
            let what = format!("goes from '{from}' to '{to}', expected the ends asked for");
            return Err(broken(number, rule::ENDS, &what));
        }
        if matches!(
            self.wanted.kind,
            SubgraphKind::HamiltonianCycles | SubgraphKind::HamiltonianPaths
        ) {
            self.all_are_visited(number, &is_visited)?;
        }
        Ok(edges)
    }

    /// A matching, a tree, a forest or a factor by its edges.
    fn judge_edges(
        &self,
        number: usize,
        listed: &[[String; 2]],
    ) -> Result<BTreeSet<[usize; 2]>, Fault> {
        let vertex_count = self.graph.vertex_count();
        let mut edges = BTreeSet::new();
        let mut degrees = vec![0; vertex_count];
        // A vertex of the same part for each vertex; parts grow together along edges.
        let mut parts: Vec<usize> = (0..vertex_count).collect();
        for [from, to] in listed {
            let [from, to] = [self.vertex(number, from)?, self.vertex(number, to)?];
            let [start, end] = [self.name(from), self.name(to)];
            if !edges.insert(self.edge(number, [from, to])?) {
                let what = format!("has the edge from '{start}' to '{end}' twice, expected once");
                return Err(broken(number, rule::ONCE, &what));
            }
            for vertex in [from, to] {
                degrees[vertex] += 1;
                if degrees[vertex] == 2 && self.wanted.kind == SubgraphKind::Matchings {
                    return Err(comes_twice(number, self.name(vertex)));
                }
            }
            let [kept, lost] = [parts[from], parts[to]];
            if kept == lost && self.wanted.kind != SubgraphKind::Factors {
                let what = format!("has a cycle through '{start}' and '{end}', expected none");
                return Err(broken(number, rule::CYCLE, &what));
            }
            parts.iter_mut().filter(|part| **part == lost).for_each(|part| *part = kept);
        }
        match self.wanted.kind {
            SubgraphKind::Matchings => {
                let is_touched: Vec<bool> = degrees.iter().map(|degree| *degree > 0).collect();
                self.all_are_visited(number, &is_touched)?;
            }
            SubgraphKind::SpanningTrees => {
                let with_first: Vec<bool> = parts.iter().map(|part| *part == parts[0]).collect();
                self.all_are_visited(number, &with_first)?;
            }
            SubgraphKind::Factors => {
                let is_wrong = |degree: &usize| !self.wanted.degrees.contains(degree);
                if let Some(vertex) = degrees.iter().position(is_wrong) {
                    let (name, degree) = (self.name(vertex), degrees[vertex]);
                    let what = format!(
                        "has {degree} edges at '{name}', expected a number that was asked for"
                    );
                    return Err(broken(number, rule::DEGREE, &what));
                }
            }
            _ => {}
        }
        Ok(edges)
    }
}

/// A listed subgraph breaks a rule.
fn broken(number: usize, rule: &'static str, what: &str) -> Fault {
    Fault::new(rule, format!("listed subgraph {number} {what}")).at(number)
}

fn comes_twice(number: usize, name: &str) -> Fault {
    broken(number, rule::ONCE, &format!("comes to '{name}' twice, expected once"))
}
