//! All tilings, one after the other, or some at random, once they are counted.
//!
//! A memo knows each polygon where it was first met. Here every polygon is moved to where it lies,
//! once, so that walking through the tilings takes no geometry at all:
//!
//! * **L1** A *spread* is a polygon in its place. It has alternatives: some tiles, and the spreads
//!   that are left.
//! * **L2** A tiling is chosen by starting with the region, and choosing an alternative for each
//!   spread that is left. The `top` spread has one alternative for each way to make up the numbers
//!   of tiles: the region tiled that way.
//!
//! So the tilings are a space: a choice is the number of an alternative. The module `search` walks
//! through it (L5 to L8). Each spread knows the number of its tilings, so that the tiling of any
//! rank is found without a walk.
//!
//! To tell whether a tiling is the first of its class, every place has a random number, and the sum
//! of these numbers over a tiling is kept, and likewise for all images of the tiling. The tiling
//! with the least sum stands for its class. Symmetries are counted by comparing images with equal
//! sums tile by tile. Two tilings of a class that had the same sum by chance would both stand for
//! it; then the sizes of classes would not add up to the number of tilings, which is checked.
//! Mostly it takes a look at one or two images to see that a tiling does not have the least sum; so
//! the sums of whole tilings are not made before they are looked at.

mod draw;
mod search;

pub use search::TilingSearch;

use crate::atlas::Atlas;
use crate::frame::Frame;
use crate::memo::{Child, Memo};
use crate::sight::Sight;
use kumiki_id::narrow;
use kumiki_search::{Expansion, Prefix, Profile, Space};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A set of alternatives (L1).
///
/// * **L3** Those that leave nothing come first, before `first_open`.
#[derive(Clone, Debug)]
struct Spread {
    /// Their numbers, at least one but at the top; two or more below the region.
    alternatives: Range<u32>,
    /// The first alternative that leaves something (L3).
    first_open: u32,
    /// How many tilings the polygon has: the sum over the alternatives.
    count: u128,
}

/// Some tiles and what is left (L1).
#[derive(Clone, Debug)]
struct Alternative {
    /// Where its tiles are in [`Tilings::places`].
    places: Range<u32>,
    /// Where the spreads that are left are in [`Tilings::rest`].
    spreads: Range<u32>,
    /// How many tilings begin with it: the product over these spreads.
    count: u128,
}

/// All tilings of a question.
#[derive(Clone, Debug)]
pub struct Tilings<'q> {
    /// Numbers of the places, and the symmetries of the region.
    atlas: Atlas<'q>,
    /// All polygons in their places (L1), each after those that it needs. The top is the last.
    spreads: Vec<Spread>,
    /// The alternatives of all spreads, one spread after the other.
    alternatives: Vec<Alternative>,
    /// The tiles of all alternatives, as numbers of the atlas.
    places: Vec<u32>,
    /// The spreads that all alternatives leave, as positions in `spreads`.
    rest: Vec<u32>,
    /// Where every tiling begins (L2).
    top: u32,
    /// The kind of tile in each place.
    kinds: Vec<usize>,
    /// For each place and each symmetry the place to which it is brought: `place * order +
    /// symmetry`.
    images: Vec<u32>,
    /// For each alternative and each symmetry the sum over the images of its tiles, modulo 2^64:
    /// `alternative * order + symmetry`.
    sums: Vec<u64>,
}

/// A tiling that the walk has come to.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'w> {
    /// What the numbers refer to.
    tilings: &'w Tilings<'w>,
    /// The places of all tiles but those of the last choice.
    chosen: &'w [u32],
    /// The places of the tiles of the last choice.
    last: &'w [u32],
    /// For each symmetry the sum over the images of `chosen`.
    before: &'w [u64],
    /// For each symmetry the sum over the images of `last`.
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

    /// Whether a symmetry, given by its number, leaves it unchanged.
    #[must_use]
    pub fn is_fixed_by(&self, symmetry: usize) -> bool {
        self.tilings.image(self.places(), symmetry) == self.tilings.image(self.places(), 0)
    }
}

