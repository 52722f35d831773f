//! Saved answers, judged from first principles.
//!
//! An answer repeats its question, so that everything in it can be held against the rules and
//! against the rest of it. Nothing here uses an engine: solutions are judged from their rules, and
//! small counts are made again. There are three verdicts: *refuted*, which is
//! an error here; *proved*, if every count was found again; and *consistent*, if nothing speaks
//! against the answer but some of it is taken on trust. Then the verdict says what.
//!
//! ```
//! use kumiki_judge::judge;
//! let fault = judge("{\"question\": {\"command\": \"guess\"}, \"complete\": true}").expect_err("no command of ours");
//! assert_eq!(fault.to_string(), "it answers the command 'guess', expected 'antislide', 'cover', 'pack', 'tile', 'slide', 'tours' or 'graph'");
//! ```

mod fault;

pub use fault::{SavedFault, SolutionFault};

use crate::{
    Verdict, cover, judge_answer, judge_end, judge_graph_answer, judge_sliding_answer,
    judge_symmetry_order, judge_tiling_answer, judge_tours_answer, pieces,
};
use kumiki_formats::{edges, tiling};
use kumiki_model::{
    BySymmetry, Count, Graph, GraphAnswer, ListRecord, StoppedBy, Symmetry, TilingAnswer,
};
use num_bigint::BigUint;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// So many decisions are made in counting again: about half a second.
pub(crate) const LIMIT_STEPS: u64 = 500_000;

/// The part that all answers have.
#[derive(Deserialize)]
struct Head {
    question: Question,
    complete: bool,
    #[serde(default)]
    stopped_by: Option<StoppedBy>,
    #[serde(default)]
    solutions: Option<Vec<IgnoredAny>>,
}

#[derive(Deserialize)]
struct Question {
    command: String,
    #[serde(default)]
    list: Option<ListRecord>,
}

/// Judges the JSON of an answer.
///
/// # Errors
/// If it is no answer, or with the first thing found wrong.
pub fn judge(text: &str) -> Result<Verdict, SavedFault> {
    let head: Head = read(text)?;
    let listed = head.solutions.as_ref().map(Vec::len);
    judge_end(head.complete, head.stopped_by, head.question.list, listed)?;
    match head.question.command.as_str() {
        "antislide" => judge_answer(&read(text)?).map_err(SavedFault::Bricks),
        "cover" => cover::answer::judge(&read(text)?),
        "pack" => pieces::answer::judge(&read(text)?),
        "tile" => judge_tilings(&read(text)?),
        "slide" => judge_sliding_answer(&read_exactly(text)?).map_err(SavedFault::Slides),
        "tours" => judge_tours_answer(&read(text)?).map_err(SavedFault::Tours),
        "graph" => judge_subgraphs(&read(text)?),
        other => Err(SavedFault::OtherCommand { found: other.to_owned() }),
    }
}

/// Judges an answer about tilings.
///
/// # Errors
/// With the first thing found wrong.
pub fn judge_tilings(answer: &TilingAnswer) -> Result<Verdict, SavedFault> {
    let question =
        tiling::read(answer.question.problem.as_bytes()).map_err(SavedFault::Question)?;
    // A sample is drawn from the classes up to all symmetries.
    let symmetry =
        if answer.question.sample.is_some() { Symmetry::All } else { answer.question.symmetry };
    judge_tiling_answer(&question, answer, symmetry).map_err(SavedFault::Tilings)
}

