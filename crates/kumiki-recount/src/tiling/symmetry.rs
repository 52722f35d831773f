//! When two tilings are the same: the symmetries of a region and its tiles.
//!
//! # The idea
//! A symmetry is a turn by a multiple of the ring's angle, perhaps after a reflection, and a shift,
//! which maps the region to itself, and every kind of tile in every way to lay it to the same kind
//! in some way to lay it. Where some tile may not be turned, directions matter, and only the
//! identity is a symmetry. Kinds are never exchanged, even if they have the same shape.
//!
//! A tiling is a set of polygons, each with its kind and its colour. Names of colours do not
//! matter: colours are numbered in the order in which they come, once the polygons are sorted.

use super::plane::{Motion, Plane, Spot};
use super::site::Site;
use kumiki_model::{PlacedTile, Symmetry, Tile, TilingQuestion};
use std::collections::BTreeSet;

/// A polygon with what it is, comparable to others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CanonicalTile {
    /// To the left; the least one comes first.
    corners: Vec<Spot>,
    kind: usize,
    colour: Option<usize>,
}

/// A tiling written in the one way that all equal ones are written in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CanonicalTiling(Vec<CanonicalTile>);

impl CanonicalTiling {
    /// Sorts the tiles and renames the colours.
    fn new(mut tiles: Vec<CanonicalTile>) -> Self {
        tiles.sort_unstable_by(|a, b| (&a.corners, a.kind).cmp(&(&b.corners, b.kind)));
        let mut names: Vec<usize> = Vec::new();
        for tile in &mut tiles {
            if let Some(colour) = &mut tile.colour {
                let known = names.iter().position(|name| name == colour);
                *colour = known.unwrap_or_else(|| {
                    names.push(*colour);
                    names.len() - 1
                });
            }
        }
        Self(tiles)
    }

    /// The same without colours.
    #[must_use]
    pub fn without_colours(mut self) -> Self {
        self.0.iter_mut().for_each(|tile| tile.colour = None);
        self
    }

    /// How many colours it has.
    #[must_use]
    pub fn colour_count(&self) -> usize {
        self.0.iter().filter_map(|tile| tile.colour).max().map_or(0, |last| last + 1)
    }

    /// Its tiles, sorted.
    pub(super) fn tiles(&self) -> &[CanonicalTile] {
        &self.0
    }
}

/// The symmetries of a question, which say when two tilings are the same.
///
/// The functions that take a tiling panic if a tile is of no known kind.
#[derive(Clone, Debug)]
pub struct TilingSymmetries<'q> {
    site: Site<'q>,
    /// The identity is the first.
    motions: Vec<Motion>,
}

impl<'q> TilingSymmetries<'q> {
    /// The symmetries of the region that the tiles respect: all of them, the rotations, or the
    /// identity alone.
    ///
    /// ```
    /// use kumiki_recount::TilingSymmetries;
    /// use kumiki_oracle::universe;
    /// use kumiki_model::Symmetry;
    /// let order = |rows, columns| {
    ///     TilingSymmetries::of_question(&universe::dominoes(rows, columns), Symmetry::All).order()
    /// };
    /// assert_eq!((order(3, 4), order(4, 4)), (4, 8));
    /// ```
    #[must_use]
    pub fn of_question(question: &'q TilingQuestion, symmetry: Symmetry) -> Self {
        let site = Site::new(question);
        let plane = &site.plane;
        let directions_matter = question.tiles().iter().any(|tile| !tile.turns);
        let symmetry = if directions_matter { Symmetry::None } else { symmetry };
        let turn_count = if symmetry == Symmetry::None { 1 } else { plane.order() };
        let looks = |tile: &Tile| -> BTreeSet<Vec<Spot>> {
            postures(plane, tile).into_iter().map(|(_, corners)| at_origin(corners)).collect()
        };
        let looks: Vec<BTreeSet<Vec<Spot>>> = question.tiles().iter().map(looks).collect();
        let keeps_tiles = |motion: &Motion| {
            let image = |look: &Vec<Spot>| at_origin(plane.moved(look, *motion));
            looks.iter().all(|looks| looks.iter().all(|look| looks.contains(&image(look))))
        };
        let region = from_least(site.region.corners().to_vec());
        let onto_region = |motion: Motion| {
            let shift = region[0] - from_least(plane.moved(&region, motion))[0];
            let motion = Motion { shift, ..motion };
            (from_least(plane.moved(&region, motion)) == region).then_some(motion)
        };
        let turns = turns(symmetry == Symmetry::All, turn_count);
        let motions = turns.filter(keeps_tiles).filter_map(onto_region).collect();
        Self { site, motions }
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn order(&self) -> usize {
        self.motions.len()
    }

    /// The tiling itself, written so that equal ones are written alike.
    #[must_use]
    pub fn written(&self, tiling: &[PlacedTile]) -> CanonicalTiling {
        let tile = |placed: &PlacedTile| CanonicalTile {
            corners: from_least(self.site.corners(placed)),
            kind: placed.tile,
            colour: placed.colour,
        };
        CanonicalTiling::new(tiling.iter().map(tile).collect())
    }

    /// How many of the symmetries map the tiling to itself, names of colours aside.
    #[must_use]
    pub fn fixing(&self, tiling: &[PlacedTile]) -> usize {
        self.fixing_written(&self.written(tiling))
    }

    /// The same for a tiling that is already written in the one way.
    pub(super) fn fixing_written(&self, written: &CanonicalTiling) -> usize {
        self.images(written).filter(|image| image == written).count()
    }

    /// The least of the tiling's images: the same for two tilings if and only if they are in the
    /// same class.
    #[must_use]
    pub fn canonical(&self, tiling: &[PlacedTile]) -> CanonicalTiling {
        self.least_of(&self.written(tiling))
    }

    /// The least of the images of a tiling that is already written in the one way.
    pub(super) fn least_of(&self, written: &CanonicalTiling) -> CanonicalTiling {
        self.images(written).min().expect("the identity is in every group")
    }

    /// All images of a tiling, as often as there are symmetries.
    fn images<'s>(
        &'s self,
        written: &'s CanonicalTiling,
    ) -> impl Iterator<Item = CanonicalTiling> + 's {
        self.motions.iter().map(|motion| {
            let image = |tile: &CanonicalTile| CanonicalTile {
                corners: from_least(self.site.plane.moved(&tile.corners, *motion)),
                ..*tile
            };
            CanonicalTiling::new(written.0.iter().map(image).collect())
        })
    }
}

