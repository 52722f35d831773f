//! Lists of tilings looked at from all sides, and added up.

use super::recount::{TilingCounts, ways_to_name};
use super::symmetry::{CanonicalTile, CanonicalTiling, TilingSymmetries};
use kumiki_model::{
    ByComposition, BySymmetry, Classes, Count, PlacedTile, Symmetry, TilingQuestion,
};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// What is known about a tiling once it has been looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewed {
    /// How many tiles of each kind it has.
    pub composition: Vec<usize>,
    /// How many of all symmetries leave it unchanged.
    pub fixing: usize,
    /// How many of the rotations among them do.
    turned: usize,
    /// How many tilings it stands for: those of its class under the symmetries chosen.
    class_size: usize,
    /// How many different tilings these are without their colours, if no other listed tiling is the
    /// same without colours.
    plain_size: usize,
    /// How many colours it has.
    colour_count: usize,
}

/// Looks at the tilings of a list. Those count as the same that a chosen symmetry maps to each
/// other.
#[derive(Clone, Debug)]
pub struct Viewer<'q> {
    question: &'q TilingQuestion,
    /// All symmetries.
    pub all: TilingSymmetries<'q>,
    /// The rotations among them.
    pub rotations: TilingSymmetries<'q>,
    /// Those under which tilings count as the same.
    pub chosen: TilingSymmetries<'q>,
    /// Numbers for tiles, so that a long list of tilings takes little room.
    numbers: BTreeMap<CanonicalTile, usize>,
    /// The tilings seen without their colours.
    plain_seen: BTreeSet<Vec<usize>>,
}

impl<'q> Viewer<'q> {
    /// Nothing has been looked at.
    #[must_use]
    pub fn new(question: &'q TilingQuestion, chosen: Symmetry) -> Self {
        let [all, rotations, chosen] = [Symmetry::All, Symmetry::Rotations, chosen]
            .map(|symmetry| TilingSymmetries::of_question(question, symmetry));
        Self {
            question,
            all,
            rotations,
            chosen,
            numbers: BTreeMap::new(),
            plain_seen: BTreeSet::new(),
        }
    }

    /// The class of a tiling, and what else is known about it.
    pub fn look(&mut self, tiling: &[PlacedTile]) -> (Vec<usize>, Viewed) {
        let own = self.all.written(tiling);
        let plain = own.clone().without_colours();
        let [class, plain_class] = [&own, &plain].map(|tiling| {
            let least = self.chosen.least_of(tiling);
            self.numbered(&least)
        });
        let is_new = self.plain_seen.insert(plain_class);
        let size = |tiling| self.chosen.order() / self.chosen.fixing_written(tiling);
        let of_kind = |kind: usize| tiling.iter().filter(|placed| placed.tile == kind).count();
        let listed = Viewed {
            composition: (0..self.question.tiles().len()).map(of_kind).collect(),
            fixing: self.all.fixing_written(&own),
            turned: self.rotations.fixing_written(&own),
            class_size: size(&own),
            plain_size: if is_new { size(&plain) } else { 0 },
            colour_count: own.colour_count(),
        };
        (class, listed)
    }

    /// The numbers of the tiles: equal for equal tilings, different for different ones.
    fn numbered(&mut self, tiling: &CanonicalTiling) -> Vec<usize> {
        let number = |tile: &CanonicalTile| {
            let next = self.numbers.len();
            *self.numbers.entry(tile.clone()).or_insert(next)
        };
        tiling.tiles().iter().map(number).collect()
    }

    /// All tilings of a list, which obey the rules and are different.
    pub fn look_at_all(&mut self, tilings: &[Vec<PlacedTile>]) -> Vec<Viewed> {
        tilings.iter().map(|tiling| self.look(tiling).1).collect()
    }

    /// What the tilings of a list add up to.
    ///
    /// A tiling with `s` of all symmetries is one of `|G| / s` in its class, so it counts for a
    /// part of the class: `s / |G|`.
    pub fn tally(&self, listed: &[Viewed]) -> TilingTally {
        let sum = |number: &dyn Fn(&Viewed) -> usize| -> usize { listed.iter().map(number).sum() };
        let classes_of = |members: &dyn Fn(&Viewed) -> bool| {
            let part = |tiling: &Viewed| tiling.class_size * tiling.fixing;
            let parts = listed.iter().filter(|tiling| members(tiling)).map(part);
            Count((parts.sum::<usize>() / self.all.order()).into())
        };
        let names = self.question.colours().map_or(0, |colours| colours.names.len());
        let named = |tiling: &Viewed| ways_to_name(tiling.colour_count, names) * tiling.class_size;
        let rotations = sum(&|tiling| tiling.class_size * tiling.turned) / self.rotations.order();
        let orders: BTreeSet<usize> = listed.iter().map(|tiling| tiling.fixing).collect();
        let compositions: BTreeSet<&Vec<usize>> =
            listed.iter().map(|tiling| &tiling.composition).collect();
        let by_symmetry =
            |order| BySymmetry { order, classes: classes_of(&|tiling| tiling.fixing == order) };
        let by_composition = |tiles: &Vec<usize>| {
            let has = |tiling: &Viewed| tiling.composition == *tiles;
            let tilings = sum(&|tiling| if has(tiling) { tiling.class_size } else { 0 });
            let classes = Some(classes_of(&has));
            ByComposition { tiles: tiles.clone(), tilings: Count(tilings.into()), classes }
        };
        TilingTally {
            counts: TilingCounts {
                tilings: sum(&|tiling| tiling.plain_size).into(),
                colourings: sum(&|tiling| tiling.class_size).into(),
                labelled: listed.iter().map(named).sum::<BigUint>(),
            },
            classes: Classes { all: classes_of(&|_| true), rotations: Count(rotations.into()) },
            by_symmetry: orders.into_iter().map(by_symmetry).collect(),
            by_composition: compositions.into_iter().map(by_composition).collect(),
        }
    }
}

/// What the tilings of a list, with all that they stand for, add up to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TilingTally {
    /// Without colours, only the tilings are of use.
    pub counts: TilingCounts,
    /// How many classes.
    pub classes: Classes,
    /// Classes by the number of their symmetries.
    pub by_symmetry: Vec<BySymmetry>,
    /// Tilings and classes by the numbers of tiles of each kind.
    pub by_composition: Vec<ByComposition>,
}
