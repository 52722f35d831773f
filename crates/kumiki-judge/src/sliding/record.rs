//! What an answer says about one start, held against the rules.

use super::board::{Tiles, is_even, is_reachable, manhattan};
use super::{Ground, readable};
use crate::envelope::{ListLength, Listing, at_most, equal, judge_presence};
use crate::fault::{refuse, require};
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    Count, Metric, Pushes, RoundRecord, SlidingPosition, SlidingRecord, StoppedBy, Unreachable,
};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// What the plain bound is called, the sum of the steps of all tiles.
const PLAIN_BOUND: &str = "manhattan";

/// What was found to be in order about some starts.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct RecordFindings {
    start_count: usize,
    unreachable_count: usize,
    /// Starts without a solution in an answer that is not complete.
    open_count: usize,
    /// All solutions that were made push by push.
    pub(super) replayed_count: usize,
    /// Starts with a number of shortest solutions.
    counted_count: usize,
    /// Starts that can be solved, with all their shortest solutions in a list.
    fully_listed_count: usize,
    /// Starts of which the judge knows how far they are.
    searched_count: usize,
}

impl RecordFindings {
    /// Whether every start that has solutions has all its shortest ones in a list.
    pub(super) fn all_are_listed(&self) -> bool {
        self.fully_listed_count > 0
            && self.fully_listed_count + self.unreachable_count == self.start_count
    }

    /// The findings in words; none about no starts.
    pub(super) fn tell(&self, ground: &Ground<'_>, verdict: &mut Verdict) {
        if self.start_count == 0 {
            return;
        }
        let parity = match self.unreachable_count {
            0 => "all of them reachable by parity".to_owned(),
            some => format!("unreachable by parity, as the answer says: {some}"),
        };
        verdict.proved.push(format!("starts: {}, {parity}", self.start_count));
        if self.open_count > 0 {
            verdict.trusted.push(format!("starts without a solution so far: {}", self.open_count));
        }
        if self.replayed_count > 0 {
            let line =
                format!("solutions replayed push by push into the goal: {}", self.replayed_count);
            verdict.proved.push(line);
        }
        if self.start_count > self.unreachable_count {
            self.tell_optimality(ground, verdict);
        }
    }

    /// Whether nothing is shorter, and how far we know.
    fn tell_optimality(&self, ground: &Ground<'_>, verdict: &mut Verdict) {
        let board = ground.goal.board();
        let unknown_count = self.start_count - self.unreachable_count - self.searched_count;
        if unknown_count > 0 {
            let nor =
                if self.counted_count > 0 { ", and how many solutions there are" } else { "" };
            verdict.trusted.push(format!(
                "that nothing is shorter{nor}, for {unknown_count} starts: {board} has too many \
                 positions to search them here"
            ));
        }
        if self.searched_count > 0 {
            let and = match self.counted_count {
                0 => "",
                _ if ground.is_complete() => ", and the numbers of shortest solutions are right",
                _ => ", and there are at least as many shortest solutions as counted",
            };
            verdict.proved.push(match &ground.searched {
                Some(searched) => {
                    let positions = searched.position_count();
                    format!(
                        "all {positions} positions of {board} were searched: nothing is \
                        shorter{and}"
                    )
                }
                None => format!(
                    "searched from both ends, starts: {}: nothing is shorter{and}",
                    self.searched_count
                ),
            });
        }
    }
}

