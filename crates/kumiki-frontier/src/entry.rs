//! Entries: a state with the number of ways to reach it, in as few bytes as will do.
//!
//! Counts are exact. Every addition notices when there is no room for the sum; then the step is
//! begun again with wider entries. So a count that comes out has never wrapped, and no modulus is
//! needed.

use crate::word::{Word, low_half};
use num_bigint::BigUint;

/// The limbs of the widest count.
pub(crate) const LIMBS: usize = 16;

/// A count of any width, lowest limb first.
pub(crate) type Limbs = [u64; LIMBS];

/// A state and its counts: how many ways to reach it have an even label, and how many an odd one.
/// An entry without counts is empty.
///
/// `mask` has the bits of the key set, in those entries that keep the key and the count in one
/// word.
pub(crate) trait Entry: Copy + Send + Sync + 'static {
    /// The word of the state.
    type Key: Word;
    /// The entry to turn to when counts grow too large; the widest entry names itself.
    type Wider: Entry<Key = Self::Key>;
    /// No state.
    const EMPTY: Self;
    /// Whether there is nothing wider.
    const IS_WIDEST: bool;
    /// Limbs that any of its counts fits into.
    const COUNT_LIMBS: usize;
    /// Tells it from those that it is widened to: the bits of a count, or 0 if they depend on the
    /// key.
    const WIDTH: u64;

    /// A state with counts. `None` if they do not fit.
    fn new(key: Self::Key, counts: &[Limbs; 2], mask: u128) -> Option<Self>;

    /// Whether this is no state.
    fn is_empty(&self) -> bool;

    /// The state.
    fn key(&self, mask: u128) -> Self::Key;

    /// Another state with the same counts, exchanged if an odd label led there.
    fn follow(&self, key: Self::Key, is_odd: bool, mask: u128) -> Self;

    /// Whether both are the same state.
    fn is_same(&self, other: &Self, mask: u128) -> bool;

    /// Adds the counts of the same state; an empty entry becomes that state. Says whether there was
    /// room.
    #[must_use]
    fn absorb(&mut self, other: &Self, mask: u128) -> bool;

    /// The counts.
    fn counts(&self, mask: u128) -> [Limbs; 2];

    /// A limb of the count for even labels, which are parity 0, or for odd ones.
    fn limb(&self, parity: usize, limb: usize, mask: u128) -> u64;

    /// A state whose limbs are given by parity and number, those of `COUNT_LIMBS` only. `None` if
    /// the counts do not fit.
    fn gather(key: Self::Key, limb: impl Fn(usize, usize) -> u64, mask: u128) -> Option<Self>;
}

/// The narrowest entries for the keys of a word.
pub(crate) trait FirstEntry: Word {
    /// With one count, if all labels are even.
    type Single: Entry<Key = Self>;
    /// With two.
    type Pair: Entry<Key = Self>;
}

impl FirstEntry for u64 {
    type Single = Plain<u64, [u64; 1]>;
    type Pair = Plain<u64, [u32; 2]>;
}

impl FirstEntry for u128 {
    type Single = Packed;
    type Pair = Plain<u128, [u32; 2]>;
}

/// A key in the lower bits of 128 and the count in all bits above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed(u128);

impl Entry for Packed {
    type Key = u128;
    type Wider = Plain<u128, [u64; 1]>;
    const EMPTY: Self = Self(0);
    const IS_WIDEST: bool = false;
    const COUNT_LIMBS: usize = 2;
    const WIDTH: u64 = 0;

