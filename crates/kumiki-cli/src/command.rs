//! A question, from the command line to its answer on stdout.

use crate::arguments::{all_given, given, is_given, is_written, question};
use crate::failure::{Failure, STOPPED};
use crate::flags::{called, speaking_of_flags};
use crate::guard;
use crate::output::{Outputs, write_converted};
use crate::play::play;
use crate::printing::{print, print_json, print_line, tell};
use clap::ArgMatches;
use kumiki::drive::{Host, Limits, Run};
use kumiki::model::{Answer, Part, StoppedBy, TraceStep};
use kumiki::words::megabytes;
use kumiki::{Halt, NOT_VERIFIED, Prepared, Shown, Sink};
use kumiki_host::{ShowProgress, TableCache, Terminal};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Answers the question of a command.
pub(crate) fn run(command: &str, matches: &ArgMatches) -> Result<ExitCode, Failure> {
    if is_given(matches, "gallery") {
        print(&kumiki::gallery(command).unwrap_or_default())?;
        return Ok(ExitCode::SUCCESS);
    }
    let terminal = run_on(terminal(matches))?;
    let question = question(command, matches)?;
    let refused = |halt: Halt| refused(command, &halt);
    let prepared = Prepared::new(&question).map_err(refused)?;
    for (word, line) in prepared.notes() {
        tell(&format!("{word}: {line}"));
    }
    let (force, write) = (is_given(matches, "force"), all_given(matches, "write"));
    let path = |name: &str| given::<PathBuf>(matches, name);
    let input = path("file").or_else(|| path("graph"));
    if !write.is_empty() {
        let convert = |format: &str| prepared.write_as(format).map_err(refused);
        write_converted(&write, force, input.as_deref(), convert)?;
        return Ok(ExitCode::SUCCESS);
    }
    let on_stdout = [("json", "--json"), ("json_lines", "--json-lines"), ("play", "--play")];
    let on_stdout = on_stdout.into_iter().find(|(name, _)| is_given(matches, name));
    let mut outputs = Outputs::new(force, on_stdout.map(|(_, flag)| flag), input.as_deref());
    let most = prepared.question().how.sample.unwrap_or(prepared.question().how.room());
    for (name, flag) in [("svg", "--svg"), ("eps", "--eps")] {
        outputs.reserve_pictures(flag, path(name).as_deref(), most)?;
    }
    outputs.reserve("--diagram", path("diagram").as_deref())?;
    let [in_json, in_lines] = ["json", "json_lines"].map(|name| is_given(matches, name));
    let is_text = !in_json && !in_lines && outputs.is_answer_printed();
    let is_listed =
        ["list", "first", "sample", "cheapest"].iter().any(|name| is_written(matches, name));
    let mut list = List {
        prepared: &prepared,
        prints: match (in_lines, is_text && is_listed) {
            (true, _) => Prints::Lines { with_text: false },
            (_, true) => Prints::Text,
            _ => Prints::Nothing,
        },
        kept: (in_json || outputs.wants("--svg") || outputs.wants("--eps")).then(Vec::new),
        tells: match (in_lines, is_text) {
            (true, _) => Prints::Lines { with_text: false },
            (_, true) => Prints::Text,
            _ => Prints::Nothing,
        },
        pictures: Some(&mut outputs),
        failure: None,
    };
    let visited = prepared.visit(&Run::new(&*terminal), &mut list).map_err(refused);
    let (mut answer, kept) = list.finish(visited)?;
    // The text of a diagram is for a file.
    let diagram = match &mut answer.part {
        Part::Graph(part) => part.diagram.take(),
        Part::Tours(part) => part.diagram_text.take(),
        _ => None,
    };
    if in_lines {
        // The list and the steps have gone before.
        answer.trace.clear();
        print_line(&answer)?;
    }
    if let Some(kept) = kept.filter(|_| prepared.shows()) {
        kumiki::put_back(&mut answer, kept);
    }
    if is_given(matches, "play") {
        play(&answer)?;
    }
    if in_json {
        print_json(&answer)?;
    } else if is_text {
        print(&speaking_of_flags(command, &prepared.text(&answer)))?;
    }
    outputs.write("--svg", || prepared.picture(&answer).to_svg())?;
    outputs.write("--eps", || prepared.picture(&answer).to_eps())?;
    if !prepared.shows() {
        // What is drawn is not a list, but the only solution or a diagram.
        outputs.write_numbered(1, || prepared.picture(&answer))?;
    }
    if let Some(diagram) = diagram {
        outputs.write("--diagram", || diagram)?;
    }
    match prepared.complaint() {
        Some(complaint) => Err(Failure::Input(complaint)),
        None => Ok(exit_code(&answer)),
    }
}

/// What becomes of solutions as they are found.
pub(crate) struct List<'p, 'i> {
    pub(crate) prepared: &'p Prepared,
    pub(crate) prints: Prints,
    /// How steps of the search are printed.
    pub(crate) tells: Prints,
    /// Those that are needed in the end.
    pub(crate) kept: Option<Vec<Shown>>,
    /// Where each gets a picture of its own, if it does.
    pub(crate) pictures: Option<&'p mut Outputs<'i>>,
    pub(crate) failure: Option<Failure>,
}

/// How solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prints {
    Nothing,
    Text,
    /// As JSON objects, perhaps with their text.
    Lines {
        with_text: bool,
    },
}

