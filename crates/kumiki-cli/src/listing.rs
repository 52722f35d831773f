//! Listed solutions in a file of their own: written while they are found, and read by
//! `kumiki export`.

use crate::arguments::{given, is_given};
use crate::failure::Failure;
use crate::flags::has_pictures;
use crate::output::Outputs;
use crate::printing::tell;
use clap::ArgMatches;
use kumiki::formats::solutions::{MAGIC, SolutionsError, SolutionsReader};
use kumiki::judge::{Fault, Verdict};
use kumiki::model::{Answer, StoppedBy};
use kumiki::{
    ListError, ListReader, ListWriter, Prepared, Range, Row, Shown, Sink, csv_head, csv_row,
    judge_list, open_list,
};
use kumiki_host::{GrowingFile, guard};
use std::fs::{File, Metadata};
use std::io::{self, BufReader, ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solutions are written at least so often if they come: that much is lost if a run is killed.
const EVERY: Duration = Duration::from_secs(1);

/// So many solutions are drawn if nobody says how many.
const DRAWN: usize = 24;

/// The file that solutions go to.
pub(crate) struct OutList {
    writer: ListWriter,
    path: PathBuf,
    /// Whether the file was not there before.
    is_new: bool,
    /// When something was last written.
    written: Instant,
}

impl OutList {
    /// Refuses a file that `--out` names, before anything is written.
    pub(crate) fn check(
        path: &Path,
        matches: &ArgMatches,
        prepared: &Prepared,
        outputs: &Outputs<'_>,
        is_resumed: bool,
    ) -> Result<(), Failure> {
        let both = ["svg", "eps", "play"].into_iter().find(|name| match *name {
            "play" => is_given(matches, name),
            name => given::<PathBuf>(matches, name).is_some(),
        });
        if let Some(other) = both {
            return Err(Failure::Input(format!(
                "'--out' and '--{other}' are both given, expected one of them; 'kumiki export' \
                 draws what is in the file"
            )));
        }
        if !prepared.shows() {
            let expected = "--list, --sample, --first or --cheapest, or --shard for a part";
            let what = "'--out' is given, but no solutions are listed";
            return Err(Failure::Input(format!("{what}, expected {expected}")));
        }
        if given::<PathBuf>(matches, "checkpoint").is_some_and(|other| other == path) {
            let what = "--checkpoint goes there too, expected different names";
            return Err(Failure::Input(format!("cannot write --out '{}': {what}", path.display())));
        }
        if path == Path::new("-") {
            let what = "solutions are written and read again, expected the name of a file";
            return Err(Failure::Input(format!("cannot write --out '-': {what}")));
        }
        outputs.check_place("--out", path)?;
        GrowingFile::check(path, is_resumed || is_given(matches, "force"))
            .map_err(|error| refused(path, &error))
    }

    /// The file that `--out` names. A run that is resumed goes on with what is there.
    pub(crate) fn open(
        path: &Path,
        matches: &ArgMatches,
        prepared: &Prepared,
        is_resumed: bool,
    ) -> Result<Self, Failure> {
        let file = match is_resumed {
            true => GrowingFile::open(path),
            false => GrowingFile::create(path, is_given(matches, "force")),
        };
        let file = file.map_err(|error| refused(path, &error))?;
        let is_new = file.is_new();
        let store = Box::new(file);
        let writer = match is_resumed {
            true => ListWriter::go_on(prepared, store),
            false => ListWriter::begin(prepared, store),
        };
        let writer = writer.map_err(|error| match error {
            ListError::Format(SolutionsError::Unreadable(error)) => cannot_write(path, &error, 0),
            other => Failure::Input(format!("cannot write --out '{}': {other}", path.display())),
        })?;
        Ok(Self { writer, path: path.to_owned(), is_new, written: Instant::now() })
    }

    /// What went wrong with the last solution, if something did.
    fn failure(&mut self) -> Option<Failure> {
        let (error, rows) = self.writer.failure()?;
        Some(cannot_write(&self.path, &error, rows))
    }

    /// The run has come to nothing: a file that was not there before and has no solutions goes.
    pub(crate) fn abandon(self) {
        if self.is_new && self.writer.rows() == 0 {
            // If it stays, it can be read.
            let _ = std::fs::remove_file(&self.path);
        }
    }

    /// Writes what is left, and notes in the answer where the solutions are.
    pub(crate) fn finish(self, answer: &mut Answer) -> Result<(), Failure> {
        let is_whole = answer.stopped_by.is_none_or(|by| by == StoppedBy::Enough);
        let rows = self.writer.finish(answer, is_whole);
        let rows = rows.map_err(|(error, rows)| cannot_write(&self.path, &error, rows))?;
        answer.evidence.push(format!("listed solutions in '{}': {rows}", self.path.display()));
        Ok(())
    }
}

impl OutList {
    /// Takes a solution; what goes wrong is told.
    pub(crate) fn take(&mut self, shown: Shown) -> Result<ControlFlow<()>, Failure> {
        let flow = self.writer.take(shown);
        self.failure().map_or(Ok(flow), Err)
    }

    /// The same for a row.
    pub(crate) fn take_row(
        &mut self,
        number: usize,
        row: &Row,
    ) -> Result<ControlFlow<()>, Failure> {
        match self.writer.take_row(number, row) {
            ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
            flow => self.failure().map_or(Ok(flow), Err),
        }
    }

    /// Whether it has rows.
    pub(crate) fn takes_rows(&self) -> bool {
        self.writer.takes_rows()
    }

    /// Writes what has come, if it is time to.
    pub(crate) fn rest(&mut self) -> Result<(), Failure> {
        if self.written.elapsed() < EVERY {
            return Ok(());
        }
        self.written = Instant::now();
        let _ = self.writer.flush();
        self.failure().map_or(Ok(()), Err)
    }
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let expected = match error.kind() {
        ErrorKind::AlreadyExists => "a new name or --force",
        ErrorKind::IsADirectory => "the name of a file",
        ErrorKind::NotFound => "a folder that exists",
        ErrorKind::ResourceBusy => "one run at a time",
        _ => "a folder where files can be written",
    };
    Failure::Input(format!("cannot write --out '{}': {error}, expected {expected}", path.display()))
}

/// What the machine refuses.
fn cannot_write(path: &Path, error: &io::Error, rows: u64) -> Failure {
    let name = path.display();
    Failure::Machine(format!("cannot write --out '{name}': {error}; solutions in it: {rows}"))
}

/// Opens a file if it has listed solutions.
pub(crate) fn find_list(path: &Path) -> Option<BufReader<File>> {
    let mut magic = [0; MAGIC.len()];
    // A FIFO can be read only once, and to open it takes until somebody writes.
    path.metadata().ok().filter(Metadata::is_file)?;
    let mut file = File::open(path).ok()?;
    file.read_exact(&mut magic).ok().filter(|()| magic == MAGIC)?;
    File::open(path).ok().map(BufReader::new)
}

/// Judges the solutions in a file.
pub(crate) fn check(path: &Path, list: impl Read) -> Result<Result<Verdict, Fault>, Failure> {
    let _reading = guard::phase(guard::Phase::Working);
    judge_list(list).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &ListError) -> Failure {
    Failure::Input(format!("cannot read '{}': {error}", path.display()))
}

/// What goes wrong while a list is read and written in another form.
enum Broken {
    List(ListError),
    Output(io::Error),
}

impl From<ListError> for Broken {
    fn from(error: ListError) -> Self {
        Self::List(error)
    }
}

/// `kumiki export`: listed solutions as lines, as a table or drawn.
pub(crate) fn export(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let path: PathBuf = given(matches, "file").expect("clap wants a file");
    let (prepared, _) = opened(&path)?;
    let named = |name: &str| given::<PathBuf>(matches, name);
    let command = prepared.question().ask.command();
    if named("svg").is_some() && !has_pictures(command) {
        let what = format!("'{}' has solutions of '{command}'", path.display());
        return Err(Failure::Input(format!("{what}, which has no pictures, expected no --svg")));
    }
    let mut outputs = Outputs::new(is_given(matches, "force"), None, Some(&path));
    outputs.reserve("--json-lines", named("json_lines").as_deref())?;
    outputs.reserve("--csv", named("csv").as_deref())?;
    outputs.reserve_pictures("--svg", named("svg").as_deref(), usize::MAX)?;
    let range = Range { from: given(matches, "from").unwrap_or(1), most: given(matches, "list") };
    // Each output reads the file once more: it may be longer than what can be held.
    let mut notes = Vec::new();
    for (name, flag) in [("json_lines", "--json-lines"), ("csv", "--csv"), ("svg", "--svg")] {
        if named(name).is_none() {
            continue;
        }
        let list = ListReader::new(&prepared, opened(&path)?.1);
        let mut list = list.map_err(|error| unreadable(&path, &error))?;
        match name {
            "svg" => draw(&prepared, &mut list, range, &mut outputs, &path)?,
            _ => write_rows(flag, &mut list, range, &mut outputs, &path)?,
        }
        notes.extend(list.unclosed());
    }
    if let Some(line) = notes.first() {
        tell(&format!("note: '{}' {line}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The question of a file, and its rows to be read.
fn opened(path: &Path) -> Result<(Prepared, SolutionsReader<BufReader<File>>), Failure> {
    let file = File::open(path).map_err(|error| {
        let (name, expected) = (path.display(), "a file that --out has written");
        Failure::Input(format!("cannot read '{name}': {error}, expected {expected}"))
    })?;
    open_list(BufReader::new(file)).map_err(|error| unreadable(path, &error))
}

/// Writes rows as lines of JSON or as a table, as a flag says.
fn write_rows(
    flag: &str,
    list: &mut ListReader<'_, impl Read>,
    range: Range,
    outputs: &mut Outputs<'_>,
    path: &Path,
) -> Result<(), Failure> {
    let is_table = flag == "--csv";
    let mut refused = None;
    let written = outputs.write_long(flag, &mut |out| {
        if is_table {
            out.write_all(csv_head().as_bytes())?;
        }
        let walked = list.walk(range, usize::MAX, &mut |shown| {
            let row = match is_table {
                true => Ok(csv_row(&shown)),
                false => serde_json::to_string(&shown).map(|line| line + "\n"),
            };
            let row = row.map_err(|error| Broken::Output(error.into()))?;
            out.write_all(row.as_bytes()).map_err(Broken::Output)
        });
        match walked {
            Ok(()) => Ok(()),
            Err(Broken::Output(error)) => Err(error),
            Err(Broken::List(error)) => {
                refused = Some(unreadable(path, &error));
                Err(io::Error::other("its list cannot be read"))
            }
        }
    });
    refused.map_or(written, Err)
}

/// Draws solutions, together or each in a file of its own.
fn draw(
    prepared: &Prepared,
    list: &mut ListReader<'_, impl Read>,
    range: Range,
    outputs: &mut Outputs<'_>,
    path: &Path,
) -> Result<(), Failure> {
    let mut drawn = Vec::new();
    let walked = list.walk(range, DRAWN, &mut |shown| {
        drawn.push(shown);
        Ok(())
    });
    if let Err(Broken::List(error)) = walked {
        return Err(unreadable(path, &error));
    }
    for shown in &drawn {
        outputs.write_numbered(shown.number, || prepared.picture_of(shown))?;
    }
    outputs.finish_pictures()?;
    outputs.write("--svg", || prepared.picture_of_some(drawn).to_svg())
}
