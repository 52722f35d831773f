//! The answers to tiling questions, as they are saved in JSON and read back by the judge.

use crate::{BySymmetry, Count, ListRecord, RunReport, SampleRecord, StoppedBy, Symmetry};
use serde::{Deserialize, Serialize};

/// The question again, so that a saved answer can be judged by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilingQuestionRecord {
    /// Always `tile`.
    pub command: String,
    /// The file's name, or the name of a built-in problem.
    pub file: String,
    /// Which tilings are the same in a list.
    pub symmetry: Symmetry,
    /// Which ones were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
    /// With `--sample`: how the listed tilings were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<SampleRecord>,
    /// The problem itself, in the TOML of tilings.
    pub problem: String,
}

/// A tile of a listed tiling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileRecord {
    /// The name of its kind.
    pub tile: String,
    /// Whether it was mirrored in the real axis first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flipped: bool,
    /// How often it was then turned by the ring's angle, to the left.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turns: usize,
    /// Where the origin of the tile's coordinates has come.
    pub at: Vec<i32>,
    /// The name of its colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A listed tiling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilingRecord {
    /// How many symmetries of the region leave it unchanged, colour names aside, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<usize>,
    /// Its tiles.
    pub tiles: Vec<TileRecord>,
}

/// The tilings that use each kind of tile equally often.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByComposition {
    /// How many tiles of each kind, in the order of the problem.
    pub tiles: Vec<usize>,
    /// Tilings; of coloured problems, colourings up to colour names.
    pub tilings: Count,
    /// Classes of these under the symmetries of the region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Count>,
}

/// Classes of tilings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilingClasses {
    /// Under all symmetries of the region that the tiles respect.
    pub all: Count,
    /// Under its rotations alone.
    pub rotations: Count,
}

/// Everything that is known about a tiling problem in the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilingAnswer {
    /// What was asked.
    pub question: TilingQuestionRecord,
    /// All tilings, colours aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tilings: Option<Count>,
    /// Coloured tilings up to the names of colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colourings: Option<Count>,
    /// Coloured tilings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labelled: Option<Count>,
    /// How many symmetries the region has that the tiles respect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_order: Option<usize>,
    /// The classes under these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<TilingClasses>,
    /// The classes by number of symmetries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_symmetry: Vec<BySymmetry>,
    /// The same by numbers of tiles, if these can vary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_composition: Vec<ByComposition>,
    /// With `--list` and the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<TilingRecord>>,
    /// Why there can be no tiling, if that shows before any search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstruction: Option<String>,
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
