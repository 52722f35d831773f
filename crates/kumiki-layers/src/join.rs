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
use crate::fill::{Filling, Layer};
use crate::level::{Group, Half, Level, Overflow, add_terms};
use crate::section::Section;
use crate::weight::Weight;
use kumiki_id::Bits;
use kumiki_search::Fuel;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Packings by number of bricks.
pub(crate) type ByBricks = BTreeMap<usize, BigUint>;

/// Sums of products by number of bricks, while they are gathered.
struct Sums<C: Weight> {
    /// Element n: the sum for packings of n bricks.
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
                let bricks = (a + b) as usize + extra - shared;
                if self.by_bricks.len() <= bricks {
                    self.by_bricks.resize(bricks + 1, C::zero_sum());
                }
                C::add_product(&mut self.by_bricks[bricks], x, y, factor).ok_or(Overflow)?;
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
    ) -> Result<(), Overflow> {
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
    /// All packings, by number of bricks.
    pub(crate) packings: ByBricks,
    /// For each turn of the layer, the packings that turn into themselves when they are turned and
    /// put upside down. Only turns that are undone by themselves, up to the fold, mean anything
    /// here.
    pub(crate) mirrored: Vec<ByBricks>,
}

/// The sums of a join while it runs.
struct Joining<C: Weight> {
    /// All packings so far.
    packings: Sums<C>,
    /// For each turn of the layer, those that are their own images when turned and put upside down.
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

/// A unit of the join under way.
pub(crate) trait Join: Send {
    /// Goes on until the fuel is gone, or until this is what the unit yields.
    fn advance(&mut self, fuel: &mut Fuel) -> Result<Option<Joined>, Overflow>;
}

/// Looking at this many halves costs a unit of fuel.
const HALVES_IN_A_STEP: usize = 8;

/// Halves of one level joined at an interface: everything with the rising bricks of one group.
///
/// * **J1** All pairs of top layers before the pair of `a` and `b` are joined; when there are none
///   left, so are the first `mirrored` turns with their own images.
pub(crate) struct AtInterface<'l, const P: usize, C: Weight> {
    /// The geometry of a layer.
    section: &'l Section<P>,
    /// The finished halves.
    level: &'l Level<P, C>,
    /// The group whose rising bricks reach over the interface.
    group: &'l Group<P>,
    /// The halves of the group by top layer: those with the same occupied cells stand together.
    tops: Vec<&'l [Half<P>]>,
    /// The first top layer of the next pair, as a position in `tops` (J1).
    a: usize,
    /// The second one, not after `a` (J1).
    b: usize,
    /// How many turns have been joined with their own images (J1).
    mirrored: usize,
    /// The sums so far.
    joining: Joining<C>,
}

impl<'l, const P: usize, C: Weight> AtInterface<'l, P, C> {
    pub(crate) fn new(
        section: &'l Section<P>,
        level: &'l Level<P, C>,
        group: &'l Group<P>,
    ) -> Self {
        let tops = group.halves.chunk_by(|a, b| a.occupied == b.occupied).collect();
        let joining = Joining::new(section.turns.len());
        Self { section, level, group, tops, a: 0, b: 0, mirrored: 0, joining }
    }

    /// The weight of the halves with top layer `a` that fit top layer `b`.
    fn weight(&self, a: usize, b: usize) -> Result<Vec<(u32, C)>, Overflow> {
        let mut sum = Vec::new();
        for half in self.tops[a] {
            if half.demands.minus(self.tops[b][0].hits).is_empty() {
                add_terms(&mut sum, self.level.terms(half), 0, 1)?;
            }
        }
        Ok(sum)
    }

    fn join(&mut self, a: usize, b: usize) -> Result<(), Overflow> {
        let there = self.weight(a, b)?;
        if there.is_empty() {
            return Ok(());
        }
        let back = if a == b { there.clone() } else { self.weight(b, a)? };
        let factor = self.group.class_size() * if a == b { 1 } else { 2 };
        self.joining.packings.add(&there, &back, factor, 0, self.group.rising_count)
    }

