//! Tilings: a polygon filled with polygons, exactly.
//!
//! # The question
//! In how many ways do the tiles fill the region without gaps and overlaps? Tiles may be shifted
//! anywhere, turned by multiples of the ring's angle, and flipped, as far as each allows. Tiles may
//! have colours, and tiles of the same colour may have to keep apart.

use crate::{ModelError, Polygon};
use kumiki_ring::{Point, Ring};
use serde::{Deserialize, Serialize};

/// The most kinds of tiles.
const MAX_KINDS: usize = 64;

/// The most colours.
const MAX_COLOURS: usize = 16;

/// The most tiles of a kind that can be asked for.
const MAX_COUNT: u32 = 10_000;

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// What it is called; no two kinds have the same name.
    pub name: String,
    /// What it looks like.
    pub shape: Polygon,
    /// At least so many of it are used.
    pub least: u32,
    /// At most so many of it are used, or as many as there is room for.
    pub most: Option<u32>,
    /// At most so many of it are used in each colour.
    pub most_of_a_colour: Option<u32>,
    /// Whether it may be turned.
    pub turns: bool,
    /// Whether it may be flipped.
    pub flips: bool,
}

/// How tiles of the same colour must keep apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Apart {
    /// They need not.
    #[default]
    Free,
    /// They share no part of a side.
    Sides,
    /// They do not touch, not even at a point.
    Points,
}

/// What the tiles are painted with. All colours play the same part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colours {
    /// What they are called.
    pub names: Vec<String>,
    /// How tiles of the same colour must keep apart.
    pub apart: Apart,
}

/// A region to be tiled.
///
/// * **T1** There is at least one kind of tile, names are distinct, and `least` is at most `most`,
///   which is not 0.
/// * **T2** If there are colours, there are 1 to 16, with distinct names; otherwise no tile has a
///   limit for each colour.
/// * **T3** All polygons are made with this ring.
#[derive(Clone, Debug)]
pub struct TilingQuestion {
    title: String,
    ring: Ring,
    region: Polygon,
    tiles: Vec<Tile>,
    colours: Option<Colours>,
}

impl TilingQuestion {
    /// The question how tiles fill a region.
    ///
    /// # Errors
    /// If T1 or T2 is violated; the error names the tile.
    pub fn new(
        title: impl Into<String>,
        ring: Ring,
        region: Polygon,
        tiles: Vec<Tile>,
        colours: Option<Colours>,
    ) -> Result<Self, ModelError> {
        let error = |reason: String| Err(ModelError::Tiling { reason });
        if tiles.is_empty() || tiles.len() > MAX_KINDS {
            return error(format!("{} kinds of tiles, expected 1 to {MAX_KINDS}", tiles.len()));
        }
        for (at, tile) in tiles.iter().enumerate() {
            let name = &tile.name;
            if tiles[..at].iter().any(|other| other.name == *name) {
                return error(format!("tile '{name}' is given twice, expected distinct names"));
            }
            if tile.most == Some(0) || tile.most.is_some_and(|most| most < tile.least) {
                return error(format!(
                    "tile '{name}' is used {} to 0 times, expected at least once",
                    tile.least
                ));
            }
            if tile.most.unwrap_or(tile.least) > MAX_COUNT {
                return error(format!("too many tiles '{name}', expected at most {MAX_COUNT}"));
            }
            if tile.most_of_a_colour.is_some() && colours.is_none() {
                return error(format!(
                    "tile '{name}' has a limit for each colour, expected colours"
                ));
            }
        }
        if let Some(Colours { names, .. }) = &colours {
            if names.is_empty() || names.len() > MAX_COLOURS {
                return error(format!("{} colours, expected 1 to {MAX_COLOURS}", names.len()));
            }
            for (at, name) in names.iter().enumerate() {
                if names[..at].contains(name) {
                    return error(format!(
                        "colour '{name}' is given twice, expected distinct names"
                    ));
                }
            }
        }
        Ok(Self { title: title.into(), ring, region, tiles, colours })
    }

    /// What the problem is called.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Where all corners lie.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// What is to be filled.
    #[must_use]
    pub fn region(&self) -> &Polygon {
        &self.region
    }

    /// The kinds of tiles.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// What they are painted with.
    #[must_use]
    pub fn colours(&self) -> Option<&Colours> {
        self.colours.as_ref()
    }
}

/// A tile in its place: flipped or not, then turned, then shifted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PlacedTile {
    /// Which kind, by its position in the question.
    pub tile: usize,
    /// Whether it was mirrored in the real axis first.
    pub is_flipped: bool,
    /// How often it was then turned by the ring's angle, to the left.
    pub turns: usize,
    /// Where the origin of the tile's coordinates has come.
    pub shift: Point,
    /// Its colour, by its position in the question.
    pub colour: Option<usize>,
}

impl PlacedTile {
    /// Its corners, to the left.
    #[must_use]
    pub fn corners(&self, question: &TilingQuestion) -> Vec<Point> {
        let ring = question.ring();
        let shape = question.tiles()[self.tile].shape.corners().iter();
        let flip = |corner: &Point| if self.is_flipped { ring.mirror(*corner) } else { *corner };
        let mut corners: Vec<Point> =
            shape.map(|corner| ring.turn(flip(corner), self.turns) + self.shift).collect();
        if self.is_flipped {
            corners.reverse();
        }
        corners
    }

    /// The same, beginning with the least: equal lists for equal polygons, and for no others. Sets
    /// of corners would not do, since polygons that are not convex can have the same corners in
    /// another order.
    #[must_use]
    pub fn outline(&self, question: &TilingQuestion) -> Vec<Point> {
        let mut corners = self.corners(question);
        let least =
            (0..corners.len()).min_by_key(|at| corners[*at]).expect("polygons have corners");
        corners.rotate_left(least);
        corners
    }
}
