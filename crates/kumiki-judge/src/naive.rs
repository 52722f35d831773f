//! Naive counters: the oracles of every engine's tests, slow and plain enough to be believed.
//!
//! # Cost
//! [`packings`] judges every arrangement of bricks, rigid or not, at about 2 microseconds each.
//! There are 4797 arrangements of 2x2x1 bricks in 3x3x3, 132 thousand in 3x3x4 and 3.1 million in
//! 3x3x5, growing by 1.4 per cell; dominoes on a flat board grow by 1.8 per cell, to 2.8 million on
//! 5x5. [`covers`] tries every set of options that covers nothing too often, and [`automorphisms`]
//! every permutation of options with every one of items. [`sliding_distances`] keeps every position
//! of a sliding board in a hash map. [`subgraphs`] tries every set of edges;
//! [`hamiltonian_cycles`], [`tour_tally`], [`folded_matchings`] and [`folded_cycles`] walk until
//! they are told to give up.
//!
//! # What is absent
//! Every idea that makes an engine fast: nothing is pruned but overlaps, the cap on bricks, and
//! walks that leave a vertex behind that no cycle can go through any more.

mod automorphisms;
mod covers;
mod cycles;
mod sliding;
mod subgraphs;
mod tilings;
mod tours;
mod trees;

pub use automorphisms::{automorphisms, automorphisms_within, is_automorphism};
pub use covers::{covers, covers_within};
pub use cycles::hamiltonian_cycles;
pub use sliding::{SlidingDistances, shortest_within, sliding_distances};
pub use subgraphs::{MAX_EDGES, Wanted, subgraph_count, subgraphs};
pub use tilings::{TilingTally, tiling_tally, tiling_tally_within, tilings};
pub use tours::{FoldedCycles, TourTally, folded_cycles, folded_matchings, tour_tally};
pub use trees::is_spanning_tree_count;

use crate::symmetry::AXIS_ORDERS;
use crate::{Symmetries, judge_packing};
use kumiki_model::{
    AntislideQuestion, ByBricks, BySymmetry, Classes, Count, Cuboid, Objective, Packing,
    PlacedBrick, Symmetry,
};
use std::collections::{BTreeMap, BTreeSet};

/// Calls `see` on every way to lay at most `max_bricks` bricks of the allowed kinds into the box
/// without overlap, rigid or not, the empty one first. The bricks come in order of their first
/// cells.
///
/// ```
/// use kumiki_judge::naive;
/// use kumiki_model::AntislideQuestion;
/// let mut seen = 0;
/// // Empty, one of four places for a domino, or two dominoes side by side in one of two ways.
/// naive::arrangements(&AntislideQuestion::new("1x2x2".parse()?, vec!["1x1x2".parse()?]), &mut |_| seen += 1);
/// assert_eq!(seen, 1 + 4 + 2);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
pub fn arrangements(question: &AntislideQuestion, see: &mut dyn FnMut(&[PlacedBrick])) {
    arrangements_within(question, u64::MAX, see).expect("nobody has seen so many");
}

/// The same as [`arrangements`], given up if there are more than so many. Then some have been seen.
fn arrangements_within(
    question: &AntislideQuestion,
    limit: u64,
    see: &mut dyn FnMut(&[PlacedBrick]),
) -> Option<()> {
    let mut extents: Vec<[usize; 3]> = question.bricks().iter().flat_map(ways_to_hold).collect();
    extents.sort_unstable();
    let container = question.container();
    let mut board = Board {
        container,
        extents,
        brick_limit: question.max_bricks.unwrap_or(container.cell_count()),
        taken: vec![false; container.cell_count()],
        bricks: Vec::new(),
        left: limit,
    };
    board.decide(0, see)
}

/// The different ways to hold a brick along the axes.
fn ways_to_hold(kind: &Cuboid) -> Vec<[usize; 3]> {
    let mut extents = AXIS_ORDERS.map(|order| order.map(|axis| kind.sides()[axis])).to_vec();
    extents.sort_unstable();
    extents.dedup();
    extents
}

