//! All members of a family, one after the other.
//!
//! The order is that of the members as words of zeros and ones, element 0 first: a member without
//! the first element comes before one with it. Every node of a ZDD but ⊥ leads to a member, so the
//! walk never turns back in vain.

use crate::store::{Branch, NodeId, ZddStore};

impl ZddStore {
    /// The members of f in order, each as its elements in increasing order.
    #[must_use]
    pub fn members(&self, f: NodeId) -> Members<'_> {
        let next = (f != NodeId::BOTTOM).then_some(f);
        Members { store: self, next, set: Vec::new(), turns: Vec::new() }
    }
}

/// The members of a family; see [`ZddStore::members`].
///
/// * **M1** `turns` has the nodes on the path where the walk went to `low` and may still go to
///   `high`, each with the number of elements that were chosen above it.
/// * **M2** `set` has the elements chosen above `next`.
#[derive(Clone, Debug)]
pub struct Members<'s> {
    /// The store of the family.
    store: &'s ZddStore,
    /// The root, before the first member; `None` afterwards, when the walk goes on from `turns`.
    next: Option<NodeId>,
    /// The member that was lent last, ascending; before the first one, nothing (M2).
    set: Vec<u32>,
    /// Nodes where the walk may still go to `high`, the deepest last (M1).
    turns: Vec<(NodeId, usize)>,
}

impl Members<'_> {
    /// Walks to the next member and lends it. Spares the allocation that the iterator needs for
    /// each.
    pub fn advance(&mut self) -> Option<&[u32]> {
        let mut node = match self.next.take() {
            Some(node) => node,
            None => {
                let (node, len) = self.turns.pop()?;
                let Branch { variable, high, .. } = self.store.branch(node);
                self.set.truncate(len);
                self.set.push(variable);
                high
            }
        };
        while !node.is_sink() {
            let Branch { variable, low, high } = self.store.branch(node);
            if low == NodeId::BOTTOM {
                self.set.push(variable);
                node = high;
            } else {
                self.turns.push((node, self.set.len()));
                node = low;
            }
        }
        Some(&self.set)
    }
}

impl Iterator for Members<'_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        self.advance().map(<[u32]>::to_vec)
    }
}
