//! Answers about sliding tiles, judged by themselves.
//!
//! # The idea
//! A solution is easy to believe: its pushes are made one by one, and the last one must give the
//! goal. That nothing is shorter is not easy. On boards of up to nine cells the judge searches all
//! positions itself, with [`crate::recount::sliding_distances`]; on larger ones it searches from
//! both ends, with [`crate::recount::shortest_within`], and if these do not meet soon it says that
//! it does not know.
//!
//! # Structure
//! `board.rs` has the judge's own arithmetic: where cells are, parity by cycles, pushes.
//! `record.rs` judges what is said about one start, `table.rs` what is said about all positions.
//! [`judge`] lists what they ask, P1 to P11.

mod board;
pub(crate) mod distances;
#[cfg(test)]
mod examples;
mod record;
mod table;

use crate::envelope::{at_most, equal, judge_presence};
use crate::fault::{refuse, require};
use crate::recount::{SlidingDistances, shortest_within, sliding_distances};
use crate::saved::unreadable as unreadable_file;
use crate::{Fault, Verdict, rule};
use kumiki_formats::sliding;
use kumiki_model::{
    Answer, ByDistance, Count, ListRecord, Metric, ModelError, Part, Pushes, SlideAsk,
    SlidingPosition, SlidingQuestion, SlidingRecord, Solution,
};
use record::{RecordFindings, judge_record, push_by_push};
use table::judge_table;

/// Boards of at most so many cells are searched.
const MAX_SEARCHED_CELLS: usize = 9;

/// So many positions are met in a search from both ends: about half a second.
const MAX_MET_POSITIONS: usize = 200_000;

/// What an answer about sliding tiles claims: about one start, about many, or about all positions.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    goal: SlidingPosition,
    metric: Metric,
    /// Whether only positions count that need no sad move.
    happy: bool,
    /// Whether all shortest solutions were to be counted.
    all: bool,
    list: Option<ListRecord>,
    /// The starts that were asked about, unless all positions were.
    starts: Vec<SlidingPosition>,
    single: Option<SlidingRecord>,
    instances: Option<Vec<SlidingRecord>>,
    positions: Option<Vec<ByDistance>>,
    antipodes: Option<Vec<String>>,
    /// The number of all positions.
    count: Option<Count>,
    complete: bool,
}

impl Claims {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &Answer, ask: &SlideAsk) -> Result<Self, Fault> {
        let how = &answer.question.how;
        let mut claims = Self {
            goal: goal_of(ask)?,
            metric: ask.metric,
            happy: ask.happy,
            all: ask.all || how.count,
            list: how.list,
            starts: Vec::new(),
            single: None,
            instances: None,
            positions: None,
            antipodes: None,
            count: answer.count.clone(),
            complete: answer.is_complete(),
        };
        match &answer.part {
            Part::Slide(record) => {
                claims.starts = vec![start_of(ask, &claims.goal)?];
                claims.single = Some(whole_record(answer, record)?);
            }
            Part::SlideMany(part) => {
                nothing_else(answer)?;
                judge_presence("count", answer.count.is_some(), false)?;
                claims.starts = starts_of(ask, &claims.goal)?;
                equal(rule::LENGTH, "the number of starts", part.starts, claims.starts.len())?;
                claims.instances = Some(part.instances.clone());
            }
            Part::SlideTable(part) => {
                nothing_else(answer)?;
                judge_presence("all", claims.all, false)?;
                judge_presence("list", claims.list.is_some(), false)?;
                claims.positions = Some(part.positions.clone());
                claims.antipodes.clone_from(&part.antipodes);
            }
            _ => return refuse(rule::FIELD, "the answer is of another family, expected slide"),
        }
        Ok(claims)
    }
}

/// The goal, which is written as answers write it.
fn goal_of(ask: &SlideAsk) -> Result<SlidingPosition, Fault> {
    let (Some(board), Some(goal)) = (ask.table.as_ref().or(ask.board.as_ref()), &ask.goal) else {
        return refuse(rule::ASKED, "the question has no board or no goal, expected both");
    };
    let board = board.parse().map_err(|error| unreadable(rule::ASKED, "the goal", &error))?;
    SlidingPosition::parse(board, goal).map_err(|error| unreadable(rule::ASKED, "the goal", &error))
}

/// The start, if there is one.
fn start_of(ask: &SlideAsk, goal: &SlidingPosition) -> Result<SlidingPosition, Fault> {
    let Some(start) = &ask.start else {
        return refuse(rule::ASKED, "the question has no start, expected one");
    };
    let start = SlidingPosition::parse(goal.board(), start);
    start.map_err(|error| unreadable(rule::ASKED, "the start", &error))
}

