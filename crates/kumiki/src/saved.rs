//! Saved answers, judged from first principles.
//!
//! An answer repeats its question, so that everything in it can be held against the rules and against the rest of it.
//! Nothing here uses an engine: solutions are judged by `kumiki-check`, and small counts are made again by its naive
//! counters. What is missing from the list and from the counts alike cannot be seen in this way, and the verdict claims
//! nothing of the kind.
//!
//! ```
//! use kumiki::saved::judge;
//! let fault = judge("{\"question\": {\"command\": \"guess\"}}").expect_err("no command of ours");
//! assert_eq!(fault.to_string(), "it answers the command 'guess', expected 'antislide', 'cover', 'pack', 'tile', 'slide', 'tours' or 'graph'");
//! ```

mod cover;
mod fault;
mod pack;
mod printed;

pub use fault::{SavedFault, SolutionFault};
pub use kumiki_check::Verdict;

use kumiki_check::{
    judge_answer, judge_graph_answer, judge_sliding_answer, judge_tiling_answer, judge_tours_answer,
};
use kumiki_formats::{edges, tiling};
use kumiki_model::{BySymmetry, Count, Graph, GraphAnswer, Symmetry, TilingAnswer};
use num_bigint::BigUint;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Problems with at most so many options are counted again by trying every set of them.
pub(crate) const RECOUNTED_OPTIONS: usize = 16;

/// The part of an answer that says whose answer it is.
#[derive(Deserialize)]
struct Head {
    question: Question,
}

#[derive(Deserialize)]
struct Question {
    command: String,
}

/// Judges the JSON of an answer.
///
/// # Errors
/// If it is no answer, or with the first thing found wrong.
pub fn judge(text: &str) -> Result<Verdict, SavedFault> {
    let head: Head = read(text)?;
    match head.question.command.as_str() {
        "antislide" => judge_answer(&read(text)?).map_err(SavedFault::Bricks),
        "cover" => cover::judge(&read(text)?),
        "pack" => pack::judge(&read(text)?),
        "tile" => judge_tilings(&read(text)?),
        "tile --as-printed" => printed::judge(&read(text)?),
        "slide" => judge_sliding_answer(&read(text)?).map_err(SavedFault::Slides),
        "tours" => judge_tours_answer(&read(text)?).map_err(SavedFault::Tours),
        "graph" => judge_subgraphs(&read(text)?),
        other => Err(SavedFault::OtherCommand { found: other.to_owned() }),
    }
}

fn judge_tilings(answer: &TilingAnswer) -> Result<Verdict, SavedFault> {
    let question = tiling::read(answer.question.problem.as_bytes()).map_err(SavedFault::Question)?;
    // A sample is drawn from the classes up to all symmetries.
    let symmetry = if answer.question.sample.is_some() { Symmetry::All } else { answer.question.symmetry };
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
    serde_json::from_str(text).map_err(|error| SavedFault::NotAnAnswer { reason: error.to_string() })
}

/// The table of classes by symmetry adds up: to the classes, and with the size of each class to the solutions.
///
/// A class whose members have `s` of `group_order` symmetries has `group_order / s` members.
fn judge_classes(
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
    equal("solutions in the classes by symmetry", contained, solutions)
}

/// How many members a class has of which each has so many symmetries.
fn class_size(group_order: &Count, symmetries: usize) -> Result<BigUint, SavedFault> {
    let symmetries_as_big = BigUint::from(symmetries);
    if symmetries == 0 || &group_order.0 % &symmetries_as_big != BigUint::ZERO {
        return Err(SavedFault::NotADivisor { order: symmetries, group_order: group_order.clone() });
    }
    Ok(&group_order.0 / symmetries_as_big)
}

fn equal(what: &'static str, found: BigUint, stated: &Count) -> Result<(), SavedFault> {
    if found == stated.0 {
        Ok(())
    } else {
        Err(SavedFault::Sum { what, found: Count(found), stated: stated.clone() })
    }
}

/// No more may be listed than are counted.
fn judge_list_length(listed: usize, counted: &Count) -> Result<(), SavedFault> {
    if BigUint::from(listed) > counted.0 {
        return Err(SavedFault::MoreListedThanCounted { listed, counted: counted.clone() });
    }
    Ok(())
}
