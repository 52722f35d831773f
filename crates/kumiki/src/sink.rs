//! Solutions on their way out.

use kumiki_model::{Answer, Ask, DocumentError, Part, Solution, TraceStep};
use serde::Serialize;
use serde_json::Value;
use std::ops::ControlFlow;

/// A solution that is shown. As JSON it is a line of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Shown {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The solution.
    pub solution: Solution,
    /// How many symmetries leave it unchanged, if that is known and the solution does not say so
    /// itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<usize>,
    /// What it costs, if options have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    /// The pushes of sliding tiles as letters, the ways that the tiles go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directions: Option<String>,
}

impl Shown {
    /// A solution of which nothing else is known. It gets its number when it is shown.
    pub(crate) fn new(solution: Solution) -> Self {
        Self { number: 0, solution, symmetry: None, cost: None, directions: None }
    }

    /// Reads a line of a list of a family.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(ask: &Ask, line: &[u8]) -> Result<Self, DocumentError> {
        let mut line: Value = serde_json::from_slice(line)
            .map_err(|error| DocumentError { what: format!("a row is no JSON: {error}") })?;
        let number = |field: &Value| field.as_u64().and_then(|number| usize::try_from(number).ok());
        Ok(Self {
            number: number(&line["number"]).unwrap_or(0),
            symmetry: number(&line["symmetry"]),
            cost: line["cost"].as_u64(),
            directions: line["directions"].as_str().map(str::to_owned),
            solution: Solution::read(ask, line["solution"].take())?,
        })
    }
}

/// A solution as plain numbers, much shorter than a document. What they mean, only the family of
/// the question knows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Row {
    /// What it consists of.
    pub elements: Vec<u32>,
    /// How many symmetries leave it unchanged; 0 if that is not told.
    pub symmetries: usize,
}

/// Takes solutions as they are found, in the order of the list.
pub trait Sink: Send {
    /// Takes the next one, and breaks if no more are wanted: then the search ends.
    fn take(&mut self, shown: Shown) -> ControlFlow<()>;

    /// Whether it would rather take [rows](Sink::take_row), from families that have them.
    fn takes_rows(&self) -> bool {
        false
    }

    /// Takes the next one as a row. Nothing comes here unless it [wants](Sink::takes_rows) rows.
    fn take_row(&mut self, _number: usize, _row: &Row) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A batch of solutions is over. It may be long until the next.
    fn rest(&mut self) {}

    /// Hears a step of the search, if these were asked for; they are in the answer, too.
    fn hear(&mut self, _step: &TraceStep) {}
}

impl<F: FnMut(Shown) -> ControlFlow<()> + Send> Sink for F {
    fn take(&mut self, shown: Shown) -> ControlFlow<()> {
        self(shown)
    }
}

/// Keeps everything.
impl Sink for Vec<Shown> {
    fn take(&mut self, shown: Shown) -> ControlFlow<()> {
        self.push(shown);
        ControlFlow::Continue(())
    }
}

/// Puts solutions that were handed over into their answer.
pub fn put_back(answer: &mut Answer, list: Vec<Shown>) {
    answer.symmetries = list.iter().map(|shown| shown.symmetry).collect();
    answer.costs = list.iter().map(|shown| shown.cost).collect();
    if list.is_empty() {
        (answer.symmetries, answer.costs) = (None, None);
    }
    if let Part::Slide(record) = &mut answer.part {
        let directions = list.iter().map(|shown| shown.directions.clone()).collect();
        record.listed_directions = directions;
    }
    answer.solutions = Some(list.into_iter().map(|shown| shown.solution).collect());
}