/// The starts of a file.
fn starts_of(ask: &SlideAsk, goal: &SlidingPosition) -> Result<Vec<SlidingPosition>, Fault> {
    let Some(text) = ask.file.as_ref().and_then(|file| file.text.as_ref()) else {
        return refuse(rule::ASKED, "the question has no file, expected its text");
    };
    let lines = sliding::read(goal.board(), text.as_bytes());
    let starts = lines.into_iter().map(|(_, start)| start);
    let starts = starts.filter(|start| start.is_ok() || !ask.keep_going);
    starts.collect::<Result<_, _>>().map_err(|error| unreadable_file(&error))
}

/// What is said about one start: some of it stands in the envelope, and nowhere else.
fn whole_record(answer: &Answer, record: &SlidingRecord) -> Result<SlidingRecord, Fault> {
    judge_presence("unreachable", record.unreachable.is_some(), false)?;
    let pushes = |solution: &Solution| match solution {
        Solution::Pushes(pushes) => Some(pushes.clone()),
        _ => None,
    };
    let listed = |solutions: &Vec<Solution>| -> Vec<Pushes> {
        solutions.iter().filter_map(pushes).collect()
    };
    Ok(SlidingRecord {
        unreachable: answer.why_none.clone(),
        optimal_solutions: answer.count.clone(),
        solutions: answer.solutions.as_ref().map(listed),
        ..record.clone()
    })
}

/// Nothing is listed in the envelope, and there is no reason why there is nothing.
fn nothing_else(answer: &Answer) -> Result<(), Fault> {
    judge_presence("solutions", answer.solutions.is_some(), false)?;
    judge_presence("why_none", answer.why_none.is_some(), false)
}

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
/// * **P11** All starts of a file are there. Shortest solutions are counted if that was asked for,
///   and as many are listed as were asked for, or all there are. What goes with every start that
///   can be solved, and with every table, is there.
///
/// In the verdict, `solution_count` is the number of solutions that were replayed, and
/// `all_classes_listed` says whether all shortest solutions of every start are listed.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Claims) -> Result<Verdict, Fault> {
    let ground = Ground::new(answer);
    let may_be_happy = answer.positions.is_some() && ground.metric == Metric::Single;
    require(may_be_happy || !ground.is_happy, rule::ASKED, || {
        "only positions without sad moves count, expected a table of single pushes".to_owned()
    })?;
    let mut verdict = Verdict::default();
    verdict.note_end(answer.complete);
    let mut findings = RecordFindings::default();
    if let Some(single) = &answer.single {
        judge_start(answer, 0, single)?;
        findings = judge_record(&ground, single)?;
    }
    for (at, record) in answer.instances.iter().flatten().enumerate() {
        let found = judge_start(answer, at, record).and_then(|()| judge_record(&ground, record));
        findings = findings.joined(&found.map_err(|fault| fault.within("instance", at + 1))?);
    }
    if let Some(instances) = &answer.instances {
        // P11 for files.
        let (what, starts) = ("the number of instances", answer.starts.len());
        match answer.complete {
            true => equal(rule::LENGTH, what, instances.len(), starts)?,
            false => at_most(rule::LENGTH, what, instances.len(), starts)?,
        }
    }
    findings.tell(&ground, &mut verdict);
    if let Some(rows) = &answer.positions {
        judge_table(&ground, rows, answer.antipodes.as_deref(), &mut verdict)?;
        let sum = rows.iter().fold(Count::default(), |sum, row| Count(sum.0 + &row.count.0));
        judge_presence("count", answer.count.is_some(), true)?;
        let count = answer.count.clone().unwrap_or_default();
        equal(rule::SUM, "the number of positions", count.0, sum.0)?;
    }
    verdict.solution_count = findings.replayed_count;
    verdict.all_classes_listed = answer.complete && findings.all_are_listed();
    Ok(verdict)
}

/// P1: what is answered is about the start that was asked about.
fn judge_start(answer: &Claims, at: usize, record: &SlidingRecord) -> Result<(), Fault> {
    let expected = answer.starts.get(at).map(ToString::to_string).unwrap_or_default();
    // What is no position is found out elsewhere.
    let is_position = SlidingPosition::parse(answer.goal.board(), &record.start).is_ok();
    require(record.start == expected || !is_position || expected.is_empty(), rule::ASKED, || {
        format!("it is about the start {}, expected {expected}", record.start)
    })
}

/// Replays a solution push by push (P3). Gives how many moves it has.
///
/// # Errors
/// If a tile is pushed that is not beside the blank, or the last push does not give the goal.
pub fn judge_pushes(question: &SlidingQuestion, pushes: &[u8]) -> Result<usize, Fault> {
    push_by_push(question.start(), question.goal(), question.metric(), "the solution", pushes)
}

/// What everything in an answer is held against.
struct Ground {
    goal: SlidingPosition,
    metric: Metric,
    /// Whether only positions count that need no sad move.
    is_happy: bool,
    /// Whether the answer says that it is complete.
    is_complete: bool,
    /// Whether all shortest solutions were to be counted.
    wants_all: bool,
    /// Which of them were to be listed.
    list: Option<ListRecord>,
    /// All positions of a small board.
    searched: Option<SlidingDistances>,
}

