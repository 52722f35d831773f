//! What holds pieces in place.
//!
//! # The blocking digraph
//! Fix one of the six directions. A piece *leads to* the wall if one of its cells has the wall next
//! to it in that direction, and to another piece if one of its cells has a cell of that piece next
//! to it. Pieces can slide together by one step exactly if they lead neither to the wall nor to a
//! piece that stays. So nothing can slide exactly if from each piece a chain of blockers leads to
//! the wall.
//!
//! # Why bricks need no second look
//! That each piece leads to something is what requirements can say. For bricks, which fill the
//! cuboid around them, it is enough: all that a brick leads to lies beyond its last layer in that
//! direction, and so reaches further than it does. A chain of blockers goes on strictly, and can
//! only end at the wall. Pieces with a notch can hook each other, each leading to the other, and
//! slide as one.

use super::cells::{Cells, DIRECTIONS};

/// Whether from each of some disjoint pieces, given by their cells, what blocks it leads to the
/// wall, in each direction.
pub(super) fn is_rigid(cells: &Cells, pieces: &[Vec<usize>]) -> bool {
    let mut owner = vec![None; cells.len()];
    for (at, piece) in pieces.iter().enumerate() {
        for cell in piece {
            owner[*cell] = Some(at);
        }
    }
    DIRECTIONS.into_iter().all(|direction| {
        let mut blocks = vec![Vec::new(); pieces.len()];
        let mut held = vec![false; pieces.len()];
        let mut fresh = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            match cells.beyond(piece, direction) {
                None => {
                    held[at] = true;
                    fresh.push(at);
                }
                Some(touched) => {
                    touched
                        .into_iter()
                        .filter_map(|cell| owner[cell])
                        .for_each(|by| blocks[by].push(at));
                }
            }
        }
        while let Some(by) = fresh.pop() {
            for at in &blocks[by] {
                if !std::mem::replace(&mut held[*at], true) {
                    fresh.push(*at);
                }
            }
        }
        held.into_iter().all(|is_held| is_held)
    })
}
