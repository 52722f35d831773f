//! Attacks on `kumiki pack`: random puzzles, flat and solid, in every format.

mod gzip;
mod oracle;
mod puzzle;
mod query;
mod text;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::workshop::Workshop;
use fastrand::Rng;
use puzzle::{Hold, Puzzle};
use query::Query;
use text::{Format, write};

/// Packing puzzles.
pub(crate) struct Pack;

/// A puzzle, how it is written, and what is asked.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    puzzle: Puzzle,
    format: Format,
    /// Where the forms of the file come from.
    noise: u64,
    query: Query,
    /// Whether the rule is on the command line; in the file it is another one then.
    is_rule_given: bool,
    kernel: &'static str,
    threads: usize,
}

impl Case {
    fn command(&self) -> String {
        let mut words = "pack puzzle".to_owned();
        if !self.noise.is_multiple_of(2) {
            words += &format!(" --format {}", self.format.name());
        }
        // The first problem of a file of BurrTools is another one.
        if self.format == Format::BurrTools {
            words += " --problem 1";
        }
        if self.is_rule_given {
            words += &format!(" --rule {}", self.puzzle.hold.name());
        }
        if !matches!(self.query, Query::Write(_) | Query::Cover) {
            words += &format!(" --kernel {} --threads {}", self.kernel, self.threads);
        }
        words
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut puzzle = self.puzzle.clone();
        if self.is_rule_given {
            puzzle.hold = Hold::Free;
        }
        let text = write(&puzzle, self.format, &mut Rng::with_seed(self.noise)).into_bytes();
        let is_packed = self.format == Format::BurrTools && self.noise.is_multiple_of(3);
        vec![("puzzle".to_owned(), if is_packed { gzip::gzip(&text) } else { text })]
    }
}

impl Attack for Pack {
    type Case = Case;

    fn name(&self) -> &'static str {
        "pack"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let puzzle = Puzzle::draw(lot);
        let fitting: Vec<Format> =
            Format::ALL.into_iter().filter(|format| format.can_say(&puzzle)).collect();
        let format = *lot.choice(&fitting).unwrap_or(&Format::Toml);
        let kernel = *lot.choice(&["auto", "auto", "cells"]).unwrap_or(&"auto");
        let (noise, query, threads) = (lot.u64(..), Query::draw(lot), lot.usize(1..=3));
        let is_rule_given = lot.u8(..4) == 0 && !matches!(query, Query::Write(_) | Query::Cover);
        Case { puzzle, format, noise, query, is_rule_given, kernel, threads }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        if !case.puzzle.is_legal() {
            return Ok(());
        }
        let shop = Workshop::new(program, &case.files())?;
        case.query.examine(&case.puzzle, &case.command(), &shop)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let with = |puzzle: Puzzle| Case { puzzle, ..case.clone() };
        let mut smaller: Vec<Case> = case.puzzle.smaller().into_iter().map(with).collect();
        if case.threads > 1 || case.kernel != "auto" {
            smaller.push(Case { threads: 1, kernel: "auto", ..case.clone() });
        }
        if case.format != Format::Toml {
            smaller.push(Case { format: Format::Toml, ..case.clone() });
        }
        smaller.retain(|small| small.format.can_say(&small.puzzle));
        smaller
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(case.files(), &[format!("{} {}", case.command(), case.query.flags())])
    }
}
