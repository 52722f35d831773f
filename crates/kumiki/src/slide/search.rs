//! The search for shortest solutions, round by round.

use super::bound::{Bound, with_guide};
use crate::Halt;
use kumiki_drive::Run;
use kumiki_judge::{Fault, judge_pushes, rule};
use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion, StoppedBy, Unreachable};
use kumiki_search::Space;
use kumiki_slide::{Automaton, Guide, Optima, Paths, Round, Slides};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::Duration;

/// What counting all shortest solutions may remember, if there is no limit.
const OPTIMA_BYTES: usize = 1 << 30;

/// Shortest solutions to be listed, and who takes them.
pub(super) struct Listing<'l> {
    /// At most so many.
    pub(super) room: usize,
    /// Takes the next ones, whose length comes first, and breaks if no more are wanted.
    pub(super) show: &'l mut (dyn FnMut(u32, Vec<Vec<u8>>) -> ControlFlow<()> + Send),
}

/// What is known about a start.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// Why there is no solution, if parity forbids it.
    pub(super) unreachable: Option<Unreachable>,
    /// The length of the shortest solutions.
    pub(super) moves: Option<u32>,
    /// No solution is shorter: all rounds below this length are finished.
    pub(super) lower_bound: u32,
    /// What the bound said at the start.
    pub(super) estimate: u32,
    /// The tiles that are pushed, of one shortest solution.
    pub(super) solution: Option<Vec<u8>>,
    /// The rounds, the last one with the solution if it was found, or unfinished.
    pub(super) rounds: Vec<Round>,
    /// The number of all shortest solutions, if that was wanted.
    pub(super) optimal_solutions: Option<BigUint>,
    /// Moves made.
    pub(super) nodes: u64,
    /// Whether everything wanted was found, or why not.
    pub(super) stopped_by: Option<StoppedBy>,
    /// How long it took.
    pub(super) time: Duration,
}

/// Finds shortest solutions, counts them if that is wanted, and lists some. The bound must be for
/// the question's goal. What is listed is judged by those who take it.
///
/// # Errors
/// If the judge does not accept the solution, which is a bug.
///
/// # Panics
/// If the bound is for another goal.
pub(super) fn solve(
    question: &SlidingQuestion,
    bound: &Bound,
    counts: bool,
    listing: Option<Listing<'_>>,
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
        nodes: 0,
        stopped_by: None,
        time: Duration::ZERO,
    };
    if solved.unreachable.is_none() {
        match question.metric() {
            Metric::Single => {
                let automaton = &bound.automaton;
                with_guide!(bound, guide => single(question, guide, automaton, counts, listing, run, &mut solved)?);
            }
            Metric::Multi => multi(question, counts, listing, run, &mut solved)?,
        }
    }
    solved.time = run.elapsed().saturating_sub(began);
    Ok(solved)
}

/// What was found about a start, and its listed solutions.
pub(super) type SolvedAndListed = (Solved, Vec<Vec<u8>>);

