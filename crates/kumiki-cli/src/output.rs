//! Outputs: refused at once if they cannot be written in the end, and written whole or not at all.

use crate::failure::Failure;
use crate::guard;
use crate::printing::{print, print_data};
use kumiki_host::{OutputFile, is_same_file, is_stdout};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a run writes beside or in the place of its answer, reserved before it begins.
///
/// * Stdout has one thing. If an output goes there, called `-`, the answer is not printed, and
///   nothing else may want stdout.
/// * No two outputs have the same place, and none has that of the file that is read.
pub(crate) struct Outputs<'a> {
    force: bool,
    /// The file that is read, if one is.
    input: Option<&'a Path>,
    /// The argument that says what is on stdout, if one does.
    on_stdout: Option<&'static str>,
    outputs: Vec<Output>,
    is_answer_printed: bool,
}

struct Output {
    /// The argument that names it.
    flag: &'static str,
    path: PathBuf,
    /// None for stdout.
    file: Option<OutputFile>,
}

impl<'a> Outputs<'a> {
    /// No outputs yet. `on_stdout` is what the answer is if it is not text that gives way to an
    /// output: `--json`, for example.
    pub(crate) fn new(
        force: bool,
        on_stdout: Option<&'static str>,
        input: Option<&'a Path>,
    ) -> Self {
        Self { force, input, on_stdout, outputs: Vec::new(), is_answer_printed: true }
    }

    /// Makes sure that the output that an argument names can be written in the end.
    pub(crate) fn reserve(
        &mut self,
        flag: &'static str,
        path: Option<&Path>,
    ) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let refused = |what: &str, expected: &str| {
            Failure::Input(format!(
                "cannot write {flag} '{}': {what}, expected {expected}",
                path.display()
            ))
        };
        let mut file = None;
        if path == Path::new("-") {
            if let Some(other) = self.on_stdout {
                return Err(refused(
                    &format!("{other} goes to stdout too"),
                    "a file for one of them",
                ));
            }
            self.on_stdout = Some(flag);
            self.is_answer_printed = false;
        } else {
            if self.input.is_some_and(|input| is_same_file(input, path)) {
                return Err(refused("it is the file that is read", "another name"));
            }
            let is_there =
                |output: &&Output| output.file.as_ref().is_some_and(|file| file.is_at(path));
            if let Some(other) = self.outputs.iter().find(is_there) {
                return Err(refused(&format!("{} goes there too", other.flag), "different names"));
            }
            if is_stdout(path) {
                return Err(refused("stdout goes there too", "another name, or - for stdout"));
            }
            file = Some(OutputFile::reserve(path, self.force).map_err(|error| {
                let expected = match error.kind() {
                    ErrorKind::AlreadyExists => "a new name or --force",
                    ErrorKind::IsADirectory => "the name of a file",
                    ErrorKind::NotFound => "a folder that exists",
                    _ => "a folder where files can be written",
                };
                refused(&error.to_string(), expected)
            })?);
        }
        self.outputs.push(Output { flag, path: path.to_owned(), file });
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
        // Like stdout, a FIFO may have no reader.
        let _printing = file.is_written_through().then(|| guard::phase(guard::Phase::Printing));
        file.write(&[text.as_bytes()]).map_err(|error| {
            Failure::Machine(format!("cannot write {flag} '{}': {error}", path.display()))
        })
    }

    /// Whether the answer is printed: stdout is not for something else.
    pub(crate) fn is_answer_printed(&self) -> bool {
        self.is_answer_printed
    }
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
