//! Sliding tiles.
//!
//! # How
//! * A *bound* is prepared for a goal: the plain one, or pattern tables, made or found where the
//!   host keeps them (`Bound`).
//! * A search goes through all paths of one length, then of the next, until there is a solution
//!   (`kumiki_slide::Paths`). Each round is split among all cores.
//! * *All* shortest solutions are counted by remembering positions (`kumiki_slide::Optima`), or
//!   listed.
//! * Whole boards of up to 12 cells are searched from the goal (`kumiki_distances`).
//!
//! The judge replays every solution.

mod bound;
mod pattern_tables;
mod search;
mod verify;
mod words;

use crate::Halt;
use crate::draft::Draft;
use crate::family::Family;
use crate::sink::Shown;
use bound::{Bound, Heuristic};
use kumiki_distances::Distances;
use kumiki_draw::Sheet;
use kumiki_drive::{Event, Run};
use kumiki_formats::sliding;
use kumiki_model::{
    Answer, ByDistance, Metric, Part, Pushes, RoundRecord, SlideAsk, SlideManyPart, SlideTablePart,
    SlidingBoard, SlidingPosition, SlidingQuestion, SlidingRecord, Solution, StoppedBy,
};
use kumiki_puzzles::positions;
use kumiki_search::Profile;
use kumiki_slide::{HappyPositions, Round};
use pattern_tables::Trust;
use search::{Listing, Solved, judge, solve, solve_all};

/// The board that is meant if nobody names one.
const BOARD: &str = "4x4";

/// So many of the farthest positions are listed, or none.
const FEW_ANTIPODES: u64 = 100;

/// A question about sliding tiles.
pub(crate) struct Sliding {
    goal: SlidingPosition,
    metric: Metric,
    heuristic: Option<Heuristic>,
    /// Whether all shortest solutions are counted.
    all: bool,
    about: About,
}

/// What is asked about.
enum About {
    /// One start.
    One(SlidingQuestion),
    /// The starts of a file.
    Many(Starts),
    /// All positions of the board; if they are happy, those that happy moves alone solve.
    Board { happy: bool },
}

/// The starts of a file.
struct Starts {
    file: String,
    questions: Vec<SlidingQuestion>,
    /// What is wrong with the lines that were left out.
    left_out: Vec<String>,
}

impl Sliding {
    /// Reads a question.
    ///
    /// # Errors
    /// If a board, a position or a file is none, or if fields contradict each other.
    pub(crate) fn new(ask: &mut SlideAsk) -> Result<Self, Halt> {
        check_fields(ask)?;
        let built_in = ask
            .file
            .as_ref()
            .filter(|file| file.text.is_none())
            .and_then(|file| positions::find(&file.name));
        let board = match (&ask.table, &ask.board, built_in) {
            (Some(text), ..) => board("table", text)?,
            (None, Some(text), _) => board("board", text)?,
            (None, None, Some(list)) => list.board(),
            (None, None, None) => board("board", BOARD)?,
        };
        let goal = match (&ask.goal, built_in) {
            (Some(text), _) => position("goal", board, text)?,
            (None, Some(list)) if list.board() == board => list.goal(),
            _ => SlidingPosition::solved(board),
        };
        if let (Some(file), Some(list)) = (&mut ask.file, built_in) {
            file.text = Some(list.text.to_owned());
        }
        if ask.happy {
            ask.metric = Metric::Single;
        }
        let about = match (&ask.start, &ask.file) {
            (Some(start), _) => {
                let start = position("start", board, start)?;
                ask.start = Some(start.to_string());
                About::One(SlidingQuestion::new(start, goal.clone(), ask.metric)?)
            }
            (None, Some(_)) => About::Many(Starts::read(ask, &goal)?),
            (None, None) => About::Board { happy: ask.happy },
        };
        // The same question is written in one way.
        *(if ask.table.is_some() { &mut ask.table } else { &mut ask.board }) =
            Some(board.to_string());
        ask.goal = Some(goal.to_string());
        let heuristic = ask.heuristic.as_deref().map(Heuristic::parse);
        Ok(Self { goal, metric: ask.metric, heuristic, all: ask.all, about })
    }
}

