//! Lists of tilings: read, judged, compared with each other, and added up.

use super::recount::ways_to_name;
use super::symmetry::CanonicalTile;
use super::{CanonicalTiling, Judge, TilingCounts, TilingSymmetries};
use crate::envelope::{Listing, judge_presence};
use crate::fault::require;
use crate::{Fault, rule};
use kumiki_model::{
    ByComposition, BySymmetry, Classes, Count, PlacedTile, Symmetry, TileRecord, TilingQuestion,
    TilingRecord,
};
use kumiki_ring::Point;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// What is known about a listed tiling once it has been looked at.
pub(super) struct Listed {
    /// How many tiles of each kind it has.
    pub(super) composition: Vec<usize>,
    /// How many of all symmetries leave it unchanged.
    pub(super) fixing: usize,
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
pub(super) struct Viewer<'q> {
    pub(super) all: TilingSymmetries<'q>,
    pub(super) rotations: TilingSymmetries<'q>,
    pub(super) chosen: TilingSymmetries<'q>,
    /// Numbers for tiles, so that a long list of tilings takes little room.
    numbers: BTreeMap<CanonicalTile, usize>,
    /// The tilings seen without their colours.
    plain_seen: BTreeSet<Vec<usize>>,
}

impl<'q> Viewer<'q> {
    pub(super) fn new(question: &'q TilingQuestion, chosen: Symmetry) -> Self {
        let [all, rotations, chosen] = [Symmetry::All, Symmetry::Rotations, chosen]
            .map(|symmetry| TilingSymmetries::of_question(question, symmetry));
        Self { all, rotations, chosen, numbers: BTreeMap::new(), plain_seen: BTreeSet::new() }
    }

    /// The class of a tiling, and what else is known about it.
    fn look(&mut self, judge: &Judge<'_>, tiling: &[PlacedTile]) -> (Vec<usize>, Listed) {
        let own = self.all.written(tiling);
        let plain = own.clone().without_colours();
        let [class, plain_class] = [&own, &plain].map(|tiling| {
            let least = self.chosen.least_of(tiling);
            self.numbered(&least)
        });
        let is_new = self.plain_seen.insert(plain_class);
        let size = |tiling| self.chosen.order() / self.chosen.fixing_written(tiling);
        let of_kind = |kind: usize| tiling.iter().filter(|placed| placed.tile == kind).count();
        let listed = Listed {
            composition: (0..judge.question.tiles().len()).map(of_kind).collect(),
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
    pub(super) fn look_at_all(
        &mut self,
        judge: &Judge<'_>,
        tilings: &[Vec<PlacedTile>],
    ) -> Vec<Listed> {
        tilings.iter().map(|tiling| self.look(judge, tiling).1).collect()
    }

    /// All listed tilings obey the rules and have the symmetries that they claim (V4 of an answer),
    /// and no two are the same (V5).
    pub(super) fn judge_solutions<'s>(
        &mut self,
        judge: &Judge<'_>,
        solutions: impl Iterator<Item = &'s TilingRecord>,
    ) -> Result<Vec<Listed>, Fault> {
        let mut listing = Listing::new("solutions", None);
        let mut all_listed = Vec::new();
        for (number, record) in (1..).zip(solutions) {
            let in_solution = |fault: Fault| fault.within("solution", number);
            let tiling = placed_tiles(judge, record)
                .map_err(|reason| in_solution(Fault::new(rule::TEXT, reason)))?;
            judge.judge(&tiling).map_err(in_solution)?;
            let (class, listed) = self.look(judge, &tiling);
            judge_presence("symmetry of a listed tiling", record.symmetry.is_some(), true)?;
            let (stated, found) = (record.symmetry.unwrap_or(listed.fixing), listed.fixing);
            require(stated == found, rule::CLAIM, || {
                format!("it is said to have {stated} symmetries, but has {found}")
            })
            .map_err(in_solution)?;
            listing.add(class)?;
            all_listed.push(listed);
        }
        Ok(all_listed)
    }

    /// What the tilings of a list add up to.
    ///
    /// A tiling with `s` of all symmetries is one of `|G| / s` in its class, so it counts for a
    /// part of the class: `s / |G|`.
    pub(super) fn tally(&self, judge: &Judge<'_>, listed: &[Listed]) -> Tally {
        let sum = |number: &dyn Fn(&Listed) -> usize| -> usize { listed.iter().map(number).sum() };
        let classes_of = |members: &dyn Fn(&Listed) -> bool| {
            let part = |tiling: &Listed| tiling.class_size * tiling.fixing;
            let parts = listed.iter().filter(|tiling| members(tiling)).map(part);
            Count((parts.sum::<usize>() / self.all.order()).into())
        };
        let names = judge.question.colours().map_or(0, |colours| colours.names.len());
        let named = |tiling: &Listed| ways_to_name(tiling.colour_count, names) * tiling.class_size;
        let rotations = sum(&|tiling| tiling.class_size * tiling.turned) / self.rotations.order();
        let orders: BTreeSet<usize> = listed.iter().map(|tiling| tiling.fixing).collect();
        let compositions: BTreeSet<&Vec<usize>> =
            listed.iter().map(|tiling| &tiling.composition).collect();
        let by_symmetry =
            |order| BySymmetry { order, classes: classes_of(&|tiling| tiling.fixing == order) };
        let by_composition = |tiles: &Vec<usize>| {
            let has = |tiling: &Listed| tiling.composition == *tiles;
            let tilings = sum(&|tiling| if has(tiling) { tiling.class_size } else { 0 });
            let classes = Some(classes_of(&has));
            ByComposition { tiles: tiles.clone(), tilings: Count(tilings.into()), classes }
        };
        Tally {
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
pub(super) struct Tally {
    /// Without colours, only the tilings are of use.
    pub(super) counts: TilingCounts,
    pub(super) classes: Classes,
    pub(super) by_symmetry: Vec<BySymmetry>,
    pub(super) by_composition: Vec<ByComposition>,
}

/// The tiles of a saved tiling.
fn placed_tiles(judge: &Judge<'_>, record: &TilingRecord) -> Result<Vec<PlacedTile>, String> {
    (1..).zip(&record.tiles).map(|(number, tile)| placed_tile(judge, number, tile)).collect()
}

fn placed_tile(
    judge: &Judge<'_>,
    number: usize,
    record: &TileRecord,
) -> Result<PlacedTile, String> {
    let mut kinds = judge.question.tiles().iter();
    let tile = kinds.position(|tile| tile.name == record.tile).ok_or_else(|| {
        format!("tile {number} is a '{}', expected a kind of the problem", record.tile)
    })?;
    let names = judge.question.colours().map_or(&[][..], |colours| &colours.names);
    let colour = match &record.colour {
        None => None,
        Some(name) => Some(names.iter().position(|other| other == name).ok_or_else(|| {
            format!("tile {number} has the colour '{name}', expected one of the problem")
        })?),
    };
    let expected = judge.plane.coordinate_count();
    if record.at.len() != expected {
        let found = record.at.len();
        return Err(format!("tile {number} is at {found} coordinates, expected {expected}"));
    }
    let shift = Point::new(&record.at);
    Ok(PlacedTile { tile, is_flipped: record.flipped, turns: record.turns, shift, colour })
}
