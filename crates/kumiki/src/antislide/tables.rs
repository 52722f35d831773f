//! Packings counted by bricks and symmetry, and everything that follows from that.
//!
//! A row of the table is a number of bricks, an order of the stabiliser, and whether the stabiliser
//! contains a reflection. A class with stabiliser of order s has |G|/s packings. Under rotations
//! alone it stays one class if it is its own mirror image, that is, if its stabiliser contains a
//! reflection; otherwise it falls into two, left and right. (If the group itself has no
//! reflections, nothing falls apart.)

use kumiki_model::{ByBricks, BySymmetry, Classes, Count};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the classes of one row have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) bricks: usize,
    /// How many symmetries of the question leave such a packing unchanged.
    pub(super) order: usize,
    /// Whether one of them is a reflection.
    pub(super) is_mirrored: bool,
    /// How many symmetries of the box do. They are more than `order` only if a first brick is
    /// given, which a symmetry of the box may replace by another brick of the packing.
    pub(super) of_box: usize,
}

/// Classes by row, for a group.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    classes: BTreeMap<Row, BigUint>,
    group_order: usize,
    group_has_reflections: bool,
    is_layered: bool,
    /// Whether only the symmetries count that keep the first brick in place.
    is_cornered: bool,
    /// Packings counted without looking at classes, if the method does that.
    raw: Option<BigUint>,
}

impl Tables {
    pub(super) fn new(group_order: usize, group_has_reflections: bool, is_layered: bool) -> Self {
        let (classes, is_cornered, raw) = (BTreeMap::new(), false, None);
        Self { classes, group_order, group_has_reflections, is_layered, is_cornered, raw }
    }

    /// The same, if only the symmetries count that keep the first brick in place.
    pub(super) fn cornered(self) -> Self {
        Self { is_cornered: true, ..self }
    }

    pub(super) fn add(&mut self, row: Row, classes: impl Into<BigUint>) {
        *self.classes.entry(row).or_default() += classes.into();
    }

    /// Keeps only the rows with one number of bricks.
    pub(super) fn restrict_to(&mut self, bricks: Option<usize>) {
        self.classes.retain(|row, _| Some(row.bricks) == bricks);
        self.raw = None;
    }

    /// Notes the number of packings that was counted without looking at classes.
    pub(super) fn counted_raw(&mut self, packings: BigUint) {
        self.raw = Some(packings);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    pub(super) fn is_layered(&self) -> bool {
        self.is_layered
    }

    pub(super) fn method(&self) -> &'static str {
        if self.is_layered { "halves joined in the middle" } else { "exact-cover search" }
    }

    /// The numbers of bricks that occur.
    pub(super) fn brick_numbers(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.classes.keys().map(|row| row.bricks)
    }

    pub(super) fn packings(&self) -> Count {
        self.sum(|_| true).packings
    }

    pub(super) fn classes(&self) -> Classes {
        self.sum(|_| true).classes
    }

    pub(super) fn by_bricks(&self) -> Vec<ByBricks> {
        let mut numbers: Vec<usize> = self.brick_numbers().collect();
        numbers.dedup();
        numbers
            .into_iter()
            .map(|bricks| ByBricks { bricks, ..self.sum(|row| row.bricks == bricks) })
            .collect()
    }

    pub(super) fn by_symmetry(&self) -> Vec<BySymmetry> {
        let mut by_order: BTreeMap<usize, BigUint> = BTreeMap::new();
        for (row, classes) in &self.classes {
            *by_order.entry(row.of_box).or_default() += classes;
        }
        by_order
            .into_iter()
            .map(|(order, classes)| BySymmetry { order, classes: classes.into() })
            .collect()
    }

    /// The identity that ties classes and packings together, in words.
    pub(super) fn identity(&self) -> String {
        let packings = self.packings();
        let which = if self.is_cornered { " that keep the first brick" } else { "" };
        let sum =
            format!("sum of {}/symmetries{which} over all classes = {packings}", self.group_order);
        match &self.raw {
            Some(raw) => {
                assert_eq!(*raw, packings.0, "the classes hold all packings");
                format!("{sum} = packings counted without symmetry")
            }
            None => sum,
        }
    }

    fn sum(&self, wanted: impl Fn(&Row) -> bool) -> ByBricks {
        let mut total =
            ByBricks { bricks: 0, packings: Count::default(), classes: Classes::default() };
        for (row, classes) in self.classes.iter().filter(|(row, _)| wanted(row)) {
            let falls_apart = self.group_has_reflections && !row.is_mirrored;
            total.packings.0 += classes * BigUint::from(self.group_order / row.order);
            total.classes.all.0 += classes;
            total.classes.rotations.0 += classes * if falls_apart { 2_u32 } else { 1_u32 };
        }
        total
    }
}
