//! What a walk has seen, and how it differs from what another one has.

use kumiki_drive::Plain;
use kumiki_search::{Level, Profile, Search};
use std::fmt::Debug;

/// A solution as a test keeps it.
pub trait Shown: Clone + PartialEq + Debug + Plain {}

impl<T: Clone + PartialEq + Debug + Plain> Shown for T {}

/// What an engine promises about its profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// The parts of a space have the nodes of the whole.
    Exact,
    /// What a search remembers spares it nodes, so parts may have more than the whole. Pauses
    /// change nothing.
    DependOnMemory,
}

/// Everything that a walk has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen<T> {
    /// The solutions in order.
    pub solutions: Vec<T>,
    /// What was counted without stopping at it.
    pub counted: u128,
    /// The nodes.
    pub profile: Profile,
}

impl<T: Shown> Seen<T> {
    pub(crate) fn new(profile: Profile) -> Self {
        Self { solutions: Vec::new(), counted: 0, profile }
    }

    /// Adds what a search has counted and visited.
    pub(crate) fn close(&mut self, search: &impl Search) {
        self.counted += u128::from(search.counted());
        self.profile.merge(search.profile());
    }

    /// Adds what was seen later.
    pub(crate) fn extend(&mut self, later: Self) {
        self.solutions.extend(later.solutions);
        self.counted += later.counted;
        self.profile.merge(&later.profile);
    }

    /// Says how it differs from what the plain walk has seen.
    pub(crate) fn compare(&self, plain: &Self, nodes: Nodes) -> Result<(), String> {
        if self.solutions != plain.solutions {
            return Err(difference(&self.solutions, &plain.solutions));
        }
        if self.counted != plain.counted {
            return Err(format!("{} are counted, expected {}", self.counted, plain.counted));
        }
        let [mine, theirs] = [levels(&self.profile), levels(&plain.profile)];
        if nodes == Nodes::Exact && mine != theirs {
            return Err(format!("the profile is {mine:?}, expected {theirs:?}"));
        }
        Ok(())
    }
}

/// The levels of a profile down to the last with nodes: empty ones are not always made.
pub(crate) fn levels(profile: &Profile) -> &[Level] {
    let is_empty = |level: &Level| level.nodes == 0 && level.tallies.iter().all(|sum| *sum == 0);
    let levels = profile.levels();
    let len = levels.iter().rposition(|level| !is_empty(level)).map_or(0, |last| last + 1);
    &levels[..len]
}

/// How two lists differ.
fn difference<T: Shown>(mine: &[T], expected: &[T]) -> String {
    let times = |list: &[T], solution: &T| list.iter().filter(|other| *other == solution).count();
    for solution in mine {
        let expected = times(expected, solution);
        if expected == 0 {
            return format!("{solution:?} is not a solution of the plain walk");
        }
        if times(mine, solution) > expected {
            return format!("the solution {solution:?} is repeated");
        }
    }
    for solution in expected {
        if times(mine, solution) < times(expected, solution) {
            return format!("the solution {solution:?} is missing");
        }
    }
    let at = mine.iter().zip(expected).position(|(one, other)| one != other).unwrap_or(0);
    format!("the order is wrong: {:?} comes before {:?}", mine[at], expected[at])
}

/// Whether a list is left if some of another one are taken out.
pub(crate) fn is_part_of<T: Shown>(list: &[T], whole: &[T]) -> bool {
    let mut whole = whole.iter();
    list.iter().all(|solution| whole.any(|other| other == solution))
}
