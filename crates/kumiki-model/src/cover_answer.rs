//! What answers to exact-cover questions and packing puzzles are made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which solutions of an exact-cover problem count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CoverSymmetry {
    /// None but equal ones.
    #[default]
    None,
    /// Those that a symmetry of the problem maps to one another.
    Auto,
}

/// One listed arrangement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArrangementRecord {
    /// How many pieces it has.
    pub pieces: usize,
    /// How many symmetries of the puzzle leave it unchanged, the identity included.
    pub symmetry: usize,
    /// Layers of rows: a label per piece, `.` an empty cell, a blank where there is no cell. A
    /// label stands for the same kind of piece in all solutions of a puzzle.
    pub layers: Vec<Vec<String>>,
    /// What the piece with each label is called.
    pub kinds: BTreeMap<char, String>,
}