/// Refuses fields that contradict each other.
fn check_fields(ask: &SlideAsk) -> Result<(), Halt> {
    let subjects = [
        ("start", ask.start.is_some()),
        ("file", ask.file.is_some()),
        ("table", ask.table.is_some()),
    ];
    let mut given = subjects.iter().filter(|(_, is_given)| *is_given);
    match (given.next(), given.next()) {
        (None, _) => {
            let reason = "neither `start` nor `file` nor `table` is given, expected one of them";
            return Err(Halt::contradiction(reason));
        }
        (Some((one, _)), Some((other, _))) => return Err(Halt::both(one, other)),
        _ => {}
    }
    if ask.table.is_some() {
        let others = [
            ("board", ask.board.is_some()),
            ("heuristic", ask.heuristic.is_some()),
            ("all", ask.all),
        ];
        if let Some((other, _)) = others.iter().find(|(_, is_given)| *is_given) {
            return Err(Halt::both("table", other));
        }
    }
    for (field, is_given, needed, is_there) in [
        ("keep_going", ask.keep_going, "file", ask.file.is_some()),
        ("happy", ask.happy, "table", ask.table.is_some()),
    ] {
        if is_given && !is_there {
            let reason = format!("`{field}` is given without `{needed}`, expected both or none");
            return Err(Halt::contradiction(reason));
        }
    }
    if ask.metric == Metric::Multi && ask.heuristic.is_some() {
        return Err(Halt::contradiction(
            "`heuristic` is for single pushes, expected no `heuristic` with `metric` multi",
        ));
    }
    Ok(())
}

fn board(field: &'static str, text: &str) -> Result<SlidingBoard, Halt> {
    text.parse().map_err(|error: kumiki_model::ModelError| Halt::Field {
        field,
        value: text.to_owned(),
        reason: error.to_string(),
    })
}

fn position(field: &'static str, board: SlidingBoard, text: &str) -> Result<SlidingPosition, Halt> {
    SlidingPosition::parse(board, text)
        .map_err(|error| Halt::contradiction(format!("bad `{field}`: {error}")))
}

impl Starts {
    /// Reads the file of a question.
    fn read(ask: &SlideAsk, goal: &SlidingPosition) -> Result<Self, Halt> {
        let source = ask.file.as_ref().expect("a file was asked for");
        let name = source.name.clone();
        let refused = |reason: String| Halt::File { name: name.clone(), reason };
        let Some(text) = &source.text else {
            let known: Vec<&str> = positions::POSITIONS.iter().map(|list| list.name).collect();
            let known = known.join(" or ");
            return Err(refused(format!(
                "no such list of positions comes with Kumiki, expected {known}"
            )));
        };
        let (mut questions, mut left_out) = (Vec::new(), Vec::new());
        for (_, start) in sliding::read(goal.board(), text.as_bytes()) {
            match start {
                Ok(start) => {
                    let question = SlidingQuestion::new(start, goal.clone(), ask.metric);
                    questions.push(question.map_err(|error| refused(error.to_string()))?);
                }
                Err(error) if ask.keep_going => left_out.push(error.to_string()),
                Err(error) => return Err(refused(error.to_string())),
            }
        }
        if questions.is_empty() {
            return Err(refused("no position, expected one on each line".to_owned()));
        }
        Ok(Self { file: name, questions, left_out })
    }
}

impl Family for Sliding {
    fn part(&self) -> Part {
        match &self.about {
            About::One(question) => Part::Slide(Box::new(self.nothing_about(question))),
            About::Many(starts) => Part::SlideMany(SlideManyPart {
                instances: Vec::new(),
                starts: starts.questions.len(),
            }),
            About::Board { .. } => Part::SlideTable(SlideTablePart::default()),
        }
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if draft.how.sample.is_some() {
            return Err(Halt::contradiction("`sample` is given, expected none with slide"));
        }
        match &self.about {
            About::One(question) => self.solve_one(question, draft),
            About::Many(_) if draft.how.verify => Err(Halt::contradiction(
                "`verify` is for one start, expected `start` instead of `file`",
            )),
            About::Many(starts) => self.solve_many(starts, draft),
            About::Board { .. } if draft.how.list.is_some() => Err(Halt::both("table", "list")),
            About::Board { .. } if draft.how.verify => Err(Halt::both("table", "verify")),
            About::Board { happy: true } => self.count_happy(draft),
            About::Board { happy: false } => self.count_positions(draft),
        }
    }

    fn lists(&self) -> bool {
        !matches!(self.about, About::Many(_))
    }

    fn solution_text(&self, shown: &Shown) -> String {
        words::solution(self, shown)
    }

    fn text(&self, answer: &Answer) -> String {
        words::answer(self, answer)
    }

    fn picture(&self, answer: &Answer) -> Sheet {
        words::picture(self, answer)
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        let About::Many(Starts { file, left_out, .. }) = &self.about else { return Vec::new() };
        left_out.iter().map(|line| ("warning", format!("{file}: {line}"))).collect()
    }

    fn complaint(&self) -> Option<String> {
        let About::Many(Starts { file, left_out, .. }) = &self.about else { return None };
        let count = left_out.len();
        (count > 0).then(|| {
            format!(
                "{file}: {count} lines without a position were left out, expected one on each line"
            )
        })
    }
}

