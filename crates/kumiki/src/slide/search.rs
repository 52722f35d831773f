//! The search for shortest solutions, round by round.

use super::bound::Bound;
use super::told;
use crate::Halt;
use crate::draft::{Draft, break_if};
use kumiki_drive::Run;
use kumiki_judge::{Fault, judge_pushes, rule};
use kumiki_model::{
    Count, Direction, Pushes, RoundRecord, SlidingPosition, SlidingQuestion, SlidingRecord,
    StoppedBy,
};
use kumiki_search::Space;
use kumiki_slide::{Automaton, Guide, Optima, PathSearch, Paths, SlideSearch, Slides};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// What counting all shortest solutions may remember, if there is no limit.
const OPTIMA_BYTES: usize = 1 << 30;

/// Rounds are not expected to grow faster than this. With tables, the 15 puzzle's grow by 5 to 8.
const MOST_GROWTH: u64 = 8;

/// What is wanted of a start, and where the work takes place.
pub(super) struct Quest<'a> {
    pub(super) question: &'a SlidingQuestion,
    /// Whether all shortest solutions are counted.
    pub(super) counts: bool,
    /// At most so many of them are listed.
    pub(super) room: usize,
    /// Longer solutions are not looked for. Shards have a share of each round up to this, or to the
    /// first in which they find a solution.
    pub(super) max_moves: Option<u32>,
    /// If a round is expected to make more moves than this, the search ends before it: a larger
    /// bound takes over.
    pub(super) patience: Option<u64>,
    pub(super) run: Run<'a>,
}

/// Takes the next of the solutions that are listed, after their length, and breaks if no more are
/// wanted.
pub(super) type Show<'l> = &'l mut (dyn FnMut(u32, Vec<Vec<u8>>) -> ControlFlow<()> + Send);

/// What is known about a start.
pub(super) struct Found {
    /// All but the solutions that are listed.
    pub(super) record: SlidingRecord,
    /// Whether everything wanted was found, or why not.
    pub(super) stopped_by: Option<StoppedBy>,
    /// Whether the search ended because there was no more patience.
    pub(super) is_left: bool,
}

/// The moves that a round made, and how it ended.
type Ended = (u64, Option<StoppedBy>);

/// A way to look for shortest solutions with a bound.
pub(super) trait Searcher: Sync {
    /// Searches, counts and lists, and notes what was found.
    fn search(&self, quest: &Quest<'_>, show: Show<'_>, found: &mut Found) -> Result<(), Halt>;

    /// Tells the first steps of the search from a start that can be solved.
    fn trace(&self, question: &SlidingQuestion, draft: &mut Draft<'_>) -> Result<(), Halt>;
}

/// If every push counts. The guide is the bound.
pub(super) struct BySteps<G> {
    pub(super) guide: G,
    /// Leaves out detours, and with them some of the shortest solutions but never all.
    pub(super) automaton: Automaton,
}

impl<G: Guide> Searcher for BySteps<G> {
    fn search(&self, quest: &Quest<'_>, show: Show<'_>, found: &mut Found) -> Result<(), Halt> {
        let (question, run) = (quest.question, &quest.run);
        let paths = Paths::new(question, &self.guide, &self.automaton, 0);
        let path = |search: &PathSearch<'_, G>| search.solution().map(<[Direction]>::to_vec);
        let round = |limit| quest.first(&paths.with_limit(limit), path);
        let Some(moves) = quest.deepen(paths.bound(), 2, round, found)? else { return Ok(()) };
        let every_way = Automaton::no_way_back();
        let all = Paths::new(question, &self.guide, &every_way, moves);
        if quest.counts {
            let limit = run.memory_limit().and_then(|bytes| usize::try_from(bytes / 2).ok());
            let mut optima = Optima::new(&all, limit.unwrap_or(OPTIMA_BYTES).min(OPTIMA_BYTES));
            found.stopped_by = run.stages("counting", &mut optima).err();
            found.record.nodes += optima.nodes();
            let count = optima.solutions().map(BigUint::from);
            found.record.optimal_solutions = count.map(Into::into);
        }
        quest.list(&all, path, moves, show, found);
        Ok(())
    }