/// Solves all questions, each on a core of its own, and gives what was found in their order, with
/// at most `room` solutions of each.
pub(super) fn solve_all(
    questions: &[SlidingQuestion],
    bound: &Bound,
    counts: bool,
    room: usize,
    run: &Run<'_>,
) -> Result<(Vec<SolvedAndListed>, Option<StoppedBy>), Halt> {
    let alone = run.within_a_part();
    let solve_one = |question: &SlidingQuestion| {
        let (mut list, mut refused) = (Vec::new(), None);
        let mut show = |length: u32, tiles: Vec<Vec<u8>>| {
            let judged = tiles.iter().try_for_each(|tiles| judged(question, tiles, length));
            refused = judged.err();
            list.extend(tiles);
            if refused.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let listing = (room > 0).then_some(Listing { room, show: &mut show });
        let solved = solve(question, bound, counts, listing, &alone)?;
        refused.map_or(Ok((solved, list)), Err)
    };
    let mut all: Vec<SolvedAndListed> = Vec::new();
    let mut error = None;
    let done = run.parts(
        "solving",
        questions.len(),
        |number, pulse| {
            let solved = solve_one(&questions[number]);
            // What is there is kept, also if it is time to stop.
            let _ = pulse.go_on(solved.as_ref().map_or(0, |(solved, _)| solved.nodes));
            Ok(solved)
        },
        |solved| match solved {
            Ok(solved) => {
                all.push(solved);
                ControlFlow::Continue(())
            }
            Err(fault) => {
                error = Some(fault);
                ControlFlow::Break(())
            }
        },
    );
    let unfinished = all.iter().find_map(|(solved, _)| solved.stopped_by);
    match error {
        Some(error) => Err(error),
        None => Ok((all, unfinished.or(done.err()))),
    }
}

/// Lets the judge replay a solution, which must have so many moves.
pub(super) fn judge(question: &SlidingQuestion, tiles: &[u8], moves: u32) -> Result<(), Fault> {
    match judge_pushes(question, tiles)? {
        length if length == moves as usize => Ok(()),
        length => Err(Fault::new(
            rule::CLAIM,
            format!("it has {length} moves when it is replayed, expected {moves}"),
        )),
    }
}

/// The same, for what is not shown as it is found.
fn judged(question: &SlidingQuestion, tiles: &[u8], moves: u32) -> Result<(), Halt> {
    judge(question, tiles, moves).map_err(|fault| Halt::Refuted {
        what: format!("a solution of {}", question.start()),
        fault: fault.to_string(),
    })
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
    counts: bool,
    listing: Option<Listing<'_>>,
    run: &Run<'_>,
    solved: &mut Solved,
) -> Result<(), Halt> {
    let paths = Paths::new(question, guide, automaton, 0);
    solved.estimate = paths.bound();
    deepen(question, 2, |limit| paths.with_limit(limit), run, solved)?;
    let Some(moves) = solved.moves else { return Ok(()) };
    let every_way = Automaton::no_way_back();
    let all = Paths::new(question, guide, &every_way, moves);
    if counts {
        let limit = run.memory_limit().and_then(|bytes| usize::try_from(bytes / 2).ok());
        let mut optima = Optima::new(&all, limit.unwrap_or(OPTIMA_BYTES).min(OPTIMA_BYTES));
        solved.stopped_by = run.stages("counting", &mut optima).err();
        solved.nodes += optima.nodes();
        solved.optimal_solutions = optima.solutions().map(BigUint::from);
    }
    if let Some(listing) = listing.filter(|_| solved.stopped_by.is_none()) {
        list(question, &all, moves, listing, run, solved);
    }
    Ok(())
}

/// If tiles that slide together count as one move.
fn multi(
    question: &SlidingQuestion,
    counts: bool,
    listing: Option<Listing<'_>>,
    run: &Run<'_>,
    solved: &mut Solved,
) -> Result<(), Halt> {
    let slides = Slides::new(question, 0);
    solved.estimate = slides.bound();
    deepen(question, 1, |limit| slides.with_limit(limit), run, solved)?;
    let Some(moves) = solved.moves else { return Ok(()) };
    let all = slides.with_limit(moves);
    if counts {
        let walked = run.tree(
            "counting",
            &all,
            || 0_u64,
            |count, _| {
                *count += 1;
                ControlFlow::Continue(())
            },
            |_| ControlFlow::Continue(()),
        );
        solved.stopped_by = walked.stopped_by;
        solved.nodes += walked.profile.nodes();
        solved.optimal_solutions = walked.stopped_by.is_none().then(|| walked.ledger.into());
    }
    if let Some(listing) = listing.filter(|_| solved.stopped_by.is_none()) {
        list(question, &all, moves, listing, run, solved);
    }
    Ok(())
}

/// Round after round, until one has a solution, which the judge replays.
fn deepen<S: PathSpace>(
    question: &SlidingQuestion,
    stride: u32,
    round: impl Fn(u32) -> S,
    run: &Run<'_>,
    solved: &mut Solved,
) -> Result<(), Halt> {
    let least = solved.estimate;
    let mut limit = least;
    loop {
        solved.lower_bound = limit;
        let mut first = None;
        let (nodes, stopped_by) = walk(&round(limit), 1, "searching", run, |found| {
            first = found.into_iter().next();
            ControlFlow::Break(())
        });
        solved.nodes += nodes;
        let is_finished = stopped_by.is_none() || first.is_some();
        solved.rounds.push(Round { limit, least, nodes, is_finished });
        if let Some(path) = first {
            let tiles = pushes(question.start(), &path);
            judged(question, &tiles, limit)?;
            (solved.moves, solved.solution) = (Some(limit), Some(tiles));
            return Ok(());
        }
        if stopped_by.is_some() {
            solved.stopped_by = stopped_by;
            return Ok(());
        }
        limit += stride;
    }
}

/// Lists shortest solutions.
fn list<S: PathSpace>(
    question: &SlidingQuestion,
    all: &S,
    moves: u32,
    listing: Listing<'_>,
    run: &Run<'_>,
    solved: &mut Solved,
) {
    let Listing { mut room, show } = listing;
    let (nodes, stopped_by) = walk(all, room, "listing", run, |mut found| {
        found.truncate(room);
        room -= found.len();
        let shown = found.iter().map(|path| pushes(question.start(), path)).collect();
        show(moves, shown)?;
        if room == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    solved.nodes += nodes;
    if stopped_by != Some(StoppedBy::Enough) {
        solved.stopped_by = stopped_by;
    }
}

/// Hands over the solutions of a round as they are found, until no more are taken. No part of the
/// round looks for more than so many. Gives the moves made, and how it ended.
fn walk<S: PathSpace>(
    round: &S,
    most: usize,
    phase: &'static str,
    run: &Run<'_>,
    mut take: impl FnMut(Vec<Vec<Direction>>) -> ControlFlow<()> + Send,
) -> (u64, Option<StoppedBy>) {
    let walked = run.tree(
        phase,
        round,
        Vec::new,
        |found: &mut Vec<Vec<Direction>>, search| {
            found.extend(S::path(search).map(<[Direction]>::to_vec));
            if found.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
        |found| match std::mem::take(found) {
            found if found.is_empty() => ControlFlow::Continue(()),
            found => take(found),
        },
    );
    (walked.profile.nodes(), walked.stopped_by)
}

/// The tiles that are pushed on a path of the blank.
fn pushes(start: &SlidingPosition, path: &[Direction]) -> Vec<u8> {
    let mut position = start.clone();
    path.iter()
        .map(|direction| position.step(*direction).expect("paths stay on the board"))
        .collect()
}
