//! Polygons on the square and the triangular grid as sets of atoms: the ground that naive counters
//! and random questions stand on.
//!
//! # The idea
//! On the square grid (order 4) an atom is a quarter of a unit square, cut by both diagonals; on
//! the triangular grid (order 6) it is a unit triangle. A polygon whose sides run along the lines
//! of the grid, or along diagonals of squares, is a set of atoms, and everything about it is a
//! question about sets: no geometry, and none of the judge's own.
//!
//! Corners are pairs of integers a, b for the point a + bζ. Turning by ζ maps (a, b) to (-b, a +
//! cb), where c is 0 on the square grid and 1 on the triangular one.

use std::collections::{BTreeMap, BTreeSet};

/// A corner of a polygon, or a vertex of an atom in halves of a unit.
pub type Corner = [i32; 2];

/// An atom: the square or rhomb it is part of, by its lowest corner, and which part it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Atom {
    /// The lowest corner of the square or rhomb.
    pub at: Corner,
    /// Which part of it: one of four triangles of a square, one of two of a rhomb.
    pub part: usize,
}

impl Atom {
    /// The same atom elsewhere.
    pub fn shifted(self, by: Corner) -> Self {
        Self { at: [self.at[0] + by[0], self.at[1] + by[1]], ..self }
    }
}

/// One of the two grids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grid {
    /// Unit squares, each cut in four.
    Squares,
    /// Unit triangles.
    Triangles,
}

impl Grid {
    /// The grid of a ring, if it has one.
    pub fn of_order(order: usize) -> Option<Self> {
        match order {
            4 => Some(Self::Squares),
            6 => Some(Self::Triangles),
            _ => None,
        }
    }

    /// The order of its ring.
    pub fn order(self) -> usize {
        match self {
            Self::Squares => 4,
            Self::Triangles => 6,
        }
    }

    fn cosine(self) -> i32 {
        i32::from(self == Self::Triangles)
    }

    /// A corner mirrored in the real axis or not, and then turned.
    pub fn moved(self, [a, b]: Corner, is_flipped: bool, turns: usize) -> Corner {
        let start = if is_flipped { [a + self.cosine() * b, -b] } else { [a, b] };
        (0..turns).fold(start, |[a, b], _| [-b, a + self.cosine() * b])
    }

    /// A polygon as a set of atoms, unless a side of it runs through one.
    pub fn atoms(self, corners: &[Corner]) -> Option<BTreeSet<Atom>> {
        let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
        let runs_along = |(from, to): (&Corner, &Corner)| {
            let [x, y] = [to[0] - from[0], to[1] - from[1]];
            x == 0 || y == 0 || x == -y || (self == Self::Squares && x == y)
        };
        if !sides().all(runs_along) {
            return None;
        }
        let range = |axis: usize| {
            let parts = || corners.iter().map(|corner| corner[axis]);
            parts().min().unwrap_or(0)..parts().max().unwrap_or(0)
        };
        let mut atoms = BTreeSet::new();
        for x in range(0) {
            for y in range(1) {
                for (part, [dx, dy]) in self.middles().iter().enumerate() {
                    // In sixths of a unit; no corner is as high as the middle of an atom.
                    let [px, py] = [6 * x + dx, 6 * y + dy];
                    let is_crossed = |(from, to): &(&Corner, &Corner)| {
                        let [[x0, y0], [x1, y1]] =
                            [from, to].map(|corner| corner.map(|part| 6 * part));
                        let side = (x1 - x0) * (py - y0) - (px - x0) * (y1 - y0);
                        (y0 < py) != (y1 < py) && (side > 0) == (y0 < y1)
                    };
                    if sides().filter(is_crossed).count() % 2 == 1 {
                        atoms.insert(Atom { at: [x, y], part });
                    }
                }
            }
        }
        Some(atoms)
    }

    /// A point inside each atom, in sixths of a unit.
    fn middles(self) -> &'static [Corner] {
        match self {
            Self::Squares => &[[3, 1], [5, 3], [3, 5], [1, 3]],
            Self::Triangles => &[[2, 2], [4, 4]],
        }
    }

    /// The vertices of an atom in halves of a unit, to the left.
    pub fn vertices(self, atom: Atom) -> [Corner; 3] {
        let parts: &[[Corner; 3]] = match self {
            Self::Squares => &[
                [[0, 0], [2, 0], [1, 1]],
                [[2, 0], [2, 2], [1, 1]],
                [[2, 2], [0, 2], [1, 1]],
                [[0, 2], [0, 0], [1, 1]],
            ],
            Self::Triangles => &[[[0, 0], [2, 0], [0, 2]], [[2, 0], [2, 2], [0, 2]]],
        };
        parts[atom.part].map(|[x, y]| [2 * atom.at[0] + x, 2 * atom.at[1] + y])
    }

    /// The sides of a set of atoms that have no atom of the set behind them, each from vertex to
    /// vertex and to the left.
    pub fn boundary(self, atoms: &BTreeSet<Atom>) -> BTreeSet<[Corner; 2]> {
        let sides = |atom: &Atom| {
            let [a, b, c] = self.vertices(*atom);
            [[a, b], [b, c], [c, a]]
        };
        let all: BTreeSet<[Corner; 2]> = atoms.iter().flat_map(sides).collect();
        all.iter().filter(|[from, to]| !all.contains(&[*to, *from])).copied().collect()
    }

    /// The polygon that a set of atoms forms, if it forms one that does not touch itself and has
    /// its corners at points of the grid.
    pub fn polygon(self, atoms: &BTreeSet<Atom>) -> Option<Vec<Corner>> {
        let boundary = self.boundary(atoms);
        let next: BTreeMap<Corner, Corner> =
            boundary.iter().map(|[from, to]| (*from, *to)).collect();
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
                let mut back = grid.polygon(&atoms).expect("one polygon");
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
            assert_eq!(Grid::Squares.polygon(&atoms.into_iter().collect()), None);
        }
        let ring = (0..3).flat_map(|x| (0..3).map(move |y| [x, y])).filter(|at| *at != [1, 1]);
        let ring = ring.flat_map(|at| (0..4).map(move |part| Atom { at, part }));
        assert_eq!(Grid::Squares.polygon(&ring.collect()), None);
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
