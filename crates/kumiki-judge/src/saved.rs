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

use crate::envelope::judge_end;
use crate::fault::refuse;
use crate::{
    Fault, Verdict, cover, judge_answer, judge_graph_answer, judge_sliding_answer,
    judge_tiling_answer, judge_tours_answer, pieces, rule,
};
use kumiki_formats::{FormatError, edges, tiling};
use kumiki_model::{Graph, GraphAnswer, ListRecord, StoppedBy, Symmetry, TilingAnswer};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
pub fn judge(text: &str) -> Result<Verdict, Fault> {
    let head: Head = read(text)?;
    let listed = head.solutions.as_ref().map(Vec::len);
    judge_end(head.complete, head.stopped_by, head.question.list, listed)?;
    match head.question.command.as_str() {
        "antislide" => judge_answer(&read(text)?),
        "cover" => cover::answer::judge(&read(text)?),
        "pack" => pieces::answer::judge(&read(text)?),
        "tile" => judge_tilings(&read(text)?),
        "slide" => judge_sliding_answer(&read_exactly(text)?),
        "tours" => judge_tours_answer(&read(text)?),
        "graph" => judge_subgraphs(&read(text)?),
        other => refuse(
            rule::COMMAND,
            format!(
                "it answers the command '{other}', expected 'antislide', 'cover', 'pack', 'tile', \
                 'slide', 'tours' or 'graph'"
            ),
        ),
    }
}

fn judge_tilings(answer: &TilingAnswer) -> Result<Verdict, Fault> {
    let question =
        tiling::read(answer.question.problem.as_bytes()).map_err(|error| unreadable(&error))?;
    // A sample is drawn from the classes up to all symmetries.
    let symmetry =
        if answer.question.sample.is_some() { Symmetry::All } else { answer.question.symmetry };
    judge_tiling_answer(&question, answer, symmetry)
}

fn judge_subgraphs(answer: &GraphAnswer) -> Result<Verdict, Fault> {
    let text = &answer.question.graph;
    // A name of a graph has a colon and no line break; what is no name is the text of a file.
    let graph: Graph = match text.parse() {
        Ok(graph) => graph,
        Err(_) => edges::read(text.as_bytes()).map_err(|error| unreadable(&error))?,
    };
    judge_graph_answer(&graph, answer)
}

/// The question that an answer repeats cannot be read.
pub(crate) fn unreadable(error: &FormatError) -> Fault {
    Fault::new(rule::QUESTION, format!("the question cannot be read: {error}"))
}

fn not_an_answer(error: &serde_json::Error) -> Fault {
    Fault::new(rule::ANSWER, error.to_string())
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| not_an_answer(&error))
}

/// Reads an answer whose type cannot refuse unknown fields by itself: what is read must be all
/// there is.
fn read_exactly<T: DeserializeOwned + Serialize>(text: &str) -> Result<T, Fault> {
    let answer: T = read(text)?;
    let whole: Value = read(text)?;
    let understood = serde_json::to_value(&answer).map_err(|error| not_an_answer(&error))?;
    match first_difference(&whole, &understood, "") {
        None => Ok(answer),
        Some(place) => refuse(rule::ANSWER, format!("'{place}' is not as answers are written")),
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
