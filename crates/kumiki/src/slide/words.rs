//! Answers about sliding tiles in words and pictures.

use super::{About, Sliding};
use crate::family::Told;
use crate::sink::Shown;
use crate::words::{ending, evidence, or_dash, plural, table};
use kumiki_draw::{Card, Sheet, histogram_sheet, solution_sheet};
use kumiki_model::{
    Answer, ByDistance, Count, Metric, Part, Pushes, RoundRecord, SlideManyPart, SlideTablePart,
    SlidingQuestion, SlidingRecord, Solution,
};
use std::fmt::Write as _;

impl Told for Sliding {
    /// A solution that is listed.
    fn solution_text(&self, shown: &Shown) -> String {
        let Solution::Pushes(pushes) = &shown.solution else { return String::new() };
        format!("{}: {}\n", shown.number, names(self, pushes))
    }

    /// An answer without the solutions that it lists.
    fn text(&self, answer: &Answer) -> String {
        let (text, what) = match &answer.part {
            Part::Slide(record) => (about_one(self, answer, record), "the answer is"),
            Part::SlideMany(part) => (about_many(part), "the answers are"),
            Part::SlideTable(part) => (about_all(self, part), "the table is"),
            _ => return String::new(),
        };
        text + &evidence(answer) + &ending(answer, ["solution", "solutions"], what)
    }

    /// The listed solutions, or the one that was found; of a board, the numbers of positions. Many
    /// starts have no picture: it is empty.
    fn picture(&self, answer: &Answer, _: usize) -> Sheet {
        match (&self.about, &answer.part) {
            (About::One(question), Part::Slide(record)) => {
                solutions(self, question, answer, record)
            }
            (About::Board { happy }, Part::SlideTable(part)) => {
                let counts: Vec<Count> =
                    part.positions.iter().map(|row| row.count.clone()).collect();
                let what =
                    if *happy { "positions solved by happy moves alone" } else { "positions" };
                let (title, caption) =
                    (format!("{} {what}", self.board()), format!("moves to {}", self.goal));
                histogram_sheet(&title, &counts, &caption)
            }
            _ => histogram_sheet("", &[], ""),
        }
    }
}

/// The tiles that are pushed, by their names.
fn names(asked: &Sliding, pushes: &Pushes) -> String {
    let goal = &asked.goal;
    let separator = if goal.tiles().len() <= 16 { "" } else { " " };
    let tiles = pushes.tiles().unwrap_or_default();
    let names: Vec<String> = tiles.iter().map(|tile| goal.name(*tile)).collect();
    names.join(separator)
}

/// How moves are called.
fn moves(metric: Metric, count: u32) -> String {
    match metric {
        Metric::Single => plural(count, "move", "moves"),
        Metric::Multi => plural(count, "slide", "slides"),
    }
}

/// What is known about one start.
fn about_one(asked: &Sliding, answer: &Answer, record: &SlidingRecord) -> String {
    let headline = match (&answer.why_none, record.moves, record.lower_bound) {
        (Some(reason), ..) => reason.clone(),
        (None, Some(length), _) => {
            let solution = record.solution.as_ref().map(|pushes| names(asked, pushes));
            format!("{}: {}", moves(asked.metric, length), solution.unwrap_or_default())
        }
        (None, None, Some(bound)) => {
            format!("no solution with less than {}", moves(asked.metric, bound))
        }
        (None, None, None) => "nothing is known yet".to_owned(),
    };
    let mut text = rounds(asked.metric, &record.rounds, record.moves.is_some());
    text += &format!("{} to {}\n{headline}\n", record.start, asked.goal);
    if let Some(count) = &answer.count {
        text += &format!("{} of this length\n", plural(count, "solution", "solutions"));
    }
    text += "\n";
    if let Some(estimate) = record.estimate {
        text += &format!("bound at the start: {estimate}; nodes: {}\n", record.nodes);
    }
    text
}

