//! What an observer sees of pieces in a box, looking along the diagonal of a cell: exact hidden
//! surfaces.
//!
//! # The idea
//! The observer stands far away above the corner with the largest layer, row and column. The layer
//! axis points up, the row axis to the lower left, the column axis to the lower right, and of every
//! cell three sides can be visible: its top, its *row side* (lower left) and its *column side*
//! (lower right).
//!
//! ```text
//!        /\                      (a, b)
//!      /    \                   /  |  \
//!    /  top   \               /    |    \
//!   |\        /|     (a, b+1)  Left|Right  (a+1, b)
//!   |  \    /  |              \    |    /
//!   |    \/    |                \  |  /
//!   | row | column            (a+1, b+1)
//!    \    |    /
//!      \  |  /       nodes: a grows to the lower right,
//!        \|/                b grows to the lower left
//! ```
//!
//! Projected along the diagonal, the corners of cells fall on the nodes of a triangular lattice,
//! and every side of a cell covers exactly two of its triangles. So a triangle shows one side of
//! one cell and the whole picture is a finite map from triangles to sides. Painting whole pieces in
//! some order would not do: three bars 1x1x2 in the 2x2x2 box can overlap in a circle, each in
//! front of the next.
//!
//! # Steps
//! * **I1** Paint the cells in their numerical order, later over earlier. Along a line of sight
//!   towards the observer no coordinate ever falls, so the nearer cell has the larger number.
//! * **I2** Gather the triangles that show the same side of the same piece in the same plane into a
//!   [`Region`]. It is flat, so no edge is ever needed inside it, and one is always needed around
//!   it.
//! * **I3** Trace the outline: the directed edges of its triangles whose reverses are not among
//!   them, linked into rings.
//!
//! All of this is done in integers; [`Node::project`] is the only step that rounds.

use crate::Point;
use crate::scene::length;
use std::collections::{BTreeMap, BTreeSet};

/// The sides of a piece that the observer may see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Side {
    /// Towards larger layers, up.
    Top,
    /// Towards larger rows, to the lower left.
    Row,
    /// Towards larger columns, to the lower right.
    Column,
}

impl Side {
    /// The axis that is perpendicular to it: 0 for layers, 1 for rows, 2 for columns.
    pub(crate) fn axis(self) -> usize {
        self as usize
    }
}

/// What a triangle shows: a side of a piece in one plane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Face {
    /// The piece.
    pub(crate) piece: usize,
    /// Which of its sides.
    pub(crate) side: Side,
    /// The coordinate of its cells along the axis of the side. The side of a brick lies in one
    /// plane; that of a piece with steps lies in several.
    pub(crate) level: usize,
}

/// A node of the triangular lattice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Node {
    /// Steps to the lower right.
    a: usize,
    /// Steps to the lower left.
    b: usize,
}

impl Node {
    /// Where the corner of cells at a place of a box with so many layers is seen.
    pub(crate) fn of_corner(layer_count: usize, [layer, row, column]: [usize; 3]) -> Self {
        Self { a: column + layer_count - layer, b: row + layer_count - layer }
    }

    /// Where the node lies in the picture of unit cells.
    pub(crate) fn project(self) -> Point {
        in_picture(length(self.a), length(self.b))
    }
}

/// The picture of lattice coordinates: a step goes half a unit down and √3/2 units aside.
fn in_picture(a: f64, b: f64) -> Point {
    const ASIDE: f64 = 0.866_025_403_784_438_6;
    Point::new((a - b) * ASIDE, f64::midpoint(a, b))
}

/// Which half of a square of nodes a triangle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Half {
    Left,
    Right,
}

/// A triangle of the lattice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Triangle {
    /// The uppermost node of its square.
    node: Node,
    half: Half,
}

impl Triangle {
    /// Its corners, clockwise in the picture.
    fn corners(self) -> [Node; 3] {
        let Node { a, b } = self.node;
        let bottom = Node { a: a + 1, b: b + 1 };
        match self.half {
            Half::Left => [self.node, bottom, Node { a, b: b + 1 }],
            Half::Right => [self.node, Node { a: a + 1, b }, bottom],
        }
    }
}

/// The triangles that sides of a cell cover, two for each: steps from the node of its upper far
/// corner to theirs, and their halves.
type Sides = [(Side, [([usize; 2], Half); 2]); 3];

/// The sides towards the observer.
const NEAR: Sides = [
    (Side::Top, [([0, 0], Half::Left), ([0, 0], Half::Right)]),
    (Side::Row, [([0, 1], Half::Right), ([1, 1], Half::Left)]),
    (Side::Column, [([1, 0], Half::Left), ([1, 1], Half::Right)]),
];

