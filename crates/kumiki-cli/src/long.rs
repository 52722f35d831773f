//! Runs that last: checkpoints, shards, and what is done with them.
//!
//! * `--checkpoint FILE` keeps the journal of a run; `kumiki resume` goes on from it.
//! * `--shard I/N --out FILE` does a share and writes its journal; `kumiki merge` puts all shares
//!   together, and `kumiki shards` writes scripts that do all this on a cluster.
//! * `kumiki status` tells how far a run is, or which parts there are.

use crate::arguments::{all_given, given, is_given, is_written};
use crate::command::{Resumed, answer, exit_code};
use crate::failure::{Failure, usage_failure};
use crate::flags::command_line;
use crate::input::Input;
use crate::output::Outputs;
use crate::printing::{print, print_json, tell};
use clap::ArgMatches;
use kumiki::drive::{Host, Journal, JournalDocument, MergeError, Shard};
use kumiki::model::{Answer, Question, StoppedBy};
use kumiki::{
    JournalHead, Prepared, ResumeError, Scheduler, Status, merge_parts, shard_line, shard_script,
};
use kumiki_host::{CheckpointFile, guard};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// A journal is written about so often: that much work is lost if a run is killed, twice at most.
const EVERY: Duration = Duration::from_secs(2);

/// At most so many shards are named in a line.
const NAMED: usize = 8;

/// The longest part that is read.
const PART_LIMIT_BYTES: u64 = 4 << 30;

/// The journal of a run that the arguments ask for, if they do.
pub(crate) fn journal(
    matches: &ArgMatches,
    prepared: &Prepared,
    scratch: u64,
) -> Result<Option<Journal>, Failure> {
    let shard: Option<Shard> = given(matches, "shard");
    for name in ["svg", "eps", "diagram", "play"] {
        if shard.is_some() && is_written(matches, name) {
            return Err(Failure::Input(format!(
                "'--shard' and '--{name}' are both given, expected one of them; pictures are for the \
                 merge"
            )));
        }
    }
    let words = std::env::args_os().skip(1).map(OsString::into_string);
    let head = || -> Result<JournalHead, Failure> {
        let words: Vec<String> = words.collect::<Result<_, _>>().map_err(|word| {
            let word = word.display().to_string();
            Failure::Input(format!("'{word}' is no UTF-8, expected text to be written down"))
        })?;
        Ok(JournalHead::new(prepared.question()).for_shard(shard).asked_by(words))
    };
    let journal = match given::<PathBuf>(matches, "checkpoint") {
        Some(path) => {
            let file = CheckpointFile::create(&path, is_given(matches, "force"))
                .map_err(|error| refused("write --checkpoint", &path, &error))?;
            let head = head()?.with_scratch(scratch).to_value();
            guard::wait_for_checkpoint();
            Some(Journal::in_store(Box::new(file), head, every(matches)))
        }
        None if shard.is_some() => Some(Journal::in_memory().with_head(head()?.to_value())),
        None => None,
    };
    Ok(journal.map(|journal| match shard {
        Some(shard) => journal.for_shard(shard),
        None => journal,
    }))
}

fn every(matches: &ArgMatches) -> Duration {
    given(matches, "checkpoint_every").unwrap_or(EVERY)
}

fn refused(what: &str, path: &Path, error: &io::Error) -> Failure {
    let expected = match error.kind() {
        io::ErrorKind::AlreadyExists => "a new name, --force, or 'kumiki resume' to go on",
        io::ErrorKind::NotFound => "the file of a checkpoint",
        io::ErrorKind::ResourceBusy => "one run at a time",
        _ => "a folder where files can be written",
    };
    Failure::Input(format!("cannot {what} '{}': {error}, expected {expected}", path.display()))
}

/// Writes the beginning of a journal, so that a run that cannot write it is refused at once.
pub(crate) fn begin(journal: &Journal, matches: &ArgMatches) -> Result<(), Failure> {
    let Some(path) = given::<PathBuf>(matches, "checkpoint") else { return Ok(()) };
    journal.begin_in_store().map_err(|error| refused("write --checkpoint", &path, &error))
}

/// Writes the part of a shard.
pub(crate) fn finish_shard(
    journal: &Journal,
    host: &dyn Host,
    answer: &Answer,
    outputs: &mut Outputs<'_>,
) -> Result<ExitCode, Failure> {
    let (part, is_done) = part_of(journal, host, answer)?;
    outputs.write("--out", || part.to_text())?;
    if is_done {
        return Ok(ExitCode::SUCCESS);
    }
    let reason = answer.stopped_by.map_or("not finished", StoppedBy::in_words);
    tell(&format!("the share is not done: {reason}"));
    Ok(exit_code(answer))
}

/// The part of a shard, and whether its share is done.
pub(crate) fn part_of(
    journal: &Journal,
    host: &dyn Host,
    answer: &Answer,
) -> Result<(JournalDocument, bool), Failure> {
    let is_done = journal.is_share_done() && answer.stopped_by == Some(StoppedBy::Shard);
    let part = journal.part(is_done, host.elapsed());
    part.map(|part| (part, is_done)).map_err(|error| Failure::Machine(error.to_string()))
}