    /// A packing that is its own image upside down is a half that fits its own image.
    fn mirror(&mut self, turn: usize) -> Result<(), Overflow> {
        let Self { section, level, group, .. } = *self;
        let sums = &mut self.joining.mirrored[turn];
        for turn in group.spread.iter().map(|by| section.conjugate(turn, *by)) {
            if section.turn_members(turn, group.rising) != group.rising {
                continue;
            }
            for half in &group.halves {
                let image = section.hits(section.turn_cells(turn, half.occupied));
                if half.demands.minus(image).is_empty() {
                    sums.add_doubled(level.terms(half), 0, group.rising_count)?;
                }
            }
        }
        Ok(())
    }
}

impl<const P: usize, C: Weight> Join for AtInterface<'_, P, C> {
    fn advance(&mut self, fuel: &mut Fuel) -> Result<Option<Joined>, Overflow> {
        let spend = |fuel: &mut Fuel, halves: usize| {
            fuel.0 = fuel.0.saturating_sub(1 + (halves / HALVES_IN_A_STEP) as u64);
        };
        while self.a < self.tops.len() {
            if fuel.0 == 0 {
                return Ok(None);
            }
            let (a, b) = (self.a, self.b);
            spend(fuel, self.tops[a].len() + self.tops[b].len());
            self.join(a, b)?;
            (self.a, self.b) = if a == b { (a + 1, 0) } else { (a, b + 1) };
        }
        while self.mirrored < self.section.turns.len() {
            if fuel.0 == 0 {
                return Ok(None);
            }
            spend(fuel, self.group.halves.len() * self.group.spread.len());
            self.mirror(self.mirrored)?;
            self.mirrored += 1;
        }
        Ok(Some(self.joining.finish()))
    }
}

/// Halves of one level joined with a layer between them: everything that stands on one group.
pub(crate) struct AroundLayer<'l, const P: usize, C: Weight> {
    /// The geometry of a layer.
    section: &'l Section<P>,
    /// The finished halves.
    level: &'l Level<P, C>,
    /// Position of the group below in `Level::groups`.
    at: usize,
    /// Pairs of turns: one that a packing may be its own image under, upside down, and the one to
    /// look for in the layer then. There is a pair for each set of rising bricks in the class of
    /// the group.
    conjugates: Vec<(usize, usize)>,
    /// For each turn the image of the rising bricks of the group below.
    rising_images: Vec<Bits<P>>,
    /// The walk over the layers on the group.
    filling: Filling<P>,
    /// The sums so far.
    joining: Joining<C>,
}

impl<'l, const P: usize, C: Weight> AroundLayer<'l, P, C> {
    pub(crate) fn new(section: &'l Section<P>, level: &'l Level<P, C>, at: usize) -> Self {
        let group = &level.groups[at];
        let conjugates = (0..section.turns.len())
            .flat_map(|turn| {
                group.spread.iter().map(move |by| (turn, section.conjugate(turn, *by)))
            })
            .collect();
        let image = |turn: usize| section.turn_members(turn, group.rising);
        let rising_images = (0..section.turns.len()).map(image).collect();
        let filling = Filling::new(group, group.rising_count, Budget::new(None, false));
        let joining = Joining::new(section.turns.len());
        Self { section, level, at, conjugates, rising_images, filling, joining }
    }
}

impl<const P: usize, C: Weight> Join for AroundLayer<'_, P, C> {
    fn advance(&mut self, fuel: &mut Fuel) -> Result<Option<Joined>, Overflow> {
        let Self { section, level, at, conjugates, rising_images, filling, joining } = self;
        let (section, level, at) = (*section, *level, *at);
        let group = &level.groups[at];
        let is_over = filling.advance(section, group, fuel, &mut |layer, left| {
            let flat_bricks = layer.bricks - layer.rising_count;
            if layer.rising_count == group.rising_count {
                let is_own_image = |turn: usize| {
                    rising_images[turn] == layer.rising
                        && section.turn_members(turn, layer.flat) == layer.flat
                };
                for (turn, _) in conjugates.iter().filter(|(_, other)| is_own_image(*other)) {
                    for half in left {
                        let terms = level.terms(&group.halves[*half as usize]);
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
            // The hanging and rising bricks are counted by the halves; the layer itself adds its
            // flat ones.
            joining.packings.add(&below, &above, factor, flat_bricks, 0)
        })?;
        Ok(is_over.then(|| self.joining.finish()))
    }
}

/// The halves that fit on top of a layer, turned so that its rising bricks are the group's.
pub(crate) fn fitting_above<const P: usize>(
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
