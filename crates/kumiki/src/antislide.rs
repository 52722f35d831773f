//! Bricks that cannot slide: one call from question to answer.
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

use crate::Halt;
use crate::judged::judge_shown;
use crate::report::{NOT_VERIFIED, run_report, unless_too_large};
use kumiki_drive::Run;
use kumiki_judge::judge_packing;
use kumiki_model::{
    AntislideAnswer, AntislideQuestion, ListRecord, ListWord, Objective, Packing, QuestionRecord,
    StoppedBy,
};
use kumiki_search::Profile;
use tables::Tables;

/// How to find the answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Method {
    /// Whichever is faster for the question.
    #[default]
    Auto,
    /// The exact-cover search.
    Direct,
    /// Halves joined in the middle.
    Layers,
}

/// A question and how it is to be answered.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is asked.
    pub question: AntislideQuestion,
    /// How to find out.
    pub method: Method,
    /// List at most this many packings, one per class under the question's symmetry; 0 lists none.
    pub list: usize,
    /// Stop as soon as the list is full instead of counting on.
    pub stop_when_listed: bool,
    /// Report the search tree level by level.
    pub profile: bool,
    /// Confirm the counts by the other method.
    pub verify: bool,
}

impl Request {
    /// Just the counts.
    #[must_use]
    pub fn count(question: AntislideQuestion) -> Self {
        Self {
            question,
            method: Method::Auto,
            list: 0,
            stop_when_listed: false,
            profile: false,
            verify: false,
        }
    }

    /// Whether one packing is enough. Whoever asks for the first does not mean the empty one, which
    /// is always there.
    fn wants_first(&self) -> bool {
        self.stop_when_listed && self.list == 1
    }
}

/// An answer, and the listed packings ready to be drawn.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Everything that is known.
    pub answer: AntislideAnswer,
    /// The packings listed in the answer.
    pub packings: Vec<Packing>,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
}

/// What a method found.
struct Found {
    tables: Tables,
    /// With an objective: the number of bricks.
    bricks: Option<usize>,
    listed: Vec<direct::Listed>,
    stopped_by: Option<StoppedBy>,
    evidence: Vec<String>,
    profile: Profile,
}

/// Answers a question.
///
/// # Errors
/// If the question is too large for the chosen method or the memory limit, if the method does not
/// apply, or if two methods disagree.
pub fn solve(request: &Request, run: &Run<'_>) -> Result<Solved, Halt> {
    let began = run.elapsed();
    let mut found = found(request, run)?;
    if request.verify && found.stopped_by.is_none() {
        let line = unless_too_large(verify(request, run, &found))?;
        found.evidence.push(line);
    }
    if !found.tables.is_empty() {
        found.evidence.push(found.tables.identity());
    }
    let judge =
        |_: usize, listed: &direct::Listed| judge_packing(&request.question, &listed.packing);
    found.evidence.extend(judge_shown(["packing", "packings"], &found.listed, run, judge)?);
    let complete = found.stopped_by.is_none();
    let bound = match (request.question.objective, found.bricks) {
        (Objective::Any, _) | (_, None) => None,
        _ if complete => None,
        (Objective::Fewest, Some(bricks)) => {
            Some(format!("at most {bricks}; the search was not finished"))
        }
        (Objective::Most, Some(bricks)) => {
            Some(format!("at least {bricks}; the search was not finished"))
        }
    };
    let list = match request.list {
        0 => None,
        _ if request.wants_first() => Some(ListRecord::Word(ListWord::First)),
        most => Some(ListRecord::at_most(most)),
    };
    let answer = AntislideAnswer {
        question: QuestionRecord { list, ..(&request.question).into() },
        bricks: found.bricks,
        bound,
        packings: found.tables.packings(),
        classes: found.tables.classes(),
        by_bricks: found.tables.by_bricks(),
        by_symmetry: found.tables.by_symmetry(),
        solutions: (request.list > 0)
            .then(|| found.listed.iter().map(direct::Listed::record).collect()),
        complete,
        stopped_by: found.stopped_by,
        evidence: found.evidence,
        profile: run_report(&found.profile, began, run, request.profile),
    };
    let packings = found.listed.into_iter().map(|listed| listed.packing).collect();
    Ok(Solved { answer, packings, stopped_by: found.stopped_by })
}

fn found(request: &Request, run: &Run<'_>) -> Result<Found, Halt> {
    let only_counts =
        request.list == 0 && !request.profile && request.question.max_bricks.is_none();
    match request.method {
        Method::Layers => layered::count(&request.question, run),
        Method::Auto if only_counts => match layered::count(&request.question, run) {
            Err(Halt::NotLayered(reason)) => {
                let mut found = direct::search(request, run)?;
                found.evidence.push(format!("counting by layers does not apply: {reason}"));
                Ok(found)
            }
            other => other,
        },
        _ => direct::search(request, run),
    }
}

/// Counts again by the other method and compares every table.
fn verify(request: &Request, run: &Run<'_>, found: &Found) -> Result<String, Halt> {
    let mut again = Request::count(request.question.clone());
    again.method = if found.tables.is_layered() { Method::Direct } else { Method::Layers };
    let second = match self::found(&again, run) {
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