impl Sliding {
    /// A bound that pays for so many starts.
    fn bound(&self, count: usize, draft: &mut Draft<'_>) -> Result<Bound, Halt> {
        let run = draft.run;
        let heuristic = match self.metric {
            Metric::Single => {
                let asked = self.heuristic.clone();
                asked.or_else(|| Heuristic::for_many(&self.goal, count, &run))
            }
            // Slides have a bound of their own.
            Metric::Multi => Some(Heuristic::Manhattan),
        };
        let trust = if draft.how.verify { Trust::Proved } else { Trust::AsTheyAre };
        let bound = Bound::prepare(&self.goal, heuristic.as_ref(), trust, &run);
        if matches!(bound, Err(Halt::Stopped(_))) {
            let line = "the search had not begun: the tables of its bound were not finished";
            draft.answer.evidence.push(line.to_owned());
        }
        let bound = bound?;
        bound.warnings().iter().for_each(|what| run.host().hear(&Event::Warning { what }));
        Ok(bound)
    }

    /// Answers a question about one start.
    fn solve_one(&self, question: &SlidingQuestion, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let bound = self.bound(1, draft)?;
        let (run, how) = (draft.run, draft.how.clone());
        let solved = {
            let record =
                |tiles: &Vec<u8>| Shown::new(Solution::Pushes(Pushes::new(self.board(), tiles)));
            let mut show = |length: u32, tiles: Vec<Vec<u8>>| {
                let judge = |_: usize, tiles: &Vec<u8>| judge(question, tiles, length);
                draft.show(tiles, judge, record)
            };
            let room = how.room();
            let listing = (room > 0).then_some(Listing { room, show: &mut show });
            solve(question, &bound, self.all || how.count, listing, &run)?
        };
        draft.profile = nodes(solved.nodes);
        draft.answer.why_none = solved.unreachable.map(|reason| reason.to_string());
        draft.answer.count = solved.optimal_solutions.clone().map(Into::into);
        draft.answer.part = Part::Slide(Box::new(self.record(question, &bound, &solved)));
        draft.answer.stopped_by = solved.stopped_by;
        let replayed = draft.judged_count();
        self.note_method(&bound, std::slice::from_ref(&solved), replayed, draft);
        if how.verify {
            draft.note_second(verify::verify(question, &solved, &run))?;
        }
        draft.check_shown()
    }

    /// Answers questions about many starts.
    fn solve_many(&self, starts: &Starts, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let bound = self.bound(starts.questions.len(), draft)?;
        let (counts, room) = (self.all || draft.how.count, draft.how.room());
        let (solved, stopped_by) = solve_all(&starts.questions, &bound, counts, room, &draft.run)?;
        draft.profile = nodes(solved.iter().map(|(solved, _)| solved.nodes).sum());
        draft.answer.stopped_by = stopped_by;
        let board = self.board();
        let record = |(question, (solved, list)): (&SlidingQuestion, &(Solved, Vec<Vec<u8>>))| {
            SlidingRecord {
                unreachable: solved.unreachable.map(|reason| reason.to_string()),
                optimal_solutions: solved.optimal_solutions.clone().map(Into::into),
                solutions: (room > 0)
                    .then(|| list.iter().map(|tiles| Pushes::new(board, tiles)).collect()),
                ..self.record(question, &bound, solved)
            }
        };
        let instances = starts.questions.iter().zip(&solved).map(record).collect();
        let replayed = solved.iter().map(|(_, list)| list.len()).sum();
        let solved: Vec<Solved> = solved.into_iter().map(|(solved, _)| solved).collect();
        self.note_method(&bound, &solved, replayed, draft);
        let starts = starts.questions.len();
        draft.answer.part = Part::SlideMany(SlideManyPart { instances, starts });
        Ok(())
    }

    /// Counts the positions of the board at each distance from the goal.
    fn count_positions(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let (table, stopped_by) = table(&self.goal, self.metric, &draft.run)?;
        let evidence = &mut draft.answer.evidence;
        evidence.push("method: breadth-first search from the goal over all positions".to_owned());
        let mut antipodes = None;
        if stopped_by.is_none() {
            let (reached, all) = (table.layers().iter().sum::<u64>(), table.position_count());
            if reached != all {
                let (first, second) =
                    (format!("{reached} positions"), format!("{all}, half of all permutations"));
                return Err(Halt::Disagreement { first, second });
            }
            evidence
                .push(format!("identity: the counts add up to {all}, half of all permutations"));
            if table.layers().last().is_some_and(|last| *last <= FEW_ANTIPODES) {
                antipodes = table.antipodes();
            }
        }
        let antipodes =
            antipodes.map(|positions| positions.iter().map(ToString::to_string).collect());
        fill_table(table.layers(), antipodes, stopped_by, draft);
        Ok(())
    }

