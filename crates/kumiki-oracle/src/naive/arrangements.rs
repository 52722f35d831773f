//! When two arrangements of pieces are the same.

use kumiki_model::{PackQuestion, PlacedPiece, Symmetry};
use kumiki_recount::{Board, Motions};

/// The symmetries of a puzzle, which say when two arrangements are the same.
///
/// The functions that take an arrangement panic if a piece covers a cell outside the box or is of
/// no known kind.
#[derive(Clone, Debug)]
pub struct ArrangementSymmetries {
    board: Board,
    motions: Motions,
    symmetry: Symmetry,
}

impl ArrangementSymmetries {
    /// The symmetries of a puzzle: all of them, its rotations, or the identity alone.
    #[must_use]
    pub fn of_question(question: &PackQuestion, symmetry: Symmetry) -> Self {
        let board = Board::of(question);
        Self { motions: board.motions(None), board, symmetry }
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn order(&self) -> usize {
        self.motions.up_to(self.symmetry).order()
    }

    /// The least of the arrangement's images: the same for two arrangements if and only if they are
    /// in the same class.
    #[must_use]
    pub fn canonical(&self, arrangement: &[PlacedPiece]) -> Vec<PlacedPiece> {
        let numbers = self.board.numbers(arrangement);
        self.board.placed(&self.motions.up_to(self.symmetry).class_of(&numbers).0)
    }
}
