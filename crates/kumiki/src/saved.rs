//! Listed solutions in a file: written as they are found, and read back.
//!
//! The bytes are those of [`kumiki_formats::solutions`]. Where they are kept, a [`ListStore`]
//! knows.

mod export;
mod judge;
mod reader;
mod writer;

pub use export::{csv_head, csv_row};
pub use judge::judge_list;
pub use reader::{ListReader, Range, open_list};
pub use writer::ListWriter;

use crate::journals::VERSION;
use crate::rows::ReadRows;
use crate::{Halt, Prepared};
use kumiki_formats::solutions::{RowForm, SolutionsError, SolutionsHead};
use std::io::{self, Read};
use thiserror::Error;

/// Where the bytes of a list are.
pub trait ListStore: Send {
    /// Adds bytes at the end. If that cannot be done, what was there before is still there, and
    /// perhaps the beginning of the bytes after it.
    ///
    /// # Errors
    /// If the machine refuses.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Drops all bytes from this place on.
    ///
    /// # Errors
    /// If the machine refuses.
    fn cut(&mut self, at: u64) -> io::Result<()>;

    /// Makes sure that all bytes outlive a power cut.
    ///
    /// # Errors
    /// If the machine refuses.
    fn sync(&mut self) -> io::Result<()>;

    /// What is there, from the beginning. It is read before anything is added, and while nothing
    /// is.
    ///
    /// # Errors
    /// If the machine refuses.
    fn read(&self) -> io::Result<Box<dyn Read + Send>>;
}

/// Why a list cannot be read or gone on with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ListError {
    /// Its bytes are not right.
    #[error(transparent)]
    Format(#[from] SolutionsError),
    /// Its question makes no sense.
    #[error(transparent)]
    Question(#[from] Halt),
    /// A row is none of its question.
    #[error("row {number} cannot be read: {what}, expected a solution of its question")]
    Row {
        /// The number of the row.
        number: u64,
        /// What is wrong with it.
        what: String,
    },
    /// Rows mean something else.
    #[error("its rows are {found}, expected {expected}: another version of Kumiki has written it")]
    Meaning {
        /// What they are.
        found: String,
        /// What they are in this version.
        expected: String,
    },
    /// It is about something else.
    #[error("it is about another question or from another version, expected that of the run")]
    Foreign,
}

impl From<io::Error> for ListError {
    fn from(error: io::Error) -> Self {
        Self::Format(error.into())
    }
}

/// What a list is about.
fn head(prepared: &Prepared) -> Result<SolutionsHead, Halt> {
    Ok(SolutionsHead {
        version: VERSION.to_owned(),
        digest: prepared.question().digest(),
        rows: form(&*prepared.rows()?),
        question: prepared.question().clone(),
    })
}

fn form(rows: &dyn ReadRows) -> RowForm {
    match rows.meaning() {
        Some(meaning) => RowForm::Elements { meaning },
        None => RowForm::Lines,
    }
}
