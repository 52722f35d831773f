//! Sliding tiles.
//!
//! # How
//! * A *bound* is prepared for a goal: the plain one, or pattern tables, made or found where the
//!   host keeps them (`Bound`).
//! * A search goes through all paths of one length, then of the next, until there is a solution
//!   (`kumiki_slide::Paths`). Each round is split among all cores.
//! * *All* shortest solutions are counted by remembering positions (`kumiki_slide::Optima`), or
//!   listed.
//! * One start whose rounds grow long gets larger tables on the way (`bound::larger`).
//! * Whole boards of up to 12 cells are searched from the goal (`kumiki_distances`).
//! * The tree of moves below a start is counted level by level (`tree`).
//!
//! The judge replays every solution.

mod bound;
mod search;
mod told;
mod tree;
mod verify;
mod words;

use crate::Halt;
use crate::draft::Draft;
use crate::family::Family;
use crate::rows::ReadRows;
use crate::sink::{Row, Shown};
use crate::sources::text_of;
use bound::{Bound, Larger, Trust};
use kumiki_distances::Distances;
use kumiki_drive::{Event, Run};
use kumiki_formats::sliding;
use kumiki_judge::{Fault, judge_pushes, rule};
use kumiki_model::{
    ByDistance, How, ListRecord, Metric, ModelError, Part, Pushes, SlideAsk, SlideManyPart,
    SlideTablePart, SlideTreePart, SlidingBoard, SlidingPosition, SlidingQuestion, SlidingRecord,
    Solution, StoppedBy,
};
use kumiki_puzzles::positions;
use kumiki_slide::HappyPositions;
use search::{Found, Quest, judge, solve_all};

/// The board that is meant if nobody names one.
const BOARD: &str = "4x4";

/// So many positions are drawn by lot at most.
const MOST_BY_LOT: usize = 1_000_000;

/// Trees of moves are so deep at most.
const DEEPEST_TREE: usize = 40;

/// So many of the farthest positions are listed without being asked for.
const FEW_ANTIPODES: usize = 100;

/// A question about sliding tiles.
pub(crate) struct Sliding {
    goal: SlidingPosition,
    metric: Metric,
    /// The bound that is to be used, if somebody says so.
    heuristic: Option<String>,
    /// Whether all shortest solutions are counted.
    all: bool,
    /// Longer solutions are not looked for.
    max_moves: Option<u32>,
    /// Whether solutions are told as letters.
    letters: bool,
    about: About,
}

/// What is asked about.
enum About {
    /// One start.
    One(SlidingQuestion),
    /// The starts of a file, or by lot.
    Many(Starts),
    /// All positions of the board; if they are happy, those that happy moves alone solve.
    Board { happy: bool },
    /// The tree of moves below a start, so deep.
    Tree { start: SlidingPosition, depth: usize },
}

/// The starts of a file, or by lot.
struct Starts {
    /// The name of the file; nothing if there is none.
    file: String,
    questions: Vec<SlidingQuestion>,
    /// What is wrong with the lines that were left out.
    left_out: Vec<String>,
}

impl Sliding {
    /// Reads a question. The dice start at the seed.
    ///
    /// # Errors
    /// If a board, a position or a file is none, or if fields contradict each other.
    pub(crate) fn new(ask: &mut SlideAsk, seed: u64) -> Result<Self, Halt> {
        check_fields(ask, seed)?;
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
        let about = match (&ask.start, &ask.file, ask.random) {
            (Some(start), ..) => {
                let start = position("start", board, start)?;
                ask.start = Some(start.to_string());
                match ask.tree {
                    Some(depth) => About::Tree { start, depth },
                    None => About::One(SlidingQuestion::new(start, goal.clone(), ask.metric)?),
                }
            }
            (None, Some(_), _) => About::Many(Starts::read(ask, &goal)?),
            (None, None, Some(count)) => {
                About::Many(Starts::by_lot(&goal, ask.metric, count, seed)?)
            }
            (None, None, None) => About::Board { happy: ask.happy },
        };
        // The same question is written in one way.
        *(if ask.table.is_some() { &mut ask.table } else { &mut ask.board }) =
            Some(board.to_string());
        ask.goal = ask.tree.is_none().then(|| goal.to_string());
        let SlideAsk { metric, all, letters, max_moves, .. } = *ask;
        let heuristic = ask.heuristic.clone();
        Ok(Self { goal, metric, heuristic, all, max_moves, letters, about })
    }
}