/// P2 to P7 for one start, which is the one that was asked about (P1).
pub(super) fn judge_record(
    ground: &Ground<'_>,
    asked: Option<&SlidingPosition>,
    record: &SlidingRecord,
    findings: &mut RecordFindings,
) -> Result<(), Fault> {
    let start = SlidingPosition::parse(ground.goal.board(), &record.start);
    let start = readable(rule::TEXT, "the start", start)?;
    let asked = asked.map_or_else(|| record.start.clone(), ToString::to_string);
    require(record.start == asked, rule::ASKED, || {
        format!("it is about the start {}, expected {asked}", record.start)
    })?;
    judge_rounds(record)?;
    judge_limit(ground, record)?;
    findings.start_count += 1;
    let is_solvable = is_reachable(&start, &ground.goal);
    let mut shortest = None;
    if let Some(reason) = &record.unreachable {
        require(!is_solvable, rule::PARITY, || {
            format!("parity lets the start reach the goal, but the answer says '{reason}'")
        })?;
        let expected = Unreachable { is_even: is_even(&start, &ground.goal) }.to_string();
        require(*reason == expected, rule::PARITY, || {
            format!("the reason is '{reason}', expected '{expected}'")
        })?;
        findings.unreachable_count += 1;
    } else {
        let may_be_open = !ground.is_complete() && record.moves.is_none();
        require(is_solvable || may_be_open, rule::PARITY, || {
            "parity forbids the start to reach the goal, expected the answer to say so".to_owned()
        })?;
        if is_by_plain_bound(ground, record) {
            judge_plain_bound(record, manhattan(&start, &ground.goal))?;
        }
        shortest = ground.shortest(&start);
        if let Some(found) = shortest {
            judge_against_search(ground, record, found)?;
            findings.searched_count += 1;
        }
    }
    match record.moves {
        Some(moves) if record.unreachable.is_none() => {
            judge_bounds(ground, record, moves)?;
            judge_solutions(ground, record, &start, moves, findings)?;
            judge_parts(ground, record)?;
            let counted = record.optimal_solutions.as_ref().map(|count| count.0.clone());
            let available = counted.or(shortest.map(|(_, count)| count.into()));
            let length = ListLength {
                spacing: 1,
                list: ground.how().list,
                sample: None,
                listed: record.solutions.as_ref().map(Vec::len),
                available: available.as_ref(),
                is_complete: ground.is_complete(),
            };
            length.judge() // P11
        }
        _ => {
            nothing_is_solved(record)?;
            if record.unreachable.is_none() {
                require(!ground.is_complete(), rule::SOLVED, || {
                    "the answer is complete, but has no solution, expected one".to_owned()
                })?;
                findings.open_count += 1;
            }
            judge_parts(ground, record)
        }
    }
}

/// P14.
fn judge_limit(ground: &Ground<'_>, record: &SlidingRecord) -> Result<(), Fault> {
    let most = ground.ask.max_moves;
    if let (Some(moves), Some(most)) = (record.moves, most) {
        at_most(rule::ASKED, "the length of the solution", moves, most)?;
    }
    let is_beyond = || {
        let bound = record.lower_bound.filter(|_| record.moves.is_none());
        bound.zip(most).is_some_and(|(bound, most)| bound > most)
    };
    let ended_there = ground.answer.stopped_by == Some(StoppedBy::MoveLimit);
    require(!ended_there || is_beyond(), rule::BOUND, || {
        "the search has ended at a limit of moves, expected no solution and a lower bound beyond it"
            .to_owned()
    })
}

/// P11: what goes with every start, and nothing else.
fn judge_parts(ground: &Ground<'_>, record: &SlidingRecord) -> Result<(), Fault> {
    // A search that had not begun when it was stopped knows nothing.
    let may_know_nothing =
        !ground.is_complete() && record.rounds.is_empty() && record.estimate.is_none();
    let is_searched = record.unreachable.is_none() && !may_know_nothing;
    judge_presence("lower_bound", record.lower_bound.is_some(), is_searched)?;
    judge_presence("estimate", record.estimate.is_some(), is_searched)?;
    judge_presence("solution", record.solution.is_some(), record.moves.is_some())?;
    let has_sad_moves = is_by_plain_bound(ground, record);
    if record.rounds.iter().any(|round| round.sad.is_some() != has_sad_moves) {
        judge_presence("sad", !has_sad_moves, has_sad_moves)?;
    }
    let unfinished = record.rounds.iter().position(|round| round.unfinished);
    if let Some(at) = unfinished {
        let may_be = !ground.is_complete() && at + 1 == record.rounds.len();
        judge_presence("unfinished", true, may_be)?;
    }
    if record.moves.is_some() {
        judge_presence("rounds", !record.rounds.is_empty(), true)?;
    }
    if let (Some(first), Some(estimate)) = (record.rounds.first(), record.estimate) {
        equal(rule::ROUND, "the length of the first round", first.moves, estimate)?;
    }
    if ground.is_complete() && record.moves.is_some() {
        judge_presence(
            "optimal_solutions",
            record.optimal_solutions.is_some(),
            ground.wants_all(),
        )?;
    }
    Ok(())
}