/// The sides opposite to those: the same six triangles, seen through the cell.
const FAR: Sides = [
    (Side::Top, [([1, 1], Half::Left), ([1, 1], Half::Right)]),
    (Side::Row, [([0, 0], Half::Right), ([1, 0], Half::Left)]),
    (Side::Column, [([0, 0], Half::Left), ([0, 1], Half::Right)]),
];

/// The places of a box in their numerical order.
pub(crate) fn places([layers, rows, columns]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    let of_layer = move |layer| {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| [layer, row, column]))
    };
    (0..layers).flat_map(of_layer)
}

/// What each triangle shows (I1); `piece` says whose the side of a place is, if it is there.
fn painted(
    sides: [usize; 3],
    kinds: &Sides,
    piece: impl Fn([usize; 3], Side) -> Option<usize>,
) -> BTreeMap<Triangle, Face> {
    let mut shown = BTreeMap::new();
    for place in places(sides) {
        let [layer, row, column] = place;
        let Node { a, b } = Node::of_corner(sides[0], [layer + 1, row, column]);
        for (side, triangles) in kinds {
            if let Some(piece) = piece(place, *side) {
                let face = Face { piece, side: *side, level: place[side.axis()] };
                shown.extend(triangles.map(|([right, left], half)| {
                    (Triangle { node: Node { a: a + right, b: b + left }, half }, face)
                }));
            }
        }
    }
    shown
}

/// What each triangle shows of the pieces; `owner` gives the piece at a place.
fn visible_triangles(
    sides: [usize; 3],
    owner: impl Fn([usize; 3]) -> Option<usize>,
) -> BTreeMap<Triangle, Face> {
    painted(sides, &NEAR, |place, _| owner(place))
}

/// What is behind the cells of an empty box of any shape: on each triangle the first wall that a
/// line of sight meets after it has entered the box. All walls are of piece 0.
fn visible_walls(
    sides: [usize; 3],
    is_cell: impl Fn([usize; 3]) -> bool,
) -> BTreeMap<Triangle, Face> {
    painted(sides, &FAR, |place, side| {
        let mut behind = place;
        behind[side.axis()] = behind[side.axis()].wrapping_sub(1);
        let is_wall = place[side.axis()] == 0 || !is_cell(behind);
        (is_cell(place) && is_wall).then_some(0)
    })
}

/// What can be seen of one face; not necessarily in one part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    /// The face.
    pub(crate) face: Face,
    triangles: Vec<Triangle>,
}

/// The visible regions of all pieces, ordered by piece, side and level (I2).
pub(crate) fn visible_regions(
    sides: [usize; 3],
    owner: impl Fn([usize; 3]) -> Option<usize>,
) -> Vec<Region> {
    gathered(visible_triangles(sides, owner))
}

/// The walls behind an empty box of any shape, ordered by side and level.
pub(crate) fn wall_regions(sides: [usize; 3], is_cell: impl Fn([usize; 3]) -> bool) -> Vec<Region> {
    gathered(visible_walls(sides, is_cell))
}

fn gathered(shown: BTreeMap<Triangle, Face>) -> Vec<Region> {
    let mut regions: BTreeMap<Face, Vec<Triangle>> = BTreeMap::new();
    for (triangle, face) in shown {
        regions.entry(face).or_default().push(triangle);
    }
    regions.into_iter().map(|(face, triangles)| Region { face, triangles }).collect()
}

impl Region {
    /// How many triangles of the lattice it covers: its area.
    pub(crate) fn area(&self) -> usize {
        self.triangles.len()
    }

    /// The outline as rings of corners (I3). A hole is a ring of its own.
    pub(crate) fn rings(&self) -> Vec<Vec<Node>> {
        let mut open = self.outline();
        let mut rings = Vec::new();
        while let Some((start, mut at)) = open.pop_first() {
            let mut ring = vec![start];
            while at != start {
                ring.push(at);
                let lowest = (at, Node { a: 0, b: 0 });
                let edge = *open.range(lowest..).next().expect("an outline ends nowhere");
                assert!(edge.0 == at, "an outline ends nowhere");
                open.remove(&edge);
                at = edge.1;
            }
            rings.push(bends(&ring));
        }
        rings
    }

    /// The point for a label: among those half a side's height from the outline, the nearest to the
    /// centre of gravity. A region without two triangles side by side has no room for one.
    pub(crate) fn label_spot(&self) -> Option<Point> {
        let outline = self.outline();
        let rim: BTreeSet<Node> = outline.iter().map(|(from, _)| *from).collect();
        let corners = || self.triangles.iter().flat_map(|triangle| triangle.corners());
        let inner_nodes = corners().filter(|node| !rim.contains(node)).map(Node::project);
        let inner_edges = self.edges().filter(|edge| !outline.contains(edge));
        let midpoints = inner_edges.map(|(from, to)| mean([from, to].into_iter()));
        let centre = mean(corners());
        let distance = |spot: &Point| (spot.x - centre.x).powi(2) + (spot.y - centre.y).powi(2);
        inner_nodes.chain(midpoints).min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }

    /// The edges of all triangles, clockwise around each.
    fn edges(&self) -> impl Iterator<Item = (Node, Node)> {
        self.triangles.iter().flat_map(|triangle| {
            let [first, second, third] = triangle.corners();
            [(first, second), (second, third), (third, first)]
        })
    }

    /// The edges with the region on one side only, which is the right-hand one.
    fn outline(&self) -> BTreeSet<(Node, Node)> {
        let all: BTreeSet<(Node, Node)> = self.edges().collect();
        all.iter().copied().filter(|(from, to)| !all.contains(&(*to, *from))).collect()
    }
}

/// The mean of some nodes in the picture.
fn mean(nodes: impl Iterator<Item = Node>) -> Point {
    let (mut a, mut b, mut count) = (0, 0, 0);
    for node in nodes {
        a += node.a;
        b += node.b;
        count += 1;
    }
    in_picture(length(a) / length(count), length(b) / length(count))
}

/// The nodes of a ring of unit steps at which it changes its direction.
fn bends(ring: &[Node]) -> Vec<Node> {
    let len = ring.len();
    let is_bend = |at: &usize| {
        let (before, here, after) = (ring[(at + len - 1) % len], ring[*at], ring[(at + 1) % len]);
        before.a + after.a != 2 * here.a || before.b + after.b != 2 * here.b
    };
    (0..len).filter(is_bend).map(|at| ring[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells that a line of sight through the middle of a triangle crosses, from the observer
    /// on, with those before and behind the box; steps of a third of a layer never pass two walls
    /// at once.
    fn line_of_sight(sides: [usize; 3], triangle: Triangle) -> Vec<[i64; 3]> {
        let sides = sides.map(|side| i64::try_from(side).expect("small"));
        let corners = triangle.corners();
        // Six times the mean of the corners, and then six times each coordinate at odd sixths of
        // the layer.
        let a: i64 = corners.iter().map(|n| i64::try_from(2 * n.a).expect("small")).sum();
        let b: i64 = corners.iter().map(|n| i64::try_from(2 * n.b).expect("small")).sum();
        let cell_at = |sixths: i64| {
            let down = sixths - 6 * sides[0];
            [sixths, b + down, a + down].map(|coordinate| coordinate.div_euclid(6))
        };
        let highest = 6 * sides.iter().sum::<i64>() + 3;
        (-6..highest).rev().filter(|sixths| sixths.rem_euclid(2) == 1).map(cell_at).collect()
    }

    /// What is at a cell of the box; nothing beyond it.
    fn within<T>(
        sides: [usize; 3],
        cell: [i64; 3],
        content: impl Fn([usize; 3]) -> Option<T>,
    ) -> Option<([usize; 3], T)> {
        let place = cell.map(|coordinate| usize::try_from(coordinate).unwrap_or(usize::MAX));
        let is_inside = (0..3).all(|axis| place[axis] < sides[axis]);
        if is_inside { content(place).map(|found| (place, found)) } else { None }
    }

    fn side_between(one: [i64; 3], other: [i64; 3]) -> Side {
        let passed = (0..3).find(|axis| one[*axis] != other[*axis]).expect("one step, one wall");
        [Side::Top, Side::Row, Side::Column][passed]
    }

    /// The first face on the line of sight: the oracle for I1, with no order of painting.
    fn first_met(
        sides: [usize; 3],
        owner: impl Fn([usize; 3]) -> Option<usize>,
        triangle: Triangle,
    ) -> Option<Face> {
        line_of_sight(sides, triangle).windows(2).find_map(|step| {
            let (place, piece) = within(sides, step[1], &owner)?;
            let side = side_between(step[0], step[1]);
            Some(Face { piece, side, level: place[side.axis()] })
        })
    }

    /// The first wall that the line of sight meets from inside: the oracle for walls.
    fn first_left(
        sides: [usize; 3],
        owner: impl Fn([usize; 3]) -> Option<usize>,
        triangle: Triangle,
    ) -> Option<Face> {
        line_of_sight(sides, triangle).windows(2).find_map(|step| {
            let (place, _) = within(sides, step[0], &owner)?;
            if within(sides, step[1], &owner).is_some() {
                return None;
            }
            let side = side_between(step[0], step[1]);
            Some(Face { piece: 0, side, level: place[side.axis()] })
        })
    }

    /// All ways to fill or leave the cells of a small box, each cell a piece of its own.
    fn check_all_fillings(sides: [usize; 3]) {
        let cell = |[l, r, c]: [usize; 3]| (l * sides[1] + r) * sides[2] + c;
        let cells = sides.iter().product::<usize>();
        let squares = |side: usize| 0..side + sides[0] + 2;
        for filling in 0_u32..1 << cells {
            let owner = |place| (filling >> cell(place) & 1 == 1).then(|| cell(place));
            let shown = visible_triangles(sides, owner);
            let walls = visible_walls(sides, |place| owner(place).is_some());
            for a in squares(sides[2]) {
                for b in squares(sides[1]) {
                    for half in [Half::Left, Half::Right] {
                        let triangle = Triangle { node: Node { a, b }, half };
                        let expected = first_met(sides, owner, triangle);
                        assert_eq!(
                            shown.get(&triangle).copied(),
                            expected,
                            "{filling:b}, {triangle:?}"
                        );
                        let behind = first_left(sides, owner, triangle);
                        assert_eq!(
                            walls.get(&triangle).copied(),
                            behind,
                            "{filling:b}, {triangle:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_small_filling_looks_as_its_lines_of_sight_say() {
        for sides in [[1, 1, 1], [1, 2, 3], [2, 2, 2], [2, 1, 4], [3, 1, 3]] {
            check_all_fillings(sides);
        }
    }

    #[test]
    fn a_piece_with_a_step_shows_a_region_for_each_level() {
        let stair = |[layer, row, _]: [usize; 3]| (layer + row < 2).then_some(0);
        let regions = visible_regions([2, 2, 1], stair);
        let faces: Vec<(Side, usize)> =
            regions.iter().map(|region| (region.face.side, region.face.level)).collect();
        let expected =
            [(Side::Top, 0), (Side::Top, 1), (Side::Row, 0), (Side::Row, 1), (Side::Column, 0)];
        assert_eq!(faces, expected);
    }

    #[test]
    fn a_single_brick_shows_three_parallelograms() {
        let regions = visible_regions([2, 3, 4], |_| Some(0));
        assert_eq!(
            regions.iter().map(Region::area).collect::<Vec<_>>(),
            [2 * 3 * 4, 2 * 2 * 4, 2 * 2 * 3]
        );
        for region in &regions {
            assert_eq!(
                region.rings().iter().map(Vec::len).collect::<Vec<_>>(),
                [4],
                "{:?}",
                region.face
            );
        }
    }

    #[test]
    fn a_brick_before_a_wall_leaves_a_hole_or_splits_it() {
        // A floor of 7x7 under a single cell, which from the observer's place hides a hexagon of
        // it.
        let floor = |[layer, row, column]: [usize; 3]| match (layer, row, column) {
            (0, ..) => Some(0),
            (2, 4, 4) => Some(1),
            _ => None,
        };
        let regions = visible_regions([3, 7, 7], floor);
        assert_eq!(regions[0].face, Face { piece: 0, side: Side::Top, level: 0 });
        let mut corners: Vec<usize> = regions[0].rings().iter().map(Vec::len).collect();
        corners.sort_unstable();
        assert_eq!(corners, [4, 6]);
        assert_eq!(regions[0].area(), 2 * 49 - 6);
        let beam = |[layer, row, column]: [usize; 3]| match (layer, row, column) {
            (0, ..) => Some(0),
            (1, 1, _) => Some(1),
            _ => None,
        };
        assert_eq!(visible_regions([2, 3, 3], beam)[0].rings().len(), 2);
    }

    #[test]
    fn three_bars_may_overlap_in_a_circle() {
        let bars = [[[0, 0, 1], [1, 0, 1]], [[1, 0, 0], [1, 1, 0]], [[0, 1, 0], [0, 1, 1]]];
        let seen_of = |bar: usize, beside: &[usize]| {
            let owner = |place| beside.iter().copied().find(|other| bars[*other].contains(&place));
            let regions = visible_regions([2, 2, 2], owner);
            regions
                .iter()
                .filter(|region| region.face.piece == bar)
                .map(Region::area)
                .sum::<usize>()
        };
        for bar in 0..3 {
            let next = (bar + 1) % 3;
            assert_eq!(seen_of(bar, &[bar, next]), seen_of(bar, &[bar]), "{bar} hides {next}");
            assert!(seen_of(next, &[bar, next]) < seen_of(next, &[next]), "{bar} hides {next}");
        }
    }

    #[test]
    fn labels_sit_in_the_middle_and_need_room() {
        let slab = visible_regions([1, 2, 2], |_| Some(0));
        assert_eq!(slab[0].label_spot(), Some(Node { a: 1, b: 1 }.project()));
        let triangle = Triangle { node: Node { a: 0, b: 0 }, half: Half::Left };
        let face = Face { piece: 0, side: Side::Top, level: 0 };
        assert_eq!(Region { face, triangles: vec![triangle] }.label_spot(), None);
    }
}
