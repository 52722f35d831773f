//! Choices of tiles that are pushed, several if they slide together: `push b`, `push 5 6 7`.

use super::{NOTHING, Subject};
use crate::fault::{refuse, require};
use crate::sliding::judge_pushes;
use crate::{Fault, rule};
use kumiki_model::{ModelError, SlideAsk, SlidingPosition, SlidingQuestion};

/// A board with a start.
pub(super) struct Pushing {
    question: SlidingQuestion,
}

impl Pushing {
    pub(super) fn new(ask: &SlideAsk) -> Result<Self, Fault> {
        let unreadable = |error: ModelError| {
            Fault::new(rule::ASKED, format!("the question cannot be read: {error}"))
        };
        let (Some(board), Some(start), Some(goal)) = (&ask.board, &ask.start, &ask.goal) else {
            return refuse(rule::ASKED, "the question has no start, expected one with a trace");
        };
        let board = board.parse().map_err(unreadable)?;
        let [start, goal] = [start, goal].map(|text| SlidingPosition::parse(board, text));
        let question =
            SlidingQuestion::new(start.map_err(unreadable)?, goal.map_err(unreadable)?, ask.metric);
        Ok(Self { question: question.map_err(unreadable)? })
    }

    /// The tiles that are pushed.
    fn tiles(&self, made: &[&str]) -> Result<Vec<u8>, Fault> {
        let start = self.question.start();
        let mut pushed = Vec::new();
        for choice in made.iter().filter(|choice| **choice != NOTHING) {
            for name in choice.strip_prefix("push ").unwrap_or_default().split(' ') {
                let is_called = |tile: &&u8| **tile != 0 && start.name(**tile) == name;
                let Some(tile) = start.tiles().iter().find(is_called) else {
                    return refuse(rule::TEXT, format!("'{choice}' pushes no tile"));
                };
                pushed.push(*tile);
            }
        }
        Ok(pushed)
    }
}

impl Subject for Pushing {
    fn judge_choice(&self, _about: &str, made: &[&str], choice: &str) -> Result<(), Fault> {
        let mut position = self.question.start().clone();
        for tile in self.tiles(made)?.into_iter().chain(self.tiles(&[choice])?) {
            let way = position.direction_of_push(tile).and_then(|way| position.step(way));
            require(way == Some(tile), rule::TRACE, || {
                format!("'{choice}' pushes a tile that is not beside the blank, expected one")
            })?;
        }
        Ok(())
    }

    fn judge_solution(&self, made: &[&str]) -> Result<(), Fault> {
        let moves = judge_pushes(&self.question, &self.tiles(made)?)?;
        let told = made.iter().filter(|choice| **choice != NOTHING).count();
        require(moves == told, rule::TRACE, || {
            format!("{told} choices are told for {moves} moves, expected one for each")
        })
    }
}
