//! Bricks that cannot slide.
//!
//! # Two methods
//! * *Direct*: an exact-cover search with requirements and isomorph rejection (`kumiki-bricks`). It
//!   lists packings, obeys caps and starts, and takes any bricks.
//! * *Layers*: all packings are counted by joining halves of the box (`kumiki-layers`), and the
//!   classes follow from the packings that each group of symmetries leaves unchanged, found by the
//!   direct search on the folded problem. It only counts, but reaches much further, and applies
//!   when no brick reaches over three layers.
//!
//! [`Method::Auto`] takes layers for plain counts where they apply, and the direct search
//! otherwise.

mod cover_file;
mod direct;
mod layered;
mod told;
mod told_layers;
mod words;

pub(crate) use cover_file::FORMATS;

use crate::Halt;
use crate::cover;
use crate::draft::{Draft, Found, check_sample};
use crate::family::Family;
use crate::report::NOT_VERIFIED;
use crate::rows::{ReadRows, all_options, meaning_of, options_of, put_options};
use crate::sink::{Row, Shown};
use direct::Wanted;
use kumiki_drive::{Pick, Run};
use kumiki_judge::{Fault, judge_packing};
use kumiki_model::{
    AntislideAsk, AntislidePart, AntislideQuestion, ClassCount, Cuboid, How, Method, ModelError,
    Objective, OptionId, Packing, Part, Rule, Solution, SolutionRecord, Symmetry,
};
use kumiki_plan::{Chosen, Tables};
use kumiki_reduce::{AntislidePuzzle, antislide, antislide_size};
use std::ops::ControlFlow;

/// The brick of the seed, which is meant if nobody names one.
const BRICK: &str = "2x2x1";

/// A question about bricks.
pub(crate) struct Bricks {
    question: AntislideQuestion,
    method: Method,
    /// Only packings with so many symmetries are listed, if it is asked for.
    min_symmetries: Option<usize>,
    /// Whether the most symmetric ones come first.
    most_symmetric: bool,
}

impl Bricks {
    /// Reads a question.
    ///
    /// # Errors
    /// If a size is none, or if options contradict each other.
    pub(crate) fn new(ask: &mut AntislideAsk) -> Result<Self, Halt> {
        if ask.fewest && ask.most {
            return Err(Halt::both("fewest", "most"));
        }
        if ask.brick.is_empty() {
            ask.brick.push(BRICK.to_owned());
        }
        let container = size("box", &ask.container, "4x4x4")?;
        let kinds = ask.brick.iter().map(|text| size("brick", text, BRICK));
        let mut question = AntislideQuestion::new(container, kinds.collect::<Result<_, _>>()?);
        question.rule = ask.rule;
        question.start = ask.start;
        question.max_bricks = ask.max_bricks;
        question.symmetry = ask.symmetry;
        question.objective = match (ask.fewest, ask.most) {
            (true, _) => Objective::Fewest,
            (_, true) => Objective::Most,
            _ => Objective::Any,
        };
        // The same question is written in one way.
        ask.container = question.container().to_string();
        ask.brick = question.bricks().iter().map(ToString::to_string).collect();
        let (min_symmetries, most_symmetric) = (ask.min_symmetries, ask.most_symmetric);
        Ok(Self { question, method: ask.method, min_symmetries, most_symmetric })
    }
}

fn size(field: &'static str, text: &str, example: &str) -> Result<Cuboid, Halt> {
    let wrong = |reason: String| Halt::Field { field, value: text.to_owned(), reason };
    text.parse().map_err(|error| match error {
        ModelError::Size { reason, .. } => {
            wrong(format!("{reason}, expected three positive sides such as {example}"))
        }
        ModelError::TooManyCells { limit, .. } => {
            wrong(format!("too large, expected at most {limit} cells"))
        }
        other => Halt::Model(other),
    })
}

