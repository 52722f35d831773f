//! 15PUZZLE-KORF1 and 15PUZZLE-KORF0: shortest solutions of the fifteen puzzle, round by round.
//!
//! # The idea
//! A move is happy if it brings its tile nearer to where it belongs, and sad otherwise. The tiles
//! together are some number of steps away from home. So many happy moves are tried first, then one
//! more and a sad one, and so on; each round goes through all sequences of moves that do not take
//! back the move before.
//!
//! # What decides the order
//! * **KO1** Directions of the empty cell are 0 east, 1 north, 2 west, 3 south. At the start they
//!   are tried from 3 down to 0. In a cell that was entered from direction p, they are tried from
//!   p - 1 down, 3 after 0, until p comes again.
//! * **KO2** A quota is 256 times the sad moves that are left plus the happy ones. If it is just
//!   what a move costs, the move leads home.
//!
//! Both programs go the same way. [`Program::Looped`] asks at every step what can be done there;
//! [`Program::Automaton`] has worked out what follows on what, for each of 152 states. The text of
//! 15PUZZLE-KORF0 is not at hand; its loop follows the description in its sibling, and what it
//! prints is taken to be the same.
//!
//! # What is odd
//! * Seconds are whole ones, of a clock on the wall. We print `*` in their place.
//! * The automaton does not note the last two moves: they follow from where the empty cell is two
//!   steps before its corner, and are worked out when the solution is printed.
//! * At the goal no round is made. Rounds would go on to 6+6 moves, three times around four cells.
//! * What is wrong with a position is told on the standard error, with -2, -3 or -4 as the exit
//!   code of the original.

mod automaton;
mod looped;

use std::io::{self, Write};
use std::str::FromStr;

/// How many cells the board has.
const CELLS: usize = 16;

/// What a sad move costs (KO2); a happy one costs 1.
const SAD: u32 = 0x100;

/// Which of the two programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Program {
    /// 15PUZZLE-KORF0.
    Looped,
    /// 15PUZZLE-KORF1.
    Automaton,
}

/// What is in each cell: the cell where the tile belongs, or -1 for the empty cell.
type Tiles = [i8; CELLS];

/// A position, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    tiles: Tiles,
}

/// Errors are said as the originals say them.
impl FromStr for Position {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut used = [false; CELLS];
        let mut tiles = Vec::new();
        for letter in text.bytes() {
            let digit: u8 = match letter {
                b'0'..=b'9' => letter - b'0',
                b'a'..=b'f' => letter - b'a' + 10,
                _ => {
                    let digits = "0123456789abcdef";
                    return Err(format!(
                        "The start position should use only hex digits ({digits})!"
                    ));
                }
            };
            if std::mem::replace(&mut used[usize::from(digit)], true) {
                return Err(format!("Your start position uses {digit:x} twice!"));
            }
            tiles.push(digit.cast_signed() - 1);
        }
        if let Some(missing) = used.iter().position(|used| !used) {
            return Err(format!("Your start position doesn't use {missing:x}!"));
        }
        Ok(Self { tiles: tiles.try_into().expect("each digit once") })
    }
}

impl Position {
    /// Whether the goal can be reached: inversions and the steps of the empty cell are together as
    /// many as at the goal, or differ by an even number.
    fn is_reachable(&self) -> bool {
        let pairs = (0..CELLS).flat_map(|late| (0..late).map(move |early| (early, late)));
        let inversions =
            pairs.filter(|(early, late)| self.tiles[*early] > self.tiles[*late]).count();
        let empty = empty_cell(&self.tiles);
        !(row(empty) + column(empty) + inversions).is_multiple_of(2)
    }

    /// How many steps all tiles together are away from home.
    fn steps(&self) -> u32 {
        let away = |(cell, tile): (usize, &i8)| {
            let home = usize::try_from(*tile).ok()?;
            Some(row(cell).abs_diff(row(home)) + column(cell).abs_diff(column(home)))
        };
        let steps: usize = self.tiles.iter().enumerate().filter_map(away).sum();
        u32::try_from(steps).expect("a small number")
    }
}

impl Program {
    /// Prints what the program prints. Returns the solution, if there is one: the tiles that move.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(self, start: &Position, out: &mut dyn Write) -> io::Result<Option<String>> {
        if !start.is_reachable() {
            writeln!(out, "Sorry ... the goal is unreachable from that start position!")?;
            return Ok(None);
        }
        let mut quota = start.steps();
        let solution = loop {
            if quota == 0 {
                break String::new();
            }
            let found = match self {
                Self::Looped => looped::search(&start.tiles, quota),
                Self::Automaton => automaton::search(&start.tiles, quota),
            };
            let (happy, sad) = (quota % SAD, quota / SAD);
            if let Some(found) = found {
                break found;
            }
            writeln!(out, "... no solution with {happy}+{sad} moves (* sec)")?;
            out.flush()?;
            quota += SAD + 1;
        };
        let (happy, sad) = (quota % SAD, quota / SAD);
        writeln!(out, "Solution in {happy}+{sad} moves: {solution}\n(* sec)")?;
        Ok(Some(solution))
    }
}

fn row(cell: usize) -> usize {
    cell / 4
}

fn column(cell: usize) -> usize {
    cell % 4
}

/// Where the empty cell is.
fn empty_cell(tiles: &Tiles) -> usize {
    tiles.iter().position(|tile| *tile < 0).expect("a position has an empty cell")
}

/// The digit of a tile.
fn digit(tile: i8) -> String {
    format!("{:x}", tile + 1)
}

/// The cell beside a cell in a direction (KO1).
fn beside(cell: usize, direction: usize) -> Option<usize> {
    match direction {
        0 => (column(cell) < 3).then(|| cell + 1),
        1 => (row(cell) > 0).then(|| cell - 4),
        2 => (column(cell) > 0).then(|| cell - 1),
        _ => (row(cell) < 3).then(|| cell + 4),
    }
}

/// Whether a tile comes nearer to its home when the empty cell moves in a direction from a cell,
/// and the tile moves into that cell.
fn is_happy(cell: usize, direction: usize, home: usize) -> bool {
    match direction {
        0 => column(home) <= column(cell),
        1 => row(home) >= row(cell),
        2 => column(home) >= column(cell),
        _ => row(home) <= row(cell),
    }
}
