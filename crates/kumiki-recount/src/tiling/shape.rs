//! Polygons cut into triangles, and questions about two of them.
//!
//! # Why triangles
//! Two triangles have no inner point in common if and only if the line of a side of one of them has
//! the other one on its outer side, and likewise for a triangle and a segment, which counts as a
//! polygon with two sides, there and back. (A line that separates two convex sets can be turned
//! until it lies along a side of one.) If the other one keeps strictly off the line, they have no
//! point in common at all. So all we ever ask is on which side of a line a point is.

use super::plane::{Plane, Real, Spot};
use kumiki_model::Apart;
use std::cmp::Ordering;

/// A polygon without self-contact.
///
/// * **G1** Corners go around to the left.
/// * **G2** The triangles have corners of the polygon, go around to the left, do not overlap and
///   fill it.
#[derive(Clone, Debug)]
pub struct Shape {
    corners: Vec<Spot>,
    triangles: Vec<[Spot; 3]>,
}

impl Shape {
    /// The polygon with these corners, which obey G1.
    #[must_use]
    pub fn new(plane: &Plane, corners: Vec<Spot>) -> Self {
        let triangles = triangles(plane, corners.clone());
        Self { corners, triangles }
    }

    /// The corners, to the left.
    pub fn corners(&self) -> &[Spot] {
        &self.corners
    }

    /// Whether the two have an inner point in common.
    pub fn overlaps(&self, plane: &Plane, other: &Self) -> bool {
        self.pairs(other).any(|[a, b]| !are_parted(plane, a, b, Ordering::is_le))
    }

    /// Whether the two have any point in common.
    pub fn touches(&self, plane: &Plane, other: &Self) -> bool {
        self.pairs(other).any(|[a, b]| !are_parted(plane, a, b, Ordering::is_lt))
    }

    /// Whether sides of the two, which do not overlap, have more than a point in common.
    pub fn shares_a_side(&self, plane: &Plane, other: &Self) -> bool {
        sides(&self.corners)
            .any(|own| sides(&other.corners).any(|other| run_together(plane, own, other)))
    }

    /// Whether the two, which do not overlap, come closer than same colours may.
    pub fn is_too_close(&self, plane: &Plane, other: &Self, apart: Apart) -> bool {
        match apart {
            Apart::Free => false,
            Apart::Sides => self.shares_a_side(plane, other),
            Apart::Points => self.touches(plane, other),
        }
    }

    /// Whether the whole polygon lies in another one.
    pub fn is_inside(&self, plane: &Plane, region: &Self) -> bool {
        // No side of the region passes through a triangle, and a point of the triangle lies in the
        // region.
        self.triangles.iter().all(|triangle| {
            sides(&region.corners).all(|side| are_parted(plane, triangle, &side, Ordering::is_le))
                && region.contains_middle(plane, triangle)
        })
    }

    fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = [&'a [Spot; 3]; 2]> {
        self.triangles.iter().flat_map(|one| other.triangles.iter().map(move |two| [one, two]))
    }

    /// Whether the centre of gravity of a triangle, through which no side passes, is inside: a ray
    /// from it crosses an odd number of sides.
    fn contains_middle(&self, plane: &Plane, triangle: &[Spot; 3]) -> bool {
        let [a, b, c] = *triangle;
        let middle = a + b + c;
        let is_above = |corner: Spot| plane.sign(corner.v - middle.v).is_gt();
        let crossed = sides(&self.corners).filter(|side| {
            // All of this is three times as large, because the centre of gravity is a third of the
            // sum.
            let [from, to] = side.map(|corner| corner + corner + corner);
            let [low, high] = if is_above(from) { [to, from] } else { [from, to] };
            !is_above(low) && is_above(high) && plane.side(low, high, middle).is_gt()
        });
        crossed.count() % 2 == 1
    }
}

/// The sides of a polygon, from corner to corner.
pub(super) fn sides(corners: &[Spot]) -> impl Iterator<Item = [Spot; 2]> {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| [*from, *to])
}

