//! The answers to exact-cover questions and packing puzzles, as they are saved in JSON and read
//! back by the judge.

use crate::{BySymmetry, Classes, Count, ListRecord, RunReport, StoppedBy, Symmetry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which solutions of an exact-cover problem count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CoverSymmetry {
    /// None but equal ones.
    #[default]
    None,
    /// Those that a symmetry of the problem maps to one another.
    Auto,
}

/// A random choice that can be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleRecord {
    /// So many were asked for.
    pub size: usize,
    /// Where the dice started.
    pub seed: u64,
}

/// The question again, so that a saved answer can be judged by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverQuestionRecord {
    /// Always `cover`.
    pub command: String,
    /// The file's name, as given.
    pub file: String,
    /// When two solutions are the same.
    pub symmetry: CoverSymmetry,
    /// Which ones were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
    /// With `--cheapest`: so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cheapest: Option<usize>,
    /// With `--sample`: how the listed solutions were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<SampleRecord>,
    /// The problem itself, if solutions are listed or the judge can count them: in Knuth's text, or
    /// in the JSON of problems if that text cannot say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Everything that is known about an exact-cover problem in the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverAnswer {
    /// What was asked.
    pub question: CoverQuestionRecord,
    /// All solutions; with `--cheapest` those that are listed.
    pub count: Count,
    /// With `--symmetry auto`: how many symmetries the problem has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_order: Option<Count>,
    /// With `--symmetry auto`: how many classes the solutions form, if the group is small enough to
    /// tell them apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Count>,
    /// The classes by number of symmetries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_symmetry: Vec<BySymmetry>,
    /// With `--list` and the like: solutions as lists of option texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Vec<String>>>,
    /// What each listed solution costs, if options have costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<u64>>,
    /// How many symmetries leave each listed solution unchanged, if classes can be told apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<Vec<usize>>,
    /// Items that must be covered and that no option covers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncoverable: Vec<String>,
    /// Which kernel did the work.
    pub kernel: String,
    /// Why that one.
    pub kernel_reason: String,
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

/// The question again, so that a saved answer can be judged by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackQuestionRecord {
    /// Always `pack`.
    pub command: String,
    /// The file's name, as given.
    pub file: String,
    /// When two packings are the same.
    pub symmetry: Symmetry,
    /// Which ones were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
    /// With `--sample`: how the listed packings were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<SampleRecord>,
    /// The puzzle itself in Kumiki's TOML.
    pub puzzle: String,
}

/// One listed arrangement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrangementRecord {
    /// How many pieces it has.
    pub pieces: usize,
    /// How many symmetries of the puzzle leave it unchanged, the identity included.
    pub symmetry: usize,
    /// Layers of rows: a label per piece, `.` an empty cell, a blank where there is no cell.
    pub layers: Vec<Vec<String>>,
    /// What the piece with each label is called.
    pub kinds: BTreeMap<char, String>,
}

/// Everything that is known about a packing puzzle in the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackAnswer {
    /// What was asked.
    pub question: PackQuestionRecord,
    /// All packings.
    pub solutions_total: Count,
    /// The classes they form.
    pub classes: Classes,
    /// How many symmetries the puzzle has.
    pub group_order: Count,
    /// The classes by number of symmetries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_symmetry: Vec<BySymmetry>,
    /// The packings themselves, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<ArrangementRecord>>,
    /// Why there can be no packing, if a little arithmetic shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstruction: Option<String>,
    /// Which kernel did the work.
    pub kernel: String,
    /// Why that one.
    pub kernel_reason: String,
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
