//! The search for shortest solutions, round by round.

use super::bound::{Bound, with_guide};
use crate::Halt;
use kumiki_drive::Run;
use kumiki_id::widen;
use kumiki_judge::judge_pushes;
use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion, StoppedBy, Unreachable};
use kumiki_search::Space;
use kumiki_slide::{Automaton, Guide, Optima, Paths, Round, Slides};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::Duration;

/// What counting all shortest solutions may remember, if there is no limit.
const OPTIMA_BYTES: usize = 1 << 30;

/// What is wanted beside one shortest solution.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wishes {
    /// The number of all shortest solutions.
    pub count: bool,
    /// So many shortest solutions.
    pub list: usize,
}

/// What is known about a start.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Why there is no solution, if parity forbids it.
    pub unreachable: Option<Unreachable>,
    /// The length of the shortest solutions.
    pub moves: Option<u32>,
    /// No solution is shorter: all rounds below this length are finished.
    pub lower_bound: u32,
    /// What the bound said at the start.
    pub estimate: u32,
    /// The tiles that are pushed, of one shortest solution.
    pub solution: Option<Vec<u8>>,
    /// The rounds, the last one with the solution if it was found, or unfinished.
    pub rounds: Vec<Round>,
    /// The number of all shortest solutions, if that was wanted.
    pub optimal_solutions: Option<BigUint>,
    /// Shortest solutions, if some were wanted.
    pub solutions: Vec<Vec<u8>>,
    /// Moves made.
    pub nodes: u64,
    /// Whether everything wanted was found, or why not.
    pub stopped_by: Option<StoppedBy>,
    /// How long it took.
    pub time: Duration,
}

/// Finds shortest solutions. The bound must be for the question's goal.
///
/// # Errors
/// If the judge does not accept a solution, which is a bug.
///
/// # Panics
/// If the bound is for another goal.
pub fn solve(
    question: &SlidingQuestion,
    bound: &Bound,
    wishes: Wishes,
    run: &Run<'_>,
) -> Result<Solved, Halt> {
    assert_eq!(bound.goal(), question.goal(), "a bound for another goal");
    let began = run.elapsed();
    let mut solved = Solved {
        unreachable: question.unreachable(),
        moves: None,
        lower_bound: 0,
        estimate: 0,
        solution: None,
        rounds: Vec::new(),
        optimal_solutions: None,
        solutions: Vec::new(),
        nodes: 0,
        stopped_by: None,
        time: Duration::ZERO,
    };
    if solved.unreachable.is_none() {
        match question.metric() {
            Metric::Single => {
                with_guide!(bound, guide => single(question, guide, &bound.automaton, wishes, run, &mut solved));
            }
            Metric::Multi => multi(question, wishes, run, &mut solved),
        }
    }
    for solution in solved.solution.iter().chain(&solved.solutions) {
        judge(question, solution, solved.moves)?;
    }
    solved.time = run.elapsed().saturating_sub(began);
    Ok(solved)
}

/// Lets the judge replay a solution.
fn judge(question: &SlidingQuestion, solution: &[u8], moves: Option<u32>) -> Result<(), Halt> {
    let first = format!("a solution of {moves:?} moves");
    match judge_pushes(question, solution) {
        Ok(length) if moves.is_some_and(|moves| widen(moves) == length) => Ok(()),
        Ok(length) => {
            Err(Halt::Disagreement { first, second: format!("{length} when it is replayed") })
        }
        Err(fault) => Err(Halt::Disagreement { first, second: fault.to_string() }),
    }
}

/// A space whose solutions are paths of the blank.
trait PathSpace: Space {
    /// The path at which a search holds still.
    fn path<'a, 's>(search: &'a Self::Search<'s>) -> Option<&'a [Direction]>
    where
        Self: 's;
}

impl<G: Guide> PathSpace for Paths<'_, G> {
    fn path<'a, 's>(search: &'a Self::Search<'s>) -> Option<&'a [Direction]>
    where
        Self: 's,
    {
        search.solution()
    }
}

impl PathSpace for Slides {
    fn path<'a, 's>(search: &'a Self::Search<'s>) -> Option<&'a [Direction]>
    where
        Self: 's,
    {
        search.solution()
    }
}

