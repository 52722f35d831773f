//! Walks through a search space that keep everything they see.

use kumiki_bricks::{CoverSearch, CoverSpace, Limits};
use kumiki_model::{CoverProblem, OptionId};
use kumiki_search::{Fuel, Prefix, Profile, Search, Space, Step};

/// A set of options in increasing order.
pub(crate) type Cover = Vec<OptionId>;

/// A solution and the symmetries that leave it unchanged, as the engine tells them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    pub(crate) cover: Cover,
    pub(crate) stabiliser: Vec<usize>,
}

impl Seen {
    /// What a search that holds still at a solution shows.
    pub(crate) fn at(search: &CoverSearch<'_>) -> Self {
        let solution = search.solution().expect("the search has just said so");
        let mut cover = solution.options();
        assert_eq!(kumiki_id::widen(solution.option_count()), cover.len(), "{cover:?}");
        cover.sort_unstable();
        Self { cover, stabiliser: solution.stabiliser().collect() }
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
    pub(crate) fn through(space: &CoverSpace) -> Self {
        Self::below(space, &Prefix::root(), u64::MAX)
    }

    /// Everything below a prefix, in sips of at most so many nodes. The search is audited at the
    /// end, and if there are sips at every pause too.
    pub(crate) fn below(space: &CoverSpace, prefix: &Prefix, sip: u64) -> Self {
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

    /// The solutions in the order in which they were seen.
    pub(crate) fn covers(&self) -> Vec<Cover> {
        self.seen.iter().map(|seen| seen.cover.clone()).collect()
    }

    /// The solutions in lexicographic order; repeated ones stay repeated, because they are bugs.
    pub(crate) fn sorted(&self) -> Vec<Cover> {
        let mut covers = self.covers();
        covers.sort_unstable();
        covers
    }
}

/// A problem of at most 4096 items as a space without limits.
pub(crate) fn space(problem: &CoverProblem) -> CoverSpace {
    CoverSpace::new(problem, Limits::default()).expect("few items")
}
