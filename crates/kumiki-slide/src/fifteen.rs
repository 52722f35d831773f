//! The 15 puzzle's plain search as a finite automaton that the compiler makes: one piece of code
//! for each cell of the blank and each direction it came from.
//!
//! The board is one word, four bits for each cell, handed down by value, so that nothing is ever
//! taken back. Where the blank goes and which tiles are glad about it are constants of each piece
//! of code: a move is tested by looking at two bits of the word. There are two kinds of pieces.
//! While sad moves are left, every move is made; afterwards only happy ones.
//!
//! * **N1** `cells[cell]` is in bits `4 * cell` and up: the number of the cell where that tile
//!   belongs. The blank has a number, too; so the goal is the word [`SOLVED`].
//! * **N2** A word with no sad moves left and no happy move to make is the goal, or a dead end. For
//!   at the goal every push is sad.
//!
//! # Roads not taken
//! * One kind of pieces, with the number of sad moves tested at every move: 0.83 of the speed.
//! * Looking at the happy moves of each child before calling it, so that leaves cost no call: 1.05
//!   of the speed, and twice the code.

use kumiki_model::Direction;

/// Every tile where it belongs.
const SOLVED: u64 = 0xfedc_ba98_7654_3210;

/// What a solution adds to the number of moves. A probe makes fewer moves than that, and has fewer
/// than 2^24 solutions.
const SOLUTION: u64 = 1 << 40;

const EAST: usize = Direction::East as usize;
const NORTH: usize = Direction::North as usize;
const WEST: usize = Direction::West as usize;
const SOUTH: usize = Direction::South as usize;

/// A cell of the blank, as a type.
trait Blank {
    const CELL: u32;
    const IS_WALL: bool;
    type East: Blank;
    type North: Blank;
    type West: Blank;
    type South: Blank;
}

/// Where the board ends.
struct Wall;

impl Blank for Wall {
    const CELL: u32 = 0;
    const IS_WALL: bool = true;
    type East = Self;
    type North = Self;
    type West = Self;
    type South = Self;
}

/// A cell of the board.
struct At<const CELL: u32>;

macro_rules! cells {
    ($($cell:literal: $east:ty, $north:ty, $west:ty, $south:ty;)*) => { $(
        impl Blank for At<$cell> {
            const CELL: u32 = $cell;
            const IS_WALL: bool = false;
            type East = $east;
            type North = $north;
            type West = $west;
            type South = $south;
        }
    )* };
}

cells! {
    0: At<1>, Wall, Wall, At<4>;
    1: At<2>, Wall, At<0>, At<5>;
    2: At<3>, Wall, At<1>, At<6>;
    3: Wall, Wall, At<2>, At<7>;
    4: At<5>, At<0>, Wall, At<8>;
    5: At<6>, At<1>, At<4>, At<9>;
    6: At<7>, At<2>, At<5>, At<10>;
    7: Wall, At<3>, At<6>, At<11>;
    8: At<9>, At<4>, Wall, At<12>;
    9: At<10>, At<5>, At<8>, At<13>;
    10: At<11>, At<6>, At<9>, At<14>;
    11: Wall, At<7>, At<10>, At<15>;
    12: At<13>, At<8>, Wall, Wall;
    13: At<14>, At<9>, At<12>, Wall;
    14: At<15>, At<10>, At<13>, Wall;
    15: Wall, At<11>, At<14>, Wall;
}

/// How many moves are made below a position if no solution is there: after the blank's move `last`,
/// not going back, with at most `sads` sad moves.
pub(crate) fn probe(cells: &[u8], blank: usize, last: Direction, sads: u32) -> Option<u64> {
    let word = cells.iter().take(16).rev().fold(0, |word, tile| word << 4 | u64::from(*tile));
    let moves = below(word, blank, last.opposite(), sads);
    (moves < SOLUTION).then_some(moves)
}

/// Finds the piece of code for a cell and the direction back.
fn below(word: u64, blank: usize, back: Direction, sads: u32) -> u64 {
    macro_rules! pieces {
        ($($cell:literal)*) => {
            match (blank, back) {
                $(
                    ($cell, Direction::East) => enter::<At<$cell>, EAST>(word, sads),
                    ($cell, Direction::North) => enter::<At<$cell>, NORTH>(word, sads),
                    ($cell, Direction::West) => enter::<At<$cell>, WEST>(word, sads),
                    ($cell, Direction::South) => enter::<At<$cell>, SOUTH>(word, sads),
                )*
                _ => unreachable!("N1: sixteen cells"),
            }
        };
    }
    pieces!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

/// The piece with or without sad moves.
fn enter<B: Blank, const BACK: usize>(word: u64, sads: u32) -> u64 {
    if sads == 0 { glad::<B, BACK>(word) } else { free::<B, BACK>(word, sads) }
}

/// Whether the tile in cell `F` is glad to be pushed to the blank's cell `B`.
#[inline(always)]
fn is_happy<B: Blank, F: Blank>(word: u64) -> bool {
    let tile = word >> (4 * F::CELL);
    let is_horizontal = B::CELL / 4 == F::CELL / 4;
    let (home, to, from) = if is_horizontal {
        (tile & 3, B::CELL % 4, F::CELL % 4)
    } else {
        (tile >> 2 & 3, B::CELL / 4, F::CELL / 4)
    };
    if to < from { home <= u64::from(to) } else { home >= u64::from(to) }
}

/// The word after the tile in cell `F` has been pushed to the blank's cell `B`.
#[inline(always)]
fn pushed<B: Blank, F: Blank>(word: u64) -> u64 {
    let difference = (word >> (4 * F::CELL) ^ word >> (4 * B::CELL)) & 15;
    word ^ difference << (4 * F::CELL) ^ difference << (4 * B::CELL)
}

/// All moves with at least one sad move left.
fn free<B: Blank, const BACK: usize>(word: u64, sads: u32) -> u64 {
    let mut moves = 0;
    if BACK != EAST {
        moves += go::<B, B::East, WEST>(word, sads);
    }
    if BACK != NORTH {
        moves += go::<B, B::North, SOUTH>(word, sads);
    }
    if BACK != WEST {
        moves += go::<B, B::West, EAST>(word, sads);
    }
    if BACK != SOUTH {
        moves += go::<B, B::South, NORTH>(word, sads);
    }
    moves
}

#[inline(always)]
fn go<B: Blank, F: Blank, const BACK: usize>(word: u64, sads: u32) -> u64 {
    if F::IS_WALL {
        return 0;
    }
    let sads = sads - u32::from(!is_happy::<B, F>(word));
    1 + enter::<F, BACK>(pushed::<B, F>(word), sads)
}

/// All happy moves, with no sad move left.
fn glad<B: Blank, const BACK: usize>(word: u64) -> u64 {
    let mut moves = 0;
    if BACK != EAST {
        moves += go_gladly::<B, B::East, WEST>(word);
    }
    if BACK != NORTH {
        moves += go_gladly::<B, B::North, SOUTH>(word);
    }
    if BACK != WEST {
        moves += go_gladly::<B, B::West, EAST>(word);
    }
    if BACK != SOUTH {
        moves += go_gladly::<B, B::South, NORTH>(word);
    }
    // N2
    if moves == 0 && word == SOLVED { SOLUTION } else { moves }
}

#[inline(always)]
fn go_gladly<B: Blank, F: Blank, const BACK: usize>(word: u64) -> u64 {
    if F::IS_WALL || !is_happy::<B, F>(word) {
        0
    } else {
        1 + glad::<F, BACK>(pushed::<B, F>(word))
    }
}
