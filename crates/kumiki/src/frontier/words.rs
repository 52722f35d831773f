//! What answers about graphs and about tours have in common in words and pictures.

use super::Terms;
use crate::words::{drawn, ending, evidence, numbered, plural, profile};
use kumiki_draw::{Card, Sheet, graph_sheet};
use kumiki_model::{Answer, Graph, Solution, Subgraph};
use std::collections::HashMap;

/// The answer without its solutions: a headline, some figures, and what all answers have.
pub(crate) fn answer(answer: &Answer, headline: &str, figures: &str, terms: &Terms) -> String {
    let mut text = format!("{headline}\n\n{figures}");
    if answer.question.how.profile {
        text += &profile(&answer.profile);
    }
    text + &evidence(answer) + &ending(answer, terms.solutions, "the answer is")
}

/// How many classes there are, after a comma, if that is known.
pub(crate) fn and_classes(answer: &Answer) -> String {
    let classes = answer.classes.as_ref();
    let classes = classes.map(|all| format!(", {}", plural(all.all(), "class", "classes")));
    classes.unwrap_or_default()
}

/// The listed solutions, each with its number; `is_closed` says whether vertices in order are a
/// cycle.
pub(crate) fn picture(
    title: String,
    graph: &Graph,
    answer: &Answer,
    first: usize,
    is_closed: bool,
) -> Sheet {
    let cards = drawn(answer, first, |number, solution| {
        let at = (number - first) / answer.question.how.spacing();
        let symmetry = answer.symmetries.as_ref().and_then(|all| all.get(at).copied());
        let solution = edges(graph, solution, is_closed);
        Some(Card { solution, caption: numbered(number, symmetry) })
    });
    Sheet { title, ..graph_sheet(graph, &cards) }
}

/// The edges of a solution; none for names that the graph does not have.
pub(crate) fn edges(graph: &Graph, solution: &Solution, is_closed: bool) -> Vec<[usize; 2]> {
    let numbers: HashMap<&str, usize> =
        graph.names().iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
    let edge =
        |[from, to]: [&String; 2]| Some([*numbers.get(from.as_str())?, *numbers.get(to.as_str())?]);
    match solution {
        Solution::Subgraph(Subgraph::Edges(edges)) => {
            edges.iter().filter_map(|ends| edge(ends.each_ref())).collect()
        }
        Solution::Subgraph(Subgraph::Vertices(names)) | Solution::Tour(names) => {
            let next = names.iter().skip(1).chain(names.first().filter(|_| is_closed));
            names.iter().zip(next).filter_map(|(from, to)| edge([from, to])).collect()
        }
        _ => Vec::new(),
    }
}