/// `kumiki resume`: goes on from a checkpoint.
pub(crate) fn resume(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let path: PathBuf = given(matches, "checkpoint").expect("clap wants a folder");
    let name = path.display().to_string();
    let unusable = |error: ResumeError| Failure::Input(format!("cannot resume '{name}': {error}"));
    // What is no checkpoint gets no lock.
    Journal::read(&CheckpointFile::look(&path)).map_err(|error| unusable(error.into()))?;
    let file = CheckpointFile::open(&path).map_err(|error| refused("resume", &path, &error))?;
    guard::wait_for_checkpoint();
    let mut journal =
        Journal::open(Box::new(file), every(matches)).map_err(|error| unusable(error.into()))?;
    let head = JournalHead::read(journal.head(), "its journal").map_err(unusable)?;
    if let Some(shard) = head.shard {
        journal = journal.for_shard(shard);
    }
    let words = std::iter::once("kumiki".to_owned()).chain(head.arguments);
    let asked = command_line().try_get_matches_from(words).map_err(|error| {
        Failure::Input(format!("cannot resume '{name}': {}", usage_failure(&error)))
    })?;
    let (command, asked) = asked.subcommand().expect("clap wants a command");
    let (question, scratch) = (head.question, head.scratch);
    answer(command, asked, Some(Resumed { question, journal, scratch, limits: matches }))
}

/// `kumiki merge`: puts the parts of all shards together.
pub(crate) fn merge(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let files: Vec<PathBuf> = all_given(matches, "parts");
    let mut parts = Vec::with_capacity(files.len());
    for file in &files {
        parts.push(read_part(file)?);
    }
    let (head, merged) = merge_parts(parts).map_err(|error| no_whole(&files, &error))?;
    let (question, journal) = (head.question, Journal::of(merged));
    let command = question.ask.command();
    answer(command, matches, Some(Resumed { question, journal, scratch: None, limits: matches }))
}

/// Why parts are no whole. The commands that do what is missing are printed.
fn no_whole(files: &[PathBuf], error: &ResumeError) -> Failure {
    let ResumeError::Merge(
        MergeError::Missing { missing: again, of }
        | MergeError::Unfinished { unfinished: again, of },
    ) = error
    else {
        return Failure::Input(format!("cannot merge: {error}"));
    };
    let printed = question_of(files).and_then(|question| {
        let lines = again.iter().map(|shard| shard_line(&question, *shard, *of));
        print(&lines.collect::<String>())
    });
    if let Err(failure) = printed {
        return failure;
    }
    let names = again.iter().map(|shard| format!("{}/{of}", shard + 1));
    let names: Vec<String> = names.take(NAMED).collect();
    let more = if again.len() > NAMED { " and others" } else { "" };
    Failure::Input(format!("cannot merge: {error}; to be done: {}{more}", names.join(", ")))
}

fn read_part(file: &Path) -> Result<(String, JournalDocument), Failure> {
    let Input { name, bytes } =
        Input::read(file, PART_LIMIT_BYTES, "what a run with --shard or --checkpoint writes")?;
    let text = String::from_utf8(bytes)
        .map_err(|error| Failure::Input(format!("cannot use '{name}': no UTF-8, {error}")))?;
    let document = read_part_text(&format!("'{name}'"), &text)?;
    Ok((name, document))
}

/// A part, from its text.
pub(crate) fn read_part_text(name: &str, text: &str) -> Result<JournalDocument, Failure> {
    JournalDocument::from_text(text, name).map_err(|error| Failure::Input(error.to_string()))
}

/// The question of the first part.
fn question_of(files: &[PathBuf]) -> Result<Question, Failure> {
    let (name, document) = read_part(&files[0])?;
    let head = JournalHead::read(&document.head, &name);
    Ok(head.map_err(|error| Failure::Input(error.to_string()))?.question)
}

/// `kumiki shards`: a script that does all shares and puts them together.
pub(crate) fn shards(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let words: Vec<String> = all_given(matches, "command");
    let whole = std::iter::once("kumiki".to_owned()).chain(words.iter().cloned());
    let asked = command_line()
        .try_get_matches_from(whole)
        .map_err(|error| Failure::Input(usage_failure(&error)))?;
    let (command, asked) = asked.subcommand().expect("clap wants a command");
    for name in ["shard", "checkpoint", "out", "json", "json_lines", "svg", "eps"] {
        if is_written(asked, name) {
            let flag = name.replace('_', "-");
            return Err(Failure::Input(format!(
                "'--{flag}' is given, expected the question alone; the merge takes --json and the like"
            )));
        }
    }
    // What cannot be asked is said now, and not by a thousand tasks.
    let question = crate::arguments::question(command, asked)?;
    let prepared = Prepared::new(&question)?;
    prepared.check_divisible().map_err(|halt| Failure::of(command, &halt))?;
    let (of, scheduler) = match given::<u32>(matches, "slurm") {
        Some(of) => (of, Scheduler::Slurm),
        None => (given(matches, "parallel").expect("one of them"), Scheduler::Parallel),
    };
    print(&shard_script(&words, of, scheduler))?;
    Ok(ExitCode::SUCCESS)
}

/// `kumiki status`: how far a run is, or which shards are done.
pub(crate) fn status(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let paths: Vec<PathBuf> = all_given(matches, "files");
    let mut documents = Vec::new();
    for path in &paths {
        // A folder stands for the parts in it.
        let inside = std::fs::read_dir(path).into_iter().flatten().flatten();
        let is_part = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
        let mut inside: Vec<PathBuf> = inside.map(|entry| entry.path()).filter(is_part).collect();
        inside.sort();
        let files = if path.is_dir() { &inside } else { std::slice::from_ref(path) };
        for file in files {
            documents.push(read_part(file)?);
        }
    }
    let wrong = |error: ResumeError| Failure::Input(format!("cannot tell how far it is: {error}"));
    let report = match &documents[..] {
        [(name, document)] if document.head["shard"].is_null() => {
            Status::of_run(&JournalHead::read(&document.head, name).map_err(wrong)?, document)
        }
        parts => Status::of_parts(parts).map_err(wrong)?,
    };
    if is_given(matches, "json") {
        print_json(&report)?;
    } else {
        print(&report.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}
