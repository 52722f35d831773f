//! Choices of bricks in a box: `brick 1.1.1 1.1.2 1.2.1 1.2.2`, or `1.1.1 empty`.

use super::Subject;
use crate::bricks::{judge_packing, question_of};
use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{AntislideAsk, AntislideQuestion, Packing, PlacedBrick};
use std::collections::BTreeSet;

/// A box for bricks.
pub(super) struct Bricks {
    question: AntislideQuestion,
}

/// What a choice says about cells: that a brick covers them, or that one stays empty.
enum Said {
    Brick(Vec<[usize; 3]>),
    Empty([usize; 3]),
}

impl Bricks {
    pub(super) fn new(ask: &AntislideAsk) -> Result<Self, Fault> {
        Ok(Self { question: question_of(ask)? })
    }

    pub(super) fn question(&self) -> &AntislideQuestion {
        &self.question
    }

    /// The brick on some cells: a box in the box, of a kind that the question has.
    pub(super) fn brick(&self, choice: &str, cells: &[[usize; 3]]) -> Result<PlacedBrick, Fault> {
        let end = |axis: usize, of: fn(usize, usize) -> usize| {
            cells.iter().map(|cell| cell[axis]).reduce(of).unwrap_or(0)
        };
        let origin = [0, 1, 2].map(|axis| end(axis, usize::min));
        let high = [0, 1, 2].map(|axis| end(axis, usize::max));
        let extent = [0, 1, 2].map(|axis| high[axis] - origin[axis] + 1);
        let sorted = |mut sides: [usize; 3]| {
            sides.sort_unstable();
            sides
        };
        let distinct: BTreeSet<_> = cells.iter().collect();
        let is_whole = distinct.len() == extent.iter().product::<usize>();
        let is_inside = (0..3).all(|axis| high[axis] < self.question.container().sides()[axis]);
        let mut kinds = self.question.bricks().iter();
        let is_known = kinds.any(|kind| sorted(kind.sides()) == sorted(extent));
        require(is_whole && is_inside && is_known, rule::TRACE, || {
            format!("'{choice}' is no brick of the question in its box, expected one")
        })?;
        Ok(PlacedBrick { origin, extent })
    }
}

/// The cells that are called so: layer, row and column, from 1.
pub(super) fn cells(names: &str) -> Option<Vec<[usize; 3]>> {
    let number = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    let cell = |name: &str| {
        let numbers: Vec<usize> = name.split('.').map(number).collect::<Option<_>>()?;
        match numbers[..] {
            [row, column] => Some([0, row, column]),
            [layer, row, column] => Some([layer, row, column]),
            _ => None,
        }
    };
    names.split(' ').map(cell).collect()
}

fn read(choice: &str) -> Result<Said, Fault> {
    let said = match choice.strip_prefix("brick ") {
        Some(names) => cells(names).map(Said::Brick),
        None => choice
            .strip_suffix(" empty")
            .and_then(cells)
            .and_then(|cells| (cells.len() == 1).then(|| Said::Empty(cells[0]))),
    };
    said.map_or_else(|| refuse(rule::TEXT, format!("'{choice}' says nothing about cells")), Ok)
}

impl Subject for Bricks {
    fn judge_choice(&self, about: &str, made: &[&str], choice: &str) -> Result<(), Fault> {
        let mut settled = BTreeSet::new();
        for before in made {
            match read(before)? {
                Said::Brick(cells) => settled.extend(cells),
                Said::Empty(cell) => settled.extend([cell]),
            }
        }
        let mine = match read(choice)? {
            Said::Brick(cells) => {
                self.brick(choice, &cells)?;
                cells
            }
            Said::Empty(cell) => vec![cell],
        };
        require(mine.iter().all(|cell| !settled.contains(cell)), rule::TRACE, || {
            format!("'{choice}' is about a cell that is settled, expected open ones")
        })?;
        let about = about.strip_prefix("cell ").and_then(cells);
        let is_about_it = about.is_some_and(|cells| mine.contains(&cells[0]));
        require(is_about_it, rule::TRACE, || {
            format!("'{choice}' is not about the cell to be settled, expected one that is")
        })
    }

    fn judge_solution(&self, made: &[&str]) -> Result<(), Fault> {
        let mut bricks = Vec::new();
        for choice in made.iter().filter(|choice| **choice != super::NOTHING) {
            if let Said::Brick(cells) = read(choice)? {
                bricks.push(self.brick(choice, &cells)?);
            }
        }
        judge_packing(&self.question, &Packing::new(self.question.container(), bricks))
    }
}
