//! Tiles divided among patterns.

use super::symmetry::{Symmetry, members};
use super::{PatternError, PatternShape};
use kumiki_model::{SlidingBoard, SlidingPosition};
use std::fmt;

/// The tiles of a board divided among patterns. A tile is named by its goal cell, so a partition
/// suits every goal with the blank in the same cell.
///
/// * **W1** Every cell but `blank` is in exactly one of `patterns`, and each of them has a
///   [`PatternShape`].
/// * **W2** Patterns come in the order of their first cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Partition {
    /// The board whose tiles are divided.
    board: SlidingBoard,
    /// The goal cell of the blank.
    blank: usize,
    /// The goal cells of each pattern, bit by bit (W1, W2).
    patterns: Vec<u64>,
}

/// A pattern as a shape, and the symmetry that takes it there.
#[derive(Clone, Debug)]
pub struct PlacedShape {
    /// The goal cells of the pattern on its own board, bit by bit.
    goals: u64,
    /// The shape, whose board may be the transposed one.
    shape: PatternShape,
    /// Takes the cells of the pattern's board to those of the shape's.
    symmetry: Symmetry,
}

impl PlacedShape {
    /// The goal cells of the pattern.
    pub fn goals(&self) -> impl Iterator<Item = usize> {
        members(self.goals)
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &PatternShape {
        &self.shape
    }

    /// The cell of the shape's board for a cell of the partition's.
    #[must_use]
    pub fn image(&self, cell: usize) -> usize {
        self.symmetry.image(cell)
    }

    /// The goal cells of the pattern, in the order in which the shape numbers its tiles.
    #[must_use]
    pub fn goals_by_number(&self) -> Vec<usize> {
        let mut goals: Vec<usize> = self.goals().collect();
        goals.sort_by_key(|goal| self.image(*goal));
        goals
    }
}

/// Partitions with names, for the blank in the last cell: a letter for the pattern of each cell.
const NAMED: [(&str, &str); 4] = [
    ("5-5-5", "abbb/aabb/aacc/ccc."),
    ("6-6-3", "abbb/abbb/accc/ccc."),
    ("7-8", "aaaa/aaaa/bbbb/bbb."),
    ("6-6-6-6", "aaabb/aaabb/ccdbb/ccddd/ccdd."),
];

impl Partition {
    /// A partition into patterns, each a list of goal cells.
    ///
    /// # Errors
    /// If a cell is missing or comes twice, or a pattern is too large.
    pub fn new(
        board: SlidingBoard,
        blank: usize,
        patterns: &[Vec<usize>],
    ) -> Result<Self, PatternError> {
        let (count, refuse) = (board.cell_count(), |reason| Err(PatternError::partition(reason)));
        if blank >= count {
            return refuse(format!("the blank in cell {}, expected 1 to {count}", blank + 1));
        }
        let mut seen = 1u64 << blank;
        let mut sets = Vec::new();
        for pattern in patterns {
            let before = seen;
            for cell in pattern {
                if *cell >= count {
                    return refuse(format!(
                        "cell {} in a pattern, expected 1 to {count}",
                        cell + 1
                    ));
                }
                if seen & 1 << cell != 0 {
                    return refuse(format!(
                        "cell {} in a pattern, expected each once and not the blank's",
                        cell + 1
                    ));
                }
                seen |= 1 << cell;
            }
            PatternShape::of(board, seen & !before, blank)?;
            sets.push(seen & !before);
        }
        if let Some(cell) = (0..count).find(|cell| seen & 1 << cell == 0) {
            return refuse(format!("cell {} is in no pattern, expected each in one", cell + 1));
        }
        sets.sort_by_key(|set| set.trailing_zeros());
        Ok(Self { board, blank, patterns: sets })
    }

    /// Reads a partition: a name such as `6-6-3`, or a letter for each cell, rows separated by `/`
    /// and a point for the blank, such as `aab/acb/cc.`.
    ///
    /// # Errors
    /// If the text is no partition for this board and this goal cell of the blank.
    pub fn parse(board: SlidingBoard, blank: usize, text: &str) -> Result<Self, PatternError> {
        if let Some((_, letters)) = NAMED.into_iter().find(|(name, _)| *name == text) {
            return Self::named(board, blank, text, letters);
        }
        let refuse = |reason| PatternError::partition(reason);
        let rows: Vec<&str> = text.split('/').collect();
        if !text.contains('/') || rows.len() != board.rows() {
            let names = Self::names(board).join(", ");
            let names = if names.is_empty() { String::new() } else { format!("{names} or ") };
            return Err(refuse(format!(
                "partition '{text}', expected {names}{} rows of letters such as aab/acb/cc. for \
                 3x3",
                board.rows()
            )));
        }
        let mut named: Vec<(char, Vec<usize>)> = Vec::new();
        for (row, letters) in rows.iter().enumerate() {
            if letters.chars().count() != board.columns() {
                return Err(refuse(format!(
                    "row '{letters}' of partition '{text}', expected {} letters",
                    board.columns()
                )));
            }
            for (column, letter) in letters.chars().enumerate() {
                let cell = row * board.columns() + column;
                if (letter == '.') != (cell == blank)
                    || !(letter == '.' || letter.is_alphanumeric())
                {
                    let expected = if cell == blank { "a point for the blank" } else { "a letter" };
                    return Err(refuse(format!(
                        "'{letter}' for cell {} of partition '{text}', expected {expected}",
                        cell + 1
                    )));
                }
                match named.iter_mut().find(|(other, _)| *other == letter) {
                    _ if letter == '.' => {}
                    Some((_, cells)) => cells.push(cell),
                    None => named.push((letter, vec![cell])),
                }
            }
        }
        let patterns: Vec<Vec<usize>> = named.into_iter().map(|(_, cells)| cells).collect();
        Self::new(board, blank, &patterns)
    }

