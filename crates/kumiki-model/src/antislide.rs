//! The question of the anti-sliding bricks.

use crate::{Cuboid, Packing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a packing counts as rigid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Every face of every brick touches a wall or another brick.
    #[default]
    Piece,
    /// No set of bricks can move together along an axis. For box-shaped bricks this is the same
    /// condition; the book says why, and the judge tests it.
    Group,
}

/// Which packings are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// All of them.
    #[default]
    Anywhere,
    /// Those with ANTISLIDE's own first move: a brick of the first kind in the first cell of the
    /// box. It lies across as few layers, then as few rows as it can. Layers, rows and columns are
    /// the sides of the box in the order given, so the order matters.
    Corner,
    /// Those that leave all corner cells empty: ANTISLIDE's change file.
    NoCorner,
}

/// When two packings are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// If a rotation or reflection of the box takes one to the other.
    #[default]
    All,
    /// If a rotation does.
    Rotations,
    /// Only if they are equal.
    None,
}

/// What is wanted about the number of bricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// Packings with any number of bricks.
    #[default]
    Any,
    /// Only nonempty packings with as few bricks as possible.
    Fewest,
    /// Only packings with as many bricks as possible.
    Most,
}

/// Pack bricks into a box so that none can slide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AntislideQuestion {
    /// As given.
    container: Cuboid,
    bricks: Vec<Cuboid>,
    /// When a packing counts as rigid.
    pub rule: Rule,
    /// Which packings are looked at.
    pub start: Start,
    /// At most this many bricks, if given.
    pub max_bricks: Option<usize>,
    /// When two packings are the same.
    pub symmetry: Symmetry,
    /// What is wanted about the number of bricks.
    pub objective: Objective,
}

impl AntislideQuestion {
    /// The plain question. Repeated kinds of brick count once.
    #[must_use]
    pub fn new(container: Cuboid, kinds: Vec<Cuboid>) -> Self {
        let mut bricks: Vec<Cuboid> = Vec::new();
        for kind in kinds {
            let kind = kind.sorted();
            if !bricks.contains(&kind) {
                bricks.push(kind);
            }
        }
        Self {
            container,
            bricks,
            rule: Rule::default(),
            start: Start::default(),
            max_bricks: None,
            symmetry: Symmetry::default(),
            objective: Objective::default(),
        }
    }

    /// The box to fill: held as given if one of its corners is in question, otherwise with its
    /// sides sorted.
    #[must_use]
    pub fn container(&self) -> Cuboid {
        if self.start == Start::Corner { self.container } else { self.container.sorted() }
    }

    /// The kinds of brick, each available without limit, in the order given, their sides sorted.
    #[must_use]
    pub fn bricks(&self) -> &[Cuboid] {
        &self.bricks
    }

    /// An empty packing of the box.
    #[must_use]
    pub fn empty_packing(&self) -> Packing {
        Packing::new(self.container(), Vec::new())
    }
}
