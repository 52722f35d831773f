//! Solutions on their way into a file.

use super::{ListError, head};
use crate::Prepared;
use crate::sink::{Row, Shown, Sink};
use kumiki_drive::ListStore;
use kumiki_formats::solutions::frame::closing_frame;
use kumiki_formats::solutions::rows::RowBlock;
use kumiki_formats::solutions::{Frame, RowForm, SolutionsError, SolutionsHead, SolutionsReader};
use kumiki_model::Answer;
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Writes a list as it is found.
///
/// Whoever goes on with a list that is there gives all solutions again, from the first. What is
/// there is compared with them, frame by frame, and dropped from the first difference on: a run
/// that was stopped may have shown solutions that have others before them.
///
/// * **X1** The store has the head and whole frames, and after them what could not be written.
/// * **X2** While there is an `old` frame, all frames before it have been found again, and `block`
///   has rows that are to be compared with it: at most as many as it has.
/// * **X3** `rows` is how many rows are in the frames of the store that have been written or found
///   again.
pub struct ListWriter {
    store: Box<dyn ListStore>,
    has_elements: bool,
    /// The rows that are not in a frame yet (X2).
    block: RowBlock,
    /// Room for a frame.
    bytes: Vec<u8>,
    /// Room for a line of JSON.
    line: Vec<u8>,
    /// What is left of a list that is gone on with, and its next frame (X2).
    old: Option<(SolutionsReader<Box<dyn Read + Send>>, Frame)>,
    /// Where the old frame begins, or the end of the store.
    at: u64,
    rows: u64,
    /// Why no more could be written.
    failure: Option<io::Error>,
}

impl ListWriter {
    /// Begins a list in an empty store.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn begin(prepared: &Prepared, mut store: Box<dyn ListStore>) -> Result<Self, ListError> {
        let head = head(prepared)?;
        let bytes = head.to_bytes();
        store.cut(0)?;
        store.append(&bytes)?;
        Ok(Self::new(&head, store, bytes.len() as u64))
    }

    fn new(head: &SolutionsHead, store: Box<dyn ListStore>, at: u64) -> Self {
        Self {
            store,
            has_elements: head.rows != RowForm::Lines,
            block: RowBlock::default(),
            bytes: Vec::new(),
            line: Vec::new(),
            old: None,
            at,
            rows: 0,
            failure: None,
        }
    }

    /// Goes on with the list in a store. One that has not even a whole head begins anew.
    ///
    /// # Errors
    /// If it is about something else, or nothing can be written there.
    pub fn go_on(prepared: &Prepared, mut store: Box<dyn ListStore>) -> Result<Self, ListError> {
        let head = head(prepared)?;
        let expected = head.to_bytes();
        let mut found = Vec::new();
        store.read()?.take(expected.len() as u64).read_to_end(&mut found)?;
        if found.len() < expected.len() && expected.starts_with(&found) {
            return Self::begin(prepared, store);
        }
        if found != expected {
            return Err(ListError::Foreign);
        }
        let whole = whole_bytes(SolutionsReader::new(store.read()?)?);
        store.cut(whole)?;
        let mut old = SolutionsReader::new(store.read()?)?;
        let at = old.whole_bytes();
        let frame = old.next_frame()?;
        let writer = Self::new(&head, store, at);
        Ok(Self { old: frame.map(|frame| (old, frame)), ..writer })
    }

    /// How many rows there are, in frames or not.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows + u64::from(self.block.count())
    }

    /// Why no more could be written, if that is so; and how many rows can be read nevertheless.
    pub fn failure(&mut self) -> Option<(io::Error, u64)> {
        self.failure.take().map(|error| (error, self.rows))
    }

    /// A row is in the block. Breaks if it cannot be written.
    fn settle(&mut self) -> ControlFlow<()> {
        let is_due = match &self.old {
            Some((_, frame)) => self.block.count() == frame.count,
            None => self.block.is_full(),
        };
        if is_due { self.write_frame() } else { ControlFlow::Continue(()) }
    }

    /// Writes what is not in a frame yet, so that it is not lost with the process.
    pub fn flush(&mut self) -> ControlFlow<()> {
        if self.old.is_some() { ControlFlow::Continue(()) } else { self.write_frame() }
    }

    fn write_frame(&mut self) -> ControlFlow<()> {
        if self.failure.is_some() {
            return ControlFlow::Break(());
        }
        match self.try_to_write_frame() {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                // What could be written of the frame is of no use.
                let _ = self.store.cut(self.at);
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn try_to_write_frame(&mut self) -> io::Result<()> {
        let count = u64::from(self.block.count());
        if let Some((mut reader, frame)) = self.old.take() {
            if self.block.is_same(&frame) {
                self.at = reader.whole_bytes();
                self.rows += count;
                self.block.clear();
                let next = reader.next_frame().map_err(|error| match error {
                    SolutionsError::Unreadable(error) => error,
                    other => io::Error::other(other.to_string()),
                })?;
                self.old = next.map(|next| (reader, next));
                return Ok(());
            }
            self.store.cut(self.at)?;
        }
        self.bytes.clear();
        self.block.take_frame(&mut self.bytes);
        self.store.append(&self.bytes)?;
        self.at += self.bytes.len() as u64;
        self.rows += count;
        Ok(())
    }

    /// Writes what is left, and says how many rows there are. If the list is as it was asked for,
    /// the answer closes it.
    ///
    /// # Errors
    /// If the machine refuses, with the number of rows that can be read.
    pub fn finish(mut self, answer: &Answer, is_whole: bool) -> Result<u64, (io::Error, u64)> {
        if self.old.is_some() && !is_whole {
            // The run was stopped before it had found all again. The next one compares once more.
            return Ok(self.rows);
        }
        if self.failure.is_none() {
            let _ = self.write_frame();
        }
        let rows = self.rows;
        let closing = || -> io::Result<()> {
            if let Some(error) = self.failure {
                return Err(error);
            }
            self.store.cut(self.at)?;
            if is_whole {
                let answer = serde_json::to_vec(answer).map_err(io::Error::other)?;
                let written = self.store.append(&closing_frame(rows, &answer));
                written.inspect_err(|_| drop(self.store.cut(self.at)))?;
            }
            self.store.sync()
        };
        closing().map(|()| rows).map_err(|error| (error, rows))
    }
}

/// How far the frames go that are as they were written.
fn whole_bytes(mut reader: SolutionsReader<impl Read>) -> u64 {
    while let Ok(Some(_)) = reader.next_frame() {}
    reader.whole_bytes()
}

impl Sink for ListWriter {
    fn take(&mut self, shown: Shown) -> ControlFlow<()> {
        assert!(!self.has_elements, "a family has elements for all its solutions or for none");
        self.line.clear();
        serde_json::to_writer(&mut self.line, &shown).expect("plain data");
        self.block.push_line(shown.number as u64, &self.line);
        self.settle()
    }

    fn takes_rows(&self) -> bool {
        self.has_elements
    }

    fn take_row(&mut self, number: usize, row: &Row) -> ControlFlow<()> {
        self.block.push_elements(number as u64, &row.elements, row.symmetries as u64);
        self.settle()
    }
}