/// Nothing if nothing is said about solutions, of which there are none.
fn nothing_is_solved(record: &SlidingRecord) -> Result<(), Fault> {
    let is_counted = record.optimal_solutions.as_ref().is_some_and(|count| count.0 > BigUint::ZERO);
    let is_listed = record.solutions.as_ref().is_some_and(|list| !list.is_empty())
        || record.listed_directions.as_ref().is_some_and(|list| !list.is_empty());
    let said = [
        (record.moves.is_some(), "the answer has a length"),
        (record.solution.is_some(), "the answer shows one"),
        (record.directions.is_some(), "the answer has the letters of one"),
        (is_listed, "the answer lists some"),
        (is_counted, "the answer counts some"),
    ];
    match said.into_iter().find(|(is_said, _)| *is_said) {
        Some((_, what)) => refuse(rule::SOLVED, format!("there is no solution, but {what}")),
        None => Ok(()),
    }
}

/// Judges a number if the answer has it.
fn if_said<T>(number: Option<T>, judge: impl FnOnce(T) -> Result<(), Fault>) -> Result<(), Fault> {
    number.map_or(Ok(()), judge)
}

/// P5, apart from the plain estimate, and the end of P6.
fn judge_bounds(ground: &Ground<'_>, record: &SlidingRecord, moves: u32) -> Result<(), Fault> {
    if_said(record.estimate, |found| at_most(rule::BOUND, "the estimate", found, moves))?;
    if_said(record.lower_bound, |found| ground.reaches(rule::BOUND, "lower_bound", found, moves))?;
    let what = "the length of the last round";
    if_said(record.rounds.last(), |last| equal(rule::ROUND, what, last.moves, moves))
}

/// Whether the estimate is the sum of the steps of all tiles.
fn is_by_plain_bound(ground: &Ground<'_>, record: &SlidingRecord) -> bool {
    ground.ask.metric == Metric::Single && record.heuristic == PLAIN_BOUND
}

/// P5: the sum of steps. A push brings one tile one step closer, which is happy, or away, which is
/// sad; so there are so many happy pushes more than sad ones.
fn judge_plain_bound(record: &SlidingRecord, steps: usize) -> Result<(), Fault> {
    if_said(record.estimate, |found| equal(rule::BOUND, "the plain estimate", found, steps))?;
    for (at, RoundRecord { moves, sad, .. }) in record.rounds.iter().enumerate() {
        if let Some(sad) = sad {
            let needed = BigUint::from(steps) + 2_u32 * BigUint::from(*sad);
            let what = format!("the length of round {} with {sad} sad moves", at + 1);
            equal(rule::ROUND, &what, *moves, needed)?;
        }
    }
    Ok(())
}

/// P6.
fn judge_rounds(record: &SlidingRecord) -> Result<(), Fault> {
    for (at, pair) in record.rounds.windows(2).enumerate() {
        let [before, moves] = [pair[0].moves, pair[1].moves];
        require(before < moves, rule::ROUND, || {
            let number = at + 2;
            format!(
                "round {number} has {moves} moves, expected more than the {before} of the one \
                 before"
            )
        })?;
    }
    let sum: BigUint = record.rounds.iter().map(|round| BigUint::from(round.nodes)).sum();
    at_most(rule::SUM, "the number of nodes in all rounds", sum, record.nodes)
}

