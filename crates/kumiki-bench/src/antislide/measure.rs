//! Our own runs: each is done once, and its answer is checked before its time is believed.

use super::cases::{MORE_FIGURES, Run};
use super::reference::References;
use crate::failure::Failure;
use crate::product::{Measured, Product};
use kumiki_model::Answer;
use kumiki_puzzles::figures::{Figures, Quantity};
use kumiki_puzzles::known;
use std::collections::BTreeMap;

/// Where runs are made and remembered.
#[derive(Debug)]
pub(super) struct Laboratory {
    product: Product,
    references: References,
    done: BTreeMap<Run, Measured>,
}

impl Laboratory {
    pub(super) fn new(product: Product, references: References) -> Self {
        Self { product, references, done: BTreeMap::new() }
    }

    /// The time of the reference for the box of a run, if there is a reference. Its answer is
    /// checked too.
    pub(super) fn reference_seconds(&mut self, run: &Run) -> Result<Option<f64>, Failure> {
        let Some(told) = self.references.told(run.container, run.repeats)? else { return Ok(None) };
        agree(run.container, &told.figures, &known_figures(run.container))?;
        Ok(Some(told.seconds))
    }

    /// What a run costs; the best of its repetitions.
    pub(super) fn run(&mut self, run: &Run) -> Result<Measured, Failure> {
        if let Some(measured) = self.done.get(run) {
            return Ok(*measured);
        }
        let mut best: Option<Measured> = None;
        for _ in 0..run.repeats {
            let now = self.run_once(run)?;
            best = Some(best.map_or(now, |best| best.and(now)));
        }
        let best = best.expect("every case is run at least once");
        self.done.insert(*run, best);
        Ok(best)
    }

    fn run_once(&mut self, run: &Run) -> Result<Measured, Failure> {
        let threads = run.threads.to_string();
        let arguments = [
            "antislide",
            run.container,
            "--method",
            run.method.option(),
            "--threads",
            &threads,
            "--json",
        ];
        let text = self.product.answer(&arguments)?;
        let answer: Answer = serde_json::from_str(&text)
            .map_err(|error| Failure::Machine(format!("bug: an answer cannot be read: {error}")))?;
        self.check(run, &answer)?;
        let measured = Measured::of(&answer.profile);
        measured.note(&arguments.join(" "));
        Ok(measured)
    }

    /// Holds an answer against everything that is known.
    fn check(&mut self, run: &Run, answer: &Answer) -> Result<(), Failure> {
        if !answer.is_complete() {
            return Err(Failure::Machine(format!(
                "bug: the answer for {} is not complete",
                run.container
            )));
        }
        let answered = Figures::answered(answer);
        agree(run.container, &answered, &known_figures(run.container))?;
        match self.references.told(run.container, run.repeats)? {
            Some(told) => agree(run.container, &answered, &told.figures),
            None => Ok(()),
        }
    }
}

/// The figures that every answer for a box is held against.
fn known_figures(container: &str) -> Figures {
    if let Some(known) = known::ANTISLIDE.iter().find(|known| known.container == container) {
        return Figures::known(known);
    }
    let mut figures = Figures::from_source("the known figure");
    if let Some((_, packings, classes)) =
        MORE_FIGURES.iter().find(|(known, ..)| *known == container)
    {
        figures.state(Quantity::Packings, packings);
        figures.state(Quantity::Classes, classes);
    }
    figures
}

fn agree(container: &str, first: &Figures, second: &Figures) -> Result<(), Failure> {
    match first.difference(second) {
        Some(difference) => Err(Failure::Machine(format!(
            "answers differ for {container}, {difference}, expected the same"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_ends_the_bench() {
        let mut wrong = Figures::from_source("kumiki");
        wrong.state(Quantity::Classes, 11_203_186);
        for container in ["5x5x5", "4x4x6", "5x5x6"] {
            let failure = agree(container, &wrong, &known_figures(container)).expect_err(container);
            let Failure::Machine(line) = failure else { panic!("{failure:?}") };
            assert!(line.contains(container) && line.contains("kumiki says 11203186"), "{line}");
        }
    }
}
