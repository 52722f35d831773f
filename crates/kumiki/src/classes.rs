//! Classes of solutions: picked while a search finds them, counted by what leaves them unchanged,
//! and shown as their images.
//!
//! # Counts that follow from the table
//! A row of the table is a number of pieces, an order of the stabiliser, and whether the stabiliser
//! contains a reflection. A class with stabiliser of order s has |G|/s members. Under rotations
//! alone it stays one class if it is its own mirror image, that is, if its stabiliser contains a
//! reflection; otherwise it falls into two, left and right. (If the group itself has no
//! reflections, nothing falls apart.)

use crate::pick::{Pick, Picked};
use kumiki_drive::{Ledger, pairs};
use kumiki_group::Perm;
use kumiki_id::Id;
use kumiki_model::{
    ByBricks, BySymmetry, Classes, Count, CoverProblem, Cuboid, Objective, OptionId, StoppedBy,
    Symmetry,
};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// What the classes of one row have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    /// How many pieces such a solution has; 0 where that is not told.
    pub(crate) pieces: usize,
    /// How many symmetries of the question leave it unchanged.
    pub(crate) order: usize,
    /// Whether one of them is a reflection.
    pub(crate) is_mirrored: bool,
    /// How many symmetries of the box do. They are more than `order` only if a first brick is
    /// given, which a symmetry of the box may replace by another brick of the packing.
    pub(crate) of_box: usize,
}

/// How many were found of each row; those without a row are solutions that have no class.
pub(crate) type Rows = BTreeMap<Option<Row>, u64>;

/// A solution that was found: the only one, or the first one of its class.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// Its options.
    pub(crate) options: Vec<OptionId>,
    /// The row of its class, if it has one.
    pub(crate) row: Option<Row>,
}

impl Chosen {
    /// How many symmetries leave it unchanged; 1 if none were looked for.
    pub(crate) fn symmetries(&self) -> usize {
        self.row.map_or(1, |row| row.of_box)
    }

