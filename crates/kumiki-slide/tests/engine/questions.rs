//! Positions and questions in short.

use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion};

/// A position of a board such as `3x3`.
pub(crate) fn position(board: &str, tiles: &str) -> SlidingPosition {
    let board = board.parse().expect("rows and columns");
    SlidingPosition::parse(board, tiles).expect("every tile once")
}

/// How to get from a position to another one of the same board.
pub(crate) fn question(start: &SlidingPosition, goal: &SlidingPosition, metric: Metric) -> SlidingQuestion {
    SlidingQuestion::new(start.clone(), goal.clone(), metric).expect("positions of one board")
}

/// The tiles that are pushed on a way of the blank, which must lead to the goal.
pub(crate) fn pushed(question: &SlidingQuestion, way: &[Direction]) -> String {
    let mut position = question.start().clone();
    let mut names = String::new();
    for direction in way {
        let tile = position.step(*direction).expect("the way stays on the board");
        names += &position.name(tile);
    }
    assert_eq!(&position, question.goal());
    names
}
