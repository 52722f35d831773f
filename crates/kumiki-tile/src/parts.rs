//! Polygons cut into convex parts.

use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

/// A polygon cut into convex parts.
///
/// * **U1** `polygons` are lists of corners, by their numbers and to the left: one of all corners
///   if the polygon is convex, otherwise triangles.
/// * **U2** `seams` are the lines between them, by their end corners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parts {
    /// The parts, each a list of corners to the left (U1).
    pub(crate) polygons: Vec<Vec<usize>>,
    /// The lines between parts, each from one corner to another (U2).
    pub(crate) seams: Vec<[usize; 2]>,
}

impl Parts {
    /// The same parts after corners got other numbers.
    pub(crate) fn renumbered(&self, renumber: impl Fn(usize) -> usize) -> Self {
        Self {
            polygons: self
                .polygons
                .iter()
                .map(|part| part.iter().map(|at| renumber(*at)).collect())
                .collect(),
            seams: self.seams.iter().map(|seam| seam.map(&renumber)).collect(),
        }
    }
}

/// Cuts a simple polygon, given to the left.
pub(crate) fn convex_parts(ring: &Ring, corners: &[Point]) -> Parts {
    let turn = |a: usize, b: usize, c: usize| {
        ring.cross_sign(corners[b] - corners[a], corners[c] - corners[a])
    };
    let mut rest: Vec<usize> = (0..corners.len()).collect();
    let around = |rest: &[usize], at: usize| {
        let count = rest.len();
        [rest[(at + count - 1) % count], rest[at], rest[(at + 1) % count]]
    };
    let is_convex = |rest: &[usize]| {
        (0..rest.len()).all(|at| {
            let [a, b, c] = around(rest, at);
            turn(a, b, c) == Ordering::Greater
        })
    };
    let mut parts = Parts { polygons: Vec::new(), seams: Vec::new() };
    // Cut off ears: triangles at convex corners that no other corner is in.
    while !is_convex(&rest) {
        let is_ear = |at: &usize| {
            let [a, b, c] = around(&rest, *at);
            let is_in = |p: usize| {
                [(a, b), (b, c), (c, a)]
                    .iter()
                    .all(|(from, to)| turn(*from, *to, p) != Ordering::Less)
            };
            turn(a, b, c) == Ordering::Greater
                && rest.iter().all(|p| [a, b, c].contains(p) || !is_in(*p))
        };
        let ear = (0..rest.len()).find(is_ear).expect("a simple polygon has an ear");
        let [a, b, c] = around(&rest, ear);
        parts.polygons.push(vec![a, b, c]);
        parts.seams.push([a, c]);
        rest.remove(ear);
    }
    parts.polygons.push(rest);
    parts
}
