//! All solutions as a decision diagram, and some of them, listed or drawn by lot.

use super::dice::Dice;
use super::forecast::forecast;
use crate::Halt;
use crate::pack::Show;
use kumiki_diagram::{BranchLevels, Census, NodeId, Reduced, Reducing, TooManyVariables, ZddStore};
use kumiki_drive::Run;
use kumiki_frontier::{Compilation, Levels, Plan};
use kumiki_id::widen;
use kumiki_model::StoppedBy;
use kumiki_search::{BadSnapshot, Record, Snapshot};
use num_bigint::BigUint;
use std::collections::HashSet;
use std::ops::Range;

/// Bytes that a compiled node takes. Its level is dropped when it has been reduced, and most nodes
/// are gone by then, so little more is needed.
const NODE_BYTES: u64 = 8;

/// Compiled nodes are numbered in 32 bits.
const MOST_NODES: u64 = 1 << 31;

/// How many solutions are picked before anybody asks whether to go on.
const LOOK: usize = 1 << 8;

/// The family of all solutions, each a set of edges.
///
/// * **Z1** Variable k of the store is edge `links[k]`.
/// * **Z2** The store has the nodes of this family and no others: every compiled node was reached
///   from the root.
#[derive(Debug)]
pub(crate) struct Family {
    store: ZddStore,
    root: NodeId,
    links: Vec<usize>,
    members_modulo: u64,
}

impl Family {
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
        let expected = forecast(plan, 1).states / 10 * u128::try_from(per_vertex).unwrap_or(1);
        if u128::try_from(most_nodes).is_ok_and(|most| expected > most) {
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

    /// How many nodes the diagram has, without sinks.
    pub(crate) fn node_count(&self) -> usize {
        self.store.node_count() - 2
    }

    /// The edge of each variable.
    pub(crate) fn links(&self) -> &[usize] {
        &self.links
    }

    /// The diagram itself.
    pub(crate) fn diagram(&self) -> (&ZddStore, NodeId) {
        (&self.store, self.root)
    }

    fn edges(&self, set: &[u32]) -> Vec<usize> {
        set.iter().map(|variable| self.links[widen(*variable)]).collect()
    }
}

/// The levels of a diagram, as they are reduced.
struct Compiled(Levels);

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

impl Snapshot for Compiled {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.0.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.0.load(records)
    }
}

/// Solutions out of one or several families, as what `lift` makes of their edges; `lift` is given
/// the number of the family, and may say that a set of edges is no solution after all. Different
/// sets must be lifted to different solutions, of which there are `count`.
///
/// # Errors
/// Why it was stopped before all were there.
pub(crate) fn pick<T>(
    families: &[Family],
    count: &BigUint,
    show: Show,
    run: &Run<'_>,
    lift: impl Fn(usize, &[usize]) -> Option<T>,
) -> Result<Vec<T>, StoppedBy> {
    match show {
        Show::Nothing => Ok(Vec::new()),
        Show::Sample { size, seed } if BigUint::from(size) < *count => {
            draw(families, size, seed, run, lift)
        }
        Show::List(most) | Show::First(most) | Show::Sample { size: most, .. } => {
            let mut picked = Vec::new();
            let members = families.iter().enumerate().flat_map(|(number, family)| {
                family.store.members(family.root).map(move |set| (number, family.edges(&set)))
            });
            for (at, (number, edges)) in members.enumerate() {
                if picked.len() >= most {
                    break;
                }
                check(at, run)?;
                picked.extend(lift(number, &edges));
            }
            Ok(picked)
        }
    }
}

/// Now and then, whether to go on.
fn check(at: usize, run: &Run<'_>) -> Result<(), StoppedBy> {
    if at.is_multiple_of(LOOK) { run.check() } else { Ok(()) }
}

/// A random set of solutions. There must be more than `size`.
fn draw<T>(
    families: &[Family],
    size: usize,
    seed: u64,
    run: &Run<'_>,
    lift: impl Fn(usize, &[usize]) -> Option<T>,
) -> Result<Vec<T>, StoppedBy> {
    let censuses: Vec<Census<'_>> =
        families.iter().map(|family| family.store.census(family.root)).collect();
    let total: BigUint = censuses.iter().map(Census::count).sum();
    let mut dice = Dice::new(seed);
    let (mut drawn, mut seen) = (Vec::new(), HashSet::new());
    for throw in 0.. {
        if drawn.len() >= size {
            break;
        }
        check(throw, run)?;
        let number = dice.below(&total);
        if seen.insert(number.clone()) {
            let (at, set) = member(&censuses, number);
            drawn.extend(lift(at, &families[at].edges(&set)));
        }
    }
    Ok(drawn)
}

/// The member with a number below the count of all: the number of its family, and its elements.
fn member(censuses: &[Census<'_>], mut number: BigUint) -> (usize, Vec<u32>) {
    for (at, census) in censuses.iter().enumerate() {
        if let Some(set) = census.member(&number) {
            return (at, set);
        }
        number -= census.count();
    }
    unreachable!("a number below the count of all")
}
