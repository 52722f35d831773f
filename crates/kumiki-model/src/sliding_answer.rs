//! What answers about sliding tiles are made of.

use crate::{Count, ModelError, SlidingBoard};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The tiles that are pushed, in order: on a board of 4x4 as hexadecimal digits, otherwise as
/// numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Pushes {
    /// One digit per push.
    Digits(String),
    /// One number per push.
    Numbers(Vec<u8>),
}

impl Pushes {
    /// How pushes are written for a board.
    #[must_use]
    pub fn new(board: SlidingBoard, tiles: &[u8]) -> Self {
        if [board.rows(), board.columns()] == [4, 4] {
            Self::Digits(tiles.iter().map(|tile| format!("{tile:x}")).collect())
        } else {
            Self::Numbers(tiles.to_vec())
        }
    }

    /// The numbers of the tiles.
    ///
    /// # Errors
    /// If something else than hexadecimal digits is among the digits.
    pub fn tiles(&self) -> Result<Vec<u8>, ModelError> {
        match self {
            Self::Numbers(tiles) => Ok(tiles.clone()),
            Self::Digits(digits) => {
                let tile = |digit: char| {
                    let value = digit.to_digit(16).and_then(|value| u8::try_from(value).ok());
                    let reason =
                        || format!("push '{digit}' of a solution, expected hexadecimal digits");
                    value.ok_or_else(|| ModelError::Sliding { reason: reason() })
                };
                digits.chars().map(tile).collect()
            }
        }
    }
}

/// One round of a search: all paths of one length.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundRecord {
    /// The length.
    pub moves: u32,
    /// How many of the moves may not bring a tile closer to its goal, if the bound is the plain
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sad: Option<u32>,
    /// Moves made by the search.
    pub nodes: u64,
    /// How long it took; 0 in answers of earlier versions.
    #[serde(default)]
    pub seconds: f64,
    /// Whether the search was stopped in the middle of it: then nothing is known about this length.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// What is known about one start.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlidingRecord {
    /// The start.
    pub start: String,
    /// The length of the shortest solutions, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// No solution is shorter, as follows from the finished rounds; with a solution found, this is
    /// its length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// What the bound said at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<u32>,
    /// One of the shortest solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Pushes>,
    /// The same solution as letters, the way that each tile goes: U, D, L and R for up, down, left
    /// and right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directions: Option<String>,
    /// Why there is none, if parity forbids it. Of one start, `why_none` says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
    /// How many shortest solutions there are, if that was to be counted. Of one start, `count` says
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal_solutions: Option<Count>,
    /// Shortest solutions, if they were to be listed. Those of one start stand in the envelope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Pushes>>,
    /// The listed solutions as letters, in the same order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_directions: Option<Vec<String>>,
    /// Moves made by the search.
    pub nodes: u64,
    /// The bound that was used.
    pub heuristic: String,
    /// The rounds, the last one with the solution or unfinished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundRecord>,
    /// How long the search took.
    pub seconds: f64,
}

/// Positions at a distance from the goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByDistance {
    /// The distance.
    pub distance: usize,
    /// How many positions.
    pub count: Count,
}

/// Paths of one length below a start. None of their moves goes straight back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathLevel {
    /// The length.
    pub level: usize,
    /// How many paths.
    pub paths: Count,
    /// How many different positions they end in.
    pub positions: Count,
    /// How many of these no shorter path ends in.
    pub new: Count,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_are_digits_on_4x4_and_numbers_elsewhere() -> Result<(), ModelError> {
        let tiles = [1, 15, 10];
        assert_eq!(Pushes::new("4x4".parse()?, &tiles), Pushes::Digits("1fa".to_owned()));
        assert_eq!(Pushes::new("4x4".parse()?, &tiles).tiles()?, tiles);
        assert_eq!(Pushes::new("5x5".parse()?, &tiles), Pushes::Numbers(tiles.to_vec()));
        assert!(Pushes::Digits("1g".to_owned()).tiles().is_err());
        Ok(())
    }
}
