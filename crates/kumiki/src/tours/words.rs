//! Answers about tours in words and pictures.

use crate::sink::Shown;
use crate::words::{ending, evidence, numbered, picture_title, plural, profile};
use kumiki_draw::{GraphCard, Sheet, graph_sheet};
use kumiki_model::{Answer, ClassCount, Graph, Part, Solution, TourSymmetry, ToursAsk, ToursPart};
use std::fmt::{Display, Write as _};

/// A tour as a board with the number of the visit in each cell.
pub(super) fn solution(graph: &Graph, board: [usize; 2], shown: &Shown) -> String {
    let tour = cells(graph, &shown.solution);
    format!("{}:\n{}\n", numbered(shown.number, shown.symmetry), numbered_board(board, &tour))
}

/// The cells of a tour in the order of the visit.
fn cells(graph: &Graph, solution: &Solution) -> Vec<usize> {
    match solution {
        Solution::Tour(names) => names.iter().filter_map(|name| graph.vertex(name)).collect(),
        _ => Vec::new(),
    }
}

/// The board with the number of the visit in each cell.
fn numbered_board([rows, columns]: [usize; 2], tour: &[usize]) -> String {
    let mut visit = vec![0; rows * columns];
    for (number, cell) in (1..).zip(tour) {
        visit[*cell] = number;
    }
    let width = tour.len().to_string().len() + 1;
    let row = |row: &[usize]| {
        let cells: String = row.iter().map(|number| format!("{number:>width$}")).collect();
        cells + "\n"
    };
    visit.chunks(columns.max(1)).map(row).collect()
}

/// What is asked for, in words.
fn subject(ask: &ToursAsk) -> String {
    let piece = match ask.piece.as_deref().unwrap_or("knight") {
        "knight" | "1,2" | "2,1" => "knight".to_owned(),
        leaps => format!("{leaps}-leaper"),
    };
    let preserved = match ask.symmetry {
        TourSymmetry::None => "",
        TourSymmetry::HalfTurn => " that the half-turn preserves",
        TourSymmetry::QuarterTurn => " that the quarter-turn preserves",
    };
    format!("closed tours of a {piece} on {}{preserved}", ask.board)
}

/// The answer without its tours.
pub(super) fn answer(ask: &ToursAsk, answer: &Answer) -> String {
    let headline = match (&answer.count, &answer.why_none) {
        (_, Some(reason)) => format!("none: {reason}"),
        (Some(tours), None) => {
            let classes = answer.classes.as_ref();
            let classes = classes.map(|all| format!(", {}", plural(all.all(), "class", "classes")));
            format!("{tours}{}", classes.unwrap_or_default())
        }
        (None, None) => "not counted yet".to_owned(),
    };
    let mut text = format!("{}: {headline}\n\n{}", subject(ask), figures(answer));
    if answer.question.how.profile {
        text += &profile(&answer.profile);
    }
    text + &evidence(answer) + &ending(answer, ["tour", "tours"], "the answer is")
}

/// What is known about the folded board: the figures of OBDD.
fn figures(answer: &Answer) -> String {
    let Part::Tours(ToursPart { matchings, pseudo, diagram, .. }) = &answer.part else {
        return String::new();
    };
    let mut text = String::new();
    let mut line = |count: &dyn Display, what: &str| {
        writeln!(text, "{count:>12}  {what}").expect("writing to a string");
    };
    if let Some(matchings) = matchings {
        line(matchings, "perfect matchings of the folded board");
    }
    if let Some(diagram) = diagram {
        line(&diagram.nodes, "nodes in the diagram of matchings");
        line(&diagram.suppressed, "of these are removed by zero-suppression");
    }
    if let (Some(tours), Some(pseudo)) = (&answer.count, pseudo) {
        line(tours, "tours");
        line(pseudo, "pseudo-solutions: two cycles that the half-turn exchanges");
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// The listed tours, each with its number.
pub(super) fn picture(ask: &ToursAsk, graph: &Graph, answer: &Answer) -> Sheet {
    let all = match ask.one_per_class {
        true => answer.classes.as_ref().map(ClassCount::all),
        false => answer.count.as_ref(),
    };
    let title = picture_title(&subject(ask), answer, all);
    let card = |(at, solution): (usize, &Solution)| {
        let tour = cells(graph, solution);
        let next = tour.iter().skip(1).chain(tour.first());
        let symmetry = answer.symmetries.as_ref().and_then(|all| all.get(at).copied());
        GraphCard {
            edges: tour.iter().zip(next).map(|(from, to)| [*from, *to]).collect(),
            caption: numbered(at + 1, symmetry),
        }
    };
    let cards: Vec<GraphCard> = answer.solutions.iter().flatten().enumerate().map(card).collect();
    Sheet { title, ..graph_sheet(graph, &cards) }
}
