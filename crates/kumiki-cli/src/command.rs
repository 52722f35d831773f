//! A question, from the command line to its answer on stdout.

use crate::arguments::{all_given, given, is_given, is_written, question};
use crate::failure::Failure;
use crate::flags::{called, speaking_of_flags};
use crate::list::{List, Prints};
use crate::listing::OutList;
use crate::long;
use crate::output::{Outputs, write_converted};
use crate::play::play;
use crate::printing::{print, print_json, print_line, tell};
use clap::ArgMatches;
use kumiki::drive::{Host, Journal, Limits, Run, megabytes};
use kumiki::model::{Answer, Part, Question, StoppedBy};
use kumiki::{Halt, NOT_VERIFIED, Prepared};
use kumiki_host::guard::{self, STOPPED};
use kumiki_host::{ScratchFolder, ShowProgress, TableCache, Terminal, scratch_name};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Answers the question of a command.
pub(crate) fn run(command: &str, matches: &ArgMatches) -> Result<ExitCode, Failure> {
    if is_given(matches, "gallery") {
        print(&kumiki::gallery(command).unwrap_or_default())?;
        return Ok(ExitCode::SUCCESS);
    }
    answer(command, matches, None)
}

/// `kumiki demo`: known problems, each answer beside its known figure, with pictures.
pub(crate) fn demo(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let mut outputs = Outputs::new(is_given(matches, "force"), Some("the demo"), None);
    outputs.reserve("--svg", given::<PathBuf>(matches, "svg").as_deref())?;
    let terminal = Terminal::quiet(cores()).stopped_by(guard::signals());
    let mut printed = Ok(());
    let mut tell = |text: &str| {
        if printed.is_ok() {
            printed = print(text).map(drop);
        }
    };
    let shown = kumiki::demonstrate(&Run::new(&terminal), &mut tell)?;
    printed?;
    outputs.write("--svg", || shown.picture.to_svg())?;
    if let Some(difference) = shown.difference {
        return Err(Failure::Machine(format!("bug: a count is wrong, {difference}")));
    }
    print("\nAll figures agree. Next: kumiki tile colorstar --list --svg star.svg\n")?;
    Ok(ExitCode::SUCCESS)
}

/// As many threads as there are cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A question in a journal, which the run goes on from.
pub(crate) struct Resumed<'m> {
    pub(crate) question: Question,
    pub(crate) journal: Journal,
    /// What the run has called its scratch.
    pub(crate) scratch: Option<u64>,
    /// The arguments that name the limits of the run.
    pub(crate) limits: &'m ArgMatches,
}