impl Family for Bricks {
    fn part(&self) -> Part {
        Part::Antislide(AntislidePart::default())
    }

    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        let question = &self.question;
        Ok(Box::new(BrickRows { question, puzzle: antislide(question)? }))
    }

    fn check(&self, how: &How) -> Result<(), Halt> {
        if self.method == Method::Layers && (how.shows() || how.profile) {
            let what = if how.profile { "`profile`" } else { "a list" };
            return Err(Halt::contradiction(format!(
                "`method` layers only counts, {what} cannot be had, expected `method` direct"
            )));
        }
        check_sample(how, self.question.symmetry)?;
        self.check_listing(how)
    }

    fn trace(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if self.method == Method::Layers {
            return told_layers::trace(&self.question, draft);
        }
        draft.note("trace: the steps are those of the direct search");
        told::trace(&self.question, draft)
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let how = draft.how.clone();
        let may_be_layered = !how.shows()
            && !how.profile
            && self.question.max_bricks.is_none()
            && !draft.run.is_divided();
        let method = match self.method {
            Method::Auto if !may_be_layered => Method::Direct,
            method => method,
        };
        let wanted = self.wanted(&how);
        let (run, symmetry) = (draft.run, self.question.symmetry);
        let show = &mut |puzzle: &AntislidePuzzle, classes: &[Chosen]| {
            let images = |class: &Chosen| {
                let images = class.images(puzzle.problem(), symmetry).into_iter();
                let symmetries = class.symmetries();
                images.map(move |image| (image, symmetries))
            };
            draft.show_classes(
                classes,
                images,
                |(options, _): &(Vec<OptionId>, usize)| {
                    judge_packing(&self.question, &puzzle.packing(options))
                },
                |(options, symmetry)| shown(&puzzle.packing(options), *symmetry),
                |(options, symmetry), row| {
                    put_options(options, row);
                    row.symmetries = *symmetry;
                },
            )
        };
        let (found, method) = self.found(method, &wanted, &run, show)?;
        let tables = tables(&found);
        draft.note_found(&found, || self.verify(tables, method, &run))?;
        if !tables.is_empty() {
            draft.note(self.identity(tables, method));
        }
        if let Some(least) = self.min_symmetries {
            let which = format!("packings with at least {least} symmetries");
            draft.note(format!("only {which} are listed; the counts are those of all packings"));
        }
        draft.note_judged(["packing", "packings"]);
        draft.answer.classes = Some(ClassCount::Both(tables.classes()));
        let by_bricks = tables.by_pieces();
        let is_asked_for = self.question.objective != Objective::Any;
        let bricks = by_bricks.first().filter(|_| is_asked_for).map(|row| row.bricks);
        let unproved = bricks.filter(|_| found.stopped_by.is_some());
        let at = if self.question.objective == Objective::Most { "least" } else { "most" };
        let bound = unproved.map(|bricks| format!("at {at} {bricks}; the search was not finished"));
        let size = Some(antislide_size(&self.question));
        draft.answer.part = Part::Antislide(AntislidePart { bricks, bound, by_bricks, size });
        draft.check_shown()
    }

    fn check_divisible(&self, _: &How) -> Result<(), Halt> {
        if self.method != Method::Layers {
            return Ok(());
        }
        let what = "a count by layers".to_owned();
        Err(Halt::Indivisible { what, expected: "`method` direct" })
    }

    fn write_as(&self, format: &str) -> Result<String, Halt> {
        match format {
            "moves" => cover_file::moves(&self.question),
            _ => {
                let file = cover_file::cover_file(&self.question)?;
                cover::write_as(&file, format).map_err(Halt::Format)
            }
        }
    }
}

/// A packing as it is shown.
fn shown(packing: &Packing, symmetry: usize) -> Shown {
    let (bricks, layers) = (packing.bricks().len(), packing.layers());
    Shown::new(Solution::Bricks(SolutionRecord { bricks, symmetry, layers }))
}

/// Reads packings from their options.
struct BrickRows<'a> {
    question: &'a AntislideQuestion,
    puzzle: AntislidePuzzle,
}

impl BrickRows<'_> {
    fn packing(&self, row: &Row) -> Option<Packing> {
        let options = options_of(row, self.puzzle.problem().options().len())?;
        Some(self.puzzle.packing(&options))
    }
}

impl ReadRows for BrickRows<'_> {
    fn meaning(&self) -> Option<String> {
        let options = all_options(self.puzzle.problem().options().len());
        let brick = |option| self.puzzle.packing(&[option]).bricks().to_vec();
        Some(meaning_of(options.map(brick)))
    }

    fn shown(&self, row: &Row) -> Option<Shown> {
        Some(shown(&self.packing(row)?, row.symmetries))
    }

    fn judge(&self, _: &Shown, row: Option<&Row>) -> Result<(), Fault> {
        let packing = row.and_then(|row| self.packing(row));
        let packing = packing.unwrap_or_else(|| self.puzzle.packing(&[]));
        judge_packing(self.question, &packing)
    }
}

fn tables(found: &Found) -> &Tables {
    found.tables.as_ref().expect("both methods tell classes apart")
}