/// Whether a side of one of two convex polygons, or segments, has the other one on its outer side;
/// `is_outer` says whether the line itself belongs to that.
fn are_parted(
    plane: &Plane,
    first: &[Spot],
    second: &[Spot],
    is_outer: fn(Ordering) -> bool,
) -> bool {
    let parts = |own: &[Spot], other: &[Spot]| {
        sides(own).any(|[from, to]| other.iter().all(|spot| is_outer(plane.side(from, to, *spot))))
    };
    parts(first, second) || parts(second, first)
}

/// Whether two segments lie on one line and have more than a point in common.
fn run_together(plane: &Plane, first: [Spot; 2], second: [Spot; 2]) -> bool {
    let [from, to] = first;
    if second.iter().any(|spot| plane.side(from, to, *spot).is_ne()) {
        return false;
    }
    // On one line, one coordinate tells the order; the other one may be the same everywhere.
    let coordinate = |spot: Spot| if from.u == to.u { spot.v } else { spot.u };
    let is_less = |a: Real, b: Real| plane.sign(b - a).is_gt();
    let ordered = |segment: [Spot; 2]| {
        let [a, b] = segment.map(coordinate);
        if is_less(a, b) { [a, b] } else { [b, a] }
    };
    let [[low, high], [other_low, other_high]] = [ordered(first), ordered(second)];
    is_less(low, other_high) && is_less(other_low, high)
}