    fn new(key: u128, [even, odd]: &[Limbs; 2], mask: u128) -> Option<Self> {
        let shift = mask.count_ones();
        let count = u128::from(even[0]) | (u128::from(even[1]) << 64);
        let is_too_much =
            even[2..].iter().chain(odd).any(|limb| *limb != 0) || count > (!mask >> shift);
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
    fn follow(&self, key: u128, _: bool, mask: u128) -> Self {
        Self((self.0 & !mask) | key)
    }

    #[inline(always)]
    fn is_same(&self, other: &Self, mask: u128) -> bool {
        (self.0 ^ other.0) & mask == 0
    }

    #[inline(always)]
    fn absorb(&mut self, other: &Self, mask: u128) -> bool {
        let (sum, wraps) = (self.0 & !mask).overflowing_add(other.0);
        self.0 = sum;
        !wraps
    }

    fn counts(&self, mask: u128) -> [Limbs; 2] {
        let count = (self.0 & !mask) >> mask.count_ones();
        let mut limbs = [0; LIMBS];
        (limbs[0], limbs[1]) = (low_half(count), low_half(count >> 64));
        [limbs, [0; LIMBS]]
    }

    #[inline(always)]
    fn limb(&self, _: usize, limb: usize, mask: u128) -> u64 {
        let count = (self.0 & !mask) >> mask.count_ones();
        low_half(if limb == 0 { count } else { count >> 64 })
    }

    #[inline(always)]
    fn gather(key: u128, limb: impl Fn(usize, usize) -> u64, mask: u128) -> Option<Self> {
        let shift = mask.count_ones();
        let count = u128::from(limb(0, 0)) | (u128::from(limb(0, 1)) << 64);
        (count <= (!mask >> shift)).then(|| Self(key | (count << shift)))
    }
}

/// A key and its counts side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<K: Halves, C> {
    /// The key, in pieces of 64 bits; 0 in an empty entry.
    key: K::Stored,
    /// How many ways lead to the state; nothing in an empty entry.
    counts: C,
}

/// A word as it is stored: without the alignment of 128 bits, which would waste a quarter of an
/// entry.
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

/// One count or two.
pub(crate) trait Counts: Copy + Send + Sync + 'static {
    /// What to turn to when counts grow too large; the widest counts name themselves.
    type Wider: Counts;
    /// Nothing counted.
    const ZERO: Self;
    /// Whether there is nothing wider.
    const IS_WIDEST: bool;
    /// Limbs that any of the counts fits into.
    const LIMBS: usize;
    /// The bits of a count.
    const WIDTH: u64;

    /// `None` if the counts do not fit.
    fn new(counts: &[Limbs; 2]) -> Option<Self>;

    /// Whether nothing is counted.
    fn is_zero(&self) -> bool;

    /// The counts exchanged.
    fn exchanged(self) -> Self;

    /// Adds. Says whether there was no room.
    fn add(&mut self, other: &Self) -> bool;

    /// The counts of the ways with an even and with an odd label.
    fn limbs(&self) -> [Limbs; 2];

    /// A limb of the count for even labels, which are parity 0, or for odd ones.
    fn limb(&self, parity: usize, limb: usize) -> u64;

    /// Counts whose limbs are given by parity and number, those of `LIMBS` only. `None` if they do
    /// not fit.
    fn gather(limb: impl Fn(usize, usize) -> u64) -> Option<Self>;
}

/// The limbs of a count, if so many are enough.
fn cut<const L: usize>(limbs: &Limbs) -> Option<[u64; L]> {
    let (kept, rest) = limbs.split_at(L);
    if rest.iter().any(|limb| *limb != 0) { None } else { kept.try_into().ok() }
}

/// The limbs of a count as those of the widest.
pub(crate) fn widened<const L: usize>(count: &[u64; L]) -> Limbs {
    let mut limbs = [0; LIMBS];
    limbs[..L].copy_from_slice(count);
    limbs
}

/// One count.
macro_rules! single {
    ($limbs:expr, $wider:expr) => {
        impl Counts for [u64; $limbs] {
            type Wider = [u64; $wider];
            const ZERO: Self = [0; $limbs];
            const IS_WIDEST: bool = $limbs == LIMBS;
            const LIMBS: usize = $limbs;
            const WIDTH: u64 = 64 * ($limbs as u64);

            fn new([even, odd]: &[Limbs; 2]) -> Option<Self> {
                cut(even).filter(|_| odd.iter().all(|limb| *limb == 0))
            }

            #[inline(always)]
            fn is_zero(&self) -> bool {
                self.iter().all(|limb| *limb == 0)
            }

            #[inline(always)]
            fn exchanged(self) -> Self {
                self
            }

            #[inline(always)]
            fn add(&mut self, other: &Self) -> bool {
                add_limbs(self, other)
            }

            fn limbs(&self) -> [Limbs; 2] {
                [widened(self), [0; LIMBS]]
            }

            #[inline(always)]
            fn limb(&self, _: usize, limb: usize) -> u64 {
                self[limb]
            }

            #[inline(always)]
            fn gather(limb: impl Fn(usize, usize) -> u64) -> Option<Self> {
                Some(std::array::from_fn(|number| limb(0, number)))
            }
        }
    };
}

