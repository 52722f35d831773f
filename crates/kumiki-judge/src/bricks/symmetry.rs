//! The symmetries of a box, worked out here once more so that the judge trusts nobody.
//!
//! # The idea
//! A symmetry of a box renames the axes and reverses some of them. It maps the box to itself if
//! each axis is as long as the one it is renamed to. There are six ways to rename three axes and
//! eight ways to choose which to reverse; going through all 48 and keeping those that fit leaves 8,
//! 16 or 48. A box that is one cell thick is a piece of the plane: the axis across it (the first
//! such axis) is neither renamed nor reversed, which leaves 4 or 8, and the rotations among them
//! are the turns of the plane.
//!
//! # What a start changes
//! With [`Start::Corner`] one brick is prescribed, and only the symmetries that keep it in place
//! map packings that qualify to packings that qualify. [`Start::NoCorner`] treats all corners
//! alike, so nothing changes. How many symmetries a packing has does not depend on where the search
//! for it began: all those of the box count.

use super::rules::corner_brick;
use kumiki_model::{AntislideQuestion, Cuboid, Packing, PlacedBrick, Start, Symmetry};

/// The six orders of the three axes; the first three are the even ones, which turn the axes in a
/// circle.
pub(crate) const AXIS_ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// One symmetry: the new axis `a` is the old axis `from[a]`, read backwards if `reversed[a]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SignedOrder {
    from: [usize; 3],
    reversed: [bool; 3],
}

impl SignedOrder {
    /// All 48.
    fn all() -> impl Iterator<Item = Self> {
        let both = [false, true];
        AXIS_ORDERS.into_iter().flat_map(move |from| {
            both.into_iter().flat_map(move |x| {
                both.into_iter().flat_map(move |y| {
                    both.into_iter().map(move |z| Self { from, reversed: [x, y, z] })
                })
            })
        })
    }

    /// Whether it maps a box with these sides to itself, and lets a flat one lie in its plane.
    fn keeps(&self, sides: [usize; 3]) -> bool {
        let stays = |axis: usize| self.from[axis] == axis && !self.reversed[axis];
        let thin = (0..3).find(|axis| sides[*axis] == 1);
        self.from.map(|axis| sides[axis]) == sides && thin.is_none_or(stays)
    }

    /// Whether it can be carried out by hand: its determinant is 1, so an odd order of the axes
    /// goes with an odd number of reversals.
    fn is_rotation(&self) -> bool {
        let is_even = self.from[1] == (self.from[0] + 1) % 3;
        let reversals = self.reversed.iter().filter(|reversed| **reversed).count();
        is_even == (reversals % 2 == 0)
    }

    /// Where it takes a brick of a box with these sides.
    fn image(&self, brick: &PlacedBrick, sides: [usize; 3]) -> PlacedBrick {
        let extent = self.from.map(|axis| brick.extent[axis]);
        let mut origin = self.from.map(|axis| brick.origin[axis]);
        for axis in 0..3 {
            if self.reversed[axis] {
                let end = origin[axis] + extent[axis];
                origin[axis] = sides[axis].checked_sub(end).expect("bricks lie inside the box");
            }
        }
        PlacedBrick { origin, extent }
    }
}

/// A group of symmetries of a box, which says when two packings are the same.
///
/// The functions that take a packing panic if one of its bricks sticks out of the box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    container: Cuboid,
    /// In the order of [`SignedOrder::all`]; the identity is the first.
    elements: Vec<SignedOrder>,
}

impl Symmetries {
    /// The symmetries of a box: all of them, its rotations, or the identity alone.
    ///
    /// ```
    /// use kumiki_judge::Symmetries;
    /// use kumiki_model::Symmetry;
    /// let order = |size: &str, symmetry| Symmetries::of_box(size.parse().expect("a size"), symmetry).order();
    /// assert_eq!(order("4x4x4", Symmetry::All), 48);
    /// assert_eq!(order("4x4x5", Symmetry::Rotations), 8);
    /// assert_eq!(order("1x2x3", Symmetry::All), 4); // flat: a rectangle
    /// assert_eq!(order("4x4x4", Symmetry::None), 1);
    /// ```
    #[must_use]
    pub fn of_box(container: Cuboid, symmetry: Symmetry) -> Self {
        let elements = SignedOrder::all().filter(|element| element.keeps(container.sides()));
        let elements = match symmetry {
            Symmetry::All => elements.collect(),
            Symmetry::Rotations => elements.filter(SignedOrder::is_rotation).collect(),
            Symmetry::None => elements.take(1).collect(),
        };
        Self { container, elements }
    }