    fn trace(&self, question: &SlidingQuestion, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let paths = Paths::new(question, &self.guide, &self.automaton, 0);
        told::trace_pushes(question, &paths, draft)
    }
}

/// If tiles that slide together count as one move. The bound is their own.
pub(super) struct BySlides;

impl Searcher for BySlides {
    fn search(&self, quest: &Quest<'_>, show: Show<'_>, found: &mut Found) -> Result<(), Halt> {
        let slides = Slides::new(quest.question, 0);
        let path = |search: &SlideSearch| search.solution().map(<[Direction]>::to_vec);
        let round = |limit| quest.first(&slides.with_limit(limit), path);
        let Some(moves) = quest.deepen(slides.bound(), 1, round, found)? else { return Ok(()) };
        let all = slides.with_limit(moves);
        if quest.counts {
            let walked = quest.run.tree(
                "counting",
                &all,
                || 0_u64,
                |count, _| {
                    *count += 1;
                    ControlFlow::Continue(())
                },
                |_| ControlFlow::Continue(()),
            );
            found.stopped_by = walked.stopped_by;
            found.record.nodes += walked.profile.nodes();
            let count = walked.stopped_by.is_none().then_some(walked.ledger);
            found.record.optimal_solutions = count.map(Count::from);
        }
        quest.list(&all, path, moves, show, found);
        Ok(())
    }

    fn trace(&self, question: &SlidingQuestion, draft: &mut Draft<'_>) -> Result<(), Halt> {
        told::trace_slides(question, &Slides::new(question, 0), draft)
    }
}

impl Quest<'_> {
    /// Finds shortest solutions, counts them if that is wanted, and lists some. What is listed is
    /// judged by those who take it.
    ///
    /// # Errors
    /// If the judge does not accept the solution, which is a bug.
    ///
    /// # Panics
    /// If the bound is for another goal.
    pub(super) fn solve(&self, bound: &Bound, show: Show<'_>) -> Result<Found, Halt> {
        let record = SlidingRecord {
            start: self.question.start().to_string(),
            unreachable: self.question.unreachable().map(|reason| reason.to_string()),
            heuristic: bound.name.clone(),
            ..SlidingRecord::default()
        };
        let mut found = Found { record, stopped_by: None, is_left: false };
        self.go_on(bound, show, &mut found)?;
        Ok(found)
    }

    /// The same from where a search was left, with another bound.
    ///
    /// # Errors
    /// As for [`Quest::solve`].
    pub(super) fn go_on(
        &self,
        bound: &Bound,
        show: Show<'_>,
        found: &mut Found,
    ) -> Result<(), Halt> {
        assert_eq!(&bound.goal, self.question.goal(), "a bound for another goal");
        let began = self.run.elapsed();
        if std::mem::take(&mut found.is_left)
            && let Some(moves) = found.record.lower_bound
        {
            let before = &found.record.heuristic;
            found.record.heuristic = format!("{before}; from {moves} moves on {}", bound.name);
        }
        if found.record.unreachable.is_none() {
            let quest = Quest { run: self.run.labelled(&bound.name), ..*self };
            bound.searcher.search(&quest, show, found)?;
        }
        let record = &mut found.record;
        if let Some(least) = record.estimate.filter(|_| bound.is_plain) {
            // Sad moves come in pairs with happy ones that make up for them.
            record.rounds.iter_mut().for_each(|round| round.sad = Some((round.moves - least) / 2));
        }
        record.seconds += self.run.elapsed().saturating_sub(began).as_secs_f64();
        Ok(())
    }

    /// Round after round, until one has a solution, which the judge replays. Gives its length.
    fn deepen(
        &self,
        least: u32,
        stride: usize,
        round: impl Fn(u32) -> (Option<Vec<u8>>, Ended),
        found: &mut Found,
    ) -> Result<Option<u32>, Halt> {
        let record = &mut found.record;
        // A search that goes on keeps its first estimate, and what its rounds have shown.
        record.estimate.get_or_insert(least);
        let least = record.lower_bound.map_or(least, |shown| shown.max(least));
        for limit in (least..).step_by(stride) {
            record.lower_bound = Some(limit);
            if self.max_moves.is_some_and(|most| limit > most) {
                found.stopped_by = Some(StoppedBy::MoveLimit);
                break;
            }
            if self.patience.is_some_and(|most| expected_nodes(&record.rounds) > most) {
                found.is_left = true;
                break;
            }
            let began = self.run.elapsed();
            let (first, (nodes, stopped_by)) = round(limit);
            record.nodes += nodes;
            let unfinished = stopped_by.is_some() && first.is_none();
            let seconds = self.run.elapsed().saturating_sub(began).as_secs_f64();
            record.rounds.push(RoundRecord { moves: limit, sad: None, nodes, seconds, unfinished });
            if let Some(tiles) = first {
                judged(self.question, &tiles, limit)?;
                let board = self.question.goal().board();
                record.solution = Some(Pushes::new(board, &tiles));
                record.directions = self.question.start().letters_of(&tiles);
                record.moves = Some(limit);
                break;
            }
            if unfinished {
                found.stopped_by = stopped_by;
                break;
            }
        }
        let is_at_its_end = matches!(found.stopped_by, None | Some(StoppedBy::MoveLimit));
        if self.run.is_shard() && is_at_its_end && !record.rounds.is_empty() {
            self.run.end_share();
            found.stopped_by = Some(StoppedBy::Shard);
            return Ok(None);
        }
        Ok(record.moves)
    }