impl Sight for Visit<'_> {
    type Tile = u32;

    fn tiles(&self) -> impl Iterator<Item = u32> {
        self.places()
    }

    fn kind(&self, place: u32) -> usize {
        self.tilings.kinds[place as usize]
    }

    fn is_first(&self) -> bool {
        self.is_first()
    }

    fn symmetries(&self) -> usize {
        self.symmetry()
    }

    fn is_fixed_by(&self, symmetry: usize) -> bool {
        self.is_fixed_by(symmetry)
    }

    fn image(&self, symmetry: usize) -> Vec<u32> {
        self.tilings.image(self.places(), symmetry)
    }
}

impl<'q> Tilings<'q> {
    /// Moves everything to its place. The memo must be done, have kept its starts, and know the
    /// number of tilings: it is below 2^128.
    #[must_use]
    pub fn new(memo: &Memo, atlas: Atlas<'q>) -> Self {
        let mut tilings = Self {
            atlas,
            spreads: Vec::new(),
            alternatives: Vec::new(),
            places: Vec::new(),
            rest: Vec::new(),
            top: 0,
            kinds: Vec::new(),
            images: Vec::new(),
            sums: Vec::new(),
        };
        let mut known = FxHashMap::default();
        let roots: Vec<u32> =
            memo.roots().map(|root| tilings.spread(memo, root, &mut known)).collect();
        tilings.add_top(&roots);
        tilings.add_sums();
        let places = 0..narrow(tilings.atlas.place_count());
        tilings.kinds = places.map(|place| tilings.atlas.tile(place).tile).collect();
        tilings
    }

    /// L2
    fn add_top(&mut self, roots: &[u32]) {
        let first = narrow(self.alternatives.len());
        let no_places = narrow(self.places.len());
        for root in roots {
            let spread = narrow(self.rest.len());
            self.rest.push(*root);
            self.alternatives.push(Alternative {
                places: no_places..no_places,
                spreads: spread..spread + 1,
                count: self.spreads[*root as usize].count,
            });
        }
        self.top = narrow(self.spreads.len());
        self.spreads.push(Spread {
            alternatives: first..narrow(self.alternatives.len()),
            first_open: first,
            count: self.alternatives[(first as usize)..].iter().map(|root| root.count).sum(),
        });
    }

