//! `kumiki ask`: a question document on stdin, JSON lines on stdout. The port for other fronts.

use crate::arguments::is_given;
use crate::command::{List, Prints, exit_code, run_on, terminal};
use crate::failure::Failure;
use crate::guard;
use crate::input::Input;
use crate::printing::print_line;
use clap::ArgMatches;
use kumiki::Prepared;
use kumiki::drive::{Event, Run};
use kumiki::model::Question;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// The longest question that is read.
const QUESTION_LIMIT_BYTES: u64 = 1 << 30;

pub(crate) fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let answered = answer(matches);
    if let Err(failure) = &answered {
        print_line(&json!({ "error": failure.message(), "code": failure.code() }))?;
    }
    answered
}

fn answer(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let (with_text, with_svg) = (is_given(matches, "text"), is_given(matches, "svg"));
    let terminal = run_on(terminal(matches)?.heard_by(hear))?;
    let input = Input::read(Path::new("-"), QUESTION_LIMIT_BYTES, "a question in JSON")?;
    let wrong = |what: &dyn std::fmt::Display| Failure::Input(format!("stdin: {what}"));
    let text = String::from_utf8(input.bytes).map_err(|error| wrong(&error))?;
    let question = Question::from_json(&text).map_err(|error| wrong(&error))?;
    let prepared = Prepared::new(&question)?;
    for (_, line) in prepared.notes() {
        print_line(&json!({ "warning": line }))?;
    }
    let prints = Prints::Lines { with_text };
    let kept = with_svg.then(Vec::new);
    let (tells, pictures) = (prints, None);
    let mut list =
        List { prepared: &prepared, prints, tells, kept, pictures, out: None, failure: None };
    let visited = prepared.visit(&Run::new(&*terminal), &mut list);
    let (mut answer, kept) = list.finish(visited.map_err(Failure::from))?;
    // The steps of the search have gone before.
    answer.trace.clear();
    let mut line = json!({ "answer": answer });
    if with_text {
        line["text"] = json!(prepared.text(&answer));
    }
    if let Some(kept) = kept {
        let mut drawn = answer.clone();
        kumiki::put_back(&mut drawn, kept);
        line["svg"] = json!(prepared.picture(&drawn).to_svg());
    }
    print_line(&line)?;
    Ok(exit_code(&answer))
}

/// Tells an event. If nobody reads it any more, nobody waits for the answer.
fn hear(event: &Event<'_>) {
    if line(event).is_some_and(|line| print_line(&line) == Ok(false)) {
        guard::signals().store(true, Ordering::Relaxed);
    }
}

/// What is told of an event.
fn line(event: &Event<'_>) -> Option<Value> {
    match event {
        Event::Progress(progress) => Some(json!({ "progress": {
            "phase": progress.phase,
            "done": progress.done,
            "all": progress.all,
            "uneven": progress.is_uneven,
            "nodes": progress.nodes,
            "note": progress.note,
        }})),
        Event::Forecast { what, time } => {
            Some(json!({ "forecast": what, "seconds": time.as_secs_f64() }))
        }
        Event::Warning { what } => Some(json!({ "warning": what })),
        _ => None,
    }
}
