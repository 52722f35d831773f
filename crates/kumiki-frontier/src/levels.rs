//! Levels of a decision diagram: the same rules, an edge at a time, with every state kept.
//!
//! A node of level k decides edge [`Plan::links`]\[k\]: its low child stands for all solutions
//! without the edge, its high child for all with it. Nodes are numbered level by level in the order
//! in which they are first reached. The result is ordered, but not reduced: nodes may be equal, and
//! may lead to no solution.

use crate::compilation::Compilation;
use crate::plan::Plan;
use crate::problem::FrontierError;
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
};

/// The child that stands for no solution.
pub const NONE: u32 = 0;

/// The child that stands for one solution: no further edge is taken.
pub const ONE: u32 = 1;

/// The first number of a child that is a node: child k is node k - `FIRST_NODE` of the next level.
pub const FIRST_NODE: u32 = 2;

/// A node: what becomes of the solutions without the edge of its level, and of those with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Without: [`NONE`], [`ONE`], or a node of the next level.
    pub low: u32,
    /// With: the same.
    pub high: u32,
}

/// All levels of a diagram, the first edge first.
///
/// All nodes stand in one list, so that it can be shortened from the end: levels that are no longer
/// needed cost nothing, whatever the allocator does.
///
/// * **L1** Children of the nodes of a level are nodes of the next, [`NONE`] or [`ONE`]; those of
///   the last level are no nodes.
/// * **L2** The first level has one node, unless the root is no node. Every node of another level
///   is a child of one.
/// * **L3** Level k has the nodes from the end of level k - 1 up to `ends[k]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    /// The whole diagram: `NONE`, `ONE`, or `FIRST_NODE` for the only node of level 0 (L2).
    root: u32,
    /// Element k: number of the edge that level k decides, for levels to come or forgotten too.
    links: Vec<usize>,
    /// All nodes, level by level from the first (L3).
    pub(crate) nodes: Vec<Node>,
    /// Element k: where level k ends in `nodes` (L3). Only complete levels have an end.
    pub(crate) ends: Vec<usize>,
}

/// More nodes than a limit, in the level where it was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyNodes {
    /// The level under way, counted from 0.
    pub level: usize,
    /// How many nodes there were already: the limit.
    pub nodes: usize,
}

impl std::fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "more than {} nodes in a diagram, at level {}, expected fewer",
            self.nodes, self.level
        )
    }
}

impl std::error::Error for TooManyNodes {}

impl Levels {
    /// Compiles the diagram of all solutions without a pause; see [`Compilation`].
    ///
    /// # Errors
    /// If the frontier is too wide. If there are too many nodes, that is the answer inside.
    pub fn compile(
        plan: &Plan,
        most_nodes: usize,
    ) -> Result<Result<Self, TooManyNodes>, FrontierError> {
        let mut compilation = Compilation::new(plan, most_nodes)?;
        loop {
            if let Turn::Done(levels) = compilation.advance(&mut Fuel::unlimited()) {
                return Ok(levels);
            }
        }
    }

    /// A diagram without levels.
    pub(crate) fn begin(root: u32, links: Vec<usize>) -> Self {
        Self { root, links, nodes: Vec::new(), ends: Vec::new() }
    }

    /// The root: [`NONE`], [`ONE`], or [`FIRST_NODE`].
    #[must_use]
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The number of the edge that each level decides.
    #[must_use]
    pub fn links(&self) -> &[usize] {
        &self.links
    }

    /// How many levels there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The nodes of a level.
    ///
    /// # Panics
    /// If there is no such level.
    #[must_use]
    pub fn nodes(&self, level: usize) -> &[Node] {
        let start = if level == 0 { 0 } else { self.ends[level - 1] };
        &self.nodes[start..self.ends[level]]
    }

    /// How many nodes there are.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets the last level, if there is one, and gives its memory back.
    pub fn drop_last(&mut self) {
        self.ends.pop();
        self.nodes.truncate(self.ends.last().copied().unwrap_or(0));
        self.nodes.shrink_to_fit();
    }