impl List<'_, '_> {
    /// An answer and the solutions that are kept, if the list could be printed.
    pub(crate) fn finish(
        self,
        answer: Result<Answer, Failure>,
    ) -> Result<(Answer, Option<Vec<Shown>>), Failure> {
        let answer = answer?;
        self.failure.map_or(Ok((answer, self.kept)), Err)
    }

    /// Writes the picture of a solution, if each has one.
    fn draw(&mut self, shown: &Shown) -> Result<(), Failure> {
        let Some(outputs) = &mut self.pictures else { return Ok(()) };
        outputs.write_numbered(shown.number, || self.prepared.picture_of(shown))
    }

    /// A solution as an object.
    fn line(&self, shown: &Shown, with_text: bool) -> Value {
        let mut line = json!({ "number": shown.number, "solution": shown.solution });
        if let Some(symmetry) = shown.symmetry {
            line["symmetry"] = json!(symmetry);
        }
        if let Some(cost) = shown.cost {
            line["cost"] = json!(cost);
        }
        if let Some(directions) = &shown.directions {
            line["directions"] = json!(directions);
        }
        if with_text {
            line["text"] = json!(self.prepared.solution_text(shown));
        }
        line
    }
}

impl Sink for List<'_, '_> {
    fn take(&mut self, shown: Shown) -> ControlFlow<()> {
        let is_read = self.draw(&shown).and_then(|()| match self.prints {
            Prints::Nothing => Ok(true),
            Prints::Text => print(&self.prepared.solution_text(&shown)),
            Prints::Lines { with_text } => print_line(&self.line(&shown, with_text)),
        });
        if let Some(kept) = &mut self.kept {
            kept.push(shown);
        }
        self.failure = is_read.as_ref().err().cloned();
        if is_read == Ok(true) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn hear(&mut self, step: &TraceStep) {
        let is_read = match self.tells {
            Prints::Nothing => Ok(true),
            Prints::Text => print(&format!("{step}\n")),
            Prints::Lines { .. } => print_line(&json!({ "trace": step })),
        };
        self.failure = self.failure.take().or(is_read.err());
    }
}

/// The terminal that the arguments describe. Its clock starts now.
pub(crate) fn terminal(matches: &ArgMatches) -> Terminal {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let limits =
        Limits { time: given(matches, "time_limit"), memory_bytes: given(matches, "memory_limit") };
    let progress = match given::<String>(matches, "progress").as_deref() {
        Some("always") => ShowProgress::Always,
        Some("auto") => ShowProgress::Auto,
        _ => ShowProgress::Never,
    };
    let cache = given(matches, "cache").map_or_else(TableCache::of_user, TableCache::in_folder);
    Terminal::quiet(given(matches, "threads").unwrap_or_else(cores))
        .limited(limits)
        .showing(progress)
        .keeping(cache)
        .stopped_by(guard::signals())
}

/// From now on the limits of a terminal hold. A memory limit that is exceeded before anything has
/// begun is refused.
pub(crate) fn run_on(terminal: Terminal) -> Result<Arc<Terminal>, Failure> {
    if let Some(limit) = terminal.limits().memory_bytes {
        check_memory_limit(limit, terminal.held_bytes(), terminal.available_bytes())?;
    }
    let terminal = Arc::new(terminal);
    guard::limit(Arc::clone(&terminal));
    Ok(terminal)
}

/// Refuses a limit that cannot be kept, or that the program alone exceeds.
fn check_memory_limit(
    limit: u64,
    held: Option<u64>,
    available: Option<u64>,
) -> Result<(), Failure> {
    let (Some(held), Some(_)) = (held, available) else {
        let message = "--memory-limit cannot be kept, this system does not tell how much memory \
            is used and left";
        return Err(Failure::Input(format!("{message}, expected no --memory-limit")));
    };
    if limit < held {
        return Err(Failure::Stopped(format!(
            "--memory-limit allows {} MB, the program alone needs {} MB, expected a higher limit",
            megabytes(limit),
            megabytes(held)
        )));
    }
    Ok(())
}

/// What the library refuses, in the words of the command line.
fn refused(command: &str, halt: &Halt) -> Failure {
    if let Halt::Field { field, value, reason } = halt {
        let argument = called(command, field).unwrap_or_else(|| format!("--{field}"));
        return Failure::Input(format!("bad value '{value}' for '{argument}': {reason}"));
    }
    Failure::of(command, halt)
}

/// The exit code of an answer. A second opinion that was asked for and is missing is an early end.
pub(crate) fn exit_code(answer: &Answer) -> ExitCode {
    match answer.stopped_by {
        _ if answer.evidence.iter().any(|line| line.starts_with(NOT_VERIFIED)) => {
            ExitCode::from(STOPPED)
        }
        None | Some(StoppedBy::Enough) => ExitCode::SUCCESS,
        Some(_) => ExitCode::from(STOPPED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_limit_that_cannot_be_kept_is_refused() {
        assert_eq!(check_memory_limit(100, Some(99), Some(0)), Ok(()));
        assert!(matches!(check_memory_limit(100, Some(101), Some(0)), Err(Failure::Stopped(_))));
        for (held, available) in [(None, Some(1)), (Some(1), None), (None, None)] {
            assert!(matches!(check_memory_limit(100, held, available), Err(Failure::Input(_))));
        }
    }
}
