//! All solutions as a decision diagram, and some of them, listed or drawn by lot.

use super::dice::Dice;
use super::forecast::forecast;
use crate::SolveError;
use crate::pack::Show;
use kumiki_diagram::{Census, NodeId, ZddStore};
use kumiki_frontier::{FIRST_NODE, Levels, Node, ONE, Plan};
use kumiki_id::{narrow, widen};
use kumiki_run::{Ended, Runner};
use num_bigint::BigUint;
use std::collections::HashSet;

/// Bytes that a node of the compiled levels takes, reduced or not, with its place in a table: a level is dropped when it has been reduced.
const NODE_BYTES: u64 = 24;

/// Compiled nodes are numbered in 32 bits.
const MOST_NODES: u64 = 1 << 31;

/// The family of all solutions, each a set of edges.
///
/// * **Z1** Variable k of the store is edge `links[k]`.
#[derive(Debug)]
pub(crate) struct Family {
    store: ZddStore,
    root: NodeId,
    links: Vec<usize>,
}

/// A family, or why it was not built.
pub(crate) type Built = Result<Family, Ended>;

impl Family {
    /// Compiles and reduces the diagram of a plan.
    ///
    /// # Errors
    /// If it does not fit into memory, or if the frontier is too wide.
    pub(crate) fn build(plan: &Plan, runner: &Runner) -> Result<Built, SolveError> {
        let limit = runner.limits.memory_bytes.unwrap_or(u64::MAX);
        let most_nodes = usize::try_from((limit / NODE_BYTES).min(MOST_NODES)).unwrap_or(usize::MAX);
        let too_large = || SolveError::DiagramMemory { most_nodes, limit };
        // A level for each edge instead of one for each vertex. If the forecast is ten times too high, it does not matter yet.
        let per_vertex = plan.network().links().len().div_ceil(plan.network().vertex_count().max(1));
        let expected = forecast(plan, 1).states / 10 * u128::try_from(per_vertex).unwrap_or(1);
        if u128::try_from(most_nodes).is_ok_and(|most| expected > most) {
            return Err(too_large());
        }
        let mut levels = None;
        let ended = runner.alone("compiling", |reporter| {
            levels = Some(Levels::compile(plan, most_nodes));
            reporter.go_on(0.5, 0)
        });
        let levels = match levels {
            Some(levels) => levels?.map_err(|_| too_large())?,
            None => return Ok(Err(ended)),
        };
        if ended != Ended::Complete {
            return Ok(Err(ended));
        }
        let links = levels.links.clone();
        let limit_bytes = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut store = ZddStore::new(links.len(), limit_bytes)
            .map_err(|error| SolveError::TooManyEdges { reason: error.to_string() })?;
        let root = reduce(&mut store, levels).map_err(|_| too_large())?;
        Ok(Ok(Self { store, root, links }))
    }

    /// Compares the number of members, modulo 2^64, with a count that was made without the diagram.
    ///
    /// # Errors
    /// If they are not the same.
    pub(crate) fn compare(&self, counted: &BigUint) -> Result<(), SolveError> {
        let members = self.store.count_modulo(self.root);
        if BigUint::from(members) == counted % (BigUint::from(1_u8) << 64_u32) {
            return Ok(());
        }
        let second = format!("{members} members of the diagram of all solutions, modulo 2^64");
        Err(SolveError::Disagreement { first: counted.to_string(), second })
    }

    /// How many nodes the diagram has, without sinks.
    pub(crate) fn node_count(&self) -> usize {
        self.store.size(self.root)
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

/// The reduced diagram of levels.
fn reduce(store: &mut ZddStore, levels: Levels) -> Result<NodeId, kumiki_diagram::Full> {
    if levels.root < FIRST_NODE {
        return Ok(if levels.root == ONE { NodeId::TOP } else { NodeId::BOTTOM });
    }
    let links = |nodes: Vec<Node>| -> Vec<[u32; 2]> {
        nodes.iter().map(|Node { low, high }| [*low, *high]).collect()
    };
    let from_the_last = levels.nodes.into_iter().enumerate().rev();
    store.reduce_levels(from_the_last.map(|(variable, nodes)| (narrow(variable), links(nodes))))
}

/// Solutions out of one or several families, as what `lift` makes of their edges; `lift` is given the number of the family, and may
/// say that a set of edges is no solution after all. Different sets must be lifted to different solutions, of which there are `count`.
pub(crate) fn pick<T>(
    families: &[Family],
    count: &BigUint,
    show: Show,
    lift: impl Fn(usize, &[usize]) -> Option<T>,
) -> Vec<T> {
    match show {
        Show::Nothing => Vec::new(),
        Show::Sample { size, seed } if BigUint::from(size) < *count => draw(families, size, seed, lift),
        Show::List(most) | Show::First(most) | Show::Sample { size: most, .. } => {
            let all = families.iter().enumerate().flat_map(|(number, family)| {
                let lift = &lift;
                let members = family.store.members(family.root);
                members.filter_map(move |set| lift(number, &family.edges(&set)))
            });
            all.take(most).collect()
        }
    }
}

/// A random set of solutions. There must be more than `size`.
fn draw<T>(
    families: &[Family],
    size: usize,
    seed: u64,
    lift: impl Fn(usize, &[usize]) -> Option<T>,
) -> Vec<T> {
    let censuses: Vec<Census<'_>> = families.iter().map(|family| family.store.census(family.root)).collect();
    let total: BigUint = censuses.iter().map(Census::count).sum();
    let mut dice = Dice::new(seed);
    let (mut drawn, mut seen) = (Vec::new(), HashSet::new());
    while drawn.len() < size {
        let number = dice.below(&total);
        if seen.insert(number.clone()) {
            let (at, set) = member(&censuses, number);
            drawn.extend(lift(at, &families[at].edges(&set)));
        }
    }
    drawn
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
