//! Two halves joined in the middle.
//!
//! # An even number of layers
//! Two halves of equal height meet at an interface: the rising bricks of the one are the rising bricks of the other,
//! seen from above. They fit if each hits what the other demands. Whether that is so depends only on the one's
//! demands and the other's occupied cells. So for a set of rising bricks, let W(a, b) be the weight of the halves with
//! top layer a whose demands are hit by b; the number of pairs is the sum of W(a, b) W(b, a) over all pairs of top
//! layers. That is one test per half and top layer, instead of one per pair of halves.
//!
//! # An odd number of layers
//! Both halves are one layer short of meeting. For every layer m between them, the number of halves that fit
//! below m and the number of those that fit above it are independent of each other, and we add up their products. m runs
//! over everything that can stand on a representative; turning it upside down exchanges the two halves, so we need
//! only the layers with at least as many bricks hanging as rising, and of the classes the earlier first.

use crate::fill::{Filler, Layer};
use crate::level::{Group, Half, Level, Overflow, add_terms};
use crate::section::Section;
use crate::weight::Weight;
use kumiki_id::Bits;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Packings by number of bricks.
pub(crate) type ByBricks = BTreeMap<usize, BigUint>;

/// Sums of products by number of bricks, while they are gathered.
struct Sums<C: Weight> {
    by_bricks: Vec<C::Sum>,
}

impl<C: Weight> Sums<C> {
    fn new() -> Self {
        Self { by_bricks: Vec::new() }
    }

    /// Adds the product of two lists of weights. Bricks that both count, `shared` many, count once;
    /// `extra` ones that neither counts are added.
    fn add(
        &mut self,
        below: &[(u32, C)],
        above: &[(u32, C)],
        factor: u64,
        extra: usize,
        shared: usize,
    ) -> Result<(), Overflow> {
        for (a, x) in below {
            for (b, y) in above {
                let bricks = kumiki_id::widen(a + b) + extra - shared;
                if self.by_bricks.len() <= bricks {
                    self.by_bricks.resize(bricks + 1, C::zero_sum());
                }
                C::add_product(&mut self.by_bricks[bricks], x, y, factor).ok_or(Overflow)?;
            }
        }
        Ok(())
    }

    fn add_to(&self, total: &mut ByBricks) {
        for (bricks, sum) in self.by_bricks.iter().enumerate() {
            let mut number = BigUint::ZERO;
            C::add_to(sum, &mut number);
            if number != BigUint::ZERO {
                *total.entry(bricks).or_default() += number;
            }
        }
    }
}

/// Joins halves of one level at an interface: everything with the rising bricks of one group.
pub(crate) fn at_interface<const P: usize, C: Weight>(
    level: &Level<P, C>,
    group: &Group<P>,
    total: &mut ByBricks,
) -> Result<(), Overflow> {
    let tops: Vec<&[Half<P>]> = group.halves.chunk_by(|a, b| a.occupied == b.occupied).collect();
    let weight = |a: usize, b: usize| {
        let mut sum = Vec::new();
        for half in tops[a] {
            if half.demands.minus(tops[b][0].hits).is_empty() {
                add_terms(&mut sum, level.terms(half), 0, 1)?;
            }
        }
        Ok(sum)
    };
    let mut sums: Sums<C> = Sums::new();
    for a in 0..tops.len() {
        for b in 0..=a {
            let there = weight(a, b)?;
            if there.is_empty() {
                continue;
            }
            let back = if a == b { there.clone() } else { weight(b, a)? };
            let factor = group.class_size * if a == b { 1 } else { 2 };
            sums.add(&there, &back, factor, 0, group.rising_count)?;
        }
    }
    sums.add_to(total);
    Ok(())
}

/// Joins halves of one level with a layer between them: everything that stands on one group.
pub(crate) fn around_layer<const P: usize, C: Weight>(
    section: &Section<P>,
    level: &Level<P, C>,
    at: usize,
    total: &mut ByBricks,
) -> Result<(), Overflow> {
    let group = &level.groups[at];
    let mut sums: Sums<C> = Sums::new();
    let mut result = Ok(());
    Filler::run(section, group.rising, &group.halves, group.rising_count, |layer, left| {
        if result.is_err() {
            return;
        }
        let home = level.home_of.get(&layer.rising).filter(|(other, _)| *other >= at);
        let Some((other, turn)) = home.copied() else { return };
        let above = fitting_above(section, &level.groups[other], group.rising, layer, turn);
        if above.is_empty() {
            return;
        }
        let factor = group.class_size * if other == at { 1 } else { 2 };
        result = level.sum_terms(group, left).and_then(|below| {
            let above = level.sum_terms(&level.groups[other], &above)?;
            // The hanging and rising bricks are counted by the halves; the layer itself adds its flat ones.
            sums.add(&below, &above, factor, layer.bricks - layer.rising_count, 0)
        });
    });
    sums.add_to(total);
    result
}

/// The halves that fit on top of a layer, turned so that its rising bricks are the group's.
fn fitting_above<const P: usize>(
    section: &Section<P>,
    group: &Group<P>,
    hanging: Bits<P>,
    layer: &Layer<P>,
    turn: usize,
) -> Vec<u32> {
    let hits = section.hits(section.turn_cells(turn, layer.occupied));
    let demands = section.turn_members(turn, layer.flat.or(hanging));
    let fits = |half: &Half<P>| {
        half.demands.minus(hits).is_empty() && demands.minus(half.hits).is_empty()
    };
    let fitting = group.halves.iter().enumerate().filter(|(_, half)| fits(half));
    fitting.map(|(at, _)| kumiki_id::narrow(at)).collect()
}