    /// What its class is shown as: one solution for each class under the chosen symmetry that it
    /// falls into.
    pub(crate) fn images(&self, problem: &CoverProblem, chosen: Symmetry) -> Vec<Vec<OptionId>> {
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

/// Takes the next solutions. Says how many of them are shown, and breaks if no more are wanted.
pub(crate) type Show<'s> = dyn FnMut(&[Chosen]) -> (usize, ControlFlow<()>) + Send + 's;

/// What a part of a search has found: how many, and those that are wanted.
#[derive(Serialize, Deserialize)]
pub(crate) struct ClassLedger {
    #[serde(with = "pairs")]
    pub(crate) rows: Rows,
    pub(crate) picked: Picked<u32, Option<Row>>,
}

impl Ledger for ClassLedger {
    fn absorb(&mut self, later: Self) {
        for (row, count) in later.rows {
            *self.rows.entry(row).or_default() += count;
        }
        self.picked.merge(later.picked);
    }

    fn held(&self) -> usize {
        self.picked.held()
    }
}

impl ClassLedger {
    pub(crate) fn new(pick: Pick) -> Self {
        Self { rows: Rows::new(), picked: Picked::new(pick) }
    }

    /// Counts a solution that stands for its class.
    pub(crate) fn count(&mut self, row: Option<Row>) {
        *self.rows.entry(row).or_default() += 1;
    }

    /// Breaks if what is picked is all that is wanted.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.picked.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The first solutions, on their way out.
pub(crate) struct Shower<'s, 'l> {
    /// Who takes them.
    show: &'s mut Show<'l>,
    /// The rows of those that are shown.
    shown: Rows,
}

impl<'s, 'l> Shower<'s, 'l> {
    pub(crate) fn new(show: &'s mut Show<'l>) -> Self {
        Self { show, shown: Rows::new() }
    }

    /// Hands over what is picked in the order of the search, its options called by their names.
    pub(crate) fn hand_over(
        &mut self,
        first: &[(Vec<u32>, Option<Row>)],
        names: impl Fn(&[u32]) -> Vec<OptionId>,
    ) -> ControlFlow<()> {
        if first.is_empty() {
            return ControlFlow::Continue(());
        }
        let chosen: Vec<Chosen> = first
            .iter()
            .map(|(options, row)| Chosen { options: names(options), row: *row })
            .collect();
        let (count, flow) = (self.show)(&chosen);
        for chosen in chosen.iter().take(count) {
            *self.shown.entry(chosen.row).or_default() += 1;
        }
        flow
    }

    /// What counts of what was found. If the search ended when the list was full, that are those
    /// that are shown: what else has been found by then is a matter of luck.
    pub(crate) fn rows(self, found: Rows, stopped_by: Option<StoppedBy>) -> Rows {
        if stopped_by == Some(StoppedBy::Enough) { self.shown } else { found }
    }
}

/// Classes by row, for a group.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    classes: BTreeMap<Row, BigUint>,
    group_order: usize,
    has_reflections: bool,
}

impl Tables {
    /// No classes yet.
    pub(crate) fn new(group_order: usize, has_reflections: bool) -> Self {
        Self { classes: BTreeMap::new(), group_order, has_reflections }
    }

    /// No classes yet, under the group of a problem.
    pub(crate) fn of(problem: &CoverProblem) -> Self {
        let group_order = problem.symmetries().group().order();
        Self::new(group_order, reflections(problem).next().is_some())
    }

    pub(crate) fn add(&mut self, row: Row, classes: impl Into<BigUint>) {
        *self.classes.entry(row).or_default() += classes.into();
    }

    /// Adds all that have a row.
    pub(crate) fn add_all(&mut self, rows: Rows) {
        rows.into_iter()
            .for_each(|(row, count)| row.into_iter().for_each(|row| self.add(row, count)));
    }

    /// Keeps only the rows with the number of pieces that is wanted, which is returned: the fewest,
    /// if not none, or the most.
    pub(crate) fn restrict_to(&mut self, objective: Objective) -> Option<usize> {
        let mut numbers = self.classes.keys().map(|row| row.pieces);
        let best = match objective {
            Objective::Any => return None,
            Objective::Fewest => numbers.find(|pieces| *pieces > 0),
            Objective::Most => numbers.next_back(),
        };
        self.classes.retain(|row, _| Some(row.pieces) == best);
        best
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    pub(crate) fn group_order(&self) -> usize {
        self.group_order
    }

    /// How many solutions the classes have together.
    pub(crate) fn members(&self) -> Count {
        self.sum(|_| true).packings
    }

    pub(crate) fn classes(&self) -> Classes {
        self.sum(|_| true).classes
    }

    pub(crate) fn by_pieces(&self) -> Vec<ByBricks> {
        let numbers: BTreeSet<usize> = self.classes.keys().map(|row| row.pieces).collect();
        let row = |bricks| ByBricks { bricks, ..self.sum(|row| row.pieces == bricks) };
        numbers.into_iter().map(row).collect()
    }

    pub(crate) fn by_symmetry(&self) -> Vec<BySymmetry> {
        let mut by_order: BTreeMap<usize, Count> = BTreeMap::new();
        for (row, classes) in &self.classes {
            by_order.entry(row.of_box).or_default().0 += classes;
        }
        by_order.into_iter().map(|(order, classes)| BySymmetry { order, classes }).collect()
    }

    fn sum(&self, wanted: impl Fn(&Row) -> bool) -> ByBricks {
        let mut total =
            ByBricks { bricks: 0, packings: Count::default(), classes: Classes::default() };
        for (row, classes) in self.classes.iter().filter(|(row, _)| wanted(row)) {
            let falls_apart = self.has_reflections && !row.is_mirrored;
            total.packings.0 += classes * BigUint::from(self.group_order / row.order);
            total.classes.all.0 += classes;
            total.classes.rotations.0 += classes * if falls_apart { 2_u32 } else { 1_u32 };
        }
        total
    }
}
