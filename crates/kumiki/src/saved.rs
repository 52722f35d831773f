//! Listed solutions in a file: written as they are found, and read back.
//!
//! The bytes are those of [`kumiki_formats::solutions`]. Where they are kept, a
//! [`ListStore`](kumiki_drive::ListStore) knows.

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
use std::io;
use thiserror::Error;

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
