//! The states of one level, each with the number of ways to reach it: an open-addressed hash table.

use crate::layout::Key;
use crate::weight::Weight;
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter};

/// States and weights.
///
/// * **H1** `slots` has a power of two of places; place p holds 0, or 1 more than the position of a
///   state whose hash leads to p, or to an earlier place from which p was reached through occupied
///   ones.
/// * **H2** At most half of the places are occupied.
/// * **H3** `states` are distinct, in the order in which they were found, and `weights` goes with
///   them.
#[derive(Clone, Debug)]
pub(crate) struct Level<const K: usize, const L: usize> {
    /// The hash table: 0, or 1 more than a position in `states` (H1, H2).
    slots: Vec<u32>,
    /// The states in the order in which they were found (H3).
    states: Vec<Key<K>>,
    /// For each state how many ways lead to it (H3).
    weights: Vec<Weight<L>>,
}

/// A weight had no room for a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overflow;

impl<const K: usize, const L: usize> Level<K, L> {
    pub(crate) fn new() -> Self {
        Self { slots: vec![0; 16], states: Vec::new(), weights: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn state(&self, at: usize) -> (&Key<K>, &Weight<L>) {
        (&self.states[at], &self.weights[at])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Key<K>, &Weight<L>)> {
        self.states.iter().zip(&self.weights)
    }

    /// The position of a state.
    pub(crate) fn find(&self, state: &Key<K>) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut place = hash(state) & mask;
        while self.slots[place] != 0 {
            let at = (self.slots[place] - 1) as usize;
            if self.states[at] == *state {
                return Some(at);
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// Forgets all states but keeps the room.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        self.states.clear();
        self.weights.clear();
    }

    /// Adds ways to reach a state.
    #[inline(always)]
    pub(crate) fn add(&mut self, state: &Key<K>, weight: &Weight<L>) -> Result<(), Overflow> {
        let mask = self.slots.len() - 1;
        let mut place = hash(state) & mask;
        loop {
            match self.slots[place] {
                0 => break,
                slot => {
                    let at = (slot - 1) as usize;
                    if self.states[at] == *state {
                        return if self.weights[at].add(weight) { Ok(()) } else { Err(Overflow) };
                    }
                }
            }
            place = (place + 1) & mask;
        }
        self.states.push(*state);
        self.weights.push(*weight);
        self.slots[place] = kumiki_id::narrow(self.states.len());
        if 2 * self.states.len() > self.slots.len() {
            self.grow();
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 4 * self.slots.len() - 1;
        self.slots = vec![0; mask + 1];
        for (at, state) in self.states.iter().enumerate() {
            let mut place = hash(state) & mask;
            while self.slots[place] != 0 {
                place = (place + 1) & mask;
            }
            self.slots[place] = kumiki_id::narrow(at + 1);
        }
    }

    /// The same level with more room in its weights.
    pub(crate) fn widen<const M: usize>(&self) -> Level<K, M> {
        let weights = self.weights.iter().map(Weight::widen).collect();
        Level { slots: self.slots.clone(), states: self.states.clone(), weights }
    }

    /// Writes down a list of its states: K words and the L limbs of the weight, for each.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        writer.list(K + L, self.states.iter().zip(&self.weights), |(state, weight), line| {
            line.extend(state);
            line.extend(weight.limbs());
        });
    }

    /// The level that was written down.
    pub(crate) fn load(reader: &mut RecordReader<'_>) -> Result<Self, BadSnapshot> {
        let mut level = Self::new();
        reader.list(K + L, |entry| {
            let (state, limbs) = entry.split_at(K);
            let state: Key<K> = state.try_into().map_err(|_| BadSnapshot)?;
            let limbs = limbs.try_into().map_err(|_| BadSnapshot)?;
            if level.find(&state).is_some() {
                return Err(BadSnapshot);
            }
            level.add(&state, &Weight::from_limbs(limbs)).map_err(|Overflow| BadSnapshot)
        })?;
        Ok(level)
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
            + self.states.capacity() * size_of::<Key<K>>()
            + self.weights.capacity() * size_of::<Weight<L>>()
    }
}

/// Stirs all bits of a state into the lower ones.
#[inline(always)]
fn hash<const K: usize>(state: &Key<K>) -> usize {
    let mut hash = 0u64;
    for word in state {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits will do")]
    let hash = hash as usize;
    hash
}
