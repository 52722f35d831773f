//! Solutions on their way out.

use kumiki_model::{Answer, Part, Solution, TraceStep};
use std::ops::ControlFlow;

/// A solution that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Shown {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The solution.
    pub solution: Solution,
    /// How many symmetries leave it unchanged, if that is known and the solution does not say so
    /// itself.
    pub symmetry: Option<usize>,
    /// What it costs, if options have costs.
    pub cost: Option<u64>,
    /// The pushes of sliding tiles as letters, the ways that the tiles go.
    pub directions: Option<String>,
}

impl Shown {
    /// A solution of which nothing else is known. It gets its number when it is shown.
    pub(crate) fn new(solution: Solution) -> Self {
        Self { number: 0, solution, symmetry: None, cost: None, directions: None }
    }
}

/// Takes solutions as they are found, in the order of the list.
pub trait Sink: Send {
    /// Takes the next one, and breaks if no more are wanted: then the search ends.
    fn take(&mut self, shown: Shown) -> ControlFlow<()>;

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
