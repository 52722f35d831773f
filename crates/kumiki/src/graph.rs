//! Subgraphs of graphs: matchings, paths, cycles, trees and factors.
//!
//! # How
//! * A reason why there can be none, such as an odd number of vertices, is an answer without a
//!   search.
//! * Paths and cycles of planar boards are counted by `kumiki_planar::Count`, if that pays.
//! * Otherwise an order of vertices is searched for, what the count will need is foretold, and
//!   `kumiki_frontier::Count` counts on all cores.
//! * Lists, samples and diagrams come from the decision diagram of all solutions:
//!   `kumiki_frontier::Levels` compiles it and `kumiki_diagram` reduces it. Its number of members
//!   must be the count.

mod planar;

use crate::Halt;
use crate::draft::{Draft, part};
use crate::family::{Family, Told};
use crate::frontier::told::Naming;
use crate::frontier::{
    self, Diagram, Terms, compare, compare_orders, count_for, edge_group, no_judge, plans_in,
    tallies, words, write_family,
};
use crate::rows::ReadRows;
use crate::sink::{Row, Shown};
use crate::sources::{is_built_in, text_of};
use crate::words::{alternatives, numbered, picture_title, plural};
use kumiki_draw::Sheet;
use kumiki_drive::Run;
use kumiki_formats::edges;
use kumiki_frontier::{EdgeGroup, Network, Plan, Problem, Tally, no_subgraph_because, trail};
use kumiki_judge::{Fault, SubgraphJudge};
use kumiki_model::{
    Answer, CellOrder, ClassCount, DiagramForm, Graph, GraphAsk, GraphPart, How, ModelError, Part,
    Solution, Source, Subgraph, SubgraphKind,
};
use kumiki_recount::spanning_trees;
use num_bigint::BigUint;

/// The most edges that a vertex of a factor may have.
const MOST_DEGREE: usize = 63;

/// Determinants of larger graphs take minutes.
const DETERMINANT_VERTICES: usize = 400;

const TERMS: Terms = Terms {
    graph: "graph",
    vertices: ["vertex", "vertices"],
    solutions: ["solution", "solutions"],
};

/// A question about subgraphs.
pub(crate) struct Subgraphs {
    ask: GraphAsk,
    graph: Graph,
    /// The two ends of paths.
    ends: Option<[usize; 2]>,
    /// What is counted, as the engine says it.
    problem: Problem,
    /// The order of vertices, unless it is searched for.
    order: Option<Vec<usize>>,
}

impl Subgraphs {
    /// Reads a question.
    ///
    /// # Errors
    /// If the graph cannot be read, or if ends or degrees do not go with what is counted.
    pub(crate) fn new(ask: &mut GraphAsk) -> Result<Self, Halt> {
        let graph = read(&ask.graph)?;
        let ends = ends(ask, &graph)?;
        let problem = problem(ask, &graph, ends)?;
        let order = order(ask, &graph)?;
        Ok(Self { ask: ask.clone(), graph, ends, problem, order })
    }
}

/// The order of vertices that is asked for, unless it is to be searched for.
fn order(ask: &GraphAsk, graph: &Graph) -> Result<Option<Vec<usize>>, Halt> {
    let Some(order) = ask.order.filter(|order| *order != CellOrder::Best) else { return Ok(None) };
    let mut vertices: Vec<usize> = (0..graph.vertex_count()).collect();
    match graph.board() {
        Some([_, columns]) => vertices.sort_by_key(|v| order.place([v / columns, v % columns])),
        None if order == CellOrder::Rows => {}
        None => {
            return Err(Halt::contradiction(
                "`order` speaks of columns or diagonals of a graph that is no board, expected rows \
                 or best",
            ));
        }
    }
    Ok(Some(vertices))
}

/// A graph by its name or from a file.
fn read(source: &Source) -> Result<Graph, Halt> {
    let name = &source.name;
    if source.text.is_none() && is_built_in("graph", name) {
        return name.parse().map_err(|error: ModelError| {
            let reason = error.to_string().replace(&format!("bad graph '{name}', "), "");
            Halt::field("graph", name, reason)
        });
    }
    let expected = "a file of edges, or a graph such as grid:8x8 or knight:6x6";
    let text = text_of(source, None, "graph", expected)?;
    edges::read(text.as_bytes()).map_err(|error| Halt::file(name, &error))
}