/// The same polygon, beginning at its least corner.
fn from_least(mut corners: Vec<Spot>) -> Vec<Spot> {
    let least = corners.iter().enumerate().min_by_key(|(_, spot)| **spot).map_or(0, |(at, _)| at);
    corners.rotate_left(least);
    corners
}

/// The same polygon with its least corner first and at the origin.
fn at_origin(corners: Vec<Spot>) -> Vec<Spot> {
    let corners = from_least(corners);
    let least = corners[0];
    corners.into_iter().map(|spot| spot - least).collect()
}

/// All turns, and if need be the same after a reflection; nothing is shifted.
fn turns(flips: bool, turn_count: usize) -> impl Iterator<Item = Motion> {
    let hands = [false, true].into_iter().take(1 + usize::from(flips));
    hands.flat_map(move |is_flipped| {
        (0..turn_count).map(move |turns| Motion { is_flipped, turns, shift: Spot::default() })
    })
}

/// All ways to lay a tile that look different, shifts aside, with its corners.
pub(super) fn postures(plane: &Plane, tile: &Tile) -> Vec<(Motion, Vec<Spot>)> {
    let shape = plane.corners(&tile.shape);
    let mut seen = BTreeSet::new();
    turns(tile.flips, if tile.turns { plane.order() } else { 1 })
        .map(|motion| (motion, plane.moved(&shape, motion)))
        .filter(|(_, corners)| seen.insert(at_origin(corners.clone())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_oracle::examples::tilings::{kind, question, square};
    use kumiki_oracle::{naive, universe};
    use std::collections::BTreeMap;

    fn orders(question: &TilingQuestion) -> [usize; 3] {
        [Symmetry::All, Symmetry::Rotations, Symmetry::None]
            .map(|symmetry| TilingSymmetries::of_question(question, symmetry).order())
    }

    #[test]
    fn the_group_depends_on_the_region_and_on_the_tiles() {
        let domino = [[0, 0], [2, 0], [2, 1], [0, 1]];
        let bend = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
        let skew = [[0, 0], [2, 0], [2, 1], [3, 1], [3, 2], [1, 2], [1, 1], [0, 1]];
        let of = |shape: &[[i32; 2]], turns, flips| {
            orders(&question(4, &square(4), vec![kind(4, "p", shape, turns, flips)]))
        };
        assert_eq!(of(&domino, true, false), [8, 4, 1]);
        // Where a tile may not be turned, nothing may be.
        assert_eq!(of(&domino, false, false), [1, 1, 1]);
        assert_eq!(of(&bend, false, true), [1, 1, 1]);
        assert_eq!(of(&bend, true, false), [8, 4, 1]);
        assert_eq!(of(&skew, true, false), [4, 4, 1]);
        assert_eq!(of(&skew, true, true), [8, 4, 1]);
        let region = [[0, 0], [3, 0], [3, 2], [1, 2], [1, 3], [0, 3]];
        assert_eq!(
            orders(&question(4, &region, vec![kind(4, "p", &domino, true, false)])),
            [1, 1, 1]
        );
    }

    #[test]
    fn a_hexagon_of_triangles_has_twelve_symmetries() {
        let hexagon = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
        let triangle = kind(6, "t", &[[0, 0], [1, 0], [0, 1]], true, false);
        assert_eq!(orders(&question(6, &hexagon, vec![triangle])), [12, 6, 1]);
    }

    #[test]
    fn every_tiling_obeys_the_orbit_stabiliser_theorem() {
        let mut class_count = 0;
        for question in universe::random_tiling_questions(3, 60) {
            let group = TilingSymmetries::of_question(&question, Symmetry::All);
            let tilings = naive::tilings(&question).expect("made of atoms");
            let mut classes: BTreeMap<CanonicalTiling, Vec<usize>> = BTreeMap::new();
            for tiling in &tilings {
                classes.entry(group.canonical(tiling)).or_default().push(group.fixing(tiling));
            }
            for members in classes.values() {
                assert!(
                    members.iter().all(|fixing| fixing * members.len() == group.order()),
                    "{question:?}"
                );
            }
            class_count += classes.len();
        }
        assert!(class_count > 60, "{class_count}");
    }
}
