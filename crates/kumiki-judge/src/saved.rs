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

use crate::envelope::{judge_end, judge_envelope};
use crate::fault::{refuse, require};
use crate::trace::judge_trace;
use crate::{Fault, Verdict, bricks, cover, pieces, rule, sliding, subgraphs, tiling, tours};
use kumiki_model::{Answer, Ask, ClassCount, Count};
use serde_json::Value;

/// So many decisions are made in counting again: about half a second.
pub(crate) const LIMIT_STEPS: u64 = 500_000;

/// Judges the JSON of an answer.
///
/// # Errors
/// If it is no answer, or with the first thing found wrong.
pub fn judge(text: &str) -> Result<Verdict, Fault> {
    let value: Value = serde_json::from_str(text).map_err(|error| not_an_answer(&error))?;
    if let Some(command) = value["question"]["command"].as_str() {
        require(Ask::COMMANDS.contains(&command), rule::COMMAND, || {
            let names: Vec<String> = Ask::COMMANDS.iter().map(|name| format!("'{name}'")).collect();
            let (last, most) = names.split_last().expect("there are commands");
            format!("it answers the command '{command}', expected {} or {last}", most.join(", "))
        })?;
    }
    judge_end(&value)?;
    let answer = serde_json::from_value(value).map_err(|error| not_an_answer(&error))?;
    judge_answer(&answer)
}

/// Judges an answer that has been read.
fn judge_answer(answer: &Answer) -> Result<Verdict, Fault> {
    judge_envelope(answer)?;
    judge_trace(answer)?;
    match &answer.question.ask {
        Ask::Antislide(ask) => bricks::judge(answer, ask),
        Ask::Cover(ask) => cover::answer::judge(answer, ask),
        Ask::Pack(ask) => pieces::answer::judge(answer, ask),
        Ask::Tile(ask) => tiling::answer::judge(&tiling::answer::Claims::read(answer, ask)?),
        Ask::Slide(ask) => sliding::judge(answer, ask),
        Ask::Tours(ask) => tours::judge(answer, ask),
        Ask::Graph(ask) => subgraphs::judge(answer, ask),
        other => refuse(rule::COMMAND, format!("no judge for the command '{}'", other.command())),
    }
}

/// How many classes an answer counts, where rotations are not told from reflections.
pub(crate) fn number_of_classes(answer: &Answer) -> Result<Option<Count>, Fault> {
    match &answer.classes {
        None => Ok(None),
        Some(ClassCount::Number(classes)) => Ok(Some(classes.clone())),
        Some(ClassCount::Both(_)) => {
            refuse(rule::FIELD, "there are two numbers of classes, expected one")
        }
    }
}

/// The question that an answer repeats cannot be read.
pub(crate) fn unreadable(error: &impl std::fmt::Display) -> Fault {
    Fault::new(rule::QUESTION, format!("the question cannot be read: {error}"))
}

fn not_an_answer(error: &serde_json::Error) -> Fault {
    Fault::new(rule::ANSWER, error.to_string())
}
