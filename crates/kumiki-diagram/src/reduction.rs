//! Families made level by level: the reduced diagram grows from the last level to the first.
//!
//! Whoever compiles a family from the top down has a diagram that says too much: nodes of a level
//! may be equal, or stand for nothing. Levels come here from the last to the first, a few branches
//! at a time, so that the caller can stop at any branch and can drop each level when it has been
//! handed over. Then there is memory for a branch or for its node, but not for both.
//!
//! All links of a level lead to the level that came before. So equal nodes are looked for in one
//! level only, and members can be counted on the way: counts are needed for two levels, not for all
//! nodes.

use crate::store::{Branch, Full, NodeId, Rule, TooManyVariables, Zdd, ZddStore};
use kumiki_id::{Id, narrow, widen};

/// What a branch has become: a node, and how many members that has, modulo 2^64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Child {
    node: NodeId,
    members: u64,
}

/// The links 0 and 1.
const SINKS: [Child; 2] =
    [Child { node: NodeId::BOTTOM, members: 0 }, Child { node: NodeId::TOP, members: 1 }];

/// A family being reduced.
///
/// A *link* is 0 for the sink ⊥, 1 for ⊤, and k + 2 for branch k of the level before.
///
/// * **V1** `below` has the two sinks and then the branches of the level before; `level` the same
///   for the level under way.
/// * **V2** `made[k]` are the members of node `first_made + k`. These nodes are the ones made for
///   the level under way.
/// * **V3** A place is 0 or a node made for the level under way, which linear probing from its hash
///   finds. There are at least twice as many places as branches, a power of two.
#[derive(Debug)]
pub struct Reduction {
    store: ZddStore,
    variable: u32,
    below: Vec<Child>,
    level: Vec<Child>,
    first_made: usize,
    made: Vec<u64>,
    places: Vec<u32>,
}

/// A family that has been reduced.
#[derive(Debug)]
pub struct Reduced {
    /// A store with the nodes of the family. If every branch could be reached from the root, so can
    /// every node.
    pub store: ZddStore,
    /// The family.
    pub root: NodeId,
    /// How many members it has, modulo 2^64: the sum over the nodes as they were made.
    pub members_modulo: u64,
}

impl Reduction {
    /// Begins with an empty store; see [`ZddStore::new`](crate::Store::new).
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn new(variable_count: usize, limit_bytes: usize) -> Result<Self, TooManyVariables> {
        let mut store = ZddStore::new(variable_count, limit_bytes)?;
        store.drop_table();
        Ok(Self {
            variable: narrow(variable_count),
            first_made: store.node_count(),
            store,
            below: Vec::new(),
            level: SINKS.to_vec(),
            made: Vec::new(),
            places: Vec::new(),
        })
    }

    /// Begins the next level. It will have so many branches at most.
    ///
    /// # Panics
    /// If the variable is not less than that of the level before, or is none of the store.
    pub fn begin_level(&mut self, variable: u32, branch_count: usize) {
        assert!(
            variable < self.variable,
            "variables decrease from {} on, not to {variable}",
            self.variable
        );
        self.variable = variable;
        std::mem::swap(&mut self.below, &mut self.level);
        self.level.clear();
        self.level.reserve(SINKS.len() + branch_count);
        self.level.extend(SINKS);
        self.first_made = self.store.node_count();
        self.made.clear();
        self.places.clear();
        self.places.resize((2 * branch_count).next_power_of_two().max(2), 0);
    }

    /// Adds branches to the level: for each, the links for 0 and for 1.
    ///
    /// # Errors
    /// If the store is full. Then the reduction is of no further use.
    ///
    /// # Panics
    /// If a link leads nowhere, or if these are more branches than the level was begun for.
    pub fn add(&mut self, branches: impl IntoIterator<Item = [u32; 2]>) -> Result<(), Full> {
        for links in branches {
            let [low, high] = links.map(|link| self.below[widen(link)]);
            let child = if Zdd::redundant(low.node, high.node).is_some() {
                low
            } else {
                self.find(low, high)?
            };
            self.level.push(child);
        }
        Ok(())
    }

    /// The node with two children, made if there is none yet.
    #[inline]
    fn find(&mut self, low: Child, high: Child) -> Result<Child, Full> {
        let branch = Branch { variable: self.variable, low: low.node, high: high.node };
        let links = u64::from(low.node.raw()) | u64::from(high.node.raw()) << 32;
        let mixed = links.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mask = self.places.len() - 1;
        let mut place =
            widen(u32::try_from(mixed >> 32).expect("a shifted word has 32 bits")) & mask;
        loop {
            let node = NodeId::from_raw(self.places[place]);
            if node == NodeId::BOTTOM {
                break;
            }
            if self.store.branch(node) == branch {
                return Ok(Child { node, members: self.made[node.index() - self.first_made] });
            }
            place = (place + 1) & mask;
        }
        assert!(
            2 * self.made.len() < self.places.len(),
            "V3: more branches than the level was begun for"
        );
        let node = self.store.push_new(branch)?;
        let members = low.members.wrapping_add(high.members);
        self.made.push(members);
        self.places[place] = node.raw();
        Ok(Child { node, members })
    }

    /// How many nodes there are so far, without sinks.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.store.node_count() - SINKS.len()
    }

    /// The family that a link of the last level stands for.
    ///
    /// # Panics
    /// If the link leads nowhere.
    #[must_use]
    pub fn finish(self, root: u32) -> Reduced {
        let Child { node, members } = self.level[widen(root)];
        Reduced { store: self.store, root: node, members_modulo: members }
    }
}
