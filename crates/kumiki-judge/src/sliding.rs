//! Answers about sliding tiles, judged by themselves.
//!
//! # The idea
//! A solution is easy to believe: its pushes are made one by one, and the last one must give the
//! goal. That nothing is shorter is not easy. On boards of up to nine cells the judge searches all
//! positions itself, with [`sliding_distances`]; on larger ones it searches from
//! both ends, with [`shortest_within`], and if these do not meet soon it says that
//! it does not know.
//!
//! # Structure
//! `board.rs` has the judge's own arithmetic: where cells are, parity by exchanges, pushes.
//! `record.rs` judges what is said about one start, `table.rs` what is said about all positions,
//! `tree.rs` what is said about paths below a start. [`judge`] lists what they ask, P1 to P13.

mod board;
mod record;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use crate::envelope::{at_most, equal, judge_presence};
use crate::fault::{refuse, require};
use crate::saved::unreadable;
use crate::{Fault, Verdict, rule};
use kumiki_formats::sliding;
use kumiki_model::{
    Answer, How, Metric, ModelError, Part, SlideAsk, SlidingPosition, SlidingQuestion,
    SlidingRecord, Solution,
};
use kumiki_recount::{SlidingDistances, shortest_within, sliding_distances};
use num_bigint::BigUint;
use record::{RecordFindings, judge_record, push_by_push};
use table::judge_table;
use tree::judge_tree;

/// Boards of at most so many cells are searched.
const MAX_SEARCHED_CELLS: usize = 9;

/// So many positions are met in a search from both ends: about half a second.
const MAX_MET_POSITIONS: usize = 200_000;

/// So many starts are drawn by lot at most.
const MOST_BY_LOT: usize = 1_000_000;

/// Judges an answer about sliding tiles from first principles.
///
/// * **P1** The question is one: the board is a board, and the goal is one of its positions.
///   What is answered are the starts that were asked about, in their order.
/// * **P2** Each start is a position of the board. It is said to be unreachable, with the right
///   reason, if and only if parity forbids it.
/// * **P3** Every solution, be it the one or listed, consists of pushes of tiles beside the blank,
///   ends in the goal, and has as many moves as stated. Moves are not stated without a solution,
///   and a complete answer leaves no start that can be solved without one.
/// * **P4** Listed solutions are different, and no more solutions are shown than counted.
/// * **P5** Lower bounds do not exceed the length of a solution, and in a complete answer
///   `lower_bound` is that length. The plain estimate is the sum of the steps of all tiles, and
///   each round has as many moves as its sad moves need.
/// * **P6** Rounds become longer; the last one has the length of the solution. All rounds together
///   have no more nodes than the search.
/// * **P7** On boards of at most nine cells, and wherever a search from both ends is short: lengths
///   and numbers of shortest solutions are those of the judge's own search, and no bound exceeds
///   the true distance.
/// * **P8** A table has a row for each distance from 0 on, one position at 0, and in all as many as
///   are counted: half of the permutations of the cells. If moves are pushes, the positions at
///   even distances are those with the blank on cells of the colour, as on a chessboard, of its
///   cell in the goal. On boards of at most nine cells every row is that of the judge's own search.
/// * **P9** Antipodes are different positions that can reach the goal, as many as the last row
///   says. On boards of at most nine cells they are at that distance; on larger ones the blank's
///   colour agrees with it.
/// * **P10** If only positions count that need no sad move, there is a table, moves are pushes, and
///   P8 holds apart from the sums, which are limits. A position is of that kind if its distance is
///   the sum of the steps of all tiles; for antipodes this sum is the distance of the last row.
///
/// * **P11** All starts of a file, or of a seed, are there. Shortest solutions are counted if that
///   was asked for, and as many are listed as were asked for, or all there are. What goes with
///   every start that can be solved, and with every table, is there.
/// * **P12** Solutions that are written as letters are those that are written as tiles: going by
///   the letters pushes the same tiles. Answers of earlier versions have no letters.
/// * **P13** A tree of moves has a row for each length of a path. Where there are few paths, every
///   row is that of the judge's own walk; further down there are as many paths as the cells of the
///   board allow, no more positions than paths, and no more new ones than positions.
///
/// * **P14** If solutions of at most so many moves were asked for, none is longer; and if that is
///   why the search has ended, there is no solution, and the lower bound is beyond it.
///
/// In the verdict, `solution_count` is the number of solutions that were replayed, and
/// `all_classes_listed` says whether all shortest solutions of every start are listed.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Answer, ask: &SlideAsk) -> Result<Verdict, Fault> {
    if let Part::SlideTree(part) = &answer.part {
        return judge_tree(answer, ask, part);
    }
    let ground = Ground::new(answer, ask)?;
    let mut verdict = Verdict::of(answer);
    let mut findings = RecordFindings::default();
    if !matches!(answer.part, Part::Slide(_)) {
        judge_presence("solutions", answer.solutions.is_some(), false)?;
        judge_presence("why_none", answer.why_none.is_some(), false)?;
    }
    let may_be_happy = matches!(answer.part, Part::SlideTable(_)) && ask.metric == Metric::Single;
    require(may_be_happy || !ask.happy, rule::ASKED, || {
        "only positions without sad moves count, expected a table of single pushes".to_owned()
    })?;
    match &answer.part {
        Part::Slide(record) => {
            judge_presence("unreachable", record.unreachable.is_some(), false)?;
            let start = ask.start.as_deref().ok_or_else(|| {
                Fault::new(rule::ASKED, "the question has no start, expected one")
            })?;
            let start = SlidingPosition::parse(ground.goal.board(), start);
            let start = readable(rule::ASKED, "the start", start)?;
            judge_record(&ground, Some(&start), &whole_record(answer, record), &mut findings)?;
        }
        Part::SlideMany(part) => {
            judge_presence("count", answer.count.is_some(), false)?;
            let starts = starts_of(&ground)?;
            equal(rule::LENGTH, "the number of starts", part.starts, starts.len())?;
            for (at, record) in part.instances.iter().enumerate() {
                judge_record(&ground, starts.get(at), record, &mut findings)
                    .map_err(|fault| fault.within("instance", at + 1))?;
            }
            let what = "the number of instances"; // P11
            ground.reaches(rule::LENGTH, what, part.instances.len(), starts.len())?;
        }
        Part::SlideTable(part) => {
            judge_presence("all", ground.wants_all(), false)?;
            judge_table(&ground, part, &mut verdict)?;
            judge_presence("count", answer.count.is_some(), true)?;
            let sum: BigUint = part.positions.iter().map(|row| &row.count.0).sum();
            let count = answer.count.clone().unwrap_or_default();
            equal(rule::SUM, "the number of positions", count.0, sum)?;
        }
        _ => return refuse(rule::FIELD, "the answer is of another family, expected slide"),
    }
    findings.tell(&ground, &mut verdict);
    verdict.solution_count = findings.replayed_count;
    verdict.all_classes_listed = answer.is_complete() && findings.all_are_listed();
    Ok(verdict)
}

