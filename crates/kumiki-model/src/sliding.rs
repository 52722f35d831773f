//! Sliding tiles: boards, positions, what is asked of them, and pushes.

use crate::ModelError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The most cells a board may have.
const MAX_CELLS: usize = 36;

/// Boards with so many cells or fewer can be written with one hexadecimal digit per cell.
const HEX_CELLS: usize = 16;

/// A board of `rows` times `columns` cells, numbered row by row from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SlidingBoard {
    rows: usize,
    columns: usize,
}

/// Where the blank goes; the tile that is pushed goes the other way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Direction {
    /// To a higher column.
    East,
    /// To a lower row.
    North,
    /// To a lower column.
    West,
    /// To a higher row.
    South,
}

impl Direction {
    /// All of them, as powers of i in the complex plane.
    pub const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::South => Self::North,
        }
    }

    /// A letter for the way of the tile that is pushed: U, D, L or R for up, down, left or right.
    #[must_use]
    pub fn letter_of_tile(self) -> char {
        match self {
            Self::East => 'L',
            Self::North => 'D',
            Self::West => 'R',
            Self::South => 'U',
        }
    }
}

impl SlidingBoard {
    /// A board.
    ///
    /// # Errors
    /// If a side is shorter than 2, or there are too many cells.
    pub fn new(rows: usize, columns: usize) -> Result<Self, ModelError> {
        let refuse = |expected: String| {
            let reason = format!("a board of {rows}x{columns} cells, expected {expected}");
            Err(ModelError::Sliding { reason })
        };
        if rows < 2 || columns < 2 {
            return refuse("at least 2 rows and 2 columns".to_owned());
        }
        if rows.checked_mul(columns).is_none_or(|cells| cells > MAX_CELLS) {
            return refuse(format!("at most {MAX_CELLS} cells"));
        }
        Ok(Self { rows, columns })
    }

    /// How many rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns
    }

    /// How many cells.
    #[must_use]
    pub fn cell_count(self) -> usize {
        self.rows * self.columns
    }

    /// The neighbour of a cell in a direction, unless the board ends there.
    #[must_use]
    pub fn neighbour(self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        match direction {
            Direction::East => (column + 1 < self.columns).then(|| cell + 1),
            Direction::North => (row > 0).then(|| cell - self.columns),
            Direction::West => (column > 0).then(|| cell - 1),
            Direction::South => (row + 1 < self.rows).then(|| cell + self.columns),
        }
    }

    /// How many steps there are between two cells.
    #[must_use]
    pub fn steps(self, from: usize, to: usize) -> usize {
        let (row, column) = (from / self.columns, from % self.columns);
        row.abs_diff(to / self.columns) + column.abs_diff(to % self.columns)
    }
}

impl fmt::Display for SlidingBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for SlidingBoard {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Self, ModelError> {
        let bad = || ModelError::Sliding {
            reason: format!("bad board '{text}', expected rows and columns such as 4x4"),
        };
        let (rows, columns) = text.split_once('x').ok_or_else(bad)?;
        let side = |text: &str| text.parse().map_err(|_| bad());
        Self::new(side(rows)?, side(columns)?)
    }
}

/// The tiles on a board.
///
/// * **T1** `tiles[cell]` is the number of the tile there, 0 for the blank; every number below the
///   number of cells comes once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SlidingPosition {
    board: SlidingBoard,
    tiles: Vec<u8>,
}

impl SlidingPosition {
    /// A position.
    ///
    /// # Errors
    /// Unless every number from 0 on comes once.
    pub fn new(board: SlidingBoard, tiles: Vec<u8>) -> Result<Self, ModelError> {
        let count = board.cell_count();
        let refuse = |reason: String| Err(ModelError::Sliding { reason });
        let (given, last) = (tiles.len(), count - 1);
        if given != count {
            return refuse(format!("{given} tiles, expected {count} for a board of {board}"));
        }
        for (at, tile) in tiles.iter().enumerate() {
            if usize::from(*tile) >= count {
                let cell = at + 1;
                return refuse(format!("tile {tile} in cell {cell}, expected 0 to {last}"));
            }
            if tiles[..at].contains(tile) {
                let name = named(*tile, count);
                return refuse(format!("tile {name} comes twice, expected once"));
            }
        }
        Ok(Self { board, tiles })
    }