single!(1, 2);
single!(2, LIMBS);
single!(LIMBS, LIMBS);

/// Two small counts.
impl Counts for [u32; 2] {
    type Wider = [[u64; 1]; 2];
    const ZERO: Self = [0; 2];
    const IS_WIDEST: bool = false;
    const LIMBS: usize = 1;
    const WIDTH: u64 = 32;

    fn new(counts: &[Limbs; 2]) -> Option<Self> {
        let [even, odd] =
            counts.map(|limbs| cut(&limbs).and_then(|[limb]| u32::try_from(limb).ok()));
        Some([even?, odd?])
    }

    #[inline(always)]
    fn is_zero(&self) -> bool {
        *self == [0; 2]
    }

    #[inline(always)]
    fn exchanged(self) -> Self {
        [self[1], self[0]]
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let [(even, one), (odd, other)] =
            [0, 1].map(|parity| self[parity].overflowing_add(other[parity]));
        *self = [even, odd];
        one | other
    }

    fn limbs(&self) -> [Limbs; 2] {
        self.map(|count| widened(&[u64::from(count)]))
    }

    #[inline(always)]
    fn limb(&self, parity: usize, _: usize) -> u64 {
        u64::from(self[parity])
    }

    #[inline(always)]
    fn gather(limb: impl Fn(usize, usize) -> u64) -> Option<Self> {
        let [even, odd] = [0, 1].map(|parity| u32::try_from(limb(parity, 0)).ok());
        Some([even?, odd?])
    }
}

/// Two counts.
macro_rules! pair {
    ($limbs:expr, $wider:expr) => {
        impl Counts for [[u64; $limbs]; 2] {
            type Wider = [[u64; $wider]; 2];
            const ZERO: Self = [[0; $limbs]; 2];
            const IS_WIDEST: bool = $limbs == LIMBS;
            const LIMBS: usize = $limbs;
            const WIDTH: u64 = 64 * ($limbs as u64);

            fn new([even, odd]: &[Limbs; 2]) -> Option<Self> {
                Some([cut(even)?, cut(odd)?])
            }

            #[inline(always)]
            fn is_zero(&self) -> bool {
                self.iter().flatten().all(|limb| *limb == 0)
            }

            #[inline(always)]
            fn exchanged(self) -> Self {
                [self[1], self[0]]
            }

            #[inline(always)]
            fn add(&mut self, [even, odd]: &Self) -> bool {
                add_limbs(&mut self[0], even) | add_limbs(&mut self[1], odd)
            }

            fn limbs(&self) -> [Limbs; 2] {
                self.map(|count| widened(&count))
            }

            #[inline(always)]
            fn limb(&self, parity: usize, limb: usize) -> u64 {
                self[parity][limb]
            }

            #[inline(always)]
            fn gather(limb: impl Fn(usize, usize) -> u64) -> Option<Self> {
                Some([0, 1].map(|parity| std::array::from_fn(|number| limb(parity, number))))
            }
        }
    };
}

pair!(1, LIMBS);
pair!(LIMBS, LIMBS);

impl<K: Halves, C: Counts> Entry for Plain<K, C> {
    type Key = K;
    type Wider = Plain<K, C::Wider>;
    const EMPTY: Self = Self { key: K::NOTHING, counts: C::ZERO };
    const IS_WIDEST: bool = C::IS_WIDEST;
    const COUNT_LIMBS: usize = C::LIMBS;
    const WIDTH: u64 = C::WIDTH;

    fn new(key: K, counts: &[Limbs; 2], _: u128) -> Option<Self> {
        C::new(counts).map(|counts| Self { key: key.store(), counts })
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.counts.is_zero()
    }

