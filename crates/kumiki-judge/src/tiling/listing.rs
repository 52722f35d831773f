//! The listed tilings of an answer: read, judged and compared with each other.

use super::symmetry::CanonicalTile;
use super::{CanonicalTiling, Judge, TilingSymmetries};
use crate::envelope::{Listing, judge_presence};
use crate::fault::require;
use crate::{Fault, rule};
use kumiki_model::{PlacedTile, TileRecord, TilingRecord};
use kumiki_ring::Point;
use std::collections::{BTreeMap, BTreeSet};

/// What is known about a listed tiling once it has been judged.
pub(super) struct Listed {
    /// How many tiles of each kind it has.
    pub(super) composition: Vec<usize>,
    /// How many of all symmetries leave it unchanged.
    pub(super) fixing: usize,
    /// How many of the rotations among them do.
    pub(super) turned: usize,
    /// How many tilings its class contains, under the symmetries chosen.
    pub(super) class_size: usize,
    /// How many different tilings these are without their colours, if no other listed tiling is the
    /// same without colours.
    pub(super) plain_size: usize,
    /// How many colours it has.
    pub(super) colour_count: usize,
}

/// All listed tilings obey the rules and have the symmetries that they claim (V4 of an answer), and
/// no two are the same (V5). Those count as the same that a chosen symmetry maps to each other.
pub(super) fn judge_solutions(
    judge: &Judge<'_>,
    [all, rotations]: [&TilingSymmetries<'_>; 2],
    chosen: &TilingSymmetries<'_>,
    solutions: &[TilingRecord],
) -> Result<Vec<Listed>, Fault> {
    let mut short = ShortNames::default();
    let mut listing = Listing::new("solutions", None);
    let mut plain_seen: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut listed = Vec::with_capacity(solutions.len());
    for (number, record) in (1..).zip(solutions) {
        let in_solution = |fault: Fault| fault.within("solution", number);
        let tiling = placed_tiles(judge, record)
            .map_err(|reason| in_solution(Fault::new(rule::TEXT, reason)))?;
        judge.judge(&tiling).map_err(in_solution)?;
        let fixing = all.fixing(&tiling);
        judge_presence("symmetry of a listed tiling", record.symmetry.is_some(), true)?;
        let stated = record.symmetry.unwrap_or(fixing);
        require(stated == fixing, rule::CLAIM, || {
            format!("it is said to have {stated} symmetries, but has {fixing}")
        })
        .map_err(in_solution)?;
        let class = chosen.canonical(&tiling);
        listing.add(short.of(&class))?;
        let plain = chosen.written(&tiling).without_colours();
        let is_new = plain_seen.insert(short.of(&chosen.least_of(&plain)));
        let orbit: BTreeSet<CanonicalTiling> = chosen.images(&plain).collect();
        let of_kind = |kind: usize| tiling.iter().filter(|placed| placed.tile == kind).count();
        listed.push(Listed {
            composition: (0..judge.question.tiles().len()).map(of_kind).collect(),
            fixing,
            turned: rotations.fixing(&tiling),
            class_size: chosen.order() / chosen.fixing(&tiling),
            plain_size: if is_new { orbit.len() } else { 0 },
            colour_count: class.colour_count(),
        });
    }
    Ok(listed)
}

/// Numbers for tiles, so that a long list of tilings takes little room.
#[derive(Default)]
struct ShortNames(BTreeMap<CanonicalTile, usize>);

impl ShortNames {
    /// The numbers of the tiles: equal for equal tilings, different for different ones.
    fn of(&mut self, tiling: &CanonicalTiling) -> Vec<usize> {
        let Self(numbers) = self;
        let number = |tile: &CanonicalTile| {
            let next = numbers.len();
            numbers.get(tile).copied().unwrap_or_else(|| {
                numbers.insert(tile.clone(), next);
                next
            })
        };
        tiling.tiles().iter().map(number).collect()
    }
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
