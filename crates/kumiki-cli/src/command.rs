//! A question, from the command line to its answer on stdout.

use crate::arguments::{RunArguments, called, question, speaking_of_flags};
use crate::failure::{Failure, STOPPED};
use crate::guard;
use crate::output::{Outputs, write_converted};
use crate::play::play;
use crate::printing::{print, print_json, print_line, print_next, tell};
use clap::ArgMatches;
use kumiki::drive::{Host, Limits, Run};
use kumiki::model::{Answer, Part, StoppedBy};
use kumiki::words::megabytes;
use kumiki::{Halt, NOT_VERIFIED, Prepared, Shown, Sink};
use kumiki_host::{TableCache, Terminal};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

/// Answers the question of a command.
pub(crate) fn run(command: &str, matches: &ArgMatches) -> Result<ExitCode, Failure> {
    if crate::arguments::is_given(matches, "gallery") {
        print(&kumiki::gallery(command).unwrap_or_default())?;
        return Ok(ExitCode::SUCCESS);
    }
    let arguments = RunArguments::read(matches);
    let terminal = terminal(&arguments)?;
    let question = question(command, matches, &arguments)?;
    let refused = |halt: Halt| refused(command, &halt);
    let prepared = Prepared::new(&question).map_err(refused)?;
    for (word, line) in prepared.notes() {
        tell(&format!("{word}: {line}"));
    }
    let input = arguments.input.as_deref();
    if !arguments.write.is_empty() {
        let convert = |format: &str| prepared.write_as(format).map_err(refused);
        write_converted(&arguments.write, arguments.force, input, convert)?;
        return Ok(ExitCode::SUCCESS);
    }
    let on_stdout = [
        (arguments.json, "--json"),
        (arguments.json_lines, "--json-lines"),
        (arguments.play, "--play"),
    ];
    let on_stdout = on_stdout.into_iter().find(|(is_given, _)| *is_given).map(|(_, flag)| flag);
    let mut outputs = Outputs::new(arguments.force, on_stdout, input);
    outputs.reserve("--svg", arguments.svg.as_deref())?;
    outputs.reserve("--eps", arguments.eps.as_deref())?;
    outputs.reserve("--diagram", arguments.diagram.as_deref())?;
    let is_text = !arguments.json && !arguments.json_lines && outputs.is_answer_printed();
    let mut list = List {
        prepared: &prepared,
        prints: match (arguments.json_lines, is_text && arguments.prints_list) {
            (true, _) => Prints::Lines,
            (_, true) => Prints::Text,
            _ => Prints::Nothing,
        },
        kept: (arguments.json || outputs.wants("--svg") || outputs.wants("--eps")).then(Vec::new),
        failure: None,
    };
    let mut answer = prepared.visit(&Run::new(&*terminal), &mut list).map_err(refused)?;
    if let Some(failure) = list.failure {
        return Err(failure);
    }
    let diagram = take_diagram(&mut answer);
    if arguments.json_lines {
        // The list has gone before.
        print_line(&answer)?;
    }
    if let Some(kept) = list.kept.filter(|_| prepared.shows()) {
        kumiki::put_back(&mut answer, kept);
    }
    if arguments.play {
        play(&answer)?;
    }
    if arguments.json {
        print_json(&answer)?;
    } else if !arguments.json_lines && outputs.is_answer_printed() {
        print(&speaking_of_flags(command, &prepared.text(&answer)))?;
    }
    outputs.write("--svg", || prepared.picture(&answer).to_svg())?;
    outputs.write("--eps", || prepared.picture(&answer).to_eps())?;
    if let Some(diagram) = diagram {
        outputs.write("--diagram", || diagram)?;
    }
    match prepared.complaint() {
        Some(complaint) => Err(Failure::Input(complaint)),
        None => Ok(exit_code(&answer)),
    }
}

/// The text of a diagram is for a file.
fn take_diagram(answer: &mut Answer) -> Option<String> {
    match &mut answer.part {
        Part::Graph(part) => part.diagram.take(),
        _ => None,
    }
}

/// What becomes of solutions as they are found.
struct List<'p> {
    prepared: &'p Prepared,
    prints: Prints,
    /// Those that are needed in the end.
    kept: Option<Vec<Shown>>,
    failure: Option<Failure>,
}

/// How solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prints {
    Nothing,
    Text,
    Lines,
}

impl Sink for List<'_> {
    fn take(&mut self, shown: Shown) -> ControlFlow<()> {
        let is_read = match self.prints {
            Prints::Nothing => Ok(true),
            Prints::Text => print_next(&self.prepared.solution_text(&shown)),
            Prints::Lines => print_line(&solution_line(&shown)),
        };
        if let Some(kept) = &mut self.kept {
            kept.push(shown);
        }
        match is_read {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}

/// A solution as an object.
pub(crate) fn solution_line(shown: &Shown) -> Value {
    let mut line = json!({ "number": shown.number, "solution": shown.solution });
    if let Some(symmetry) = shown.symmetry {
        line["symmetry"] = json!(symmetry);
    }
    if let Some(cost) = shown.cost {
        line["cost"] = json!(cost);
    }
    line
}

/// The terminal that the arguments describe. Its clock starts now.
///
/// A memory limit that is exceeded before anything has begun is refused.
pub(crate) fn terminal(arguments: &RunArguments) -> Result<Arc<Terminal>, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits { time: arguments.time_limit, memory_bytes: arguments.memory_limit };
    let cache = arguments.cache.clone().map_or_else(TableCache::of_user, TableCache::in_folder);
    let terminal = Terminal::quiet(arguments.threads.unwrap_or_else(cores))
        .limited(limits)
        .showing(arguments.progress)
        .keeping(cache)
        .stopped_by(guard::signals());
    if let Some(limit) = arguments.memory_limit {
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
