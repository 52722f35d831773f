//! `kumiki slide`: from a position to a request, from an answer to text, JSON, pictures and a
//! performance.

mod play;

use crate::args::SlideArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{JSON, Outputs};
use crate::running::{exit_code, stop_reason, terminal};
use crate::text::{plural, table, warn};
use kumiki::Halt;
use kumiki::draw::{Sheet, SolutionCard, histogram_sheet, solution_sheet};
use kumiki::drive::Run;
use kumiki::formats::sliding;
use kumiki::host::TableCache;
use kumiki::model::{
    ByDistance, Count, Metric, RoundRecord, SlidingAnswer, SlidingBoard, SlidingPosition,
    SlidingQuestion, SlidingRecord,
};
use kumiki::puzzles::positions::{self, BuiltInPositions};
use kumiki::slide::{
    Answered, Bound, Heuristic, Solved, Trust, Wishes, answer, answer_all, answer_happy,
    answer_table,
};
use std::fmt::Write as _;
use std::process::ExitCode;

/// The longest list of positions that is read.
const FILE_LIMIT_BYTES: u64 = 64 << 20;

pub(crate) fn run(args: &SlideArgs) -> Result<ExitCode, Failure> {
    let terminal = terminal(&args.common)?;
    let run = Run::new(&*terminal);
    let built_in = args.file.as_ref().and_then(|path| positions::find(&path.display().to_string()));
    let board =
        args.table.or(args.board).or(built_in.map(BuiltInPositions::board)).unwrap_or_else(fifteen);
    let goal = match (&args.goal, built_in) {
        (Some(text), _) => position("--goal", board, text)?,
        (None, Some(list)) if list.board() == board => list.goal(),
        _ => SlidingPosition::solved(board),
    };
    if args.table.is_some() {
        return all_positions(args, &goal, &run);
    }
    if args.metric.is_multi() && args.heuristic.is_some() {
        let message =
            "--heuristic is for single pushes, expected no --heuristic with --metric multi";
        return Err(Failure::Input(message.to_owned()));
    }
    match (&args.start, &args.file) {
        (Some(start), _) => one(args, &goal, start, &run),
        (None, Some(_)) => many(args, &goal, &run),
        (None, None) => unreachable!("clap wants a start, a file or a table"),
    }
}

fn fifteen() -> SlidingBoard {
    SlidingBoard::new(4, 4).expect("the board of the 15 puzzle")
}

/// Reads a position, or says where it is wrong.
fn position(place: &str, board: SlidingBoard, text: &str) -> Result<SlidingPosition, Failure> {
    SlidingPosition::parse(board, text)
        .map_err(|error| Failure::Input(format!("bad {place}: {error}")))
}

/// The bound that the arguments ask for, or one that pays for so many positions; and the cache its
/// tables come from.
fn bound(
    args: &SlideArgs,
    goal: &SlidingPosition,
    count: usize,
    run: &Run<'_>,
) -> Result<(Bound, TableCache), Failure> {
    let cache = args.cache.clone().map_or_else(TableCache::of_user, TableCache::in_folder);
    let heuristic = match args.metric.into() {
        Metric::Single => {
            let asked = args.heuristic.as_deref().map(Heuristic::parse);
            asked.or_else(|| Heuristic::for_many(goal, count, &cache, run))
        }
        // Slides have a bound of their own.
        Metric::Multi => Some(Heuristic::Manhattan),
    };
    let trust = if args.common.verify { Trust::Proved } else { Trust::AsTheyAre };
    let bound =
        Bound::prepare(goal, heuristic.as_ref(), trust, &cache, run).map_err(
            |halt| match halt {
                Halt::Stopped(by) => Failure::Stopped(format!(
                    "{} while tables were made, before the search",
                    by.in_words()
                )),
                other => other.into(),
            },
        )?;
    bound.warnings().iter().for_each(|line| warn(line));
    Ok((bound, cache))
}

/// The place of the picture, if one is wanted.
fn outputs(args: &SlideArgs) -> Result<Outputs<'_>, Failure> {
    let on_stdout = args.common.json.then_some(JSON).or(args.play.then_some("--play"));
    let mut outputs = Outputs::new(args.common.force, on_stdout, None);
    outputs.reserve("--svg", args.picture.svg.as_deref())?;
    Ok(outputs)
}