/// If every push counts.
fn single<G: Guide>(
    question: &SlidingQuestion,
    guide: &G,
    automaton: &Automaton,
    wishes: Wishes,
    run: &Run<'_>,
    solved: &mut Solved,
) {
    let paths = Paths::new(question, guide, automaton, 0);
    solved.estimate = paths.bound();
    deepen(question, 2, |limit| paths.with_limit(limit), run, solved);
    let Some(moves) = solved.moves else { return };
    let every_way = Automaton::no_way_back();
    let all = Paths::new(question, guide, &every_way, moves);
    if wishes.count {
        let limit = run.memory_limit().and_then(|bytes| usize::try_from(bytes / 2).ok());
        let mut optima = Optima::new(&all, limit.unwrap_or(OPTIMA_BYTES).min(OPTIMA_BYTES));
        solved.stopped_by = run.stages("counting", &mut optima).err();
        solved.nodes += optima.nodes();
        solved.optimal_solutions = optima.solutions().map(BigUint::from);
    }
    if wishes.list > 0 && solved.stopped_by.is_none() {
        list(question, &all, wishes.list, run, solved);
    }
}

/// If tiles that slide together count as one move.
fn multi(question: &SlidingQuestion, wishes: Wishes, run: &Run<'_>, solved: &mut Solved) {
    let slides = Slides::new(question, 0);
    solved.estimate = slides.bound();
    deepen(question, 1, |limit| slides.with_limit(limit), run, solved);
    let Some(moves) = solved.moves else { return };
    let all = slides.with_limit(moves);
    if wishes.count {
        let walked = run.tree(
            "counting",
            &all,
            || 0_u64,
            |tally, _| {
                *tally += 1;
                ControlFlow::Continue(())
            },
            |_| ControlFlow::Continue(()),
        );
        solved.stopped_by = walked.stopped_by;
        solved.nodes += walked.profile.nodes();
        solved.optimal_solutions = walked.stopped_by.is_none().then(|| walked.ledger.into());
    }
    if wishes.list > 0 && solved.stopped_by.is_none() {
        list(question, &all, wishes.list, run, solved);
    }
}

/// Round after round, until one has a solution.
fn deepen<S: PathSpace>(
    question: &SlidingQuestion,
    stride: u32,
    round: impl Fn(u32) -> S,
    run: &Run<'_>,
    solved: &mut Solved,
) {
    let least = solved.estimate;
    let mut limit = least;
    loop {
        solved.lower_bound = limit;
        let (found, nodes, stopped_by) = search(&round(limit), 1, "searching", run);
        solved.nodes += nodes;
        let is_finished = stopped_by.is_none() || !found.is_empty();
        solved.rounds.push(Round { limit, least, nodes, is_finished });
        if let Some(path) = found.first() {
            solved.moves = Some(limit);
            solved.solution = Some(pushes(question.start(), path));
            return;
        }
        if stopped_by.is_some() {
            solved.stopped_by = stopped_by;
            return;
        }
        limit += stride;
    }
}

/// Lists shortest solutions.
fn list<S: PathSpace>(
    question: &SlidingQuestion,
    all: &S,
    most: usize,
    run: &Run<'_>,
    solved: &mut Solved,
) {
    let (found, nodes, stopped_by) = search(all, most, "listing", run);
    solved.nodes += nodes;
    solved.solutions = found.iter().map(|path| pushes(question.start(), path)).collect();
    if stopped_by != Some(StoppedBy::Enough) {
        solved.stopped_by = stopped_by;
    }
}

/// Up to so many solutions of a round, the moves made, and how it ended.
fn search<S: PathSpace>(
    round: &S,
    most: usize,
    phase: &'static str,
    run: &Run<'_>,
) -> (Vec<Vec<Direction>>, u64, Option<StoppedBy>) {
    let walked = run.tree(
        phase,
        round,
        Vec::new,
        |tally: &mut Vec<Vec<Direction>>, search| {
            tally.extend(S::path(search).map(<[Direction]>::to_vec));
            if tally.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
        |tally| {
            if tally.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    let mut found = walked.ledger;
    found.truncate(most);
    (found, walked.profile.nodes(), walked.stopped_by)
}

/// The tiles that are pushed on a path of the blank.
fn pushes(start: &SlidingPosition, path: &[Direction]) -> Vec<u8> {
    let mut position = start.clone();
    path.iter()
        .map(|direction| position.step(*direction).expect("paths stay on the board"))
        .collect()
}
