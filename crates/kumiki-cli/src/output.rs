//! Output files: refused at once if they cannot be written in the end, and written whole or not at all.

use crate::args::PictureArgs;
use crate::failure::Failure;
use crate::text::{alternatives, print};
use clap::ValueEnum;
use kumiki::run::OutputFile;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::Path;

/// How many solutions are drawn if nobody says.
pub(crate) const DRAWN_BY_DEFAULT: usize = 24;

/// Makes sure at once that a file can be written in the end. `flag` is the argument that names it.
pub(crate) fn reserve(flag: &str, path: &Path, force: bool) -> Result<OutputFile, Failure> {
    OutputFile::reserve(path, force).map_err(|error| {
        let expected = match error.kind() {
            ErrorKind::AlreadyExists => "a new name or --force",
            ErrorKind::IsADirectory => "the name of a file",
            ErrorKind::NotFound => "a folder that exists",
            _ => "a folder where files can be written",
        };
        Failure::Input(format!("cannot write {flag} '{}': {error}, expected {expected}", path.display()))
    })
}

/// The place of the picture, if one is wanted.
pub(crate) fn reserve_picture(picture: &PictureArgs, force: bool) -> Result<Option<OutputFile>, Failure> {
    picture.svg.as_deref().map(|path| reserve("--svg", path, force)).transpose()
}

/// Writes a picture in its reserved place.
pub(crate) fn write_picture(file: OutputFile, svg: &str) -> Result<(), Failure> {
    file.write(svg).map_err(|error| Failure::Machine(format!("the picture cannot be written: {error}")))
}

/// The values of `--write`, which come in pairs: a format and a file.
pub(crate) fn conversions<F: ValueEnum>(values: &[OsString]) -> Result<Vec<(F, &Path)>, Failure> {
    let pairs = values.as_chunks::<2>().0;
    pairs.iter().map(|[format, file]| Ok((conversion(format)?, Path::new(file)))).collect()
}

fn conversion<F: ValueEnum>(format: &OsStr) -> Result<F, Failure> {
    let name = format.to_string_lossy();
    F::from_str(&name, false).map_err(|_| {
        let names = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        Failure::Input(format!("bad format '{name}' for '--write', expected {}", alternatives(&names)))
    })
}

/// Writes a converted problem to a file, or to stdout if the file is called `-`.
pub(crate) fn write_converted(path: &Path, force: bool, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        return print(text);
    }
    let file = reserve("--write", path, force)?;
    file.write(text)
        .map_err(|error| Failure::Machine(format!("'{}' cannot be written: {error}", path.display())))?;
    print(&format!("{} written, {} bytes\n", path.display(), text.len()))
}
