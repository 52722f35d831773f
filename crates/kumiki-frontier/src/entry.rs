//! Entries: a state with the number of ways to reach it, in as few bytes as will do.
//!
//! Counts are exact. Every addition notices when there is no room for the sum; then the step is begun again with wider
//! entries. So a count that comes out has never wrapped, and no modulus is needed.

use crate::word::{Word, low_half};
use num_bigint::BigUint;

/// The limbs of the widest count.
pub(crate) const LIMBS: usize = 16;

/// A state and its count. The entry with count 0 is empty.
///
/// `mask` has the bits of the key set, in those entries that keep the key and the count in one word.
pub(crate) trait Entry: Copy + Send + Sync + 'static {
    /// The word of the state.
    type Key: Word;
    /// The entry to turn to when counts grow too large; the widest entry names itself.
    type Wider: Entry<Key = Self::Key>;
    /// No state.
    const EMPTY: Self;
    /// Whether there is nothing wider.
    const IS_WIDEST: bool;

    /// A state with a count, lowest limb first. `None` if the count does not fit.
    fn new(key: Self::Key, limbs: &[u64; LIMBS], mask: u128) -> Option<Self>;

    /// Whether this is no state.
    fn is_empty(&self) -> bool;

    /// The state.
    fn key(&self, mask: u128) -> Self::Key;

    /// Another state with the same count.
    fn with_key(&self, key: Self::Key, mask: u128) -> Self;

    /// Whether both are the same state.
    fn is_same(&self, other: &Self, mask: u128) -> bool;

    /// Adds the count of the same state. Says whether there was room.
    #[must_use]
    fn absorb(&mut self, other: &Self, mask: u128) -> bool;

    /// The count, lowest limb first.
    fn limbs(&self, mask: u128) -> [u64; LIMBS];
}

/// A key in the lower bits of 128 and the count in all bits above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed(u128);

impl Entry for Packed {
    type Key = u128;
    type Wider = Plain<u128, 1>;
    const EMPTY: Self = Self(0);
    const IS_WIDEST: bool = false;

    fn new(key: u128, limbs: &[u64; LIMBS], mask: u128) -> Option<Self> {
        let shift = mask.count_ones();
        let count = u128::from(limbs[0]) | (u128::from(limbs[1]) << 64);
        let is_too_much = limbs[2..].iter().any(|limb| *limb != 0) || count > (!mask >> shift);
        (!is_too_much).then(|| Self(key | (count << shift)))
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn key(&self, mask: u128) -> u128 {
        self.0 & mask
    }

    #[inline(always)]
    fn with_key(&self, key: u128, mask: u128) -> Self {
        Self((self.0 & !mask) | key)
    }

    #[inline(always)]
    fn is_same(&self, other: &Self, mask: u128) -> bool {
        (self.0 ^ other.0) & mask == 0
    }

    #[inline(always)]
    fn absorb(&mut self, other: &Self, mask: u128) -> bool {
        let (sum, wraps) = self.0.overflowing_add(other.0 & !mask);
        self.0 = sum;
        !wraps
    }

    fn limbs(&self, mask: u128) -> [u64; LIMBS] {
        let count = (self.0 & !mask) >> mask.count_ones();
        let mut limbs = [0; LIMBS];
        (limbs[0], limbs[1]) = (low_half(count), low_half(count >> 64));
        limbs
    }
}

/// A key and a count of `L` limbs side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<K: Halves, const L: usize> {
    key: K::Stored,
    count: [u64; L],
}

/// A word as it is stored: without the alignment of 128 bits, which would waste a quarter of an entry.
pub(crate) trait Halves: Word {
    /// The word cut into limbs.
    type Stored: Copy + Eq + Send + Sync + std::fmt::Debug + 'static;
    /// The word 0.
    const NOTHING: Self::Stored;
    /// Cuts.
    fn store(self) -> Self::Stored;
    /// Puts together.
    fn load(stored: Self::Stored) -> Self;
}

impl Halves for u64 {
    type Stored = u64;
    const NOTHING: u64 = 0;

    #[inline(always)]
    fn store(self) -> u64 {
        self
    }

    #[inline(always)]
    fn load(stored: u64) -> u64 {
        stored
    }
}

impl Halves for u128 {
    type Stored = [u64; 2];
    const NOTHING: [u64; 2] = [0; 2];

    #[inline(always)]
    fn store(self) -> [u64; 2] {
        [low_half(self), low_half(self >> 64)]
    }

    #[inline(always)]
    fn load([low, high]: [u64; 2]) -> u128 {
        u128::from(low) | (u128::from(high) << 64)
    }
}

/// What follows a width of counts.
pub(crate) trait Next<K: Halves> {
    /// The next wider entry.
    type Wider: Entry<Key = K>;
}

