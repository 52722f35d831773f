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
//! [`judge_sliding_answer`] lists what they ask, P1 to P11.

mod board;
pub(crate) mod distances;
#[cfg(test)]
mod examples;
mod record;
mod table;

use crate::envelope::{equal, judge_command, judge_presence};
use crate::fault::require;
use crate::recount::{SlidingDistances, shortest_within, sliding_distances};
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    ListRecord, Metric, ModelError, SlidingAnswer, SlidingPosition, SlidingQuestion,
};
use record::{RecordFindings, judge_record, push_by_push};
use table::judge_table;

/// Boards of at most so many cells are searched.
const MAX_SEARCHED_CELLS: usize = 9;

/// So many positions are met in a search from both ends: about half a second.
const MAX_MET_POSITIONS: usize = 200_000;

/// Judges an answer about sliding tiles from first principles.
///
/// * **P1** The question is one: the board is a board, the goal is one of its positions, and there
///   is either one start, or a list of starts, or a table of all positions.
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
/// * **P8** A table has a row for each distance from 0 on, one position at 0, and in all half of
///   the permutations of the cells. If moves are pushes, the positions at even distances are those
///   with the blank on cells of the colour, as on a chessboard, of its cell in the goal. On boards
///   of at most nine cells every row is that of the judge's own search.
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
pub fn judge_sliding_answer(answer: &SlidingAnswer) -> Result<Verdict, Fault> {
    judge_command(&answer.question.command, "slide")?;
    let goal = answer.question.goal();
    let goal = goal.map_err(|error| unreadable(rule::ASKED, "the goal", &error))?;
    let parts = [answer.single.is_some(), answer.instances.is_some(), answer.positions.is_some()];
    let part_count = parts.into_iter().filter(|is_there| *is_there).count();
    require(part_count == 1, rule::FIELD, || {
        format!("{part_count} of a start, a list of starts and a table are answered, expected one")
    })?;
    let ground = Ground::new(goal, answer);
    let may_be_happy = answer.positions.is_some() && ground.metric == Metric::Single;
    require(may_be_happy || !ground.is_happy, rule::ASKED, || {
        "only positions without sad moves count, expected a table of single pushes".to_owned()
    })?;
    judge_file(answer)?;
    let mut verdict = Verdict::default();
    verdict.note_end(answer.complete);
    let mut findings = RecordFindings::default();
    if let Some(single) = &answer.single {
        findings = judge_record(&ground, single)?;
    }
    for (at, record) in answer.instances.iter().flatten().enumerate() {
        let found = judge_record(&ground, record);
        findings = findings.joined(&found.map_err(|fault| fault.within("instance", at + 1))?);
    }
    findings.tell(&ground, &mut verdict);
    match &answer.positions {
        Some(rows) => judge_table(&ground, rows, answer.antipodes.as_deref(), &mut verdict)?,
        None => require(answer.antipodes.is_none(), rule::FIELD, || {
            "antipodes are listed without a table of positions".to_owned()
        })?,
    }
    verdict.solution_count = findings.replayed_count;
    verdict.all_classes_listed = answer.complete && findings.all_are_listed();
    Ok(verdict)
}

/// P11 for files: as many starts as there are.
fn judge_file(answer: &SlidingAnswer) -> Result<(), Fault> {
    let question = &answer.question;
    let is_batch = answer.instances.is_some();
    judge_presence("file", question.file.is_some(), is_batch)?;
    judge_presence("number of starts", question.starts.is_some(), is_batch)?;
    if let (Some(instances), Some(starts)) = (&answer.instances, question.starts) {
        equal(rule::LENGTH, "the number of instances", instances.len(), starts)?;
    }
    let is_table = answer.positions.is_some();
    if is_table {
        judge_presence("all", question.all, false)?;
        judge_presence("list", question.list.is_some(), false)?;
    }
    Ok(())
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
    fn new(goal: SlidingPosition, answer: &SlidingAnswer) -> Self {
        let (metric, is_happy) = (answer.question.metric, answer.question.happy);
        let is_small = goal.tiles().len() <= MAX_SEARCHED_CELLS;
        let searched = is_small.then(|| sliding_distances(&goal, metric));
        let (wants_all, list) = (answer.question.all, answer.question.list);
        Self { goal, metric, is_happy, is_complete: answer.complete, wants_all, list, searched }
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
                (answer.question.file, answer.question.starts) =
                    (Some("f".to_owned()), Some(records.len()));
                (answer.single, answer.instances) = (None, Some(records));
                let verdict = judge_sliding_answer(&answer).expect("all is right");
                assert_eq!(verdict.solution_count, shown);
                assert!(verdict.all_classes_listed);
            }
        }
    }

    #[test]
    fn the_verdict_says_what_was_searched_and_what_was_not() {
        let lines = |start: &str, board: &str| {
            let goal = SlidingPosition::solved(board.parse().expect("a board"));
            let verdict =
                judge_sliding_answer(&answer_about(start, &goal, Single)).expect("all is right");
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
                let verdict = judge_sliding_answer(&answer).expect("all is right");
                assert_eq!(verdict.solution_count, 0);
                assert_eq!(verdict.proved.len(), 3, "{:?}", verdict.proved);
                let happy =
                    judge_sliding_answer(&answer_with_happy_table(board)).expect("all is right");
                assert_eq!(happy.proved.len(), 3, "{:?}", happy.proved);
            }
        }
    }
}
