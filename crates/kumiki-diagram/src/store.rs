//! The node store: every function, or every family, has exactly one node.
//!
//! # The idea
//! A branch node says: "look at variable v; if it is 0 go to `low`, if it is 1 go to `high`".
//! Variables are met in increasing order, and two sinks end every path. A node that would say
//! nothing is not made, and no node is made twice. Then two diagrams mean the same exactly when
//! their roots are the same node, and comparing them costs nothing.
//!
//! What "says nothing" means is the [`Rule`] of the store. In a [`Bdd`] a variable that a path
//! skips does not matter, so a node with `low == high` is left out. In a [`Zdd`] a skipped variable
//! is 0, so a node whose `high` is the sink ⊥ is left out.
//!
//! # Roads not taken
//! * Complemented links halve some BDDs and make `not` free, but the node counts would no longer be
//!   those of the literature.
//! * One table per variable would allow variables to be swapped; the orders that we need are known
//!   beforehand.

use crate::cache::{Cache, Question};
use kumiki_id::{Id, define_id, narrow};
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter};
use std::marker::PhantomData;

define_id!(
    /// A node of a [`Store`]: a function of a BDD store, a family of a ZDD store. It is a number of
    /// 32 bits, valid until the next [`Store::collect`] of its store.
    pub struct NodeId
);

impl NodeId {
    /// The sink ⊥: the function 0, the family without members.
    pub const BOTTOM: Self = Self(0);
    /// The sink ⊤: the function 1, the family whose one member is the empty set.
    pub const TOP: Self = Self(1);

    /// Whether this is ⊥ or ⊤.
    #[must_use]
    pub fn is_sink(self) -> bool {
        self <= Self::TOP
    }

    /// The number as it is kept in tables.
    pub(crate) fn raw(self) -> u32 {
        self.0
    }

    /// Back from a table.
    pub(crate) fn from_raw(raw: u32) -> Self {
        Self(raw)
    }
}

/// The most variables a store may have. Operations recurse once per variable, and this many frames
/// fit any stack.
pub const MAX_VARIABLES: usize = 1 << 12;

/// The memory limit of a store is reached. Nothing is lost but the operation: collect garbage, or
/// give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full {
    /// The limit, in bytes.
    pub limit_bytes: usize,
}

impl std::fmt::Display for Full {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "diagram store full, at {} bytes, expected a smaller diagram or a higher limit",
            self.limit_bytes
        )
    }
}

impl std::error::Error for Full {}

/// More variables than [`MAX_VARIABLES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyVariables {
    /// How many were asked for.
    pub variable_count: usize,
}

impl std::fmt::Display for TooManyVariables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "diagram of {} variables, expected at most {MAX_VARIABLES}", self.variable_count)
    }
}

impl std::error::Error for TooManyVariables {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Bdd {}
    impl Sealed for super::Zdd {}
}

/// Which nodes say nothing, and what it means to skip a variable.
pub trait Rule: sealed::Sealed {
    /// The node that stands for (v, low, high) if no node of its own is needed.
    fn redundant(low: NodeId, high: NodeId) -> Option<NodeId>;
    /// Where a node leads that skips a variable, if the variable is 1.
    fn high_when_skipped(node: NodeId) -> NodeId;
}

/// The rule of Boolean functions: a skipped variable does not matter.
#[derive(Clone, Copy, Debug)]
pub enum Bdd {}

/// The rule of families of sets: a skipped variable is 0, that is, the element is not in the set.
#[derive(Clone, Copy, Debug)]
pub enum Zdd {}

impl Rule for Bdd {
    #[inline(always)]
    fn redundant(low: NodeId, high: NodeId) -> Option<NodeId> {
        (low == high).then_some(low)
    }
    #[inline(always)]
    fn high_when_skipped(node: NodeId) -> NodeId {
        node
    }
}

impl Rule for Zdd {
    #[inline(always)]
    fn redundant(low: NodeId, high: NodeId) -> Option<NodeId> {
        (high == NodeId::BOTTOM).then_some(low)
    }
    #[inline(always)]
    fn high_when_skipped(_: NodeId) -> NodeId {
        NodeId::BOTTOM
    }
}

