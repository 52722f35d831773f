//! All solutions as a decision diagram, and some of them, listed or drawn by lot.

use super::dice::Dice;
use super::forecast::forecast;
use super::fraction;
use crate::SolveError;
use crate::pack::Show;
use kumiki_diagram::{Census, Full, NodeId, Reduced, Reduction, ZddStore};
use kumiki_frontier::{Compilation, Compiled, Levels, Plan, TooManyNodes};
use kumiki_id::{narrow, widen};
use kumiki_run::{Ended, Runner};
use kumiki_search::Fuel;
use num_bigint::BigUint;
use std::collections::HashSet;

/// Bytes that a compiled node takes. Its level is dropped when it has been reduced, and most nodes
/// are gone by then, so little more is needed.
const NODE_BYTES: u64 = 8;

/// Compiled nodes are numbered in 32 bits.
const MOST_NODES: u64 = 1 << 31;

/// How many nodes are compiled or reduced before anybody asks whether to go on: some milliseconds.
const SIP: usize = 1 << 16;

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

/// A family, or why it was not built.
pub(crate) type Built = Result<Family, Ended>;

impl Family {
    /// Compiles and reduces the diagram of a plan.
    ///
    /// # Errors
    /// If it cannot fit into memory, or if the frontier is too wide. That it does not fit after all
    /// is a reason to stop.
    pub(crate) fn build(plan: &Plan, runner: &Runner) -> Result<Built, SolveError> {
        let limit = runner.limits.memory_bytes.unwrap_or(u64::MAX);
        let most_nodes =
            usize::try_from((limit / NODE_BYTES).min(MOST_NODES)).unwrap_or(usize::MAX);
        // A level for each edge instead of one for each vertex. If the forecast is ten times too
        // high, it does not matter yet.
        let per_vertex =
            plan.network().links().len().div_ceil(plan.network().vertex_count().max(1));
        let expected = forecast(plan, 1).states / 10 * u128::try_from(per_vertex).unwrap_or(1);
        if u128::try_from(most_nodes).is_ok_and(|most| expected > most) {
            return Err(SolveError::DiagramMemory { most_nodes, limit });
        }
        let limit_bytes = usize::try_from(limit).unwrap_or(usize::MAX);
        let reduction = Reduction::new(plan.links().len(), limit_bytes)
            .map_err(|error| SolveError::TooManyEdges { reason: error.to_string() })?;
        let levels = match compile(Compilation::new(plan, most_nodes)?, runner) {
            Ok(Ok(levels)) => levels,
            Ok(Err(_)) => return Ok(Err(Ended::MemoryLimit)),
            Err(ended) => return Ok(Err(ended)),
        };
        let links = levels.links().to_vec();
        Ok(match reduce(levels, reduction, runner) {
            Ok(Ok(Reduced { store, root, members_modulo })) => {
                Ok(Self { store, root, links, members_modulo })
            }
            Ok(Err(_)) => Err(Ended::MemoryLimit),
            Err(ended) => Err(ended),
        })
    }

    /// Compares the number of members, modulo 2^64, with a count that was made without the diagram.
    ///
    /// # Errors
    /// If they are not the same.
    pub(crate) fn compare(&self, counted: &BigUint) -> Result<(), SolveError> {
        let members = self.members_modulo;
        if BigUint::from(members) == counted % (BigUint::from(1_u8) << 64_u32) {
            return Ok(());
        }
        let second = format!("{members} members of the diagram of all solutions, modulo 2^64");
        Err(SolveError::Disagreement { first: counted.to_string(), second })
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

/// Compiles, unless the run is stopped.
fn compile(
    compilation: Compilation,
    runner: &Runner,
) -> Result<Result<Levels, TooManyNodes>, Ended> {
    let mut rest = Some(compilation);
    let mut found = None;
    let sip = u64::try_from(SIP).unwrap_or(u64::MAX);
    let ended = runner.alone("compiling", |reporter| {
        while let Some(compilation) = rest.take() {
            match compilation.advance(&mut Fuel(sip)) {
                Compiled::Levels(levels) => found = Some(Ok(levels)),
                Compiled::TooMany(nodes) => found = Some(Err(nodes)),
                Compiled::OutOfFuel(compilation) => {
                    let (done, all) = compilation.progress();
                    reporter
                        .say(format!("{done} of {all} edges, {} nodes", compilation.node_count()));
                    if !reporter.go_on(fraction(done, all), sip) {
                        return false;
                    }
                    rest = Some(compilation);
                }
            }
        }
        true
    });
    found.ok_or(ended)
}

/// Reduces, unless the run is stopped.
fn reduce(
    mut levels: Levels,
    reduction: Reduction,
    runner: &Runner,
) -> Result<Result<Reduced, Full>, Ended> {
    let all = levels.node_count();
    let mut reduction = Some(reduction);
    let mut found = None;
    let ended = runner.alone("reducing", |reporter| {
        // The only call.
        let Some(mut reduction) = reduction.take() else { return false };
        while let Some(last) = levels.len().checked_sub(1) {
            let nodes = levels.nodes(last);
            reduction.begin_level(narrow(last), nodes.len());
            let before = all - levels.node_count();
            for (number, some) in nodes.chunks(SIP).enumerate() {
                if let Err(full) = reduction.add(some.iter().map(|node| [node.low, node.high])) {
                    found = Some(Err(full));
                    return true;
                }
                let done = before + number * SIP + some.len();
                if !reporter.go_on(fraction(done, all), u64::try_from(some.len()).unwrap_or(0)) {
                    return false;
                }
            }
            levels.drop_last();
            reporter.say(format!("{last} edges left, {} nodes", reduction.node_count()));
        }
        found = Some(Ok(reduction.finish(levels.root())));
        true
    });
    found.ok_or(ended)
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
    runner: &Runner,
    lift: impl Fn(usize, &[usize]) -> Option<T>,
) -> Result<Vec<T>, Ended> {
    match show {
        Show::Nothing => Ok(Vec::new()),
        Show::Sample { size, seed } if BigUint::from(size) < *count => {
            draw(families, size, seed, runner, lift)
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
                check(at, runner)?;
                picked.extend(lift(number, &edges));
            }
            Ok(picked)
        }
    }
}

/// Now and then, whether to go on.
fn check(at: usize, runner: &Runner) -> Result<(), Ended> {
    let reason = if at.is_multiple_of(LOOK) { runner.reason_to_stop() } else { None };
    reason.map_or(Ok(()), Err)
}

/// A random set of solutions. There must be more than `size`.
fn draw<T>(
    families: &[Family],
    size: usize,
    seed: u64,
    runner: &Runner,
    lift: impl Fn(usize, &[usize]) -> Option<T>,
) -> Result<Vec<T>, Ended> {
    let censuses: Vec<Census<'_>> =
        families.iter().map(|family| family.store.census(family.root)).collect();
    let total: BigUint = censuses.iter().map(Census::count).sum();
    let mut dice = Dice::new(seed);
    let (mut drawn, mut seen) = (Vec::new(), HashSet::new());
    for throw in 0.. {
        if drawn.len() >= size {
            break;
        }
        check(throw, runner)?;
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