    /// Counts those that happy moves alone solve.
    fn count_happy(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let board = self.board();
        let mut happy =
            HappyPositions::new(&self.goal).ok_or(Halt::TooManyCells { board, limit: 16 })?;
        let stopped_by = draft.run.stages("searching", &mut happy).err();
        draft.answer.evidence.push(
            "method: pushes that take a tile away from its goal, from the goal on, layer by layer"
                .to_owned(),
        );
        fill_table(happy.layers(), None, stopped_by, draft);
        Ok(())
    }

    fn board(&self) -> SlidingBoard {
        self.goal.board()
    }

    /// Notes what backs the answers; beside the solution of each start, so many were replayed.
    fn note_method(&self, bound: &Bound, solved: &[Solved], more: usize, draft: &mut Draft<'_>) {
        let lines = &mut draft.answer.evidence;
        if solved.iter().any(|solved| solved.unreachable.is_some()) {
            lines.push(
                "parity: each push is a transposition and changes the colour of the blank's cell"
                    .to_owned(),
            );
        }
        if solved.iter().any(|solved| !solved.rounds.is_empty()) {
            let by = match self.metric {
                Metric::Single => bound.name(),
                Metric::Multi => "slides along rows and columns",
            };
            lines.push(format!(
                "method: all paths of one length after the other were searched; bound: {by}"
            ));
            if let entries @ 1.. = bound.proved_entries() {
                lines.push(format!(
                    "the tables of the bound were proved right by a walk through all their \
                     layers: {entries} entries"
                ));
            }
        }
        let replayed = more + solved.iter().filter(|solved| solved.solution.is_some()).count();
        if replayed > 0 {
            lines.push(format!(
                "the judge, which shares no code with the search, has replayed the solutions: \
                 {replayed}"
            ));
        }
    }

    /// One start of which nothing is known.
    fn nothing_about(&self, question: &SlidingQuestion) -> SlidingRecord {
        SlidingRecord {
            start: question.start().to_string(),
            moves: None,
            lower_bound: None,
            estimate: None,
            solution: None,
            unreachable: None,
            optimal_solutions: None,
            solutions: None,
            nodes: 0,
            heuristic: String::new(),
            rounds: Vec::new(),
            seconds: 0.0,
        }
    }

    /// One start: what the envelope does not say.
    fn record(&self, question: &SlidingQuestion, bound: &Bound, solved: &Solved) -> SlidingRecord {
        let is_searched = solved.unreachable.is_none();
        let (heuristic, has_sad_moves) = match self.metric {
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
            moves: solved.moves,
            lower_bound: is_searched.then_some(solved.lower_bound),
            estimate: is_searched.then_some(solved.estimate),
            solution: solved.solution.as_ref().map(|tiles| Pushes::new(self.board(), tiles)),
            nodes: solved.nodes,
            heuristic,
            rounds: solved.rounds.iter().map(round).collect(),
            seconds: solved.time.as_secs_f64(),
            ..self.nothing_about(question)
        }
    }
}

/// The table of all positions of a board, as far as it is made, and what stopped it.
fn table(
    goal: &SlidingPosition,
    metric: Metric,
    run: &Run<'_>,
) -> Result<(Distances, Option<StoppedBy>), Halt> {
    let needed = Distances::bytes(goal.board())? as u64;
    if let Some(limit) = run.memory_limit().filter(|limit| needed > *limit) {
        return Err(Halt::TableMemory { needed, limit });
    }
    let mut table = Distances::new(goal, metric)?;
    let done = run.stages("searching", &mut table);
    Ok((table, done.err()))
}

/// Puts the numbers of positions at each distance into an answer.
fn fill_table(
    layers: &[u64],
    antipodes: Option<Vec<String>>,
    stopped_by: Option<StoppedBy>,
    draft: &mut Draft<'_>,
) {
    let row = |(distance, count): (usize, &u64)| ByDistance { distance, count: (*count).into() };
    let positions = layers.iter().enumerate().map(row).collect();
    let sum: u64 = layers.iter().sum();
    draft.profile = nodes(sum);
    draft.answer.count = Some(sum.into());
    draft.answer.part = Part::SlideTable(SlideTablePart { positions, antipodes });
    draft.answer.stopped_by = stopped_by;
}

/// A profile of moves made.
fn nodes(count: u64) -> Profile {
    let mut profile = Profile::new(&[]);
    profile.level(0).nodes = count;
    profile
}
