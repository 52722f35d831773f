//! Members by weight: the lightest, the heaviest, and all in order of weight.
//!
//! The weight of a member is the sum of the weights of its elements. One pass upwards finds the
//! least weight below every node. From then on the lightest member is a walk downwards. For the
//! next ones we keep, in a heap, where the walks could have turned: each turn left out is the
//! beginning of a new walk, whose weight is known beforehand. So k members cost k walks, whatever
//! the size of the family.

use crate::store::{Branch, NodeId, ZddStore};
use kumiki_id::Id;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A member with its weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighed {
    /// The sum of the weights of its elements.
    pub weight: i128,
    /// The member.
    pub set: Vec<u32>,
}

impl ZddStore {
    /// The lightest member of f, where `weights` has the weight of each element; the first of them
    /// in the order of [`ZddStore::members`] if there are several. None if f has no members.
    ///
    /// # Panics
    /// If f looks at an element without a weight.
    #[must_use]
    pub fn lightest(&self, f: NodeId, weights: &[i64]) -> Option<Weighed> {
        self.by_weight(f, weights).next()
    }

    /// The heaviest member of f; the first of them if there are several. None if f has no members.
    ///
    /// # Panics
    /// If f looks at an element without a weight.
    #[must_use]
    pub fn heaviest(&self, f: NodeId, weights: &[i64]) -> Option<Weighed> {
        self.by_falling_weight(f, weights).next()
    }

    /// The members of f from the lightest to the heaviest. Take k of them for the k lightest.
    ///
    /// # Panics
    /// If f looks at an element without a weight.
    #[must_use]
    pub fn by_weight(&self, f: NodeId, weights: &[i64]) -> ByWeight<'_> {
        ByWeight::new(self, f, weights.iter().map(|weight| i128::from(*weight)).collect(), 1)
    }

    /// The members of f from the heaviest to the lightest.
    ///
    /// # Panics
    /// If f looks at an element without a weight.
    #[must_use]
    pub fn by_falling_weight(&self, f: NodeId, weights: &[i64]) -> ByWeight<'_> {
        ByWeight::new(self, f, weights.iter().map(|weight| -i128::from(*weight)).collect(), -1)
    }
}

/// A walk that has not been made: it turns off an earlier one at a node, to the child that was the
/// heavier.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Turn {
    /// The weight of the lightest member that begins like this.
    weight: i128,
    /// Elements chosen above `node`, ascending.
    set: Vec<u32>,
    /// Where the walk goes on.
    node: NodeId,
}

/// The members of a family in order of weight; see [`ZddStore::by_weight`].
///
/// * **W1** `least` has the least weight of a member below each node; of ⊥, and outside of the
///   diagram, no value that is used.
/// * **W2** Every member not given yet belongs to exactly one turn in the heap.
#[derive(Clone, Debug)]
pub struct ByWeight<'s> {
    /// The store of the family.
    store: &'s ZddStore,
    /// For each element its weight, times `sign`.
    weights: Vec<i128>,
    /// For each node the least weight of a member (W1).
    least: Vec<i128>,
    /// Walks still to be made, the lightest first (W2).
    turns: BinaryHeap<Reverse<Turn>>,
    /// 1, or -1 if the weights are those asked for with their signs changed.
    sign: i128,
}

impl<'s> ByWeight<'s> {
    fn new(store: &'s ZddStore, root: NodeId, weights: Vec<i128>, sign: i128) -> Self {
        let mut least = vec![0; root.index().max(1) + 1];
        for (node, Branch { variable, low, high }) in store.branches(root) {
            let with = least[high.index()] + weights[variable as usize];
            least[node.index()] =
                if low == NodeId::BOTTOM { with } else { with.min(least[low.index()]) };
        }
        let mut turns = BinaryHeap::new();
        if root != NodeId::BOTTOM {
            turns.push(Reverse(Turn { weight: least[root.index()], set: Vec::new(), node: root }));
        }
        Self { store, weights, least, turns, sign }
    }
}

impl Iterator for ByWeight<'_> {
    type Item = Weighed;

    fn next(&mut self) -> Option<Weighed> {
        let Reverse(Turn { weight, mut set, mut node }) = self.turns.pop()?;
        while !node.is_sink() {
            let Branch { variable, low, high } = self.store.branch(node);
            let with = self.least[high.index()] + self.weights[variable as usize];
            let without = self.least[low.index()];
            if low == NodeId::BOTTOM || with < without {
                if low != NodeId::BOTTOM {
                    let turn =
                        Turn { weight: weight + (without - with), set: set.clone(), node: low };
                    self.turns.push(Reverse(turn));
                }
                set.push(variable);
                node = high;
            } else {
                let mut turned = set.clone();
                turned.push(variable);
                self.turns.push(Reverse(Turn {
                    weight: weight + (with - without),
                    set: turned,
                    node: high,
                }));
                node = low;
            }
        }
        Some(Weighed { weight: self.sign * weight, set })
    }
}
