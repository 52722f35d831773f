//! Subgraphs of graphs: matchings, paths, cycles, trees and factors.
//!
//! # How
//! * A reason why there can be none, such as an odd number of vertices, is an answer without a
//!   search.
//! * Otherwise an order of vertices is searched for, what the count will need is foretold, and
//!   `kumiki_frontier::Count` counts on all cores.
//! * Lists, samples and diagrams come from the decision diagram of all solutions:
//!   `kumiki_frontier::Levels` compiles it and `kumiki_diagram` reduces it. Its number of members
//!   must be the count.

mod listed;
pub(crate) mod reasons;
mod verify;
mod words;

use crate::Halt;
use crate::draft::Draft;
use crate::family::Family;
use crate::frontier::{self, Counted, EdgeGroup, Listing, count, forecast, plan};
use crate::sink::Shown;
use kumiki_draw::Sheet;
use kumiki_formats::edges;
use kumiki_frontier::{Keys, Network, Plan, Problem};
use kumiki_judge::SubgraphJudge;
use kumiki_model::{
    Answer, ClassCount, DiagramForm, Graph, GraphAsk, GraphPart, Part, Solution, Source,
    SubgraphKind,
};
use num_bigint::BigUint;
use reasons::none_because;

/// The most edges that a vertex of a factor may have.
const MOST_DEGREE: usize = 63;

/// A question about subgraphs.
pub(crate) struct Subgraphs {
    ask: GraphAsk,
    graph: Graph,
    /// The two ends of paths.
    ends: Option<[usize; 2]>,
    /// The numbers of edges that a vertex of a factor may have, as a set of bits.
    degrees: Option<u64>,
}

impl Subgraphs {
    /// Reads a question.
    ///
    /// # Errors
    /// If the graph cannot be read, or if ends or degrees do not go with what is counted.
    pub(crate) fn new(ask: &mut GraphAsk) -> Result<Self, Halt> {
        let graph = read(&ask.graph)?;
        let ends = ends(ask, &graph)?;
        let degrees = degrees(ask)?;
        Ok(Self { ask: ask.clone(), graph, ends, degrees })
    }
}