    /// The first solution of a round, if there is one.
    fn first<'s, S: Space>(
        &self,
        round: &'s S,
        path: impl Fn(&S::Search<'s>) -> Option<Vec<Direction>> + Sync,
    ) -> (Option<Vec<u8>>, Ended) {
        let mut first = None;
        let ended = self.walk("searching", round, path, 1, |tiles| {
            first = tiles.into_iter().next();
            ControlFlow::Break(())
        });
        (first, ended)
    }

    /// Lists shortest solutions, unless the search was stopped before.
    fn list<'s, S: Space>(
        &self,
        all: &'s S,
        path: impl Fn(&S::Search<'s>) -> Option<Vec<Direction>> + Sync,
        moves: u32,
        show: Show<'_>,
        found: &mut Found,
    ) {
        let mut room = self.room;
        if room == 0 || found.stopped_by.is_some() {
            return;
        }
        let (nodes, stopped_by) = self.walk("listing", all, path, room, |mut tiles| {
            tiles.truncate(room);
            room -= tiles.len();
            show(moves, tiles)?;
            break_if(room == 0)
        });
        found.record.nodes += nodes;
        found.stopped_by = stopped_by.filter(|by| *by != StoppedBy::Enough);
    }

    /// Hands over the solutions of a round, whose searches hold still at paths of the blank, as
    /// they are found, until no more are taken. No part of the round looks for more than so many.
    fn walk<'s, S: Space>(
        &self,
        phase: &'static str,
        round: &'s S,
        path: impl Fn(&S::Search<'s>) -> Option<Vec<Direction>> + Sync,
        most: usize,
        mut take: impl FnMut(Vec<Vec<u8>>) -> ControlFlow<()> + Send,
    ) -> Ended {
        let start = self.question.start();
        let walked = self.run.in_rounds().tree(
            phase,
            round,
            Vec::new,
            |found: &mut Vec<Vec<u8>>, search| {
                found.extend(path(search).map(|path| pushes(start, &path)));
                break_if(found.len() >= most)
            },
            |found| match std::mem::take(found) {
                found if found.is_empty() => ControlFlow::Continue(()),
                found => take(found),
            },
        );
        (walked.profile.nodes(), walked.stopped_by)
    }
}

/// How many moves the round after these may make: it grows as the last one did, but at least by
/// half and at most by [`MOST_GROWTH`]. Rounds without a solution make the same moves on any number
/// of threads, so that this does not depend on it.
fn expected_nodes(rounds: &[RoundRecord]) -> u64 {
    let [before, last] = match rounds {
        [] => return 0,
        [only] => [only.nodes / MOST_GROWTH, only.nodes],
        [.., before, last] => [before.nodes, last.nodes],
    };
    let grown = u128::from(last) * u128::from(last) / u128::from(before.max(1));
    let grown = u64::try_from(grown).unwrap_or(u64::MAX);
    grown.clamp(last.saturating_add(last / 2), last.saturating_mul(MOST_GROWTH))
}

/// The tiles that are pushed on a path of the blank.
fn pushes(start: &SlidingPosition, path: &[Direction]) -> Vec<u8> {
    let mut position = start.clone();
    path.iter()
        .map(|direction| position.step(*direction).expect("paths stay on the board"))
        .collect()
}

