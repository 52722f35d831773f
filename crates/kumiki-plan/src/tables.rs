//! Classes of solutions: counted by what leaves them unchanged, and shown as their images.
//!
//! # Counts that follow from the table
//! A row of the table is a number of pieces, an order of the stabiliser, and whether the stabiliser
//! contains a reflection. A class with stabiliser of order s has |G|/s members. Under rotations
//! alone it stays one class if it is its own mirror image, that is, if its stabiliser contains a
//! reflection; otherwise it falls into two, left and right. (If the group itself has no
//! reflections, nothing falls apart.)

use kumiki_group::Perm;
use kumiki_id::Id;
use kumiki_model::{
    ByBricks, BySymmetry, Classes, Count, CoverProblem, Cuboid, Objective, OptionId, Symmetry,
};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What the classes of one row have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Row {
    /// How many pieces such a solution has; 0 where that is not told.
    pub pieces: usize,
    /// How many symmetries of the question leave it unchanged.
    pub order: usize,
    /// Whether one of them is a reflection.
    pub is_mirrored: bool,
    /// How many symmetries of the box do. They are more than `order` only if a first brick is
    /// given, which a symmetry of the box may replace by another brick of the packing.
    pub of_box: usize,
}

/// How many were found of each row; those without a row are solutions that have no class.
pub type Rows = BTreeMap<Option<Row>, u64>;

/// A solution that was found: the only one, or the first one of its class.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Its options.
    pub options: Vec<OptionId>,
    /// The row of its class, if it has one.
    pub row: Option<Row>,
}

impl Chosen {
    /// How many symmetries leave it unchanged; 1 if none were looked for.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.row.map_or(1, |row| row.of_box)
    }

    /// What its class is shown as: one solution for each class under the chosen symmetry that it
    /// falls into.
    #[must_use]
    pub fn images(&self, problem: &CoverProblem, chosen: Symmetry) -> Vec<Vec<OptionId>> {
        let image = |element: &Perm| {
            let moved = |option: &OptionId| OptionId::new(element.apply(option.index()));
            let mut options: Vec<OptionId> = self.options.iter().map(moved).collect();
            options.sort_unstable();
            options
        };
        let own = || self.options.clone();
        match chosen {
            Symmetry::All => vec![own()],
            Symmetry::Rotations => {
                let is_own_mirror = self.row.is_some_and(|row| row.is_mirrored);
                let reflection = reflections(problem).next().filter(|_| !is_own_mirror);
                let other = reflection.map(|element| image(&problem.on_options()[element]));
                std::iter::once(own()).chain(other).collect()
            }
            Symmetry::None => {
                let all: BTreeSet<Vec<OptionId>> = problem.on_options().iter().map(image).collect();
                all.into_iter().collect()
            }
        }
    }
}

/// The reflections among the elements of a problem's group, as positions.
pub(crate) fn reflections(problem: &CoverProblem) -> impl Iterator<Item = usize> {
    let elements = problem.symmetries().group().elements().iter().enumerate();
    elements.filter(|(_, element)| !Cuboid::is_rotation(element)).map(|(at, _)| at)
}

/// Classes by row, for a group.
#[derive(Clone, Debug)]
pub struct Tables {
    classes: BTreeMap<Row, BigUint>,
    group_order: usize,
    has_reflections: bool,
}

impl Tables {
    /// No classes yet.
    #[must_use]
    pub fn new(group_order: usize, has_reflections: bool) -> Self {
        Self { classes: BTreeMap::new(), group_order, has_reflections }
    }

    /// No classes yet, under the group of a problem.
    #[must_use]
    pub fn of(problem: &CoverProblem) -> Self {
        let group_order = problem.symmetries().group().order();
        Self::new(group_order, reflections(problem).next().is_some())
    }

    /// Adds classes of a row.
    pub fn add(&mut self, row: Row, classes: impl Into<BigUint>) {
        *self.classes.entry(row).or_default() += classes.into();
    }

    /// Adds all that have a row.
    pub fn add_all(&mut self, rows: Rows) {
        rows.into_iter()
            .for_each(|(row, count)| row.into_iter().for_each(|row| self.add(row, count)));
    }

    /// Keeps only the rows with the number of pieces that is wanted, which is returned: the fewest,
    /// if not none, or the most.
    pub fn restrict_to(&mut self, objective: Objective) -> Option<usize> {
        let mut numbers = self.classes.keys().map(|row| row.pieces);
        let best = match objective {
            Objective::Any => return None,
            Objective::Fewest => numbers.find(|pieces| *pieces > 0),
            Objective::Most => numbers.next_back(),
        };
        self.classes.retain(|row, _| Some(row.pieces) == best);
        best
    }