impl<K: Halves> Next<K> for Plain<K, 1> {
    type Wider = Plain<K, 2>;
}

impl<K: Halves> Next<K> for Plain<K, 2> {
    type Wider = Plain<K, LIMBS>;
}

impl<K: Halves> Next<K> for Plain<K, LIMBS> {
    type Wider = Self;
}

impl<K: Halves, const L: usize> Entry for Plain<K, L>
where
    Self: Next<K>,
{
    type Key = K;
    type Wider = <Self as Next<K>>::Wider;
    const EMPTY: Self = Self { key: K::NOTHING, count: [0; L] };
    const IS_WIDEST: bool = L == LIMBS;

    fn new(key: K, limbs: &[u64; LIMBS], _: u128) -> Option<Self> {
        let count = <[u64; L]>::try_from(&limbs[..L]).expect("as many limbs as asked for");
        limbs[L..].iter().all(|limb| *limb == 0).then(|| Self { key: key.store(), count })
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.count.iter().all(|limb| *limb == 0)
    }

    #[inline(always)]
    fn key(&self, _: u128) -> K {
        K::load(self.key)
    }

    #[inline(always)]
    fn with_key(&self, key: K, _: u128) -> Self {
        Self { key: key.store(), ..*self }
    }

    #[inline(always)]
    fn is_same(&self, other: &Self, _: u128) -> bool {
        self.key == other.key
    }

    #[inline(always)]
    fn absorb(&mut self, other: &Self, _: u128) -> bool {
        !add_limbs(&mut self.count, &other.count)
    }

    fn limbs(&self, _: u128) -> [u64; LIMBS] {
        let mut limbs = [0; LIMBS];
        limbs[..L].copy_from_slice(&self.count);
        limbs
    }
}

/// Adds a count to another, lowest limb first. Says whether there was no room for the sum.
#[inline(always)]
pub(crate) fn add_limbs<const L: usize>(sum: &mut [u64; L], count: &[u64; L]) -> bool {
    let mut carry = false;
    for (limb, more) in sum.iter_mut().zip(count) {
        (*limb, carry) = limb.carrying_add(*more, carry);
    }
    carry
}

/// A sum of counts, of any size.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Total {
    low: u128,
    high: BigUint,
}

impl Total {
    /// Adds the count of an entry.
    pub(crate) fn add(&mut self, limbs: &[u64; LIMBS]) {
        if limbs[2..].iter().all(|limb| *limb == 0) {
            let count = u128::from(limbs[0]) | (u128::from(limbs[1]) << 64);
            if let Some(sum) = self.low.checked_add(count) {
                self.low = sum;
                return;
            }
        }
        for limb in limbs.iter().rev().scan(LIMBS, |at, limb| {
            *at -= 1;
            Some(BigUint::from(*limb) << (64 * *at))
        }) {
            self.high += limb;
        }
    }

    /// Adds another sum.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.high += other.get();
    }

    /// The sum.
    pub(crate) fn get(&self) -> BigUint {
        &self.high + self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles a count until there is no room, and says how often that went well.
    fn doublings<E: Entry>(key: E::Key, mask: u128) -> u32 {
        let mut limbs = [0; LIMBS];
        limbs[0] = 1;
        let mut entry = E::new(key, &limbs, mask).expect("room for one");
        let mut expected = BigUint::from(1_u32);
        for times in 0.. {
            let mut total = Total::default();
            total.add(&entry.limbs(mask));
            assert_eq!(total.get(), expected);
            assert!(entry.key(mask) == key);
            let same = entry;
            if !entry.absorb(&same, mask) {
                return times;
            }
            expected *= 2_u32;
        }
        unreachable!("counts are finite")
    }

    #[test]
    fn sums_are_exact_until_there_is_no_room() {
        assert_eq!(doublings::<Packed>(5, (1 << 80) - 1), 47);
        assert_eq!(doublings::<Packed>(5, (1 << 60) - 1), 67);
        assert_eq!(doublings::<Plain<u64, 1>>(5, 0), 63);
        assert_eq!(doublings::<Plain<u128, 2>>(5, 0), 127);
        assert_eq!(doublings::<Plain<u128, LIMBS>>(5, 0), 1023);
    }

    #[test]
    fn totals_outgrow_every_word() {
        let mut total = Total::default();
        for _ in 0..4 {
            total.add(&[u64::MAX; LIMBS]);
            total.add(&[1; LIMBS]);
        }
        let ones = [1_u8; 1].repeat(LIMBS).iter().fold(BigUint::ZERO, |sum, limb| (sum << 64) + *limb);
        let most = (BigUint::from(1_u32) << (64 * LIMBS)) - 1_u32;
        assert_eq!(total.get(), (ones + most) * 4_u32);
    }
}
