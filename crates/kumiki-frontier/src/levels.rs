//! Levels of a decision diagram: the same rules, an edge at a time, with every state kept.
//!
//! A node of level k decides edge [`Plan::links`]\[k\]: its low child stands for all solutions
//! without the edge, its high child for all with it. Nodes are numbered level by level in the order
//! in which they are first reached. The result is ordered, but not reduced: nodes may be equal, and
//! may lead to no solution.

use crate::compilation::{Compilation, Compiled};
use crate::plan::Plan;
use crate::problem::FrontierError;
use kumiki_search::Fuel;

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
    /// With.
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
    root: u32,
    links: Vec<usize>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) ends: Vec<usize>,
}

/// More nodes than a limit, in the level where it was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyNodes {
    /// The level.
    pub level: usize,
    /// How many nodes there were already.
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
            match compilation.advance(&mut Fuel::unlimited()) {
                Compiled::Levels(levels) => return Ok(Ok(levels)),
                Compiled::TooMany(nodes) => return Ok(Err(nodes)),
                Compiled::OutOfFuel(rest) => compilation = rest,
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
}
