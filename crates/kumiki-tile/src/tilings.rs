//! All tilings, one after the other, or some at random, once they are counted.
//!
//! A memo knows each polygon where it was first met. Here every polygon is moved to where it lies,
//! once, so that walking through the tilings takes no geometry at all:
//!
//! * **L1** A *spread* is a polygon in its place. It has alternatives: some tiles, and the spreads
//!   that are left.
//! * **L2** A tiling is chosen by starting with the region, and choosing an alternative for each
//!   spread that is left.
//! * **L3** The walk keeps the spreads still to be chosen in a list whose tail is shared by all
//!   that follows, so that going back costs nothing. The last choice is not written down: all
//!   alternatives that complete a tiling are visited in a row.
//!
//! To tell whether a tiling is the first of its class, every place has a random number, and the sum
//! of these numbers over a tiling is kept, and likewise for all images of the tiling. The tiling
//! with the least sum stands for its class; images with equal sums are compared tile by tile.
//! Mostly it takes a look at one or two images to see that a tiling does not have the least sum; so
//! the sums of whole tilings are not made before they are looked at.

use crate::atlas::Atlas;
use crate::frame::Frame;
use crate::memo::{Child, Memo};
use kumiki_id::{narrow, widen};
use rustc_hash::FxHashMap;
use std::ops::{ControlFlow, Range};

/// No cell.
const END: u32 = u32::MAX;

/// A set of alternatives (L1).
///
/// * **L4** Those that leave nothing come first, before `first_open`.
#[derive(Clone, Debug)]
struct Spread {
    alternatives: Range<u32>,
    first_open: u32,
    count: u128,
}

/// Some tiles and what is left (L1).
#[derive(Clone, Debug)]
struct Alternative {
    places: Range<u32>,
    spreads: Range<u32>,
    count: u128,
}

/// All tilings of a question.
#[derive(Clone, Debug)]
pub struct Tilings<'q> {
    atlas: Atlas<'q>,
    spreads: Vec<Spread>,
    alternatives: Vec<Alternative>,
    places: Vec<u32>,
    rest: Vec<u32>,
    roots: Vec<u32>,
    /// For each place, where the symmetries bring it.
    images: Vec<u32>,
    /// For each alternative, the sums over its tiles, by symmetries.
    sums: Vec<u64>,
}

/// A tiling that the walk has come to.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'w> {
    tilings: &'w Tilings<'w>,
    /// The places before the last choice, and what that adds.
    chosen: &'w [u32],
    last: &'w [u32],
    /// For each symmetry, the sums before the last choice, and what that adds.
    before: &'w [u64],
    added: &'w [u64],
}

impl Visit<'_> {
    /// The places of its tiles, in no particular order.
    pub fn places(&self) -> impl Iterator<Item = u32> {
        self.chosen.iter().chain(self.last).copied()
    }

    /// The sums over all images, by symmetries.
    fn sums(&self) -> impl Iterator<Item = u64> {
        self.before.iter().zip(self.added).map(|(before, added)| before.wrapping_add(*added))
    }

    fn own_sum(&self) -> u64 {
        self.before[0].wrapping_add(self.added[0])
    }

    /// Whether it stands for its class.
    #[must_use]
    pub fn is_first(&self) -> bool {
        let own = self.own_sum();
        self.sums().all(|sum| own <= sum)
    }

    /// How many symmetries leave it unchanged.
    #[must_use]
    pub fn symmetry(&self) -> usize {
        let own = self.own_sum();
        let equal =
            || self.sums().enumerate().filter(|(_, sum)| *sum == own).map(|(symmetry, _)| symmetry);
        // Mostly the identity alone leaves it unchanged, and then that is all there is to see.
        match equal().count() {
            1 => 1,
            _ => equal().filter(|symmetry| self.is_fixed_by(*symmetry)).count(),
        }
    }

    fn is_fixed_by(&self, symmetry: usize) -> bool {
        let order = self.before.len();
        let image = |place: u32| self.tilings.images[widen(place) * order + symmetry];
        let mut images: Vec<u32> = self.places().map(image).collect();
        let mut places: Vec<u32> = self.places().collect();
        images.sort_unstable();
        places.sort_unstable();
        images == places
    }
}

impl<'q> Tilings<'q> {
    /// Moves everything to its place. The memo must be done, and have kept its starts.
    #[must_use]
    pub fn new(memo: &Memo, atlas: Atlas<'q>) -> Self {
        let mut tilings = Self {
            atlas,
            spreads: Vec::new(),
            alternatives: Vec::new(),
            places: Vec::new(),
            rest: Vec::new(),
            roots: Vec::new(),
            images: Vec::new(),
            sums: Vec::new(),
        };
        let mut known = FxHashMap::default();
        for root in memo.roots() {
            let spread = tilings.spread(memo, root, &mut known);
            tilings.roots.push(spread);
        }
        tilings.add_sums();
        tilings
    }

