//! Answers about sliding tiles in words and pictures.

mod rounds;

use super::{About, Sliding};
use crate::family::Told;
use crate::sink::Shown;
use crate::words::{ending, evidence, or_dash, plural, profile, table};
use kumiki_draw::{Card, Sheet, histogram_sheet, solution_sheet};
use kumiki_model::{
    Answer, ByDistance, Count, Metric, Part, PathLevel, Pushes, SlideManyPart, SlideTablePart,
    SlideTreePart, SlidingQuestion, SlidingRecord, Solution,
};

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
            Part::SlideTree(part) => (about_paths(part), "the table is"),
            _ => return String::new(),
        };
        let cost = match (answer.question.how.profile, &answer.part) {
            (false, _) => String::new(),
            (true, Part::Slide(record)) => rounds::table_of(record) + &profile(&answer.profile),
            (true, Part::SlideMany(part)) => {
                rounds::repeated(&part.instances) + &profile(&answer.profile)
            }
            (true, _) => profile(&answer.profile),
        };
        let gap = if cost.is_empty() || text.ends_with("\n\n") { "" } else { "\n" };
        let cost = if cost.is_empty() { cost } else { cost + "\n" };
        text + gap + &cost + &evidence(answer) + &ending(answer, ["solution", "solutions"], what)
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

/// The tiles that are pushed: by their names, or their ways as letters.
fn names(asked: &Sliding, pushes: &Pushes) -> String {
    let goal = &asked.goal;
    let separator = if goal.tiles().len() <= 16 { "" } else { " " };
    let tiles = pushes.tiles().unwrap_or_default();
    if let (true, About::One(question)) = (asked.letters, &asked.about) {
        return question.start().letters_of(&tiles).unwrap_or_default();
    }
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
    let mut text = rounds::told(asked.metric, &record.rounds, record.moves.is_some());
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

/// Paths and positions below a start.
fn about_paths(part: &SlideTreePart) -> String {
    let row = |row: &PathLevel| {
        let twice = &row.paths.0 - &row.positions.0;
        [row.level.to_string(), row.paths.to_string(), row.positions.to_string()]
            .into_iter()
            .chain([twice.to_string(), row.new.to_string()])
            .collect()
    };
    let head = ["level", "paths", "positions", "paths to spare", "new positions"];
    let mut text = format!("below {}, never straight back\n\n", part.start);
    text += &table(&head, &[], part.levels.iter().map(row).collect());
    let is_all_new =
        |level: &&PathLevel| level.paths == level.positions && level.positions == level.new;
    let clean = part.levels.iter().take_while(is_all_new).count();
    let up_to = clean.saturating_sub(1);
    text += &match clean == part.levels.len() {
        true => format!("\nno position comes twice up to level {up_to}\n"),
        false => {
            format!("\nno position comes twice up to level {up_to}; some do at level {clean}\n")
        }
    };
    text + "\n"
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