fn judge_subgraphs(answer: &GraphAnswer) -> Result<Verdict, SavedFault> {
    let text = &answer.question.graph;
    // A name of a graph has a colon and no line break; what is no name is the text of a file.
    let graph: Graph = match text.parse() {
        Ok(graph) => graph,
        Err(_) => edges::read(text.as_bytes()).map_err(SavedFault::Question)?,
    };
    judge_graph_answer(&graph, answer).map_err(SavedFault::Subgraphs)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, SavedFault> {
    serde_json::from_str(text)
        .map_err(|error| SavedFault::NotAnAnswer { reason: error.to_string() })
}

/// Reads an answer whose type cannot refuse unknown fields by itself: what is read must be all
/// there is.
///
/// # Errors
/// If it is not.
pub fn read_exactly<T: DeserializeOwned + Serialize>(text: &str) -> Result<T, SavedFault> {
    let answer: T = read(text)?;
    let whole: Value = read(text)?;
    let understood = serde_json::to_value(&answer)
        .map_err(|error| SavedFault::NotAnAnswer { reason: error.to_string() })?;
    match first_difference(&whole, &understood, "") {
        None => Ok(answer),
        Some(place) => {
            let reason = format!("'{place}' is not as answers are written");
            Err(SavedFault::NotAnAnswer { reason })
        }
    }
}

/// Where two values differ first.
fn first_difference(one: &Value, other: &Value, place: &str) -> Option<String> {
    let inside = |key: &str, one: Option<&Value>, other: Option<&Value>| {
        let place = format!("{place}/{key}");
        match (one, other) {
            (Some(one), Some(other)) => first_difference(one, other, &place),
            _ => Some(place),
        }
    };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let mut keys = one.keys().chain(other.keys());
            keys.find_map(|key| inside(key, one.get(key), other.get(key)))
        }
        (Value::Array(one), Value::Array(other)) => {
            let places = 0..one.len().max(other.len());
            places.into_iter().find_map(|at| inside(&at.to_string(), one.get(at), other.get(at)))
        }
        _ => (one != other).then(|| place.to_owned()),
    }
}

/// The table of classes by symmetry adds up: to the classes, and with the size of each class to the
/// solutions.
///
/// A class whose members have `s` of `group_order` symmetries has `group_order / s` members.
pub(crate) fn judge_classes(
    table: &[BySymmetry],
    group_order: &Count,
    classes: &Count,
    solutions: &Count,
) -> Result<(), SavedFault> {
    let mut orders: Vec<usize> = table.iter().map(|row| row.order).collect();
    orders.sort_unstable();
    if let Some(pair) = orders.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(SavedFault::RepeatedRow { order: pair[0] });
    }
    equal("classes by symmetry", table.iter().map(|row| &row.classes.0).sum(), classes)?;
    let mut contained = BigUint::ZERO;
    for BySymmetry { order, classes } in table {
        contained += &classes.0 * class_size(group_order, *order)?;
    }
    equal("solutions in the classes by symmetry", contained, solutions)?;
    Ok(judge_symmetry_order(table)?)
}

/// How many members a class has of which each has so many symmetries.
pub(crate) fn class_size(group_order: &Count, symmetries: usize) -> Result<BigUint, SavedFault> {
    let symmetries_as_big = BigUint::from(symmetries);
    if symmetries == 0 || &group_order.0 % &symmetries_as_big != BigUint::ZERO {
        return Err(SavedFault::NotADivisor {
            order: symmetries,
            group_order: group_order.clone(),
        });
    }
    Ok(&group_order.0 / symmetries_as_big)
}

/// Nothing if two numbers are equal.
///
/// # Errors
/// If not.
pub fn equal(what: &'static str, found: BigUint, stated: &Count) -> Result<(), SavedFault> {
    if found == stated.0 {
        Ok(())
    } else {
        Err(SavedFault::Sum { what, found: Count(found), stated: stated.clone() })
    }
}

/// A table of classes by symmetry, from the number of symmetries of each class.
pub(crate) fn by_order(symmetries: impl Iterator<Item = usize>) -> Vec<BySymmetry> {
    let mut classes: BTreeMap<usize, u64> = BTreeMap::new();
    symmetries.for_each(|order| *classes.entry(order).or_default() += 1);
    let row = |(order, classes): (usize, u64)| BySymmetry { order, classes: classes.into() };
    classes.into_iter().map(row).collect()
}
