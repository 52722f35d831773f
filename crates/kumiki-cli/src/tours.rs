//! `kumiki tours`: from a board to a request, from an answer to text, JSON and pictures.

use crate::args::ToursArgs;
use crate::failure::Failure;
use crate::output::{JSON, Outputs};
use crate::running::{exit_code, show, stop_reason, tell_forecast, terminal};
use crate::tables::{picture_title, profile};
use crate::text::{numbered, plural};
use kumiki::draw::{GraphCard, Sheet, graph_sheet};
use kumiki::drive::Run;
use kumiki::model::{Count, TourSymmetry, ToursAnswer};
use kumiki::tours::{Answered, Request, answer};
use std::fmt::Write as _;
use std::process::ExitCode;

pub(crate) fn run(args: &ToursArgs) -> Result<ExitCode, Failure> {
    let common = &args.common;
    let terminal = terminal(common)?;
    let run = Run::new(&*terminal);
    let mut outputs = Outputs::new(common.force, common.json.then_some(JSON), None);
    outputs.reserve("--svg", args.picture.svg.as_deref())?;
    let request = Request {
        board: args.board,
        piece: args.piece,
        symmetry: args.symmetry.into(),
        method: args.method.into(),
        show: show(common, &args.sample, outputs.wants("--svg")),
        one_per_class: args.one_per_class,
        verify: common.verify,
        profile: common.profile,
    };
    let answered = answer(&request, &run, &mut tell_forecast)?;
    let with_list = common.list.is_some() || common.first || args.sample.sample.is_some();
    outputs.print(&answered.answer, || describe(&request, &answered, with_list))?;
    outputs.write("--svg", || draw(&answered).to_svg())?;
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

/// What is asked for, in words.
fn subject(answer: &ToursAnswer) -> String {
    let question = &answer.question;
    let piece = match question.piece.as_str() {
        "1,2" | "2,1" => "knight".to_owned(),
        leaps => format!("{leaps}-leaper"),
    };
    let preserved = match question.symmetry {
        TourSymmetry::None => "",
        TourSymmetry::HalfTurn => " that the half-turn preserves",
        TourSymmetry::QuarterTurn => " that the quarter-turn preserves",
    };
    format!("closed tours of a {piece} on {}{preserved}", question.board)
}

/// The answer for people.
fn describe(request: &Request, answered: &Answered, with_list: bool) -> String {
    let Answered { answer, shown, stopped_by, .. } = answered;
    let mut text = String::new();
    for (number, tour) in (1..).zip(shown).filter(|_| with_list) {
        writeln!(
            text,
            "{}\n{}",
            numbered(number, answer.symmetries.as_deref()) + ":",
            numbered_board(request.board, tour)
        )
        .expect("writing to a string");
    }
    let headline = match (&answer.tours, &answer.none_because) {
        (_, Some(reason)) => format!("none: {reason}"),
        (Some(tours), None) => {
            let classes = answer.classes.as_ref();
            let classes =
                classes.map(|classes| format!(", {}", plural(classes, "class", "classes")));
            format!("{tours}{}", classes.unwrap_or_default())
        }
        (None, None) => "not counted yet".to_owned(),
    };
    writeln!(text, "{}: {headline}\n", subject(answer)).expect("writing to a string");
    text += &figures(answer);
    if request.profile {
        text += &profile(&answer.profile);
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*stopped_by, "tour") {
        writeln!(text, "{reason}: the answer is not complete").expect("writing to a string");
    }
    text
}

/// What is known about the folded board: the figures of OBDD.
fn figures(answer: &ToursAnswer) -> String {
    let mut text = String::new();
    let mut line = |count: &dyn std::fmt::Display, what: &str| {
        writeln!(text, "{count:>12}  {what}").expect("writing to a string");
    };
    if let Some(matchings) = &answer.matchings {
        line(matchings, "perfect matchings of the folded board");
    }
    if let Some(diagram) = &answer.diagram {
        line(&diagram.nodes, "nodes in the diagram of matchings");
        line(&diagram.suppressed, "of these are removed by zero-suppression");
    }
    if let (Some(tours), Some(pseudo)) = (&answer.tours, &answer.pseudo) {
        line(tours, "tours");
        line(pseudo, "pseudo-solutions: two cycles that the half-turn exchanges");
    }
    if text.is_empty() { text } else { text + "\n" }
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

/// The picture of the tours that are shown.
fn draw(answered: &Answered) -> Sheet {
    let Answered { answer, graph, shown, .. } = answered;
    let all = if answer.question.one_per_class { &answer.classes } else { &answer.tours };
    let all = all.clone().unwrap_or_else(|| Count::from(0_u64));
    let title = picture_title(&subject(answer), shown.len(), &all, answer.complete);
    let edges = |tour: &[usize]| {
        let next = tour.iter().skip(1).chain(tour.first());
        tour.iter().zip(next).map(|(from, to)| [*from, *to]).collect()
    };
    let card = |(number, tour): (usize, &Vec<usize>)| GraphCard {
        edges: edges(tour),
        caption: numbered(number, answer.symmetries.as_deref()),
    };
    let cards: Vec<GraphCard> = (1..).zip(shown).map(card).collect();
    Sheet { title, ..graph_sheet(graph, &cards) }
}
