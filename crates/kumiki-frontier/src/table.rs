//! Tables of states: open addressing with linear probing.
//!
//! The home of a state is its hash, scaled to the size of the table. Because scaling keeps the
//! order, a table of any size can grow by reading the old one from front to back while writing the
//! new one from front to back.
//!
//! A table is filled with the children of a level, and the level is read in the order of *its*
//! hash. With the same hash for both, the children would arrive almost sorted and pile up in one
//! place; so each level has a multiplier of its own.

use crate::entry::Entry;
use crate::word::Word;

/// Tables begin with this many places.
pub(crate) const LEAST_PLACES: usize = 16;

/// From this size on, memory that is not needed at the moment is given back.
const LARGE_BYTES: usize = 1 << 25;

/// States with their counts.
///
/// * **T1** Between the home of a state and the place where it lies, counted around the end, no
///   place is empty.
/// * **T2** At most three of four places are taken.
#[derive(Clone, Debug)]
pub(crate) struct Table<E> {
    /// States and empty entries, wherever T1 puts them.
    places: Vec<E>,
    /// How many places are taken (T2).
    len: usize,
}

/// How states are hashed in one level, and how entries are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashing {
    /// The multiplier of the level, odd and different from level to level.
    multiplier: u64,
    /// How many bits of the hash say in which part a state belongs.
    part_bits: u32,
    /// The bits of the key in an entry that keeps key and count in one word.
    pub(crate) mask: u128,
}

impl Hashing {
    /// The hashing of a level.
    pub(crate) fn new(level: usize, part_bits: u32, mask: u128) -> Self {
        let seed = u64::from(kumiki_id::narrow(level)) + 1;
        let multiplier =
            seed.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29) ^ 0x94d0_49bb_1331_11eb;
        Self { multiplier: multiplier | 1, part_bits, mask }
    }

    /// The part of a state, and what remains of the hash to find its home there.
    #[inline(always)]
    pub(crate) fn part_and_hash<K: Word>(&self, key: K) -> (usize, u64) {
        let hash = key.stir(self.multiplier);
        if self.part_bits == 0 {
            return (0, hash);
        }
        (position(hash >> (u64::BITS - self.part_bits)), hash << self.part_bits)
    }
}

#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "positions in memory have as many bits as addresses"
)]
fn position(number: u64) -> usize {
    number as usize
}

/// Scales a hash to a number below `size`.
#[inline(always)]
fn home(hash: u64, size: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the product of a fraction and the size is below the size"
    )]
    let home = ((u128::from(hash) * size as u128) >> 64) as usize;
    home
}

/// How many of so many places may be taken (T2).
fn limit(places: usize) -> usize {
    places / 4 * 3
}

/// How many places there are when a table has grown.
fn grown(places: usize) -> usize {
    if places < 1 << 16 { LEAST_PLACES.max(4 * places) } else { places + places / 2 }
}

impl<E: Entry> Table<E> {
    /// An empty table for about `expected` states, in memory that was used before.
    pub(crate) fn new(mut memory: Vec<E>, expected: usize) -> Self {
        memory.clear();
        memory.resize((expected + expected / 2).max(LEAST_PLACES), E::EMPTY);
        Self { places: memory, len: 0 }
    }

