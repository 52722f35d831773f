//! Input files: read whole, but not without end.

use crate::failure::Failure;
use crate::guard;
use crate::text::tell;
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

    /// Reads a file, or what comes with Kumiki under that name if there is no such file.
    pub(crate) fn read_or_find(
        path: &Path,
        limit_bytes: u64,
        built_in: impl Fn(&str) -> Option<&'static str>,
        expected: &str,
    ) -> Result<Self, Failure> {
        let name = path.display().to_string();
        match built_in(&name) {
            Some(text) if !path.exists() => Ok(Self { name, bytes: text.as_bytes().to_vec() }),
            _ => Self::read(path, limit_bytes, expected),
        }
    }

    /// The failure that something is wrong with what the file says.
    pub(crate) fn refused(&self, error: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}: {error}", self.name))
    }

    /// Tells on stderr what the reader noticed, each line after a word such as `warning`.
    pub(crate) fn tell(&self, word: &str, lines: &[String]) {
        for line in lines {
            tell(&format!("{word}: {}: {line}", self.name));
        }
    }
}
