//! Answers about subgraphs in words and pictures.

use super::listed::edges;
use crate::sink::Shown;
use crate::words::{alternatives, ending, evidence, numbered, picture_title, plural, profile};
use kumiki_draw::{GraphCard, Sheet, graph_sheet};
use kumiki_model::{Answer, ClassCount, Graph, GraphAsk, Solution, Subgraph, SubgraphKind};

/// A solution on a line.
pub(super) fn solution(shown: &Shown) -> String {
    let Solution::Subgraph(subgraph) = &shown.solution else { return String::new() };
    let words: Vec<String> = match subgraph {
        Subgraph::Vertices(names) => names.clone(),
        Subgraph::Edges(edges) => edges.iter().map(|ends| ends.join("-")).collect(),
    };
    format!("{}: {}\n", numbered(shown.number, shown.symmetry), words.join(" "))
}

fn nouns(kind: SubgraphKind) -> (&'static str, &'static str) {
    match kind {
        SubgraphKind::Matchings => ("perfect matching", "perfect matchings"),
        SubgraphKind::HamiltonianCycles => ("Hamiltonian cycle", "Hamiltonian cycles"),
        SubgraphKind::HamiltonianPaths => ("Hamiltonian path", "Hamiltonian paths"),
        SubgraphKind::Paths => ("path", "paths"),
        SubgraphKind::Cycles => ("cycle", "cycles"),
        SubgraphKind::SpanningTrees => ("spanning tree", "spanning trees"),
        SubgraphKind::Forests => ("forest", "forests"),
        SubgraphKind::Factors => ("factor", "factors"),
    }
}

/// The answer without its solutions.
pub(super) fn answer(ask: &GraphAsk, graph: &Graph, answer: &Answer) -> String {
    let mut text = format!(
        "{}: {}\n\nthe graph has {} and {}\n",
        ask.graph.name,
        headline(ask, answer),
        plural(graph.vertex_count(), "vertex", "vertices"),
        plural(graph.edges().len(), "edge", "edges")
    );
    if answer.question.how.profile {
        text += &profile(&answer.profile);
    }
    text + &evidence(answer) + &ending(answer, ["solution", "solutions"], "the answer is")
}

/// What is the answer, in a line.
fn headline(ask: &GraphAsk, answer: &Answer) -> String {
    let ends = ask.from.as_ref().zip(ask.to.as_ref());
    let besides = match ends {
        Some((from, to)) => format!(" from {from} to {to}"),
        None if ask.degrees.is_empty() => String::new(),
        None => {
            let numbers: Vec<String> = ask.degrees.iter().map(ToString::to_string).collect();
            format!(" of degree {}", alternatives(&numbers))
        }
    };
    let (one, many) = nouns(ask.kind);
    match (&answer.count, &answer.why_none) {
        (_, Some(reason)) => format!("no {many}{besides}: {reason}"),
        (Some(count), None) => {
            let classes = answer.classes.as_ref();
            let classes = classes.map(|all| format!(", {}", plural(all.all(), "class", "classes")));
            format!("{}{besides}{}", plural(count, one, many), classes.unwrap_or_default())
        }
        (None, None) => format!("the {many}{besides} are not counted yet"),
    }
}

/// The listed solutions, each with its number.
pub(super) fn picture(ask: &GraphAsk, graph: &Graph, answer: &Answer) -> Sheet {
    let (_, many) = nouns(ask.kind);
    let all = answer.classes.as_ref().map(ClassCount::all).or(answer.count.as_ref());
    let title = picture_title(&format!("{many} of {}", ask.graph.name), answer, all);
    let mut cards = Vec::new();
    for (at, solution) in answer.solutions.iter().flatten().enumerate() {
        let Solution::Subgraph(subgraph) = solution else { continue };
        let symmetry = answer.symmetries.as_ref().and_then(|all| all.get(at).copied());
        let caption = numbered(at + 1, symmetry);
        cards.push(GraphCard { edges: edges(graph, ask.kind, subgraph), caption });
    }
    Sheet { title, ..graph_sheet(graph, &cards) }
}
