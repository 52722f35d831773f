//! All tilings, laid one tile at a time at the lowest point that is not covered.
//!
//! # Why it is complete
//! Let P be the lowest point, on equal heights the one furthest left, of what is not covered yet.
//! Whatever covers the surroundings of P lies in what is not covered, so P is its lowest corner
//! too: for each way to turn and flip a tile there is one place to try. Several tiles may have P as
//! their lowest corner; they are laid from right to left.
//!
//! P is a corner of the region or of a tile, since sides of tiles that do not overlap never cross.

use super::plane::{Plane, Spot};
use super::polygon::{Polygon, has_sector, lies_in, overlap};
use super::problem::Problem;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

/// A tiling: kinds of tiles and where they lie, sorted.
pub(super) type Tiling = Vec<(Polygon, usize)>;

/// All tilings of a problem, or `None` if that takes more than a number of steps.
pub(super) fn tilings(problem: &Problem, steps: usize) -> Option<BTreeSet<Tiling>> {
    let plane = Plane::new(problem.ring);
    let region = Polygon::new(&plane, &problem.region)?;
    let kinds = problem.tiles.iter().map(|tile| {
        let shape = Polygon::new(&plane, &tile.corners)?;
        Some(ways(&plane, &shape, tile.turn, tile.flip).into_iter().collect::<Vec<Polygon>>())
    });
    let kinds: Vec<Vec<Polygon>> = kinds.collect::<Option<_>>()?;
    let mut search = Search {
        problem,
        plane: &plane,
        region: &region,
        kinds,
        fits: HashMap::new(),
        steps,
        found: BTreeSet::new(),
    };
    search.extend(&mut Vec::new())?;
    Some(search.found)
}

/// A tile in all allowed directions, each with its lowest corner in the origin.
pub(super) fn ways(plane: &Plane, shape: &Polygon, turn: bool, flip: bool) -> BTreeSet<Polygon> {
    let mut ways = BTreeSet::new();
    for is_flipped in [false, true].into_iter().take(1 + usize::from(flip)) {
        for turns in 0..if turn { plane.order() } else { 1 } {
            let moved = shape.moved(plane, is_flipped, turns, Spot::default());
            ways.insert(moved.with_lowest(Spot::default()));
        }
    }
    ways
}

struct Search<'p> {
    problem: &'p Problem,
    plane: &'p Plane,
    region: &'p Polygon,
    kinds: Vec<Vec<Polygon>>,
    /// Whether places of tiles that were tried lie in the region.
    fits: HashMap<Polygon, bool>,
    /// How many more tiles may be laid.
    steps: usize,
    found: BTreeSet<Tiling>,
}

impl Search<'_> {
    /// Lays a tile in all ways at the lowest point that is not covered.
    fn extend(&mut self, laid: &mut Tiling) -> Option<()> {
        let used = |kind: usize, laid: &Tiling| laid.iter().filter(|tile| tile.1 == kind).count();
        let Some(lowest) = self.lowest(laid) else {
            let tiles = self.problem.tiles.iter().enumerate();
            if tiles.into_iter().all(|(kind, tile)| used(kind, laid) >= tile.least) {
                let mut tiling = laid.clone();
                tiling.sort_unstable();
                self.found.insert(tiling);
            }
            return Some(());
        };
        for kind in 0..self.kinds.len() {
            if self.problem.tiles[kind].most.is_some_and(|most| used(kind, laid) >= most) {
                continue;
            }
            for way in 0..self.kinds[kind].len() {
                let tile = self.kinds[kind][way].with_lowest(lowest);
                if self.may_lie(&tile, laid) {
                    self.steps = self.steps.checked_sub(1)?;
                    laid.push((tile, kind));
                    self.extend(laid)?;
                    laid.pop();
                }
            }
        }
        Some(())
    }

    /// The lowest point around which something is not covered.
    fn lowest(&self, laid: &Tiling) -> Option<Spot> {
        let mut polygons = vec![self.region];
        polygons.extend(laid.iter().map(|tile| &tile.0));
        let mut spots: Vec<Spot> =
            polygons.iter().flat_map(|polygon| polygon.corners()).copied().collect();
        // What lies below the last tile's lowest corner is covered.
        if let Some((last, _)) = laid.last() {
            spots.retain(|spot| self.plane.lowest_first(*spot, last.lowest()) != Ordering::Less);
        }
        spots.sort_unstable_by(|one, other| self.plane.lowest_first(*one, *other));
        spots.dedup();
        spots.into_iter().find(|spot| {
            has_sector(self.plane, *spot, &polygons, |has| {
                has(self.region) && !laid.iter().any(|(tile, _)| has(tile))
            })
        })
    }

    /// Whether a tile lies in the region, beside all others, and to the left of the last one at the
    /// same point.
    fn may_lie(&mut self, tile: &Polygon, laid: &Tiling) -> bool {
        if let Some((last, _)) = laid.last().filter(|(last, _)| last.lowest() == tile.lowest())
            && self.plane.side(last.first_way(), tile.first_way()) != Ordering::Greater
        {
            return false;
        }
        let fits = match self.fits.get(tile) {
            Some(fits) => *fits,
            None => {
                let fits = lies_in(self.plane, tile, self.region);
                self.fits.insert(tile.clone(), fits);
                fits
            }
        };
        fits && !laid.iter().any(|(other, _)| overlap(self.plane, tile, other))
    }
}
