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
use kumiki_id::{Id, narrow};
use kumiki_search::{
    BadSnapshot, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
    read_flag,
};

/// What a branch has become: a node, and how many members that has, modulo 2^64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Child {
    /// The node of the store.
    node: NodeId,
    /// How many members it has, modulo 2^64.
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
    /// The nodes made so far. It has no table of nodes (N4).
    store: ZddStore,
    /// The variable of the level under way; the number of variables before the first level.
    variable: u32,
    /// What the links of the level under way lead to, by link (V1).
    below: Vec<Child>,
    /// What links to the level under way will lead to, by link (V1).
    level: Vec<Child>,
    /// Number of the first node made for the level under way (V2).
    first_made: usize,
    /// For each node made for the level under way how many members it has, modulo 2^64 (V2).
    made: Vec<u64>,
    /// The hash table of these nodes (V3).
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
        self.begin_places(branch_count);
    }

    /// V3: no places are taken.
    fn begin_places(&mut self, branch_count: usize) {
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
            let [low, high] = links.map(|link| self.below[link as usize]);
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
        let mask = self.places.len() - 1;
        let mut place = home(branch) & mask;
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

    /// Takes the places of the nodes made for the level under way again.
    fn enter_made(&mut self) {
        let mask = self.places.len() - 1;
        for number in self.first_made..self.store.node_count() {
            let node = NodeId::new(number);
            let mut place = home(self.store.branch(node)) & mask;
            while self.places[place] != 0 {
                place = (place + 1) & mask;
            }
            self.places[place] = node.raw();
        }
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
        let Child { node, members } = self.level[root as usize];
        Reduced { store: self.store, root: node, members_modulo: members }
    }
}

/// Where linear probing for a branch begins, before it is scaled to a number of places.
#[inline(always)]
fn home(branch: Branch) -> usize {
    let links = u64::from(branch.low.raw()) | u64::from(branch.high.raw()) << 32;
    let mixed = links.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    u32::try_from(mixed >> 32).expect("a shifted word has 32 bits") as usize
}

/// The levels of a diagram that need not be reduced, the first level first. Variable k of the
/// family is decided in level k.
pub trait BranchLevels: Send + Sync {
    /// How many levels there were before any was forgotten.
    fn variable_count(&self) -> usize;

    /// How many levels there are.
    fn level_count(&self) -> usize;

    /// How many branches a level has.
    fn branch_count(&self, level: usize) -> usize;

    /// Some branches of a level: for each, the links for 0 and for 1. A link is 0 for the sink ⊥, 1
    /// for ⊤, and k + 2 for branch k of the next level.
    fn branches(
        &self,
        level: usize,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = [u32; 2]>;

    /// The link to the family itself.
    fn root(&self) -> u32;

    /// Forgets the last level.
    fn drop_last(&mut self);
}

/// Levels being reduced, from the last to the first; each is forgotten when it has been reduced.
///
/// * **V4** All levels but those of `levels` have been reduced. If the last of these `is_begun`,
///   its first `level.len() - 2` branches have been added.
#[derive(Debug)]
pub struct Reducing<L> {
    /// The levels that are left, the one under way last (V4).
    levels: L,
    /// How many branches all levels had at first.
    all: usize,
    /// How many of them have been reduced.
    done: usize,
    /// Whether the last level of `levels` is under way (V4).
    is_begun: bool,
    /// What has been reduced; `None` when the family has been given away.
    reduction: Option<Reduction>,
}

impl<L: BranchLevels> Reducing<L> {
    /// Begins with an empty store; see [`ZddStore::new`](crate::Store::new).
    ///
    /// # Errors
    /// If there are too many levels.
    pub fn new(levels: L, limit_bytes: usize) -> Result<Self, TooManyVariables> {
        let all = (0..levels.level_count()).map(|level| levels.branch_count(level)).sum();
        let reduction = Some(Reduction::new(levels.variable_count(), limit_bytes)?);
        Ok(Self { levels, all, done: 0, is_begun: false, reduction })
    }
}

/// The reduced family, or that the store is full. A branch costs one unit of fuel.
impl<L: BranchLevels> Stages for Reducing<L> {
    type Answer = Result<Reduced, Full>;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Result<Reduced, Full>> {
        let reduction = self.reduction.as_mut().expect("the family is given away once");
        while let Some(last) = self.levels.level_count().checked_sub(1) {
            let branch_count = self.levels.branch_count(last);
            if !self.is_begun {
                reduction.begin_level(narrow(last), branch_count);
                self.is_begun = true;
            }
            let from = reduction.level.len() - SINKS.len();
            let some = (branch_count - from).min(usize::try_from(fuel.0).unwrap_or(usize::MAX));
            if let Err(full) = reduction.add(self.levels.branches(last, from..from + some)) {
                return Turn::Done(Err(full));
            }
            fuel.0 -= some as u64;
            self.done += some;
            if from + some < branch_count {
                return Turn::Going;
            }
            self.levels.drop_last();
            self.is_begun = false;
        }
        let reduction = self.reduction.take().expect("the family is given away once");
        Turn::Done(Ok(reduction.finish(self.levels.root())))
    }