/// A box half decided.
struct Board {
    container: Cuboid,
    /// All ways to hold a brick of any kind.
    extents: Vec<[usize; 3]>,
    brick_limit: usize,
    /// Which cells are covered.
    taken: Vec<bool>,
    /// The bricks laid so far, in order of their first cells.
    bricks: Vec<PlacedBrick>,
    /// So many arrangements may still be seen.
    left: u64,
}

impl Board {
    /// Decides what happens at a cell, all earlier ones being decided: nothing, or a brick begins
    /// there.
    fn decide(&mut self, cell: usize, see: &mut dyn FnMut(&[PlacedBrick])) -> Option<()> {
        if cell == self.taken.len() {
            self.left = self.left.checked_sub(1)?;
            see(&self.bricks);
            return Some(());
        }
        self.decide(cell + 1, see)?;
        if self.taken[cell] || self.bricks.len() == self.brick_limit {
            return Some(());
        }
        for way in 0..self.extents.len() {
            let brick =
                PlacedBrick { origin: self.container.place(cell), extent: self.extents[way] };
            if self.has_room_for(&brick) {
                self.place(brick);
                self.decide(cell + 1, see)?;
                self.lift();
            }
        }
        Some(())
    }

    fn has_room_for(&self, brick: &PlacedBrick) -> bool {
        let sides = self.container.sides();
        (0..3).all(|axis| brick.origin[axis] + brick.extent[axis] <= sides[axis])
            && brick.places().all(|place| !self.taken[self.container.cell(place)])
    }

    fn place(&mut self, brick: PlacedBrick) {
        self.bricks.push(brick);
        for place in brick.places() {
            self.taken[self.container.cell(place)] = true;
        }
    }

    fn lift(&mut self) {
        let brick = self.bricks.pop().expect("the last brick is still there");
        for place in brick.places() {
            self.taken[self.container.cell(place)] = false;
        }
    }
}

/// All packings that the question asks for, its `objective` respected, its `symmetry` not: every
/// packing is listed, whatever it looks like from the other side.
#[must_use]
pub fn packings(question: &AntislideQuestion) -> Vec<Packing> {
    packings_within(question, u64::MAX).expect("nobody has seen so many")
}

/// The same, if there are at most so many ways to lay bricks at all.
fn packings_within(question: &AntislideQuestion, limit: u64) -> Option<Vec<Packing>> {
    let mut found: Vec<Packing> = Vec::new();
    arrangements_within(question, limit, &mut |bricks| {
        let packing = Packing::new(question.container(), bricks.to_vec());
        if judge_packing(question, &packing).is_ok() {
            found.push(packing);
        }
    })?;
    let numbers = found.iter().map(|packing| packing.bricks().len());
    let wanted = match question.objective {
        Objective::Any => return Some(found),
        Objective::Fewest => numbers.filter(|number| *number > 0).min(),
        Objective::Most => numbers.max(),
    };
    found.retain(|packing| Some(packing.bricks().len()) == wanted);
    Some(found)
}

/// What a list of packings adds up to, in the words of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AntislideTally {
    /// How many packings.
    pub packings: Count,
    /// How many classes.
    pub classes: Classes,
    /// The same for each number of bricks that occurs, in increasing order.
    pub by_bricks: Vec<ByBricks>,
    /// The classes up to rotations and reflections for each number of symmetries that occurs, in
    /// increasing order.
    pub by_symmetry: Vec<BySymmetry>,
}

/// Counts the packings of the question and their classes, whatever its `symmetry` is.
///
/// ```
/// use kumiki_judge::naive;
/// use kumiki_model::AntislideQuestion;
/// let tally = naive::tally(&AntislideQuestion::new("2x2x3".parse()?, vec!["2x2x1".parse()?]));
/// assert_eq!((tally.packings, tally.classes.all), (6.into(), 3.into()));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn tally(question: &AntislideQuestion) -> AntislideTally {
    tally_within(question, u64::MAX).expect("nobody has seen so many")
}

