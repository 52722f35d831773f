//! All solutions as a decision diagram, and some of them, listed or drawn by lot.

use crate::Halt;
use kumiki_diagram::{
    BranchLevels, Census, Dice, NodeId, Reduced, Reducing, TooManyVariables, ZddStore,
};
use kumiki_drive::Run;
use kumiki_frontier::{Compilation, Levels, Plan};
use kumiki_model::{How, StoppedBy};
use kumiki_search::{BadSnapshot, Record, Snapshot};
use num_bigint::BigUint;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

/// Bytes that a compiled node takes. Its level is dropped when it has been reduced, and most nodes
/// are gone by then, so little more is needed.
const NODE_BYTES: u64 = 8;

/// Compiled nodes are numbered in 32 bits.
const MOST_NODES: u64 = 1 << 31;

/// How many solutions are picked at a time, before anybody asks whether to go on.
const LOOK: usize = 1 << 8;

/// The family of all solutions, each a set of edges.
///
/// * **Z1** Variable k of the store is edge `links[k]`.
/// * **Z2** The store has the nodes of this family and no others: every compiled node was reached
///   from the root.
#[derive(Debug)]
pub(crate) struct Diagram {
    pub(crate) store: ZddStore,
    pub(crate) root: NodeId,
    pub(crate) links: Vec<usize>,
    members_modulo: u64,
}

impl Diagram {
    /// Compiles and reduces the diagram of a plan.
    ///
    /// # Errors
    /// If it cannot fit into memory, if the frontier is too wide, or if the run is stopped. That it
    /// does not fit after all is a reason to stop.
    pub(crate) fn build(plan: &Plan, run: &Run<'_>) -> Result<Self, Halt> {
        let limit = run.memory_limit().unwrap_or(u64::MAX);
        let most_nodes =
            usize::try_from((limit / NODE_BYTES).min(MOST_NODES)).unwrap_or(usize::MAX);
        // A level for each edge instead of one for each vertex. If the forecast is ten times too
        // high, it does not matter yet.
        let per_vertex =
            plan.network().links().len().div_ceil(plan.network().vertex_count().max(1));
        let expected = plan.forecast().states / 10 * per_vertex as u128;
        if expected > most_nodes as u128 {
            return Err(Halt::DiagramMemory { most_nodes, limit });
        }
        let limit_bytes = usize::try_from(limit).unwrap_or(usize::MAX);
        let too_many = |error: TooManyVariables| Halt::TooManyEdges { reason: error.to_string() };
        // Better said before anything is compiled.
        ZddStore::new(plan.links().len(), 0).map_err(too_many)?;
        let levels = run.stages("compiling", &mut Compilation::new(plan, most_nodes)?)?;
        let levels = levels.map_err(|_| StoppedBy::MemoryLimit)?;
        let links = levels.links().to_vec();
        let mut reducing = Reducing::new(Compiled(levels), limit_bytes).map_err(too_many)?;
        let reduced = run.stages("reducing", &mut reducing)?;
        let Reduced { store, root, members_modulo } =
            reduced.map_err(|_| StoppedBy::MemoryLimit)?;
        Ok(Self { store, root, links, members_modulo })
    }

    /// Compares the number of members, modulo 2^64, with a count that was made without the diagram.
    ///
    /// # Errors
    /// If they are not the same.
    pub(crate) fn compare(&self, counted: &BigUint) -> Result<(), Halt> {
        let members = self.members_modulo;
        if BigUint::from(members) == counted % (BigUint::from(1_u8) << 64_u32) {
            return Ok(());
        }
        let second = format!("{members} members of the diagram of all solutions, modulo 2^64");
        Err(Halt::Disagreement { first: counted.to_string(), second })
    }

    fn edges(&self, set: &[u32]) -> Vec<usize> {
        set.iter().map(|variable| self.links[*variable as usize]).collect()
    }
}

/// The levels of a diagram, as they are reduced.
struct Compiled(Levels);

impl Snapshot for Compiled {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.0.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.0.load(records)
    }
}

impl BranchLevels for Compiled {
    fn variable_count(&self) -> usize {
        self.0.links().len()
    }

    fn level_count(&self) -> usize {
        self.0.len()
    }

    fn branch_count(&self, level: usize) -> usize {
        self.0.nodes(level).len()
    }

    fn branches(&self, level: usize, range: Range<usize>) -> impl Iterator<Item = [u32; 2]> {
        self.0.nodes(level)[range].iter().map(|node| [node.low, node.high])
    }

    fn root(&self) -> u32 {
        self.0.root()
    }

    fn drop_last(&mut self) {
        self.0.drop_last();
    }
}

/// Solutions out of one or several diagrams, as what `lift` makes of their edges: those that a
/// question lists, or draws by lot. `lift` may say that a set of edges is no solution after all.
/// Different sets must be lifted to different solutions, of which there are `count`. `take` gets
/// them a few at a time, and breaks if it wants no more.
///
/// # Errors
/// Why it was stopped before all were there.
pub(crate) fn pick<T>(
    diagrams: &[Diagram],
    count: &BigUint,
    how: &How,
    run: &Run<'_>,
    lift: impl Fn(&[usize]) -> Option<T>,
    mut take: impl FnMut(Vec<T>) -> ControlFlow<()>,
) -> Result<(), StoppedBy> {
    let is_drawn = how.sample.is_some_and(|size| BigUint::from(size) < *count);
    let mut sets: Box<dyn Iterator<Item = Option<Vec<usize>>>> = match is_drawn {
        true => Box::new(draw(diagrams, how.seed)),
        false => Box::new(diagrams.iter().flat_map(|diagram| {
            diagram.store.members(diagram.root).map(|set| Some(diagram.edges(&set)))
        })),
    };
    let mut left = how.sample.unwrap_or_else(|| how.room());
    while left > 0 {
        run.check()?;
        let batch: Vec<Option<Vec<usize>>> = sets.by_ref().take(left.min(LOOK)).collect();
        let is_last = batch.len() < left.min(LOOK);
        let batch: Vec<T> = batch.iter().flatten().filter_map(|edges| lift(edges)).collect();
        left -= batch.len();
        if !batch.is_empty() && take(batch).is_break() || is_last {
            break;
        }
    }
    Ok(())
}

/// Members of all diagrams at random, each equally likely, unless one has been drawn before. It has
/// no end.
fn draw(diagrams: &[Diagram], seed: u64) -> impl Iterator<Item = Option<Vec<usize>>> {
    let censuses: Vec<Census<'_>> =
        diagrams.iter().map(|diagram| diagram.store.census(diagram.root)).collect();
    let total: BigUint = censuses.iter().map(Census::count).sum();
    let (mut dice, mut seen) = (Dice::new(seed), HashSet::new());
    std::iter::repeat_with(move || {
        let mut number = dice.below(&total);
        if !seen.insert(number.clone()) {
            return None;
        }
        for (diagram, census) in diagrams.iter().zip(&censuses) {
            if let Some(set) = census.member(&number) {
                return Some(diagram.edges(&set));
            }
            number -= census.count();
        }
        unreachable!("a number below the count of all")
    })
}
