//! The answers about sliding tiles, as they are saved in JSON and read back by the judge.

use crate::{
    Count, ListRecord, Metric, ModelError, RunReport, SlidingBoard, SlidingPosition, StoppedBy,
};
use serde::{Deserialize, Serialize};

/// The question again, so that a saved answer can be judged by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlidingQuestionRecord {
    /// Always `slide`.
    pub command: String,
    /// The board, as rows and columns.
    pub board: String,
    /// The goal.
    pub goal: String,
    /// What counts as one move.
    pub metric: Metric,
    /// Whether only positions count that are solved by moves of which each brings a tile closer to
    /// its goal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub happy: bool,
    /// Whether all shortest solutions were to be counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all: bool,
    /// Which of the shortest solutions were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
    /// The file of a batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// How many starts the file has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<usize>,
}

/// The tiles that are pushed, in order: on a board of 4x4 as hexadecimal digits, otherwise as
/// numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Whether the search was stopped in the middle of it: then nothing is known about this length.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// What is known about one start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// Why there is none, if parity forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
    /// With `--all`: how many shortest solutions there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal_solutions: Option<Count>,
    /// With `--list`: shortest solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Pushes>>,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByDistance {
    /// The distance.
    pub distance: usize,
    /// How many positions.
    pub count: Count,
}

/// Everything that is known in the end: about one start, about many, or about all positions of a
/// board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SlidingAnswer {
    /// What was asked.
    pub question: SlidingQuestionRecord,
    /// About one start.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub single: Option<SlidingRecord>,
    /// About the starts of a file, in its order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instances: Option<Vec<SlidingRecord>>,
    /// All positions, by their distances from the goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<ByDistance>>,
    /// The positions that are farthest from the goal, if they are few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub antipodes: Option<Vec<String>>,
    /// Whether everything was searched.
    pub complete: bool,
    /// What ended the search, if it was not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer.
    pub evidence: Vec<String>,
    /// What it took.
    pub profile: RunReport,
}

impl SlidingQuestionRecord {
    /// The board and the goal.
    ///
    /// # Errors
    /// If they are none.
    pub fn goal(&self) -> Result<SlidingPosition, ModelError> {
        SlidingPosition::parse(self.board.parse()?, &self.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(start: &str) -> SlidingRecord {
        SlidingRecord {
            start: start.to_owned(),
            moves: Some(1),
            lower_bound: Some(1),
            estimate: Some(1),
            solution: Some(Pushes::Digits("f".to_owned())),
            unreachable: None,
            optimal_solutions: None,
            solutions: None,
            nodes: 1,
            heuristic: "manhattan".to_owned(),
            rounds: vec![RoundRecord { moves: 1, sad: Some(0), nodes: 1, unfinished: false }],
            seconds: 0.0,
        }
    }

    #[test]
    fn answers_are_read_as_they_are_written() -> Result<(), serde_json::Error> {
        let start = "123456789abcde0f";
        let answer = |single, instances, positions| SlidingAnswer {
            question: SlidingQuestionRecord {
                command: "slide".to_owned(),
                board: "4x4".to_owned(),
                goal: "123456789abcdef0".to_owned(),
                metric: Metric::Single,
                happy: false,
                all: false,
                list: None,
                file: None,
                starts: None,
            },
            single,
            instances,
            positions,
            antipodes: None,
            complete: true,
            stopped_by: None,
            evidence: Vec::new(),
            profile: RunReport::default(),
        };
        for answer in [
            answer(Some(record(start)), None, None),
            answer(None, Some(vec![record(start), record(start)]), None),
            answer(None, None, Some(vec![ByDistance { distance: 0, count: Count::from(1_u64) }])),
        ] {
            let text = serde_json::to_string(&answer)?;
            assert_eq!(serde_json::from_str::<SlidingAnswer>(&text)?, answer, "{text}");
        }
        let text = serde_json::to_value(answer(Some(record(start)), None, None))?;
        assert_eq!(text["moves"], 1);
        assert_eq!(text["solution"], "f");
        Ok(())
    }

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