/// Refuses fields that contradict each other.
fn check_fields(ask: &SlideAsk, seed: u64) -> Result<(), Halt> {
    let fields = [
        ("start", ask.start.is_some()),
        ("file", ask.file.is_some()),
        ("table", ask.table.is_some()),
        ("random", ask.random.is_some()),
        ("tree", ask.tree.is_some()),
        ("board", ask.board.is_some()),
        ("goal", ask.goal.is_some()),
        ("heuristic", ask.heuristic.is_some()),
        ("all", ask.all),
        ("max_moves", ask.max_moves.is_some()),
        ("letters", ask.letters),
        ("keep_going", ask.keep_going),
        ("happy", ask.happy),
        ("seed", seed != 0),
    ];
    let is_given = |field: &'static str| fields.contains(&(field, true));
    if !["start", "file", "table", "random"].into_iter().any(is_given) {
        let reason =
            "neither `start` nor `file` nor `table` nor `random` is given, expected one of them";
        return Err(Halt::contradiction(reason));
    }
    let of_subjects = [
        ["start", "file"],
        ["start", "table"],
        ["file", "table"],
        ["random", "start"],
        ["random", "file"],
        ["random", "table"],
    ];
    let of_tables = ["board", "heuristic", "all", "letters"].map(|other| ["table", other]);
    let of_trees =
        ["goal", "heuristic", "all", "letters", "max_moves"].map(|other| ["tree", other]);
    let of_many = ["file", "random"].map(|many| [many, "letters"]);
    let pairs = of_subjects.into_iter().chain(of_tables).chain(of_trees).chain(of_many);
    for [one, other] in pairs {
        if is_given(one) && is_given(other) {
            return Err(Halt::both(one, other));
        }
    }
    let needs = [
        ["keep_going", "file"],
        ["happy", "table"],
        ["tree", "start"],
        ["max_moves", "start"],
        ["seed", "random"],
    ];
    for [field, needed] in needs {
        if is_given(field) && !is_given(needed) {
            let reason = format!("`{field}` is given without `{needed}`, expected both or none");
            return Err(Halt::contradiction(reason));
        }
    }
    for (field, number, most) in
        [("random", ask.random, MOST_BY_LOT), ("tree", ask.tree, DEEPEST_TREE)]
    {
        if let Some(number) = number.filter(|number| !(1..=most).contains(number)) {
            let expected = format!("expected 1 to {most}");
            return Err(Halt::field(field, &number.to_string(), expected));
        }
    }
    let single = ["heuristic", "tree"].into_iter().find(|field| is_given(field));
    if let (Metric::Multi, Some(field)) = (ask.metric, single) {
        return Err(Halt::contradiction(format!(
            "`{field}` is for single pushes, expected no `{field}` with `metric` multi"
        )));
    }
    Ok(())
}

fn board(field: &'static str, text: &str) -> Result<SlidingBoard, Halt> {
    let parsed: Result<SlidingBoard, ModelError> = text.parse();
    parsed.map_err(|error| Halt::field(field, text, error.to_string()))
}

fn position(field: &'static str, board: SlidingBoard, text: &str) -> Result<SlidingPosition, Halt> {
    sliding::position(board, text)
        .map_err(|error| Halt::contradiction(format!("bad `{field}`: {error}")))
}

impl Starts {
    /// So many starts by lot.
    fn by_lot(
        goal: &SlidingPosition,
        metric: Metric,
        count: usize,
        seed: u64,
    ) -> Result<Self, Halt> {
        let starts = sliding::by_lot(goal, count, seed).into_iter();
        let questions = starts.map(|start| SlidingQuestion::new(start, goal.clone(), metric));
        let questions = questions.collect::<Result<_, _>>()?;
        Ok(Self { file: String::new(), questions, left_out: Vec::new() })
    }