/// The same, if there are at most so many ways to lay bricks at all, rigid or not.
#[must_use]
pub fn tally_within(question: &AntislideQuestion, limit: u64) -> Option<AntislideTally> {
    let packings = packings_within(question, limit)?;
    let all = Symmetries::of_question(question, Symmetry::All);
    let rotations = Symmetries::of_question(question, Symmetry::Rotations);
    let of_box = Symmetries::of_box(question.container(), Symmetry::All);
    let order_of: BTreeMap<Vec<PlacedBrick>, usize> =
        packings.iter().map(|packing| (all.canonical(packing), of_box.fixing(packing))).collect();
    let turned: BTreeSet<Vec<PlacedBrick>> =
        packings.iter().map(|packing| rotations.canonical(packing)).collect();
    let numbers: BTreeSet<usize> = packings.iter().map(|packing| packing.bricks().len()).collect();
    let orders: BTreeSet<usize> = order_of.values().copied().collect();
    Some(AntislideTally {
        packings: count(packings.iter()),
        classes: Classes { all: count(order_of.keys()), rotations: count(turned.iter()) },
        by_bricks: numbers
            .into_iter()
            .map(|bricks| ByBricks {
                bricks,
                packings: count(packings.iter().filter(|packing| packing.bricks().len() == bricks)),
                classes: Classes {
                    all: count(order_of.keys().filter(|class| class.len() == bricks)),
                    rotations: count(turned.iter().filter(|class| class.len() == bricks)),
                },
            })
            .collect(),
        by_symmetry: orders
            .into_iter()
            .map(|order| BySymmetry {
                order,
                classes: count(order_of.values().filter(|o| **o == order)),
            })
            .collect(),
    })
}