    /// Reads a position of a board: one hexadecimal digit per cell on boards of up to 16 cells, or
    /// numbers with commas or spaces between.
    ///
    /// # Errors
    /// If the text is no position; the message says what is wrong.
    pub fn parse(board: SlidingBoard, text: &str) -> Result<Self, ModelError> {
        let count = board.cell_count();
        let refuse = |reason: String| ModelError::Sliding { reason };
        let text = text.trim();
        let is_list = text.contains(|c: char| c == ',' || c.is_whitespace());
        if is_list || count > HEX_CELLS {
            let last = count - 1;
            let bad = |word: &str| {
                refuse(format!("'{word}' is no tile, expected numbers from 0 to {last}"))
            };
            let words = text.split(|c: char| c == ',' || c.is_whitespace());
            let words = words.filter(|word| !word.is_empty());
            let numbers = words.map(|word| word.parse().map_err(|_| bad(word)));
            return Self::new(board, numbers.collect::<Result<_, _>>()?);
        }
        let length = text.chars().count();
        let last = named(u8::try_from(count - 1).unwrap_or(u8::MAX), count);
        let mut tiles = Vec::new();
        for (at, letter) in text.chars().enumerate() {
            let value = letter.to_digit(16).and_then(|value| u8::try_from(value).ok());
            let value = value.filter(|value| usize::from(*value) < count).ok_or_else(|| {
                let (place, expected) = (at + 1, format!("expected digits from 0 to {last}"));
                refuse(format!("'{letter}' at place {place} of '{text}', {expected}"))
            });
            tiles.push(value?);
        }
        if length != count {
            let long = if length < count { "short" } else { "long" };
            return Err(refuse(format!(
                "'{text}' is too {long}, expected {count} digits, one for each cell of {board}"
            )));
        }
        let missing =
            (0..count).find(|tile| !tiles.iter().any(|other| usize::from(*other) == *tile));
        let twice = tiles.iter().enumerate().find(|(at, tile)| tiles[..*at].contains(tile));
        if let (Some(missing), Some((_, twice))) = (missing, twice) {
            let missing = named(u8::try_from(missing).unwrap_or(u8::MAX), count);
            let found = format!("'{text}' has {} twice and no {missing}", named(*twice, count));
            return Err(refuse(format!("{found}, expected each digit once")));
        }
        Self::new(board, tiles)
    }

