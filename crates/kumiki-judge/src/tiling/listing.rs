//! Lists of tilings: read, judged and compared with each other.

use super::Judge;
use crate::envelope::{Listing, judge_claim, judge_presence};
use crate::{Fault, rule};
use kumiki_model::{PlacedTile, TileRecord, TilingRecord};
use kumiki_recount::{Viewed, Viewer};
use kumiki_ring::Point;

/// All listed tilings obey the rules and have the symmetries that they claim (V4 of an answer),
/// and no two are the same (V5).
pub(super) fn judge_solutions(
    viewer: &mut Viewer<'_>,
    judge: &Judge<'_>,
    solutions: &[&TilingRecord],
) -> Result<Vec<Viewed>, Fault> {
    let mut listing = Listing::new("solutions", None);
    let mut all_listed = Vec::new();
    for (number, record) in (1..).zip(solutions) {
        let in_solution = |fault: Fault| fault.within("solution", number);
        let tiling = placed_tiles(judge, record)
            .map_err(|reason| in_solution(Fault::new(rule::TEXT, reason)))?;
        judge.judge(&tiling).map_err(in_solution)?;
        let (class, listed) = viewer.look(&tiling);
        judge_presence("symmetry of a listed tiling", record.symmetry.is_some(), true)?;
        let stated = record.symmetry.unwrap_or(listed.fixing);
        judge_claim("number of symmetries", stated, listed.fixing).map_err(in_solution)?;
        listing.add(class)?;
        all_listed.push(listed);
    }
    Ok(all_listed)
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
    let mut kinds = judge.site.question.tiles().iter();
    let tile = kinds.position(|tile| tile.name == record.tile).ok_or_else(|| {
        format!("tile {number} is a '{}', expected a kind of the problem", record.tile)
    })?;
    let names = judge.site.question.colours().map_or(&[][..], |colours| &colours.names);
    let colour = match &record.colour {
        None => None,
        Some(name) => Some(names.iter().position(|other| other == name).ok_or_else(|| {
            format!("tile {number} has the colour '{name}', expected one of the problem")
        })?),
    };
    let expected = judge.site.plane.coordinate_count();
    if record.at.len() != expected {
        let found = record.at.len();
        return Err(format!("tile {number} is at {found} coordinates, expected {expected}"));
    }
    let shift = Point::new(&record.at);
    Ok(PlacedTile { tile, is_flipped: record.flipped, turns: record.turns, shift, colour })
}
