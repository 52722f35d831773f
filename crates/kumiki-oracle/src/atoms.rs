//! Polygons on the square and the triangular grid as sets of atoms: what tilings are
//! counted with by naive means.
//!
//! # The idea
//! On the square grid (order 4) an atom is a quarter of a unit square, cut by both diagonals; on
//! the triangular grid (order 6) it is a unit triangle. A polygon whose sides run along the lines
//! of the grid, or along diagonals of squares, is a set of atoms, and everything about it is a
//! question about sets: no geometry, and none of the judge's.
//!
//! Corners are pairs of integers a, b for the point a + bζ. Turning by ζ maps (a, b) to (-b, a +
//! cb), where c is 0 on the square grid and 1 on the triangular one.

use std::collections::BTreeSet;

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
}
