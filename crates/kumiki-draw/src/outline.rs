//! Sets of squares of a grid: their parts and their outlines.
//!
//! # The walk
//! Walk along the sides of the squares with the set on the right-hand side. Where two squares meet
//! at a corner only, two ways lead on; the walk turns right and stays with its own square, so that
//! what only touches at a corner is drawn apart.

use std::collections::BTreeSet;

/// A square: its row and column.
pub(crate) type Square = [usize; 2];

/// The four ways along the sides: right, down, left and up. Each is the right-hand side of the one
/// before.
const STEPS: [[i8; 2]; 4] = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/// A corner of an outline where the walk turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bend {
    /// The row and column of the lines that cross there.
    pub(crate) at: Square,
    /// The way inside: one step down or up, and one to the right or left.
    pub(crate) inward: [i8; 2],
}

/// The parts of a set that hang together through sides, in order of their first squares.
pub(crate) fn parts(squares: &BTreeSet<Square>) -> Vec<BTreeSet<Square>> {
    let mut unseen = squares.clone();
    let mut parts = Vec::new();
    while let Some(first) = unseen.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut waiting = vec![first];
        while let Some(square) = waiting.pop() {
            for step in STEPS {
                if let Some(next) = stepped(square, step).filter(|next| unseen.remove(next)) {
                    part.insert(next);
                    waiting.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The outline of a set as rings of bends, clockwise in a picture whose rows run downward; a hole
/// is a ring of its own.
pub(crate) fn rings(squares: &BTreeSet<Square>) -> Vec<Vec<Bend>> {
    // Each side of the outline by the corner where it begins and the way it leads.
    let mut sides: BTreeSet<(Square, usize)> = BTreeSet::new();
    for square in squares {
        let [row, column] = *square;
        let corners = [[row, column], [row, column + 1], [row + 1, column + 1], [row + 1, column]];
        for (way, corner) in corners.into_iter().enumerate() {
            let outside = stepped(*square, STEPS[(way + 3) % 4]);
            if outside.is_none_or(|outside| !squares.contains(&outside)) {
                sides.insert((corner, way));
            }
        }
    }
    let mut rings = Vec::new();
    while let Some(start) = sides.first().copied() {
        let mut ring = Vec::new();
        let mut side = start;
        loop {
            sides.remove(&side);
            let (corner, way) = side;
            let end = stepped(corner, STEPS[way]).expect("sides run inside the grid");
            let onward = |turn: &usize| {
                let next = (end, (way + turn) % 4);
                (next == start || sides.contains(&next)).then_some(next)
            };
            side = [1, 0, 3].iter().find_map(onward).expect("an outline ends nowhere");
            if side.1 != way {
                let [one, other] = [STEPS[(way + 1) % 4], STEPS[(side.1 + 1) % 4]];
                ring.push(Bend { at: end, inward: [one[0] + other[0], one[1] + other[1]] });
            }
            if side == start {
                break;
            }
        }
        rings.push(ring);
    }
    rings
}

fn stepped(square: Square, step: [i8; 2]) -> Option<Square> {
    let row = square[0].checked_add_signed(isize::from(step[0]))?;
    let column = square[1].checked_add_signed(isize::from(step[1]))?;
    Some([row, column])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(rows: &[&str]) -> BTreeSet<Square> {
        let of_row = |(row, text): (usize, &&str)| {
            let columns = text.chars().enumerate().filter(|(_, mark)| *mark == 'X');
            columns.map(move |(column, _)| [row, column]).collect::<Vec<_>>()
        };
        rows.iter().enumerate().flat_map(of_row).collect()
    }

    /// Twice the area inside rings, by the formula of Gauss; holes count negative.
    fn doubled_area(rings: &[Vec<Bend>]) -> i64 {
        let wide = |at: usize| i64::try_from(at).expect("a small grid");
        let mut area = 0;
        for ring in rings {
            for (at, bend) in ring.iter().enumerate() {
                let ([y, x], [next_y, next_x]) = (bend.at, ring[(at + 1) % ring.len()].at);
                area += wide(x) * wide(next_y) - wide(next_x) * wide(y);
            }
        }
        area
    }

    #[test]
    fn outlines_of_known_shapes_have_their_corners() {
        let corners = |rows: &[&str]| rings(&drawn(rows)).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(corners(&["X"]), [4]);
        assert_eq!(corners(&["XXX"]), [4]);
        assert_eq!(corners(&["XX", "X"]), [6]);
        assert_eq!(corners(&[" X ", "XXX", " X "]), [12]);
        assert_eq!(corners(&["XXX", "X X", "XXX"]), [4, 4]);
        // Squares that touch at a corner are walked around one by one.
        assert_eq!(corners(&["X ", " X"]), [4, 4]);
        assert_eq!(corners(&["XX", "X X", "XXX"]), [10]);
        let square = rings(&drawn(&["", " X"]));
        let bend = |at, inward| Bend { at, inward };
        let expected = [
            bend([1, 2], [1, -1]),
            bend([2, 2], [-1, -1]),
            bend([2, 1], [-1, 1]),
            bend([1, 1], [1, 1]),
        ];
        assert_eq!(square, [expected]);
    }

    #[test]
    fn every_set_of_squares_of_a_small_board_keeps_its_area_and_its_parts() {
        for set in 0_u32..1 << 12 {
            let squares: BTreeSet<Square> =
                (0..12).filter(|at| set >> at & 1 == 1).map(|at| [at / 4, at % 4]).collect();
            let count = i64::try_from(squares.len()).expect("twelve at most");
            assert_eq!(doubled_area(&rings(&squares)), 2 * count, "{squares:?}");
            let parts = parts(&squares);
            assert_eq!(parts.iter().flatten().copied().collect::<BTreeSet<_>>(), squares);
            assert_eq!(parts.iter().map(BTreeSet::len).sum::<usize>(), squares.len());
            for (at, part) in parts.iter().enumerate() {
                let around: BTreeSet<Square> = part
                    .iter()
                    .flat_map(|square| STEPS.map(|step| stepped(*square, step)))
                    .flatten()
                    .collect();
                assert!(parts[..at].iter().all(|other| other.is_disjoint(&around)), "{squares:?}");
                // One ring runs around it, all others around holes.
                let is_outer = |ring: &&Vec<Bend>| doubled_area(std::slice::from_ref(*ring)) > 0;
                assert_eq!(rings(part).iter().filter(is_outer).count(), 1, "{squares:?}");
            }
        }
    }
}