    /// Writes down the nodes, each as one number, and where the levels end.
    pub(crate) fn save_nodes(&self, writer: &mut RecordWriter<'_>) {
        writer.list(1, &self.ends, |end, line| line.push(*end as u64));
        writer.list(1, &self.nodes, |node, line| {
            line.push(u64::from(node.low) | u64::from(node.high) << 32);
        });
    }

    /// Nodes and ends of levels that were written down, at most so many nodes.
    pub(crate) fn load_nodes(
        reader: &mut RecordReader<'_>,
        most_nodes: usize,
    ) -> Result<(Vec<Node>, Vec<usize>), BadSnapshot> {
        let ends: Result<Vec<usize>, _> =
            reader.words()?.into_iter().map(usize::try_from).collect();
        let ends = ends.map_err(|_| BadSnapshot)?;
        let mut nodes = Vec::new();
        reader.list(1, |links| {
            let [low, high] = [links[0] & u64::from(u32::MAX), links[0] >> 32]
                .map(|link| u32::try_from(link).expect("half of a word"));
            nodes.push(Node { low, high });
            if nodes.len() > most_nodes { Err(BadSnapshot) } else { Ok(()) }
        })?;
        let is_sorted = ends.is_sorted() && ends.last().is_none_or(|last| *last <= nodes.len());
        if is_sorted { Ok((nodes, ends)) } else { Err(BadSnapshot) }
    }

    /// Checks L1 for nodes that were read, if the level after the last complete one will have so
    /// many nodes, and the level after that so many.
    pub(crate) fn check_nodes(
        &self,
        nodes: &[Node],
        ends: &[usize],
        later: [usize; 2],
    ) -> Result<(), BadSnapshot> {
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let ends_of_all = ends.iter().copied().chain([nodes.len()]);
        let sizes: Vec<usize> = starts.clone().zip(ends).map(|(from, to)| to - from).collect();
        let next_sizes = sizes.iter().copied().skip(1).chain(later);
        // Without complete levels, the first size is that of the level after the one under way.
        let next_sizes = next_sizes.skip(usize::from(ends.is_empty()));
        for ((from, to), next) in starts.zip(ends_of_all).zip(next_sizes) {
            let is_child = |link: u32| link < FIRST_NODE || ((link - FIRST_NODE) as usize) < next;
            if !nodes[from..to].iter().all(|node| is_child(node.low) && is_child(node.high)) {
                return Err(BadSnapshot);
            }
        }
        if ends.len() > self.links.len() { Err(BadSnapshot) } else { Ok(()) }
    }

    /// What tells it from the levels of other plans, in snapshots.
    fn name(&self) -> [u64; 2] {
        let links = self.links.iter().map(|link| *link as u64);
        [self.links.len() as u64, Digest::of(links)]
    }

    /// No levels yet, for a plan: they can be loaded.
    #[must_use]
    pub fn none(plan: &Plan) -> Self {
        Self::begin(NONE, plan.links())
    }
}

/// The records are: the name; the root; where the levels end; and the nodes. Levels that were
/// forgotten are not written, and loading forgets whatever there is.
impl Snapshot for Levels {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        writer.numbers(&[u64::from(self.root)]);
        self.save_nodes(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [root] = reader.numbers()?;
        let root = u32::try_from(root).ok().filter(|root| *root <= FIRST_NODE);
        let root = root.ok_or(BadSnapshot)?;
        let (nodes, ends) = Self::load_nodes(&mut reader, usize::MAX)?;
        reader.finish()?;
        // The level after the last one may have been forgotten.
        self.check_nodes(&nodes, &ends, [usize::MAX; 2])?;
        if ends.last().copied().unwrap_or(0) != nodes.len() {
            return Err(BadSnapshot);
        }
        (self.root, self.nodes, self.ends) = (root, nodes, ends);
        Ok(())
    }
}