    /// Tiles in order, the blank at the end.
    #[must_use]
    pub fn solved(board: SlidingBoard) -> Self {
        let count = u8::try_from(board.cell_count()).expect("boards are small");
        Self { board, tiles: (1..count).chain([0]).collect() }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> SlidingBoard {
        self.board
    }

    /// The tile of each cell.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The cell of the blank.
    #[must_use]
    pub fn blank(&self) -> usize {
        self.cell_of(0)
    }

    /// The cell of a tile.
    #[must_use]
    pub fn cell_of(&self, tile: u8) -> usize {
        self.tiles.iter().position(|other| *other == tile).expect("T1: every number comes once")
    }

    /// Moves the blank, if the board does not end there. Gives the tile that was pushed.
    pub fn step(&mut self, direction: Direction) -> Option<u8> {
        let blank = self.blank();
        let cell = self.board.neighbour(blank, direction)?;
        self.tiles.swap(blank, cell);
        Some(self.tiles[blank])
    }

    /// The direction in which the blank goes if a tile is pushed, if it is beside the blank.
    #[must_use]
    pub fn direction_of_push(&self, tile: u8) -> Option<Direction> {
        let blank = self.blank();
        let of = |direction: &Direction| self.board.neighbour(blank, *direction);
        Direction::ALL
            .into_iter()
            .find(|direction| of(direction).is_some_and(|cell| self.tiles[cell] == tile))
    }

    /// The ways that tiles go if they are pushed one after another, as letters: U, D, L and R for
    /// up, down, left and right. `None` if one of them is not beside the blank.
    #[must_use]
    pub fn letters_of(&self, tiles: &[u8]) -> Option<String> {
        let mut position = self.clone();
        let letter = |tile: &u8| {
            let direction = position.direction_of_push(*tile)?;
            position.step(direction);
            Some(direction.letter_of_tile())
        };
        tiles.iter().map(letter).collect()
    }

    /// How a tile of this position is written: a hexadecimal digit on boards of up to 16 cells,
    /// otherwise a number.
    #[must_use]
    pub fn name(&self, tile: u8) -> String {
        named(tile, self.tiles.len())
    }
}

/// A hexadecimal digit or a number, depending on the number of cells.
fn named(tile: u8, count: usize) -> String {
    if count <= HEX_CELLS { format!("{tile:x}") } else { tile.to_string() }
}

impl fmt::Display for SlidingPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.tiles.len() <= HEX_CELLS { "" } else { "," };
        let names: Vec<String> = self.tiles.iter().map(|tile| self.name(*tile)).collect();
        f.write_str(&names.join(separator))
    }
}

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    #[default]
    /// One tile pushed by one cell.
    Single,
    /// Any number of tiles pushed together in one direction.
    Multi,
}

/// Why a goal cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreachable {
    /// Whether the permutation that takes the start to the goal is even.
    pub is_even: bool,
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [permutation, steps] = if self.is_even { ["even", "odd"] } else { ["odd", "even"] };
        write!(
            f,
            "unreachable: the permutation is {permutation} but the blank must move an {steps} \
             number of times"
        )
    }
}

/// From where to where, and what is counted.
///
/// * **T2** Start and goal are positions of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlidingQuestion {
    start: SlidingPosition,
    goal: SlidingPosition,
    metric: Metric,
}

impl SlidingQuestion {
    /// A question.
    ///
    /// # Errors
    /// If start and goal are of different boards.
    pub fn new(
        start: SlidingPosition,
        goal: SlidingPosition,
        metric: Metric,
    ) -> Result<Self, ModelError> {
        let [from, to] = [start.board, goal.board];
        if from != to {
            let reason = format!("a start of {from} and a goal of {to}, expected one board");
            return Err(ModelError::Sliding { reason });
        }
        Ok(Self { start, goal, metric })
    }

    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> &SlidingPosition {
        &self.start
    }

    /// Where it ends.
    #[must_use]
    pub fn goal(&self) -> &SlidingPosition {
        &self.goal
    }