/// A polygon cut into triangles: again and again we cut off a corner such that the triangle
/// contains no other corner.
fn triangles(plane: &Plane, mut corners: Vec<Spot>) -> Vec<[Spot; 3]> {
    let mut triangles = Vec::with_capacity(corners.len() - 2);
    while corners.len() > 3 {
        let count = corners.len();
        let ear =
            |at: usize| [corners[(at + count - 1) % count], corners[at], corners[(at + 1) % count]];
        let is_ear = |at: &usize| {
            let [a, b, c] = ear(*at);
            let is_in = |spot: &Spot| {
                plane.side(a, b, *spot).is_ge()
                    && plane.side(b, c, *spot).is_ge()
                    && plane.side(c, a, *spot).is_ge()
            };
            plane.side(a, b, c).is_gt()
                && corners.iter().all(|spot| [a, b, c].contains(spot) || !is_in(spot))
        };
        let at = (0..count).find(is_ear).expect("every simple polygon has a corner to cut off");
        triangles.push(ear(at));
        corners.remove(at);
    }
    triangles.push([corners[0], corners[1], corners[2]]);
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(corners: &[[i32; 2]]) -> Shape {
        let plane = Plane::new(4);
        Shape::new(&plane, corners.iter().map(|at| plane.spot(at)).collect())
    }

    fn shifted(corners: &[[i32; 2]], by: [i32; 2]) -> Shape {
        shape(&corners.iter().map(|[x, y]| [x + by[0], y + by[1]]).collect::<Vec<_>>())
    }

    /// Polygons on the square grid, to the left.
    const SHAPES: [&[[i32; 2]]; 7] = [
        &[[0, 0], [1, 0], [1, 1], [0, 1]],
        &[[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [3, 2], [3, 3], [0, 3]],
        &[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
        &[[0, 0], [2, 0], [0, 2]],
        &[[0, 0], [2, 0], [3, 1], [2, 2], [3, 3], [0, 3], [1, 2], [0, 1]],
        &[
            [0, 0],
            [4, 0],
            [4, 2],
            [3, 2],
            [3, 1],
            [2, 1],
            [2, 3],
            [3, 3],
            [3, 4],
            [0, 4],
            [0, 3],
            [1, 3],
            [1, 2],
            [0, 2],
        ],
        &[[0, 1], [1, 0], [2, 1], [1, 2]],
    ];

    /// Whether a point, given in sixths of a unit and on no line of the grid or its diagonals, is
    /// inside; by the winding number.
    fn is_in(corners: &[[i32; 2]], [x, y]: [i32; 2]) -> bool {
        let next = corners.iter().cycle().skip(1);
        let winding: i32 = corners
            .iter()
            .zip(next)
            .map(|(from, to)| {
                let [[x0, y0], [x1, y1]] = [from, to].map(|corner| corner.map(|part| 6 * part));
                let side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0);
                i32::from(y0 <= y && y < y1 && side > 0) - i32::from(y1 <= y && y < y0 && side < 0)
            })
            .sum();
        winding != 0
    }

    /// A point in each quarter of each square from -4 to 8, in sixths of a unit.
    fn samples() -> Vec<[i32; 2]> {
        let quarter = |x: i32, y: i32| {
            [[3, 1], [5, 3], [3, 5], [1, 3]].map(|[dx, dy]| [6 * x + dx, 6 * y + dy])
        };
        (-4..8).flat_map(|x| (-4..8).flat_map(move |y| quarter(x, y))).collect()
    }

    #[test]
    fn triangles_fill_their_polygon() {
        let plane = Plane::new(4);
        for corners in SHAPES {
            let shape = shape(corners);
            assert_eq!(shape.triangles.len(), corners.len() - 2);
            let sum = shape.triangles.iter().map(|triangle| plane.area(triangle));
            assert!(
                shape.triangles.iter().all(|triangle| plane.sign(plane.area(triangle)).is_gt())
            );
            assert_eq!(
                sum.fold(Real::default(), |sum, area| sum + area),
                plane.area(shape.corners())
            );
        }
    }

    #[test]
    fn overlaps_and_containment_are_those_of_sample_points() {
        let plane = Plane::new(4);
        for one in SHAPES {
            for two in SHAPES {
                for by in (-4..=4).flat_map(|x| (-4..=4).map(move |y| [x, y])) {
                    let moved: Vec<[i32; 2]> =
                        two.iter().map(|[x, y]| [x + by[0], y + by[1]]).collect();
                    let both = samples().iter().any(|at| is_in(one, *at) && is_in(&moved, *at));
                    assert_eq!(
                        shape(one).overlaps(&plane, &shape(&moved)),
                        both,
                        "{one:?} {moved:?}"
                    );
                    let out = samples().iter().any(|at| !is_in(one, *at) && is_in(&moved, *at));
                    assert_eq!(
                        shape(&moved).is_inside(&plane, &shape(one)),
                        !out,
                        "{moved:?} in {one:?}"
                    );
                }
            }
        }
    }

    /// The points of the boundary that are multiples of half a unit, and the middles of the ways
    /// between neighbours among them, in quarters.
    fn boundary(corners: &[[i32; 2]]) -> [std::collections::BTreeSet<[i32; 2]>; 2] {
        let mut found = [std::collections::BTreeSet::new(), std::collections::BTreeSet::new()];
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let steps = 2 * (to[0] - from[0]).abs().max((to[1] - from[1]).abs());
            for step in 0..2 * steps {
                let at = [0, 1]
                    .map(|axis| 4 * from[axis] + step * 4 * (to[axis] - from[axis]) / (2 * steps));
                found[usize::from(step % 2 == 1)].insert(at);
            }
        }
        found
    }

    #[test]
    fn touching_is_sharing_a_point_and_sharing_a_side_is_more() {
        let plane = Plane::new(4);
        let [mut apart, mut at_a_point, mut along_a_side] = [0, 0, 0];
        for one in SHAPES {
            for two in SHAPES {
                for by in (-4..=4).flat_map(|x| (-4..=4).map(move |y| [x, y])) {
                    let [first, second] = [shape(one), shifted(two, by)];
                    if first.overlaps(&plane, &second) {
                        assert!(first.touches(&plane, &second));
                        continue;
                    }
                    let moved: Vec<[i32; 2]> =
                        two.iter().map(|[x, y]| [x + by[0], y + by[1]]).collect();
                    let [points, others] = [boundary(one), boundary(&moved)];
                    let meet = |k: usize| points[k].intersection(&others[k]).next().is_some();
                    let is_along = meet(1);
                    let is_at_a_point = meet(0) || is_along;
                    assert_eq!(first.touches(&plane, &second), is_at_a_point, "{one:?} {moved:?}");
                    assert_eq!(first.shares_a_side(&plane, &second), is_along, "{one:?} {moved:?}");
                    apart += u32::from(!is_at_a_point);
                    at_a_point += u32::from(is_at_a_point && !is_along);
                    along_a_side += u32::from(is_along);
                }
            }
        }
        assert!(
            apart > 500 && at_a_point > 300 && along_a_side > 300,
            "{apart} {at_a_point} {along_a_side}"
        );
    }
}