impl Bricks {
    /// What says which packings are listed makes sense.
    fn check_listing(&self, how: &How) -> Result<(), Halt> {
        let names = [
            self.min_symmetries.map(|_| "`min_symmetries`"),
            self.most_symmetric.then_some("`most_symmetric`"),
        ];
        let Some(name) = names.into_iter().flatten().next() else { return Ok(()) };
        if self.min_symmetries == Some(0) {
            return Err(Halt::contradiction("`min_symmetries` is 0, expected at least 1"));
        }
        if !how.shows() {
            return Err(Halt::contradiction(format!(
                "{name} says which packings are listed, but none are, expected `list`"
            )));
        }
        if self.question.symmetry != Symmetry::All {
            return Err(Halt::contradiction(format!(
                "{name} is about classes up to all symmetries, expected `symmetry` all"
            )));
        }
        match self.most_symmetric && how.sample.is_some() {
            true => Err(Halt::both("most_symmetric", "sample")),
            false => Ok(()),
        }
    }

    /// Which packings are listed.
    fn wanted(&self, how: &How) -> Wanted {
        let is_any = self.question.objective == Objective::Any;
        let everything = Pick::First { most: usize::MAX, is_enough: false };
        Wanted {
            // Which ones are best is known in the end.
            pick: match (self.most_symmetric, how.sample) {
                (true, _) => everything,
                (_, Some(_)) if !is_any => everything,
                _ => Pick::of(how, how.is_list_enough() && is_any),
            },
            drawn: how.sample.map(|size| Pick::Sample { size, seed: how.seed }),
            shows_empty: how.room() == usize::MAX,
            min_symmetries: self.min_symmetries.unwrap_or(1),
            most_symmetric: self.most_symmetric.then(|| how.room()),
            is_measured: how.profile,
        }
    }

    /// What a method finds, and which one it is.
    fn found(
        &self,
        method: Method,
        wanted: &Wanted,
        run: &Run<'_>,
        show: &mut ShowPackings<'_>,
    ) -> Result<(Found, Method), Halt> {
        let layered = (method != Method::Direct).then(|| layered::count(&self.question, run));
        let (mut found, method, note) = match layered {
            Some(Ok(found)) => (found, Method::Layers, None),
            Some(Err(halt)) if method == Method::Layers || !matches!(halt, Halt::NotLayered(_)) => {
                return Err(halt);
            }
            why => {
                let puzzle = antislide(&self.question)?;
                let show = &mut |classes: &[Chosen]| show(&puzzle, classes);
                let found = direct::search(&self.question, &puzzle, wanted, run, show)?;
                (found, Method::Direct, why)
            }
        };
        found.count = tables(&found).members().0;
        if self.question.rule == Rule::Group {
            found.note("rule group: for box-shaped bricks it is the same as rule piece");
        }
        if let Some(Err(Halt::NotLayered(reason))) = note {
            found.note(format!("counting by layers does not apply: {reason}"));
        }
        Ok((found, method))
    }

    /// Counts again by the other method and compares every table.
    fn verify(&self, first: &Tables, method: Method, run: &Run<'_>) -> Result<String, Halt> {
        let (other, name) = match method {
            Method::Layers => (Method::Direct, "exact-cover search"),
            _ => (Method::Layers, "halves joined in the middle"),
        };
        let show = &mut |_: &AntislidePuzzle, _: &[Chosen]| (0, ControlFlow::Continue(()));
        let second = match self.found(other, &Wanted::NOTHING, run, show) {
            Err(Halt::NotLayered(reason)) => {
                return Ok(format!(
                    "{NOT_VERIFIED}counting by layers, the second method, does not apply: {reason}"
                ));
            }
            other => other?.0,
        };
        if let Some(stopped_by) = second.stopped_by {
            return Err(stopped_by.into());
        }
        let second = tables(&second);
        if first.by_pieces() != second.by_pieces() || first.by_symmetry() != second.by_symmetry() {
            let said = |told: &Tables| {
                format!("{} packings, {} classes", told.members(), told.classes().all)
            };
            return Err(Halt::Disagreement { first: said(first), second: said(second) });
        }
        Ok(format!("confirmed by a second method, {name}: all tables agree"))
    }

    /// The identity that ties classes and packings together, in words.
    fn identity(&self, tables: &Tables, method: Method) -> String {
        let (order, packings) = (tables.group_order(), tables.members());
        let is_cornered = order < self.question.container().symmetries().group().order();
        let which = if is_cornered { " that keep the first brick" } else { "" };
        let is_raw = method == Method::Layers
            && self.question.objective == Objective::Any
            && self.question.max_bricks.is_none();
        let raw = if is_raw { " = packings counted without symmetry" } else { "" };
        format!("sum of {order}/symmetries{which} over all classes = {packings}{raw}")
    }
}

/// Takes classes of packings, as [`Show`](crate::classes::Show) does.
type ShowPackings<'s> =
    dyn FnMut(&AntislidePuzzle, &[Chosen]) -> (usize, ControlFlow<()>) + Send + 's;