    /// The places of the tiles.
    #[must_use]
    pub fn atlas(&self) -> &Atlas<'q> {
        &self.atlas
    }

    /// L1
    fn spread(
        &mut self,
        memo: &Memo,
        child: Child,
        known: &mut FxHashMap<(u32, u32, Frame), u32>,
    ) -> u32 {
        let id = (child.node, child.term, child.frame);
        if let Some(spread) = known.get(&id) {
            return *spread;
        }
        let table = &memo.table;
        let term = memo.term(&child);
        let mut alternatives = Vec::new();
        for start in &term.starts {
            let mut places = Vec::new();
            for tile in &start.tiles {
                let way = &table.ways[widen(tile.way)];
                let here = Frame { shift: tile.spot.unpack() + way.frame.shift, ..way.frame };
                places.push(self.atlas.place(way.kind, child.frame.after(&table.ring, &here)));
            }
            let mut spreads = Vec::new();
            for rest in &start.rest {
                let frame = child.frame.after(&table.ring, &rest.frame);
                let spread = self.spread(memo, Child { frame, ..*rest }, known);
                match self.alternatives_of(spread) {
                    // Where nothing is to be chosen, it is taken along.
                    [only] => {
                        places.extend_from_slice(&self.places[as_usize(&only.places)]);
                        spreads.extend_from_slice(&self.rest[as_usize(&only.spreads)]);
                    }
                    _ => spreads.push(spread),
                }
            }
            let (first_place, first_spread) = (narrow(self.places.len()), narrow(self.rest.len()));
            self.places.extend(places);
            self.rest.extend(spreads);
            alternatives.push(Alternative {
                places: first_place..narrow(self.places.len()),
                spreads: first_spread..narrow(self.rest.len()),
                count: start.count,
            });
        }
        // L4
        alternatives.sort_by_key(|alternative| !alternative.spreads.is_empty());
        let closed =
            alternatives.iter().take_while(|alternative| alternative.spreads.is_empty()).count();
        let first = narrow(self.alternatives.len());
        self.alternatives.extend(alternatives);
        let spread = narrow(self.spreads.len());
        self.spreads.push(Spread {
            alternatives: first..narrow(self.alternatives.len()),
            first_open: first + narrow(closed),
            count: term.count,
        });
        known.insert(id, spread);
        spread
    }

    /// The alternatives of a spread.
    fn alternatives_of(&self, spread: u32) -> &[Alternative] {
        &self.alternatives[as_usize(&self.spreads[widen(spread)].alternatives)]
    }

    /// The sums over the tiles of an alternative, by symmetries.
    fn sums_of(&self, alternative: u32) -> &[u64] {
        let order = self.atlas.symmetries().len();
        &self.sums[widen(alternative) * order..][..order]
    }

    fn add_sums(&mut self) {
        let symmetries = self.atlas.symmetries().len();
        for place in 0..narrow(self.atlas.place_count()) {
            self.images.extend((0..symmetries).map(|symmetry| self.atlas.image(place, symmetry)));
        }
        let numbers: Vec<u64> = self.images.iter().map(|image| number_of(*image)).collect();
        for Alternative { places, .. } in &self.alternatives {
            let first = self.sums.len();
            self.sums.resize(first + symmetries, 0);
            let sums = &mut self.sums[first..];
            for place in &self.places[as_usize(places)] {
                for (sum, number) in sums.iter_mut().zip(&numbers[widen(*place) * symmetries..]) {
                    *sum = sum.wrapping_add(*number);
                }
            }
        }
    }

    /// Visits all tilings, until told to stop.
    pub fn visit<B>(&self, mut visitor: impl FnMut(Visit<'_>) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut walk = Walk::new(self);
        for root in &self.roots {
            walk.from(*root, &mut visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// A tiling at random, all being equally likely: `below` gives a random number below its
    /// argument. `None` if there is no tiling.
    pub fn sample(&self, mut below: impl FnMut(u128) -> u128) -> Option<Vec<u32>> {
        let total = self.roots.iter().map(|root| self.spreads[widen(*root)].count).sum();
        if total == 0 {
            return None;
        }
        let mut left = below(total);
        let mut waiting = Vec::new();
        for root in &self.roots {
            let count = self.spreads[widen(*root)].count;
            if left < count {
                waiting.push(*root);
                break;
            }
            left -= count;
        }
        let mut places = Vec::new();
        while let Some(spread) = waiting.pop() {
            let mut left = below(self.spreads[widen(spread)].count);
            for alternative in self.alternatives_of(spread) {
                if left < alternative.count {
                    places.extend_from_slice(&self.places[as_usize(&alternative.places)]);
                    waiting.extend_from_slice(&self.rest[as_usize(&alternative.spreads)]);
                    break;
                }
                left -= alternative.count;
            }
        }
        Some(places)
    }
}

/// A range of indices.
fn as_usize(range: &Range<u32>) -> Range<usize> {
    widen(range.start)..widen(range.end)
}

/// A number that looks random: the finaliser of `SplitMix64`.
fn number_of(place: u32) -> u64 {
    let mut z = (u64::from(place) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A choice that has been made.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The alternative, and the end of those to choose from.
    alternative: u32,
    end: u32,
    /// The list after the spread was taken from it.
    rest: u32,
    cells: u32,
    places: u32,
}

/// A walk through the tilings (L2).
struct Walk<'t, 'q> {
    tilings: &'t Tilings<'q>,
    choices: Vec<Choice>,
    /// L3: spreads to be chosen, each with the next.
    cells: Vec<(u32, u32)>,
    places: Vec<u32>,
    /// The sums after each choice; what is beyond the last choice means nothing.
    sums: Vec<u64>,
}

impl<'t, 'q> Walk<'t, 'q> {
    fn new(tilings: &'t Tilings<'q>) -> Self {
        Self {
            tilings,
            choices: Vec::new(),
            cells: Vec::new(),
            places: Vec::new(),
            sums: Vec::new(),
        }
    }

    fn from<B>(
        &mut self,
        root: u32,
        visitor: &mut impl FnMut(Visit<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let order = self.tilings.atlas.symmetries().len();
        self.cells.clear();
        self.places.clear();
        self.sums.clear();
        self.sums.resize(order, 0);
        let mut head = self.push(root, END);
        loop {
            // Choose first alternatives as far down as they leave something.
            loop {
                let (spread, rest) = self.cells[widen(head)];
                let Spread { alternatives: Range { start, end }, first_open, .. } =
                    self.tilings.spreads[widen(spread)];
                let mut first = start;
                if rest == END {
                    for last in start..first_open {
                        visitor(self.visit(last))?;
                    }
                    first = first_open;
                }
                if first == end {
                    break;
                }
                let choice = Choice {
                    alternative: first,
                    end,
                    rest,
                    cells: narrow(self.cells.len()),
                    places: narrow(self.places.len()),
                };
                self.choices.push(choice);
                head = self.take(&choice);
            }
            // The next alternative of the last choice that has one.
            loop {
                let Some(choice) = self.choices.last_mut() else {
                    return ControlFlow::Continue(());
                };
                choice.alternative += 1;
                if choice.alternative < choice.end {
                    let choice = *choice;
                    self.cells.truncate(widen(choice.cells));
                    self.places.truncate(widen(choice.places));
                    head = self.take(&choice);
                    break;
                }
                self.choices.pop();
            }
        }
    }

    fn push(&mut self, spread: u32, next: u32) -> u32 {
        self.cells.push((spread, next));
        narrow(self.cells.len() - 1)
    }

    /// Takes an alternative. Returns the list of what is to be chosen then, which is not empty.
    fn take(&mut self, choice: &Choice) -> u32 {
        let tilings = self.tilings;
        let Alternative { places, spreads, .. } = &tilings.alternatives[widen(choice.alternative)];
        self.places.extend_from_slice(&tilings.places[as_usize(places)]);
        let added = tilings.sums_of(choice.alternative);
        let (depth, order) = (self.choices.len(), added.len());
        if self.sums.len() < (depth + 1) * order {
            self.sums.resize((depth + 1) * order, 0);
        }
        let (before, after) = self.sums[(depth - 1) * order..][..2 * order].split_at_mut(order);
        for ((after, before), added) in after.iter_mut().zip(before).zip(added) {
            *after = before.wrapping_add(*added);
        }
        let mut head = choice.rest;
        for at in spreads.clone() {
            head = self.push(tilings.rest[widen(at)], head);
        }
        head
    }

    /// The tiling that a last alternative completes.
    fn visit(&self, last: u32) -> Visit<'_> {
        let tilings = self.tilings;
        let added = tilings.sums_of(last);
        let before = &self.sums[self.choices.len() * added.len()..][..added.len()];
        let last = &tilings.places[as_usize(&tilings.alternatives[widen(last)].places)];
        Visit { tilings, chosen: &self.places, last, before, added }
    }
}
