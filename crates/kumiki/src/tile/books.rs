//! The books of a search: classes by their symmetries, tilings by the numbers of their tiles.

use crate::Halt;
use crate::report::by_symmetry;
use kumiki_drive::pairs;
use kumiki_model::{Answer, ByComposition, ClassCount, Classes, Part};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The tilings with the same numbers of tiles of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Composition {
    /// How many tilings; of coloured problems, painted ones up to the names of colours.
    tilings: u64,
    /// How many classes under all symmetries.
    classes: u64,
}

/// What a tiling is to its class, if it stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    /// How many symmetries leave it unchanged.
    pub(super) symmetries: usize,
    /// Whether a reflection does.
    pub(super) is_mirrored: bool,
}

/// What was counted.
///
/// * **G1** Every tiling was entered once, and one of each class as standing for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Books {
    group_order: usize,
    has_reflections: bool,
    tilings: u64,
    rotation_classes: u64,
    #[serde(with = "pairs")]
    by_symmetry: BTreeMap<usize, u64>,
    #[serde(with = "pairs")]
    by_composition: BTreeMap<Vec<usize>, Composition>,
}

impl Books {
    pub(super) fn new(group_order: usize, has_reflections: bool) -> Self {
        Self {
            group_order,
            has_reflections,
            tilings: 0,
            rotation_classes: 0,
            by_symmetry: BTreeMap::new(),
            by_composition: BTreeMap::new(),
        }
    }

    /// Enters a tiling: with its numbers of tiles, if these vary, and with what it is to its class,
    /// if it stands for it.
    pub(super) fn enter(&mut self, composition: Option<Vec<usize>>, standing: Option<Standing>) {
        self.tilings += 1;
        if let Some(Standing { symmetries, is_mirrored }) = standing {
            *self.by_symmetry.entry(symmetries).or_default() += 1;
            // A class that no reflection leaves unchanged falls into two that mirror each other.
            self.rotation_classes += if self.has_reflections && !is_mirrored { 2 } else { 1 };
        }
        if let Some(tiles) = composition {
            let row = self.by_composition.entry(tiles).or_default();
            row.tilings += 1;
            row.classes += u64::from(standing.is_some());
        }
    }

    /// Adds what another part of the search has counted.
    pub(super) fn merge(&mut self, other: &Self) {
        self.tilings += other.tilings;
        self.rotation_classes += other.rotation_classes;
        for (symmetries, classes) in &other.by_symmetry {
            *self.by_symmetry.entry(*symmetries).or_default() += classes;
        }
        for (tiles, row) in &other.by_composition {
            let own = self.by_composition.entry(tiles.clone()).or_default();
            own.tilings += row.tilings;
            own.classes += row.classes;
        }
    }

    /// How many tilings were entered.
    pub(super) fn tilings(&self) -> u64 {
        self.tilings
    }

    /// Puts the books of a complete search into its answer, if the classes make up all tilings.
    pub(super) fn close(
        self,
        total: &BigUint,
        noun: &str,
        answer: &mut Answer,
    ) -> Result<(), Halt> {
        let mut terms: Vec<String> = Vec::new();
        let mut sum = BigUint::ZERO;
        for (symmetries, classes) in &self.by_symmetry {
            let images = self.group_order / symmetries;
            terms.push(format!("{images} x {classes}"));
            sum += BigUint::from(*classes) * images;
        }
        if sum != *total || BigUint::from(self.tilings) != *total {
            return Err(Halt::Disagreement {
                first: format!("{total} {noun}"),
                second: format!("{} visited and {sum} by sizes of classes", self.tilings),
            });
        }
        if self.group_order > 1 && !terms.is_empty() {
            let terms = terms.join(" + ");
            answer.evidence.push(format!(
                "identity: {terms} = {sum}: the classes, each with its number of images, make up \
                 all {noun}"
            ));
        }
        answer.classes = Some(ClassCount::Both(Classes {
            all: self.by_symmetry.values().sum::<u64>().into(),
            rotations: self.rotation_classes.into(),
        }));
        answer.by_symmetry = by_symmetry(&self.by_symmetry);
        if let Part::Tile(part) = &mut answer.part {
            let row = |(tiles, row): (&Vec<usize>, &Composition)| ByComposition {
                tiles: tiles.clone(),
                tilings: row.tilings.into(),
                classes: Some(row.classes.into()),
            };
            part.by_composition = self.by_composition.iter().map(row).collect();
        }
        Ok(())
    }
}