/// Answers the question of the arguments, or one that is resumed, and prints and writes what the
/// arguments want.
pub(crate) fn answer(
    command: &str,
    matches: &ArgMatches,
    resumed: Option<Resumed<'_>>,
) -> Result<ExitCode, Failure> {
    let (limits, question, known, scratch) = match resumed {
        None => (matches, None, None, None),
        Some(Resumed { question, journal, scratch, limits }) => {
            (limits, Some(question), Some(journal), scratch)
        }
    };
    let is_new = question.is_none();
    let scratch = scratch.unwrap_or_else(scratch_name);
    let terminal = run_on(terminal(limits, scratch)?)?;
    let question = question.map_or_else(|| self::question(command, matches), Ok)?;
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
    let shard = given::<kumiki::drive::Shard>(matches, "shard");
    let out = path("out").filter(|_| shard.is_none());
    outputs.reserve("--out", path("out").filter(|_| shard.is_some()).as_deref())?;
    // What is refused leaves no checkpoint and no list behind.
    prepared.check().map_err(refused)?;
    let journal = if is_new { long::journal(matches, &prepared, scratch)? } else { known };
    // What is resumed goes on with its file; what is merged begins one.
    let is_resumed = !is_new && matches.try_contains_id("list").is_ok();
    if let Some(out) = &out {
        OutList::check(out, matches, &prepared, &outputs, is_resumed)?;
    }
    // The checkpoint is there before the list: whoever finds a list can resume it.
    if let Some(journal) = journal.as_ref().filter(|_| is_new) {
        long::begin(journal, matches)?;
    }
    let open = |out: PathBuf| OutList::open(&out, matches, &prepared, is_resumed);
    let out = out.map(open).transpose()?;
    let [in_json, in_lines] = ["json", "json_lines"].map(|name| is_given(matches, name));
    let is_text = !in_json && !in_lines && outputs.is_answer_printed();
    // A journal that is not of this command line has its question alone.
    let is_listed = (!is_new && matches.try_contains_id("list").is_err())
        || ["list", "first", "sample", "cheapest"].iter().any(|name| is_written(matches, name));
    let is_shard = journal.as_ref().is_some_and(|journal| journal.shard().is_some());
    let is_text = is_text && !is_shard;
    let tells = match (in_lines, is_text) {
        (true, _) => Prints::PLAIN_LINES,
        (_, true) => Prints::Text,
        _ => Prints::Nothing,
    };
    let is_silent = out.is_some() || (tells == Prints::Text && !is_listed);
    let mut list = List {
        prepared: &prepared,
        prints: if is_silent { Prints::Nothing } else { tells },
        kept: (out.is_none() && in_json || outputs.wants("--svg") || outputs.wants("--eps"))
            .then(Vec::new),
        tells,
        pictures: Some(&mut outputs),
        out,
        failure: None,
    };
    let run = Run::new(&*terminal);
    let run = journal.as_ref().map_or(run, |journal| run.with_journal(journal));
    let visited = prepared.visit(&run, &mut list).map_err(refused);
    let out = list.out.take();
    let finished = list.finish(visited);
    let (mut answer, kept) = match (finished, out) {
        (Err(failure), out) => {
            out.into_iter().for_each(OutList::abandon);
            return Err(failure);
        }
        (Ok((mut answer, kept)), Some(out)) => {
            out.finish(&mut answer)?;
            (answer, kept)
        }
        (Ok(finished), None) => finished,
    };
    if let Some(journal) = &journal {
        journal.write(&*terminal);
        if answer.stopped_by.is_none_or(|by| by == StoppedBy::Enough) {
            terminal.clear_scratch();
        }
        if is_shard {
            return long::finish_shard(journal, &*terminal, &answer, &mut outputs);
        }
    }
    outputs.finish_pictures()?;
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
        outputs.finish_pictures()?;
    }
    if let Some(diagram) = diagram {
        outputs.write("--diagram", || diagram)?;
    }
    match prepared.complaint() {
        Some(complaint) => Err(Failure::Input(complaint)),
        None => Ok(exit_code(&answer)),
    }
}

/// The terminal that the arguments describe, with what its scratch is called. Its clock starts now.
pub(crate) fn terminal(matches: &ArgMatches, scratch_name: u64) -> Result<Terminal, Failure> {
    let limits =
        Limits { time: given(matches, "time_limit"), memory_bytes: given(matches, "memory_limit") };
    let progress = match given::<String>(matches, "progress").as_deref() {
        Some("always") => ShowProgress::Always,
        Some("auto") => ShowProgress::Auto,
        _ => ShowProgress::Never,
    };
    let cache = given(matches, "cache").map_or_else(TableCache::of_user, TableCache::in_folder);
    let open = |folder: PathBuf| {
        ScratchFolder::open(&folder).map_err(|error| {
            Failure::Input(format!(
                "cannot use --scratch '{}': {error}, expected a folder where files can be written",
                folder.display()
            ))
        })
    };
    let scratch = given(matches, "scratch").map(open).transpose()?;
    // What can be resumed leaves its levels where they are.
    let is_kept = given::<PathBuf>(matches, "checkpoint").is_some();
    let scratch = scratch.map(|scratch| if is_kept { scratch.kept(scratch_name) } else { scratch });
    Ok(Terminal::quiet(given(matches, "threads").unwrap_or_else(cores))
        .limited(limits)
        .showing(progress)
        .keeping(cache)
        .with_scratch(scratch)
        .stopped_by(guard::signals()))
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