    fn progress(&self) -> Progress {
        let (left, nodes) =
            (self.levels.level_count(), self.reduction.as_ref().map_or(0, Reduction::node_count));
        let note = format!("{left} edges left, {nodes} nodes");
        Progress { done: self.done as u64, all: self.all as u64, note }
    }
}

/// The records are those of the levels that are left; then the name, where it stands, the nodes of
/// the store, and what the branches of two levels and the nodes made for the last have become.
impl<L: BranchLevels + Snapshot> Snapshot for Reducing<L> {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.levels.save(record);
        let Some(reduction) = &self.reduction else { return };
        let variable_count = reduction.store.variable_count() as u64;
        let mut writer = RecordWriter::new(record, &[variable_count]);
        writer.numbers(&[
            self.all as u64,
            self.done as u64,
            u64::from(self.is_begun),
            u64::from(reduction.variable),
            reduction.first_made as u64,
        ]);
        reduction.store.save_nodes(&mut writer);
        for children in [&reduction.below, &reduction.level] {
            writer.list(2, children, |child, line| {
                line.extend([u64::from(child.node.raw()), child.members]);
            });
        }
        writer.list(1, &reduction.made, |members, line| line.push(*members));
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.levels.load(records)?;
        let fresh = self.reduction.as_mut().ok_or(BadSnapshot)?;
        let variable_count = fresh.store.variable_count();
        let mut reader = RecordReader::new(records, &[variable_count as u64])?;
        let [all, done, is_begun, variable, first_made] = reader.numbers()?;
        let size = |number: u64| usize::try_from(number).map_err(|_| BadSnapshot);
        fresh.store.load_nodes(&mut reader)?;
        let node_count = fresh.store.node_count();
        let mut children = || {
            let mut children = Vec::new();
            reader.list(2, |child| {
                let node = NodeId::from_raw(u32::try_from(child[0]).map_err(|_| BadSnapshot)?);
                children.push(Child { node, members: child[1] });
                if node.index() < node_count { Ok(()) } else { Err(BadSnapshot) }
            })?;
            Ok(children)
        };
        let (below, level) = (children()?, children()?);
        let made = reader.words()?;
        reader.finish()?;
        let (all, done, first_made) = (size(all)?, size(done)?, size(first_made)?);
        let (is_begun, level_count) = (read_flag(is_begun)?, self.levels.level_count());
        let variable = u32::try_from(variable).map_err(|_| BadSnapshot)?;
        let begun = level.len().checked_sub(SINKS.len()).ok_or(BadSnapshot)?;
        let branch_count = level_count.checked_sub(1).map(|last| self.levels.branch_count(last));
        let is_in_order = if is_begun {
            branch_count.is_some_and(|count| begun <= count)
                && (variable as usize) + 1 == level_count
                && below.len() >= SINKS.len()
        } else {
            variable as usize == level_count
        };
        let has_made = first_made.checked_add(made.len()) == Some(node_count);
        if !is_in_order || !has_made || done > all || made.len() > begun {
            return Err(BadSnapshot);
        }
        (self.all, self.done, self.is_begun) = (all, done, is_begun);
        (fresh.variable, fresh.first_made, fresh.made) = (variable, first_made, made);
        (fresh.below, fresh.level) = (below, level);
        fresh.begin_places(if is_begun { branch_count.unwrap_or(0) } else { begun });
        fresh.enter_made();
        Ok(())
    }
}
