//! Solutions on their way out of a file.

use super::{ListError, form};
use crate::Prepared;
use crate::draft::break_if;
use crate::rows::ReadRows;
use crate::sink::{Row, Shown};
use kumiki_formats::solutions::{Ending, RowForm, SolutionsError, SolutionsReader};
use kumiki_judge::Fault;
use kumiki_model::{Ask, DocumentError};
use std::io::Read;
use std::ops::ControlFlow;

/// Takes a solution and its row, if it has elements; breaks if it has seen enough.
type See<'s, E> = dyn FnMut(Shown, Option<&Row>) -> Result<ControlFlow<()>, E> + 's;

/// Reads a list.
pub struct ListReader<'p, R> {
    reader: SolutionsReader<R>,
    rows: Box<dyn ReadRows + 'p>,
    ask: &'p Ask,
    has_elements: bool,
    spacing: u64,
}

/// Which solutions of a list are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// From this number on.
    pub from: u64,
    /// At most so many.
    pub most: Option<usize>,
}

/// The question of a list, and its rows to be read.
///
/// # Errors
/// If it is no list, or its question makes no sense.
pub fn open_list<R: Read>(source: R) -> Result<(Prepared, SolutionsReader<R>), ListError> {
    let reader = SolutionsReader::new(source)?;
    let prepared = Prepared::new(&reader.head().question)?;
    Ok((prepared, reader))
}

impl<'p, R: Read> ListReader<'p, R> {
    /// Reads the rows of a list that was [opened](open_list).
    ///
    /// # Errors
    /// If another version of Kumiki has written rows with another meaning.
    pub fn new(prepared: &'p Prepared, reader: SolutionsReader<R>) -> Result<Self, ListError> {
        let rows = prepared.rows()?;
        let (found, expected) = (&reader.head().rows, form(&*rows));
        if *found != expected {
            let [found, expected] = [found, &expected].map(|form| match form {
                RowForm::Lines => "lines of JSON".to_owned(),
                RowForm::Elements { meaning } => format!("elements {meaning}"),
            });
            return Err(ListError::Meaning { found, expected });
        }
        let question = prepared.question();
        Ok(Self {
            has_elements: expected != RowForm::Lines,
            spacing: question.how.spacing() as u64,
            ask: &question.ask,
            reader,
            rows,
        })
    }

    /// How many rows have been read.
    #[must_use]
    pub fn read_count(&self) -> u64 {
        self.reader.rows()
    }

    /// How the list ends, once all has been read.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.reader.ending()
    }

    /// Reads the next solutions, those whose numbers are wanted. Nothing if there are none left;
    /// `see` breaks if it has seen enough.
    ///
    /// # Errors
    /// If a row cannot be read; or what `see` says.
    pub fn next<E: From<ListError>>(
        &mut self,
        is_wanted: impl Fn(u64) -> bool,
        see: &mut dyn FnMut(Shown) -> Result<ControlFlow<()>, E>,
    ) -> Result<ControlFlow<()>, E> {
        self.each(is_wanted, &mut |shown, _| see(shown))
    }

    /// Sees the solutions of a range, at most `default` if it does not say how many.
    ///
    /// # Errors
    /// If a row cannot be read; or what `see` says.
    pub fn walk<E: From<ListError>>(
        &mut self,
        range: Range,
        default: usize,
        see: &mut dyn FnMut(Shown) -> Result<(), E>,
    ) -> Result<(), E> {
        let (most, mut seen) = (range.most.unwrap_or(default), 0);
        let is_wanted = |number: u64| number >= range.from;
        while seen < most {
            let flow = self.next::<E>(is_wanted, &mut |shown| {
                see(shown)?;
                seen += 1;
                Ok(break_if(seen >= most))
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// What is to be said about a list that is not closed, if all of it was read.
    #[must_use]
    pub fn unclosed(&self) -> Option<String> {
        let rows = self.read_count();
        match self.ending()? {
            Ending::Closed(_) => None,
            Ending::Open => {
                Some(format!("is not closed, its run was killed or stopped: {rows} rows"))
            }
            Ending::Torn => Some(format!("ends within a frame, its run was killed: {rows} rows")),
        }
    }

    /// Reads the next solutions, with the rows of those that have elements.
    pub(crate) fn each<E: From<ListError>>(
        &mut self,
        is_wanted: impl Fn(u64) -> bool,
        see: &mut See<'_, E>,
    ) -> Result<ControlFlow<()>, E> {
        let Some(frame) = self.reader.next_frame().map_err(ListError::from)? else {
            return Ok(ControlFlow::Break(()));
        };
        let number_of = |at: usize| frame.first + at as u64 * self.spacing;
        let is_any = |count: usize| (0..count).any(|at| is_wanted(number_of(at)));
        if !is_any(frame.count as usize) {
            return Ok(ControlFlow::Continue(()));
        }
        let mut at = 0;
        let mut flow = ControlFlow::Continue(());
        let mut take = |read: &dyn Fn(u64) -> Result<(Shown, Option<Row>), ListError>| {
            let number = number_of(at);
            at += 1;
            if flow.is_continue() && is_wanted(number) {
                let (shown, row) = read(number)?;
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                flow = see(Shown { number, ..shown }, row.as_ref())?;
            }
            Ok::<(), E>(())
        };
        if self.has_elements {
            let rows = &self.rows;
            frame
                .each_row::<Passed<E>>(|elements, symmetries| {
                    take(&|number| {
                        let symmetries = usize::try_from(symmetries).unwrap_or(usize::MAX);
                        let row = Row { elements: elements.to_vec(), symmetries };
                        let what = "it has other elements".to_owned();
                        let shown = rows.shown(&row).ok_or(ListError::Row { number, what })?;
                        Ok((shown, Some(row)))
                    })
                    .map_err(Passed)
                })
                .map_err(|Passed(error)| error)?;
        } else {
            for line in frame.lines().map_err(ListError::from)? {
                take(&|number| {
                    let wrong = |DocumentError { what }| ListError::Row { number, what };
                    Ok((Shown::read(self.ask, line).map_err(wrong)?, None))
                })?;
            }
        }
        Ok(flow)
    }

    /// The elements of a row in their own order.
    pub(crate) fn sorted(&self, row: &Row) -> Vec<u32> {
        self.rows.sorted(row)
    }

    /// Holds a solution against the rules.
    pub(crate) fn judge(&self, shown: &Shown, row: Option<&Row>) -> Result<(), Fault> {
        self.rows.judge(shown, row)
    }
}

/// What went wrong, on its way through the reader of bytes.
struct Passed<E>(E);

impl<E: From<ListError>> From<SolutionsError> for Passed<E> {
    fn from(error: SolutionsError) -> Self {
        Self(ListError::from(error).into())
    }
}