impl Ground {
    fn new(answer: &Claims) -> Self {
        let Claims { goal, metric, happy, all, list, complete, .. } = answer;
        let is_small = goal.tiles().len() <= MAX_SEARCHED_CELLS;
        Self {
            goal: goal.clone(),
            metric: *metric,
            is_happy: *happy,
            is_complete: *complete,
            wants_all: *all,
            list: *list,
            searched: is_small.then(|| sliding_distances(goal, *metric)),
        }
    }

    /// How far a start that can be solved is, and how many shortest solutions it has, if that can
    /// be found out.
    fn shortest(&self, start: &SlidingPosition) -> Option<(u32, u64)> {
        match &self.searched {
            Some(searched) => searched.distance(start).zip(searched.solution_count(start)),
            None => shortest_within(start, &self.goal, self.metric, MAX_MET_POSITIONS),
        }
    }

    /// A position of the board.
    fn position(&self, what: &str, text: &str) -> Result<SlidingPosition, Fault> {
        let position = SlidingPosition::parse(self.goal.board(), text);
        position.map_err(|error| unreadable(rule::TEXT, what, &error))
    }
}

/// A text that should be a position, or pushes, is none.
fn unreadable(rule: &'static str, what: &str, error: &ModelError) -> Fault {
    Fault::new(rule, format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::examples::{
        answer_about, answer_with_happy_table, answer_with_table, record_of, spoilt,
    };
    use super::*;
    use kumiki_model::Metric::{Multi, Single};

    #[test]
    fn every_start_of_small_boards_is_approved_with_all_its_solutions() {
        for metric in [Single, Multi] {
            for (board, goal) in
                [("2x2", "1230"), ("2x2", "2013"), ("2x3", "123450"), ("3x2", "140325")]
            {
                let goal =
                    SlidingPosition::parse(board.parse().expect("a board"), goal).expect("a goal");
                let known = sliding_distances(&goal, metric);
                let records: Vec<_> =
                    known.positions().map(|start| record_of(&start, &goal, metric)).collect();
                let shown: usize = records
                    .iter()
                    .map(|record| 1 + record.solutions.as_ref().map_or(0, Vec::len))
                    .sum();
                let mut answer = answer_about(&records[0].start, &goal, metric);
                answer.starts = known.positions().collect();
                (answer.single, answer.instances) = (None, Some(records));
                let verdict = judge(&answer).expect("all is right");
                assert_eq!(verdict.solution_count, shown);
                assert!(verdict.all_classes_listed);
            }
        }
    }

    #[test]
    fn the_verdict_says_what_was_searched_and_what_was_not() {
        let lines = |start: &str, board: &str| {
            let goal = SlidingPosition::solved(board.parse().expect("a board"));
            let verdict = judge(&answer_about(start, &goal, Single)).expect("all is right");
            assert!(verdict.is_proved());
            verdict.proved
        };
        assert_eq!(
            lines("123405786", "3x3"),
            [
                "starts: 1, all of them reachable by parity",
                "solutions replayed push by push into the goal: 2",
                "all 181440 positions of 3x3 were searched: nothing is shorter, and the numbers \
                 of shortest solutions are right",
            ]
        );
        let large = lines("123456789abcde0f", "4x4");
        assert_eq!(
            large[2],
            "searched from both ends, starts: 1: nothing is shorter, and the numbers of shortest \
             solutions are right"
        );
    }

    #[test]
    fn an_unfinished_answer_is_approved_as_far_as_it_goes() {
        let unfinished = |spoil: &dyn Fn(&mut kumiki_model::SlidingRecord)| {
            spoilt(|answer| {
                answer.complete = false;
                let record = answer.single.as_mut().expect("a record");
                (record.moves, record.solution, record.solutions) = (None, None, None);
                (record.optimal_solutions, record.lower_bound) = (None, Some(13));
                record.rounds.truncate(1);
                spoil(record);
            })
        };
        assert_eq!(unfinished(&|_| {}), "approved");
        assert_eq!(unfinished(&|record| record.lower_bound = Some(15)), "approved");
        assert_eq!(
            unfinished(&|record| record.lower_bound = Some(17)),
            "lower_bound is 17, expected at most 15"
        );
    }

    #[test]
    fn tables_are_approved_in_both_metrics() {
        for metric in [Single, Multi] {
            for board in ["2x2", "2x3", "3x2", "2x4"] {
                let answer = answer_with_table(board, metric);
                let verdict = judge(&answer).expect("all is right");
                assert_eq!(verdict.solution_count, 0);
                assert_eq!(verdict.proved.len(), 3, "{:?}", verdict.proved);
                let happy = judge(&answer_with_happy_table(board)).expect("all is right");
                assert_eq!(happy.proved.len(), 3, "{:?}", happy.proved);
            }
        }
    }
}
