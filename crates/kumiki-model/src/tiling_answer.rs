//! What answers about tilings are made of.

use crate::document::is_default;
use crate::{Count, ModelError, PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

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

/// In words: `acute at 0,1,0,0 turned 3 flipped in red`.
impl fmt::Display for TileRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at: Vec<String> = self.at.iter().map(ToString::to_string).collect();
        write!(f, "{} at {} turned {}", self.tile, at.join(","), self.turns)?;
        if self.flipped {
            f.write_str(" flipped")?;
        }
        self.colour.iter().try_for_each(|colour| write!(f, " in {colour}"))
    }
}

impl TileRecord {
    /// Reads what its words say.
    ///
    /// ```
    /// use kumiki_model::TileRecord;
    /// let text = "small acute at 0,-1,0,2 turned 3 flipped in dark red";
    /// let tile = TileRecord::from_words(text).expect("a tile");
    /// assert_eq!((tile.turns, tile.flipped, tile.at[1]), (3, true, -1));
    /// assert_eq!(tile.to_string(), text);
    /// assert!(TileRecord::from_words("acute at 0,1").is_none());
    /// ```
    #[must_use]
    pub fn from_words(text: &str) -> Option<Self> {
        let (tile, rest) = text.rsplit_once(" at ")?;
        let (at, rest) = rest.split_once(" turned ")?;
        let (turned, colour) = match rest.split_once(" in ") {
            Some((turned, colour)) => (turned, Some(colour.to_owned())),
            None => (rest, None),
        };
        let (turns, flipped) = match turned.strip_suffix(" flipped") {
            Some(turns) => (turns, true),
            None => (turned, false),
        };
        let at = at.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        Some(Self { tile: tile.to_owned(), flipped, turns: turns.parse().ok()?, at, colour })
    }

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
