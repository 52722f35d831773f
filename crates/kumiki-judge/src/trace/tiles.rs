//! Choices of tiles in a polygon: `acute at 0,1,0,0 turned 3 in red`.

use super::{NOTHING, Subject};
use crate::fault::{refuse, require};
use crate::saved::unreadable;
use crate::tiling::judge_tiling;
use crate::{Fault, rule};
use kumiki_formats::tiling;
use kumiki_model::{PlacedTile, TileAsk, TileRecord, TilingQuestion, TilingRecord};

/// A polygon for tiles.
pub(super) struct Tiles {
    question: TilingQuestion,
}

impl Tiles {
    pub(super) fn new(ask: &TileAsk) -> Result<Self, Fault> {
        let Some(text) = &ask.file.text else {
            let what = "steps are told without the problem, expected it in the question";
            return refuse(rule::FIELD, what);
        };
        let question = tiling::read(text.as_bytes()).map_err(|error| unreadable(&error))?;
        Ok(Self { question })
    }

    fn tiles(&self, made: &[&str]) -> Result<Vec<PlacedTile>, Fault> {
        let read = |choice: &&str| {
            let record = TileRecord::from_words(choice);
            record.ok_or_else(|| Fault::new(rule::TEXT, format!("'{choice}' lays no tile")))
        };
        let tiles = made.iter().filter(|choice| **choice != NOTHING).map(read);
        let record = TilingRecord { symmetry: None, tiles: tiles.collect::<Result<_, _>>()? };
        record.placed(&self.question).map_err(|error| Fault::new(rule::TEXT, error.to_string()))
    }
}

impl Subject for Tiles {
    fn judge_choice(&self, _about: &str, made: &[&str], choice: &str) -> Result<(), Fault> {
        let (before, mine) = (self.tiles(made)?, self.tiles(&[choice])?);
        require(mine.iter().all(|tile| !before.contains(tile)), rule::TRACE, || {
            format!("'{choice}' lies there already, expected another tile")
        })
    }

    fn judge_solution(&self, made: &[&str]) -> Result<(), Fault> {
        judge_tiling(&self.question, &self.tiles(made)?)
    }
}