    /// A named partition, turned so that the blank's corner is where it should be.
    fn named(
        board: SlidingBoard,
        blank: usize,
        name: &str,
        letters: &str,
    ) -> Result<Self, PatternError> {
        let refuse = |reason| PatternError::partition(reason);
        let side = letters.split('/').count();
        if [board.rows(), board.columns()] != [side; 2] {
            return Err(refuse(format!(
                "partition {name} for {board}, expected a board of {side}x{side}"
            )));
        }
        let last = board.cell_count() - 1;
        let symmetries = Symmetry::between(board, board);
        let Some(turn) = symmetries.iter().find(|symmetry| symmetry.image(last) == blank) else {
            return Err(refuse(format!(
                "partition {name} with the blank in cell {}, expected its goal in a corner",
                blank + 1
            )));
        };
        Ok(Self::parse(board, last, letters)?.image(turn))
    }

    /// The names that [`Partition::parse`] knows for a board, smallest tables first.
    #[must_use]
    pub fn names(board: SlidingBoard) -> Vec<&'static str> {
        let fits =
            |letters: &str| [board.rows(), board.columns()] == [letters.split('/').count(); 2];
        NAMED.into_iter().filter(|(_, letters)| fits(letters)).map(|(name, _)| name).collect()
    }

    /// The partitions, other than this one, that symmetries of the board make of it without moving
    /// the blank. They have the same shapes, so they give other bounds from the same tables.
    #[must_use]
    pub fn reflections(&self) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for symmetry in Symmetry::between(self.board, self.board) {
            let image = self.image(&symmetry);
            if image.blank == self.blank && image != *self && !found.contains(&image) {
                found.push(image);
            }
        }
        found
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> SlidingBoard {
        self.board
    }

    /// The goal cell of the blank.
    #[must_use]
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// The goal cells of each pattern.
    #[must_use]
    pub fn patterns(&self) -> Vec<Vec<usize>> {
        self.patterns.iter().map(|set| members(*set).collect()).collect()
    }

    /// Refuses a goal of another board, or with the blank in another cell.
    ///
    /// # Errors
    /// If the partition is not one of the goal's tiles.
    pub fn check_goal(&self, goal: &SlidingPosition) -> Result<(), PatternError> {
        if (goal.board(), goal.blank()) == (self.board, self.blank) {
            return Ok(());
        }
        let (board, blank) = (goal.board(), goal.blank());
        Err(PatternError::partition(format!(
            "a goal of {board} with the blank in cell {}, expected one of {} with the blank in \
             cell {}",
            blank + 1,
            self.board,
            self.blank + 1
        )))
    }

    /// The shapes whose tables are needed, each once.
    #[must_use]
    pub fn shapes(&self) -> Vec<PatternShape> {
        let mut shapes: Vec<PatternShape> =
            self.placed_shapes().map(|placed| placed.shape).collect();
        shapes.sort();
        shapes.dedup();
        shapes
    }

    /// The patterns as shapes.
    pub fn placed_shapes(&self) -> impl Iterator<Item = PlacedShape> {
        self.patterns.iter().map(|goals| {
            let (shape, symmetry) = PatternShape::of(self.board, *goals, self.blank)
                .expect("W1: every pattern has a shape");
            PlacedShape { goals: *goals, shape, symmetry }
        })
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        let mut patterns: Vec<u64> =
            self.patterns.iter().map(|set| symmetry.image_of_set(*set)).collect();
        patterns.sort_by_key(|set| set.trailing_zeros());
        Self { board: self.board, blank: symmetry.image(self.blank), patterns }
    }
}

impl fmt::Display for Partition {
    /// A letter for each cell, as [`Partition::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..self.board.cell_count() {
            if cell > 0 && cell % self.board.columns() == 0 {
                f.write_str("/")?;
            }
            let names = ('a'..='z').chain('A'..='Z').zip(&self.patterns);
            let name = names.filter(|(_, set)| **set & 1 << cell != 0).map(|(name, _)| name).next();
            write!(f, "{}", name.unwrap_or('.'))?;
        }
        Ok(())
    }
}
