//! Dropping nodes that are of no use any more.
//!
//! Nodes are only added, until [`Store::collect`] is given the roots that matter. It marks what
//! they reach and moves it together. Reference counts would cost a memory access per link made and
//! per link dropped, in the innermost loops; and a store that fills holes loses N2, children before
//! parents, on which every bottom-up pass of this crate stands.

use crate::store::{Branch, Full, NodeId, Rule, Store};
use kumiki_id::Id;

impl<R: Rule> Store<R> {
    /// Drops all nodes that the given roots do not reach, and gives the roots their new numbers.
    /// All other ids lose their meaning.
    ///
    /// # Panics
    /// If a root is no node of the store.
    pub fn collect(&mut self, roots: &mut [NodeId]) {
        let marked = self.reachable(roots);
        let mut moved = vec![NodeId::BOTTOM; self.nodes.len()];
        let mut len = 0;
        for old in 0..self.nodes.len() {
            if old < 2 || marked[old] {
                let Branch { variable, low, high } = self.nodes[old];
                moved[old] = NodeId::new(len);
                // By N2 the children have moved already; a sink is its own child.
                self.nodes[len] =
                    Branch { variable, low: moved[low.index()], high: moved[high.index()] };
                len += 1;
            }
        }
        self.nodes.truncate(len);
        self.fit_tables();
        self.survivors = len;
        roots.iter_mut().for_each(|root| *root = moved[root.index()]);
    }

    /// Runs an operation on roots, with garbage kept bounded: collects first if there are more than
    /// twice as many nodes as survived the last collection, and once more, with a second attempt,
    /// if the store gets full. The roots are given their new numbers.
    ///
    /// # Errors
    /// If the store is full even so. The roots are valid then, too.
    pub fn with_room(
        &mut self,
        roots: &mut [NodeId],
        mut operation: impl FnMut(&mut Self, &[NodeId]) -> Result<NodeId, Full>,
    ) -> Result<NodeId, Full> {
        /// Fewer nodes than this are not worth a collection.
        const SMALL: usize = 1 << 12;
        if self.nodes.len() > 2 * self.survivors + SMALL {
            self.collect(roots);
        }
        operation(self, roots).or_else(|Full { .. }| {
            self.collect(roots);
            operation(self, roots)
        })
    }

    /// Marks the nodes that roots reach, the sinks only if they are reached.
    pub(crate) fn reachable(&self, roots: &[NodeId]) -> Vec<bool> {
        let mut marked = vec![false; self.nodes.len()];
        roots.iter().for_each(|root| marked[root.index()] = true);
        // By N2 a node is marked before we come to it.
        for node in (2..self.nodes.len()).rev() {
            if marked[node] {
                let Branch { low, high, .. } = self.nodes[node];
                marked[low.index()] = true;
                marked[high.index()] = true;
            }
        }
        marked
    }
}
