//! The halves of a given height, merged and sorted by the bricks that rise out of them.
//!
//! # The idea
//! A *half* is everything below some height. What lies above can tell two halves apart only by the
//! bricks that rise out of it, by which sets of cells its top layer hits, and by what it demands of
//! the next layer. Halves that agree in these are merged; a half remembers how many packings it
//! stands for, by number of bricks.
//!
//! # Symmetry
//! Turning a half turns everything above it. So halves are kept only for one set of rising bricks
//! out of each class under the turns of the layer, the least one; the others are images.
//!
//! Let the next layer m stand on a representative c1, and let its rising bricks belong to class c2.
//! All layers that stand on a member of c1 and end in the representative of c2 are images of such
//! m. Counting the images under all turns that take m's rising bricks to the representative counts
//! each of them |stabiliser of c1| times. So we give every image the weight |class of c1| and
//! divide by the number of turns in the end.
//!
//! # Invariants
//! * **L1** The rising bricks of a group are least in their class; groups are sorted by the number
//!   of rising bricks, most first.
//! * **L2** A half's demands are not hit by its own rising bricks, which are part of the next
//!   layer.
//! * **L3** No two halves of a group agree in occupied cells and demands.
//! * **L4** After the division, weights are whole numbers.

use crate::budget::Budget;
use crate::fill::{Filler, Layer, Patron};
use crate::section::Section;
use crate::weight::Weight;
use kumiki_id::Bits;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Halves that nothing above can tell apart.
#[derive(Clone, Debug)]
pub(crate) struct Half<const P: usize> {
    /// What the next layer must hit.
    pub(crate) demands: Bits<P>,
    /// What the top layer hits.
    pub(crate) hits: Bits<P>,
    /// The occupied cells of the top layer.
    pub(crate) occupied: u64,
    /// Where the weights by number of bricks are in [`Level::terms`].
    pub(crate) terms: Range<u32>,
}

/// All halves with the same rising bricks.
#[derive(Clone, Debug)]
pub(crate) struct Group<const P: usize> {
    /// The rising bricks (L1).
    pub(crate) rising: Bits<P>,
    pub(crate) rising_count: usize,
    /// Turns that take these rising bricks to every set of their class, once each.
    pub(crate) spread: Vec<usize>,
    /// The fewest bricks that one of the halves has.
    pub(crate) fewest_bricks: usize,
    /// The halves, sorted by occupied cells.
    pub(crate) halves: Vec<Half<P>>,
}

impl<const P: usize> Group<P> {
    /// How many sets of rising bricks are images of this one.
    pub(crate) fn class_size(&self) -> u64 {
        u64::try_from(self.spread.len()).expect("at most eight")
    }
}

/// All halves of one height.
#[derive(Debug)]
pub(crate) struct Level<const P: usize, C> {
    pub(crate) groups: Vec<Group<P>>,
    /// Pairs of number of bricks and number of packings.
    pub(crate) terms: Vec<(u32, C)>,
    /// For every set of rising bricks: its group, and a turn that takes it to the group's
    /// representative.
    pub(crate) home_of: FxHashMap<Bits<P>, (usize, usize)>,
}

/// Why the work ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// A weight did not fit; do it again with big integers.
    Overflow,
    /// The patron said so.
    Stopped,
}

/// Weights by number of bricks, ascending.
type Terms<C> = Vec<(u32, C)>;

/// The halves of the next level while they are gathered.
pub(crate) struct NextLevel<const P: usize, C> {
    groups: FxHashMap<Bits<P>, FxHashMap<(u64, Bits<P>), Terms<C>>>,
    homes: Homes<P>,
    budget: Budget,
}

/// For each set of rising bricks met so far: its representative and the turns that lead there.
pub(crate) struct Homes<const P: usize> {
    known: FxHashMap<Bits<P>, (Bits<P>, Vec<usize>)>,
}

impl<const P: usize> Homes<P> {
    pub(crate) fn new() -> Self {
        Self { known: FxHashMap::default() }
    }

    /// The least image of a set of members, and the turns that take the set there.
    pub(crate) fn of(&mut self, section: &Section<P>, members: Bits<P>) -> &(Bits<P>, Vec<usize>) {
        self.known.entry(members).or_insert_with(|| {
            let image = |turn: &usize| section.turn_members(*turn, members);
            let least = section.merging.iter().map(image).min().expect("there is the identity");
            (least, section.merging.iter().copied().filter(|turn| image(turn) == least).collect())
        })
    }
}

impl<const P: usize, C: Weight> Level<P, C> {
    /// Below everything: one half, the floor. It hits all that stands on it and demands nothing.
    pub(crate) fn floor(section: &Section<P>) -> Self {
        let half = Half {
            demands: Bits::EMPTY,
            hits: (0..section.member_cells.len()).collect(),
            occupied: u64::MAX,
            terms: 0..1,
        };
        let group = Group {
            rising: Bits::EMPTY,
            rising_count: 0,
            spread: vec![0],
            fewest_bricks: 0,
            halves: vec![half],
        };
        Self {
            groups: vec![group],
            terms: vec![(0, C::one())],
            home_of: [(Bits::EMPTY, (0, 0))].into_iter().collect(),
        }
    }

    /// The weights of a half by number of bricks.
    pub(crate) fn terms(&self, half: &Half<P>) -> &[(u32, C)] {
        &self.terms[kumiki_id::widen(half.terms.start)..kumiki_id::widen(half.terms.end)]
    }

    /// How many halves there are.
    pub(crate) fn half_count(&self) -> usize {
        self.groups.iter().map(|group| group.halves.len()).sum()
    }