/// The starts of a file, or of a seed.
fn starts_of(ground: &Ground<'_>) -> Result<Vec<SlidingPosition>, Fault> {
    let Ground { ask, goal, .. } = ground;
    if let Some(count) = ask.random {
        let is_asked = ask.file.is_none() && (1..=MOST_BY_LOT).contains(&count);
        require(is_asked, rule::ASKED, || {
            format!("{count} starts by lot, expected 1 to {MOST_BY_LOT} and no file")
        })?;
        return Ok(sliding::by_lot(goal, count, ground.how().seed));
    }
    let Some(text) = ask.file.as_ref().and_then(|file| file.text.as_ref()) else {
        return refuse(rule::ASKED, "the question has no file, expected its text");
    };
    let lines = sliding::read(goal.board(), text.as_bytes());
    let starts = lines.into_iter().map(|(_, start)| start);
    let starts = starts.filter(|start| start.is_ok() || !ask.keep_going);
    starts.collect::<Result<_, _>>().map_err(|error| unreadable(&error))
}

/// What is said about one start, with what stands in the envelope.
fn whole_record(answer: &Answer, record: &SlidingRecord) -> SlidingRecord {
    let pushes = |solution: &Solution| match solution {
        Solution::Pushes(pushes) => Some(pushes.clone()),
        _ => None,
    };
    let solutions = answer.solutions.as_ref();
    SlidingRecord {
        unreachable: answer.why_none.clone(),
        optimal_solutions: answer.count.clone(),
        solutions: solutions.map(|listed| listed.iter().filter_map(pushes).collect()),
        ..record.clone()
    }
}

/// Replays a solution push by push (P3). Gives how many moves it has.
///
/// # Errors
/// If a tile is pushed that is not beside the blank, or the last push does not give the goal.
pub fn judge_pushes(question: &SlidingQuestion, pushes: &[u8]) -> Result<usize, Fault> {
    push_by_push(question.start(), question.goal(), question.metric(), "the solution", pushes)
}

/// What everything in an answer is held against.
struct Ground<'a> {
    answer: &'a Answer,
    ask: &'a SlideAsk,
    goal: SlidingPosition,
    /// All positions of a small board.
    searched: Option<SlidingDistances>,
}

impl<'a> Ground<'a> {
    /// What is asked, with a goal that is written as answers write it.
    fn new(answer: &'a Answer, ask: &'a SlideAsk) -> Result<Self, Fault> {
        let (Some(board), Some(goal)) = (ask.table.as_ref().or(ask.board.as_ref()), &ask.goal)
        else {
            return refuse(rule::ASKED, "the question has no board or no goal, expected both");
        };
        let goal = board.parse().and_then(|board| SlidingPosition::parse(board, goal));
        let goal = readable(rule::ASKED, "the goal", goal)?;
        let is_small = goal.tiles().len() <= MAX_SEARCHED_CELLS;
        let searched = is_small.then(|| sliding_distances(&goal, ask.metric));
        Ok(Self { answer, ask, goal, searched })
    }

    /// What is wanted beside the count.
    fn how(&self) -> &How {
        &self.answer.question.how
    }

    /// Whether all shortest solutions were to be counted.
    fn wants_all(&self) -> bool {
        self.ask.all || self.how().count
    }

    /// Whether the answer says that it is complete.
    fn is_complete(&self) -> bool {
        self.answer.is_complete()
    }

    /// How far a start that can be solved is, and how many shortest solutions it has, if that can
    /// be found out.
    fn shortest(&self, start: &SlidingPosition) -> Option<(u32, u64)> {
        match &self.searched {
            Some(searched) => searched.distance(start).zip(searched.solution_count(start)),
            None => shortest_within(start, &self.goal, self.ask.metric, MAX_MET_POSITIONS),
        }
    }

    /// A number that grows while a search goes on: in the end it is what it should be, and it is
    /// never more.
    fn reaches(
        &self,
        rule: &'static str,
        what: &str,
        found: impl Into<BigUint>,
        end: impl Into<BigUint>,
    ) -> Result<(), Fault> {
        match self.is_complete() {
            true => equal(rule, what, found, end),
            false => at_most(rule, what, found, end),
        }
    }
}

/// A text that should be a position, or pushes, must be one.
fn readable<T>(rule: &'static str, what: &str, read: Result<T, ModelError>) -> Result<T, Fault> {
    read.map_err(|error| Fault::new(rule, format!("{what}: {error}")))
}
