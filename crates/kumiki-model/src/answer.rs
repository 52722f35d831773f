//! The answer to an anti-slide question, as it is saved in JSON and read back by the judge.

use crate::{AntislideQuestion, Count, ListRecord, Objective, Rule, Start, StoppedBy, Symmetry};
use serde::{Deserialize, Serialize};

/// How many classes there are, for each idea of sameness.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Classes {
    /// Up to rotations and reflections.
    pub all: Count,
    /// Up to rotations only.
    pub rotations: Count,
}

/// The packings with one number of bricks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByBricks {
    /// The number of bricks.
    pub bricks: usize,
    /// How many packings.
    pub packings: Count,
    /// How many classes.
    pub classes: Classes,
}

/// The classes with one number of symmetries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySymmetry {
    /// How many symmetries of the box leave each of these packings unchanged.
    pub order: usize,
    /// How many classes up to rotations and reflections.
    pub classes: Count,
}

/// One listed packing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolutionRecord {
    /// How many bricks it has.
    pub bricks: usize,
    /// How many symmetries of the box leave it unchanged, the identity included.
    pub symmetry: usize,
    /// Layers of rows; `.` is an empty cell, any other character labels a brick.
    pub layers: Vec<Vec<String>>,
}

/// The question again, so that a saved answer can be judged by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionRecord {
    /// Always `antislide`.
    pub command: String,
    /// The box, as `4x4x4`: its layers, rows and columns.
    pub container: String,
    /// The kinds of brick, as `1x2x2`.
    pub brick: Vec<String>,
    /// When a packing is rigid.
    pub rule: Rule,
    /// Which packings are looked at.
    pub start: Start,
    /// The cap on bricks, if there is one.
    pub max_bricks: Option<usize>,
    /// When two packings are the same.
    pub symmetry: Symmetry,
    /// What was wanted about the number of bricks.
    #[serde(default)]
    pub objective: Objective,
    /// Which ones were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
}

impl From<&AntislideQuestion> for QuestionRecord {
    fn from(question: &AntislideQuestion) -> Self {
        Self {
            command: "antislide".to_owned(),
            container: question.container().to_string(),
            brick: question.bricks().iter().map(ToString::to_string).collect(),
            rule: question.rule,
            start: question.start,
            max_bricks: question.max_bricks,
            symmetry: question.symmetry,
            objective: question.objective,
            list: None,
        }
    }
}

/// One level of the search tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
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

/// Everything that is known in the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntislideAnswer {
    /// What was asked.
    pub question: QuestionRecord,
    /// With `--fewest` or `--most`: the number of bricks reached, if any packing qualifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bricks: Option<usize>,
    /// With `--fewest` or `--most` stopped early: what is proved about the number of bricks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// All packings, the empty one included.
    pub packings: Count,
    /// The classes they form.
    pub classes: Classes,
    /// The same by number of bricks.
    pub by_bricks: Vec<ByBricks>,
    /// The classes by number of symmetries.
    pub by_symmetry: Vec<BySymmetry>,
    /// The packings themselves, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<SolutionRecord>>,
    /// Whether the whole space was searched.
    pub complete: bool,
    /// What ended the search, if it was not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer: the method, the identity checked, the second method.
    pub evidence: Vec<String>,
    /// What it cost.
    pub profile: RunReport,
}