    /// The least cost of a half that is not empty on top.
    pub(crate) fn least_cost(&self, budget: Budget) -> Option<usize> {
        let halves =
            self.groups.iter().flat_map(|group| group.halves.iter().map(move |half| (group, half)));
        let on_top = halves.filter(|(_, half)| half.occupied != 0);
        on_top
            .map(|(group, half)| {
                budget.cost(kumiki_id::widen(self.terms(half)[0].0), group.rising_count)
            })
            .min()
    }

    /// The sum of the weights of some halves of a group, by number of bricks.
    pub(crate) fn sum_terms(&self, group: &Group<P>, halves: &[u32]) -> Result<Terms<C>, Halt> {
        let mut sum = Vec::new();
        for half in halves {
            add_terms(&mut sum, self.terms(&group.halves[kumiki_id::widen(*half)]), 0, 1)?;
        }
        Ok(sum)
    }
}

/// Adds weights to a sorted list, their numbers of bricks raised and their weights multiplied.
pub(crate) fn add_terms<C: Weight>(
    sum: &mut Terms<C>,
    terms: &[(u32, C)],
    more_bricks: u32,
    factor: u64,
) -> Result<(), Halt> {
    for (bricks, weight) in terms {
        let bricks = bricks + more_bricks;
        let more = weight.times(factor).ok_or(Halt::Overflow)?;
        match sum.binary_search_by_key(&bricks, |(b, _)| *b) {
            Ok(at) => sum[at].1 = sum[at].1.plus(&more).ok_or(Halt::Overflow)?,
            Err(at) => sum.insert(at, (bricks, more)),
        }
    }
    Ok(())
}

impl<const P: usize, C: Weight> NextLevel<P, C> {
    pub(crate) fn new(budget: Budget) -> Self {
        Self { groups: FxHashMap::default(), homes: Homes::new(), budget }
    }

    /// Lays every possible layer on the halves of one group.
    pub(crate) fn lay_on(
        &mut self,
        section: &Section<P>,
        level: &Level<P, C>,
        group: &Group<P>,
        patron: &Patron<'_>,
    ) -> Result<(), Halt> {
        Filler::run(section, group, usize::MAX, self.budget, patron, |layer, left| {
            let terms = level.sum_terms(group, left)?;
            self.add(section, group, layer, &terms)
        })
    }

    fn add(
        &mut self,
        section: &Section<P>,
        below: &Group<P>,
        layer: &Layer<P>,
        terms: &[(u32, C)],
    ) -> Result<(), Halt> {
        let affordable = |(bricks, _): &&(u32, C)| {
            self.budget.allows(kumiki_id::widen(*bricks) + layer.bricks, layer.rising_count)
        };
        // Terms are sorted by number of bricks, so the affordable ones come first.
        let terms = &terms[..terms.iter().take_while(affordable).count()];
        if terms.is_empty() {
            return Ok(());
        }
        let demands = demands_above(section, below.rising, layer);
        let more = kumiki_id::narrow(layer.bricks);
        let (home, turns) = self.homes.of(section, layer.rising);
        let halves = self.groups.entry(*home).or_default();
        for turn in turns {
            let key =
                (section.turn_cells(*turn, layer.occupied), section.turn_members(*turn, demands));
            add_terms(halves.entry(key).or_default(), terms, more, below.class_size())?;
        }
        Ok(())
    }

    /// The finished level.
    ///
    /// # Errors
    /// If the patron, asked for every group, wants no more.
    pub(crate) fn finish(
        self,
        section: &Section<P>,
        patron: &Patron<'_>,
    ) -> Result<Level<P, C>, Halt> {
        let turns = u64::try_from(section.merging.len()).expect("at most eight");
        let mut level =
            Level { groups: Vec::new(), terms: Vec::new(), home_of: FxHashMap::default() };
        let mut groups: Vec<_> = self.groups.into_iter().collect();
        groups.sort_unstable_by_key(|(rising, _)| (std::cmp::Reverse(rising.len()), *rising));
        for (rising, merged) in groups {
            if !patron() {
                return Err(Halt::Stopped);
            }
            let mut merged: Vec<_> = merged.into_iter().collect();
            merged.sort_unstable_by_key(|(key, _)| *key);
            let mut halves = Vec::with_capacity(merged.len());
            for ((occupied, demands), terms) in merged {
                let start = kumiki_id::narrow(level.terms.len());
                level.terms.extend(
                    terms.into_iter().map(|(bricks, weight)| (bricks, weight.divided(turns))),
                );
                let terms = start..kumiki_id::narrow(level.terms.len());
                halves.push(Half { demands, hits: section.hits(occupied), occupied, terms });
            }
            let mut spread = Vec::new();
            for turn in &section.merging {
                let image = section.turn_members(*turn, rising);
                let home = (level.groups.len(), section.turn_back(*turn));
                if level.home_of.insert(image, home).is_none() {
                    spread.push(*turn);
                }
            }
            let bricks = |half: &Half<P>| kumiki_id::widen(level.terms(half)[0].0);
            let fewest_bricks = halves.iter().map(bricks).min().unwrap_or(0);
            let rising_count = kumiki_id::widen(rising.len());
            level.groups.push(Group { rising, rising_count, spread, fewest_bricks, halves });
        }
        Ok(level)
    }
}

/// What a layer, standing on bricks `hanging`, demands of the layer above (L2).
fn demands_above<const P: usize>(
    section: &Section<P>,
    hanging: Bits<P>,
    layer: &Layer<P>,
) -> Bits<P> {
    let tops = hanging.or(layer.flat);
    tops.or(layer.rising_strips.minus(layer.hits)).minus(section.hits(layer.rising_cells))
}