fn count<T>(things: impl Iterator<Item = T>) -> Count {
    u64::try_from(things.count()).expect("what is in memory can be counted").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{brick, question, with};
    use kumiki_model::{Rule, Start};

    /// All packings, classes, and `bricks:classes` for the nonempty ones; the identity must hold.
    fn check(container: &str, kind: &str, packings: u64, classes: u64, by_bricks: &str) {
        let question = question(container, &[kind]);
        let tally = tally(&question);
        assert_eq!(
            (tally.packings.clone(), tally.classes.all),
            (packings.into(), classes.into()),
            "{container}"
        );
        let nonempty = tally.by_bricks.iter().filter(|row| row.bricks > 0);
        let found: Vec<String> =
            nonempty.map(|row| format!("{}:{}", row.bricks, row.classes.all)).collect();
        assert_eq!(found.join(" "), by_bricks, "{container}");
        let group_order = Symmetries::of_box(question.container(), Symmetry::All).order();
        let contained =
            tally.by_symmetry.into_iter().map(|row| row.classes.0 * (group_order / row.order));
        assert_eq!(Count(contained.sum()), tally.packings, "{container}");
    }

    #[test]
    fn the_known_figures_for_the_square_brick() {
        check("2x2x1", "2x2x1", 2, 2, "1:1");
        check("2x2x2", "2x2x1", 4, 2, "2:1");
        check("2x2x3", "2x2x1", 6, 3, "3:2");
        check("2x3x3", "2x2x1", 3, 2, "4:1");
        check("2x3x6", "2x2x1", 188, 57, "7:1 8:3 9:52");
        check("2x4x4", "2x2x1", 166, 33, "8:32");
        check("3x3x3", "2x2x1", 9, 2, "6:1");
        check("3x3x4", "2x2x1", 13, 4, "8:3");
    }

    #[test]
    fn the_known_figure_for_three_by_three_by_five() {
        check("3x3x5", "2x2x1", 41, 4, "10:3");
    }

    #[test]
    fn long_narrow_boxes_follow_jacobsthal() {
        // A nonempty packing leaves no gap: its first layer is one flat brick, or its first two
        // layers are two upright ones in one of two ways. So each number is the last plus twice the
        // last but one.
        for (length, nonempty) in [(1, 1), (2, 3), (3, 5), (4, 11), (5, 21), (6, 43)] {
            let found = tally(&question(&format!("2x2x{length}"), &["2x2x1"]));
            assert_eq!(found.packings, (nonempty + 1).into(), "2x2x{length}");
        }
    }

    /// The numbers of arrangements and of full boxes are known from the literature on dominoes:
    /// monomer-dimer coverings and perfect matchings of the grid graph.
    fn dominoes(container: &str, arrangement_count: usize, full_count: u64) {
        let question = question(container, &["1x1x2"]);
        let mut seen = 0;
        arrangements(&question, &mut |_| seen += 1);
        assert_eq!(seen, arrangement_count, "{container}");
        let half = question.container().cell_count() / 2;
        let full = tally(&question).by_bricks.into_iter().find(|row| row.bricks == half);
        assert_eq!(full.map(|row| row.packings), Some(full_count.into()), "{container}");
    }

    #[test]
    fn a_cap_bounds_the_arrangements() {
        for (cap, expected) in [(0, 1), (1, 1 + 4), (2, 1 + 4 + 2), (3, 1 + 4 + 2)] {
            let mut seen = 0;
            let question = with(question("1x2x2", &["1x1x2"]), |q| q.max_bricks = Some(cap));
            arrangements(&question, &mut |_| seen += 1);
            assert_eq!(seen, expected, "at most {cap}");
        }
    }

    #[test]
    fn a_box_full_of_dominoes_is_rigid_and_their_number_is_known() {
        dominoes("1x1x6", 13, 1); // 1 1 2 3 5 8 13
        dominoes("1x2x2", 7, 2);
        dominoes("1x2x4", 71, 5);
        dominoes("1x3x4", 823, 11);
        dominoes("1x4x4", 10_012, 36);
        dominoes("1x4x5", 120_465, 95);
        dominoes("2x2x2", 108, 9);
        dominoes("2x2x3", 1511, 32);
        dominoes("2x2x4", 21_497, 121);
    }

    #[test]
    fn dominoes_by_hand() {
        // In a corridor each domino pushes the next against the wall, so there are no gaps.
        check("1x1x6", "1x1x2", 2, 2, "3:1");
        check("1x1x7", "1x1x2", 1, 1, "");
        // In 3x3, a hole at the rim would need two dominoes on one cell; the pinwheel has two
        // senses.
        check("1x3x3", "1x1x2", 3, 2, "4:1");
        // All 36 are full boards.
        check("1x4x4", "1x1x2", 37, 10, "8:9");
    }

    #[test]
    fn the_group_rule_counts_the_same() {
        for (container, kinds) in [("3x3x3", ["1x2x2"]), ("1x4x4", ["1x1x2"])] {
            let by_group = with(question(container, &kinds), |q| q.rule = Rule::Group);
            assert_eq!(tally(&by_group), tally(&question(container, &kinds)));
        }
    }

    #[test]
    fn starts_caps_and_objectives_select_from_all_packings() {
        let plain = question("2x2x4", &["1x2x2", "1x1x3", "1x1x1"]);
        let all = packings(&plain);
        let selected = |change: &dyn Fn(&mut AntislideQuestion),
                        wanted: &dyn Fn(&Packing) -> bool| {
            let expected: Vec<Packing> =
                all.iter().filter(|packing| wanted(packing)).cloned().collect();
            assert!(!expected.is_empty() && expected.len() < all.len());
            assert!(packings(&with(plain.clone(), change)) == expected);
        };
        let flat_in_corner = brick([0, 0, 0], [1, 2, 2]);
        selected(&|q| q.start = Start::Corner, &|packing| {
            packing.bricks().contains(&flat_in_corner)
        });
        selected(&|q| q.start = Start::NoCorner, &|packing| {
            let drawing = packing.layers().concat();
            drawing.iter().all(|row| row.starts_with('.') && row.ends_with('.'))
        });
        selected(&|q| q.max_bricks = Some(7), &|packing| packing.bricks().len() <= 7);
        selected(&|q| q.objective = Objective::Fewest, &|packing| packing.bricks().len() == 4);
        selected(&|q| q.objective = Objective::Most, &|packing| packing.bricks().len() == 16);
    }
}