    #[inline(always)]
    fn key(&self, _: u128) -> K {
        K::load(self.key)
    }

    #[inline(always)]
    fn follow(&self, key: K, is_odd: bool, _: u128) -> Self {
        let counts = if is_odd { self.counts.exchanged() } else { self.counts };
        Self { key: key.store(), counts }
    }

    #[inline(always)]
    fn is_same(&self, other: &Self, _: u128) -> bool {
        self.key == other.key
    }

    #[inline(always)]
    fn absorb(&mut self, other: &Self, _: u128) -> bool {
        self.key = other.key;
        !self.counts.add(&other.counts)
    }

    fn counts(&self, _: u128) -> [Limbs; 2] {
        self.counts.limbs()
    }

    #[inline(always)]
    fn limb(&self, parity: usize, limb: usize, _: u128) -> u64 {
        self.counts.limb(parity, limb)
    }

    #[inline(always)]
    fn gather(key: K, limb: impl Fn(usize, usize) -> u64, _: u128) -> Option<Self> {
        C::gather(limb).map(|counts| Self { key: key.store(), counts })
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
    /// What has been added without overflow. The sum is `low + high`.
    low: u128,
    /// Everything else.
    high: BigUint,
}

impl Total {
    /// Adds the count of an entry.
    pub(crate) fn add(&mut self, limbs: &Limbs) {
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

    /// The sum with these digits, lowest first.
    pub(crate) fn from_digits(digits: &[u64]) -> Self {
        let high = digits.iter().rev().fold(BigUint::ZERO, |high, digit| (high << 64) + *digit);
        Self { low: 0, high }
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

    /// Doubles counts until there is no room, and says how often that went well.
    fn doublings<E: Entry>(key: E::Key, mask: u128, counts: [u64; 2]) -> u32 {
        let mut entry =
            E::new(key, &counts.map(|count| widened(&[count])), mask).expect("room for little");
        let mut expected = counts.map(BigUint::from);
        for times in 0.. {
            let sums = entry.counts(mask).map(|limbs| {
                let mut total = Total::default();
                total.add(&limbs);
                total.get()
            });
            assert_eq!(sums, expected);
            assert!(entry.key(mask) == key);
            assert_eq!(
                entry.follow(key, true, mask).counts(mask)[0],
                entry.counts(mask)[usize::from(counts[1] != 0)]
            );
            let same = entry;
            if !entry.absorb(&same, mask) {
                return times;
            }
            expected = expected.map(|count| count * 2_u32);
        }
        unreachable!("counts are finite")
    }

    #[test]
    fn sums_are_exact_until_there_is_no_room() {
        assert_eq!(doublings::<Packed>(5, (1 << 80) - 1, [1, 0]), 47);
        assert_eq!(doublings::<Packed>(5, (1 << 60) - 1, [1, 0]), 67);
        assert_eq!(doublings::<Plain<u64, [u64; 1]>>(5, 0, [1, 0]), 63);
        assert_eq!(doublings::<Plain<u128, [u64; 2]>>(5, 0, [1, 0]), 127);
        assert_eq!(doublings::<Plain<u128, Limbs>>(5, 0, [1, 0]), 1023);
        assert_eq!(doublings::<Plain<u64, [u32; 2]>>(5, 0, [1, 2]), 30);
        assert_eq!(doublings::<Plain<u128, [[u64; 1]; 2]>>(5, 0, [3, 1]), 62);
        assert_eq!(doublings::<Plain<u64, [Limbs; 2]>>(5, 0, [0, 1]), 1023);
    }

    #[test]
    fn totals_outgrow_every_word() {
        let mut total = Total::default();
        for _ in 0..4 {
            total.add(&[u64::MAX; LIMBS]);
            total.add(&[1; LIMBS]);
        }
        let ones =
            [1_u8; 1].repeat(LIMBS).iter().fold(BigUint::ZERO, |sum, limb| (sum << 64) + *limb);
        let most = (BigUint::from(1_u32) << (64 * LIMBS)) - 1_u32;
        assert_eq!(total.get(), (ones + most) * 4_u32);
    }
}
