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

mod direct;
mod layered;
mod tables;
mod words;

use crate::Halt;
use crate::draft::Draft;
use crate::family::Family;
use crate::report::NOT_VERIFIED;
use crate::sink::Shown;
use direct::{Listed, Listing};
use kumiki_draw::Sheet;
use kumiki_drive::Run;
use kumiki_judge::judge_packing;
use kumiki_model::{
    Answer, AntislideAsk, AntislidePart, AntislideQuestion, ClassCount, Cuboid, Method, ModelError,
    Objective, Part, Solution, StoppedBy,
};
use kumiki_search::Profile;
use std::ops::ControlFlow;
use tables::Tables;

/// The brick of the seed, which is meant if nobody names one.
const BRICK: &str = "2x2x1";

/// A question about bricks.
pub(crate) struct Bricks {
    question: AntislideQuestion,
    method: Method,
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
        Ok(Self { question, method: ask.method })
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

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let how = draft.how.clone();
        if self.method == Method::Layers && (how.shows() || how.profile) {
            let what = if how.profile { "`profile`" } else { "a list" };
            return Err(Halt::contradiction(format!(
                "`method` layers only counts, {what} cannot be had, expected `method` direct"
            )));
        }
        let only_counts = !how.shows() && !how.profile && self.question.max_bricks.is_none();
        let run = draft.run;
        let judge = |_: usize, listed: &Listed| judge_packing(&self.question, &listed.packing);
        let record = |listed: &Listed| Shown::new(Solution::Bricks(listed.record()));
        let mut show = |listed: Vec<Listed>| draft.show(listed, judge, record);
        let listing =
            Listing { room: how.room(), is_enough: how.is_list_enough(), show: &mut show };
        let mut found = self.found(self.method, only_counts, listing, &run)?;
        draft.profile = found.profile.clone();
        draft.answer.stopped_by = found.stopped_by;
        if how.verify && found.stopped_by.is_none() {
            draft.answer.evidence.append(&mut found.evidence);
            draft.note_second(self.verify(&found, &run))?;
        }
        draft.answer.evidence.append(&mut found.evidence);
        if !found.tables.is_empty() {
            draft.answer.evidence.push(found.tables.identity());
        }
        draft.note_judged(["packing", "packings"]);
        draft.answer.count = Some(found.tables.packings());
        draft.answer.classes = Some(ClassCount::Both(found.tables.classes()));
        draft.answer.by_symmetry = found.tables.by_symmetry();
        draft.answer.part = Part::Antislide(AntislidePart {
            bricks: found.bricks,
            bound: self.bound(&found),
            by_bricks: found.tables.by_bricks(),
        });
        draft.check_shown()
    }

    fn solution_text(&self, shown: &Shown) -> String {
        words::solution(shown)
    }

    fn text(&self, answer: &Answer) -> String {
        words::answer(&self.question, answer)
    }

    fn picture(&self, answer: &Answer) -> Sheet {
        words::picture(&self.question, answer)
    }
}

/// What a method found.
struct Found {
    tables: Tables,
    /// With an objective: the number of bricks.
    bricks: Option<usize>,
    stopped_by: Option<StoppedBy>,
    evidence: Vec<String>,
    profile: Profile,
}

impl Bricks {
    fn found(
        &self,
        method: Method,
        only_counts: bool,
        listing: Listing<'_>,
        run: &Run<'_>,
    ) -> Result<Found, Halt> {
        match method {
            Method::Layers => layered::count(&self.question, run),
            Method::Auto if only_counts => match layered::count(&self.question, run) {
                Err(Halt::NotLayered(reason)) => {
                    let mut found = direct::search(&self.question, listing, run)?;
                    found.evidence.push(format!("counting by layers does not apply: {reason}"));
                    Ok(found)
                }
                other => other,
            },
            _ => direct::search(&self.question, listing, run),
        }
    }

    /// Counts again by the other method and compares every table.
    fn verify(&self, found: &Found, run: &Run<'_>) -> Result<String, Halt> {
        let method = if found.tables.is_layered() { Method::Direct } else { Method::Layers };
        let mut show = |_| ControlFlow::Continue(());
        let second = match self.found(method, true, Listing::nothing(&mut show), run) {
            Err(Halt::NotLayered(reason)) => {
                return Ok(format!(
                    "{NOT_VERIFIED}counting by layers, the second method, does not apply: {reason}"
                ));
            }
            other => other?,
        };
        if let Some(stopped_by) = second.stopped_by {
            return Err(stopped_by.into());
        }
        let (first, second) = (&found.tables, &second.tables);
        if first.by_bricks() != second.by_bricks() || first.by_symmetry() != second.by_symmetry() {
            return Err(Halt::Disagreement {
                first: format!("{} packings, {} classes", first.packings(), first.classes().all),
                second: format!("{} packings, {} classes", second.packings(), second.classes().all),
            });
        }
        Ok(format!("confirmed by a second method, {}: all tables agree", second.method()))
    }

    /// What is proved about the fewest or the most bricks by a search that was not finished.
    fn bound(&self, found: &Found) -> Option<String> {
        let bricks = found.bricks.filter(|_| found.stopped_by.is_some())?;
        match self.question.objective {
            Objective::Any => None,
            Objective::Fewest => Some(format!("at most {bricks}; the search was not finished")),
            Objective::Most => Some(format!("at least {bricks}; the search was not finished")),
        }
    }
}
