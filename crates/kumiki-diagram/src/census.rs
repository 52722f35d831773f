//! How many: exact counts, and members by number.
//!
//! The nodes of a diagram stand in the store with children before parents, so one pass upwards
//! counts what every node stands for. Counts are kept in 128 bits as long as that suffices, and in
//! big integers otherwise.

use crate::store::{BddStore, Branch, Full, NodeId, Rule, Store, ZddStore};
use kumiki_id::Id;
use num_bigint::BigUint;
use std::cmp::Ordering;

/// Numbers that can be counted with.
trait Count: Clone {
    fn from_bit(bit: bool) -> Self;
    /// self * 2^self_shift + other * 2^other_shift, if it can be written.
    fn add_shifted(&self, self_shift: u32, other: &Self, other_shift: u32) -> Option<Self>;
}

impl Count for u128 {
    fn from_bit(bit: bool) -> Self {
        u128::from(bit)
    }
    fn add_shifted(&self, self_shift: u32, other: &Self, other_shift: u32) -> Option<Self> {
        let shifted = |number: u128, shift: u32| {
            if number == 0 {
                return Some(0);
            }
            (shift <= number.leading_zeros()).then(|| number << shift)
        };
        shifted(*self, self_shift)?.checked_add(shifted(*other, other_shift)?)
    }
}

impl Count for BigUint {
    fn from_bit(bit: bool) -> Self {
        BigUint::from(u8::from(bit))
    }
    fn add_shifted(&self, self_shift: u32, other: &Self, other_shift: u32) -> Option<Self> {
        Some((self << self_shift) + (other << other_shift))
    }
}

/// What each node of a diagram stands for, counted. `shift` tells how often a link doubles that
/// passes from one variable to another. Nodes outside the diagram get zero. None if a number is too
/// large for its kind.
fn tally<R: Rule, N: Count>(
    store: &Store<R>,
    root: NodeId,
    shift: impl Fn(u32, u32) -> u32,
) -> Option<Vec<N>> {
    let mut counts = vec![N::from_bit(false); root.index().max(1) + 1];
    counts[NodeId::TOP.index()] = N::from_bit(true);
    for (node, Branch { variable, low, high }) in store.branches(root) {
        let skipped = |child| shift(variable, store.variable_of(child));
        counts[node.index()] =
            counts[low.index()].add_shifted(skipped(low), &counts[high.index()], skipped(high))?;
    }
    Some(counts)
}

impl BddStore {
    /// How many points, of all variables of the store, make f true.
    #[must_use]
    pub fn count(&self, f: NodeId) -> BigUint {
        let shift = |from: u32, to: u32| to - from - 1;
        let at_root = match tally::<_, u128>(self, f, shift) {
            Some(counts) => BigUint::from(counts[f.index()]),
            None => {
                let counts: Vec<BigUint> =
                    tally(self, f, shift).expect("big integers do not overflow");
                counts[f.index()].clone()
            }
        };
        at_root << self.variable_of(f)
    }
}

impl ZddStore {
    /// How many members f has.
    #[must_use]
    pub fn count(&self, f: NodeId) -> BigUint {
        self.census(f).count()
    }

    /// The number of members below every node of f, for looking up members by number and for
    /// drawing at random.
    #[must_use]
    pub fn census(&self, f: NodeId) -> Census<'_> {
        let shift = |_, _| 0;
        let counts = match tally(self, f, shift) {
            Some(counts) => Counts::Short(counts),
            None => Counts::Long(tally(self, f, shift).expect("big integers do not overflow")),
        };
        Census { store: self, root: f, counts }
    }

    /// How many members of f have 0, 1, 2, … elements; as long as needed.
    #[must_use]
    pub fn sizes(&self, f: NodeId) -> Vec<BigUint> {
        let mut below: Vec<Vec<BigUint>> = vec![Vec::new(); f.index().max(1) + 1];
        below[NodeId::TOP.index()] = vec![BigUint::from(1u8)];
        for (node, Branch { low, high, .. }) in self.branches(f) {
            let (without, with) = (&below[low.index()], &below[high.index()]);
            let mut sizes = vec![BigUint::ZERO; without.len().max(with.len() + 1)];
            without.iter().enumerate().for_each(|(size, count)| sizes[size] += count);
            with.iter().enumerate().for_each(|(size, count)| sizes[size + 1] += count);
            below[node.index()] = sizes;
        }
        below.swap_remove(f.index())
    }

    /// The member that a random number chooses; each member is equally likely if each number is.
    /// `below` is asked once for a number less than its argument, the number of members. None if
    /// there are no members.
    ///
    /// To draw many members, make the [`ZddStore::census`] once.
    #[must_use]
    pub fn sample(&self, f: NodeId, below: impl FnOnce(&BigUint) -> BigUint) -> Option<Vec<u32>> {
        self.census(f).sample(below)
    }

    /// Makes the union of f and the sets of a list.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If an element is no variable of the store.
    pub fn with_sets<'s>(
        &mut self,
        f: NodeId,
        sets: impl IntoIterator<Item = &'s [u32]>,
    ) -> Result<NodeId, Full> {
        let mut family = f;
        for set in sets {
            let single = self.single(set)?;
            family = self.union(family, single)?;
        }
        Ok(family)
    }
}

/// Counts of nodes, in words or in big integers.
#[derive(Clone, Debug)]
enum Counts {
    /// By number of the node, if all counts have 128 bits at most.
    Short(Vec<u128>),
    /// By number of the node, otherwise.
    Long(Vec<BigUint>),
}

/// A family together with the number of members below each of its nodes.
///
/// Members are numbered from 0 in the order of [`ZddStore::members`].
#[derive(Clone, Debug)]
pub struct Census<'s> {
    /// The store of the family.
    store: &'s ZddStore,
    /// The family.
    root: NodeId,
    /// For each node up to the root how many members it has; 0 for nodes that the root does not
    /// reach.
    counts: Counts,
}

impl Census<'_> {
    /// How many members there are.
    #[must_use]
    pub fn count(&self) -> BigUint {
        match &self.counts {
            Counts::Short(counts) => BigUint::from(counts[self.root.index()]),
            Counts::Long(counts) => counts[self.root.index()].clone(),
        }
    }

    /// The member with a number; None if there are not so many.
    #[must_use]
    pub fn member(&self, number: &BigUint) -> Option<Vec<u32>> {
        if number >= &self.count() {
            return None;
        }
        Some(match &self.counts {
            Counts::Short(counts) => {
                let number = u128::try_from(number).expect("it is less than a count of 128 bits");
                self.descend(counts, number)
            }
            Counts::Long(counts) => self.descend(counts, number.clone()),
        })
    }

    /// The member with a number that is low enough.
    fn descend<N: Ord + for<'n> std::ops::SubAssign<&'n N>>(
        &self,
        counts: &[N],
        mut number: N,
    ) -> Vec<u32> {
        let mut set = Vec::new();
        let mut node = self.root;
        while !node.is_sink() {
            let Branch { variable, low, high } = self.store.branch(node);
            let without = &counts[low.index()];
            node = match number.cmp(without) {
                Ordering::Less => low,
                Ordering::Equal | Ordering::Greater => {
                    number -= without;
                    set.push(variable);
                    high
                }
            };
        }
        set
    }

    /// See [`ZddStore::sample`].
    #[must_use]
    pub fn sample(&self, below: impl FnOnce(&BigUint) -> BigUint) -> Option<Vec<u32>> {
        let count = self.count();
        if count == BigUint::ZERO {
            return None;
        }
        self.member(&below(&count))
    }
}
