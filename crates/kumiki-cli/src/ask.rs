//! `kumiki ask`: a question document on stdin, JSON lines on stdout. The port for other fronts.

use crate::arguments::{RunArguments, is_given};
use crate::command::{exit_code, solution_line, terminal};
use crate::failure::Failure;
use crate::input::Input;
use crate::printing::print_line;
use clap::ArgMatches;
use kumiki::drive::{Event, Host, Limits, Run, TableStore};
use kumiki::model::Question;
use kumiki::{Prepared, Shown};
use kumiki_host::Terminal;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

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
    let terminal = terminal(&RunArguments::of_port(matches))?;
    let input = Input::read(Path::new("-"), QUESTION_LIMIT_BYTES, "a question in JSON")?;
    let wrong = |what: &dyn std::fmt::Display| Failure::Input(format!("stdin: {what}"));
    let text = String::from_utf8(input.bytes).map_err(|error| wrong(&error))?;
    let question = Question::from_json(&text).map_err(|error| wrong(&error))?;
    let prepared = Prepared::new(&question)?;
    for (_, line) in prepared.notes() {
        print_line(&json!({ "warning": line }))?;
    }
    let (mut list, mut failure) = (Vec::new(), None);
    let mut sink = |shown: Shown| {
        let mut line = solution_line(&shown);
        if with_text {
            line["text"] = json!(prepared.solution_text(&shown));
        }
        if with_svg {
            list.push(shown);
        }
        match print_line(&line) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let port = Port { terminal: &terminal };
    let answer = prepared.visit(&Run::new(&port), &mut sink)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let mut line = json!({ "answer": answer });
    if with_text {
        line["text"] = json!(prepared.text(&answer));
    }
    if with_svg {
        let mut drawn = answer.clone();
        kumiki::put_back(&mut drawn, list);
        line["svg"] = json!(prepared.picture(&drawn).to_svg());
    }
    print_line(&line)?;
    Ok(exit_code(&answer))
}

/// A host that tells what it hears in JSON lines.
struct Port<'t> {
    terminal: &'t Terminal,
}

impl Host for Port<'_> {
    fn elapsed(&self) -> Duration {
        self.terminal.elapsed()
    }

    fn is_stop_asked(&self) -> bool {
        self.terminal.is_stop_asked()
    }

    fn limits(&self) -> Limits {
        self.terminal.limits()
    }

    fn held_bytes(&self) -> Option<u64> {
        self.terminal.held_bytes()
    }

    fn available_bytes(&self) -> Option<u64> {
        self.terminal.available_bytes()
    }

    fn peak_bytes(&self) -> Option<u64> {
        self.terminal.peak_bytes()
    }

    fn threads(&self) -> usize {
        self.terminal.threads()
    }

    fn tables(&self) -> Option<&dyn TableStore> {
        self.terminal.tables()
    }

    fn hear(&self, event: &Event<'_>) {
        // A reader who has left is noticed when a solution or the answer is printed.
        let _ = line(event).map(|line| print_line(&line));
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
