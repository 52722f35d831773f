//! Walks through a search space that keep everything they see.

use kumiki_cells::{CellsSearch, CellsSpace};
use kumiki_model::{CoverProblem, OptionId};
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Prefix, Profile, Search, Space, Step};
use kumiki_trial::{Nodes, check_space, check_walks};
use serde::{Deserialize, Serialize};

/// A solution as the engine shows it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(crate) struct Seen {
    /// The options of the plan in the order taken.
    pub(crate) options: Vec<u32>,
    pub(crate) cost: u64,
    pub(crate) case: Option<usize>,
}

impl Seen {
    /// What a search that holds still at a solution shows.
    pub(crate) fn at(search: &CellsSearch<'_>) -> Self {
        let options = search.solution().expect("the search has just said so").to_vec();
        Self { options, cost: search.cost(), case: search.case() }
    }
}

/// Everything that a search has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    pub(crate) seen: Vec<Seen>,
    pub(crate) profile: Profile,
}

impl Walk {
    /// All of a problem, in one go.
    pub(crate) fn of(problem: &CoverProblem) -> Self {
        Self::through(&space(problem))
    }

    /// All of a space, in one go.
    pub(crate) fn through(space: &CellsSpace) -> Self {
        Self::below(space, &Prefix::root())
    }

    /// Everything below a prefix, in one go.
    pub(crate) fn below(space: &CellsSpace, prefix: &Prefix) -> Self {
        let mut search = space.begin(prefix);
        let mut seen = Vec::new();
        while search.advance(&mut Fuel::unlimited()) == Step::Solution {
            seen.push(Seen::at(&search));
        }
        assert_eq!(search.audit(), Ok(()));
        Self { seen, profile: search.profile().clone() }
    }

    /// The solutions as sets of the problem's options, in lexicographic order; repeated ones stay
    /// repeated, because they are bugs.
    pub(crate) fn covers(&self, plan: &Plan) -> Vec<Vec<OptionId>> {
        let mut covers: Vec<Vec<OptionId>> =
            self.seen.iter().map(|seen| plan.ids(&seen.options)).collect();
        covers.sort_unstable();
        covers
    }

    /// How many nodes each level has, without empty levels at the end.
    pub(crate) fn nodes_by_level(&self) -> Vec<u64> {
        let mut nodes: Vec<u64> = self.profile.levels().iter().map(|level| level.nodes).collect();
        while nodes.last() == Some(&0) {
            nodes.pop();
        }
        nodes
    }
}

/// Whatever the driver does with a space, shown and counted, it finds the same.
pub(crate) fn check(space: &CellsSpace, name: &str) {
    let seen =
        check_space(space, Nodes::Exact, Seen::at).unwrap_or_else(|fault| fail(name, &fault));
    let counted = check_space(&space.clone().counting(), Nodes::Exact, Seen::at)
        .unwrap_or_else(|fault| fail(name, &fault));
    assert_eq!((counted.solutions.len(), counted.profile), (0, seen.profile), "{name}");
    assert_eq!(counted.counted, seen.solutions.len() as u128, "{name}");
}

/// The same on one thread, where there are too many spaces for more.
pub(crate) fn check_alone(space: &CellsSpace, name: &str) {
    check_walks(space, Nodes::Exact, Seen::at).unwrap_or_else(|fault| fail(name, &fault));
}

fn fail(name: &str, fault: &str) -> ! {
    panic!("{name}: {fault}")
}

/// All solutions of a problem as a space.
pub(crate) fn space(problem: &CoverProblem) -> CellsSpace {
    CellsSpace::new(&Plan::new(problem), None)
}
