//! Outputs: refused at once if they cannot be written in the end, and written whole or not at all.

use crate::failure::Failure;
use crate::printing::{print, print_data, print_long};
use kumiki::draw::Sheet;
use kumiki_host::{Crew, OutputFile, guard, is_same_file, is_stdout};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What a run writes beside or in the place of its answer, reserved before it begins.
///
/// * Stdout has one thing. If an output goes there, called `-`, the answer is not printed, and
///   nothing else may want stdout.
/// * No two outputs have the same place, and none has that of the file that is read.
/// * Pictures whose name has braces are one for each solution, [numbered](Numbered), written as the
///   solutions come, many at a time. Only the first of them is reserved.
pub(crate) struct Outputs<'a> {
    force: bool,
    /// The file that is read, if one is.
    input: Option<&'a Path>,
    /// The argument that says what is on stdout, if one does.
    on_stdout: Option<&'static str>,
    outputs: Vec<Output>,
    /// Pictures of single solutions.
    numbered: Vec<Numbered>,
    /// Where these are, if there are two of each solution.
    places: BTreeSet<PathBuf>,
    /// Who writes these.
    crew: Crew<Label>,
    /// The first of them that could not be written, by its place among `numbered`.
    failed: Option<(usize, Failure)>,
    is_answer_printed: bool,
}

struct Output {
    /// The argument that names it.
    flag: &'static str,
    path: PathBuf,
    /// None for stdout.
    file: Option<OutputFile>,
}

/// Pictures of single solutions: what stands before and after the number in their names.
struct Numbered {
    /// The argument that names them.
    flag: &'static str,
    /// Their name, with braces in the place of the number.
    pattern: PathBuf,
    /// Smaller numbers get zeros in front.
    digits: usize,
    /// The first of them, until it is written.
    first: Option<OutputFile>,
    /// How many are known to be written.
    written: usize,
}

/// A picture of a single solution: its place among the numbered ones, and its path.
type Label = (usize, PathBuf);

/// What stands for the number in the name of a file.
const BRACES: &str = "{}";

impl Numbered {
    /// Where the picture of the solution with a number goes.
    fn path(&self, number: usize) -> PathBuf {
        let (name, digits) = (self.pattern.file_name().unwrap_or_default(), self.digits);
        let name = name.to_string_lossy().replace(BRACES, &format!("{number:0digits$}"));
        self.pattern.with_file_name(name)
    }
}

impl<'a> Outputs<'a> {
    /// No outputs yet. `on_stdout` is what the answer is if it is not text that gives way to an
    /// output: `--json`, for example.
    pub(crate) fn new(
        force: bool,
        on_stdout: Option<&'static str>,
        input: Option<&'a Path>,
    ) -> Self {
        Self {
            force,
            input,
            on_stdout,
            outputs: Vec::new(),
            numbered: Vec::new(),
            places: BTreeSet::new(),
            crew: Crew::default(),
            failed: None,
            is_answer_printed: true,
        }
    }

