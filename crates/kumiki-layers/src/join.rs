//! Two halves joined in the middle.
//!
//! # An even number of layers
//! Two halves of equal height meet at an interface: the rising bricks of the one are the rising
//! bricks of the other, seen from above. They fit if each hits what the other demands. Whether that
//! is so depends only on the one's demands and the other's occupied cells. So for a set of rising
//! bricks, let W(a, b) be the weight of the halves with top layer a whose demands are hit by b; the
//! number of pairs is the sum of W(a, b) W(b, a) over all pairs of top layers. That is one test per
//! half and top layer, instead of one per pair of halves.
//!
//! # An odd number of layers
//! Both halves are one layer short of meeting. For every layer m between them, the number of halves
//! that fit below m and the number of those that fit above it are independent of each other, and we
//! add up their products. m runs over everything that can stand on a representative; turning it
//! upside down exchanges the two halves, so we need only the layers with at least as many bricks
//! hanging as rising, and of the classes the earlier first.

use crate::budget::Budget;
use crate::fill::{Filler, Layer, Patron};
use crate::level::{Group, Half, Halt, Level, add_terms};
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
    ) -> Result<(), Halt> {
        for (a, x) in below {
            for (b, y) in above {
                let bricks = kumiki_id::widen(a + b) + extra - shared;
                if self.by_bricks.len() <= bricks {
                    self.by_bricks.resize(bricks + 1, C::zero_sum());
                }
                C::add_product(&mut self.by_bricks[bricks], x, y, factor).ok_or(Halt::Overflow)?;
            }
        }
        Ok(())
    }

    /// Adds halves that meet their own images: twice the bricks, those shared by both counted once.
    fn add_doubled(
        &mut self,
        halves: &[(u32, C)],
        extra: usize,
        shared: usize,
    ) -> Result<(), Halt> {
        for (bricks, weight) in halves {
            let alone = [(*bricks, weight.clone())];
            self.add(&alone, &[(*bricks, C::one())], 1, extra, shared)?;
        }
        Ok(())
    }

    fn by_bricks(&self) -> ByBricks {
        let mut total = ByBricks::new();
        for (bricks, sum) in self.by_bricks.iter().enumerate() {
            let mut number = BigUint::ZERO;
            C::add_to(sum, &mut number);
            if number != BigUint::ZERO {
                total.insert(bricks, number);
            }
        }
        total
    }
}

/// What one unit of the join yields.
pub(crate) struct Joined {
    /// All packings.
    pub(crate) packings: ByBricks,
    /// For each turn of the layer, the packings that turn into themselves when they are turned and
    /// put upside down. Only turns that are undone by themselves, up to the fold, mean anything
    /// here.
    pub(crate) mirrored: Vec<ByBricks>,
}

/// The sums of a join while it runs.
struct Joining<C: Weight> {
    packings: Sums<C>,
    mirrored: Vec<Sums<C>>,
}

impl<C: Weight> Joining<C> {
    fn new(turns: usize) -> Self {
        Self { packings: Sums::new(), mirrored: (0..turns).map(|_| Sums::new()).collect() }
    }

    fn finish(&self) -> Joined {
        Joined {
            packings: self.packings.by_bricks(),
            mirrored: self.mirrored.iter().map(Sums::by_bricks).collect(),
        }
    }
}

/// Joins halves of one level at an interface: everything with the rising bricks of one group.
pub(crate) fn at_interface<const P: usize, C: Weight>(
    section: &Section<P>,
    level: &Level<P, C>,
    group: &Group<P>,
    patron: &Patron<'_>,
) -> Result<Joined, Halt> {
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
    let mut joining: Joining<C> = Joining::new(section.turns.len());
    for a in 0..tops.len() {
        if !patron() {
            return Err(Halt::Stopped);
        }
        for b in 0..=a {
            let there = weight(a, b)?;
            if there.is_empty() {
                continue;
            }
            let back = if a == b { there.clone() } else { weight(b, a)? };
            let factor = group.class_size() * if a == b { 1 } else { 2 };
            joining.packings.add(&there, &back, factor, 0, group.rising_count)?;
        }
    }
    // A packing that is its own image upside down is a half that fits its own image.
    for (turn, sums) in joining.mirrored.iter_mut().enumerate() {
        for turn in group.spread.iter().map(|by| section.conjugate(turn, *by)) {
            if section.turn_members(turn, group.rising) != group.rising {
                continue;
            }
            for half in &group.halves {
                if half
                    .demands
                    .minus(section.hits(section.turn_cells(turn, half.occupied)))
                    .is_empty()
                {
                    sums.add_doubled(level.terms(half), 0, group.rising_count)?;
                }
            }
        }
    }
    Ok(joining.finish())
}

/// Joins halves of one level with a layer between them: everything that stands on one group.
pub(crate) fn around_layer<const P: usize, C: Weight>(
    section: &Section<P>,
    level: &Level<P, C>,
    at: usize,
    patron: &Patron<'_>,
) -> Result<Joined, Halt> {
    let group = &level.groups[at];
    // The turns to look for in each layer, with the turn that a packing built on it would be its
    // own image under.
    let conjugates: Vec<(usize, usize)> = (0..section.turns.len())
        .flat_map(|turn| group.spread.iter().map(move |by| (turn, section.conjugate(turn, *by))))
        .collect();
    let rising_images: Vec<Bits<P>> =
        (0..section.turns.len()).map(|turn| section.turn_members(turn, group.rising)).collect();
    let mut joining: Joining<C> = Joining::new(section.turns.len());
    let budget = Budget::new(None, false);
    Filler::run(section, group, group.rising_count, budget, patron, |layer, left| {
        let flat_bricks = layer.bricks - layer.rising_count;
        if layer.rising_count == group.rising_count {
            let is_own_image = |turn: usize| {
                rising_images[turn] == layer.rising
                    && section.turn_members(turn, layer.flat) == layer.flat
            };
            for (turn, _) in conjugates.iter().filter(|(_, conjugate)| is_own_image(*conjugate)) {
                for half in left {
                    let terms = level.terms(&group.halves[kumiki_id::widen(*half)]);
                    joining.mirrored[*turn].add_doubled(terms, flat_bricks, 0)?;
                }
            }
        }
        let home = level.home_of.get(&layer.rising).filter(|(other, _)| *other >= at);
        let Some((other, turn)) = home.copied() else { return Ok(()) };
        let above = fitting_above(section, &level.groups[other], group.rising, layer, turn);
        if above.is_empty() {
            return Ok(());
        }
        let factor = group.class_size() * if other == at { 1 } else { 2 };
        let below = level.sum_terms(group, left)?;
        let above = level.sum_terms(&level.groups[other], &above)?;
        // The hanging and rising bricks are counted by the halves; the layer itself adds its flat
        // ones.
        joining.packings.add(&below, &above, factor, flat_bricks, 0)
    })?;
    Ok(joining.finish())
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
    let fits =
        |half: &Half<P>| half.demands.minus(hits).is_empty() && demands.minus(half.hits).is_empty();
    let fitting = group.halves.iter().enumerate().filter(|(_, half)| fits(half));
    fitting.map(|(at, _)| kumiki_id::narrow(at)).collect()
}