    /// Reads the file of a question.
    fn read(ask: &SlideAsk, goal: &SlidingPosition) -> Result<Self, Halt> {
        let source = ask.file.as_ref().expect("a file was asked for");
        let name = source.name.clone();
        let refused = |error: &dyn std::fmt::Display| Halt::file(&name, &error);
        let known: Vec<&str> = positions::POSITIONS.iter().map(|list| list.name).collect();
        let text = text_of(source, None, "list of positions", &known.join(" or "))?;
        let (mut questions, mut left_out) = (Vec::new(), Vec::new());
        for (_, start) in sliding::read(goal.board(), text.as_bytes()) {
            match start {
                Ok(start) => {
                    let question = SlidingQuestion::new(start, goal.clone(), ask.metric);
                    questions.push(question.map_err(|error| refused(&error))?);
                }
                Err(error) if ask.keep_going => left_out.push(error.to_string()),
                Err(error) => return Err(refused(&error)),
            }
        }
        if questions.is_empty() {
            return Err(refused(&"no position, expected one on each line"));
        }
        Ok(Self { file: name, questions, left_out })
    }
}

/// Judges pushes as they are listed.
impl ReadRows for &Sliding {
    fn judge(&self, shown: &Shown, _: Option<&Row>) -> Result<(), Fault> {
        match (&self.about, &shown.solution) {
            (About::One(question), Solution::Pushes(pushes)) => {
                let tiles = pushes.tiles();
                let tiles = tiles.map_err(|error| Fault::new(rule::TEXT, error.to_string()))?;
                judge_pushes(question, &tiles).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

impl Family for Sliding {
    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        Ok(Box::new(self))
    }

    fn check_divisible(&self, _: &How) -> Result<(), Halt> {
        let (what, expected) = match &self.about {
            About::Many(_) => return Ok(()),
            About::One(_) if self.max_moves.is_some() => return Ok(()),
            About::One(_) => ("a search for solutions of any length", "`max_moves`"),
            About::Board { .. } | About::Tree { .. } => {
                ("a search level by level", "`start`, `file` or `random`")
            }
        };
        Err(Halt::Indivisible { what: what.to_owned(), expected })
    }

    fn part(&self) -> Part {
        match &self.about {
            About::One(question) => {
                let start = question.start().to_string();
                Part::Slide(Box::new(SlidingRecord { start, ..SlidingRecord::default() }))
            }
            About::Many(starts) => Part::SlideMany(SlideManyPart {
                instances: Vec::new(),
                starts: starts.questions.len(),
            }),
            About::Board { .. } => Part::SlideTable(SlideTablePart::default()),
            About::Tree { start, .. } => {
                Part::SlideTree(SlideTreePart { start: start.to_string(), levels: Vec::new() })
            }
        }
    }

    fn trace(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let About::One(question) = &self.about else {
            return Err(Halt::contradiction("`trace` is for one start, expected `start`"));
        };
        if question.unreachable().is_some() {
            return Ok(());
        }
        let bound = self.first_bound(std::slice::from_ref(question), None, draft)?;
        bound.searcher.trace(question, draft)
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if draft.how.sample.is_some() {
            return Err(Halt::contradiction("`sample` is given, expected none with slide"));
        }
        match &self.about {
            About::One(question) => self.solve_one(question, draft),
            About::Many(starts) if draft.how.verify => {
                let subject = if starts.file.is_empty() { "random" } else { "file" };
                Err(Halt::contradiction(format!(
                    "`verify` is for one start, expected `start` instead of `{subject}`"
                )))
            }
            About::Many(starts) => self.solve_many(starts, draft),
            About::Board { .. } if draft.how.count => Err(Halt::both("table", "count")),
            About::Board { .. } if draft.how.verify => Err(Halt::both("table", "verify")),
            About::Board { happy } => self.count_positions(*happy, draft),
            About::Tree { .. } if draft.how.list.is_some() => Err(Halt::both("tree", "list")),
            About::Tree { .. } if draft.how.count => Err(Halt::both("tree", "count")),
            About::Tree { .. } if draft.how.verify => Err(Halt::both("tree", "verify")),
            About::Tree { start, depth } => tree::count_paths(start, *depth, draft),
        }
    }

    fn lists(&self) -> bool {
        matches!(self.about, About::One(_))
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
    /// The bound that was asked for, or another one if nobody asked.
    fn bound(
        &self,
        otherwise: Option<&'static str>,
        how: &How,
        run: &Run<'_>,
    ) -> Result<Bound, Halt> {
        let heuristic = self.heuristic.as_deref().or(otherwise);
        let trust = if how.verify { Trust::Proved } else { Trust::AsTheyAre };
        let bound = Bound::prepare(&self.goal, self.metric, heuristic, trust, run)?;
        bound.warnings.iter().for_each(|what| run.host().hear(&Event::Warning { what }));
        Ok(bound)
    }

    /// The bound to begin with. If no start can be solved, it is not made.
    fn first_bound(
        &self,
        starts: &[SlidingQuestion],
        otherwise: Option<&'static str>,
        draft: &mut Draft<'_>,
    ) -> Result<Bound, Halt> {
        if starts.iter().all(|start| start.unreachable().is_some()) {
            return Bound::idle(&self.goal, self.metric, self.heuristic.as_deref());
        }
        let bound = self.bound(otherwise, &draft.how, &draft.run);
        if matches!(bound, Err(Halt::Stopped(_))) {
            draft.note("the search had not begun: the tables of its bound were not finished");
        }
        bound
    }

    /// Larger tables than the default, if nobody asked for other ones.
    fn larger(&self, run: &Run<'_>) -> Option<Larger> {
        let is_free = self.heuristic.is_none() && self.metric == Metric::Single;
        bound::larger(&self.goal, run).filter(|_| is_free)
    }

    /// Answers a question about one start.
    fn solve_one(&self, question: &SlidingQuestion, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let bound = self.first_bound(std::slice::from_ref(question), None, draft)?;
        let (run, how) = (draft.run, draft.how.clone());
        // What a machine has room for must not decide what a shard does.
        let larger = self.larger(&run).filter(|_| !run.is_divided());
        let record = |tiles: &Vec<u8>| Shown {
            directions: question.start().letters_of(tiles),
            ..Shown::new(Solution::Pushes(Pushes::new(self.board(), tiles)))
        };
        let mut show = |length: u32, tiles: Vec<Vec<u8>>| {
            let judge = |_: usize, tiles: &Vec<u8>| judge(question, tiles, length);
            draft.show(tiles, judge, record)
        };
        let patience = larger.map(|larger| larger.patience);
        let counts = self.all || how.count;
        let max_moves = self.max_moves;
        let quest = Quest { question, counts, room: how.room(), max_moves, patience, run };
        let mut found = quest.solve(&bound, &mut show)?;
        let mut proved_entries = bound.proved_entries;
        if let Some(larger) = larger.filter(|_| found.is_left) {
            let patient = Quest { patience: None, ..quest };
            match self.bound(Some(larger.name), &how, &run) {
                Ok(bound) => {
                    proved_entries += bound.proved_entries;
                    patient.go_on(&bound, &mut show, &mut found)?;
                }
                Err(Halt::Stopped(by)) => found.stopped_by = Some(by),
                // Memory that was there is gone.
                Err(halt) if halt.is_limit() => patient.go_on(&bound, &mut show, &mut found)?,
                Err(halt) => return Err(halt),
            }
        }
        let Found { mut record, stopped_by, is_left } = found;
        if is_left {
            draft.note("the search was left for larger tables, which were not finished");
        }
        draft.profile.level(0).nodes = record.nodes;
        let replayed = draft.judged_count();
        self.note_method(proved_entries, std::slice::from_ref(&record), replayed, draft);
        // What the envelope says is not said again.
        draft.answer.why_none = record.unreachable.take();
        draft.answer.count = record.optimal_solutions.take();
        draft.answer.stopped_by = stopped_by;
        let moves = record.moves;
        draft.answer.part = Part::Slide(Box::new(record));
        if how.verify {
            let second = verify::verify(question, moves, draft.answer.count.as_ref(), &run);
            draft.note_second(second)?;
        }
        draft.check_shown()
    }

    /// Answers questions about many starts.
    fn solve_many(&self, starts: &Starts, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let questions = &starts.questions;
        let larger = self.larger(&draft.run).filter(|larger| questions.len() >= larger.many);
        let bound = self.first_bound(questions, larger.map(|larger| larger.name), draft)?;
        let (counts, room) = (self.all || draft.how.count, draft.how.room());
        let (instances, stopped_by) = solve_all(questions, &bound, counts, room, &draft.run)?;
        draft.profile.level(0).nodes = instances.iter().map(|record| record.nodes).sum();
        draft.answer.stopped_by = stopped_by;
        let replayed = instances.iter().flat_map(|record| &record.solutions).map(Vec::len).sum();
        self.note_method(bound.proved_entries, &instances, replayed, draft);
        draft.answer.part = Part::SlideMany(SlideManyPart { instances, starts: questions.len() });
        Ok(())
    }

    /// Counts the positions of the board at each distance from the goal; if they are to be happy,
    /// those that happy moves alone solve.
    fn count_positions(&self, happy: bool, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let (method, layers, stopped_by, antipodes, all) = if happy {
            let too_many = Halt::TooManyCells { board: self.board(), limit: 16 };
            let mut happy = HappyPositions::new(&self.goal).ok_or(too_many)?;
            let stopped_by = draft.run.stages("searching", &mut happy).err();
            let method =
                "pushes that take a tile away from its goal, from the goal on, layer by layer";
            (method, happy.layers().to_vec(), stopped_by, happy.farthest(), None)
        } else {
            let (table, stopped_by) = distances(&self.goal, self.metric, &draft.run)?;
            let method = "breadth-first search from the goal over all positions";
            let antipodes = table.antipodes();
            let all = table.is_complete().then(|| table.position_count());
            (method, table.layers().to_vec(), stopped_by, antipodes, all)
        };
        let count: u64 = layers.iter().sum();
        let evidence = &mut draft.answer.evidence;
        evidence.push(format!("method: {method}"));
        if let Some(all) = all {
            if count != all {
                let second = format!("{all}, half of all permutations");
                return Err(Halt::disagreement(format!("{count} positions"), second));
            }
            evidence
                .push(format!("identity: the counts add up to {all}, half of all permutations"));
        }
        let row = |(distance, count): (usize, u64)| ByDistance { distance, count: count.into() };
        let positions = layers.into_iter().enumerate().map(row).collect();
        let most = draft.how.list.map(ListRecord::most);
        let antipodes = antipodes.filter(|list| most.is_some() || list.len() <= FEW_ANTIPODES);
        let some = |list: Vec<SlidingPosition>| {
            list.iter().take(most.unwrap_or(usize::MAX)).map(ToString::to_string).collect()
        };
        let antipodes = antipodes.map(some);
        draft.profile.level(0).nodes = count;
        draft.answer.count = Some(count.into());
        draft.answer.part = Part::SlideTable(SlideTablePart { positions, antipodes });
        draft.answer.stopped_by = stopped_by;
        Ok(())
    }

    fn board(&self) -> SlidingBoard {
        self.goal.board()
    }

    /// Notes what backs the answers; beside the solution of each start, so many were replayed.
    fn note_method(
        &self,
        proved_entries: usize,
        records: &[SlidingRecord],
        more: usize,
        draft: &mut Draft<'_>,
    ) {
        let lines = &mut draft.answer.evidence;
        if records.iter().any(|record| record.unreachable.is_some()) {
            lines.push(
                "parity: each push is a transposition and changes the colour of the blank's cell"
                    .to_owned(),
            );
        }
        if let Some(record) = records.iter().find(|record| !record.rounds.is_empty()) {
            let by = match self.metric {
                Metric::Single => &record.heuristic,
                Metric::Multi => "slides along rows and columns",
            };
            lines.push(format!(
                "method: all paths of one length after the other were searched; bound: {by}"
            ));
            if let entries @ 1.. = proved_entries {
                lines.push(format!(
                    "the tables of the bound were proved right by a walk through all their \
                     layers: {entries} entries"
                ));
            }
        }
        let replayed = more + records.iter().filter(|record| record.solution.is_some()).count();
        if replayed > 0 {
            lines.push(format!(
                "the judge, which shares no code with the search, has replayed the solutions: \
                 {replayed}"
            ));
        }
    }
}

/// The table of all positions of a board, as far as it is made, and what stopped it.
fn distances(
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