/// Solves all questions, each on a core of its own, and gives what was found in their order, with
/// at most `room` solutions of each.
pub(super) fn solve_all(
    questions: &[SlidingQuestion],
    bound: &Bound,
    counts: bool,
    room: usize,
    run: &Run<'_>,
) -> Result<(Vec<SlidingRecord>, Option<StoppedBy>), Halt> {
    let solve_one = |question: &SlidingQuestion| {
        let (mut list, mut letters, mut refused) = (Vec::new(), Vec::new(), None);
        let mut show = |length: u32, tiles: Vec<Vec<u8>>| {
            refused = tiles.iter().find_map(|tiles| judged(question, tiles, length).err());
            list.extend(tiles.iter().map(|tiles| Pushes::new(bound.goal.board(), tiles)));
            letters.extend(tiles.iter().filter_map(|tiles| question.start().letters_of(tiles)));
            break_if(refused.is_some())
        };
        let run = run.within_a_part();
        let quest = Quest { question, counts, room, max_moves: None, patience: None, run };
        let mut found = quest.solve(bound, &mut show)?;
        found.record.solutions = (room > 0).then_some(list);
        found.record.listed_directions = (room > 0).then_some(letters);
        refused.map_or(Ok(found), Err)
    };
    let mut all: Vec<SlidingRecord> = Vec::new();
    // What was cut off, by number, and what is wrong.
    let cut_off = Mutex::new((BTreeMap::new(), None));
    let noted = || cut_off.lock().unwrap_or_else(PoisonError::into_inner);
    let done = run.parts(
        "solving",
        questions.len(),
        |number, pulse| {
            let found = solve_one(&questions[number]);
            pulse.go_on(found.as_ref().map_or(0, |found| found.record.nodes)).ok();
            match found {
                Ok(Found { record, stopped_by: None, .. }) => Ok(Some(record)),
                Ok(Found { record, stopped_by: Some(stopped_by), .. }) => {
                    noted().0.insert(number, record);
                    Err(stopped_by)
                }
                Err(halt) => {
                    noted().1 = Some(halt);
                    Ok(None)
                }
            }
        },
        |record| {
            let is_refused = record.is_none();
            all.extend(record);
            break_if(is_refused)
        },
    );
    let (cut_off, refused) = cut_off.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(halt) = refused {
        return Err(halt);
    }
    // What is there is kept, also if it is time to stop.
    all.extend(cut_off.into_values());
    Ok((all, done.err()))
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

#[cfg(test)]
mod tests {
    use super::super::bound::Trust;
    use super::*;
    use kumiki_drive::Unhosted;
    use kumiki_model::Metric;

    fn round(moves: u32, nodes: u64) -> RoundRecord {
        RoundRecord { moves, nodes, ..RoundRecord::default() }
    }

    #[test]
    fn the_next_round_is_expected_to_grow_as_the_last_one_did() {
        let expected = |nodes: &[u64]| {
            let rounds: Vec<RoundRecord> =
                (0..).zip(nodes).map(|(at, nodes)| round(2 * at, *nodes)).collect();
            expected_nodes(&rounds)
        };
        assert_eq!(expected(&[]), 0);
        assert_eq!(expected(&[0]), 0);
        assert_eq!(expected(&[10]), 80);
        assert_eq!(expected(&[10, 60]), 360);
        assert_eq!(expected(&[0, 60]), 480, "at most");
        assert_eq!(expected(&[70, 10, 100]), 800, "at most");
        assert_eq!(expected(&[100, 100]), 150, "at least");
        assert_eq!(expected(&[1, u64::MAX]), u64::MAX);
    }

    /// A search that is left after any round, and goes on with another bound, finds what a search
    /// with one bound finds.
    #[test]
    fn a_search_that_is_left_goes_on_with_a_larger_bound() {
        let board = "3x3".parse().expect("a board");
        let goal = SlidingPosition::solved(board);
        let start = SlidingPosition::parse(board, "867254301").expect("a position");
        let question =
            SlidingQuestion::new(start, goal.clone(), Metric::Single).expect("a question");
        let run = Run::new(&Unhosted);
        let bound = |name: &str| {
            let trust = Trust::AsTheyAre;
            Bound::prepare(&goal, Metric::Single, Some(name), trust, &run).expect("a bound")
        };
        let [small, large] = ["abc/def/gh.", "aaa/bbb/bb."].map(bound);
        let quest = |patience| Quest {
            question: &question,
            counts: true,
            room: 0,
            max_moves: None,
            patience,
            run,
        };
        let mut show = |_: u32, _: Vec<Vec<u8>>| ControlFlow::Continue(());
        let whole = quest(None).solve(&small, &mut show).expect("no bug");
        assert!(!whole.is_left && whole.record.rounds.len() > 3);
        let mut left_count = 0;
        for patience in [0, 1, 10, 100, 1000, u64::MAX] {
            let mut found = quest(Some(patience)).solve(&small, &mut show).expect("no bug");
            if found.is_left {
                left_count += 1;
                assert_eq!((found.record.moves, found.stopped_by), (None, None));
                let nodes = |rounds: &[RoundRecord]| -> Vec<u64> {
                    rounds.iter().map(|round| round.nodes).collect()
                };
                let rounds = found.record.rounds.len();
                assert_eq!(nodes(&found.record.rounds), nodes(&whole.record.rounds)[..rounds]);
                quest(None).go_on(&large, &mut show, &mut found).expect("no bug");
                assert!(found.record.heuristic.contains(" moves on aaa/bbb/bb."));
                assert!(found.record.rounds.is_sorted_by(|one, other| one.moves < other.moves));
            }
            assert!(!found.is_left);
            assert_eq!(found.record.moves, whole.record.moves);
            assert_eq!(found.record.estimate, whole.record.estimate);
            assert_eq!(found.record.optimal_solutions, whole.record.optimal_solutions);
        }
        assert!(left_count > 2, "{left_count}");
    }
}