    /// Makes sure that the output that an argument names can be written in the end.
    pub(crate) fn reserve(
        &mut self,
        flag: &'static str,
        path: Option<&Path>,
    ) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let mut file = None;
        if path == Path::new("-") {
            if let Some(other) = self.on_stdout {
                let what = format!("{other} goes to stdout too");
                return Err(refused(flag, path, &what, "a file for one of them"));
            }
            self.on_stdout = Some(flag);
            self.is_answer_printed = false;
        } else {
            file = Some(self.file(flag, path, OutputFile::reserve)?);
        }
        self.outputs.push(Output { flag, path: path.to_owned(), file });
        Ok(())
    }

    /// The same for pictures, which may be one for each solution. There are at most so many.
    pub(crate) fn reserve_pictures(
        &mut self,
        flag: &'static str,
        path: Option<&Path>,
        most: usize,
    ) -> Result<(), Failure> {
        let name = path.and_then(Path::file_name).and_then(OsStr::to_str).unwrap_or_default();
        let Some(pattern) = path.filter(|_| name.contains(BRACES)) else {
            return self.reserve(flag, path);
        };
        // If nobody knows how many there are, their numbers are as long as they are.
        let digits = if most == usize::MAX { 1 } else { most.max(1).ilog10() as usize + 1 };
        let pattern = pattern.to_owned();
        let mut numbered = Numbered { flag, pattern, digits, first: None, written: 0 };
        numbered.first = Some(self.file(flag, &numbered.path(1), OutputFile::reserve)?);
        self.numbered.push(numbered);
        Ok(())
    }

    /// A file that is in nobody's place.
    fn file(
        &self,
        flag: &str,
        path: &Path,
        reserve: fn(&Path, bool) -> std::io::Result<OutputFile>,
    ) -> Result<OutputFile, Failure> {
        self.check_place(flag, path)?;
        reserve(path, self.force).map_err(|error| {
            let expected = match error.kind() {
                ErrorKind::AlreadyExists => "a new name or --force",
                ErrorKind::IsADirectory => "the name of a file",
                ErrorKind::NotFound => "a folder that exists",
                _ => "a folder where files can be written",
            };
            refused(flag, path, &error.to_string(), expected)
        })
    }

    /// Whether a place is nobody's.
    pub(crate) fn check_place(&self, flag: &str, path: &Path) -> Result<(), Failure> {
        if self.input.is_some_and(|input| is_same_file(input, path)) {
            return Err(refused(flag, path, "it is the file that is read", "another name"));
        }
        let outputs = self.outputs.iter().map(|output| (output.flag, output.file.as_ref()));
        let firsts = self.numbered.iter().map(|numbered| (numbered.flag, numbered.first.as_ref()));
        let is_there = |file: Option<&OutputFile>| file.is_some_and(|file| file.is_at(path));
        if let Some((other, _)) = outputs.chain(firsts).find(|(_, file)| is_there(*file)) {
            let what = format!("{other} goes there too");
            return Err(refused(flag, path, &what, "different names"));
        }
        if self.places.contains(path) {
            return Err(refused(flag, path, "another picture is there", "different names"));
        }
        if is_stdout(path) {
            let expected = "another name, or - for stdout";
            return Err(refused(flag, path, "stdout goes there too", expected));
        }
        Ok(())
    }

    /// Whether the output that an argument names is wanted and not yet written.
    pub(crate) fn wants(&self, flag: &str) -> bool {
        self.outputs.iter().any(|output| output.flag == flag)
    }

    /// Writes the output that an argument names, if it is wanted: the first, if there are several.
    pub(crate) fn write(
        &mut self,
        flag: &str,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        let Some(at) = self.outputs.iter().position(|output| output.flag == flag) else {
            return Ok(());
        };
        let Output { flag, path, file } = self.outputs.remove(at);
        let text = text();
        let Some(file) = file else { return print_data(&text).map(drop) };
        put(flag, &path, file, &text)
    }

    /// Writes an output that is too long to be held, while it is made.
    pub(crate) fn write_long(
        &mut self,
        flag: &str,
        make: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<(), Failure> {
        let Some(at) = self.outputs.iter().position(|output| output.flag == flag) else {
            return Ok(());
        };
        let Output { flag, path, file } = self.outputs.remove(at);
        let Some(file) = file else { return print_long(make) };
        let _printing = file.is_written_through().then(|| guard::phase(guard::Phase::Printing));
        let written = file.write_long(&mut |out| {
            let mut out = BufWriter::with_capacity(1 << 16, out);
            make(&mut out)?;
            out.flush()
        });
        written.map_err(|error| cannot_write(flag, &path, &error))
    }

    /// Writes the pictures of the solution with a number, if each solution has one.
    pub(crate) fn write_numbered(
        &mut self,
        number: usize,
        draw: impl FnOnce() -> Sheet,
    ) -> Result<(), Failure> {
        if self.numbered.is_empty() {
            return Ok(());
        }
        let sheet = draw();
        for at in 0..self.numbered.len() {
            let flag = self.numbered[at].flag;
            let path = self.numbered[at].path(number);
            let first = self.numbered[at].first.take_if(|first| first.is_at(&path));
            let file = match first {
                Some(file) => Ok(file),
                None => self.file(flag, &path, OutputFile::reserve_another),
            };
            let text = if flag == "--eps" { sheet.to_eps() } else { sheet.to_svg() };
            let handed = file.and_then(|file| self.hand_over(at, &path, file, text));
            let settled = self.crew.settled();
            self.note(settled);
            if handed.is_err() || self.failed.is_some() {
                // What was handed over before is written first.
                self.finish_pictures()?;
                let before = pictures(self.numbered[at].written);
                return handed.map_err(|failure| failure.after(&before));
            }
            if self.numbered.len() > 1 {
                self.places.insert(path);
            }
        }
        Ok(())
    }

    /// Lets a picture of a solution be written.
    fn hand_over(
        &mut self,
        at: usize,
        path: &Path,
        file: OutputFile,
        text: String,
    ) -> Result<(), Failure> {
        if file.is_written_through() {
            put(self.numbered[at].flag, path, file, &text)?;
            self.numbered[at].written += 1;
            return Ok(());
        }
        self.crew.write((at, path.to_owned()), file, text);
        Ok(())
    }

    /// Waits until all pictures of single solutions that were handed over are written.
    pub(crate) fn finish_pictures(&mut self) -> Result<(), Failure> {
        let settled = self.crew.finish();
        self.note(settled);
        match self.failed.take() {
            Some((at, failure)) => Err(failure.after(&pictures(self.numbered[at].written))),
            None => Ok(()),
        }
    }

    /// Notes what has become of pictures.
    fn note(&mut self, settled: Vec<(Label, std::io::Result<()>)>) {
        for ((at, path), written) in settled {
            let Numbered { flag, written: count, .. } = &mut self.numbered[at];
            match written {
                Ok(()) => *count += 1,
                Err(error) => {
                    self.failed.get_or_insert((at, cannot_write(flag, &path, &error)));
                }
            }
        }
    }

    /// Whether the answer is printed: stdout is not for something else.
    pub(crate) fn is_answer_printed(&self) -> bool {
        self.is_answer_printed
    }
}