/// P7.
fn judge_against_search(
    ground: &Ground<'_>,
    record: &SlidingRecord,
    (distance, count): (u32, u64),
) -> Result<(), Fault> {
    if let Some(moves) = record.moves
        && (ground.is_complete() || record.lower_bound == Some(moves))
    {
        equal(rule::RECOUNT, "the length of shortest solutions", moves, distance)?;
    }
    for (what, bound) in [("the estimate", record.estimate), ("lower_bound", record.lower_bound)] {
        if_said(bound, |bound| at_most(rule::RECOUNT, what, bound, distance))?;
    }
    let what = "the number of shortest solutions";
    let said = record.optimal_solutions.clone();
    if_said(said, |said| ground.reaches(rule::RECOUNT, what, said.0, count))
}

/// P3 for all solutions, and P4 for those listed.
fn judge_solutions(
    ground: &Ground<'_>,
    record: &SlidingRecord,
    start: &SlidingPosition,
    moves: u32,
    findings: &mut RecordFindings,
) -> Result<(), Fault> {
    let replay = |name: &str, pushes: &Pushes| {
        let pushed = readable(rule::TEXT, name, pushes.tiles())?;
        let move_count = push_by_push(start, &ground.goal, ground.ask.metric, name, &pushed)?;
        equal(rule::CLAIM, &format!("the length of {name}"), move_count, moves)?;
        Ok(pushed)
    };
    let spelled = |name: &str, pushed: &[u8], letters: &str| {
        let went = Tiles::of(start).go_all(letters);
        require(went.as_deref() == Some(pushed), rule::CLAIM, || {
            format!("the letters of {name} do not push its tiles, expected that they do")
        })
    };
    let listed_count = record.solutions.as_ref().map_or(0, Vec::len);
    if let Some(letters) = &record.listed_directions {
        let what = "the number of listed solutions in letters"; // P12
        equal(rule::LENGTH, what, letters.len(), listed_count)?;
    }
    let letters_of = |at: usize| record.listed_directions.as_ref().map(|list| &list[at]);
    let mut listing = Listing::new("listed solutions", None);
    for (at, pushes) in record.solutions.iter().flatten().enumerate() {
        let name = format!("listed solution {}", at + 1);
        let pushed = replay(&name, pushes).map_err(|fault: Fault| fault.at(at + 1))?;
        if_said(letters_of(at), |letters| spelled(&name, &pushed, letters))?;
        listing.add(pushed)?;
    }
    let mut shown: BTreeSet<Vec<u8>> = listing.into_different().collect();
    if let Some(pushes) = &record.solution {
        let pushed = replay("the solution", pushes)?;
        if_said(record.directions.as_ref(), |letters| spelled("the solution", &pushed, letters))?;
        shown.insert(pushed);
    }
    require(!shown.is_empty(), rule::SOLVED, || {
        format!("the length of solutions is {moves}, but none is shown, expected one")
    })?;
    findings.replayed_count += listed_count + usize::from(record.solution.is_some());
    if let Some(Count(counted)) = &record.optimal_solutions {
        // The one solution may be missing from the list, but not from the count.
        let what = "the number of different solutions shown";
        at_most(rule::LISTED, what, shown.len(), counted.clone())?;
        findings.counted_count += 1;
        findings.fully_listed_count += usize::from(*counted == BigUint::from(listed_count));
    }
    Ok(())
}

/// Makes pushes one by one, which must lead to the goal. Gives how many moves they are.
pub(super) fn push_by_push(
    start: &SlidingPosition,
    goal: &SlidingPosition,
    metric: Metric,
    name: &str,
    pushes: &[u8],
) -> Result<usize, Fault> {
    let mut tiles = Tiles::of(start);
    let move_count = tiles.push_all(pushes, metric).map_err(|at| {
        let (push, tile) = (at + 1, pushes[at]);
        let what =
            format!("{name}: push {push} is of tile {tile}, expected a tile beside the blank");
        Fault::new(rule::PUSH, what)
    })?;
    require(tiles == Tiles::of(goal), rule::GOAL, || {
        format!("{name}: it ends in {}, expected the goal", tiles.text())
    })?;
    Ok(move_count)
}