/// A graph by its name or from a file.
fn read(source: &Source) -> Result<Graph, Halt> {
    let Source { name, text } = source;
    if let Some(text) = text {
        let wrong = |error: kumiki_formats::FormatError| Halt::File {
            name: name.clone(),
            reason: error.to_string(),
        };
        return edges::read(text.as_bytes()).map_err(wrong);
    }
    if !["grid:", "king:", "knight:", "leaper:"].iter().any(|kind| name.starts_with(kind)) {
        let reason = "no such graph comes with Kumiki, expected a file of edges, or a graph such \
                      as grid:8x8 or knight:6x6";
        return Err(Halt::File { name: name.clone(), reason: reason.to_owned() });
    }
    name.parse().map_err(|error: kumiki_model::ModelError| {
        let reason = error.to_string().replace(&format!("bad graph '{name}', "), "");
        Halt::Field { field: "graph", value: name.clone(), reason }
    })
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

/// The numbers of edges that a vertex may have, as a set of bits, if factors are asked for.
fn degrees(ask: &GraphAsk) -> Result<Option<u64>, Halt> {
    match (ask.kind, ask.degrees.as_slice()) {
        (SubgraphKind::Factors, []) => Err(Halt::contradiction(
            "no degrees for factors, expected `degrees` with one or several, such as 2 or 0,2",
        )),
        (SubgraphKind::Factors, degrees) => {
            match degrees.iter().find(|degree| **degree > MOST_DEGREE) {
                Some(degree) => Err(Halt::Field {
                    field: "degrees",
                    value: degree.to_string(),
                    reason: format!("expected numbers from 0 to {MOST_DEGREE}, such as 2 or 0,2"),
                }),
                None => Ok(Some(degrees.iter().fold(0, |set, degree| set | 1 << degree))),
            }
        }
        (_, []) => Ok(None),
        _ => Err(Halt::contradiction("`degrees` is given, expected it with factors only")),
    }
}

impl Family for Subgraphs {
    fn part(&self) -> Part {
        Part::Graph(GraphPart::default())
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if self.ask.one_per_class && draft.how.sample.is_some() {
            return Err(Halt::contradiction(
                "`sample` draws from all solutions, expected no `one_per_class`",
            ));
        }
        draft.run = draft.run.within_the_machine();
        let run = draft.run;
        if let Some(reason) = none_because(&self.graph, self.ask.kind, self.ends, self.degrees) {
            draft.answer.count = Some(BigUint::ZERO.into());
            draft.answer.evidence.push("method: no search was needed".to_owned());
            draft.answer.why_none = Some(reason);
            if self.ask.diagram.is_none() {
                return Ok(());
            }
        }
        let network = Network::from(&self.graph);
        let problem = self.problem()?;
        let plan = plan(&network, problem.clone(), &run)?;
        let expected = forecast(&plan, run.threads());
        expected.check(&run)?;
        expected.tell(&run);
        let Counted { tally, profile, peak_states } = count(&plan, Keys::Narrow, &run)?;
        draft.profile = profile;
        part(draft).forecast = Some(expected.record());
        draft.answer.evidence.push(format!(
            "method: states of a frontier, vertex by vertex, at most {peak_states} at a time"
        ));
        let counted = tally?.total();
        check_reason(&draft.answer, &counted)?;
        draft.answer.count = Some(counted.clone().into());
        if draft.how.verify {
            draft.note_second(self.verify(&network, &problem, &plan, &counted, &run))?;
        }
        if self.ask.diagram.is_some() || draft.how.shows() {
            self.build(&plan, &counted, draft)?;
        }
        Ok(())
    }

    fn solution_text(&self, shown: &Shown) -> String {
        words::solution(shown)
    }

    fn text(&self, answer: &Answer) -> String {
        words::answer(&self.ask, &self.graph, answer)
    }

    fn picture(&self, answer: &Answer) -> Sheet {
        words::picture(&self.ask, &self.graph, answer)
    }
}

/// What only answers about subgraphs have.
fn part<'d>(draft: &'d mut Draft<'_>) -> &'d mut GraphPart {
    match &mut draft.answer.part {
        Part::Graph(part) => part,
        _ => unreachable!("a draft begins with the part of its family"),
    }
}

/// If it is known that there is none, then none must have been counted.
fn check_reason(answer: &Answer, counted: &BigUint) -> Result<(), Halt> {
    match &answer.why_none {
        Some(reason) if *counted != BigUint::ZERO => Err(Halt::Disagreement {
            first: format!("none because {reason}"),
            second: counted.to_string(),
        }),
        _ => Ok(()),
    }
}

impl Subgraphs {
    /// The problem for the engine.
    fn problem(&self) -> Result<Problem, Halt> {
        let vertex_count = self.graph.vertex_count();
        Ok(match (self.ask.kind, self.ends) {
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
                Problem::Degrees { allowed: vec![self.degrees.unwrap_or_default(); vertex_count] }
            }
        })
    }

    /// Makes the diagram of all solutions, and shows some.
    fn build(&self, plan: &Plan, counted: &BigUint, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let family = frontier::Family::build(plan, &draft.run)?;
        family.compare(counted)?;
        let nodes = family.node_count();
        part(draft).diagram_nodes = Some(nodes);
        draft.answer.evidence.push(format!(
            "identity: a diagram of all solutions, with {nodes} nodes, has as many members modulo \
             2^64"
        ));
        if draft.how.shows() && draft.answer.why_none.is_none() {
            self.show(&family, counted, draft)?;
        }
        if let Some(form) = self.ask.diagram {
            let (edges, text) = self.diagram(&family, form);
            let line = format!("edges in the order of the diagram: {}", edges.join(" "));
            draft.answer.evidence.push(line);
            part(draft).diagram = Some(text);
        }
        Ok(())
    }

    /// Shows solutions, one of each class if that is asked for.
    fn show(
        &self,
        family: &frontier::Family,
        counted: &BigUint,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let (graph, kind, ends) = (&self.graph, self.ask.kind, self.ends);
        let group = self.ask.one_per_class.then(|| EdgeGroup::new(graph, ends)).transpose()?;
        if let Some(group) = &group {
            let line = format!("classes are up to the {}: {}", group.what(), group.order());
            draft.answer.evidence.push(line);
            draft.answer.group_order = Some(BigUint::from(group.order()).into());
        }
        let judge = SubgraphJudge::new(graph, &self.ask).map_err(|fault| Halt::Refuted {
            what: "the question".to_owned(),
            fault: fault.to_string(),
        })?;
        let listing = Listing {
            families: std::slice::from_ref(family),
            count: counted,
            order: group.as_ref().map(EdgeGroup::order),
            nouns: ["solution", "solutions"],
        };
        let lift = |_: usize, links: &[usize]| {
            let symmetry = match &group {
                Some(group) => Some(group.standing(links)?),
                None => None,
            };
            let subgraph = listed::listed(graph, kind, ends.map(|[from, _]| from), links);
            Some(Shown { symmetry, ..Shown::new(Solution::Subgraph(subgraph)) })
        };
        let judge = |number: usize, solution: &Solution| match solution {
            Solution::Subgraph(subgraph) => judge.judge(number, subgraph).map(|_| ()),
            _ => Ok(()),
        };
        let classes = frontier::show(draft, &listing, lift, judge)?;
        draft.answer.classes = classes.map(|classes| ClassCount::Number(classes.into()));
        Ok(())
    }

    /// The edges in the order in which a diagram decides them, and the diagram as text: there,
    /// edge k is element k from 1 on (`zdd`) or variable k from 0 on (`knuth`).
    fn diagram(&self, family: &frontier::Family, form: DiagramForm) -> (Vec<String>, String) {
        let graph = &self.graph;
        let name =
            |link: &usize| graph.edges()[*link].map(|end| graph.names()[end].as_str()).join("-");
        let edges: Vec<String> = family.links().iter().map(name).collect();
        let (store, root) = family.diagram();
        let text = match form {
            DiagramForm::Dot => {
                store.to_graphviz(root, |variable| edges[variable as usize].clone())
            }
            DiagramForm::Zdd => store.to_graphillion(root),
            DiagramForm::Knuth => store.to_knuth(root),
        };
        (edges, text)
    }
}
