//! Which tiles fit into the corners of a polygon.
//!
//! A tile that is cut off leaves most corners as they were. What fitted into such a corner before still does, unless it overlaps the tile
//! that was cut off; and what did not fit never will. So only new corners are looked at in full, and all others inherit.
//!
//! Often it is not even necessary to cut: if nothing is left for a convex corner that the tile does not touch, there is no tiling.

use crate::outline::{NONE, Outline};
use crate::table::{Table, Way};
use kumiki_id::widen;

/// For each corner of a polygon a set of ways.
///
/// * **F1** A corner has `table.way_words` words. Bit k of them stands for the k-th of the ways whose side leaves in the direction in which
///   the polygon's does, and is set if that way fits.
/// * **F2** This holds for the corners that are known. All of these are convex.
#[derive(Clone, Default, Debug)]
pub(crate) struct Fits {
    words: Vec<u64>,
    known: Vec<bool>,
}

/// What still fits when a tile is laid.
#[derive(Clone, Default, Debug)]
pub(crate) struct Kept {
    fits: Fits,
    /// Over each axis, corners that are not between these heights are too far away for a tile there to reach the one that is laid.
    least: Vec<i64>,
    most: Vec<i64>,
}

impl Fits {
    /// Forgets everything, to be used again.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.known.clear();
    }
}

impl Outline {
    /// The ways that fit into a corner, but for those of some kinds.
    #[inline(always)]
    fn words(&self, table: &Table, corner: usize, lacking: &[usize]) -> impl Iterator<Item = u64> {
        let direction = self.directions[corner];
        let words = self.fits.words[corner * table.way_words..][..table.way_words].iter().enumerate();
        words.map(move |(at, word)| {
            let mut word = *word;
            for kind in lacking {
                word &= !table.ways_of_kind(direction, *kind)[at];
            }
            word
        })
    }

    /// The ways that fit into a corner, but for those of some kinds.
    pub(crate) fn ways(&self, table: &Table, corner: usize, lacking: &[usize]) -> Vec<u32> {
        let ways = &table.ways_out[self.directions[corner]];
        let words = self.words(table, corner, lacking).enumerate();
        words.flat_map(|(at, word)| bits(word).map(move |bit| ways[64 * at + bit])).collect()
    }

    /// How many these are.
    #[inline(always)]
    pub(crate) fn count_ways(&self, table: &Table, corner: usize, lacking: &[usize]) -> usize {
        self.words(table, corner, lacking).map(|word| widen(word.count_ones())).sum()
    }

    /// What still fits when a tile is laid into a corner, unless nothing does in a convex corner that the tile does not touch.
    pub(crate) fn keep_fits(&self, table: &Table, corner: usize, way: &Way, kept: &mut Kept) -> bool {
        let axes = table.axes;
        let heights = |corner: usize| &self.heights[corner * axes..][..axes];
        let base = heights(corner);
        let Kept { fits, least, most } = kept;
        fits.words.clone_from(&self.fits.words);
        fits.known.clone_from(&self.fits.known);
        least.clear();
        least.extend((0..axes).map(|axis| base[axis] + way.least[axis] - table.reach[axis]));
        most.clear();
        most.extend((0..axes).map(|axis| base[axis] + way.most[axis] + table.reach[axis]));
        for (other, words) in fits.words.chunks_exact_mut(table.way_words).enumerate() {
            let mut over_axes = heights(other).iter().zip(least.iter().zip(most.iter()));
            if !fits.known[other] || over_axes.any(|(height, (least, most))| height < least || height > most) {
                continue;
            }
            let ways = &table.ways_out[self.directions[other]];
            let mut are_any = false;
            for (at, word) in words.iter_mut().enumerate() {
                for bit in bits(*word) {
                    let candidate = &table.ways[widen(ways[64 * at + bit])];
                    if table.overlap((way, base), (candidate, heights(other))) {
                        *word &= !(1 << bit);
                    }
                }
                are_any |= *word != 0;
            }
            if !are_any && !table.has_point(way, base, heights(other)) {
                return false;
            }
        }
        true
    }

    /// Takes over what fits into the old corners of a polygon that was cut off another.
    pub(crate) fn inherit_fits(&mut self, table: &Table, kept: &Kept) {
        let count = table.way_words;
        for origin in &self.origins {
            let is_known = *origin != NONE && kept.fits.known[*origin];
            self.fits.known.push(is_known);
            if is_known {
                self.fits.words.extend_from_slice(&kept.fits.words[*origin * count..][..count]);
            } else {
                self.fits.words.extend(std::iter::repeat_n(0, count));
            }
        }
    }

    /// Whether it is known what fits into a corner.
    pub(crate) fn is_known(&self, corner: usize) -> bool {
        self.fits.known[corner]
    }

    /// Finds out what fits into a convex corner.
    pub(crate) fn find_fits(&mut self, table: &Table, corner: usize, span: usize) {
        for (at, way) in table.ways_out[self.directions[corner]].iter().enumerate() {
            let way = &table.ways[widen(*way)];
            if way.span <= span && self.has_room_for(table, corner, way) {
                self.fits.words[corner * table.way_words + at / 64] |= 1 << (at % 64);
            }
        }
        self.fits.known[corner] = true;
    }

    /// Says that nothing is known.
    pub(crate) fn forget_fits(&mut self, table: &Table) {
        self.fits.clear();
        self.fits.words.resize(self.len() * table.way_words, 0);
        self.fits.known.resize(self.len(), false);
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then(|| widen(bit))
    })
}
