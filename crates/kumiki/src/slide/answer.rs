//! From questions to the answer that is printed, saved and judged.

use super::batch::solve_all;
use super::bound::Bound;
use super::search::{Solved, Wishes, solve};
use super::{tables, verify};
use crate::Halt;
use crate::report::{run_report, unless_too_large};
use kumiki_drive::Run;
use kumiki_host::TableCache;
use kumiki_model::{
    ByDistance, ListRecord, Metric, Pushes, RoundRecord, SlidingAnswer, SlidingPosition,
    SlidingQuestion, SlidingQuestionRecord, SlidingRecord, StoppedBy,
};
use kumiki_search::Profile;
use kumiki_slide::Round;
use std::time::Duration;

/// So many of the farthest positions are listed, or none.
const FEW_ANTIPODES: u64 = 100;

/// An answer, what was found about each start, and how the search ended.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Everything that is known.
    pub answer: SlidingAnswer,
    /// The same about each start, as it was found.
    pub solved: Vec<Solved>,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
}

/// Answers a question about one start. With a cache, the answer is verified by a second search,
/// whose tables may be kept there.
///
/// # Errors
/// As for [`solve`], and if the second method disagrees.
pub fn answer(
    question: &SlidingQuestion,
    bound: &Bound,
    wishes: Wishes,
    second: Option<&TableCache>,
    run: &Run<'_>,
) -> Result<Answered, Halt> {
    let solved = solve(question, bound, wishes, run)?;
    let mut answer = nothing(question.goal(), question.metric(), wishes);
    answer.evidence = evidence(question.metric(), bound, std::slice::from_ref(&solved));
    if let Some(cache) = second {
        answer.evidence.push(unless_too_large(verify::verify(question, &solved, cache, run))?);
    }
    let stopped_by = solved.stopped_by;
    answer.single = Some(record(question, bound, wishes, &solved));
    answer.complete = stopped_by.is_none();
    answer.stopped_by = stopped_by;
    answer.profile = run_report(&nodes(solved.nodes), Duration::ZERO, run, false);
    Ok(Answered { answer, solved: vec![solved], stopped_by })
}

/// Answers questions about many starts with one goal. `file` is what their file is called.
///
/// # Errors
/// As for [`solve`].
///
/// # Panics
/// If there is no question.
pub fn answer_all(
    questions: &[SlidingQuestion],
    file: &str,
    bound: &Bound,
    wishes: Wishes,
    run: &Run<'_>,
) -> Result<Answered, Halt> {
    let (solved, stopped_by) = solve_all(questions, bound, wishes, run)?;
    let metric = questions.first().expect("there is a question").metric();
    let mut answer = nothing(bound.goal(), metric, wishes);
    answer.question.file = Some(file.to_owned());
    answer.question.starts = Some(questions.len());
    answer.evidence = evidence(metric, bound, &solved);
    let records = questions
        .iter()
        .zip(&solved)
        .map(|(question, solved)| record(question, bound, wishes, solved));
    answer.instances = Some(records.collect());
    answer.complete = stopped_by.is_none();
    answer.stopped_by = stopped_by;
    answer.profile = run_report(
        &nodes(solved.iter().map(|solved| solved.nodes).sum()),
        Duration::ZERO,
        run,
        false,
    );
    Ok(Answered { answer, solved, stopped_by })
}

/// Answers the question how many positions there are at each distance from a goal.
///
/// # Errors
/// If the board or its table is too large.
pub fn answer_table(
    goal: &SlidingPosition,
    metric: Metric,
    run: &Run<'_>,
) -> Result<Answered, Halt> {
    let (table, stopped_by) = tables::make(goal, metric, run)?;
    let mut answer = nothing(goal, metric, Wishes::default());
    let row = |(distance, count): (usize, &u64)| ByDistance { distance, count: (*count).into() };
    answer.positions = Some(table.layers().iter().enumerate().map(row).collect());
    answer.complete = stopped_by.is_none();
    answer.stopped_by = stopped_by;
    answer
        .evidence
        .push("method: breadth-first search from the goal over all positions".to_owned());
    if answer.complete {
        let reached: u64 = table.layers().iter().sum();
        let all = table.position_count();
        if reached != all {
            let (first, second) =
                (format!("{reached} positions"), format!("{all}, half of all permutations"));
            return Err(Halt::Disagreement { first, second });
        }
        answer
            .evidence
            .push(format!("identity: the counts add up to {all}, half of all permutations"));
        if table.layers().last().is_some_and(|last| *last <= FEW_ANTIPODES) {
            let written = |positions: Vec<SlidingPosition>| {
                positions.iter().map(ToString::to_string).collect()
            };
            answer.antipodes = table.antipodes().map(written);
        }
    }
    answer.profile = run_report(&nodes(table.layers().iter().sum()), Duration::ZERO, run, false);
    Ok(Answered { answer, solved: Vec::new(), stopped_by })
}

