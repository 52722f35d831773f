//! What answers about tilings are made of.

use crate::document::is_default;
use crate::{Count, ModelError, PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A tile of a listed tiling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TileRecord {
    /// The name of its kind.
    pub tile: String,
    /// Whether it was mirrored in the real axis first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flipped: bool,
    /// How often it was then turned by the ring's angle, to the left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: usize,
    /// Where the origin of the tile's coordinates has come.
    pub at: Vec<i32>,
    /// The name of its colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

/// A listed tiling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TilingRecord {
    /// How many symmetries of the region leave it unchanged, colour names aside, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<usize>,
    /// Its tiles.
    pub tiles: Vec<TileRecord>,
}

/// The tilings that use each kind of tile equally often.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByComposition {
    /// How many tiles of each kind, in the order of the problem.
    pub tiles: Vec<usize>,
    /// Tilings; of coloured problems, colourings up to colour names.
    pub tilings: Count,
    /// Classes of these under the symmetries of the region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Count>,
}

impl TilingRecord {
    /// A tiling that so many symmetries of the region leave unchanged.
    ///
    /// # Panics
    /// If it has tiles or colours that the question has not.
    #[must_use]
    pub fn new(question: &TilingQuestion, tiles: &[PlacedTile], symmetries: usize) -> Self {
        let colour = |at: usize| question.colours().map(|colours| colours.names[at].clone());
        let tile = |placed: &PlacedTile| TileRecord {
            tile: question.tiles()[placed.tile].name.clone(),
            flipped: placed.is_flipped,
            turns: placed.turns,
            at: placed.shift.coordinates()[..question.ring().degree()].to_vec(),
            colour: placed.colour.and_then(colour),
        };
        Self { symmetry: Some(symmetries), tiles: tiles.iter().map(tile).collect() }
    }

    /// The tiles where they lie.
    ///
    /// # Errors
    /// If the question has no such tiles or colours, or its points other coordinates.
    pub fn placed(&self, question: &TilingQuestion) -> Result<Vec<PlacedTile>, ModelError> {
        self.tiles.iter().map(|tile| tile.placed(question)).collect()
    }
}

impl TileRecord {
    fn placed(&self, question: &TilingQuestion) -> Result<PlacedTile, ModelError> {
        let unknown = |what: &str, name: &str| ModelError::Tiling {
            reason: format!("{what} '{name}', expected one of the problem"),
        };
        let mut kinds = question.tiles().iter();
        let tile = kinds
            .position(|tile| tile.name == self.tile)
            .ok_or_else(|| unknown("a tile", &self.tile))?;
        let names = question.colours().map_or(&[][..], |colours| &colours.names);
        let colour = |name: &String| {
            let at = names.iter().position(|other| other == name);
            at.ok_or_else(|| unknown("a colour", name))
        };
        let degree = question.ring().degree();
        if self.at.len() != degree {
            let reason = format!("a point with {} coordinates, expected {degree}", self.at.len());
            return Err(ModelError::Tiling { reason });
        }
        Ok(PlacedTile {
            tile,
            is_flipped: self.flipped,
            turns: self.turns,
            shift: Point::new(&self.at),
            colour: self.colour.as_ref().map(colour).transpose()?,
        })
    }
}