/// The rounds. Those with the plain bound are told in the manner of the seed: happy and sad moves.
fn rounds(metric: Metric, rounds: &[RoundRecord], is_solved: bool) -> String {
    let barren = rounds.len() - usize::from(is_solved && !rounds.is_empty());
    let mut text = String::new();
    for (at, round) in rounds.iter().enumerate() {
        let length = match round.sad {
            Some(sad) => format!("{}+{sad} moves", round.moves - sad),
            None => moves(metric, round.moves),
        };
        let found = match (at < barren, round.unfinished) {
            (_, true) => format!("the search with {length} is not finished"),
            (true, false) => format!("no solution with {length}"),
            (false, false) => format!("solution with {length}"),
        };
        writeln!(text, "{found} ({})", plural(round.nodes, "node", "nodes"))
            .expect("writing to a string");
    }
    text
}

/// What is known about many starts.
fn about_many(part: &SlideManyPart) -> String {
    let records = &part.instances;
    let row = |(number, record): (usize, &SlidingRecord)| {
        let mut cells = vec![
            number.to_string(),
            record.start.clone(),
            or_dash(record.moves),
            or_dash(record.estimate),
            record.nodes.to_string(),
            format!("{:.3}", record.seconds),
        ];
        cells.extend(record.optimal_solutions.as_ref().map(ToString::to_string));
        cells
    };
    let mut head = vec!["position", "start", "moves", "bound", "nodes", "seconds"];
    if records.iter().any(|record| record.optimal_solutions.is_some()) {
        head.push("solutions");
    }
    let mut text = table(&head, &["start"], (1..).zip(records).map(row).collect());
    let solved: Vec<u32> = records.iter().filter_map(|record| record.moves).collect();
    let (sum, nodes): (u32, u64) =
        (solved.iter().sum(), records.iter().map(|record| record.nodes).sum());
    text += &format!(
        "\n{} of {} solved, {sum} moves and {nodes} nodes in all\n",
        solved.len(),
        plural(records.len(), "position", "positions")
    );
    for record in records {
        if let Some(reason) = &record.unreachable {
            text += &format!("{}: {reason}\n", record.start);
        }
    }
    text
}

/// The numbers of positions at each distance.
fn about_all(asked: &Sliding, part: &SlideTablePart) -> String {
    let rows = &part.positions;
    let row = |row: &ByDistance| vec![row.distance.to_string(), row.count.to_string()];
    let mut text = table(&["distance", "positions"], &[], rows.iter().map(row).collect());
    if let Some(last) = rows.last() {
        let total = rows.iter().fold(Count::from(0_u64), |sum, row| Count(sum.0 + &row.count.0));
        let is_happy = matches!(asked.about, About::Board { happy: true });
        let what = if is_happy { " that happy moves alone solve" } else { "" };
        text += &format!(
            "\n{}: {}{what}, at most {} from {}: {}\n",
            asked.board(),
            plural(&total, "position", "positions"),
            plural(last.distance, "move", "moves"),
            asked.goal,
            plural(&last.count, "position", "positions")
        );
    }
    for position in part.antipodes.iter().flatten() {
        text += &format!("  {position}\n");
    }
    text
}

fn solutions(
    asked: &Sliding,
    question: &SlidingQuestion,
    answer: &Answer,
    record: &SlidingRecord,
) -> Sheet {
    let listed = answer.solutions.iter().flatten().filter_map(|solution| match solution {
        Solution::Pushes(pushes) => pushes.tiles().ok(),
        _ => None,
    });
    let mut shown: Vec<Vec<u8>> = listed.collect();
    if shown.is_empty() {
        shown.extend(record.solution.as_ref().and_then(|pushes| pushes.tiles().ok()));
    }
    let card = |solution: Vec<u8>| {
        let caption = match (record.moves, asked.metric) {
            (Some(count), metric) => moves(metric, count),
            (None, Metric::Single) => plural(solution.len(), "move", "moves"),
            // How many of them are pushed together is known in the end.
            (None, Metric::Multi) => plural(solution.len(), "tile pushed", "tiles pushed"),
        };
        Card { solution, caption }
    };
    let cards: Vec<Card<Vec<u8>>> = shown.into_iter().map(card).collect();
    let title = format!("{} to {}", question.start(), question.goal());
    solution_sheet(question, &title, &cards)
}