    /// How many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<E>()
    }

    /// Adds states or their counts. Says whether there was room for all sums.
    ///
    /// All homes are looked at before anything is written: these looks do not depend on each other,
    /// so that the processor waits for memory once and not for each state.
    #[must_use]
    pub(crate) fn add_all(&mut self, batch: &[(E, u64)], hashing: &Hashing) -> bool {
        while self.len + batch.len() > limit(self.places.len()) {
            self.grow(hashing);
        }
        let size = self.places.len();
        let is_vacant = |(_, hash): &&(E, u64)| self.places[home(*hash, size)].is_empty();
        std::hint::black_box(batch.iter().filter(is_vacant).count());
        let mut has_room = true;
        for (entry, hash) in batch {
            has_room &= self.add(entry, *hash, hashing);
        }
        has_room
    }

    #[inline(always)]
    fn add(&mut self, entry: &E, hash: u64, hashing: &Hashing) -> bool {
        let mut place = home(hash, self.places.len());
        loop {
            let there = &mut self.places[place];
            // Whether a state is new cannot be foreseen, so both cases do the same.
            let is_empty = there.is_empty();
            if is_empty | there.is_same(entry, hashing.mask) {
                self.len += usize::from(is_empty);
                return there.absorb(entry, hashing.mask);
            }
            place += 1;
            if place == self.places.len() {
                place = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self, hashing: &Hashing) {
        let size = self.places.len();
        let larger = grown(size);
        let old = std::mem::replace(&mut self.places, vec![E::EMPTY; larger]);
        for entry in old {
            if entry.is_empty() {
                continue;
            }
            let (_, hash) = hashing.part_and_hash(entry.key(hashing.mask));
            let mut place = home(hash, larger);
            while !self.places[place].is_empty() {
                place += 1;
                if place == larger {
                    place = 0;
                }
            }
            self.places[place] = entry;
        }
    }

    /// How many places there will be when so many more states are added.
    pub(crate) fn place_count_with(&self, more: usize) -> usize {
        let mut size = self.places.len();
        while self.len + more > limit(size) {
            size = grown(size);
        }
        size
    }

    /// All places, empty ones too.
    pub(crate) fn places(&self) -> &[E] {
        &self.places
    }

    /// All places, empty ones too, without the table.
    pub(crate) fn into_places(self) -> Vec<E> {
        self.places
    }

    /// How many places there are, empty ones counted too.
    pub(crate) fn place_count(&self) -> usize {
        self.places.len()
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The states in the order of their places, around the end, from an empty place on. A table of
    /// the same size that is filled in this order has every state in the same place: those between
    /// its home and its place come before it (T1).
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &E> {
        let empty = self.places.iter().position(E::is_empty).unwrap_or(0);
        let (before, after) = self.places.split_at(empty);
        after.iter().chain(before).filter(|entry| !entry.is_empty())
    }

    /// The table of a size that holds these states, in this order. `None` if a state comes twice,
    /// or if so many have no room.
    pub(crate) fn refilled(states: &[E], size: usize, hashing: &Hashing) -> Option<Self> {
        if states.len() > limit(size) {
            return None;
        }
        let mut table = Self { places: vec![E::EMPTY; size], len: 0 };
        for state in states {
            let (_, hash) = hashing.part_and_hash(state.key(hashing.mask));
            let len = table.len;
            let has_room = table.add(state, hash, hashing);
            if !has_room || table.len == len {
                return None;
            }
        }
        Some(table)
    }

    /// The states without the empty places between them.
    pub(crate) fn into_states(self) -> Vec<E> {
        let mut states = self.places;
        states.retain(|entry| !entry.is_empty());
        give_back(&mut states);
        states
    }
}

/// Gives back memory that is not in use, if there is much of it. What little there is will be used
/// again.
pub(crate) fn give_back<E>(memory: &mut Vec<E>) {
    if memory.capacity() * size_of::<E>() > LARGE_BYTES {
        memory.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Packed, Plain, widened};
    use std::collections::HashMap;

    /// Adds numbers with many repetitions, and compares with a map.
    fn check<E: Entry>(part_bits: u32, mask: u128, key: impl Fn(u128) -> E::Key) {
        let hashing = Hashing::new(7, part_bits, mask);
        let mut table: Table<E> = Table::new(Vec::new(), 1);
        let mut expected: HashMap<u128, u64> = HashMap::new();
        let one = [widened(&[1]), widened(&[0])];
        for round in 0..200_u128 {
            let numbers = (0..50).map(|number| (number * round * 0x1_0001) & mask);
            let batch: Vec<(E, u64)> = numbers
                .map(|number| {
                    *expected.entry(number).or_default() += 1;
                    let (_, hash) = hashing.part_and_hash(key(number));
                    (E::new(key(number), &one, mask).expect("room for one"), hash)
                })
                .collect();
            assert!(table.add_all(&batch, &hashing));
            assert!(table.len <= limit(table.places.len()), "T2: {}", table.len);
        }
        let in_order: Vec<E> = table.in_order().copied().collect();
        let size = table.place_count();
        let copy = Table::refilled(&in_order, size, &hashing).expect("distinct states");
        for (entry, other) in table.places.iter().zip(&copy.places) {
            assert_eq!(entry.is_empty(), other.is_empty());
            assert!(entry.is_empty() || entry.is_same(other, mask));
        }
        let twice = [in_order.clone(), in_order.clone()].concat();
        assert!(Table::refilled(&twice, 2 * size, &hashing).is_none());
        let states = table.into_states();
        assert_eq!(states.len(), expected.len());
        for state in states {
            let number =
                expected.keys().find(|number| key(**number) == state.key(mask)).expect("was added");
            assert_eq!(state.counts(mask)[0][0], expected[number]);
        }
    }

    #[test]
    fn a_table_holds_what_a_map_holds() {
        let narrow = |number: u128| u64::try_from(number).expect("masked");
        check::<Plain<u64, [u64; 1]>>(0, (1 << 24) - 1, narrow);
        check::<Plain<u64, [u32; 2]>>(3, (1 << 24) - 1, narrow);
        check::<Packed>(0, (1 << 24) - 1, |number| number);
        check::<Packed>(5, (1 << 80) - 1, |number| number);
        check::<Plain<u128, [u64; 1]>>(2, u128::MAX, |number| number);
    }
}
