//! The search for shortest solutions, round by round.

use super::bound::{Bound, with_guide};
use crate::SolveError;
use kumiki_id::widen;
use kumiki_judge::judge_pushes;
use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion, Unreachable};
use kumiki_run::{Ended, Runner};
use kumiki_search::{Fuel, Space, Step};
use kumiki_slide::{Automaton, Guide, Optima, Paths, Round, Slides};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What counting all shortest solutions may remember, if there is no limit.
const OPTIMA_BYTES: usize = 1 << 30;

/// So many moves are made between two looks at the clock.
const SIP: u64 = 1 << 14;

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
    pub ended: Ended,
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
    runner: &Runner,
) -> Result<Solved, SolveError> {
    assert_eq!(bound.goal(), question.goal(), "a bound for another goal");
    let began = Instant::now();
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
        ended: Ended::Complete,
        time: Duration::ZERO,
    };
    if solved.unreachable.is_none() {
        match question.metric() {
            Metric::Single => {
                with_guide!(bound, guide => single(question, guide, &bound.automaton, wishes, runner, &mut solved));
            }
            Metric::Multi => multi(question, wishes, runner, &mut solved),
        }
    }
    for solution in solved.solution.iter().chain(&solved.solutions) {
        judge(question, solution, solved.moves)?;
    }
    solved.time = began.elapsed();
    Ok(solved)
}

/// Lets the judge replay a solution.
fn judge(
    question: &SlidingQuestion,
    solution: &[u8],
    moves: Option<u32>,
) -> Result<(), SolveError> {
    let first = format!("a solution of {moves:?} moves");
    match judge_pushes(question, solution) {
        Ok(length) if moves.is_some_and(|moves| widen(moves) == length) => Ok(()),
        Ok(length) => {
            Err(SolveError::Disagreement { first, second: format!("{length} when it is replayed") })
        }
        Err(fault) => Err(SolveError::Disagreement { first, second: fault.to_string() }),
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
    runner: &Runner,
    solved: &mut Solved,
) {
    let paths = Paths::new(question, guide, automaton, 0);
    solved.estimate = paths.bound();
    deepen(question, 2, |limit| paths.with_limit(limit), runner, solved);
    let Some(moves) = solved.moves else { return };
    let every_way = Automaton::no_way_back();
    let all = Paths::new(question, guide, &every_way, moves);
    if wishes.count {
        let limit = runner.limits.memory_bytes.and_then(|bytes| usize::try_from(bytes / 2).ok());
        let mut optima = Optima::new(&all, limit.unwrap_or(OPTIMA_BYTES).min(OPTIMA_BYTES));
        solved.ended = runner.alone("counting", |reporter| {
            while optima.advance(&mut Fuel(SIP)) != Step::Exhausted {
                if !reporter.go_on(0.0, SIP) {
                    return false;
                }
            }
            true
        });
        solved.nodes += optima.nodes();
        solved.optimal_solutions = optima.solutions().map(BigUint::from);
    }
    if wishes.list > 0 && solved.ended == Ended::Complete {
        list(question, &all, wishes.list, runner, solved);
    }
}

/// If tiles that slide together count as one move.
fn multi(question: &SlidingQuestion, wishes: Wishes, runner: &Runner, solved: &mut Solved) {
    let slides = Slides::new(question, 0);
    solved.estimate = slides.bound();
    deepen(question, 1, |limit| slides.with_limit(limit), runner, solved);
    let Some(moves) = solved.moves else { return };
    let all = slides.with_limit(moves);
    if wishes.count {
        let mut count = 0_u64;
        let run = runner.space(
            &all,
            "counting",
            || 0_u64,
            |tally, _| {
                *tally += 1;
                ControlFlow::Continue(())
            },
            |tally| {
                count += tally;
                ControlFlow::Continue(())
            },
        );
        solved.ended = run.ended;
        solved.nodes += run.profile.nodes();
        solved.optimal_solutions = (run.ended == Ended::Complete).then(|| count.into());
    }
    if wishes.list > 0 && solved.ended == Ended::Complete {
        list(question, &all, wishes.list, runner, solved);
    }
}

/// Round after round, until one has a solution.
fn deepen<S: PathSpace>(
    question: &SlidingQuestion,
    stride: u32,
    round: impl Fn(u32) -> S,
    runner: &Runner,
    solved: &mut Solved,
) {
    let least = solved.estimate;
    let mut limit = least;
    loop {
        solved.lower_bound = limit;
        let (found, nodes, ended) = search(&round(limit), 1, "searching", runner);
        solved.nodes += nodes;
        let is_finished = ended == Ended::Complete || !found.is_empty();
        solved.rounds.push(Round { limit, least, nodes, is_finished });
        if let Some(path) = found.first() {
            solved.moves = Some(limit);
            solved.solution = Some(pushes(question.start(), path));
            return;
        }
        if ended != Ended::Complete {
            solved.ended = ended;
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
    runner: &Runner,
    solved: &mut Solved,
) {
    let (found, nodes, ended) = search(all, most, "listing", runner);
    solved.nodes += nodes;
    solved.solutions = found.iter().map(|path| pushes(question.start(), path)).collect();
    if ended != Ended::Enough {
        solved.ended = ended;
    }
}

/// Up to so many solutions of a round, the moves made, and how it ended.
fn search<S: PathSpace>(
    round: &S,
    most: usize,
    what: &'static str,
    runner: &Runner,
) -> (Vec<Vec<Direction>>, u64, Ended) {
    let mut found: Vec<Vec<Direction>> = Vec::new();
    let run = runner.space(
        round,
        what,
        Vec::new,
        |tally: &mut Vec<Vec<Direction>>, search| {
            tally.extend(S::path(search).map(<[Direction]>::to_vec));
            if tally.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
        |tally| {
            found.extend(tally);
            if found.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    found.truncate(most);
    (found, run.profile.nodes(), run.ended)
}

/// The tiles that are pushed on a path of the blank.
fn pushes(start: &SlidingPosition, path: &[Direction]) -> Vec<u8> {
    let mut position = start.clone();
    path.iter()
        .map(|direction| position.step(*direction).expect("paths stay on the board"))
        .collect()
}
