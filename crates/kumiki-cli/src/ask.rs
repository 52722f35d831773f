//! `kumiki ask`: a question document on stdin, JSON lines on stdout. The port for other fronts.
//!
//! A front that has no threads, such as a page, lets several of these work on one question: each
//! does a share (`--shard`), whose part is its last line, and one more puts the parts together
//! (`--merge`).

use crate::arguments::{given, is_given};
use crate::command::{exit_code, run_on, terminal};
use crate::failure::Failure;
use crate::input::Input;
use crate::list::{List, Prints};
use crate::long::{part_of, read_part_text};
use crate::printing::print_line;
use clap::ArgMatches;
use kumiki::drive::{Event, Journal, Run, Shard};
use kumiki::model::{Question, StoppedBy};
use kumiki::{Catalogue, Halt, JournalHead, Prepared, merge_parts, merge_stopped_parts};
use kumiki_host::guard;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// The longest question that is read.
const QUESTION_LIMIT_BYTES: u64 = 1 << 30;

pub(crate) fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    if is_given(matches, "catalogue") {
        print_line(&Catalogue::new())?;
        return Ok(ExitCode::SUCCESS);
    }
    let answered = answer(matches);
    if let Err(failure) = &answered {
        print_line(&json!({ "error": failure.message(), "code": failure.code() }))?;
    }
    answered
}

fn answer(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let [with_text, with_svg, with_each] =
        ["text", "svg", "svg_each"].map(|name| is_given(matches, name));
    let terminal = terminal(matches, 0)?.stopped_by_file(given(matches, "stop_file"));
    let terminal = run_on(terminal.heard_by(hear))?;
    let shard: Option<Shard> = given(matches, "shard");
    let (question, merged) = if is_given(matches, "merge") {
        let (question, journal) = merge(given(matches, "stopped"))?;
        (question, Some(journal))
    } else {
        (asked()?, None)
    };
    // Other fronts speak of fields, as questions do.
    let refused = |halt: Halt| Failure::told(&halt, halt.to_string());
    let prepared = Prepared::new(&question).map_err(refused)?;
    if shard.is_none() && merged.is_none() {
        let is_divisible = prepared.check_divisible().is_ok();
        let command = format!("kumiki {}", kumiki::in_shell(&question.command_line()));
        print_line(&json!({ "command": command, "divisible": is_divisible }))?;
        for (_, line) in prepared.notes() {
            print_line(&json!({ "warning": line }))?;
        }
    }
    let journal = merged.or_else(|| {
        let head = JournalHead::new(prepared.question()).for_shard(shard).to_value();
        shard.map(|shard| Journal::in_memory().with_head(head).for_shard(shard))
    });
    // What the shards have listed, whoever puts them together lists.
    let prints = match shard {
        Some(_) => Prints::Nothing,
        None => Prints::Lines { with_text, with_svg: with_each },
    };
    let kept = with_svg.then(Vec::new);
    let (tells, pictures) = (prints, None);
    let mut list =
        List { prepared: &prepared, prints, tells, kept, pictures, out: None, failure: None };
    let run = Run::new(&*terminal);
    let run = journal.as_ref().map_or(run, |journal| run.with_journal(journal));
    let visited = prepared.visit(&run, &mut list);
    let (mut answer, kept) = list.finish(visited.map_err(refused))?;
    if let (Some(journal), Some(_)) = (&journal, shard) {
        let (part, is_done) = part_of(journal, &*terminal, &answer)?;
        let stopped_by = answer.stopped_by.filter(|_| !is_done);
        let part = part.to_text();
        print_line(&json!({ "part": part.trim_end(), "done": is_done, "stopped_by": stopped_by }))?;
        return Ok(if is_done { ExitCode::SUCCESS } else { exit_code(&answer) });
    }
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

fn text_on_stdin(expected: &str) -> Result<String, Failure> {
    let input = Input::read(Path::new("-"), QUESTION_LIMIT_BYTES, expected)?;
    String::from_utf8(input.bytes).map_err(|error| Failure::Input(format!("stdin: {error}")))
}

fn asked() -> Result<Question, Failure> {
    let text = text_on_stdin("a question in JSON")?;
    Question::from_json(&text).map_err(|error| Failure::Input(format!("stdin: {error}")))
}

/// The parts on stdin as one journal, and its question. If they were stopped, what they have left
/// is left.
fn merge(stopped_by: Option<StoppedBy>) -> Result<(Question, Journal), Failure> {
    let text = text_on_stdin("the parts of all shards, one on each line")?;
    let parts = (1..).zip(text.lines()).map(|(number, line)| {
        let name = format!("part {number}");
        read_part_text(&name, line).map(|document| (name, document))
    });
    let parts = parts.collect::<Result<_, _>>()?;
    let merged = match stopped_by {
        Some(_) => merge_stopped_parts(parts),
        None => merge_parts(parts),
    };
    let (head, merged) =
        merged.map_err(|error| Failure::Input(format!("cannot merge: {error}")))?;
    let journal = Journal::of(merged);
    Ok((
        head.question,
        match stopped_by {
            Some(reason) => journal.leaving_the_rest(reason),
            None => journal,
        },
    ))
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
            "seen": progress.seen,
            "note": progress.note,
        }})),
        Event::Forecast { what, time } => {
            Some(json!({ "forecast": what, "seconds": time.as_secs_f64() }))
        }
        Event::Warning { what } => Some(json!({ "warning": what })),
        _ => None,
    }
}
