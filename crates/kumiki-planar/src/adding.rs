//! The arithmetic of a step: counts of `L` limbs of 64 bits, added where they stand.
//!
//! Every function returns the union of the top limbs that it has written. A sum of a step has at
//! most [`MOST_TERMS`] terms, so nothing has overflowed as long as the top [`SPARE_BITS`] bits of
//! all counts were clear before the step; whether they are clear after it, the union says.

use crate::tail::Run;
use std::ops::Range;

/// Bits of the top limb that are clear between two steps.
pub(crate) const SPARE_BITS: u32 = 6;

/// The most terms of a sum in a step.
pub(crate) const MOST_TERMS: usize = 1 << SPARE_BITS;

/// A count, lowest limb first.
pub(crate) type Number<const L: usize> = [u64; L];

/// Adds, and gives the top limb of the sum.
#[inline(always)]
fn add<const L: usize>(sum: &mut Number<L>, term: &Number<L>) -> u64 {
    let mut carry = false;
    for (limb, more) in sum.iter_mut().zip(term) {
        (*limb, carry) = limb.carrying_add(*more, carry);
    }
    sum[L - 1]
}

/// The arrays of a step.
pub(crate) struct Arrays<'n, const L: usize> {
    /// Words with all places (A).
    pub(crate) whole: &'n mut [Number<L>],
    /// Words in which the place of the vertex is left out, since it is inner (B).
    pub(crate) inner: &'n mut [Number<L>],
}

/// What a vertex may do: `KEEP` says that it may stay bare, `DOWN` that it has an edge down. All of
/// these have one to the right.
#[inline(always)]
fn bare<const L: usize, const KEEP: bool, const DOWN: bool>(
    bare: &mut Number<L>,
    pair: &mut Number<L>,
    inner: &Number<L>,
) -> u64 {
    let mut top = if DOWN { add(pair, bare) } else { 0 };
    if KEEP {
        top |= add(bare, inner);
    } else {
        *bare = *inner;
    }
    top
}

#[inline(always)]
fn moved<const L: usize, const KEEP: bool, const DOWN: bool>(
    right: &mut Number<L>,
    down: &Number<L>,
    inner: &mut Number<L>,
) -> u64 {
    let before = *right;
    if !KEEP {
        *right = *inner;
    } else {
        add(right, inner);
    }
    *inner = if DOWN { before } else { [0; L] };
    add(right, down)
}

/// A range of so many counts from a position on.
fn from(start: usize, len: usize) -> Range<usize> {
    start..start + len
}

/// Three ranges of an array that do not touch.
fn apart<const L: usize, const N: usize>(
    array: &mut [Number<L>],
    starts: [usize; N],
    len: usize,
) -> [&mut [Number<L>]; N] {
    array.get_disjoint_mut(starts.map(|start| from(start, len))).expect("blocks do not touch")
}

