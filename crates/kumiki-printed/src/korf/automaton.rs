//! Little pieces that know what follows on them, as in 15PUZZLE-KORF1.
//!
//! A state is a cell, a direction to try there, and the direction from which the cell was entered.
//! There are 104 states that try a direction, and 48 in which the direction is the one from which
//! the cell was entered, so that all others have been tried: they move back.

use super::{CELLS, SAD, Tiles, beside, digit, empty_cell, is_happy};
use std::sync::LazyLock;

/// What is done in a state.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The cell that is empty.
    cell: usize,
    /// The cell in the direction that is tried.
    to: usize,
    /// Whether the tile there goes back to this cell, in the place of a try.
    is_back: bool,
    /// A bit for each tile, by its home: set if it would be sad to move.
    sad: u16,
    /// The state that tries the next direction here.
    next: usize,
    /// The first state after the move.
    enter: usize,
}

/// All states by their codes.
static STATES: LazyLock<[State; CELLS * 4 * 4]> =
    LazyLock::new(|| std::array::from_fn(|code| state(code / 16, code / 4 % 4, code % 4)));

/// The code of a state: in a cell, which was entered from a direction, another is tried.
fn code(cell: usize, direction: usize, entered_from: usize) -> usize {
    (cell * 4 + direction) * 4 + entered_from
}

/// The direction that is tried in a cell after another (KO1).
fn next(cell: usize, direction: usize) -> usize {
    let below = (1..=4).map(|step| (direction + 4 - step) % 4);
    let mut feasible = below.filter(|below| beside(cell, *below).is_some());
    feasible.next().expect("every cell has neighbours")
}

/// A state. Codes that lead off the board are never met; they stay where they are.
fn state(cell: usize, direction: usize, entered_from: usize) -> State {
    let to = beside(cell, direction).unwrap_or(cell);
    let back = (direction + 2) % 4;
    State {
        cell,
        to,
        is_back: direction == entered_from,
        sad: (0..CELLS)
            .filter(|home| !is_happy(cell, direction, *home))
            .map(|home| 1 << home)
            .sum(),
        next: code(cell, next(cell, direction), entered_from),
        enter: code(to, next(to, back), back),
    }
}

/// The first solution with just this quota: the tiles that move.
pub(super) fn search(start: &Tiles, quota: u32) -> Option<String> {
    let states = &*STATES;
    let mut board = *start;
    let empty = empty_cell(start);
    // States to go on with, each with its quota. At the bottom is a try of each direction that the
    // start has; what comes after such a try moves back, which does no harm there.
    let tries = (0..4).filter(|direction| beside(empty, *direction).is_some());
    let tries: Vec<(u32, usize)> =
        tries.map(|direction| (quota, code(empty, direction, next(empty, direction)))).collect();
    let mut waiting = tries.len();
    let mut stack = tries;
    while let Some((mut quota, mut number)) = stack.pop() {
        waiting = waiting.min(stack.len());
        loop {
            let state = &states[number];
            if state.is_back {
                board[state.cell] = board[state.to];
                break;
            }
            let tile = board[state.to];
            let cost = if state.sad >> (tile & 15) & 1 == 0 { 1 } else { SAD };
            if quota > cost {
                board[state.cell] = tile;
                stack.push((quota, state.next));
                quota -= cost;
                number = state.enter;
            } else if quota < cost {
                number = state.next;
            } else {
                let path = stack[waiting..].iter().map(|(_, number)| states[*number].cell);
                return Some(solution(start, &path.collect::<Vec<_>>()));
            }
        }
    }
    None
}

/// The tiles that move when the empty cell goes along a path. The last two moves are not on it.
fn solution(start: &Tiles, path: &[usize]) -> String {
    let Some(last) = path.last() else { return digit(start[CELLS - 1]) };
    let mut board = *start;
    let mut text = String::new();
    for step in path.windows(2) {
        text += &digit(board[step[1]]);
        board[step[0]] = board[step[1]];
    }
    match last {
        0xd => text + "ef",
        0x7 => text + "8c",
        _ => text + "b" + &digit(board[CELLS - 1]),
    }
}
