//! Which tiles fit into the corners of a polygon.
//!
//! A tile that is cut off leaves most corners as they were. What fitted into such a corner before
//! still does, unless it overlaps the tile that was cut off; and what did not fit never will. So
//! only new corners are looked at in full, and all others inherit.
//!
//! Often it is not even necessary to cut: if nothing is left for a convex corner that the tile does
//! not touch, there is no tiling.

use crate::outline::{NONE, Outline};
use crate::table::{Part, Table, Way, meet};

/// For each corner of a polygon a set of ways.
///
/// * **X1** A corner has `table.way_words` words. Bit k of them stands for the k-th of the ways
///   whose side leaves in the direction in which the polygon's does, and is set if that way fits
///   and is not barred.
/// * **X2** This holds for the corners that are known. All of these are convex.
#[derive(Clone, Default, Debug)]
pub(crate) struct Fits {
    /// `table.way_words` words for each corner (X1). 0 for corners that are not known. Empty if
    /// nothing is asked about this polygon.
    pub(crate) words: Vec<u64>,
    /// For each corner whether X1 holds there (X2).
    pub(crate) known: Vec<bool>,
}

/// Ways that are not to be taken, though they may fit.
///
/// * **X3** Each direction has `table.way_words` words, with bits for the ways that leave in this
///   direction, as in X1.
#[derive(Clone, Default, Debug)]
pub(crate) struct Barred {
    /// `table.way_words` words for each direction (X3).
    words: Vec<u64>,
}

/// What still fits when a tile is laid.
#[derive(Clone, Default, Debug)]
pub(crate) struct Retained {
    /// For the corners of the polygon before the cut: what fitted, without what overlaps the tile.
    fits: Fits,
    /// Room for the heights of the corner where the tile is laid, as seen from another corner.
    shift: Vec<i64>,
}

impl Fits {
    /// Becomes the same as another, in the room that there is.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.known.clone_from(&other.known);
    }

    /// Forgets everything, to be used again.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.known.clear();
    }
}

impl Barred {
    /// Bars no ways but those of some kinds.
    pub(crate) fn bar_kinds(&mut self, table: &Table, kinds: &[usize]) {
        self.words.clear();
        self.words.resize(2 * table.axes * table.way_words, 0);
        for kind in kinds {
            for (word, ways) in self.words.iter_mut().zip(table.ways_of_kind(*kind)) {
                *word |= ways;
            }
        }
    }

    /// The words of a direction.
    #[inline(always)]
    fn words(&self, table: &Table, direction: usize) -> &[u64] {
        &self.words[direction * table.way_words..][..table.way_words]
    }

    /// Bars ways of a word.
    #[inline(always)]
    pub(crate) fn bar(&mut self, word: usize, ways: u64) {
        self.words[word] |= ways;
    }
}

impl Outline {
    /// The words of a corner.
    #[inline(always)]
    fn words(&self, table: &Table, corner: usize) -> &[u64] {
        &self.fits.words[corner * table.way_words..][..table.way_words]
    }

    /// The ways that fit into a corner.
    pub(crate) fn ways(&self, table: &Table, corner: usize) -> Vec<u32> {
        let out = &table.ways_out[self.directions[corner]];
        let mut ways = Vec::with_capacity(self.count_ways(table, corner));
        for (at, word) in self.words(table, corner).iter().enumerate() {
            ways.extend(bits(*word).map(|bit| out[64 * at + bit]));
        }
        ways
    }

    /// How many these are.
    #[inline(always)]
    pub(crate) fn count_ways(&self, table: &Table, corner: usize) -> usize {
        self.words(table, corner).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Strikes out what is barred. If a single polygon is left when a tile is cut off, that has no
    /// use for it either.
    pub(crate) fn strike(&mut self, table: &Table, barred: &Barred) {
        let corners = self.fits.words.chunks_exact_mut(table.way_words);
        for (words, direction) in corners.zip(&self.directions) {
            for (word, barred) in words.iter_mut().zip(barred.words(table, *direction)) {
                *word &= !barred;
            }
        }
    }

    /// What still fits when a tile is laid into a corner, unless nothing does in a convex corner
    /// that the tile does not touch.
    pub(crate) fn keep_fits(
        &self,
        table: &Table,
        corner: usize,
        way: &Way,
        retained: &mut Retained,
    ) -> bool {
        let axes = table.axes;
        let base = &self.heights[corner * axes..][..axes];
        let Retained { fits, shift } = retained;
        fits.copy(&self.fits);
        shift.resize(axes, 0);
        for (other, words) in fits.words.chunks_exact_mut(table.way_words).enumerate() {
            if !fits.known[other] {
                continue;
            }
            let heights = &self.heights[other * axes..][..axes];
            for ((shift, base), height) in shift.iter_mut().zip(base).zip(heights) {
                *shift = base - height;
            }
            if !meet(&table.reach_out[self.directions[other]], &way.reach, shift) {
                continue;
            }
            let ways = &table.ways_out[self.directions[other]];
            let mut are_any = false;
            for (at, word) in words.iter_mut().enumerate() {
                for bit in bits(*word) {
                    let candidate = &table.ways[ways[64 * at + bit] as usize];
                    let overlaps = |part: &Part| {
                        way.parts.iter().any(|laid| meet(&part.spread, &laid.spread, shift))
                    };
                    if candidate.parts.iter().any(overlaps) {
                        *word &= !(1 << bit);
                    }
                }
                are_any |= *word != 0;
            }
            if !are_any && !table.has_point(way, base, heights) {
                return false;
            }
        }
        true
    }

    /// Takes over what fits into the old corners of a polygon that was cut off another.
    pub(crate) fn inherit_fits(&mut self, table: &Table, retained: &Retained) {
        let count = table.way_words;
        for origin in &self.origins {
            let is_known = *origin != NONE && retained.fits.known[*origin];
            self.fits.known.push(is_known);
            if is_known {
                self.fits.words.extend_from_slice(&retained.fits.words[*origin * count..][..count]);
            } else {
                self.fits.words.extend(std::iter::repeat_n(0, count));
            }
        }
    }

    /// Whether it is known what fits into a corner.
    pub(crate) fn is_known(&self, corner: usize) -> bool {
        self.fits.known[corner]
    }

    /// Finds out what fits into a convex corner and is not barred.
    pub(crate) fn find_fits(&mut self, table: &Table, corner: usize, span: usize, barred: &Barred) {
        let direction = self.directions[corner];
        let ways = table.ways_out[direction].chunks(64).zip(barred.words(table, direction));
        for (at, (ways, barred)) in ways.enumerate() {
            let mut word = 0;
            for (bit, way) in ways.iter().enumerate() {
                let way = &table.ways[*way as usize];
                if barred >> bit & 1 == 0
                    && way.span <= span
                    && self.has_room_for(table, corner, way)
                {
                    word |= 1 << bit;
                }
            }
            self.fits.words[corner * table.way_words + at] = word;
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
        (bit < 64).then_some(bit as usize)
    })
}
