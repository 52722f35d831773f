//! The words that questions choose from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How packings of bricks are counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Whichever is faster for the question.
    #[default]
    Auto,
    /// Exact-cover search; lists packings and takes any bricks.
    Direct,
    /// Halves of the box joined in the middle; counts only.
    Layers,
}

/// Which kernel searches an exact cover.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kernel {
    /// Whichever is fastest.
    #[default]
    Auto,
    /// Bit sets of options.
    Bits,
    /// Sparse sets; for problems of any size and kind.
    Cells,
    /// Merging equal states; only counts.
    Memo,
}

impl Kernel {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Bits => "bits",
            Self::Cells => "cells",
            Self::Memo => "memo",
        }
    }
}

/// How a file with an exact-cover problem is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverFormat {
    /// What it looks like; never rows.
    #[default]
    Auto,
    /// Knuth's text.
    Dlx,
    /// A list of items in each line.
    Rows,
    /// Zeros and ones.
    Matrix,
    /// Our own JSON.
    Json,
}

impl CoverFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Dlx, Self::Rows, Self::Matrix, Self::Json];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dlx => "dlx",
            Self::Rows => "rows",
            Self::Matrix => "matrix",
            Self::Json => "json",
        }
    }
}

/// How a file with a packing puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleFormat {
    /// What it looks like.
    #[default]
    Auto,
    /// Kumiki's own.
    Toml,
    /// An .xmpuzzle, packed or not.
    BurrTools,
    /// The text of the solver polycube.
    Polycube,
}

/// A form of a decision diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiagramForm {
    /// For the program dot of Graphviz, with the edges by their names.
    Dot,
    /// What Graphillion reads.
    Zdd,
    /// What D. E. Knuth's programs print.
    Knuth,
    /// Sentences, as D. E. Knuth's OBDD prints them, with the edges by their names.
    Text,
    /// A picture, if the diagram is small.
    Svg,
}

impl DiagramForm {
    /// The form that the name of a file asks for by its ending: `.dot` or `.gv`, `.zdd`,
    /// `.knuth`, `.txt` or `.svg`.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending {
            "dot" | "gv" => Some(Self::Dot),
            "zdd" => Some(Self::Zdd),
            "knuth" => Some(Self::Knuth),
            "txt" => Some(Self::Text),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }
}
