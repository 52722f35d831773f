//! Exact numbers of a fixed size that notice when they overflow.

use num_bigint::BigUint;

/// A number below 2 to the power of `64 * L`, its lowest limb first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weight<const L: usize>([u64; L]);

impl<const L: usize> Weight<L> {
    pub(crate) fn one() -> Self {
        let mut limbs = [0; L];
        limbs[0] = 1;
        Self(limbs)
    }

    /// Adds a number. Says whether there was room.
    #[inline(always)]
    #[must_use]
    pub(crate) fn add(&mut self, other: &Self) -> bool {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            (*limb, carry) = limb.carrying_add(other, carry);
        }
        !carry
    }

    /// The same number with more room.
    ///
    /// # Panics
    /// If there is less room.
    pub(crate) fn widen<const M: usize>(&self) -> Weight<M> {
        let mut limbs = [0; M];
        limbs[..L].copy_from_slice(&self.0);
        Weight(limbs)
    }

    /// The number with these limbs, lowest first.
    pub(crate) fn from_limbs(limbs: [u64; L]) -> Self {
        Self(limbs)
    }

    /// Its limbs, lowest first.
    pub(crate) fn limbs(&self) -> &[u64; L] {
        &self.0
    }

    pub(crate) fn to_big(self) -> BigUint {
        let mut sum = BigUint::default();
        for limb in self.0.iter().rev() {
            sum = (sum << 64) + *limb;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_until_there_is_no_room() {
        let mut weight = Weight::<2>::one();
        let mut big = BigUint::from(1u32);
        for doublings in 1..=127 {
            let same = weight;
            assert!(weight.add(&same), "2^{doublings}");
            big *= 2u32;
            assert_eq!(weight.to_big(), big);
        }
        let same = weight;
        assert_eq!(weight.widen::<3>().to_big(), big);
        assert!(!weight.add(&same), "2^128 does not fit");
    }
}