    /// Whether there are no classes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The order of the group.
    #[must_use]
    pub fn group_order(&self) -> usize {
        self.group_order
    }

    /// How many solutions the classes have together.
    #[must_use]
    pub fn members(&self) -> Count {
        self.sum(|_| true).packings
    }

    /// How many classes there are, for each idea of sameness.
    #[must_use]
    pub fn classes(&self) -> Classes {
        self.sum(|_| true).classes
    }

    /// The classes by their number of pieces.
    #[must_use]
    pub fn by_pieces(&self) -> Vec<ByBricks> {
        let numbers: BTreeSet<usize> = self.classes.keys().map(|row| row.pieces).collect();
        let row = |bricks| ByBricks {
            bricks,
            by_symmetry: self.by_order(|row| row.pieces == bricks),
            ..self.sum(|row| row.pieces == bricks)
        };
        numbers.into_iter().map(row).collect()
    }

    /// The classes by their number of symmetries.
    #[must_use]
    pub fn by_symmetry(&self) -> Vec<BySymmetry> {
        self.by_order(|_| true)
    }

    /// The classes of the wanted rows by their number of symmetries.
    fn by_order(&self, wanted: impl Fn(&Row) -> bool) -> Vec<BySymmetry> {
        let mut by_order: BTreeMap<usize, Count> = BTreeMap::new();
        for (row, classes) in self.classes.iter().filter(|(row, _)| wanted(row)) {
            by_order.entry(row.of_box).or_default().0 += classes;
        }
        by_order.into_iter().map(|(order, classes)| BySymmetry { order, classes }).collect()
    }

    fn sum(&self, wanted: impl Fn(&Row) -> bool) -> ByBricks {
        let mut total = ByBricks {
            bricks: 0,
            packings: Count::default(),
            classes: Classes::default(),
            by_symmetry: Vec::new(),
        };
        for (row, classes) in self.classes.iter().filter(|(row, _)| wanted(row)) {
            let falls_apart = self.has_reflections && !row.is_mirrored;
            total.packings.0 += classes * BigUint::from(self.group_order / row.order);
            total.classes.all.0 += classes;
            total.classes.rotations.0 += classes * if falls_apart { 2_u32 } else { 1_u32 };
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pieces: usize, order: usize, is_mirrored: bool) -> Row {
        Row { pieces, order, is_mirrored, of_box: order }
    }

    #[test]
    fn counts_follow_from_the_table() {
        // Under the eight symmetries of the square: a class of 8 that falls apart under rotations,
        // two classes of 4 that are their own mirror images, one of 2 that is not.
        let mut tables = Tables::new(8, true);
        tables.add_all(Rows::from([(Some(row(1, 1, false)), 1), (None, 5)]));
        tables.add(row(2, 2, true), 2_u32);
        tables.add(row(2, 4, false), 1_u32);
        assert_eq!(tables.members(), Count::from(18_u64));
        let Classes { all, rotations } = tables.classes();
        assert_eq!([all, rotations], [4_u64, 6].map(Count::from));
        let by_symmetry = tables.by_symmetry().into_iter().map(|row| (row.order, row.classes));
        assert_eq!(
            by_symmetry.collect::<Vec<_>>(),
            [(1, 1_u64), (2, 2), (4, 1)].map(|(order, classes)| (order, Count::from(classes)))
        );
        let packings: Vec<Count> = tables.by_pieces().into_iter().map(|row| row.packings).collect();
        assert_eq!(packings, [8_u64, 10].map(Count::from));
        let with_two = &tables.by_pieces()[1].by_symmetry;
        assert_eq!(with_two[..], tables.by_symmetry()[1..]);
        assert_eq!(tables.clone().restrict_to(Objective::Fewest), Some(1));
        assert_eq!(tables.restrict_to(Objective::Most), Some(2));
        assert_eq!(tables.members(), Count::from(10_u64));
    }

    #[test]
    fn without_reflections_nothing_falls_apart() {
        let mut tables = Tables::new(4, false);
        assert!(tables.is_empty());
        tables.add(row(0, 1, false), 3_u32);
        let Classes { all, rotations } = tables.classes();
        assert_eq!([all, rotations], [3_u64, 3].map(Count::from));
    }
}