    /// The places of the tiles.
    #[must_use]
    pub fn atlas(&self) -> &Atlas<'q> {
        &self.atlas
    }

    /// The places to which a symmetry, given by its number, brings those of a tiling, sorted. The
    /// identity has the number 0.
    #[must_use]
    pub fn image(&self, places: impl Iterator<Item = u32>, symmetry: usize) -> Vec<u32> {
        let order = self.atlas.symmetries().len();
        let image = |place: u32| self.images[place as usize * order + symmetry];
        let mut images: Vec<u32> = places.map(image).collect();
        images.sort_unstable();
        images
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
                let way = &table.ways[tile.way as usize];
                let here =
                    Frame { shift: table.lanes.unpack(tile.spot) + way.frame.shift, ..way.frame };
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
        // L3
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
        &self.alternatives[as_usize(&self.spreads[spread as usize].alternatives)]
    }

    /// The sums over the tiles of an alternative, by symmetries.
    fn sums_of(&self, alternative: u32) -> &[u64] {
        let order = self.atlas.symmetries().len();
        &self.sums[alternative as usize * order..][..order]
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
                for (sum, number) in sums.iter_mut().zip(&numbers[*place as usize * symmetries..]) {
                    *sum = sum.wrapping_add(*number);
                }
            }
        }
    }

    /// How many tilings there are.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.spreads[self.top as usize].count
    }

    /// A tiling at random, all being equally likely: `below` gives a random number below its
    /// argument. `None` if there is no tiling.
    pub fn sample(&self, mut below: impl FnMut(u128) -> u128) -> Option<Vec<u32>> {
        let mut open = Open::new(self);
        let mut places = Vec::new();
        while let Some(spread) = open.next() {
            let count = spread.count;
            if count == 0 {
                return None;
            }
            let (alternative, _) = self.at_rank(spread, below(count));
            places.extend_from_slice(self.places_of(alternative));
            open.take(alternative);
        }
        Some(places)
    }

    /// The places of the tiling that a search comes to after so many others; `None` if there are
    /// no more than that.
    #[must_use]
    pub fn nth(&self, rank: u128) -> Option<Vec<u32>> {
        let prefix = self.prefix_of(rank)?;
        let choices = prefix.choices().iter();
        Some(choices.flat_map(|choice| self.places_of(*choice)).copied().collect())
    }

    /// The choices that lead to the tiling of a rank: a search comes to it after so many others.
    /// `None` if there are no more than that.
    ///
    /// The cost does not depend on the rank: it looks at all alternatives on the way, some tens for
    /// each tile.
    #[must_use]
    pub fn prefix_of(&self, rank: u128) -> Option<Prefix> {
        let mut rank = rank;
        if rank >= self.count() {
            return None;
        }
        let mut open = Open::new(self);
        // How many tilings begin with the choices made so far.
        let mut count = self.count();
        let mut choices = Vec::new();
        while let Some(spread) = open.next() {
            // With each alternative what is left beside the spread is tiled in all ways.
            let beside = count / spread.count;
            let (alternative, rest) = self.at_rank(spread, rank / beside);
            rank = rest * beside + rank % beside;
            count = self.alternatives[alternative as usize].count * beside;
            choices.push(alternative);
            open.take(alternative);
        }
        Some(Prefix::from(choices))
    }

    /// The alternative of a spread that has its tiling of a rank, and the rank among the tilings
    /// with that alternative.
    fn at_rank(&self, spread: &Spread, rank: u128) -> (u32, u128) {
        let mut rank = rank;
        for alternative in spread.alternatives.clone() {
            let count = self.alternatives[alternative as usize].count;
            if rank < count {
                return (alternative, rank);
            }
            rank -= count;
        }
        unreachable!("L1: the alternatives of a spread have all its tilings");
    }

    /// The places of the tiles of an alternative.
    fn places_of(&self, alternative: u32) -> &[u32] {
        &self.places[as_usize(&self.alternatives[alternative as usize].places)]
    }
}

impl Space for Tilings<'_> {
    type Search<'s>
        = TilingSearch<'s>
    where
        Self: 's;

    fn begin(&self, prefix: &Prefix) -> TilingSearch<'_> {
        TilingSearch::below(self, prefix)
    }

    fn expand(&self, prefix: &Prefix, _: &mut Profile) -> Expansion {
        let mut open = Open::new(self);
        for choice in prefix.choices() {
            let spread = open.next().expect("L2: a choice for each spread");
            assert!(spread.alternatives.contains(choice), "L2: one of the alternatives");
            open.take(*choice);
        }
        match open.next() {
            Some(spread) => Expansion::Choices(spread.alternatives.clone().collect()),
            None => Expansion::Solution,
        }
    }
}

/// The spreads that are left to be chosen from, the next one last.
struct Open<'t> {
    /// What the numbers refer to.
    tilings: &'t Tilings<'t>,
    /// Positions in `Tilings::spreads`, the next one last.
    spreads: Vec<u32>,
}

impl<'t> Open<'t> {
    fn new(tilings: &'t Tilings<'t>) -> Self {
        Self { tilings, spreads: vec![tilings.top] }
    }

    fn next(&mut self) -> Option<&'t Spread> {
        self.spreads.pop().map(|spread| &self.tilings.spreads[spread as usize])
    }

    fn take(&mut self, alternative: u32) {
        let Alternative { spreads, .. } = &self.tilings.alternatives[alternative as usize];
        self.spreads.extend_from_slice(&self.tilings.rest[as_usize(spreads)]);
    }
}

/// A range of indices.
fn as_usize(range: &Range<u32>) -> Range<usize> {
    (range.start as usize)..range.end as usize
}

/// A number that looks random: the finaliser of `SplitMix64`.
fn number_of(place: u32) -> u64 {
    let mut z = (u64::from(place) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