/// The numbers of the two ends, if the kind has any.
fn ends(ask: &GraphAsk, graph: &Graph) -> Result<Option<[usize; 2]>, Halt> {
    let wrong = |reason: &str| Err(Halt::contradiction(reason));
    let (from, to) = match (&ask.from, &ask.to) {
        (None, None) if ask.kind == SubgraphKind::Paths => {
            return wrong("no ends for paths, expected `from` and `to`");
        }
        (None, None) => return Ok(None),
        (Some(from), Some(to)) => (from, to),
        _ => return wrong("one end of paths is given, expected both `from` and `to`"),
    };
    if !matches!(ask.kind, SubgraphKind::Paths | SubgraphKind::HamiltonianPaths) {
        return wrong(
            "`from` and `to` are given, expected them with paths and hamiltonian-paths only",
        );
    }
    let vertex = |name: &String| {
        graph.vertex(name).ok_or_else(|| Halt::UnknownVertex {
            name: name.clone(),
            example: graph.names().first().cloned().unwrap_or_default(),
        })
    };
    let [from, to] = [vertex(from)?, vertex(to)?];
    if from == to {
        let name = &graph.names()[from];
        return wrong(&format!("a path from '{name}' to itself, expected two different ends"));
    }
    Ok(Some([from, to]))
}

/// The problem for the engine.
fn problem(ask: &GraphAsk, graph: &Graph, ends: Option<[usize; 2]>) -> Result<Problem, Halt> {
    let vertex_count = graph.vertex_count();
    if ask.kind != SubgraphKind::Factors && !ask.degrees.is_empty() {
        return Err(Halt::contradiction("`degrees` is given, expected it with factors only"));
    }
    Ok(match (ask.kind, ends) {
        (SubgraphKind::Matchings, _) => Problem::PerfectMatchings,
        (SubgraphKind::HamiltonianCycles, _) => Problem::HamiltonianCycles,
        (SubgraphKind::HamiltonianPaths, None) => Problem::hamiltonian_paths(vertex_count),
        (SubgraphKind::HamiltonianPaths, Some([from, to])) => {
            Problem::hamiltonian_paths_between(vertex_count, from, to)?
        }
        (SubgraphKind::Paths, Some([from, to])) => Problem::Paths { from, to },
        (SubgraphKind::Paths, None) => unreachable!("paths have ends"),
        (SubgraphKind::Cycles, _) => Problem::Cycles,
        (SubgraphKind::SpanningTrees, _) => Problem::SpanningTrees,
        (SubgraphKind::Forests, _) => Problem::Forests,
        (SubgraphKind::Factors, _) => {
            Problem::Degrees { allowed: vec![degrees(&ask.degrees)?; vertex_count] }
        }
    })
}

/// The numbers of edges that a vertex of a factor may have, as a set of bits.
fn degrees(degrees: &[usize]) -> Result<u64, Halt> {
    if degrees.is_empty() {
        return Err(Halt::contradiction(
            "no degrees for factors, expected `degrees` with one or several, such as 2 or 0,2",
        ));
    }
    if let Some(degree) = degrees.iter().find(|degree| **degree > MOST_DEGREE) {
        let reason = format!("expected numbers from 0 to {MOST_DEGREE}, such as 2 or 0,2");
        return Err(Halt::field("degrees", &degree.to_string(), reason));
    }
    Ok(degrees.iter().fold(0, |set, degree| set | 1 << degree))
}

