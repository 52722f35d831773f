//! One loop, as in 15PUZZLE-KORF0. At every step it (1) chooses a direction, (2) asks whether the
//! board goes on there, (3) whether the move is happy or sad, (4) whether the quota allows it, (5)
//! whether it leads home, and (6) whether all directions have been tried.

use super::{SAD, Tiles, beside, digit, empty_cell, is_happy};

/// A move that was made.
struct Step {
    /// Where the empty cell was.
    from: usize,
    /// In which direction it went.
    direction: usize,
    /// The tile that moved.
    tile: i8,
    /// The quota before it.
    quota: u32,
    /// How many directions had been tried there, this one included.
    tried: usize,
}

/// The first solution with just this quota: the tiles that move.
pub(super) fn search(start: &Tiles, quota: u32) -> Option<String> {
    let mut board = *start;
    let mut steps: Vec<Step> = Vec::new();
    let (mut cell, mut quota) = (empty_cell(start), quota);
    // How many directions have been tried in this cell. (6) There are four at the start, and after
    // that three: the last would lead back.
    let mut tried = 0;
    loop {
        let back = steps.last().map(|step| (step.direction + 2) % 4);
        if tried == if back.is_some() { 3 } else { 4 } {
            let step = steps.pop()?;
            board[cell] = step.tile;
            (cell, quota, tried) = (step.from, step.quota, step.tried);
            continue;
        }
        tried += 1;
        let direction = (back.unwrap_or(0) + 4 - tried) % 4; // (1)
        let Some(to) = beside(cell, direction) else { continue }; // (2)
        let tile = board[to];
        let home = usize::try_from(tile).expect("the empty cell is elsewhere");
        let cost = if is_happy(cell, direction, home) { 1 } else { SAD }; // (3)
        if quota == cost {
            // (5)
            let moved = steps.iter().map(|step| digit(step.tile));
            return Some(moved.collect::<String>() + &digit(tile));
        }
        if quota > cost {
            // (4)
            steps.push(Step { from: cell, direction, tile, quota, tried });
            board[cell] = tile;
            (cell, quota, tried) = (to, quota - cost, 0);
        }
    }
}
