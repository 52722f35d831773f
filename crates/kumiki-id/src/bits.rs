//! Sets of small numbers as a fixed number of machine words.
//!
//! Every operation is a loop over `W` words that the compiler unrolls and, where the machine
//! allows, turns into vector instructions. `W` is a constant because the sets live inside search
//! frames that are copied at every node.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set with one member.
    #[must_use]
    pub fn single(member: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(member);
        set
    }

    /// Adds a member.
    #[inline(always)]
    pub fn insert(&mut self, member: usize) {
        self.0[member >> 6] |= 1 << (member & 63);
    }

    /// Removes a member if it is there.
    #[inline(always)]
    pub fn remove(&mut self, member: usize) {
        self.0[member >> 6] &= !(1 << (member & 63));
    }

    /// Whether `member` belongs to the set.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, member: usize) -> bool {
        self.0[member >> 6] >> (member & 63) & 1 != 0
    }

    /// Members of either set.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Members of both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Members of `self` that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Members of exactly one of the two sets.
    #[inline(always)]
    #[must_use]
    pub fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// Whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut any = 0;
        for word in &self.0 {
            any |= word;
        }
        any == 0
    }

    /// Whether the two sets share a member.
    #[inline(always)]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// How many members there are.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> u32 {
        let mut len = 0;
        for word in &self.0 {
            len += word.count_ones();
        }
        len
    }

    /// The least member.
    #[inline(always)]
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        for (at, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(at * 64 + ones_below(*word));
            }
        }
        None
    }

    /// The members in increasing order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|rest| *rest != 0)
                .map(move |rest| at * 64 + ones_below(rest))
        })
    }

    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = [0; W];
        let mut at = 0;
        while at < W {
            result[at] = op(self.0[at], other.0[at]);
            at += 1;
        }
        Self(result)
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<A: IntoIterator<Item = usize>>(members: A) -> Self {
        let mut set = Self::EMPTY;
        for member in members {
            set.insert(member);
        }
        set
    }
}

/// Position of the lowest one of a nonzero word.
#[inline(always)]
const fn ones_below(word: u64) -> usize {
    word.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::Bits;
    use std::collections::BTreeSet;

    /// Every pair of subsets of a seven-element universe that straddles a word boundary.
    #[test]
    fn all_operations_agree_with_ordinary_sets() {
        let universe = [0, 1, 62, 63, 64, 65, 127];
        let subset = |mask: usize| -> BTreeSet<usize> {
            universe
                .iter()
                .enumerate()
                .filter(|(at, _)| mask >> at & 1 == 1)
                .map(|(_, m)| *m)
                .collect()
        };
        for a in 0..128 {
            let plain_a = subset(a);
            let bits_a: Bits<2> = plain_a.iter().copied().collect();
            assert_eq!(bits_a.iter().collect::<BTreeSet<_>>(), plain_a);
            assert_eq!(bits_a.first(), plain_a.first().copied());
            assert_eq!(bits_a.len() as usize, plain_a.len());
            assert_eq!(bits_a.is_empty(), plain_a.is_empty());
            for member in universe {
                assert_eq!(bits_a.contains(member), plain_a.contains(&member));
                let mut fewer = bits_a;
                fewer.remove(member);
                assert_eq!(fewer, bits_a.minus(Bits::single(member)));
            }
            for b in 0..128 {
                let plain_b = subset(b);
                let bits_b: Bits<2> = plain_b.iter().copied().collect();
                assert_eq!(bits_a.and(bits_b).iter().collect::<BTreeSet<_>>(), &plain_a & &plain_b);
                assert_eq!(bits_a.or(bits_b).iter().collect::<BTreeSet<_>>(), &plain_a | &plain_b);
                assert_eq!(
                    bits_a.minus(bits_b).iter().collect::<BTreeSet<_>>(),
                    &plain_a - &plain_b
                );
                assert_eq!(bits_a.xor(bits_b).iter().collect::<BTreeSet<_>>(), &plain_a ^ &plain_b);
                assert_eq!(bits_a.meets(bits_b), !plain_a.is_disjoint(&plain_b));
            }
        }
    }
}
