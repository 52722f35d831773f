//! What comes with Kumiki, as data for other fronts.

use crate::journals::VERSION;
use kumiki_formats::puzzle::{PuzzleFormat, read};
use kumiki_formats::{sliding, tiling};
use kumiki_puzzles::gallery::GALLERY;
use kumiki_puzzles::known::ANTISLIDE;
use kumiki_puzzles::positions::POSITIONS;
use kumiki_puzzles::tilings::TILINGS;
use serde::Serialize;

/// What comes with Kumiki, with what is known about it from elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Catalogue {
    /// The version of Kumiki.
    version: &'static str,
    /// Boxes of bricks.
    boxes: Vec<KnownBox>,
    /// Packing puzzles.
    puzzles: Vec<Entry>,
    /// Tiling problems.
    tilings: Vec<Entry>,
    /// Lists of positions of sliding tiles.
    positions: Vec<PositionList>,
}

/// A box of bricks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct KnownBox {
    #[serde(rename = "box")]
    container: &'static str,
    brick: &'static str,
    packings: u64,
    classes: u64,
}

/// A puzzle or a tiling problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Entry {
    name: &'static str,
    title: String,
    /// How many solutions there are; of coloured tilings up to the names of colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    /// How many classes they form up to all symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<u64>,
    /// Its file, in TOML.
    text: &'static str,
}

/// A list of positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct PositionList {
    name: &'static str,
    /// The board, such as 4x4.
    board: String,
    /// The goal of all of them.
    goal: String,
    positions: Vec<KnownPosition>,
}

/// A position with the known length of its shortest solutions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct KnownPosition {
    start: String,
    moves: u32,
}

impl Catalogue {
    /// Everything.
    ///
    /// # Panics
    /// Never: our own files are right.
    #[must_use]
    pub fn new() -> Self {
        let boxes = ANTISLIDE.iter().map(|known| KnownBox {
            container: known.container,
            brick: known.brick,
            packings: known.packings,
            classes: known.classes,
        });
        let puzzles = GALLERY.iter().map(|puzzle| {
            let file = read(puzzle.text.as_bytes(), PuzzleFormat::Toml);
            Entry {
                name: puzzle.name,
                title: file.expect("our own puzzles are right").question.title().to_owned(),
                solutions: Some(puzzle.packings),
                classes: Some(puzzle.classes),
                text: puzzle.text,
            }
        });
        let tilings = TILINGS.iter().map(|problem| {
            let question = tiling::read(problem.text.as_bytes());
            Entry {
                name: problem.name,
                title: question.expect("our own problems are right").title().to_owned(),
                solutions: problem.known.colourings.or(problem.known.tilings),
                classes: problem.known.colouring_classes.or(problem.known.classes),
                text: problem.text,
            }
        });
        let positions = POSITIONS.iter().map(|list| PositionList {
            name: list.name,
            board: list.board().to_string(),
            goal: list.goal().to_string(),
            positions: sliding::read(list.board(), list.text.as_bytes())
                .into_iter()
                .map(|(_, start)| start.expect("our own positions are right").to_string())
                .zip(list.known_lengths())
                .map(|(start, moves)| KnownPosition { start, moves })
                .collect(),
        });
        Self {
            version: VERSION,
            boxes: boxes.collect(),
            puzzles: puzzles.collect(),
            tilings: tilings.collect(),
            positions: positions.collect(),
        }
    }
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_comes_with_kumiki_is_in_it() {
        let all = Catalogue::new();
        let soma = all.puzzles.iter().find(|puzzle| puzzle.name == "soma").expect("a classic");
        assert_eq!(
            (soma.title.as_str(), soma.solutions, soma.classes),
            ("Soma cube", Some(11_520), Some(240))
        );
        let star = all.tilings.iter().find(|tiling| tiling.name == "colorstar").expect("a seed");
        assert_eq!((star.solutions, star.classes), (Some(370), Some(37)));
        let korf = &all.positions[0];
        assert_eq!((korf.name, korf.board.as_str(), korf.positions.len()), ("korf100", "4x4", 100));
        let hardest = korf.positions.iter().map(|position| position.moves).max();
        assert_eq!(hardest, Some(66));
        assert!(all.boxes.iter().any(|known| (known.container, known.classes) == ("4x4x4", 1171)));
    }
}