/// How many pictures have been written, in words.
fn pictures(count: usize) -> String {
    match count {
        0 => "no picture has been written".to_owned(),
        1 => "1 picture has been written".to_owned(),
        _ => format!("{count} pictures have been written"),
    }
}

/// Why something cannot be written.
fn refused(flag: &str, path: &Path, what: &str, expected: &str) -> Failure {
    Failure::Input(format!("cannot write {flag} '{}': {what}, expected {expected}", path.display()))
}

/// Writes a file.
fn put(flag: &str, path: &Path, file: OutputFile, text: &str) -> Result<(), Failure> {
    // Like stdout, a FIFO may have no reader.
    let _printing = file.is_written_through().then(|| guard::phase(guard::Phase::Printing));
    file.write(&[text.as_bytes()]).map_err(|error| cannot_write(flag, path, &error))
}

/// What the machine refuses.
fn cannot_write(flag: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::Machine(format!("cannot write {flag} '{}': {error}", path.display()))
}

/// A problem written in other formats: what `--write` asks for, in the place of an answer. Its
/// values come in pairs, a format and a file.
pub(crate) fn write_converted(
    values: &[OsString],
    force: bool,
    input: Option<&Path>,
    convert: impl Fn(&str) -> Result<String, Failure>,
) -> Result<(), Failure> {
    let mut outputs = Outputs::new(force, None, input);
    let mut texts = Vec::new();
    for [format, file] in values.as_chunks::<2>().0 {
        let path = Path::new(file);
        // What cannot be converted is refused before anything is written.
        texts.push((convert(&format.to_string_lossy())?, path));
        outputs.reserve("--write", Some(path))?;
    }
    for (text, path) in texts {
        let length = text.len();
        outputs.write("--write", || text)?;
        if outputs.is_answer_printed {
            print(&format!("{} written, {length} bytes\n", path.display()))?;
        }
    }
    Ok(())
}