/// Judges subgraphs as they are listed.
impl ReadRows for SubgraphJudge {
    fn judge(&self, shown: &Shown, _: Option<&Row>) -> Result<(), Fault> {
        match &shown.solution {
            Solution::Subgraph(subgraph) => {
                SubgraphJudge::judge(self, shown.number, subgraph).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

impl Family for Subgraphs {
    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        let judge = SubgraphJudge::new(&self.graph, &self.ask);
        Ok(Box::new(judge.map_err(|fault| no_judge(&fault))?))
    }

    fn check_divisible(&self, _: &How) -> Result<(), Halt> {
        let what = "a count by states of a frontier".to_owned();
        Err(Halt::Indivisible { what, expected: "no shards" })
    }

    fn part(&self) -> Part {
        Part::Graph(GraphPart::default())
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        frontier::begin(draft, self.ask.one_per_class, &TERMS)?;
        let run = draft.run;
        if let Some(reason) = no_subgraph_because(&self.graph, &self.problem) {
            frontier::note_none(reason, draft);
            if self.ask.diagram.is_none() {
                return Ok(());
            }
        }
        let told = draft.plan.take();
        let has_told = told.is_some();
        let mut plans: Vec<Plan> = told.into_iter().collect();
        let mut planar = self.planar();
        if let Some(plan) = &planar {
            let tables = || Ok(self.planned(&mut plans, &run)?.forecast());
            if !Self::prefers(plan, &run, tables)? {
                planar = None;
            }
        }
        let counted = match &planar {
            Some(plan) => planar::count_for(draft, plan)?,
            None => {
                self.planned(&mut plans, &run)?;
                total(&count_for(draft, &plans, &TERMS)?)
            }
        };
        if has_told && planar.is_some() {
            draft.note("trace: the steps told are those of states in tables");
        }
        if let Some(reason) = &draft.answer.why_none {
            frontier::check_none(format!("none because {reason}"), &counted)?;
        }
        draft.answer.count = Some(counted.clone().into());
        if draft.how.verify {
            let second = match &planar {
                Some(_) => self.verify_planar(&mut plans, &counted, &run),
                None => self.verify(&plans, &counted, &run),
            };
            draft.note_second(second)?;
        }
        if self.ask.diagram.is_some() || draft.how.shows() {
            self.planned(&mut plans, &run)?;
            self.build(&plans, &counted, draft)?;
        }
        Ok(())
    }

    fn trace(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let plan = self.plans(&draft.run)?.swap_remove(0);
        let naming = Naming::of_graph(plan.network(), self.graph.names(), &TERMS);
        frontier::told::tell(&plan, &naming, draft)?;
        draft.plan = Some(plan);
        Ok(())
    }
}

impl Told for Subgraphs {
    /// A solution on a line.
    fn solution_text(&self, shown: &Shown) -> String {
        let Solution::Subgraph(subgraph) = &shown.solution else { return String::new() };
        let words: Vec<String> = match subgraph {
            Subgraph::Vertices(names) => names.clone(),
            Subgraph::Edges(edges) => edges.iter().map(|ends| ends.join("-")).collect(),
        };
        format!("{}: {}\n", numbered(shown.number, shown.symmetry), words.join(" "))
    }

    fn text(&self, answer: &Answer) -> String {
        let figures = format!(
            "the graph has {} and {}\n",
            plural(self.graph.vertex_count(), "vertex", "vertices"),
            plural(self.graph.edges().len(), "edge", "edges")
        );
        let headline = format!("{}: {}", self.ask.graph.name, headline(&self.ask, answer));
        words::answer(answer, &headline, &figures, &TERMS)
    }

    /// The listed solutions, each with its number.
    fn picture(&self, answer: &Answer, first: usize) -> Sheet {
        let all = answer.classes.as_ref().map(ClassCount::all).or(answer.count.as_ref());
        let what = format!("{}s of {}", noun(self.ask.kind), self.ask.graph.name);
        let title = picture_title(&what, answer, all);
        words::picture(title, &self.graph, answer, first, is_closed(self.ask.kind))
    }
}

/// All that was counted.
fn total(tallies: &[Tally]) -> BigUint {
    tallies.iter().map(Tally::total).sum()
}

impl Subgraphs {
    /// The plan of the count, in the order of vertices that is asked for or in the best one.
    fn plans(&self, run: &Run<'_>) -> Result<Vec<Plan>, Halt> {
        let problems = std::slice::from_ref(&self.problem);
        plans_in(&Network::from(&self.graph), problems, self.order.as_deref(), run)
    }

    /// The plan of a count in tables, which is made when it is first needed.
    fn planned<'p>(&self, plans: &'p mut Vec<Plan>, run: &Run<'_>) -> Result<&'p Plan, Halt> {
        if plans.is_empty() {
            *plans = self.plans(run)?;
        }
        Ok(&plans[0])
    }

    /// Counts again in tables what was counted by words of brackets, and gives a line that says so.
    ///
    /// # Errors
    /// As for [`Subgraphs::verify`].
    fn verify_planar(
        &self,
        plans: &mut Vec<Plan>,
        counted: &BigUint,
        run: &Run<'_>,
    ) -> Result<String, Halt> {
        self.planned(plans, run)?;
        let second = total(&tallies(plans, run)?);
        compare(counted, &second, "counting by states of a frontier, which shares no code with it,")
    }

    /// Counts again, and gives a line that says how.
    ///
    /// # Errors
    /// If the second count is another, which is a bug, or cannot be made.
    fn verify(&self, plans: &[Plan], counted: &BigUint, run: &Run<'_>) -> Result<String, Halt> {
        let is_small = self.graph.vertex_count() <= DETERMINANT_VERTICES;
        if self.ask.kind == SubgraphKind::SpanningTrees && is_small {
            let trees = spanning_trees(&self.graph, u64::MAX).expect("nobody takes so many steps");
            return compare(counted, &trees, "Kirchhoff's determinant");
        }
        compare_orders(counted, plans, total, &TERMS, run)
    }

    /// Makes the diagram of all solutions, and shows some.
    fn build(&self, plans: &[Plan], counted: &BigUint, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let diagram = Diagram::build(&plans[0], &draft.run)?;
        diagram.compare(counted)?;
        let nodes = diagram.store.node_count() - 2; // without sinks
        part!(draft.answer, Graph).diagram_nodes = Some(nodes);
        draft.note(format!(
            "identity: a diagram of all solutions, with {nodes} nodes, has as many members modulo \
             2^64"
        ));
        if draft.how.shows() && draft.answer.why_none.is_none() {
            self.show(std::slice::from_ref(&diagram), counted, draft)?;
        }
        if let Some(form) = self.ask.diagram {
            let (edges, text) = self.written(&diagram, form)?;
            let line = format!("edges in the order of the diagram: {}", edges.join(" "));
            draft.note(line);
            part!(draft.answer, Graph).diagram = Some(text);
        }
        Ok(())
    }

    /// Shows solutions, one of each class if that is asked for.
    fn show(
        &self,
        diagrams: &[Diagram],
        counted: &BigUint,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let graph = &self.graph;
        let group = self.ask.one_per_class.then(|| edge_group(graph, self.ends)).transpose()?;
        if let Some(group) = &group {
            let line = format!("classes are up to the {}: {}", group.what(), group.order());
            draft.note(line);
            draft.answer.group_order = Some(BigUint::from(group.order()).into());
        }
        let judge = SubgraphJudge::new(graph, &self.ask).map_err(|fault| no_judge(&fault))?;
        let order = group.as_ref().map(EdgeGroup::order);
        let lift = |links: &[usize]| {
            let symmetry = match &group {
                Some(group) => Some(group.standing(links)?),
                None => None,
            };
            Some(Shown { symmetry, ..Shown::new(Solution::Subgraph(self.listed(links))) })
        };
        let judge = |number: usize, solution: &Solution| match solution {
            Solution::Subgraph(subgraph) => judge.judge(number, subgraph).map(|_| ()),
            _ => Ok(()),
        };
        let classes = frontier::show(draft, diagrams, counted, order, &TERMS, lift, judge)?;
        draft.answer.classes = classes.map(|classes| ClassCount::Number(classes.into()));
        Ok(())
    }

    /// A set of edges as it is listed: paths and cycles by their vertices in order, all others by
    /// their edges. A path begins at the first of its ends if they are given.
    fn listed(&self, links: &[usize]) -> Subgraph {
        let graph = &self.graph;
        let mut edges: Vec<[usize; 2]> = links.iter().map(|link| graph.edges()[*link]).collect();
        edges.sort_unstable();
        let name = |vertex: usize| graph.names()[vertex].clone();
        if is_walked(self.ask.kind) {
            let walk = trail(graph.vertex_count(), &edges, self.ends.map(|[from, _]| from));
            return Subgraph::Vertices(walk.into_iter().map(name).collect());
        }
        Subgraph::Edges(edges.into_iter().map(|edge| edge.map(name)).collect())
    }

    /// The edges in the order in which a diagram decides them, and the diagram in a form.
    fn written(&self, diagram: &Diagram, form: DiagramForm) -> Result<(Vec<String>, String), Halt> {
        let graph = &self.graph;
        let name =
            |link: &usize| graph.edges()[*link].map(|end| graph.names()[end].as_str()).join("-");
        let edges: Vec<String> = diagram.links.iter().map(name).collect();
        let title = format!("all {}s of {}", noun(self.ask.kind), self.ask.graph.name);
        let text = write_family(&diagram.store, diagram.root, &edges, form, &title)?;
        Ok((edges, text))
    }
}

/// Whether solutions of a kind are listed by their vertices.
fn is_walked(kind: SubgraphKind) -> bool {
    is_closed(kind) || matches!(kind, SubgraphKind::HamiltonianPaths | SubgraphKind::Paths)
}

/// Whether these go around a cycle.
fn is_closed(kind: SubgraphKind) -> bool {
    matches!(kind, SubgraphKind::HamiltonianCycles | SubgraphKind::Cycles)
}

/// What is the answer, in a line.
fn headline(ask: &GraphAsk, answer: &Answer) -> String {
    let besides = match (&ask.from, &ask.to) {
        (Some(from), Some(to)) => format!(" from {from} to {to}"),
        _ if ask.degrees.is_empty() => String::new(),
        _ => {
            let numbers: Vec<String> = ask.degrees.iter().map(ToString::to_string).collect();
            format!(" of degree {}", alternatives(&numbers))
        }
    };
    let one = noun(ask.kind);
    let many = format!("{one}s");
    match (&answer.count, &answer.why_none) {
        (_, Some(reason)) => format!("no {many}{besides}: {reason}"),
        (Some(count), None) => {
            format!("{}{besides}{}", plural(count, one, &many), words::and_classes(answer))
        }
        (None, None) => format!("the {many}{besides} are not counted yet"),
    }
}

/// A subgraph of a kind, in words; for several, an s follows.
fn noun(kind: SubgraphKind) -> &'static str {
    match kind {
        SubgraphKind::Matchings => "perfect matching",
        SubgraphKind::HamiltonianCycles => "Hamiltonian cycle",
        SubgraphKind::HamiltonianPaths => "Hamiltonian path",
        SubgraphKind::Paths => "path",
        SubgraphKind::Cycles => "cycle",
        SubgraphKind::SpanningTrees => "spanning tree",
        SubgraphKind::Forests => "forest",
        SubgraphKind::Factors => "factor",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_has_the_same_edges_again() {
        for (kind, chosen) in [
            (SubgraphKind::Cycles, &[[0, 1], [0, 3], [1, 4], [3, 4]][..]),
            (SubgraphKind::Paths, &[[0, 1], [1, 4], [4, 5]]),
            (SubgraphKind::Forests, &[[0, 3], [1, 2]]),
            (SubgraphKind::Forests, &[]),
        ] {
            let graph: Graph = "grid:2x3".parse().expect("a board");
            let link =
                |edge| graph.edges().iter().position(|other| other == edge).expect("an edge");
            let links: Vec<usize> = chosen.iter().map(link).collect();
            let ask = GraphAsk::new(kind, "grid:2x3");
            let asked =
                Subgraphs { ask, graph, ends: None, problem: Problem::Forests, order: None };
            let solution = Solution::Subgraph(asked.listed(&links));
            let mut edges = words::edges(&asked.graph, &solution, is_closed(kind));
            edges.iter_mut().for_each(|edge| edge.sort_unstable());
            edges.sort_unstable();
            assert_eq!(edges, chosen, "{solution:?}");
        }
    }
}