impl<const L: usize> Arrays<'_, L> {
    /// Blocks of words with both places bare, with `()`, and, if there are any, with `)(`.
    pub(crate) fn bare_block<const KEEP: bool, const DOWN: bool>(
        &mut self,
        [one, pair, into]: [usize; 3],
        nip: Option<usize>,
        len: usize,
    ) -> u64 {
        let inner = &mut self.inner[from(into, len)];
        let [ones, pairs] = apart(self.whole, [one, pair], len);
        let mut top = 0;
        for ((one, pair), inner) in ones.iter_mut().zip(pairs).zip(inner.iter()) {
            top |= bare::<L, KEEP, DOWN>(one, pair, inner);
        }
        match nip {
            Some(nip) => inner.copy_from_slice(&self.whole[from(nip, len)]),
            None => inner.fill([0; L]),
        }
        top
    }

    /// Blocks of words with a letter on the right, and with the same letter on the left.
    pub(crate) fn moved_block<const KEEP: bool, const DOWN: bool>(
        &mut self,
        [right, down, into]: [usize; 3],
        len: usize,
    ) -> u64 {
        let inner = &mut self.inner[from(into, len)];
        let [right, down] = apart(self.whole, [right, down], len);
        let mut top = 0;
        for ((right, down), inner) in right.iter_mut().zip(down).zip(inner) {
            top |= moved::<L, KEEP, DOWN>(right, down, inner);
        }
        top
    }

    /// A block of words that become inner ones.
    pub(crate) fn join_block(&mut self, start: usize, into: usize, len: usize) -> u64 {
        let terms = &self.whole[from(start, len)];
        let sums = &mut self.inner[from(into, len)];
        sums.iter_mut().zip(terms).fold(0, |top, (sum, term)| top | add(sum, term))
    }

    /// A block of inner words that become words with the place bare.
    pub(crate) fn fold_block<const KEEP: bool>(
        &mut self,
        into: usize,
        start: usize,
        len: usize,
    ) -> u64 {
        let terms = &mut self.inner[from(start, len)];
        let sums = &mut self.whole[from(into, len)];
        let mut top = 0;
        if KEEP {
            for (sum, term) in sums.iter_mut().zip(terms.iter()) {
                top |= add(sum, term);
            }
        } else {
            sums.copy_from_slice(terms);
        }
        terms.fill([0; L]);
        top
    }

    /// Words that cannot be.
    pub(crate) fn clear_block(&mut self, start: usize, len: usize) {
        self.whole[from(start, len)].fill([0; L]);
    }

    /// The same as the blocks, for the runs of a program.
    pub(crate) fn bare_runs<const KEEP: bool, const DOWN: bool>(
        &mut self,
        low: &[Run<3>],
        high: &[Run<4>],
    ) -> u64 {
        let mut top = 0;
        for ([one, pair, into], len) in low {
            for k in 0..usize::from(*len) {
                let into = &mut self.inner[usize::from(*into) + k];
                let mut bared = self.whole[usize::from(*one) + k];
                let pair = &mut self.whole[usize::from(*pair) + k];
                top |= bare::<L, KEEP, DOWN>(&mut bared, pair, into);
                self.whole[usize::from(*one) + k] = bared;
                *into = [0; L];
            }
        }
        for ([one, pair, into, nip], len) in high {
            for k in 0..usize::from(*len) {
                let into = &mut self.inner[usize::from(*into) + k];
                let mut bared = self.whole[usize::from(*one) + k];
                let pair = &mut self.whole[usize::from(*pair) + k];
                top |= bare::<L, KEEP, DOWN>(&mut bared, pair, into);
                self.whole[usize::from(*one) + k] = bared;
                *into = self.whole[usize::from(*nip) + k];
            }
        }
        top
    }

    pub(crate) fn moved_runs<const KEEP: bool, const DOWN: bool>(
        &mut self,
        runs: &[Run<3>],
    ) -> u64 {
        let mut top = 0;
        for ([right, down, into], len) in runs {
            for k in 0..usize::from(*len) {
                let down = self.whole[usize::from(*down) + k];
                let right = &mut self.whole[usize::from(*right) + k];
                let into = &mut self.inner[usize::from(*into) + k];
                top |= moved::<L, KEEP, DOWN>(right, &down, into);
            }
        }
        top
    }

    pub(crate) fn join_runs(&mut self, runs: &[Run<2>]) -> u64 {
        let mut top = 0;
        for ([start, into], len) in runs {
            for k in 0..usize::from(*len) {
                let term = &self.whole[usize::from(*start) + k];
                top |= add(&mut self.inner[usize::from(*into) + k], term);
            }
        }
        top
    }

    pub(crate) fn fold_runs<const KEEP: bool>(&mut self, runs: &[Run<2>]) -> u64 {
        let mut top = 0;
        for ([into, start], len) in runs {
            for k in 0..usize::from(*len) {
                let term = &mut self.inner[usize::from(*start) + k];
                let sum = &mut self.whole[usize::from(*into) + k];
                if KEEP {
                    top |= add(sum, term);
                } else {
                    *sum = *term;
                }
                *term = [0; L];
            }
        }
        top
    }

    pub(crate) fn clear_runs(&mut self, runs: &[Run<1>]) {
        for ([start], len) in runs {
            self.clear_block(usize::from(*start), usize::from(*len));
        }
    }

    /// The blocks of a beginning.
    pub(crate) fn blocks(&mut self, whole: Range<usize>, inner: Range<usize>) -> Arrays<'_, L> {
        Arrays { whole: &mut self.whole[whole], inner: &mut self.inner[inner] }
    }
}
