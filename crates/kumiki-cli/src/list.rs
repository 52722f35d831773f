//! Solutions and steps as they are found: printed, kept, drawn or written to a file.

use crate::failure::Failure;
use crate::listing::OutList;
use crate::output::Outputs;
use crate::printing::{print, print_line};
use kumiki::model::{Answer, TraceStep};
use kumiki::{Prepared, Row, Shown, Sink};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// What becomes of solutions as they are found.
pub(crate) struct List<'p, 'i> {
    pub(crate) prepared: &'p Prepared,
    pub(crate) prints: Prints,
    /// How steps of the search are printed.
    pub(crate) tells: Prints,
    /// Those that are needed in the end.
    pub(crate) kept: Option<Vec<Shown>>,
    /// Where each gets a picture of its own, if it does.
    pub(crate) pictures: Option<&'p mut Outputs<'i>>,
    /// The file that they go to, if they do; then they are neither printed nor kept.
    pub(crate) out: Option<OutList>,
    pub(crate) failure: Option<Failure>,
}

/// How solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prints {
    Nothing,
    Text,
    /// As JSON objects, perhaps with their text and a picture.
    Lines {
        with_text: bool,
        with_svg: bool,
    },
}

impl Prints {
    pub(crate) const PLAIN_LINES: Self = Self::Lines { with_text: false, with_svg: false };
}

impl List<'_, '_> {
    /// An answer and the solutions that are kept, if the list could be printed.
    pub(crate) fn finish(
        self,
        answer: Result<Answer, Failure>,
    ) -> Result<(Answer, Option<Vec<Shown>>), Failure> {
        let answer = answer?;
        self.failure.map_or(Ok((answer, self.kept)), Err)
    }

    /// Breaks if a solution could not be written.
    fn go_on(&mut self, taken: Result<ControlFlow<()>, Failure>) -> ControlFlow<()> {
        match taken {
            Ok(flow) if self.failure.is_none() => flow,
            Ok(_) => ControlFlow::Break(()),
            Err(failure) => {
                self.failure.get_or_insert(failure);
                ControlFlow::Break(())
            }
        }
    }

    /// Writes the picture of a solution, if each has one.
    fn draw(&mut self, shown: &Shown) -> Result<(), Failure> {
        let Some(outputs) = &mut self.pictures else { return Ok(()) };
        outputs.write_numbered(shown.number, || self.prepared.picture_of(shown))
    }

    /// A solution as an object.
    fn line(&self, shown: &Shown, [with_text, with_svg]: [bool; 2]) -> Value {
        let mut line = json!(shown);
        if with_text {
            line["text"] = json!(self.prepared.solution_text(shown));
        }
        if with_svg {
            line["svg"] = json!(self.prepared.picture_of(shown).to_svg());
        }
        line
    }
}

impl Sink for List<'_, '_> {
    fn take(&mut self, shown: Shown) -> ControlFlow<()> {
        if let Some(out) = &mut self.out {
            let taken = out.take(shown);
            return self.go_on(taken);
        }
        let is_read = self.draw(&shown).and_then(|()| match self.prints {
            Prints::Nothing => Ok(true),
            Prints::Text => print(&self.prepared.solution_text(&shown)),
            Prints::Lines { with_text, with_svg } => {
                print_line(&self.line(&shown, [with_text, with_svg]))
            }
        });
        if let Some(kept) = &mut self.kept {
            kept.push(shown);
        }
        self.failure = is_read.as_ref().err().cloned();
        if is_read == Ok(true) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn takes_rows(&self) -> bool {
        self.out.as_ref().is_some_and(OutList::takes_rows)
    }

    fn take_row(&mut self, number: usize, row: &Row) -> ControlFlow<()> {
        let Some(out) = &mut self.out else { return ControlFlow::Continue(()) };
        let taken = out.take_row(number, row);
        self.go_on(taken)
    }

    fn rest(&mut self) {
        if let Some(Err(failure)) = self.out.as_mut().map(OutList::rest) {
            self.failure.get_or_insert(failure);
        }
    }

    fn hear(&mut self, step: &TraceStep) {
        let is_read = match self.tells {
            Prints::Nothing => Ok(true),
            Prints::Text => print(&format!("{step}\n")),
            Prints::Lines { .. } => print_line(&json!({ "trace": step })),
        };
        self.failure = self.failure.take().or(is_read.err());
    }
}
