//! Choices of pieces in a box: `V at 1.1.1 1.1.2 1.2.1`; or of a cell that stays empty, `1.1.1
//! empty`.

use super::bricks::cells;
use super::{NOTHING, Subject};
use crate::fault::{refuse, require};
use crate::pieces::answer::question_of;
use crate::pieces::judge_arrangement;
use crate::{Fault, rule};
use kumiki_model::{PackAsk, PackQuestion, Place, PlacedPiece};

/// A box for pieces.
pub(super) struct Pieces {
    question: PackQuestion,
}

impl Pieces {
    pub(super) fn new(ask: &PackAsk) -> Result<Self, Fault> {
        Ok(Self { question: question_of(ask)? })
    }

    /// The pieces that choices lay; a case lays none by itself, nor does the last choice.
    fn pieces(&self, made: &[&str]) -> Result<Vec<PlacedPiece>, Fault> {
        let is_case = |choice: &str| choice.starts_with("case ") && !choice.contains(" at ");
        let is_none = |choice: &str| [NOTHING, "no further option"].contains(&choice);
        let is_laid =
            |choice: &&&str| !is_none(choice) && !is_case(choice) && self.empty(choice).is_none();
        let piece = |choice: &&str| {
            let (name, names) = choice.rsplit_once(" at ")?;
            let kind = self.question.pieces().iter().position(|piece| piece.name == name)?;
            let low = self.question.low();
            let place = |cell: [usize; 3]| [0, 1, 2].map(|axis| low[axis] + cell[axis]);
            let mut cells: Vec<Place> = cells(names)?.into_iter().map(place).collect();
            cells.sort_unstable();
            Some(PlacedPiece { cells, kind })
        };
        let laid = made.iter().filter(is_laid);
        laid.map(|choice| {
            piece(choice).map_or_else(
                || refuse(rule::TEXT, format!("'{choice}' lays no piece of the puzzle")),
                Ok,
            )
        })
        .collect()
    }

    /// The cell that a choice leaves empty, if it does.
    fn empty(&self, choice: &str) -> Option<Place> {
        let low = self.question.low();
        match cells(choice.strip_suffix(" empty")?)?[..] {
            [cell] => Some([0, 1, 2].map(|axis| low[axis] + cell[axis])),
            _ => None,
        }
    }
}

impl Subject for Pieces {
    fn judge_choice(&self, _about: &str, made: &[&str], choice: &str) -> Result<(), Fault> {
        let before = self.pieces(made)?;
        let empty = |choice: &&str| self.empty(choice);
        let stay_empty: Vec<Place> = made.iter().filter_map(empty).collect();
        if let Some(cell) = self.empty(choice) {
            let is_filled = before.iter().any(|piece| piece.cells.contains(&cell));
            require(!is_filled && !stay_empty.contains(&cell), rule::TRACE, || {
                format!("'{choice}' is not so, expected a cell of which nothing is known")
            })?;
        }
        for piece in self.pieces(&[choice])? {
            let clashes = |other: &PlacedPiece| other.cells.iter().any(|c| piece.cells.contains(c));
            let is_free = !piece.cells.iter().any(|cell| stay_empty.contains(cell));
            require(is_free && !before.iter().any(clashes), rule::TRACE, || {
                format!("'{choice}' lies on a piece, expected one that does not")
            })?;
        }
        Ok(())
    }

    fn judge_solution(&self, made: &[&str]) -> Result<(), Fault> {
        judge_arrangement(&self.question, &self.pieces(made)?)
    }
}