/// Answers the question how many positions are solved by happy moves alone, at each distance from a
/// goal.
///
/// # Errors
/// If the board is too large.
pub fn answer_happy(goal: &SlidingPosition, run: &Run<'_>) -> Result<Answered, Halt> {
    let (layers, stopped_by) = tables::make_happy(goal, run)?;
    let mut answer = nothing(goal, Metric::Single, Wishes::default());
    answer.question.happy = true;
    let row = |(distance, count): (usize, &u64)| ByDistance { distance, count: (*count).into() };
    answer.positions = Some(layers.iter().enumerate().map(row).collect());
    answer.complete = stopped_by.is_none();
    answer.stopped_by = stopped_by;
    answer.evidence.push(
        "method: pushes that take a tile away from its goal, from the goal on, layer by layer"
            .to_owned(),
    );
    answer.profile = run_report(&nodes(layers.iter().sum()), Duration::ZERO, run, false);
    Ok(Answered { answer, solved: Vec::new(), stopped_by })
}

/// An answer without anything.
fn nothing(goal: &SlidingPosition, metric: Metric, wishes: Wishes) -> SlidingAnswer {
    SlidingAnswer {
        question: SlidingQuestionRecord {
            command: "slide".to_owned(),
            board: goal.board().to_string(),
            goal: goal.to_string(),
            metric,
            happy: false,
            all: wishes.count,
            list: (wishes.list > 0).then(|| ListRecord::at_most(wishes.list)),
            file: None,
            starts: None,
        },
        single: None,
        instances: None,
        positions: None,
        antipodes: None,
        complete: false,
        stopped_by: None,
        evidence: Vec::new(),
        profile: kumiki_model::RunReport::default(),
    }
}

/// What backs the answers.
fn evidence(metric: Metric, bound: &Bound, solved: &[Solved]) -> Vec<String> {
    let mut lines = Vec::new();
    if solved.iter().any(|solved| solved.unreachable.is_some()) {
        lines.push(
            "parity: each push is a transposition and changes the colour of the blank's cell"
                .to_owned(),
        );
    }
    if solved.iter().any(|solved| !solved.rounds.is_empty()) {
        let by = match metric {
            Metric::Single => bound.name(),
            Metric::Multi => "slides along rows and columns",
        };
        lines.push(format!(
            "method: all paths of one length after the other were searched; bound: {by}"
        ));
        if let entries @ 1.. = bound.proved_entries() {
            lines.push(format!(
                "the tables of the bound were proved right by a walk through all their layers: \
                 {entries} entries"
            ));
        }
    }
    let replayed = solved
        .iter()
        .map(|solved| solved.solutions.len() + usize::from(solved.solution.is_some()))
        .sum();
    if let 1.. = replayed {
        let what: usize = replayed;
        lines.push(format!(
            "the judge, which shares no code with the search, has replayed the solutions: {what}"
        ));
    }
    lines
}

/// One start, for the answer.
fn record(
    question: &SlidingQuestion,
    bound: &Bound,
    wishes: Wishes,
    solved: &Solved,
) -> SlidingRecord {
    let is_searched = solved.unreachable.is_none();
    let board = question.start().board();
    let (heuristic, has_sad_moves) = match question.metric() {
        Metric::Single => (bound.name().to_owned(), bound.is_plain()),
        Metric::Multi => ("slides".to_owned(), false),
    };
    let round = |round: &Round| RoundRecord {
        moves: round.limit,
        sad: has_sad_moves.then(|| round.sad()),
        nodes: round.nodes,
        unfinished: !round.is_finished,
    };
    SlidingRecord {
        start: question.start().to_string(),
        moves: solved.moves,
        lower_bound: is_searched.then_some(solved.lower_bound),
        estimate: is_searched.then_some(solved.estimate),
        solution: solved.solution.as_ref().map(|tiles| Pushes::new(board, tiles)),
        unreachable: solved.unreachable.map(|reason| reason.to_string()),
        optimal_solutions: solved.optimal_solutions.clone().map(Into::into),
        solutions: (wishes.list > 0)
            .then(|| solved.solutions.iter().map(|tiles| Pushes::new(board, tiles)).collect()),
        nodes: solved.nodes,
        heuristic,
        rounds: solved.rounds.iter().map(round).collect(),
        seconds: solved.time.as_secs_f64(),
    }
}

/// A profile of moves made.
fn nodes(count: u64) -> Profile {
    let mut profile = Profile::new(&[]);
    profile.level(0).nodes = count;
    profile
}
