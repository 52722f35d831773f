//! Input files: read whole, but not without end.

use crate::failure::Failure;
use kumiki::formats::text_of;
use kumiki::model::Source;
use kumiki_host::guard;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Input {
    /// What it is called in messages and answers.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    /// Reads a file, or stdin if it is called `-`. If that cannot be done, the failure names
    /// `expected`.
    pub(crate) fn read(path: &Path, limit_bytes: u64, expected: &str) -> Result<Self, Failure> {
        let refused = |what: &str| {
            let name = path.display();
            Failure::Input(format!("cannot read '{name}': {what}, expected {expected}"))
        };
        let is_stdin = path == Path::new("-");
        // One byte more than allowed tells what is too long from what is just not.
        let read = |source: &mut dyn Read| {
            let mut bytes = Vec::new();
            source.take(limit_bytes + 1).read_to_end(&mut bytes).map(|_| bytes)
        };
        let _reading = guard::phase(guard::Phase::Reading);
        let read = if is_stdin {
            read(&mut io::stdin().lock())
        } else {
            File::open(path).and_then(|mut f| read(&mut f))
        };
        let bytes = read.map_err(|error| refused(&error.to_string()))?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > limit_bytes) {
            return Err(refused(&format!("it has more than {} MB", limit_bytes >> 20)));
        }
        let name = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
        Ok(Self { name, bytes })
    }

    /// The source that an argument names: what comes with Kumiki under that name if there is no
    /// such file, otherwise the file with its contents.
    pub(crate) fn source(command: &str, path: &Path) -> Result<Source, Failure> {
        let name = path.display().to_string();
        if kumiki::is_built_in(command, &name) && !path.exists() {
            return Ok(name.as_str().into());
        }
        let (limit_bytes, expected) = kumiki::expected_file(command);
        let Self { name, bytes } = Self::read(path, limit_bytes, expected)?;
        match text_of(bytes) {
            Ok(text) => Ok(Source::file(name, text)),
            Err(error) => Err(Failure::Input(format!("{name}: {error}"))),
        }
    }
}
