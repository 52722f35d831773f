//! A directory of its own for a question, with its files; gone when the question is answered.

use crate::program::{Program, Ran};
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

/// A directory in which the program is asked.
pub(crate) struct Workshop<'p> {
    directory: TempDir,
    program: &'p Program,
}

impl<'p> Workshop<'p> {
    /// A directory with files in it.
    ///
    /// # Errors
    /// If the machine fails.
    pub(crate) fn new(program: &'p Program, files: &[(String, Vec<u8>)]) -> Result<Self, String> {
        let directory =
            TempDir::with_prefix("kumiki-attack-").map_err(|e| format!("no directory: {e}"))?;
        let workshop = Self { directory, program };
        files.iter().try_for_each(|(name, bytes)| workshop.write(name, bytes))?;
        Ok(workshop)
    }

    /// Puts a file there.
    ///
    /// # Errors
    /// If the machine fails.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        std::fs::write(self.path().join(name), bytes)
            .map_err(|error| format!("cannot write {name}: {error}"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Asks a question that has an answer: words separated by blanks.
    ///
    /// # Errors
    /// If there is no such answer, with the question in front.
    pub(crate) fn ask(&self, words: &str) -> Result<Value, String> {
        let asked = self.program.ask(self.path(), &split(words));
        asked.map_err(|fault| format!("kumiki {words}: {fault}"))
    }

    /// Runs the program with words separated by blanks, whatever comes of it.
    ///
    /// # Errors
    /// If it crashes or takes too long, with the question in front.
    pub(crate) fn run(&self, words: &str) -> Result<Ran, String> {
        let ran = self.program.run(self.path(), &split(words));
        ran.map_err(|fault| format!("kumiki {words}: {fault}"))
    }
}

/// The words of a command.
pub(crate) fn split(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// Says what differs, unless the two are equal.
///
/// # Errors
/// If they are not.
pub(crate) fn agree<T: PartialEq + std::fmt::Debug>(
    what: &str,
    answer: &T,
    truth: &T,
) -> Result<(), String> {
    match answer == truth {
        true => Ok(()),
        false => Err(format!("{what}: answered {answer:?}, in truth {truth:?}")),
    }
}
