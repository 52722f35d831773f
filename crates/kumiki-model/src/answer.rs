//! Parts of answers: classes, tables, listed bricks, and what a run took.

use crate::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many classes there are, for each idea of sameness.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Classes {
    /// Up to rotations and reflections.
    pub all: Count,
    /// Up to rotations only.
    pub rotations: Count,
}

/// The packings with one number of bricks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByBricks {
    /// The number of bricks.
    pub bricks: usize,
    /// How many packings.
    pub packings: Count,
    /// How many classes.
    pub classes: Classes,
    /// These classes by number of symmetries. Answers of earlier versions do not have it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_symmetry: Vec<BySymmetry>,
}

/// How large the puzzle of a box and its bricks is, whatever else is asked of the packings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleSize {
    /// The cells of the box.
    pub cells: usize,
    /// The ways to lay a brick into the box, the others aside.
    pub placements: usize,
    /// The cells of all placements together, each as often as it is covered.
    pub covered: usize,
    /// The faces of all placements that do not touch a wall. Each requires that one of the cells
    /// it touches is not empty.
    pub requirements: usize,
    /// The cells of all requirements together.
    pub required: usize,
}

/// The classes with one number of symmetries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BySymmetry {
    /// How many symmetries of the box leave each of these packings unchanged.
    pub order: usize,
    /// How many classes up to rotations and reflections.
    pub classes: Count,
}

/// One listed packing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolutionRecord {
    /// How many bricks it has.
    pub bricks: usize,
    /// How many symmetries of the box leave it unchanged, the identity included.
    pub symmetry: usize,
    /// Layers of rows; `.` is an empty cell, any other character labels a brick.
    pub layers: Vec<Vec<String>>,
}

/// One level of the search tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelReport {
    /// Number of choices made.
    pub level: usize,
    /// Nodes visited there.
    pub nodes: u64,
    /// The engine's own tallies, summed over those nodes, by name.
    pub tallies: Vec<(String, u64)>,
}

/// What the computation cost.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunReport {
    /// Search nodes visited.
    pub nodes: u64,
    /// Elapsed time.
    pub seconds: f64,
    /// Threads used.
    pub threads: usize,
    /// The most memory the process held, as far as the system tells.
    pub peak_bytes: u64,
    /// The search tree, level by level; only with `--profile`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelReport>,
}