    /// The symmetries of the question's box that respect its `start`. Its `symmetry` is not looked
    /// at, because an answer counts classes for more than one idea of sameness.
    #[must_use]
    pub fn of_question(question: &AntislideQuestion, symmetry: Symmetry) -> Self {
        let mut group = Self::of_box(question.container(), symmetry);
        if question.start == Start::Corner
            && let Some(brick) = corner_brick(question)
        {
            let sides = question.container().sides();
            group.elements.retain(|element| element.image(&brick, sides) == brick);
        }
        group
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// How many of the symmetries map the packing to itself.
    #[must_use]
    pub fn fixing(&self, packing: &Packing) -> usize {
        self.images(packing).filter(|image| image == packing.bricks()).count()
    }

    /// The least of the packing's images, as a sorted list of bricks: the same for two packings if
    /// and only if they are in the same class.
    #[must_use]
    pub fn canonical(&self, packing: &Packing) -> Vec<PlacedBrick> {
        self.images(packing).min().expect("the identity is in every group")
    }

    fn images(&self, packing: &Packing) -> impl Iterator<Item = Vec<PlacedBrick>> {
        assert_eq!(
            packing.container(),
            self.container,
            "a packing of the box whose symmetries these are"
        );
        let sides = self.container.sides();
        self.elements.iter().map(move |element| {
            let mut image: Vec<PlacedBrick> =
                packing.bricks().iter().map(|brick| element.image(brick, sides)).collect();
            image.sort_unstable();
            image
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_oracle::examples::bricks::{brick, drawn, question, with};
    use kumiki_oracle::naive;
    use std::collections::BTreeSet;

    /// What a group does to the cells, one sorted list of images per symmetry.
    fn on_cells(group: &Symmetries) -> Vec<Vec<usize>> {
        let container = group.container;
        let image = |element: &SignedOrder, cell: usize| {
            let unit = brick(container.place(cell), [1; 3]);
            container.cell(element.image(&unit, container.sides()).origin)
        };
        let mut all: Vec<Vec<usize>> = group
            .elements
            .iter()
            .map(|element| (0..container.cell_count()).map(|cell| image(element, cell)).collect())
            .collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn the_judge_and_the_model_know_the_same_symmetries() {
        for size in [
            "1x1x1", "1x1x4", "1x2x3", "1x3x3", "2x2x2", "2x3x4", "3x3x4", "3x4x4", "4x3x4",
            "4x4x4", "4x1x4", "3x2x1",
        ] {
            let container: Cuboid = size.parse().expect("a size");
            let action = container.symmetries();
            let of_model = |wanted: &dyn Fn(usize) -> bool| {
                let chosen = (0..action.group().order()).filter(|at| wanted(*at));
                let mut all: Vec<Vec<usize>> = chosen
                    .map(|at| {
                        (0..container.cell_count())
                            .map(|cell| action.images()[at].apply(cell))
                            .collect()
                    })
                    .collect();
                all.sort_unstable();
                all
            };
            let all = Symmetries::of_box(container, Symmetry::All);
            assert_eq!(on_cells(&all), of_model(&|_| true), "{size}");
            let rotations = Symmetries::of_box(container, Symmetry::Rotations);
            assert_eq!(rotations.order() * 2, all.order(), "{size}");
            let turns = of_model(&|at| Cuboid::is_rotation(&action.group().elements()[at]));
            assert_eq!(on_cells(&rotations), turns, "{size}");
        }
    }

    #[test]
    fn the_seeds_remarks_on_symmetry_are_right() {
        let first = drawn(&["11.,112,332", "544,5.2,332", "544,566,.66"]);
        let second = drawn(&["11.,233,233", "114,2.4,255", "664,664,.55"]);
        let of_box =
            |packing: &Packing, symmetry| Symmetries::of_box(packing.container(), symmetry);
        let canonical = |packing: &Packing, symmetry| of_box(packing, symmetry).canonical(packing);
        assert_eq!(canonical(&first, Symmetry::All), canonical(&second, Symmetry::All));
        assert_ne!(canonical(&first, Symmetry::None), canonical(&second, Symmetry::None));
        assert_eq!(of_box(&first, Symmetry::None).fixing(&first), 1);
        let twelve = drawn(&[
            ".11.,2113,2443,.44.",
            "5566,2..3,2..3,7788",
            "5566,9..A,9..A,7788",
            ".BB.,9BBA,9CCA,.CC.",
        ]);
        assert_eq!(of_box(&twelve, Symmetry::All).fixing(&twelve), 24);
    }

    #[test]
    fn a_start_keeps_its_brick_in_place() {
        let order = |container, kinds: &[&str], start, symmetry| {
            let question = with(question(container, kinds), |q| q.start = start);
            Symmetries::of_question(&question, symmetry).order()
        };
        assert_eq!(order("4x4x4", &["2x2x1"], Start::Anywhere, Symmetry::All), 48);
        assert_eq!(order("4x4x4", &["2x2x1"], Start::NoCorner, Symmetry::All), 48);
        // Rows and columns may be exchanged, which is a reflection.
        assert_eq!(order("4x4x4", &["2x2x1"], Start::Corner, Symmetry::All), 2);
        assert_eq!(order("4x4x4", &["2x2x1"], Start::Corner, Symmetry::Rotations), 1);
        assert_eq!(order("4x4x4", &["2x2x2"], Start::Corner, Symmetry::All), 6);
        assert_eq!(order("4x4x4", &["1x2x3"], Start::Corner, Symmetry::All), 1);
        // The rows and columns of a flat board may be exchanged, however it is held.
        assert_eq!(order("1x4x4", &["2x2x1"], Start::Corner, Symmetry::All), 2);
        assert_eq!(order("4x4x1", &["2x2x1"], Start::Corner, Symmetry::All), 2);
        // A brick that does not fit leaves no packing, and nothing to keep in place.
        assert_eq!(order("1x4x4", &["2x2x2"], Start::Corner, Symmetry::All), 8);
    }

    #[test]
    fn every_arrangement_obeys_the_orbit_stabiliser_theorem() {
        for size in ["2x2x2", "1x2x4", "2x2x3", "1x3x3"] {
            let question = question(size, &["1x2x2", "1x1x3"]);
            for symmetry in [Symmetry::All, Symmetry::Rotations, Symmetry::None] {
                let group = Symmetries::of_box(question.container(), symmetry);
                naive::arrangements(&question, &mut |bricks| {
                    let packing = Packing::new(question.container(), bricks.to_vec());
                    let orbit: BTreeSet<Vec<PlacedBrick>> = group.images(&packing).collect();
                    assert_eq!(orbit.len() * group.fixing(&packing), group.order(), "{packing:?}");
                    for image in orbit {
                        let image = Packing::new(question.container(), image);
                        assert_eq!(
                            group.canonical(&image),
                            group.canonical(&packing),
                            "{packing:?}"
                        );
                    }
                });
            }
        }
    }
}