/// A branch node. Sinks have the number of variables as their variable, and lead to themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The variable looked at.
    pub variable: u32,
    /// Where to go if it is 0.
    pub low: NodeId,
    /// Where to go if it is 1.
    pub high: NodeId,
}

/// Boolean functions of variables 0, 1, …
pub type BddStore = Store<Bdd>;

/// Families of sets of elements 0, 1, …
pub type ZddStore = Store<Zdd>;

/// Nodes that are shared by all diagrams made from them.
///
/// * **N1** Nodes 0 and 1 are the sinks. The variable of a branch node is less than those of its
///   children, where the variable of a sink is the number of variables.
/// * **N2** The children of a branch node have lower numbers than the node.
/// * **N3** No two branch nodes are equal, and none is redundant by the rule of the store.
/// * **N4** The table holds every branch node once, where linear probing from its hash finds it; 0
///   marks a free place. At most three places of four are taken. Or there is no table: a reduction
///   leaves it to the first who needs it.
/// * **N5** The bytes of all tables are at most the limit, unless the tables are as small as they
///   get.
#[derive(Clone, Debug)]
pub struct Store<R> {
    /// The sinks and all branch nodes, by number (N1 to N3).
    pub(crate) nodes: Vec<Branch>,
    /// The hash table of branch nodes (N4). Its length is a power of two, or 0 if there is no
    /// table.
    table: Vec<u32>,
    /// Results of operations, to be found again.
    cache: Cache,
    /// Variables are numbered from 0 up to this; at most `MAX_VARIABLES`.
    variable_count: u32,
    /// How many nodes there may be before the list or the table must grow.
    room: usize,
    /// The most bytes that all tables take (N5).
    limit_bytes: usize,
    /// How many nodes survived the last collection, the sinks among them; 2 before the first.
    pub(crate) survivors: usize,
    rule: PhantomData<R>,
}

/// Places in the smallest table.
const SMALLEST_TABLE: usize = 64;

/// One byte of so many is for the cache, even if nodes need more.
const CACHE_SHARE: usize = 8;

/// What a node costs in the node list.
const NODE_BYTES: usize = size_of::<Branch>();

