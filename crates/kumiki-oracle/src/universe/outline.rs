//! The polygon around a set of atoms.

use crate::atoms::{Atom, Corner, Grid};
use std::collections::{BTreeMap, BTreeSet};

/// The polygon that a set of atoms forms, if it forms one that does not touch itself and has
/// its corners at points of the grid.
pub(super) fn outline(grid: Grid, atoms: &BTreeSet<Atom>) -> Option<Vec<Corner>> {
    let boundary = grid.boundary(atoms);
    let next: BTreeMap<Corner, Corner> = boundary.iter().map(|[from, to]| (*from, *to)).collect();
    if next.len() != boundary.len() {
        return None;
    }
    // Each vertex is left as often as it is reached, that is once, so every walk comes home.
    let start = *next.keys().next()?;
    let mut round = vec![start];
    let mut at = next[&start];
    while at != start {
        round.push(at);
        at = next[&at];
    }
    if round.len() != boundary.len() {
        return None;
    }
    let count = round.len();
    let way = |from: usize, to: usize| {
        let [from, to] = [round[from % count], round[to % count]];
        [to[0] - from[0], to[1] - from[1]]
    };
    let turns = |at: &usize| {
        let [[x, y], [to_x, to_y]] = [way(at + count - 1, *at), way(*at, at + 1)];
        x * to_y != y * to_x
    };
    let corners: Vec<Corner> = (0..count).filter(turns).map(|at| round[at]).collect();
    let is_even = |corner: &Corner| corner.iter().all(|part| part % 2 == 0);
    corners
        .iter()
        .all(is_even)
        .then(|| corners.iter().map(|corner| corner.map(|part| part / 2)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_and_their_atoms_are_made_of_each_other() {
        let squares: [(&[Corner], usize); 4] = [
            (&[[0, 0], [1, 0], [1, 1], [0, 1]], 4),
            (&[[0, 0], [2, 0], [0, 2]], 8),
            (&[[-1, 0], [0, -1], [1, 0], [0, 1]], 8),
            (&[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], 12),
        ];
        let triangles: [(&[Corner], usize); 3] = [
            (&[[0, 0], [1, 0], [0, 1]], 1),
            (&[[-1, 0], [0, -1], [1, -1], [1, 0], [0, 1], [-1, 1]], 6),
            (&[[0, 0], [2, 0], [2, 1], [0, 3]], 8),
        ];
        for (grid, cases) in [(Grid::Squares, &squares[..]), (Grid::Triangles, &triangles[..])] {
            for (corners, count) in cases {
                let atoms = grid.atoms(corners).expect("along the grid");
                assert_eq!(atoms.len(), *count, "{corners:?}");
                let mut back = outline(grid, &atoms).expect("one polygon");
                let first =
                    back.iter().position(|corner| *corner == corners[0]).expect("the same corners");
                back.rotate_left(first);
                assert_eq!(back, *corners);
            }
        }
    }

    #[test]
    fn what_is_no_polygon_of_the_grid_is_refused() {
        assert_eq!(Grid::Squares.atoms(&[[0, 0], [2, 0], [2, 1]]), None);
        assert_eq!(Grid::Triangles.atoms(&[[0, 0], [1, 0], [1, 1]]), None);
        let atom = |x, part| Atom { at: [x, 0], part };
        // A corner in the middle of a square, two parts, and two that meet at a point.
        for atoms in
            [vec![atom(0, 0)], vec![atom(0, 0), atom(3, 0)], vec![atom(0, 1), atom(0, 3)], vec![]]
        {
            assert_eq!(outline(Grid::Squares, &atoms.into_iter().collect()), None);
        }
        let ring = (0..3).flat_map(|x| (0..3).map(move |y| [x, y])).filter(|at| *at != [1, 1]);
        let ring = ring.flat_map(|at| (0..4).map(move |part| Atom { at, part }));
        assert_eq!(outline(Grid::Squares, &ring.collect()), None);
    }

    #[test]
    fn a_full_round_of_turns_or_two_flips_change_nothing() {
        for grid in [Grid::Squares, Grid::Triangles] {
            let corner = [3, -7];
            assert_eq!(grid.moved(corner, false, grid.order()), corner);
            assert_eq!(grid.moved(grid.moved(corner, true, 0), true, 0), corner);
            assert_eq!(grid.moved(corner, false, grid.order() / 2), [-3, 7]);
        }
    }
}
