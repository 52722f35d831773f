//! A search told step by step, for people who want to follow it.
//!
//! The hot loops know nothing of it. A space that is [`Explained`] says what a search does at a
//! node, and [`tell`] goes through the nodes in the order of a search, making every node again from
//! its prefix. That is slow, and costs nothing where nobody listens.

use crate::{Prefix, Space};
use std::ops::ControlFlow;

/// What a search finds at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// No solution is below it.
    Dead,
    /// What is below it is an image of what is elsewhere.
    Rejected {
        /// Under this symmetry: a position in the problem's group.
        symmetry: usize,
    },
    /// A solution, and nothing else.
    Solution {
        /// Choices that follow from those made, and are made at once.
        forced: Vec<u32>,
    },
    /// The search goes on.
    Branch {
        /// Choices that follow from those made, and are made at once.
        forced: Vec<u32>,
        /// What is decided next, as the engine numbers it; `None` if the ways have no such thing
        /// in common.
        item: Option<u32>,
        /// The choices that are tried, in order. Some may be dead.
        ways: Vec<u32>,
    },
}

/// A space whose searches can be told step by step.
pub trait Explained: Space {
    /// What a search finds at a node. All choices of the prefix but the last lead to live nodes.
    fn arrive(&self, prefix: &Prefix) -> Arrival;
}

/// A step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told<'n> {
    /// The search begins.
    Root(&'n Arrival),
    /// Something is to be decided.
    Branch {
        /// What.
        item: Option<u32>,
        /// How many choices will be tried.
        ways: usize,
    },
    /// A choice is tried.
    Try {
        /// The choice.
        choice: u32,
        /// What is found there.
        arrival: &'n Arrival,
    },
}

/// Tells the steps of a search in its order, each with the choices that lead to it, until `hear`
/// has had enough.
pub fn tell<S: Explained, B>(
    space: &S,
    hear: &mut dyn FnMut(&Prefix, Told<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let root = Prefix::root();
    let arrival = space.arrive(&root);
    hear(&root, Told::Root(&arrival))?;
    tell_below(space, &root, &arrival, hear)
}

/// Tells what follows below a node.
fn tell_below<S: Explained, B>(
    space: &S,
    prefix: &Prefix,
    arrival: &Arrival,
    hear: &mut dyn FnMut(&Prefix, Told<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Arrival::Branch { item, ways, .. } = arrival else { return ControlFlow::Continue(()) };
    hear(prefix, Told::Branch { item: *item, ways: ways.len() })?;
    for choice in ways {
        let below = prefix.then(*choice);
        let arrival = space.arrive(&below);
        hear(prefix, Told::Try { choice: *choice, arrival: &arrival })?;
        tell_below(space, &below, &arrival, hear)?;
    }
    ControlFlow::Continue(())
}