impl<R: Rule> Store<R> {
    /// An empty store of diagrams with variables 0 to `variable_count - 1`. Its tables take at most
    /// the given number of bytes (or some hundred, if that is more); while they grow the system may
    /// hold an old list of nodes beside the new one for a moment.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn new(variable_count: usize, limit_bytes: usize) -> Result<Self, TooManyVariables> {
        if variable_count > MAX_VARIABLES {
            return Err(TooManyVariables { variable_count });
        }
        let variable_count = narrow(variable_count);
        let sink = |node| Branch { variable: variable_count, low: node, high: node };
        Ok(Self {
            nodes: vec![sink(NodeId::BOTTOM), sink(NodeId::TOP)],
            table: vec![0; SMALLEST_TABLE],
            cache: Cache::new(),
            variable_count,
            room: 2,
            limit_bytes,
            survivors: 2,
            rule: PhantomData,
        })
    }

    /// How many variables there are.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.variable_count as usize
    }

    /// How many nodes there are, sinks and garbage included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes that all tables take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * NODE_BYTES
            + self.table.len() * size_of::<u32>()
            + self.cache.bytes()
    }

    /// What a node says. A sink has the number of variables as its variable.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline(always)]
    #[must_use]
    pub fn branch(&self, node: NodeId) -> Branch {
        self.nodes[node.index()]
    }

    /// The variable of a node; of a sink, the number of variables.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline(always)]
    #[must_use]
    pub fn variable_of(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].variable
    }

    /// The node for "variable 0: low, 1: high", made if there is none yet. The rule may leave it
    /// out.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If the variable is not less than those of the children (N1).
    #[inline]
    pub fn node(&mut self, variable: u32, low: NodeId, high: NodeId) -> Result<NodeId, Full> {
        if let Some(node) = R::redundant(low, high) {
            return Ok(node);
        }
        assert!(
            variable < self.variable_of(low) && variable < self.variable_of(high),
            "N1: variables increase along every path"
        );
        if self.table.is_empty() {
            self.enter_all()?;
        }
        let branch = Branch { variable, low, high };
        let mut place = self.home(branch);
        loop {
            match self.table[place] {
                0 => break,
                raw if self.nodes[raw as usize] == branch => return Ok(NodeId::from_raw(raw)),
                _ => place = (place + 1) & (self.table.len() - 1),
            }
        }
        if self.nodes.len() >= self.room {
            self.grow()?;
            place = self.free_place(branch);
        }
        let node = NodeId::new(self.nodes.len());
        self.nodes.push(branch);
        self.table[place] = node.raw();
        Ok(node)
    }

    /// Variable and children of two nodes, both as seen from the first variable that either looks
    /// at.
    #[inline(always)]
    pub(crate) fn split(&self, f: NodeId, g: NodeId) -> (u32, [NodeId; 2], [NodeId; 2]) {
        let (a, b) = (self.branch(f), self.branch(g));
        let variable = a.variable.min(b.variable);
        let seen = |node, branch: Branch| {
            if branch.variable == variable {
                [branch.low, branch.high]
            } else {
                [node, R::high_when_skipped(node)]
            }
        };
        (variable, seen(f, a), seen(g, b))
    }

    /// The place in the table where the search for a node begins.
    #[inline(always)]
    fn home(&self, branch: Branch) -> usize {
        let links = u64::from(branch.low.raw()) | u64::from(branch.high.raw()) << 32;
        let mixed = (links ^ u64::from(branch.variable).wrapping_mul(0xA24B_AED4_963E_E407))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // The upper half is the well-mixed one.
        u32::try_from(mixed >> 32).expect("a shifted word has 32 bits") as usize
            & (self.table.len() - 1)
    }

    /// The free place for a node that is not in the table.
    fn free_place(&self, branch: Branch) -> usize {
        let mut place = self.home(branch);
        while self.table[place] != 0 {
            place = (place + 1) & (self.table.len() - 1);
        }
        place
    }

    /// Makes room for at least one more node, at the expense of the cache if need be.
    #[cold]
    fn grow(&mut self) -> Result<(), Full> {
        let len = self.nodes.len();
        let wanted = (2 * len).max(SMALLEST_TABLE / 2).min(u32::MAX as usize);
        let has_table = !self.table.is_empty();
        let slots = if has_table { table_len(len + 1).max(self.table.len()) } else { 0 };
        let most = if has_table { slots / 4 * 3 } else { usize::MAX };
        // The list of nodes takes what the tables leave. Where there are operations, and so a
        // table, a share is for the cache in any case: without it they would not end.
        let affordable = |cache_bytes: usize| {
            let taken = slots * size_of::<u32>() + cache_bytes;
            wanted.min(self.limit_bytes.saturating_sub(taken) / NODE_BYTES).min(most)
        };
        let share = if has_table { self.cache_share() } else { Cache::SMALLEST_BYTES };
        let mut capacity = affordable(self.cache.bytes().max(share));
        if self.cache.bytes() > share && capacity < affordable(share) {
            self.cache = Cache::new();
            capacity = affordable(share);
        }
        if capacity <= len {
            return Err(Full { limit_bytes: self.limit_bytes });
        }
        if slots > self.table.len() {
            self.table = Vec::new();
            self.rebuild_table(slots);
        }
        self.nodes.reserve_exact(capacity - len);
        self.room = capacity;
        Ok(())
    }

    /// The bytes that the cache may always have.
    fn cache_share(&self) -> usize {
        (self.limit_bytes / CACHE_SHARE).max(Cache::SMALLEST_BYTES)
    }

    /// Gives up the table (N4), so that nodes can be added by `push_new`.
    pub(crate) fn drop_table(&mut self) {
        self.table = Vec::new();
    }

    /// Adds a branch node that is known to be new, while there is no table.
    #[inline]
    pub(crate) fn push_new(&mut self, branch: Branch) -> Result<NodeId, Full> {
        debug_assert!(self.table.is_empty(), "N4: a node that the table does not know");
        if self.nodes.len() >= self.room {
            self.grow()?;
        }
        let node = NodeId::new(self.nodes.len());
        self.nodes.push(branch);
        Ok(node)
    }

    /// Writes down all branch nodes, each as its variable and its children.
    pub(crate) fn save_nodes(&self, writer: &mut RecordWriter<'_>) {
        writer.list(2, &self.nodes[2..], |node, line| {
            let links = u64::from(node.low.raw()) | u64::from(node.high.raw()) << 32;
            line.extend([u64::from(node.variable), links]);
        });
    }

    /// Reads what [`Store::save_nodes`] has written, into a store without nodes and without a
    /// table; N1 and N2 are checked.
    pub(crate) fn load_nodes(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        reader.list(2, |node| {
            let variable = u32::try_from(node[0]).map_err(|_| BadSnapshot)?;
            let [low, high] = [node[1] & u64::from(u32::MAX), node[1] >> 32]
                .map(|link| NodeId(u32::try_from(link).expect("half of a word")));
            let is_below = |child: NodeId| {
                self.nodes.get(child.index()).is_some_and(|below| variable < below.variable)
            };
            if !is_below(low) || !is_below(high) || R::redundant(low, high).is_some() {
                return Err(BadSnapshot);
            }
            // A store with another limit may be too small for these nodes.
            self.push_new(Branch { variable, low, high }).map_err(|_| BadSnapshot)?;
            Ok(())
        })
    }

    /// Writes down the branch nodes of one diagram, and its root, as if there were no others.
    pub(crate) fn save_diagram(&self, root: NodeId, writer: &mut RecordWriter<'_>) {
        let is_reached = self.reachable(&[root]);
        let mut number_of = vec![0; self.nodes.len()];
        number_of[NodeId::TOP.index()] = NodeId::TOP.raw();
        let mut next = 2;
        for node in (2..self.nodes.len()).filter(|node| is_reached[*node]) {
            number_of[node] = next;
            next += 1;
        }
        let number = |node: NodeId| number_of[node.index()];
        let nodes =
            self.nodes.iter().zip(&is_reached).skip(2).filter(|(_, is_reached)| **is_reached);
        writer.numbers(&[u64::from(number(root))]);
        writer.counted_list(2, (next - 2) as usize, nodes, |(node, _), line| {
            let links = u64::from(number(node.low)) | u64::from(number(node.high)) << 32;
            line.extend([u64::from(node.variable), links]);
        });
    }

    /// A store with the diagram that was written down and the same limit, and the root.
    pub(crate) fn load_diagram(
        &self,
        reader: &mut RecordReader<'_>,
    ) -> Result<(Self, NodeId), BadSnapshot> {
        let [root] = reader.numbers()?;
        let mut store =
            Self::new(self.variable_count(), self.limit_bytes).map_err(|_| BadSnapshot)?;
        store.drop_table();
        store.load_nodes(reader)?;
        store.survivors = store.node_count();
        let root = NodeId::from_raw(u32::try_from(root).map_err(|_| BadSnapshot)?);
        if root.index() < store.node_count() { Ok((store, root)) } else { Err(BadSnapshot) }
    }

    /// Makes a table with all nodes, if there is memory for it and for a cache.
    #[cold]
    fn enter_all(&mut self) -> Result<(), Full> {
        let len = self.nodes.len();
        let slots = table_len(len);
        let taken = slots * size_of::<u32>() + self.cache.bytes().max(self.cache_share());
        let affordable = self.limit_bytes.saturating_sub(taken) / NODE_BYTES;
        if affordable < len && len > 2 {
            return Err(Full { limit_bytes: self.limit_bytes });
        }
        self.nodes.shrink_to(affordable);
        self.room = self.nodes.capacity().min(slots / 4 * 3);
        self.rebuild_table(slots);
        Ok(())
    }

    /// The answer to a question, if it is remembered.
    #[inline(always)]
    pub(crate) fn answer(&self, question: Question) -> Option<NodeId> {
        self.cache.answer(question)
    }

    /// Remembers the answer to a question. The cache grows with the nodes, but only for those who
    /// use it.
    #[inline(always)]
    pub(crate) fn remember(&mut self, question: Question, answer: NodeId) {
        if self.cache.wants_to_grow(self.nodes.len()) {
            let (now, left) = (self.cache.bytes(), self.limit_bytes.saturating_sub(self.bytes()));
            let affordable = (now + left / 4).max(self.cache_share()).min(now + left);
            self.cache.grow(self.nodes.len(), affordable);
        }
        self.cache.remember(question, answer);
    }

    /// A table of so many places with all nodes in it.
    fn rebuild_table(&mut self, slots: usize) {
        self.table = vec![0; slots];
        for raw in 2..self.nodes.len() {
            let place = self.free_place(self.nodes[raw]);
            self.table[place] = narrow(raw);
        }
    }

    /// Makes all tables fit for the nodes that there are, after many have gone. Results are
    /// forgotten.
    pub(crate) fn fit_tables(&mut self) {
        let len = self.nodes.len();
        self.nodes.shrink_to(len + len / 2);
        self.cache = Cache::new();
        if self.table.is_empty() {
            self.room = self.nodes.capacity();
            return;
        }
        self.room = self.nodes.capacity().min(table_len(len) / 4 * 3).max(len);
        self.rebuild_table(table_len(len));
    }

    /// How many branch nodes a diagram has.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn size(&self, root: NodeId) -> usize {
        self.branches(root).count()
    }

    /// The branch nodes of a diagram with their numbers, children before parents.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn branches(&self, root: NodeId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let mut marked = self.reachable(&[root]);
        marked.truncate(root.index() + 1);
        let nodes = self.nodes.iter().zip(marked).enumerate().skip(2);
        nodes
            .filter(|(_, (_, marked))| *marked)
            .map(|(node, (branch, _))| (NodeId::new(node), *branch))
    }

    /// Derives the invariants anew.
    ///
    /// # Errors
    /// Names the first one that does not hold.
    pub fn audit(&self) -> Result<(), String> {
        let mut places: Vec<u32> = self.table.iter().copied().filter(|raw| *raw != 0).collect();
        places.sort_unstable();
        let has_table = !self.table.is_empty();
        let is_right = places.iter().copied().eq(2..narrow(self.nodes.len()));
        if has_table && (!is_right || places.len() * 4 > self.table.len() * 3) {
            return Err("N4: the table does not hold every branch node once".to_owned());
        }
        for (number, branch) in self.nodes.iter().enumerate().skip(2) {
            let Branch { variable, low, high } = *branch;
            if low.index() >= number || high.index() >= number {
                return Err(format!("N2: node {number} has a child that is not below it"));
            }
            if variable >= self.variable_of(low) || variable >= self.variable_of(high) {
                return Err(format!("N1: node {number} has a child with a lower variable"));
            }
            if R::redundant(low, high).is_some() {
                return Err(format!("N3: node {number} is redundant"));
            }
            if !has_table {
                continue;
            }
            let mut place = self.home(*branch);
            while self.table[place] as usize != number {
                if self.table[place] == 0 || self.nodes[self.table[place] as usize] == *branch {
                    return Err(format!("N4: node {number} is not found"));
                }
                place = (place + 1) & (self.table.len() - 1);
            }
        }
        let smallest = SMALLEST_TABLE * size_of::<u32>() + 2 * NODE_BYTES + Cache::SMALLEST_BYTES;
        if self.bytes() > self.limit_bytes.max(smallest) {
            return Err(format!(
                "N5: {} bytes, and the limit is {}",
                self.bytes(),
                self.limit_bytes
            ));
        }
        Ok(())
    }
}

/// The places of a table for so many nodes (N4).
fn table_len(nodes: usize) -> usize {
    (nodes / 3 * 4 + 4).next_power_of_two().max(SMALLEST_TABLE)
}