fn wishes(args: &SlideArgs) -> Wishes {
    Wishes { count: args.all, list: args.common.list.unwrap_or(0) }
}

/// A question about one start.
fn one(
    args: &SlideArgs,
    goal: &SlidingPosition,
    start: &str,
    run: &Run<'_>,
) -> Result<ExitCode, Failure> {
    let start = position("START", goal.board(), start)?;
    let question = SlidingQuestion::new(start, goal.clone(), args.metric.into())
        .map_err(|error| Failure::Input(error.to_string()))?;
    let mut outputs = outputs(args)?;
    let (bound, cache) = bound(args, goal, 1, run)?;
    let second = args.common.verify.then_some(&cache);
    let answered = answer(&question, &bound, wishes(args), second, run)?;
    let solved = answered.solved.first().expect("one start was asked about");
    if args.play
        && let Some(pushes) = &solved.solution
    {
        play::play(question.start(), pushes)?;
    }
    outputs.print(&answered.answer, || describe(&question, &answered))?;
    outputs.write("--svg", || draw(&question, solved).to_svg())?;
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

/// Questions about the positions of a file.
fn many(args: &SlideArgs, goal: &SlidingPosition, run: &Run<'_>) -> Result<ExitCode, Failure> {
    if args.picture.svg.is_some() || args.common.verify {
        let message = "--svg and --verify are for one start, expected a START instead of --file";
        return Err(Failure::Input(message.to_owned()));
    }
    let path = args.file.as_ref().expect("a file was asked for");
    let built_in = |name: &str| Some(positions::find(name)?.text);
    let expected = "a file with a position on each line, or korf100 or korf24";
    let input = Input::read_or_find(path, FILE_LIMIT_BYTES, built_in, expected)?;
    let mut questions = Vec::new();
    let mut left_out = 0;
    for (_, start) in sliding::read(goal.board(), &input.bytes) {
        match start {
            Ok(start) => {
                let question = SlidingQuestion::new(start, goal.clone(), args.metric.into());
                questions.push(question.map_err(|error| input.refused(error))?);
            }
            Err(error) if args.keep_going => {
                input.tell("warning", &[error.to_string()]);
                left_out += 1;
            }
            Err(error) => return Err(input.refused(error)),
        }
    }
    if questions.is_empty() {
        return Err(input.refused("no position, expected one on each line"));
    }
    let (bound, _) = bound(args, goal, questions.len(), run)?;
    let answered = answer_all(&questions, &input.name, &bound, wishes(args), run)?;
    outputs(args)?.print(&answered.answer, || describe_all(&answered))?;
    if left_out > 0 {
        let lines =
            format!("{left_out} lines without a position were left out, expected one on each line");
        return Err(input.refused(lines));
    }
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

/// All positions of a board.
fn all_positions(
    args: &SlideArgs,
    goal: &SlidingPosition,
    run: &Run<'_>,
) -> Result<ExitCode, Failure> {
    let mut outputs = outputs(args)?;
    let answered = if args.happy {
        answer_happy(goal, run)?
    } else {
        answer_table(goal, args.metric.into(), run)?
    };
    outputs.print(&answered.answer, || describe_table(&answered))?;
    outputs.write("--svg", || draw_table(&answered.answer).to_svg())?;
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

/// How moves are called.
fn moves(metric: Metric, count: u32) -> String {
    match metric {
        Metric::Single => plural(count, "move", "moves"),
        Metric::Multi => plural(count, "slide", "slides"),
    }
}

/// The answer about one start, for people.
fn describe(question: &SlidingQuestion, answered: &Answered) -> String {
    let Answered { answer, solved, stopped_by } = answered;
    let (record, solved) = (answer.single.as_ref().expect("about one start"), &solved[0]);
    let mut text = String::new();
    let name = |tiles: &[u8]| {
        let separator = if question.start().tiles().len() <= 16 { "" } else { " " };
        let names: Vec<String> = tiles.iter().map(|tile| question.start().name(*tile)).collect();
        names.join(separator)
    };
    for (number, tiles) in (1..).zip(&solved.solutions) {
        writeln!(text, "{number}: {}", name(tiles)).expect("writing to a string");
    }
    text += &rounds(question.metric(), &record.rounds, solved.moves.is_some());
    let headline = match (solved.unreachable, solved.moves) {
        (Some(reason), _) => reason.to_string(),
        (None, Some(length)) => {
            let solution = solved.solution.as_deref().map(name).unwrap_or_default();
            format!("{}: {solution}", moves(question.metric(), length))
        }
        (None, None) => {
            format!("no solution with less than {}", moves(question.metric(), solved.lower_bound))
        }
    };
    writeln!(text, "{} to {}\n{headline}", question.start(), question.goal())
        .expect("writing to a string");
    if let Some(count) = &record.optimal_solutions {
        writeln!(text, "{} of this length", plural(count, "solution", "solutions"))
            .expect("writing to a string");
    }
    text += "\n";
    if solved.unreachable.is_none() {
        writeln!(text, "bound at the start: {}; nodes: {}", solved.estimate, solved.nodes)
            .expect("writing to a string");
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*stopped_by, "solution") {
        writeln!(text, "{reason}: the answer is not complete").expect("writing to a string");
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

/// The answers about many starts, for people.
fn describe_all(Answered { answer, stopped_by, .. }: &Answered) -> String {
    let records = answer.instances.as_deref().unwrap_or_default();
    let or_dash =
        |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
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
    writeln!(
        text,
        "\n{} of {} solved, {sum} moves and {nodes} nodes in all",
        solved.len(),
        plural(records.len(), "position", "positions")
    )
    .expect("writing to a string");
    for record in records {
        if let Some(reason) = &record.unreachable {
            writeln!(text, "{}: {reason}", record.start).expect("writing to a string");
        }
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*stopped_by, "solution") {
        writeln!(text, "{reason}: the answers are not complete").expect("writing to a string");
    }
    text
}

/// The numbers of positions at each distance, for people.
fn describe_table(Answered { answer, stopped_by, .. }: &Answered) -> String {
    let rows = answer.positions.as_deref().unwrap_or_default();
    let row = |row: &ByDistance| vec![row.distance.to_string(), row.count.to_string()];
    let mut text = table(&["distance", "positions"], &[], rows.iter().map(row).collect());
    if let Some(last) = rows.last() {
        let total = rows.iter().fold(Count::from(0_u64), |sum, row| Count(sum.0 + &row.count.0));
        let what = if answer.question.happy { " that happy moves alone solve" } else { "" };
        writeln!(
            text,
            "\n{}: {}{what}, at most {} from {}: {}",
            answer.question.board,
            plural(&total, "position", "positions"),
            plural(last.distance, "move", "moves"),
            answer.question.goal,
            plural(&last.count, "position", "positions")
        )
        .expect("writing to a string");
    }
    for position in answer.antipodes.iter().flatten() {
        writeln!(text, "  {position}").expect("writing to a string");
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*stopped_by, "position") {
        writeln!(text, "{reason}: the table is not complete").expect("writing to a string");
    }
    text
}

/// The picture of the listed solutions, or of the one that was found.
fn draw(question: &SlidingQuestion, solved: &Solved) -> Sheet {
    let (start, goal) = (question.start(), question.goal());
    let shown =
        if solved.solutions.is_empty() { solved.solution.as_slice() } else { &solved.solutions };
    let caption = moves(question.metric(), solved.moves.unwrap_or(0));
    let card = |pushes| SolutionCard { pushes, caption: caption.clone() };
    let cards: Vec<SolutionCard<'_>> = shown.iter().map(|pushes| card(pushes)).collect();
    solution_sheet(question, &format!("{start} to {goal}"), &cards)
}

/// The picture of a table.
fn draw_table(answer: &SlidingAnswer) -> Sheet {
    let rows = answer.positions.as_deref().unwrap_or_default();
    let counts: Vec<Count> = rows.iter().map(|row| row.count.clone()).collect();
    let what =
        if answer.question.happy { "positions solved by happy moves alone" } else { "positions" };
    histogram_sheet(
        &format!("{} {what}", answer.question.board),
        &counts,
        &format!("moves to {}", answer.question.goal),
    )
}
