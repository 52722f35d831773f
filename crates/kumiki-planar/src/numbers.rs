//! Arrays of counts that get wider together.
//!
//! All counts of an array have the same number of limbs, so that a block of them is a slice. Widths
//! are those for which the arithmetic of a step is compiled.

use crate::adding::{Number, SPARE_BITS};
use num_bigint::BigUint;

/// How many limbs counts may have. A vertex is settled in at most two ways, and a graph has at most
/// 4096 vertices, so no count has more bits than that.
pub(crate) const WIDTHS: [usize; 10] = [1, 2, 3, 4, 5, 6, 8, 12, 24, 66];

/// The least width for so many bits.
pub(crate) fn limbs_for(bits: u64) -> usize {
    let fits = |limbs: &&usize| **limbs as u64 * u64::from(u64::BITS) >= bits;
    WIDTHS.iter().find(fits).or(WIDTHS.last()).copied().expect("there are widths")
}

/// The next width.
pub(crate) fn wider(limbs: usize) -> usize {
    limbs_for((limbs as u64 + 1) * u64::from(u64::BITS))
}

/// Whether a union of top limbs says that the next sum could overflow, if so many bits are spare.
pub(crate) fn is_full(top: u64, spare_bits: u32) -> bool {
    top >> (u64::BITS - spare_bits.max(SPARE_BITS)) != 0
}

/// An array of counts.
///
/// * **B1** `limbs` holds `count` numbers of `width` limbs each, the lowest limb first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    limbs: Vec<u64>,
    width: usize,
}

impl Numbers {
    /// So many zeros; none if there is no memory for them.
    pub(crate) fn zeros(count: usize, width: usize) -> Option<Self> {
        // Memory that is zero from the beginning is not touched here.
        let len = count.checked_mul(width)?;
        Vec::<u64>::new().try_reserve_exact(len).ok()?;
        Some(Self { limbs: vec![0; len], width })
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn bytes(&self) -> usize {
        self.limbs.capacity() * size_of::<u64>()
    }

    /// All limbs of all numbers.
    pub(crate) fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// Puts limbs in their places, from a position on. Says whether there was room.
    pub(crate) fn put(&mut self, at: usize, limbs: &[u64]) -> bool {
        let place = self.limbs.get_mut(at..).and_then(|rest| rest.get_mut(..limbs.len()));
        place.map(|place| place.copy_from_slice(limbs)).is_some()
    }

    /// As numbers of a known width.
    pub(crate) fn as_numbers<const L: usize>(&mut self) -> &mut [Number<L>] {
        assert_eq!(self.width, L, "B1");
        self.limbs.as_chunks_mut().0
    }

    /// The limbs of a number.
    pub(crate) fn get(&self, at: usize) -> &[u64] {
        &self.limbs[at * self.width..(at + 1) * self.width]
    }

    /// Whether so many numbers are zero. It takes long only if they are.
    pub(crate) fn are_zero(&self, at: usize, count: usize) -> bool {
        self.limbs[at * self.width..(at + count) * self.width].iter().all(|limb| *limb == 0)
    }

    /// Adds to a number, and gives its top limb.
    pub(crate) fn add(&mut self, at: usize, term: &[u64]) -> u64 {
        let mut carry = false;
        let sum = &mut self.limbs[at * self.width..(at + 1) * self.width];
        for (limb, more) in sum.iter_mut().zip(term) {
            (*limb, carry) = limb.carrying_add(*more, carry);
        }
        sum[sum.len() - 1]
    }

    /// Makes all numbers wider, in place, from the last one on.
    pub(crate) fn widen(&mut self, width: usize) {
        let (count, old) = (self.limbs.len() / self.width, self.width);
        self.limbs.reserve_exact(count * (width - old));
        self.limbs.resize(count * width, 0);
        for at in (0..count).rev() {
            self.limbs.copy_within(at * old..(at + 1) * old, at * width);
            self.limbs[at * width + old..(at + 1) * width].fill(0);
        }
        self.width = width;
    }
}

/// A number of limbs, lowest first.
pub(crate) fn number(limbs: &[u64]) -> BigUint {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_values_when_they_get_wider() {
        let mut numbers = Numbers::zeros(5, 1).expect("memory");
        for at in 0..5 {
            numbers.add(at, &[at as u64 * 3]);
        }
        numbers.widen(2);
        numbers.add(4, &[u64::MAX, 0]);
        numbers.widen(5);
        let all: Vec<BigUint> = (0..5).map(|at| number(numbers.get(at))).collect();
        let expected = [0_u128, 3, 6, 9, 12 + u128::from(u64::MAX)].map(BigUint::from);
        assert_eq!(all, expected);
        assert_eq!(WIDTHS.map(|width| limbs_for(width as u64 * 64)), WIDTHS);
        assert_eq!([1, 8, 9, 66].map(wider), [2, 12, 12, 66]);
    }
}
