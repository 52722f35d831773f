//! Walks through a search space that keep everything they see.

use kumiki_cells::{CellsSearch, CellsSpace};
use kumiki_model::{CoverProblem, OptionId};
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Prefix, Profile, Search, Space, Step};

/// A solution as the engine shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
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
        Self::below(space, &Prefix::root(), u64::MAX)
    }

    /// Everything below a prefix, in sips of at most so many nodes. The search is audited at the
    /// end, and if there are sips at every pause too.
    pub(crate) fn below(space: &CellsSpace, prefix: &Prefix, sip: u64) -> Self {
        let mut search = space.begin(prefix);
        let mut seen = Vec::new();
        loop {
            let mut fuel = Fuel(sip);
            let step = search.advance(&mut fuel);
            if sip < u64::MAX || step == Step::Exhausted {
                assert_eq!(search.audit(), Ok(()), "after {step:?}");
            }
            match step {
                Step::Solution => seen.push(Seen::at(&search)),
                Step::OutOfFuel => assert!(fuel == Fuel(0) && search.solution().is_none()),
                Step::Exhausted => break,
            }
        }
        assert!(search.solution().is_none(), "nothing is shown after the end");
        assert_eq!(
            search.advance(&mut Fuel::unlimited()),
            Step::Exhausted,
            "and the end remains the end"
        );
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

/// All solutions of a problem as a space.
pub(crate) fn space(problem: &CoverProblem) -> CellsSpace {
    CellsSpace::new(&Plan::new(problem), None)
}