    /// What is counted.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Every push is a transposition with the blank, and changes the colour of the blank's cell on
    /// a chessboard. So the permutation that takes the start to the goal must be even if and only
    /// if the blank's two cells have one colour. That is all: every other position can be reached
    /// on boards with at least two rows and columns.
    #[must_use]
    pub fn unreachable(&self) -> Option<Unreachable> {
        let goes_to: Vec<usize> =
            self.start.tiles.iter().map(|tile| self.goal.cell_of(*tile)).collect();
        let inversions: usize = (0..goes_to.len())
            .map(|at| goes_to[..at].iter().filter(|before| **before > goes_to[at]).count())
            .sum();
        let is_even = inversions.is_multiple_of(2);
        let steps = self.start.board.steps(self.start.blank(), self.goal.blank());
        (is_even != steps.is_multiple_of(2)).then_some(Unreachable { is_even })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All positions of a board that pushes lead to.
    fn reachable(from: SlidingPosition) -> HashSet<SlidingPosition> {
        let mut seen = HashSet::from([from.clone()]);
        let mut waiting = vec![from];
        while let Some(position) = waiting.pop() {
            for direction in Direction::ALL {
                let mut next = position.clone();
                if next.step(direction).is_some() && seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        seen
    }

    /// All positions of a board.
    fn positions(board: SlidingBoard) -> Vec<SlidingPosition> {
        let mut all: Vec<Vec<u8>> = vec![Vec::new()];
        let count = u8::try_from(board.cell_count()).expect("valid");
        for _ in 0..count {
            let longer = |tiles: Vec<u8>| {
                let free: Vec<u8> = (0..count).filter(|tile| !tiles.contains(tile)).collect();
                free.into_iter().map(move |tile| [&tiles[..], &[tile]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.into_iter().map(|tiles| SlidingPosition::new(board, tiles).expect("valid")).collect()
    }

    #[test]
    fn parity_tells_what_can_be_reached() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            let board = SlidingBoard::new(rows, columns).expect("valid");
            let all = positions(board);
            for goal in [SlidingPosition::solved(board), all[3].clone()] {
                let seen = reachable(goal.clone());
                for start in &all {
                    let question =
                        SlidingQuestion::new(start.clone(), goal.clone(), Metric::Single)
                            .expect("valid");
                    let parity_allows = question.unreachable().is_none();
                    assert_eq!(seen.contains(start), parity_allows, "{start} to {goal}");
                }
            }
        }
    }

    #[test]
    fn positions_are_read_as_they_are_written() {
        for size in ["2x2", "3x3", "4x4", "3x6", "5x5", "6x6"] {
            let solved = SlidingPosition::solved(size.parse().expect("valid"));
            assert_eq!(
                SlidingPosition::parse(solved.board(), &solved.to_string()).expect("valid"),
                solved
            );
            let numbers: Vec<String> = solved.tiles().iter().map(u8::to_string).collect();
            for separator in [",", " ", ", "] {
                assert_eq!(
                    SlidingPosition::parse(solved.board(), &numbers.join(separator))
                        .expect("valid"),
                    solved
                );
            }
        }
    }

    #[test]
    fn bad_positions_are_refused_with_a_reason() {
        let check = |size: &str, text: &str, message: &str| {
            let refused =
                SlidingPosition::parse(size.parse().expect("valid"), text).expect_err("refused");
            assert_eq!(refused.to_string(), message);
        };
        check("4x4", "123", "'123' is too short, expected 16 digits, one for each cell of 4x4");
        check(
            "4x4",
            "123456789abcdeff",
            "'123456789abcdeff' has f twice and no 0, expected each digit once",
        );
        check(
            "4x4",
            "123456789abcdeg0",
            "'g' at place 15 of '123456789abcdeg0', expected digits from 0 to f",
        );
        check("3x3", "123456780f", "'f' at place 10 of '123456780f', expected digits from 0 to 8");
        check("3x3", "1,2,3,4,5,6,7,8", "8 tiles, expected 9 for a board of 3x3");
        check("3x3", "1,2,3,4,5,6,7,8,9", "tile 9 in cell 9, expected 0 to 8");
        check("3x3", "1,2,3,4,5,6,7,8,8", "tile 8 comes twice, expected once");
        check("5x5", "1,2,x", "'x' is no tile, expected numbers from 0 to 24");
        for (size, message) in [
            ("4", "bad board '4', expected rows and columns such as 4x4"),
            ("1x9", "a board of 1x9 cells, expected at least 2 rows and 2 columns"),
            ("9x9", "a board of 9x9 cells, expected at most 36 cells"),
        ] {
            assert_eq!(size.parse::<SlidingBoard>().expect_err("refused").to_string(), message);
        }
    }

    #[test]
    fn pushes_move_the_blank_the_other_way() {
        let mut position = SlidingPosition::solved("4x4".parse().expect("valid"));
        assert_eq!(position.direction_of_push(12), Some(Direction::North));
        assert_eq!(position.step(Direction::North), Some(12));
        assert_eq!(position.step(Direction::East), None);
        assert_eq!(position.to_string(), "123456789ab0defc");
        assert_eq!(position.direction_of_push(1), None);
    }
}
