//! Walking a search: the primitive step, and visitors on top of it.

use crate::{Fuel, Prefix, Profile};
use std::ops::ControlFlow;

/// Why [`Search::advance`] came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The search holds still at a solution. Engines show it through a method of their own that
    /// borrows the search, so that nobody can look at a solution the search has left.
    Solution,
    /// Call again with more: nothing is lost and nothing repeats.
    OutOfFuel,
    /// Every node has been visited, so all counts are final.
    Exhausted,
}

/// A walk through a search tree that can stop at any node.
pub trait Search {
    /// Walks on to the next solution, the end of the fuel or the end of the tree.
    fn advance(&mut self, fuel: &mut Fuel) -> Step;

    /// The nodes visited so far.
    fn profile(&self) -> &Profile;

    /// How many solutions were counted without stopping at them, by engines that can do so.
    fn counted(&self) -> u64 {
        0
    }

    /// Gives up the rest of the tree and names the live nodes that are left, as the choices that
    /// lead to them, in the order of the search. Searching below all of them completes this search,
    /// and the profiles add up. Afterwards the search is exhausted. A solution at which the search
    /// holds still is not among them.
    fn remaining(&mut self) -> Vec<Prefix>;

    /// Derives the invariants of the engine's structures from scratch.
    ///
    /// # Errors
    /// Names the label of the first invariant that fails.
    fn audit(&self) -> Result<(), String>;
}

/// How a whole walk ended. Running dry is an outcome, not an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome<B> {
    /// All solutions have been seen.
    Exhausted,
    /// The visitor broke off with a value.
    Stopped(B),
    /// The fuel is gone; the search can be taken up where it stands.
    OutOfFuel,
}

impl<B> Outcome<B> {
    /// Whether all solutions have been seen.
    pub fn is_exhausted(&self) -> bool {
        matches!(self, Self::Exhausted)
    }
}

/// Calls `see` at every solution until it breaks or the fuel is gone.
pub fn visit<S: Search, B>(
    search: &mut S,
    fuel: &mut Fuel,
    mut see: impl FnMut(&S) -> ControlFlow<B>,
) -> Outcome<B> {
    loop {
        match search.advance(fuel) {
            Step::Solution => {
                if let ControlFlow::Break(value) = see(search) {
                    return Outcome::Stopped(value);
                }
            }
            Step::OutOfFuel => return Outcome::OutOfFuel,
            Step::Exhausted => return Outcome::Exhausted,
        }
    }
}

/// The solutions one by one, each turned into a value that can be kept.
pub fn collect<S: Search, T>(
    search: &mut S,
    mut keep: impl FnMut(&S) -> T,
) -> impl Iterator<Item = T> {
    std::iter::from_fn(move || match search.advance(&mut Fuel::unlimited()) {
        Step::Solution => Some(keep(search)),
        Step::OutOfFuel | Step::Exhausted => None,
    })
}
